import { speak } from '../components/notice.js';
import { say } from '../i18n.js';
import { play as playSound } from '../sound.js';

/**
 * Says and sounds what has happened at a table.
 * @param {import('./model.js').TableModel} model
 * @param {import('../types.js').TableState} before
 * @param {boolean} grown whether the game has gone on
 */
export function announce(model, before, grown) {
  const { view, turn } = model.table;
  if (grown) {
    const chance = model.table.moves.slice(before.moves.length).some((row) => row.chance);
    const fewer = view.pieces.length < before.view.pieces.length;
    playSound(chance ? 'observe' : fewer ? 'take' : view.grid.style === 'cells' ? 'move' : 'place');
  }
  const mine = model.mySeats();
  if (turn.kind === 'over' && before.turn.kind !== 'over') {
    if (mine.length === 1 && turn.outcome.winner) {
      const sound = turn.outcome.winner === mine[0] ? 'win' : 'lose';
      setTimeout(() => playSound(sound), 350);
    }
  }
  // One sentence for a move. The state of the game follows only where the reader has something to do or nothing more to expect.
  const asked = turn.kind === 'seat' && mine.includes(turn.seat) && (mine.length === 1 || view.moves.every((move) => move.action !== null));
  const words = [grown && view.spoken ? say(view.spoken) : '', !grown || asked || turn.kind === 'over' ? model.statusText() : ''];
  speak(words.filter(Boolean).join(' '));
}
