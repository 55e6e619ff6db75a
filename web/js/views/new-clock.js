import { segmented } from '../components/button.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Choosing a clock for a new game. */

/** @typedef {import('../types.js').TimeControl} TimeControl */
/** @typedef {'none' | TimeControl['kind']} Kind */

/**
 * What was chosen last, of every kind.
 * @typedef {object} ClockChoice
 * @property {Kind} kind
 * @property {number} minutes main time
 * @property {number} increment
 * @property {number} periods
 * @property {number} moves
 * @property {number} period
 * @property {number} days
 */

/** @type {ClockChoice} */
export const NO_CLOCK = { kind: 'none', minutes: 10, increment: 5, periods: 3, moves: 10, period: 30, days: 3 };

/** The numbers of each kind, and what they may be. @type {Record<Kind, ('minutes' | 'increment' | 'periods' | 'moves' | 'period' | 'days')[]>} */
const NUMBERS = {
  none: [],
  fischer: ['minutes', 'increment'],
  byoyomi: ['minutes', 'periods', 'period'],
  canadian: ['minutes', 'moves', 'period'],
  correspondence: ['days'],
};

const RANGES = { minutes: [0, 360], increment: [0, 600], periods: [1, 30], moves: [1, 100], period: [1, 3600], days: [1, 30] };

/** @param {ClockChoice} choice @returns {TimeControl | null} */
export function controlFor({ kind, minutes, increment, periods, moves, period, days }) {
  const seconds = Math.round(minutes * 60);
  switch (kind) {
    case 'fischer':
      return { kind, seconds, increment: seconds === 0 && increment === 0 ? 1 : increment };
    case 'byoyomi':
      return { kind, seconds, periods, period };
    case 'canadian':
      return { kind, seconds, moves, period };
    case 'correspondence':
      return { kind, days };
    default:
      return null;
  }
}

/**
 * @param {ClockChoice} choice
 * @param {boolean} days whether a game may take days
 * @param {(choice: ClockChoice) => void} onChange
 */
export function clockFields(choice, days, onChange) {
  const kinds = /** @type {Kind[]} */ (Object.keys(NUMBERS)).filter((kind) => days || kind !== 'correspondence');
  const kind = kinds.includes(choice.kind) ? choice.kind : 'none';
  return h(
    'div',
    { class: 'rule' },
    segmented({
      name: 'clock',
      label: t('new.clock'),
      value: kind,
      columns: 3,
      options: kinds.map((value) => ({ value, label: t(`new.clock.${value}`) })),
      onChange: (value) => onChange({ ...choice, kind: value }),
    }),
    h(
      'div',
      { class: 'clock-numbers', hidden: NUMBERS[kind].length === 0 },
      NUMBERS[kind].map((name) => {
        const [least, most] = /** @type {[number, number]} */ (RANGES[name]);
        const field = h('input', {
          type: 'number',
          name: `clock-${name}`,
          min: least,
          max: most,
          step: name === 'minutes' ? 'any' : 1,
          value: String(choice[name]),
          onchange: () => {
            const typed = Number(field.value);
            if (!Number.isFinite(typed)) return;
            const value = Math.max(least, Math.min(most, name === 'minutes' ? typed : Math.round(typed)));
            onChange({ ...choice, [name]: value });
          },
        });
        return h('label', { class: 'number-other' }, h('span', {}, t(`new.clock.${name}`)), field);
      }),
    ),
  );
}
