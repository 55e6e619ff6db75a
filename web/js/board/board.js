import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { t } from '../i18n.js';
import { settings } from '../settings.js';
import { installDefs } from './defs.js';
import { Geometry, UNIT, keyOf, nameOf, sameSquare } from './geometry.js';
import { HandStrip } from './hand.js';
import { movesFrom, sameSource, tapHand, tapSquare, targets } from './intent.js';
import {
  drawCoordinates,
  drawHeat,
  drawLines,
  drawMarksAbove,
  drawMarksBelow,
  drawRegionLetters,
  drawRegions,
  drawStrokes,
} from './layers.js';
import { PieceLayer } from './pieces.js';
import { Pointer } from './pointer.js';
import { grain } from './wood.js';
import { Zoom } from './zoom.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Source} Source */
/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Heat} Heat */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Stroke} Stroke */
/** @typedef {import('../types.js').Region} Region */

/**
 * @typedef {object} BoardOptions
 * @property {string} label what the board is, for those who hear it
 * @property {(seat: Seat) => string} sideName
 * @property {(moves: LegalMove[]) => void} [onMove] moves with the same hands; more than one differ in their `choice`
 * @property {(square: Square | null) => void} [onPending] a place that waits for a second tap
 * @property {(square: Square) => void} [onRefused] a tap that means nothing now
 * @property {(square: Square) => void} [onSquare] takes every tap instead of playing, for boards that are edited
 * @property {boolean} [still] a picture only: no cells, no focus, no pointer
 */

/**
 * @typedef {object} BoardState
 * @property {boolean} [playable] whether the reader may move now
 * @property {boolean} [flipped]
 * @property {boolean} [animate]
 * @property {boolean} [numbers] shows the numbers of the moves whatever the reader's setting
 */

/** Drawn over the position by an analysis. @typedef {{ heat?: Heat[], marks?: Mark[], strokes?: Stroke[], regions?: Region[] }} Overlay */

/** Cells smaller than this, in pixels, need a second tap. */
const SAFE_TAP = 34;

const LAYERS = /** @type {const} */ ([
  'wood',
  'lines',
  'coordinates',
  'regions',
  'heat',
  'targets',
  'marks-below',
  'pieces',
  'chosen',
  'strokes',
  'marks-above',
  'ghost',
  'arrows',
  'cells',
  'ring',
]);

/** The board of every game: draws a `View`, knows no rules, and says which legal move the reader's hands mean. */
export class Board {
  /** @type {View | null} */
  #view = null;
  /** @type {Geometry | null} */
  #geometry = null;
  /** @type {BoardState} */
  #state = {};
  /** @type {Source | null} */
  #selection = null;
  /** @type {Square | null} */
  #hover = null;
  /** @type {Square | null} */
  #pending = null;
  /** @type {Square} */
  #focus = { x: 0, y: 0 };
  #focusShown = false;
  /** @type {Overlay} */
  #overlay = {};
  #comparing = false;
  /** @type {Map<string, SVGRectElement>} */
  #cells = new Map();
  /** @type {Record<typeof LAYERS[number], SVGGElement>} */
  #layers;
  /** @type {PieceLayer} */
  #pieces;
  /** @type {(() => void)[]} */
  #disposers = [];

