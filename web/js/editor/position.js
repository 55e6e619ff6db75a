/** A position that is being put together: what stands where, what is in hand, who is to move. Whether it can be played is for the rules to say. */

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Study} Study */
/** @typedef {import('../types.js').Event} Event */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Rules} Rules */

/** A piece as it is put down. @typedef {{ glyph: string, owner: Seat | null, percent?: number, steps?: [number, number][] }} Brush */

/**
 * @typedef {object} Draft
 * @property {string} game
 * @property {Rules} rules
 * @property {number} columns
 * @property {number} rows
 * @property {ReadonlyMap<string, Brush>} pieces by `x,y`
 * @property {Record<Seat, Record<string, number>>} hands how many of each glyph
 * @property {Seat} turn
 */

/** @param {Square} square */
const key = ({ x, y }) => `${x},${y}`;

/**
 * The position of a view.
 * @param {string} game
 * @param {Rules} rules
 * @param {View} view
 * @returns {Draft}
 */
export function draftOf(game, rules, view) {
  /** @type {Draft['hands']} */
  const hands = { first: {}, second: {} };
  for (const hand of view.hands) for (const piece of hand.pieces) hands[hand.seat][piece.glyph] = piece.count;
  return {
    game,
    rules,
    columns: view.grid.columns,
    rows: view.grid.rows,
    pieces: new Map(
      view.pieces.map((piece) => [
        key(piece.at),
        {
          glyph: piece.glyph,
          owner: piece.owner,
          ...(piece.shade === null ? {} : { percent: Math.round(piece.shade * 100) }),
          ...(piece.steps.length > 0 ? { steps: piece.steps } : {}),
        },
      ]),
    ),
    hands,
    turn: view.turn.kind === 'seat' ? view.turn.seat : 'first',
  };
}

/** Puts a piece down, or takes away what is there. @param {Draft} draft @param {Square} at @param {Brush | null} brush @returns {Draft} */
export function put(draft, at, brush) {
  const pieces = new Map(draft.pieces);
  const there = pieces.get(key(at));
  // The same piece again takes it away.
  if (!brush || (there && there.glyph === brush.glyph && there.owner === brush.owner && there.percent === brush.percent)) pieces.delete(key(at));
  else pieces.set(key(at), brush);
  return { ...draft, pieces };
}

/** @param {Draft} draft @param {Seat} seat @param {string} glyph @param {number} by @returns {Draft} */
export function hold(draft, seat, glyph, by) {
  const count = Math.max(0, Math.min(9, (draft.hands[seat][glyph] ?? 0) + by));
  return { ...draft, hands: { ...draft.hands, [seat]: { ...draft.hands[seat], [glyph]: count } } };
}

/** @param {Draft} draft @returns {Draft} */
export function cleared(draft) {
  const none = (/** @type {Record<string, number>} */ hand) => Object.fromEntries(Object.keys(hand).map((glyph) => [glyph, 0]));
  return { ...draft, pieces: new Map(), hands: { first: none(draft.hands.first), second: none(draft.hands.second) } };
}

/** The pieces of a draft by their places, row by row. @param {Draft} draft */
const placed = (draft) =>
  [...draft.pieces].map(([at, piece]) => {
    const [x = 0, y = 0] = at.split(',').map(Number);
    return { x, y, piece };
  });

/** Black and White take turns: how the numbers of stones say who is to move; `null` if they cannot come up. @param {Draft} draft @returns {Seat | null} */
export function turnByCounts(draft) {
  const [black, white] = ['first', 'second'].map((seat) => [...draft.pieces.values()].filter((piece) => piece.owner === seat).length);
  if (black === white) return 'first';
  return (black ?? 0) - 1 === white ? 'second' : null;
}

/** Gomoku's stones in SGF, which says how a position is set up. @param {Draft} draft */
export function gomokuText(draft) {
  const letter = (/** @type {number} */ n) => String.fromCharCode(97 + n);
  const stones = (/** @type {Seat} */ seat) =>
    placed(draft)
      .filter(({ piece }) => piece.owner === seat)
      .map(({ x, y }) => `[${letter(x)}${letter(y)}]`)
      .join('');
  const part = (/** @type {string} */ name, /** @type {string} */ values) => (values ? name + values : '');
  return `(;GM[4]SZ[${draft.columns}]RU[${draft.rules.rule}]${part('AB', stones('first'))}${part('AW', stones('second'))})`;
}

