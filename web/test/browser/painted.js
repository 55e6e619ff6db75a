/** Reads the board as it is painted, and compares it with the `View` of the position in sight. */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../js/types.js').View} View */
/** @typedef {import('../../js/types.js').Piece} Piece */
/** @typedef {import('../../js/types.js').Square} Square */
/** @typedef {import('../../js/types.js').Seat} Seat */

/**
 * Everything in words that can be compared, one line for each thing on the board.
 * @typedef {object} Painted
 * @property {string} id the table, or the study
 * @property {string | null} record the record in sight, where it is a study's
 * @property {number} at how many events come before the position in sight
 * @property {number} version the table's version that the page shows
 * @property {string} phase which picture of the position is in sight
 * @property {boolean} numbers whether move numbers are shown
 * @property {boolean} flipped
 * @property {string[]} things
 */

/** How long a page may lag behind the server before it counts as wrong. */
const PATIENCE_MS = 10_000;

/**
 * What the page shows; `null` where it shows no position of a table (other pages, a line pointed at, a lost connection). With `settled`
 * the pieces are taken from where they are seen instead of where they are put, which needs all movement to have ended.
 * @param {Page} page
 * @param {boolean} [settled]
 * @returns {Promise<Painted | null>}
 */
export function look(page, settled = false) {
  return page.evaluate((seen) => {
    const root = /** @type {HTMLElement | null} */ (document.querySelector('.table-page'));
    const svg = /** @type {SVGSVGElement | null} */ (root?.querySelector('svg.board') ?? null);
    const banner = /** @type {HTMLElement | null} */ (root?.querySelector('.banner') ?? null);
    // The page says itself what it shows: the address is already that of the next one while this one is still in sight.
    const id = root?.dataset.table ?? root?.dataset.study;
    if (!root || !svg || !id || root.dataset.preview !== undefined || banner?.hidden === false) return null;
    // A study that is on its way to another position shows the one before.
    if (root.dataset.busy !== undefined) return null;
    const cells = [...svg.querySelectorAll('.cell')].map((cell) => {
      const [x = 0, y = 0, side = 40] = ['x', 'y', 'width'].map((name) => Number(cell.getAttribute(name)));
      return { x, y, side, key: /** @type {SVGElement} */ (cell).dataset.square ?? '', rect: cell.getBoundingClientRect() };
    });
    /** @param {number} x @param {number} y */
    const placeAt = (x, y) =>
      cells.find((cell) => x >= cell.x && x < cell.x + cell.side && y >= cell.y && y < cell.y + cell.side)?.key ?? `(${x}|${y})`;
    /** @param {DOMRect} box */
    const placeSeen = (box) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const cell = cells.find(({ rect }) => x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom);
      if (!cell) return `beside the board (${x}|${y})`;
      return box.width < cell.rect.width * 0.6 || box.width > cell.rect.width * 1.3 ? `${cell.key} ${box.width} wide` : cell.key;
    };
    /** @param {SVGGraphicsElement} node */
    const middle = (node) => {
      const box = node.getBBox();
      return placeAt(box.x + box.width / 2, box.y + box.height / 2);
    };
    /** @type {string[]} */
    const things = [];
    for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll('.layer.pieces > .piece'))) {
      const glyph = node.querySelector('.glyph');
      const body = node.querySelector('.stone, .tile, .block');
      const { e = NaN, f = NaN } = node.transform.baseVal.length ? node.transform.baseVal.getItem(0).matrix : {};
      const place = seen && body ? placeSeen(body.getBoundingClientRect()) : placeAt(e, f);
      const owner = ['first', 'second'].find((seat) => body?.matches(`.stone-${seat}, .tile-${seat}`)) ?? 'nobody';
      const sector = node.querySelector('.stone-sector');
      const turned = node.querySelector('.tile ~ g')?.getAttribute('transform') === 'rotate(180)';
      things.push(
        [
          place,
          /glyph-(\S+)/.exec(glyph?.getAttribute('class') ?? '')?.[1],
          sector ? 'undecided' : owner,
          node.querySelector('.stone-text')?.textContent ?? '',
          node.querySelector('.lock') ? 'kept' : '',
          turned ? 'turned' : '',
        ]
          .join(' ')
          .trim(),
      );
      if (seen && body && Number(getComputedStyle(node).opacity) * Number(getComputedStyle(body).opacity) < 1) things.push(`${place} is faint`);
    }
    if (seen) for (const left of svg.querySelectorAll('.passing > *')) things.push(`left over: ${left.getAttribute('class')}`);
    for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll('.mark-last, .mark-last-ring, .mark-last-cell')))
      things.push(`last ${middle(node)}`);
    for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll('.mark-forbidden')))
      things.push(`forbidden ${middle(node)}`);
    for (const node of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll('.mark-offered'))) things.push(`offered ${middle(node)}`);
    for (const node of /** @type {NodeListOf<SVGPathElement>} */ (
      svg.querySelectorAll('.strokes > .stroke-win, .strokes > .stroke-jump, .strokes > .stroke-arrow')
    )) {
      const [a, b] = [node.getPointAtLength(0), node.getPointAtLength(node.getTotalLength())];
      things.push(`${/stroke-(\S+)/.exec(node.getAttribute('class') ?? '')?.[1]} ${placeAt(a.x, a.y)} ${placeAt(b.x, b.y)}`);
    }
    for (const side of ['near', 'far']) {
      for (const slot of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`.hand-${side}:not([hidden]) .hand-slot`))) {
        things.push(`${side} hand ${slot.dataset.glyph} ${slot.querySelector('.hand-count')?.textContent?.slice(1) || 0}`);
      }
    }
    const first = cells.find((cell) => cell.key === '0,0');
    return {
      id,
      record: root.dataset.record ?? null,
      at: Number(root.dataset.at),
      version: Number(root.dataset.version ?? 0),
      phase: svg.dataset.phase ?? 'position',
      numbers: JSON.parse(localStorage.getItem('banmen.settings') ?? '{}').numbers === true,
      flipped: first ? first.x > 0 || first.y > 0 : false,
      things: things.sort(),
    };
  }, settled);
}

