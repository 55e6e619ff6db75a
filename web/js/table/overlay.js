/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../board/marks.js').Overlay} Overlay */

/**
 * A move as it is shown on the board: what is put down and where, or an arrow if it comes from somewhere.
 * @param {LegalMove} move
 * @param {View} [view] the position in which it is played, if what is put down is to be shown
 * @returns {Overlay}
 */
export function overlayOf(move, view) {
  if (!move.to) return {};
  if (move.from?.kind === 'board') {
    const kind = move.over.length > 0 ? 'jump' : 'arrow';
    return { strokes: [{ from: move.from.at, to: move.to, kind }] };
  }
  const owner = view?.turn.kind === 'seat' ? view.turn.seat : null;
  const piece = view && (move.from ? { glyph: move.from.glyph, owner } : view.ghost);
  return { marks: [{ at: move.to, kind: 'best', label: null }], ghosts: piece ? [{ ...piece, at: move.to }] : [] };
}
