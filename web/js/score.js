import { number, t } from './i18n.js';

/** What a position is worth, in words. Numbers are the first player's everywhere, as in the bar and the graph. */

/** @typedef {import('./types.js').Score} Score */
/** @typedef {import('./types.js').Seat} Seat */

/** @param {number} value */
const signed = (value) => number(value, { signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @param {number} share 0 to 1 */
export const percent = (share) => `${number(100 * share, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

/**
 * A score in a list or as a heading.
 * @param {Score} score
 * @param {(seat: Seat) => string} sideName
 */
export function scoreText(score, sideName) {
  switch (score.kind) {
    case 'value':
      return signed(score.value);
    case 'share':
      return t('score.share', { side: sideName('first'), percent: percent(score.share) });
    case 'win':
      return t(score.moves === 0 ? 'score.has_won' : 'score.wins_in', { side: sideName(score.seat), moves: score.moves });
    case 'draw':
      return t('score.draw');
    case 'exact':
      return score.text;
  }
}

/**
 * A score as it fits on a point. A forced win is `#5`, as in the notation of chess problems; the second player's has a minus sign.
 * @param {Score} score
 */
export function shortScore(score) {
  switch (score.kind) {
    case 'value':
      return signed(score.value);
    case 'share':
      return percent(score.share);
    case 'win':
      return `${score.seat === 'first' ? '' : '−'}#${score.moves}`;
    case 'draw':
      return '=';
    case 'exact':
      return score.text;
  }
}
