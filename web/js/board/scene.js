import { keyOf } from './geometry.js';

/** What is painted: a function of the view and of the phase, and of nothing else. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Layer} Layer */
/** @typedef {import('../types.js').Stroke} Stroke */

/**
 * Which picture of a position is in sight: the position itself; for a while, the observation that has just decided nothing; or the
 * other picture because the reader asked for it.
 * @typedef {'position' | 'observed' | 'compared'} Phase
 */

/** The picture that lies over the position in a phase. @param {View} view @param {Phase} phase @returns {Layer | null} */
const layerOver = (view, phase) => (phase === 'position' ? null : view.compare);

/** The pieces to paint. Stones that the other picture does not know stay as they are. @param {View} view @param {Phase} phase @returns {Piece[]} */
export function paintedPieces(view, phase) {
  const over = layerOver(view, phase);
  if (!over) return view.pieces;
  const covered = new Set(over.pieces.map((piece) => keyOf(piece.at)));
  return [...over.pieces, ...view.pieces.filter((piece) => !covered.has(keyOf(piece.at)))];
}

/** The strokes to paint. @param {View} view @param {Phase} phase @returns {Stroke[]} */
export const paintedStrokes = (view, phase) => (layerOver(view, phase) ?? view).strokes;

/** Whether the other picture shows colours of stones that are undecided in the position. @param {View} view */
export function hidesColours({ compare, pieces }) {
  const undecided = new Set(pieces.filter((piece) => piece.shade !== null && !piece.kept).map((piece) => keyOf(piece.at)));
  return compare?.pieces.some((piece) => piece.shade === null && undecided.has(keyOf(piece.at))) ?? false;
}

/** Whether two views have the same other picture. @param {View} a @param {View} b */
export const sameComparison = (a, b) => JSON.stringify(a.compare) === JSON.stringify(b.compare);
