import { keyOf } from './geometry.js';

/** What happened between two pictures of a board, so that it can be shown as movement. */

/** @typedef {import('./pieces.js').Picture} Picture */
/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @typedef {object} Changes
 * @property {{ from: Piece, to: Piece }[]} moved a piece that went elsewhere, perhaps turned over on arrival
 * @property {Piece[]} placed pieces that were not there before
 * @property {Piece[]} dropped pieces that came from a hand
 * @property {{ piece: Piece, to: Seat | null }[]} taken pieces that are gone, and whose hand they went to
 * @property {{ from: Piece, to: Piece }[]} turned pieces that stayed and look different
 * @property {Piece[]} kept pieces that stayed as they were
 */

/** @param {Piece} a @param {Piece} b */
function looksSame(a, b) {
  return a.glyph === b.glyph && a.owner === b.owner && a.shade === b.shade && a.kept === b.kept && a.label === b.label && a.number === b.number;
}

/** @param {Picture} picture @param {Seat} seat */
function handSize(picture, seat) {
  const hand = picture.hands.find((held) => held.seat === seat);
  return hand ? hand.pieces.reduce((sum, piece) => sum + piece.count, 0) : 0;
}

/**
 * @param {Picture} before
 * @param {Picture} after
 * @returns {Changes}
 */
export function changes(before, after) {
  const old = new Map(before.pieces.map((piece) => [keyOf(piece.at), piece]));
  /** @type {Changes} */
  const found = { moved: [], placed: [], dropped: [], taken: [], turned: [], kept: [] };
  /** @type {Piece[]} */
  const arrived = [];
  for (const piece of after.pieces) {
    const was = old.get(keyOf(piece.at));
    if (was && (was.owner === piece.owner || was.shade !== null || piece.shade !== null)) {
      old.delete(keyOf(piece.at));
      if (looksSame(was, piece)) found.kept.push(piece);
      else found.turned.push({ from: was, to: piece });
    } else {
      arrived.push(piece);
    }
  }
  const gone = [...old.values()];
  const grown = /** @type {Seat[]} */ (['first', 'second']).filter((seat) => handSize(after, seat) > handSize(before, seat));
  const shrunk = /** @type {Seat[]} */ (['first', 'second']).filter((seat) => handSize(after, seat) < handSize(before, seat));
  for (const piece of arrived) {
    const candidates = gone.filter((was) => was.owner === piece.owner);
    const exact = candidates.find((was) => was.glyph === piece.glyph) ?? candidates[0];
    if (exact) {
      gone.splice(gone.indexOf(exact), 1);
      found.moved.push({ from: exact, to: piece });
    } else if (piece.owner && shrunk.includes(piece.owner)) {
      found.dropped.push(piece);
    } else {
      found.placed.push(piece);
    }
  }
  for (const piece of gone) {
    const captor = grown.find((seat) => seat !== piece.owner) ?? null;
    found.taken.push({ piece, to: captor });
  }
  return found;
}
