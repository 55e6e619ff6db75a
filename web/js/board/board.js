import { h, s } from '../dom.js';
import { settings } from '../settings.js';
import { Cells } from './cells.js';
import { installDefs } from './defs.js';
import { Geometry, UNIT, sameSquare } from './geometry.js';
import { Ground } from './ground.js';
import { Hands, handsAbove } from './hands.js';
import { Marks } from './marks.js';
import { PieceLayer, WAVE_MS } from './pieces.js';
import { Pointer } from './pointer.js';
import { Reach } from './reach.js';
import { hidesColours, paintedPieces, sameComparison } from './scene.js';
import { Targets } from './targets.js';
import { Zoom } from './zoom.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./marks.js').Overlay} Overlay */
/** @typedef {import('./scene.js').Phase} Phase */

/**
 * @typedef {object} BoardOptions
 * @property {string} label what the board is, for those who hear it
 * @property {(seat: Seat) => string} sideName
 * @property {(moves: LegalMove[]) => void} [onMove] moves with the same hands; more than one differ in their `choice`
 * @property {(square: Square | null) => void} [onPending] a place that waits for a second tap
 * @property {(square: Square) => void} [onRefused] a tap that means nothing now
 * @property {(square: Square) => void} [onSquare] takes every tap instead of playing, for boards that are edited
 * @property {(from: Square, to: Square) => void} [onStroke] a stroke of the right mouse button, perhaps from a place to itself
 * @property {() => void} [onPhase] another picture of the same position has come into sight by itself
 * @property {boolean} [still] a picture only: no cells, no focus, no pointer
 */

/**
 * @typedef {object} BoardState
 * @property {boolean} [playable] whether the reader may move now
 * @property {boolean} [flipped]
 * @property {boolean} [animate]
 * @property {boolean} [reveal] whether the step to this view drew something by chance, which is worth a moment of its own
 * @property {boolean} [comparing] whether the other picture of the same position is wanted
 * @property {boolean} [numbers] shows the numbers of the moves whatever the reader's setting
 */

/** Cells smaller than this, in pixels, need a second tap. */
const SAFE_TAP = 34;

/** How long an observation that decided nothing stays in sight, with its wave. */
const HOLD_MS = WAVE_MS + 1500;

/** The board of every game: draws a `View`, knows no rules, and says which legal move the reader's hands mean. */
export class Board {
  /** @type {View | null} */
  #view = null;
  /** @type {BoardState} */
  #state = {};
  /** @type {Phase} */
  #phase = 'position';
  /** Ends the phase `observed`. @type {ReturnType<typeof setTimeout> | undefined} */
  #hold;
  /** @type {Overlay} */
  #overlay = {};
  /** @type {Geometry | null} */
  #geometry = null;
  /** What the layers show now. @type {{ view: View, phase: Phase } | null} */
  #painted = null;
  #ground = new Ground();
  #marks = new Marks();
  #targets = new Targets();
  /** @type {PieceLayer} */
  #pieces;
  /** @type {Reach} */
  #reach;
  /** @type {Hands} */
  #hands;
  /** @type {Cells | null} */
  #cells = null;
  /** @type {(() => void)[]} */
  #disposers = [];

