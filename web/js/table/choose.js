import { ask } from '../components/dialog.js';
import { notify } from '../components/notice.js';
import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { t } from '../i18n.js';

/** Moves with the same hands: the reader is asked which one is meant. */

/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./model.js').TableModel} TableModel */

/**
 * Plays a move; moves with the same hands are told apart by asking.
 * @param {TableModel} model
 * @param {LegalMove[]} moves
 */
export async function choose(model, moves) {
  let [move] = moves;
  if (moves.length > 1) {
    const owner = model.view.turn.kind === 'seat' ? model.view.turn.seat : null;
    const picked = await ask(
      t('choice.title'),
      moves.map((option) => {
        const name = option.choice ?? option.text;
        const label = t(`choice.${name}`);
        return { value: option, label, face: [picture(model, option, owner), h('span', {}, label)] };
      }),
    );
    if (!picked) return;
    move = picked;
  }
  if (!move) return;
  if (!model.connected) notify(t('error.offline_move'), 'error');
  else await model.play(move.text);
}

/** What a move makes of a piece, so that a promotion can be seen before it is chosen. @param {TableModel} model @param {LegalMove} move @param {Seat | null} owner */
function picture(model, move, owner) {
  const from = move.from?.kind === 'board' ? move.from.at : null;
  const piece = from ? model.view.pieces.find((standing) => standing.at.x === from.x && standing.at.y === from.y) : null;
  if (!piece) return null;
  const grown = move.choice === 'promote' ? model.info.promotions.find((promotion) => promotion.from === piece.glyph) : undefined;
  return s(
    'svg',
    { viewBox: '-50 -50 100 100', class: 'choice-picture', 'aria-hidden': 'true' },
    drawPiece({ glyph: grown?.to ?? piece.glyph, owner, steps: grown?.steps ?? piece.steps }),
  );
}
