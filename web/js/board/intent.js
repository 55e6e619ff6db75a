import { keyOf, sameSquare } from './geometry.js';

/** What a tap means, worked out from the list of legal moves alone. */

/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Source} Source */
/** @typedef {import('../types.js').Square} Square */

/**
 * What a tap leads to: a new selection (`null` for none), and the moves that it plays. Several moves have the same hands and differ in
 * their `choice`.
 * @typedef {{ selection: Source | null, moves: LegalMove[] }} Intent
 */

/**
 * Whether two sources are the same thing to pick up.
 * @param {Source | null} a
 * @param {Source | null} b
 */
export function sameSource(a, b) {
  if (!a || !b) return a === b;
  if (a.kind === 'board') return b.kind === 'board' && sameSquare(a.at, b.at);
  return b.kind === 'hand' && a.glyph === b.glyph;
}

/**
 * The moves that start by picking this up.
 * @param {LegalMove[]} moves
 * @param {Source | null} source
 */
export const movesFrom = (moves, source) => moves.filter((move) => sameSource(move.from, source) && move.to !== null);

/**
 * The places that can be reached with what is picked up, by key.
 * @param {LegalMove[]} moves
 * @param {Source | null} source
 */
export function targets(moves, source) {
  if (!source) return new Set();
  return new Set(movesFrom(moves, source).map((move) => keyOf(/** @type {Square} */ (move.to))));
}

/**
 * What tapping a place means.
 * @param {LegalMove[]} moves
 * @param {Source | null} selection
 * @param {Square} square
 * @returns {Intent}
 */
export function tapSquare(moves, selection, square) {
  if (selection) {
    const played = movesFrom(moves, selection).filter((move) => sameSquare(move.to, square));
    if (played.length > 0) return { selection: null, moves: played };
  }
  const here = /** @type {Source} */ ({ kind: 'board', at: square });
  if (sameSource(selection, here)) return { selection: null, moves: [] };
  if (movesFrom(moves, here).length > 0) return { selection: here, moves: [] };
  const placed = movesFrom(moves, null).filter((move) => sameSquare(move.to, square));
  return { selection: null, moves: placed };
}

/**
 * What tapping a piece in the hand means.
 * @param {LegalMove[]} moves
 * @param {Source | null} selection
 * @param {string} glyph
 * @returns {Intent}
 */
export function tapHand(moves, selection, glyph) {
  const source = /** @type {Source} */ ({ kind: 'hand', glyph });
  if (sameSource(selection, source) || movesFrom(moves, source).length === 0) return { selection: null, moves: [] };
  return { selection: source, moves: [] };
}
