import { button } from '../components/button.js';
import { copyText } from '../components/notice.js';
import { h } from '../dom.js';
import { minus, number, say, t } from '../i18n.js';
import { drawThermograph } from './thermograph.js';

/** What is known about a position, in words, numbers and pictures. */

/** @typedef {import('../types.js').Square} Square */

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
 * @property {string | null} [through_unicode]
 * @property {Square} from
 * @property {Square} to
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
 * @property {import('./thermograph.js').Walls} [thermograph]
 * @property {{ name: string, left: string[], right: string[] }[] | null} [form]
 * @property {Part[]} components
 * @property {number} positions
 * @property {number} seconds
 * @property {PlayerOption[]} [left]
 * @property {PlayerOption[]} [right]
 */

/** Above this many sub-games the list of them is cut. */
const LISTED = 200;

/** A fact with its name, which leads to what it means. @param {string} key @param {string | number | null | undefined} value */
function fact(key, value) {
  if (value === null || value === undefined) return null;
  return h('div', {}, h('dt', {}, h('a', { href: `/learn#${key}`, title: t(`explore.what.${key}`) }, t(`cgt.${key}`))), h('dd', {}, minus(value)));
}

/** How large a value is written: the longer, the smaller. @param {string} value */
function sizeOf(value) {
  if (value.length <= 22) return '';
  if (value.length <= 60) return ' is-long';
  return value.length <= 240 ? ' is-longer' : ' is-longest';
}

/** @param {string} label @param {string} text */
function copyButton(label, text) {
  return button(label, () => void copyText(text), { kind: 'quiet', icon: 'copy' });
}

/**
 * @param {Answer} answer
 * @param {{ games?: boolean }} [options] `games`: of Left and Right, not of Black and White
 */
export function worthSection(answer, { games = false } = {}) {
  if (answer.outcome === undefined) return h('p', { class: 'explore-note' }, t('explore.unknown', { positions: number(answer.positions) }));
  const shown = answer.unicode ?? t('explore.too_long', { length: String(answer.value_length) });
  return h(
    'section',
    { class: 'explore-worth', 'aria-live': 'polite' },
    h('h2', { class: `worth-value${sizeOf(shown)}` }, shown),
    answer.reading && !games ? h('p', { class: 'worth-reading' }, say(answer.reading)) : null,
    h(
      'dl',
      { class: 'facts' },
      fact('outcome', t(`${games ? 'expression' : 'explore'}.outcome.${answer.outcome}`)),
      fact('temperature', answer.temperature),
      fact('mean', answer.mean),
      fact('left_stop', answer.left_stop),
      fact('right_stop', answer.right_stop),
      fact('birthday', answer.birthday),
      fact('atomic_weight', answer.atomic_weight),
      fact('nodes', answer.nodes),
    ),
    games
      ? null
      : h(
          'p',
          { class: 'explore-note' },
          t('explore.work', {
            positions: number(answer.positions),
            seconds: number(Math.max(answer.seconds, 0.001), { maximumSignificantDigits: 2 }),
          }),
        ),
    answer.value
      ? h(
          'div',
          { class: 'button-row' },
          copyButton(t('explore.copy_text'), answer.value),
          answer.latex ? copyButton(t('explore.copy_latex'), answer.latex) : null,
        )
      : null,
  );
}

/** @param {Answer} answer */
export function thermographSection(answer) {
  if (!answer.thermograph) return null;
  return h(
    'section',
    { class: 'explore-thermograph' },
    h('h3', {}, t('explore.thermograph')),
    drawThermograph(answer.thermograph, answer.unicode ?? ''),
  );
}

/** The canonical form as a list of its sub-games. @param {Answer} answer */
export function formSection(answer) {
  return answer.form ? formList(answer.form) : null;
}

/** @param {{ name: string, left: string[], right: string[] }[]} form */
function formList(form) {
  return h(
    'details',
    { class: 'explore-form' },
    h('summary', {}, t('explore.form', { count: form.length })),
    h(
      'ol',
      {},
      form.slice(-LISTED).map((game) => h('li', {}, h('code', {}, `${game.name} = {${game.left.join(', ')} | ${game.right.join(', ')}}`))),
    ),
  );
}

/** @param {Answer} answer */
export function partsSection(answer) {
  if (answer.components.length === 0) return null;
  if (answer.components.length === 1) return h('p', { class: 'explore-note explore-parts' }, t('explore.one_part'));
  return h(
    'section',
    { class: 'explore-parts' },
    h('h3', {}, t('explore.parts', { count: answer.components.length })),
    h(
      'ul',
      {},
      answer.components.map((part, index) =>
        h(
          'li',
          { class: 'part' },
          h('span', { class: `part-letter part-letter-${index % 8}` }, part.letter),
          h('span', { class: 'part-value' }, part.unicode ?? '…'),
          part.temperature ? h('small', { class: 'quiet' }, `${t('cgt.temperature')} ${minus(part.temperature)}`) : null,
        ),
      ),
    ),
  );
}

/** @param {PlayerOption} option */
function standing(option) {
  if (option.standing === 'dominated') return t('explore.dominated', { move: option.better ?? '' });
  if (option.standing === 'reversible') return t('explore.reversible', { value: option.through_unicode ?? '…' });
  return t('explore.kept');
}

/** Moves that matter first. @param {PlayerOption[]} options */
const ordered = (options) => [...options].sort((a, b) => Number(b.standing === 'kept') - Number(a.standing === 'kept'));

/**
 * Every move of both players, the ones that matter first.
 * @param {Answer} answer
 * @param {{ play: (option: PlayerOption) => void, point: (option: PlayerOption | null) => void }} handlers
 */
export function optionsSection(answer, { play, point }) {
  const sides = /** @type {const} */ (['first', 'second']).map((seat) => ({
    seat,
    options: ordered((seat === 'first' ? answer.left : answer.right) ?? []),
  }));
  if (sides.every(({ options }) => options.length === 0)) return h('p', { class: 'explore-note' }, t('explore.no_moves'));
  /** @param {PlayerOption} option @param {'first' | 'second'} seat */
  const row = (option, seat) =>
    h(
      'tr',
      { class: option.standing === 'kept' ? null : 'is-weak', onpointerenter: () => point(option), onpointerleave: () => point(null) },
      h(
        'td',
        { class: 'option-move' },
        h('span', { class: `move-dot dot-${seat}`, 'aria-hidden': 'true' }),
        h(
          'button',
          {
            type: 'button',
            class: 'option-button',
            title: t('explore.play_move'),
            onclick: () => play(option),
            onfocus: () => point(option),
            onblur: () => point(null),
          },
          h('span', { class: 'unseen' }, `${t(seat === 'first' ? 'side.black' : 'side.white')} `),
          option.move,
        ),
      ),
      h('td', { class: 'option-value' }, option.unicode ?? '…'),
      h('td', {}, minus(option.temperature)),
      h('td', {}, standing(option)),
    );
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
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['move', 'value', 'temperature', 'note'].map((name) => h('th', { scope: 'col' }, t(`explore.column.${name}`))),
          ),
        ),
        sides.map(({ seat, options }) =>
          h(
            'tbody',
            {},
            options.map((option) => row(option, seat)),
          ),
        ),
      ),
    ),
  );
}