/** The letters of animal shogi's pieces; a promoted piece has the letter of what it was. @type {Record<string, Record<string, string>>} */
const LETTERS = {
  gorogoro: { chick: 'P', hen: '+P', cat: 'S', lynx: '+S', dog: 'G', lion: 'K' },
  usual: { chick: 'C', hen: '+C', elephant: 'E', giraffe: 'G', deer: 'D', lion: 'L' },
};

/** Animal shogi's text form of a position. @param {Draft} draft */
export function dobutsuText(draft) {
  const letters = LETTERS[String(draft.rules.board)] ?? /** @type {Record<string, string>} */ (LETTERS.usual);
  const letter = (/** @type {string} */ glyph, /** @type {Seat | null} */ owner) => {
    const upper = letters[glyph] ?? '?';
    return owner === 'second' ? upper.toLowerCase() : upper;
  };
  const rows = Array.from({ length: draft.rows }, (_, y) => {
    let [row, gap] = ['', 0];
    for (let x = 0; x < draft.columns; x += 1) {
      const piece = draft.pieces.get(`${x},${y}`);
      if (!piece) gap += 1;
      else {
        row += (gap > 0 ? gap : '') + letter(piece.glyph, piece.owner);
        gap = 0;
      }
    }
    return row + (gap > 0 ? gap : '');
  });
  const held = (/** @type {Seat} */ seat) =>
    Object.entries(draft.hands[seat])
      .map(([glyph, count]) => letter(glyph, seat).repeat(count))
      .join('');
  return `${rows.join('/')}[${held('first') + held('second') || '-'}] ${draft.turn === 'first' ? 'w' : 'b'}`;
}

/** Konane's text form of a position. @param {Draft} draft */
export function konaneText(draft) {
  const sign = (/** @type {Brush | undefined} */ piece) => (!piece ? '.' : piece.glyph === 'block' ? '#' : piece.owner === 'first' ? 'B' : 'W');
  return Array.from({ length: draft.rows }, (_, y) =>
    Array.from({ length: draft.columns }, (_, x) => sign(draft.pieces.get(`${x},${y}`))).join(''),
  ).join('/');
}

/**
 * The order in which quantum gomoku's stones were placed: each has the percentage that the cycles say. What is missing or too many is named.
 * @param {Draft} draft
 * @returns {{ events: Event[] } | { wrong: number[] }}
 */
export function quantumEvents(draft) {
  const cycles = [draft.rules.black_cycle, draft.rules.white_cycle].map((cycle) => /** @type {number[]} */ (cycle));
  const waiting = new Map();
  for (const { x, y, piece } of placed(draft)) {
    const percent = piece.percent ?? (piece.owner === 'first' ? 100 : 0);
    waiting.set(percent, [...(waiting.get(percent) ?? []), { x, y }]);
  }
  const rest = Number(draft.rules.first_observation ?? 1);
  /** @type {Event[]} */
  const events = [];
  const stones = draft.pieces.size;
  /** @type {number[]} */
  const wrong = [];
  for (let n = 0; n < stones; n += 1) {
    const cycle = cycles[n % 2] ?? [];
    const percent = cycle[Math.floor(n / 2) % cycle.length] ?? 0;
    const at = waiting.get(percent)?.shift();
    if (!at) {
      wrong.push(percent);
      continue;
    }
    events.push({ move: `${String.fromCharCode(97 + at.x)}${draft.rows - at.y}` });
    // Who may observe after a stone has to say that it is not wanted.
    if (n + 1 >= rest) events.push({ move: 'skip' });
  }
  for (const [percent, left] of waiting) for (let n = 0; n < left.length; n += 1) wrong.push(percent);
  return wrong.length > 0 ? { wrong } : { events };
}
