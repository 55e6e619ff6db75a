import { number, t } from '../i18n.js';

/** Reading a clock: what is left of a player's time a while after the server told it. */

/** @typedef {import('../types.js').ClockReading} ClockReading */
/** @typedef {import('../types.js').TimeControl} TimeControl */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @typedef {object} TimeLeft
 * @property {number} ms until the main time, the period or the flag is at its end, whichever comes first
 * @property {boolean} overtime whether the main time is used up
 * @property {number} periods periods of byoyomi that are left, the one in use included
 * @property {number} moves moves still to be played within the Canadian period
 * @property {boolean} running
 * @property {boolean} low whether the flag falls soon
 */

/** A flag that falls within so many milliseconds falls soon. */
export const LOW = 10_000;

const DAY = 86_400_000;
const HOUR = 3_600_000;

/**
 * @param {ClockReading} clock
 * @param {Seat} seat
 * @param {number} since milliseconds since the clock was told
 * @returns {TimeLeft}
 */
export function timeLeft(clock, seat, since) {
  const running = clock.running === seat;
  const spent = running ? clock.elapsed_ms + Math.max(0, since) : 0;
  const { main_ms: main, period_ms: period, periods, moves } = clock[seat];
  const over = spent - main;
  if (over < 0 || period === 0) {
    const ms = Math.max(0, main - spent);
    return { ms, overtime: false, periods, moves, running, low: period === 0 && ms <= LOW };
  }
  const lost = periods > 0 ? Math.floor(over / period) : 0;
  const left = Math.max(0, periods - lost);
  const ms = periods > 0 ? (left > 0 ? period - (over - lost * period) : 0) : Math.max(0, period - over);
  return { ms, overtime: true, periods: left, moves, running, low: left <= 1 && ms <= LOW };
}

/** @param {number} n */
const two = (n) => String(n).padStart(2, '0');

/** A time as a clock shows it: `1:02:03`, `4:05`, `9.8`, or days and hours. @param {number} ms */
export function timeText(ms) {
  if (ms >= DAY) return t('clock.days', { days: number(Math.floor(ms / DAY)), hours: number(Math.floor((ms % DAY) / HOUR)) });
  // What is shown is never more than what is left, and zero only when nothing is.
  const seconds = Math.ceil(ms / 1000);
  if (ms <= LOW) return `${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)}`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What stands beside the time: periods or moves of an overtime. @param {ClockReading} clock @param {TimeLeft} left */
export function overtimeText({ control }, left) {
  if (control.kind === 'byoyomi') return left.overtime ? `×${left.periods}` : `+${left.periods}×${control.period}`;
  if (control.kind === 'canadian' && left.overtime) return t('clock.moves', { n: left.moves });
  return '';
}

/** A time control in a few words: `5 min + 3 s`. @param {TimeControl} control */
export function controlText(control) {
  const seconds = (/** @type {number} */ n) =>
    n >= 60 && n % 60 === 0 ? t('clock.minutes', { n: number(n / 60) }) : t('clock.seconds', { n: number(n) });
  switch (control.kind) {
    case 'fischer':
      return control.increment > 0 ? `${seconds(control.seconds)} + ${seconds(control.increment)}` : seconds(control.seconds);
    case 'byoyomi':
      return `${seconds(control.seconds)} + ${number(control.periods)} × ${seconds(control.period)}`;
    case 'canadian':
      return t('clock.canadian_text', { main: seconds(control.seconds), moves: number(control.moves), period: seconds(control.period) });
    default:
      return t('clock.per_move', { n: number(control.days) });
  }
}