  /** @param {BoardOptions} options */
  constructor(options) {
    installDefs();
    this.options = options;
    this.#pieces = new PieceLayer((seat, glyph) => this.#hands.pointOf(this.svg, seat, glyph));
    this.#reach = new Reach({
      moves: () => (this.#state.playable && this.#view ? this.#view.moves : []),
      onChange: () => this.#drawReach(),
      onMove: options.onMove,
      onPending: options.onPending,
      onRefused: options.onRefused,
    });
    this.#hands = new Hands({
      onTap: (seat, glyph) => this.#holds(seat) && this.#reach.tapHand(glyph),
      onPick: (seat, glyph) => this.#holds(seat) && this.#reach.pick({ kind: 'hand', glyph }),
      onOver: (event) => this.#reach.point(this.#squareUnder(event)),
      onRelease: (event) => this.#dropFromHand(event && this.#squareUnder(event)),
    });
    if (!options.still) {
      this.#cells = new Cells(options.label, options.sideName, {
        onEnter: (square) => this.#activate(square),
        onEscape: () => this.cancel(),
        onFocus: () => this.#drawReach(),
      });
    }
    const { wood, lines, coordinates } = this.#ground;
    const { regions, heat, below, strokes, above, arrows } = this.#marks;
    const { ghost, chosen } = this.#targets;
    const cells = this.#cells ? [this.#cells.element, this.#cells.ring] : [];
    this.svg = s(
      'svg',
      { class: 'board', focusable: 'false', ...(options.still ? { role: 'img', 'aria-label': options.label } : {}) },
      ...[wood, lines, coordinates, regions, heat, this.#targets.below, below, this.#pieces.element, chosen, strokes, above, ghost, arrows, ...cells],
    );
    this.zoom = new Zoom(this.svg);
    const frame = h('div', { class: 'board-frame' }, this.svg, this.zoom.button);
    this.element = h('div', { class: 'stage' }, h('div', { class: 'board-set' }, this.#hands.far.element, frame, this.#hands.near.element));
    if (!options.still) this.#disposers.push(this.#listen(), this.#watchSize());
    this.#disposers.push(
      settings.watch(() => {
        this.#geometry = null;
        this.#paint(false);
      }),
    );
  }

  dispose() {
    clearTimeout(this.#hold);
    for (const dispose of this.#disposers) dispose();
  }

  /** The view shown. */
  get view() {
    return this.#view;
  }

  /** Which picture of it is in sight. */
  get phase() {
    return this.#phase;
  }

  /** How wide the board is for its height. */
  get ratio() {
    const { width, height } = this.#geometry?.box ?? { width: 1, height: 1 };
    return width / height;
  }

  /**
   * Shows a position.
   * @param {View} view
   * @param {BoardState} [state]
   */
  update(view, state = {}) {
    const before = this.#view;
    if ((state.flipped ?? false) !== (this.#state.flipped ?? false)) this.#geometry = null;
    this.#view = view;
    this.#state = state;
    this.#phase = this.#nextPhase(before);
    this.#reach.review();
    // The same position in another light: a comparison turns stones over, a result of thinking leaves them alone.
    this.#paint(before === view || (state.animate ?? false));
  }

  /** The phase that follows, given the view before. @param {View | null} before @returns {Phase} */
  #nextPhase(before) {
    const view = this.#view;
    const { comparing, reveal, animate } = this.#state;
    if (view && view !== before && reveal && hidesColours(view)) {
      clearTimeout(this.#hold);
      this.#hold = setTimeout(() => this.settle(), HOLD_MS);
      return 'observed';
    }
    const goesOn = view === before || (view && before && animate && sameComparison(before, view));
    if (this.#phase === 'observed' && goesOn && !comparing) return 'observed';
    clearTimeout(this.#hold);
    return comparing && view?.compare ? 'compared' : 'position';
  }

  /** Returns from an observation in sight to the position. */
  settle() {
    if (this.#phase !== 'observed') return;
    clearTimeout(this.#hold);
    this.#phase = 'position';
    this.#paint(true);
    this.options.onPhase?.();
  }

  /** Lays an analysis over the position. @param {Overlay | null} overlay */
  setOverlay(overlay) {
    this.#overlay = overlay ?? {};
    this.#drawMarks();
  }

  /** Moves the waiting ghost. @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    const { pending } = this.#reach;
    if (pending && this.#geometry) this.#reach.aim(this.#geometry.step(pending, dx, dy));
  }

  /** Plays the waiting ghost. */
  confirm() {
    this.#reach.confirm();
  }

  /** Drops the selection and the waiting ghost. */
  cancel() {
    this.#reach.cancel();
  }

  /** Puts the focus on the board. */
  focus() {
    this.#cells?.focus();
  }

  /** Brings every layer to the view and the phase. @param {boolean} animate whether the way there may be shown */
  #paint(animate) {
    const view = this.#view;
    if (!view) return;
    const known = this.#geometry?.fits(view.grid) ?? false;
    if (known && this.#painted?.view === view && this.#painted.phase === this.#phase) {
      this.#drawReach();
      return;
    }
    const geometry = known && this.#geometry ? this.#geometry : this.#measure(view);
    this.#geometry = geometry;
    if (!known) this.#drawGround(geometry, view);
    this.#painted = { view, phase: this.#phase };
    this.svg.dataset.phase = this.#phase;
    const pieces = paintedPieces(view, this.#phase);
    const origin = view.marks.find((mark) => mark.kind === 'last')?.at ?? null;
    this.#pieces.numbers = this.#numbers;
    this.#pieces.paint(geometry, { pieces, hands: view.hands }, { animate: animate && known, origin });
    this.#drawMarks();
    this.#drawReach();
    this.#cells?.describe(view, pieces);
  }

  /** @param {View} view */
  #measure(view) {
    return new Geometry(view.grid, { flipped: this.#state.flipped ?? false, coordinates: settings.get().coordinates && !this.options.still });
  }

  get #numbers() {
    return settings.get().numbers || (this.#state.numbers ?? false);
  }

  /** @param {Geometry} geometry @param {View} view */
  #drawGround(geometry, view) {
    this.zoom.setBox(geometry.box);
    this.element.style.setProperty('--ratio', String(this.ratio));
    this.element.style.setProperty('--rows', String(view.grid.rows));
    this.svg.style.setProperty('--lettering', `${geometry.lettering}px`);
    this.svg.style.setProperty('--fine', String(geometry.fineness));
    this.#ground.draw(geometry, view.grid);
    this.#cells?.build(geometry);
    if (!this.options.still) this.#placeHands();
  }

  #drawMarks() {
    if (!this.#view || !this.#geometry) return;
    this.#marks.draw(this.#geometry, this.#view, this.#phase, this.#overlay, this.#numbers);
  }

  /** What is picked up, where it can go, what would be placed. */
  #drawReach() {
    const view = this.#view;
    const geometry = this.#geometry;
    if (!view || !geometry || this.options.still) return;
    const reach = this.#reach;
    const { targets, hover, moves, selection } = reach;
    this.#targets.draw(geometry, view, reach, this.#cells?.visible ?? null);
    this.#cells?.select(reach.chosen, targets);
    this.#hands.draw(view, { flipped: geometry.flipped, moves, selection, sideName: this.options.sideName });
    this.svg.classList.toggle('is-live', Boolean(hover && (reach.movable(hover) || targets.has(`${hover.x},${hover.y}`) || reach.placeable(hover))));
  }

  /** Puts the hands where they leave most room for the board. */
  #placeHands() {
    const held = Math.max(0, ...(this.#view?.hands.map((hand) => hand.pieces.length) ?? []));
    const stage = { width: this.element.clientWidth, height: this.element.clientHeight };
    this.element.classList.toggle('has-hands', held > 0);
    this.element.classList.toggle('hands-above', held > 0 && handsAbove(stage, this.ratio, held));
    this.element.style.setProperty('--held', String(held));
  }

  /** @returns {() => void} */
  #watchSize() {
    const observer = new ResizeObserver(() => this.#placeHands());
    observer.observe(this.element);
    return () => observer.disconnect();
  }

  /** @returns {() => void} */
  #listen() {
    const reach = this.#reach;
    const pointer = new Pointer(this.svg, {
      squareAt: (point) => this.#geometry?.squareAt(point) ?? null,
      movable: (square) => !this.options.onSquare && reach.movable(square),
      zoom: this.zoom,
      onHover: (square) => reach.point(square),
      onTap: (square, kind) => this.#tap(square, kind),
      onAim: (square) => reach.aim(square),
      aims: (kind) => this.#confirms(kind),
      onDragStart: (square) => reach.pick({ kind: 'board', at: square }),
      onDrag: (square, point) => {
        this.#pieces.hold(square, point);
        reach.point(this.#geometry?.squareAt(point) ?? null);
      },
      onDrop: (from, to) => {
        this.#pieces.hold(null);
        if (!sameSquare(from, to)) reach.putDown(to);
      },
      onStroke: (from, to) => this.options.onStroke?.(from, to),
    });
    return () => pointer.dispose();
  }

  /** Whether a tap by this kind of pointer only aims. @param {string} kind */
  #confirms(kind) {
    const { confirm } = settings.get();
    if (confirm === 'never' || this.options.onSquare || this.#reach.selection) return false;
    if (!this.#state.playable || !this.#view?.ghost) return false;
    if (confirm === 'always') return true;
    return kind !== 'mouse' && this.zoom.pixelsPerUnit() * UNIT < SAFE_TAP;
  }

  /** @param {Square} square @param {string} kind */
  #tap(square, kind) {
    this.#cells?.moveFocus(square, false);
    if (!this.options.onSquare && this.#confirms(kind) && !this.#reach.movable(square)) {
      if (sameSquare(square, this.#reach.pending)) this.#reach.confirm();
      else this.#reach.aim(square);
      return;
    }
    this.#activate(square);
  }

  /** @param {Square} square */
  #activate(square) {
    this.settle();
    if (this.options.onSquare) this.options.onSquare(square);
    else this.#reach.tap(square);
  }

  /** Whether the pieces in this hand are the mover's. @param {Seat} seat */
  #holds(seat) {
    const turn = this.#view?.turn;
    return turn?.kind === 'seat' && turn.seat === seat;
  }

  /** @param {PointerEvent} event */
  #squareUnder(event) {
    return this.#geometry?.squareAt(this.zoom.toBoard(event)) ?? null;
  }

  /** @param {Square | null} square */
  #dropFromHand(square) {
    this.#reach.point(null);
    if (this.#reach.selection?.kind === 'hand') this.#reach.putDown(square);
  }
}
