import { sameSquare } from './geometry.js';
import { movesFrom, sameSource, tapHand, tapSquare, targets } from './intent.js';

/** What the reader's hand holds, points at and aims at, and which legal moves that means. */

/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Source} Source */
/** @typedef {import('../types.js').Square} Square */

/**
 * @typedef {object} ReachHandlers
 * @property {() => LegalMove[]} moves the legal moves that the reader may make now
 * @property {() => void} onChange
 * @property {(moves: LegalMove[]) => void} [onMove]
 * @property {(square: Square | null) => void} [onPending]
 * @property {(square: Square) => void} [onRefused]
 */

export class Reach {
  /** What is picked up. @type {Source | null} */
  selection = null;
  /** The place under the pointer. @type {Square | null} */
  hover = null;
  /** A place that waits for a second tap. @type {Square | null} */
  pending = null;

  /** @param {ReachHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  get moves() {
    return this.handlers.moves();
  }

  /** The places that can be reached with what is picked up. */
  get targets() {
    return targets(this.moves, this.selection);
  }

  /** The piece on the board that is picked up. @returns {Square | null} */
  get chosen() {
    return this.selection?.kind === 'board' ? this.selection.at : null;
  }

  /** Whether something can be put down there without picking anything up. @param {Square} square */
  placeable(square) {
    return movesFrom(this.moves, null).some((move) => sameSquare(move.to, square));
  }

  /** Whether a piece there can be picked up. @param {Square} square */
  movable(square) {
    return movesFrom(this.moves, { kind: 'board', at: square }).length > 0;
  }

  /** Forgets what the legal moves no longer allow. */
  review() {
    if (this.selection && movesFrom(this.moves, this.selection).length === 0) this.selection = null;
    if (this.pending && !this.placeable(this.pending)) this.aim(null);
  }

  /** Picks up or puts down. @param {Square} square */
  tap(square) {
    const had = this.selection;
    const intent = tapSquare(this.moves, had, square);
    this.#intend(intent);
    if (!had && !intent.selection && intent.moves.length === 0) this.handlers.onRefused?.(square);
  }

  /** @param {string} glyph */
  tapHand(glyph) {
    this.#intend(tapHand(this.moves, this.selection, glyph));
  }

  /** Puts down what is picked up; elsewhere than on a target it is let go. @param {Square | null} square */
  putDown(square) {
    const moves = square ? movesFrom(this.moves, this.selection).filter((move) => sameSquare(move.to, square)) : [];
    this.#intend({ selection: null, moves });
  }

  /** Aims at a place, or at none. @param {Square | null} square */
  aim(square) {
    if (sameSquare(square, this.pending) || (square && movesFrom(this.moves, null).length === 0)) return;
    this.pending = square;
    this.handlers.onChange();
    this.handlers.onPending?.(square);
  }

  /** Plays at the place aimed at. */
  confirm() {
    const square = this.pending;
    if (!square) return;
    if (!this.placeable(square)) {
      this.handlers.onRefused?.(square);
      return;
    }
    this.aim(null);
    this.#intend(tapSquare(this.moves, null, square));
  }

  /** Lets go of everything. */
  cancel() {
    this.aim(null);
    this.pick(null);
  }

  /** @param {Source | null} selection */
  pick(selection) {
    if (sameSource(selection, this.selection)) return;
    this.selection = selection;
    this.handlers.onChange();
  }

  /** @param {Square | null} square */
  point(square) {
    if (sameSquare(square, this.hover)) return;
    this.hover = square;
    this.handlers.onChange();
  }

  /** @param {import('./intent.js').Intent} intent */
  #intend({ selection, moves }) {
    this.pick(selection);
    if (moves.length > 0) this.handlers.onMove?.(moves);
  }
}
