import { has, say, t } from '../i18n.js';

/** What a table says about its game: to the player where one reads it, and by the sides' names to everybody else. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Outcome} Outcome */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Text} Text */

/** @param {Seat} seat @returns {Seat} */
const other = (seat) => (seat === 'first' ? 'second' : 'first');

/** The seat of a reader who plays one side; `null` for those who play both or none. @param {TableModel} model @returns {Seat | null} */
export function readersSeat(model) {
  const mine = model.mySeats();
  return mine.length === 1 ? (mine[0] ?? null) : null;
}

/**
 * Why the game ended, in one sentence.
 * @param {TableModel} model
 * @param {Outcome} outcome
 */
export function reasonText(model, { winner, reason }) {
  const own = `game.${model.info.id}.reason.${reason}`;
  const keys = [own, `reason.${reason}`];
  if (winner) {
    const loser = other(winner);
    if (readersSeat(model) === loser) for (const key of keys) if (has(`${key}.you`)) return t(`${key}.you`);
    for (const key of keys) if (has(`${key}.side`)) return t(`${key}.side`, { side: model.sideName(loser) });
  }
  return t(`reason.${reason}`);
}

/**
 * One sentence on the state of a game.
 * @param {TableModel} model
 * @param {import('../types.js').View} view the position in sight
 */
export function statusSentence(model, view) {
  const { spoken } = view;
  // What was decided about the colours can be seen nowhere else.
  const decided = spoken && view.turn.kind === 'seat' && DECIDED.has(spoken.key) ? `${say(spoken)} ` : '';
  return decided + sentence(model, view);
}

/** What is said of decisions. */
const DECIDED = new Set(['swap', 'stay', 'two', 'ten'].map((name) => `spoken.gomoku.${name}`));

/** @param {TableModel} model @param {import('../types.js').View} view */
function sentence(model, { turn, status }) {
  const reader = readersSeat(model);
  if (turn.kind === 'over') {
    const { winner } = turn.outcome;
    if (!winner) return say(status);
    const reason = reasonText(model, turn.outcome);
    if (reader) return t(winner === reader ? 'status.you_won' : 'status.you_lost', { reason });
    return t('status.won', { side: model.sideName(winner), reason });
  }
  if (turn.kind !== 'seat') return say(status);
  const { seat } = turn;
  const spec = model.table.seats[seat];
  if (model.table.pace === 'paused' && model.isLive) return t('watch.paused');
  // A past position has nobody who thinks about it.
  if (spec.kind === 'level' && model.isLive) {
    const name = model.levelName(spec.level);
    return reader ? t('status.thinking', { name }) : t('status.thinking_side', { name, side: model.sideName(seat) });
  }
  if (reader === seat && has(`${status.key}.you`)) return say({ ...status, key: `${status.key}.you` });
  if (reader && reader !== seat && model.isLive) return t('status.opponent');
  return say(status);
}