  /** @param {BoardOptions} options */
  constructor(options) {
    installDefs();
    this.options = options;
    this.#pieces = new PieceLayer((seat, glyph) => this.#handPoint(seat, glyph));
    this.#layers = /** @type {any} */ (
      Object.fromEntries(
        LAYERS.map((name) => [
          name,
          name === 'pieces' ? this.#pieces.element : s('g', { class: `layer ${name}`, 'aria-hidden': name === 'cells' ? null : 'true' }),
        ]),
      )
    );
    this.svg = s('svg', { class: 'board', focusable: 'false' }, ...Object.values(this.#layers));
    const hands = {
      onTap: (/** @type {Seat} */ seat, /** @type {string} */ glyph) => this.#tapHand(seat, glyph),
      onPick: (/** @type {Seat} */ seat, /** @type {string} */ glyph) => this.#pickFromHand(seat, glyph),
      onOver: (/** @type {PointerEvent} */ event) => this.#setHover(this.#squareUnder(event)),
      onRelease: (/** @type {PointerEvent | null} */ event) => this.#dropFromHand(event && this.#squareUnder(event)),
    };
    this.far = new HandStrip('far', hands);
    this.near = new HandStrip('near', hands);
    this.zoom = new Zoom(this.svg);
    const frame = h('div', { class: 'board-frame' }, this.svg, this.zoom.button);
    this.element = h('div', { class: 'stage' }, h('div', { class: 'board-set' }, this.far.element, frame, this.near.element));
    if (options.still) {
      assignImage(this.svg, options.label);
    } else {
      const grid = this.#layers.cells;
      grid.setAttribute('role', 'grid');
      grid.addEventListener('keydown', (event) => this.#onKey(event));
      grid.addEventListener('focusin', (event) => this.#onFocus(event));
      grid.addEventListener('focusout', () => this.#showRing(false));
      const pointer = new Pointer(this.svg, {
        squareAt: (point) => this.#geometry?.squareAt(point) ?? null,
        movable: (square) => this.#movable(square),
        zoom: this.zoom,
        onHover: (square) => this.#setHover(square),
        onTap: (square, kind) => this.#tap(square, kind),
        onAim: (square) => this.#aim(square),
        aims: (kind) => this.#confirms(kind),
        onDragStart: (square) => this.#pickUp(square),
        onDrag: (square, point) => this.#drag(square, point),
        onDrop: (from, to) => this.#drop(from, to),
      });
      this.#disposers.push(() => pointer.dispose());
    }
    this.#disposers.push(
      settings.watch(() => {
        this.#geometry = null;
        this.#draw(null);
      }),
    );
  }

  dispose() {
    for (const dispose of this.#disposers) dispose();
  }

  /** The picture shown. */
  get view() {
    return this.#view;
  }

  /**
   * Shows a position.
   * @param {View} view
   * @param {BoardState} [state]
   */
  update(view, state = {}) {
    const before = this.#view;
    const turned = (state.flipped ?? false) !== (this.#state.flipped ?? false);
    this.#view = view;
    this.#state = state;
    if (before === view && !turned && this.#geometry) {
      if (!state.playable) this.#selection = null;
      this.#drawSelection();
      return;
    }
    this.#comparing = false;
    const stillThere = this.#selection && state.playable && movesFrom(view.moves, this.#selection).length > 0;
    if (!stillThere) this.#selection = null;
    if (this.#pending && !(state.playable && this.#placeable(this.#pending))) this.#setPending(null);
    this.#draw(state.animate ? before : null);
  }

  /** Lays an analysis over the position. @param {Overlay | null} overlay */
  setOverlay(overlay) {
    this.#overlay = overlay ?? {};
    this.#drawMarks();
  }

  /** Shows the other picture of the same board, or the position again. @param {boolean} comparing */
  compare(comparing) {
    const view = this.#view;
    if (!view || !this.#geometry || comparing === this.#comparing) return;
    this.#comparing = comparing && view.compare !== null;
    this.#pieces.turnTo(this.#geometry, this.#comparing ? (view.compare?.pieces ?? []) : view.pieces);
    this.#drawMarks();
  }

  /** Moves the waiting ghost. @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    if (!this.#pending || !this.#geometry) return;
    this.#setPending(this.#geometry.step(this.#pending, dx, dy));
  }

  /** Plays the waiting ghost. */
  confirm() {
    const square = this.#pending;
    if (!square) return;
    if (!this.#placeable(square)) {
      this.options.onRefused?.(square);
      return;
    }
    this.#setPending(null);
    this.#intend(tapSquare(this.#moves(), null, square));
  }

  /** Drops the selection and the waiting ghost. */
  cancel() {
    this.#setPending(null);
    this.#select(null);
  }

  /** Puts the focus on the board. */
  focus() {
    this.#cells.get(keyOf(this.#focus))?.focus();
  }

  /** The legal moves that the reader may make now. */
  #moves() {
    return this.#state.playable && this.#view ? this.#view.moves : [];
  }

  /** @param {Square} square */
  #placeable(square) {
    return movesFrom(this.#moves(), null).some((move) => sameSquare(move.to, square));
  }

  /** @param {Square} square */
  #movable(square) {
    return movesFrom(this.#moves(), { kind: 'board', at: square }).length > 0;
  }

  /** @param {View | null} before the picture to go on from; `null` draws without movement */
  #draw(before) {
    const view = this.#view;
    if (!view) return;
    const flipped = this.#state.flipped ?? false;
    const { coordinates, numbers } = settings.get();
    const names = coordinates && !this.options.still;
    const old = this.#geometry;
    const sameBoard =
      old &&
      old.columns === view.grid.columns &&
      old.rows === view.grid.rows &&
      old.style === view.grid.style &&
      old.flipped === flipped &&
      old.coordinates === names;
    this.#pieces.numbers = numbers || (this.#state.numbers ?? false);
    const geometry = sameBoard ? old : new Geometry(view.grid, { flipped, coordinates: names });
    this.#geometry = geometry;
    if (!sameBoard) this.#drawGround(geometry, view);
    if (sameBoard && before) this.#pieces.advance(geometry, before, view);
    else this.#pieces.reset(geometry, view.pieces);
    this.#drawMarks();
    this.#drawSelection();
    this.#describe();
  }

  /** Wood, lines, names and cells: what stays through a game. @param {Geometry} geometry @param {View} view */
  #drawGround(geometry, view) {
    const { box } = geometry;
    this.zoom.setBox(box);
    this.element.style.setProperty('--ratio', String(box.width / box.height));
    this.element.style.setProperty('--rows', String(view.grid.rows));
    this.svg.style.setProperty('--lettering', `${geometry.lettering}px`);
    this.svg.style.setProperty('--fine', String(geometry.fineness));
    const sheet = { x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(10, box.width / 40) };
    const layers = this.#layers;
    layers.wood.replaceChildren(s('rect', { ...sheet, class: 'wood-sheet' }), grain(box), s('rect', { ...sheet, class: 'wood-edge' }));
    layers.lines.replaceChildren(...drawLines(geometry, view.grid));
    layers.coordinates.replaceChildren(...drawCoordinates(geometry, view.grid));
    if (!this.options.still) this.#drawCells(geometry, view);
  }

  /** @param {Geometry} geometry @param {View} view */
  #drawCells(geometry, view) {
    const { columns, rows } = view.grid;
    const grid = this.#layers.cells;
    const hadFocus = grid.contains(document.activeElement);
    if (this.#focus.x >= columns || this.#focus.y >= rows || this.#cells.size === 0) {
      this.#focus = { x: Math.floor(columns / 2), y: Math.floor(rows / 2) };
    }
    grid.setAttribute('aria-label', this.options.label);
    grid.setAttribute('aria-rowcount', String(rows));
    grid.setAttribute('aria-colcount', String(columns));
    this.#cells.clear();
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = s('g', { role: 'row' });
      for (let column = 0; column < columns; column += 1) {
        const square = geometry.flipped ? { x: columns - 1 - column, y: rows - 1 - row } : { x: column, y: row };
        const cell = s('rect', {
          role: 'gridcell',
          class: 'cell',
          x: column * UNIT,
          y: row * UNIT,
          width: UNIT,
          height: UNIT,
          tabindex: sameSquare(square, this.#focus) ? 0 : -1,
          data: { square: keyOf(square) },
        });
        this.#cells.set(keyOf(square), cell);
        line.append(cell);
      }
      return line;
    });
    grid.replaceChildren(...lines);
    if (hadFocus) this.focus();
  }

  #drawMarks() {
    const view = this.#view;
    const geometry = this.#geometry;
    if (!view || !geometry) return;
    const overlay = this.#overlay;
    const marks = [...view.marks, ...(overlay.marks ?? [])];
    const layers = this.#layers;
    const regions = overlay.regions?.length ? overlay.regions : view.regions;
    const pieces = this.#comparing ? (view.compare?.pieces ?? []) : view.pieces;
    const lettered = new Set(pieces.filter((piece) => piece.label && (this.#pieces.numbers || piece.shade !== null)).map((piece) => keyOf(piece.at)));
    layers.regions.replaceChildren(...drawRegions(geometry, regions));
    layers.heat.replaceChildren(...drawHeat(geometry, overlay.heat ?? []));
    layers['marks-below'].replaceChildren(...drawMarksBelow(geometry, marks));
    layers['marks-above'].replaceChildren(
      ...drawMarksAbove(geometry, marks, (square) => lettered.has(keyOf(square))),
      ...drawRegionLetters(geometry, regions),
    );
    const strokes = this.#comparing ? (view.compare?.strokes ?? []) : view.strokes;
    layers.strokes.replaceChildren(...drawStrokes(geometry, strokes, 'arrow-head-last'));
    layers.arrows.replaceChildren(...drawStrokes(geometry, overlay.strokes ?? [], 'arrow-head'));
  }

  /** What is picked up, where it can go, what would be placed. */
  #drawSelection() {
    const view = this.#view;
    const geometry = this.#geometry;
    if (!view || !geometry) return;
    const moves = this.#moves();
    const reach = targets(moves, this.#selection);
    /** @type {SVGElement[]} */
    const drawn = [];
    if (this.#selection?.kind === 'board') drawn.push(cellFrame(geometry, this.#selection.at, 'target-origin'));
    for (const move of movesFrom(moves, this.#selection)) {
      // Where nothing is put down (a stone is removed) the few places are shown; empty points of a large board are not.
      if ((this.#selection || !view.ghost) && move.to) drawn.push(cellFrame(geometry, move.to, sameSquare(move.to, this.#hover) ? 'target is-hot' : 'target'));
    }
    this.#layers.targets.replaceChildren(...drawn);
    const chosen = this.#selection?.kind === 'board' ? this.#selection.at : null;
    this.#layers.chosen.replaceChildren(...(chosen ? ['chosen-under', 'chosen'].map((name) => cellFrame(geometry, chosen, name)) : []));
    for (const [key, cell] of this.#cells) {
      if (chosen && keyOf(chosen) === key) cell.setAttribute('aria-selected', 'true');
      else cell.removeAttribute('aria-selected');
      cell.classList.toggle('is-target', reach.has(key));
    }
    this.#drawHands();
    this.#drawGhost();
    const live = this.#hover && (this.#movable(this.#hover) || reach.has(keyOf(this.#hover)) || this.#placeable(this.#hover));
    this.svg.classList.toggle('is-live', Boolean(live));
  }

  #drawHands() {
    const view = this.#view;
    if (!view) return;
    const near = /** @type {Seat} */ (this.#state.flipped ? 'second' : 'first');
    if (this.options.still) return;
    this.element.classList.toggle('has-hands', view.hands.length > 0);
    const mover = view.turn.kind === 'seat' ? view.turn.seat : null;
    for (const strip of [this.near, this.far]) {
      const seat = strip === this.near ? near : near === 'first' ? 'second' : 'first';
      const usable = new Set(seat === mover ? this.#moves().flatMap((move) => (move.from?.kind === 'hand' ? [move.from.glyph] : [])) : []);
      const selected = this.#selection?.kind === 'hand' && seat === mover ? this.#selection.glyph : null;
      strip.update(view.hands.find((hand) => hand.seat === seat) ?? null, { name: this.options.sideName(seat), usable, selected });
    }
  }

  #drawGhost() {
    const view = this.#view;
    const geometry = this.#geometry;
    if (!view || !geometry) return;
    const layer = this.#layers.ghost;
    const square = this.#pending ?? (this.#focusShown ? this.#focus : this.#hover);
    layer.replaceChildren();
    if (!square) return;
    const allowed = !this.#selection && this.#placeable(square);
    const { x, y } = geometry.centre(square);
    if (this.#pending) {
      const { box } = geometry;
      layer.append(
        s('path', {
          d: `M${x} ${box.y}V${box.y + box.height}M${box.x} ${y}H${box.x + box.width}`,
          class: allowed ? 'cross-hair' : 'cross-hair is-refused',
        }),
      );
    }
    if (!allowed) return;
    if (view.ghost) {
      const size = (UNIT / 100) * (this.#pending ? 1.5 : 1);
      const away = view.ghost.owner === (geometry.flipped ? 'first' : 'second');
      layer.append(
        s(
          'g',
          { transform: `translate(${x} ${y}) scale(${size})`, class: this.#pending ? 'ghost-piece is-pending' : 'ghost-piece' },
          drawPiece(view.ghost, away),
        ),
      );
    } else {
      layer.append(cellFrame(geometry, square, 'target is-hot'));
    }
  }

  /** Gives every cell its words. */
  #describe() {
    const view = this.#view;
    if (!view || this.options.still) return;
    const pieces = new Map(view.pieces.map((piece) => [keyOf(piece.at), piece]));
    const forbidden = new Set(view.marks.filter((mark) => mark.kind === 'forbidden').map((mark) => keyOf(mark.at)));
    for (const [key, cell] of this.#cells) {
      const [x = 0, y = 0] = key.split(',').map(Number);
      const point = nameOf(view.grid, { x, y });
      const piece = pieces.get(key);
      let words = t(forbidden.has(key) ? 'cell.forbidden' : 'cell.empty', { point });
      if (piece) words = this.#pieceWords(point, piece);
      if (cell.getAttribute('aria-label') !== words) cell.setAttribute('aria-label', words);
    }
  }

  /** @param {string} point @param {Piece} piece */
  #pieceWords(point, piece) {
    if (piece.shade !== null && !piece.kept) {
      return t('cell.undecided', { point, percent: Math.round(piece.shade * 100) });
    }
    const side = piece.owner ? this.options.sideName(piece.owner) : '';
    return t('cell.piece', { point, side, piece: t(`piece.${piece.glyph}`) });
  }

  /** @param {import('./intent.js').Intent} intent */
  #intend({ selection, moves }) {
    this.#select(selection);
    if (moves.length > 0) this.options.onMove?.(moves);
  }

  /** @param {Source | null} selection */
  #select(selection) {
    if (sameSource(selection, this.#selection)) {
      this.#drawGhost();
      return;
    }
    this.#selection = selection;
    this.#drawSelection();
  }

  /** @param {Square | null} square */
  #setHover(square) {
    if (sameSquare(square, this.#hover)) return;
    this.#hover = square;
    this.#drawSelection();
  }

  /** @param {Square | null} square */
  #setPending(square) {
    if (sameSquare(square, this.#pending)) return;
    this.#pending = square;
    this.#drawGhost();
    this.options.onPending?.(square);
  }

  /** Whether a tap by this kind of pointer only aims. @param {string} kind */
  #confirms(kind) {
    const { confirm } = settings.get();
    if (confirm === 'never' || this.options.onSquare || this.#selection) return false;
    if (!this.#state.playable || !this.#view?.ghost) return false;
    if (confirm === 'always') return true;
    return kind !== 'mouse' && this.zoom.pixelsPerUnit() * UNIT < SAFE_TAP;
  }

  /** @param {Square} square */
  #aim(square) {
    if (movesFrom(this.#moves(), null).length === 0) return;
    this.#setPending(square);
  }

  /** @param {Square} square @param {string} kind */
  #tap(square, kind) {
    this.#moveFocus(square, false);
    if (this.options.onSquare) {
      this.options.onSquare(square);
      return;
    }
    if (this.#confirms(kind) && !this.#movable(square)) {
      if (sameSquare(square, this.#pending)) this.confirm();
      else this.#aim(square);
      return;
    }
    this.#activate(square);
  }

  /** @param {Square} square */
  #activate(square) {
    if (this.options.onSquare) {
      this.options.onSquare(square);
      return;
    }
    const had = this.#selection;
    const intent = tapSquare(this.#moves(), had, square);
    this.#intend(intent);
    if (!had && !intent.selection && intent.moves.length === 0) this.options.onRefused?.(square);
  }

  /** @param {Seat} seat @param {string} glyph */
  #tapHand(seat, glyph) {
    if (this.#view?.turn.kind !== 'seat' || this.#view.turn.seat !== seat) return;
    this.#intend(tapHand(this.#moves(), this.#selection, glyph));
  }

  /** @param {PointerEvent} event */
  #squareUnder(event) {
    return this.#geometry?.squareAt(this.zoom.toBoard(event)) ?? null;
  }

  /** @param {Seat} seat @param {string} glyph */
  #pickFromHand(seat, glyph) {
    const { turn } = this.#view ?? {};
    if (turn?.kind !== 'seat' || turn.seat !== seat) return;
    this.#select({ kind: 'hand', glyph });
  }

  /** @param {Square | null} square */
  #dropFromHand(square) {
    this.#setHover(null);
    if (this.#selection?.kind !== 'hand') return;
    const intent = square ? tapSquare(this.#moves(), this.#selection, square) : null;
    if (intent && intent.moves.length > 0) this.#intend(intent);
    else this.#select(null);
  }

  /** @param {Square} square */
  #pickUp(square) {
    this.#select({ kind: 'board', at: square });
    this.#pieces.node(keyOf(square))?.classList.add('is-dragged');
  }

  /** @param {Square} from @param {{ x: number, y: number }} point */
  #drag(from, point) {
    const node = this.#pieces.node(keyOf(from));
    if (!node) return;
    node.parentNode?.append(node);
    node.setAttribute('transform', `translate(${point.x} ${point.y})`);
    this.#setHover(this.#geometry?.squareAt(point) ?? null);
  }

  /** @param {Square} from @param {Square | null} to */
  #drop(from, to) {
    const node = this.#pieces.node(keyOf(from));
    const geometry = this.#geometry;
    if (!node || !geometry) return;
    node.classList.remove('is-dragged');
    const home = geometry.centre(from);
    const intent = to ? tapSquare(this.#moves(), this.#selection, to) : { selection: null, moves: [] };
    node.setAttribute('transform', `translate(${home.x} ${home.y})`);
    if (intent.moves.length > 0) this.#intend(intent);
    else if (!sameSquare(from, to)) this.#select(null);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const geometry = this.#geometry;
    if (!geometry || event.altKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0], PageUp: [0, -99], PageDown: [0, 99] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.#moveFocus(geometry.step(this.#focus, step[0], step[1]), true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#activate(this.#focus);
    } else if (event.key === 'Escape') {
      this.cancel();
    }
  }

  /** @param {Square} square @param {boolean} go whether the focus goes there, or only the place where it will be */
  #moveFocus(square, go) {
    this.#cells.get(keyOf(this.#focus))?.setAttribute('tabindex', '-1');
    this.#focus = square;
    const cell = this.#cells.get(keyOf(square));
    cell?.setAttribute('tabindex', '0');
    if (go) cell?.focus();
    else if (this.#layers.cells.contains(document.activeElement)) cell?.focus({ preventScroll: true });
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    if (!(event.target instanceof SVGRectElement)) return;
    this.#showRing(event.target.matches(':focus-visible'));
  }

  /** @param {boolean} shown */
  #showRing(shown) {
    this.#focusShown = shown;
    const ring = this.#layers.ring;
    ring.replaceChildren();
    if (shown && this.#geometry) {
      const { x, y } = this.#geometry.centre(this.#focus);
      const at = { x: x - UNIT / 2 + 1, y: y - UNIT / 2 + 1, width: UNIT - 2, height: UNIT - 2, rx: 6 };
      ring.append(s('rect', { ...at, class: 'ring-under' }), s('rect', { ...at, class: 'ring-over' }));
    }
    this.#drawGhost();
  }

  /** @param {Seat} seat @param {string} glyph */
  #handPoint(seat, glyph) {
    const near = this.#state.flipped ? 'second' : 'first';
    const slot = (seat === near ? this.near : this.far).slot(glyph);
    if (slot.offsetParent === null) return null;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const box = slot.getBoundingClientRect();
    const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }
}

/** @param {SVGSVGElement} svg @param {string} label */
function assignImage(svg, label) {
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
}

/** @param {Geometry} geometry @param {Square} square @param {string} name */
function cellFrame(geometry, square, name) {
  const { x, y } = geometry.centre(square);
  if (geometry.style !== 'cells') return s('circle', { cx: x, cy: y, r: UNIT * 0.42, class: name });
  return s('rect', { x: x - UNIT / 2 + 2, y: y - UNIT / 2 + 2, width: UNIT - 4, height: UNIT - 4, rx: 5, class: name });
}
