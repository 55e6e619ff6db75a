import { nameOf, sameSquare } from '../board/geometry.js';
import { t } from '../i18n.js';

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('./model.js').TableModel} TableModel */

/** Why a tap or Enter on a place does nothing, in one sentence. @param {TableModel} model @param {Square} square */
export function whyRefused(model, square) {
  const { view } = model;
  const { turn } = model.table;
  const point = nameOf(view.grid, square);
  if (!model.connected) return t('error.offline_move');
  if (!model.isLive) return t('refused.past');
  if (turn.kind === 'over') return t('refused.over');
  if (model.mySeats().length === 0) return t('refused.watching');
  if (turn.kind !== 'seat' || !model.mySeats().includes(turn.seat)) return t('refused.other_turn');
  if (view.marks.some((mark) => mark.kind === 'forbidden' && sameSquare(mark.at, square)))
    return t('refused.forbidden', { point, side: model.sideName(turn.seat) });
  if (view.moves.every((move) => move.action !== null)) return t('refused.decide');
  const piece = view.pieces.find((standing) => sameSquare(standing.at, square));
  if (view.ghost && piece) return t('refused.occupied', { point });
  // An opening says where the next stone may come to lie.
  if (view.ghost) return view.status.key.startsWith('status.gomoku.') ? model.statusText() : t('refused.other_turn');
  if (!piece) return t('refused.empty', { point });
  return t(piece.owner === turn.seat ? 'refused.stuck' : 'refused.theirs', { point });
}
