import { button } from '../components/button.js';
import { copyText } from '../components/notice.js';
import { h } from '../dom.js';
import { number, say, t } from '../i18n.js';
import { drawThermograph } from './thermograph.js';

/** What is known about a position, in words, numbers and pictures. */

/**
 * @typedef {object} Part
 * @property {string} letter
 * @property {[number, number][]} cells row and column
 * @property {string | null} value
 * @property {string | null} unicode
 * @property {string | null} temperature
 */

/**
 * @typedef {object} PlayerOption
 * @property {string} move
 * @property {string} component
 * @property {string} board
 * @property {string | null} value
 * @property {string | null} unicode
 * @property {string} temperature
 * @property {boolean} wins
 * @property {'kept' | 'dominated' | 'reversible'} standing
 * @property {string} [better]
 * @property {string | null} [through]
 */

/**
 * @typedef {object} Answer
 * @property {string | null} [value]
 * @property {string | null} [unicode]
 * @property {string | null} [latex]
 * @property {number | string} [value_length]
 * @property {string} [outcome]
 * @property {string} [temperature]
 * @property {string} [mean]
 * @property {string} [left_stop]
 * @property {string} [right_stop]
 * @property {number} [birthday]
 * @property {string | null} [atomic_weight]
 * @property {number} [nodes]
 * @property {import('../types.js').Text} [reading]
 * @property {{ drawn: import('./thermograph.js').DrawnWalls }} [thermograph]
 * @property {{ name: string, left: string[], right: string[] }[] | null} [form]
 * @property {Part[]} components
 * @property {number} positions
 * @property {number} seconds
 * @property {PlayerOption[]} [left]
 * @property {PlayerOption[]} [right]
 */

/** Above this many sub-games the list of them is cut. */
const LISTED = 200;

/** @param {string} key @param {string | number | null | undefined} value */
function fact(key, value) {
  return value === null || value === undefined
    ? []
    : [h('dt', {}, h('abbr', { title: t(`explore.what.${key}`) }, t(`cgt.${key}`))), h('dd', {}, String(value))];
}

/** @param {string} label @param {string} text */
function copyButton(label, text) {
  return button(label, () => void copyText(text), { kind: 'quiet', icon: 'copy' });
}

/** @param {Answer} answer */
export function worthSection(answer) {
  if (answer.outcome === undefined) return h('p', { class: 'explore-note' }, t('explore.unknown', { positions: number(answer.positions) }));
  const shown = answer.unicode ?? t('explore.too_long', { length: String(answer.value_length) });
  return h(
    'section',
    { class: 'explore-worth', 'aria-live': 'polite' },
    h('h2', { class: answer.unicode ? 'worth-value' : 'worth-value is-long' }, shown),
    answer.reading ? h('p', { class: 'worth-reading' }, say(answer.reading)) : null,
    h(
      'dl',
      { class: 'facts' },
      fact('outcome', answer.outcome),
      fact('temperature', answer.temperature),
      fact('mean', answer.mean),
      fact('left_stop', answer.left_stop),
      fact('right_stop', answer.right_stop),
      fact('birthday', answer.birthday),
      fact('atomic_weight', answer.atomic_weight),
      fact('nodes', answer.nodes),
    ),
    h('p', { class: 'explore-note' }, t('explore.work', { positions: number(answer.positions), seconds: number(answer.seconds, { maximumFractionDigits: 2 }) })),
    answer.value
      ? h('div', { class: 'button-row' }, copyButton(t('explore.copy_text'), answer.value), answer.latex ? copyButton(t('explore.copy_latex'), answer.latex) : null)
      : null,
    answer.thermograph ? drawThermograph(answer.thermograph.drawn, shown) : null,
    answer.form ? formList(answer.form) : null,
  );
}

/** @param {{ name: string, left: string[], right: string[] }[]} form */
function formList(form) {
  return h(
    'details',
    { class: 'explore-form' },
    h('summary', {}, t('explore.form', { count: form.length })),
    h('ol', {}, form.slice(-LISTED).map((game) => h('li', {}, h('code', {}, `${game.name} = {${game.left.join(', ')} | ${game.right.join(', ')}}`)))),
  );
}

/** @param {Answer} answer */
export function partsSection(answer) {
  if (answer.components.length === 0) return null;
  return h(
    'section',
    { class: 'explore-parts' },
    h('h3', {}, t('explore.parts', { count: answer.components.length })),
    h(
      'ul',
      {},
      answer.components.map((part) => h('li', {}, h('b', {}, part.letter), ` ${part.unicode ?? '…'}`, part.temperature ? h('small', {}, ` ${t('cgt.temperature')} ${part.temperature}`) : null)),
    ),
  );
}

/** @param {PlayerOption} option */
function standing(option) {
  if (option.standing === 'dominated') return t('explore.dominated', { move: option.better ?? '' });
  if (option.standing === 'reversible') return t('explore.reversible', { value: option.through ?? '…' });
  return t('explore.kept');
}

/**
 * @param {Answer} answer
 * @param {(option: PlayerOption) => void} play
 */
export function optionsSection(answer, play) {
  const rows = [
    .../** @type {PlayerOption[]} */ (answer.left ?? []).map((option) => ({ option, side: t('side.black') })),
    .../** @type {PlayerOption[]} */ (answer.right ?? []).map((option) => ({ option, side: t('side.white') })),
  ];
  if (rows.length === 0) return h('p', { class: 'explore-note' }, t('explore.no_moves'));
  return h(
    'section',
    { class: 'explore-options' },
    h('h3', {}, t('explore.options')),
    h(
      'div',
      { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('explore.options') },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ['side', 'move', 'value', 'temperature', 'note'].map((name) => h('th', { scope: 'col' }, t(`explore.column.${name}`))))),
        h(
          'tbody',
          {},
          rows.map(({ option, side }) =>
            h(
              'tr',
              { class: option.standing === 'kept' ? null : 'is-weak' },
              h('td', {}, side),
              h('td', {}, button(option.move, () => play(option), { kind: 'quiet', title: t('explore.play_move') })),
              h('td', {}, option.unicode ?? '…'),
              h('td', {}, option.temperature),
              h('td', {}, standing(option)),
            ),
          ),
        ),
      ),
    ),
  );
}