/** @param {Square} square */
const key = ({ x, y }) => `${x},${y}`;

/**
 * The same lines for a `View`: what ought to be on the board.
 * @param {View} view
 * @param {Pick<Painted, 'phase' | 'numbers' | 'flipped'>} how
 * @returns {string[]}
 */
export function expected(view, { phase, numbers, flipped }) {
  const other = phase === 'position' ? null : (view.compare ?? null);
  const covered = new Set(other?.pieces.map((piece) => key(piece.at)));
  const pieces = other ? [...other.pieces, ...view.pieces.filter((piece) => !covered.has(key(piece.at)))] : view.pieces;
  const far = flipped ? 'first' : 'second';
  const things = pieces.map((piece) => {
    const undecided = piece.shade != null && !piece.kept;
    const tile = view.grid.style === 'cells';
    const text = piece.label ?? (numbers && piece.number ? String(piece.number) : '');
    return [
      key(piece.at),
      piece.glyph,
      undecided ? 'undecided' : (piece.owner ?? 'nobody'),
      text,
      piece.kept ? 'kept' : '',
      tile && piece.owner === far ? 'turned' : '',
    ]
      .join(' ')
      .trim();
  });
  for (const { kind, at } of view.marks ?? []) if (kind === 'last' || kind === 'forbidden' || kind === 'offered') things.push(`${kind} ${key(at)}`);
  for (const { kind, from, to } of (other ? other.strokes : view.strokes) ?? []) things.push(`${kind} ${key(from)} ${key(to)}`);
  for (const hand of view.hands ?? [])
    for (const held of hand.pieces) things.push(`${hand.seat === far ? 'far' : 'near'} hand ${held.glyph} ${held.count}`);
  return things.sort();
}

/**
 * What the backend says of a table, and its position after so many events.
 * @param {Page} page
 * @param {Painted} seen
 * @returns {Promise<{ version: number, view: View }>}
 */
const truth = (page, { id, at, record, version }) =>
  page.evaluate(
    async ({ table, events, studied, shown }) => {
      const { banmen } = /** @type {any} */ (globalThis);
      if (studied) return { version: shown, view: (await banmen.view(JSON.parse(studied))).view };
      const state = await banmen.table(table);
      return { version: state.version, view: events >= state.events ? state.view : await banmen.viewAt(table, events) };
    },
    { table: id, events: at, studied: record, shown: version },
  );

/**
 * How the painted board differs from the `View` of the position in sight: lines with `−` are missing, lines with `+` are too many. Waits
 * only for the page to hear of what its backend already knows.
 * @param {Page} page
 * @param {boolean} [settled]
 * @returns {Promise<string[]>}
 */
export async function differences(page, settled = false) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look(page, settled);
    if (!seen) return [];
    const { version, view } = await truth(page, seen);
    if (version === seen.version) {
      const wanted = expected(view, seen);
      const missing = wanted.filter((thing) => !seen.things.includes(thing)).map((thing) => `− ${thing}`);
      const surplus = seen.things.filter((thing, i) => !wanted.includes(thing) || seen.things.indexOf(thing) !== i).map((thing) => `+ ${thing}`);
      return [...missing, ...surplus];
    }
    if (Date.now() > end) return [`the page is at version ${seen.version}, the table at ${version}`];
    await page.waitForTimeout(20);
  }
}

/** Waits until nothing moves on the board and no picture is held, then compares what is really seen. @param {Page} page */
export async function differencesSettled(page) {
  await page.waitForFunction(() => {
    const svg = document.querySelector('.table-page svg.board');
    if (!svg) return true;
    const moving = document.getAnimations().some(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState === 'running' && effect?.getTiming().iterations !== Infinity && target?.closest('svg.board') === svg;
    });
    return !moving && /** @type {SVGElement} */ (svg).dataset.phase !== 'observed';
  });
  return differences(page, true);
}
