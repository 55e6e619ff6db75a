import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { openDialog } from './dialog.js';

/** @type {[string[], string][]} */
const KEYS = [
  [['←', '↑', '→', '↓'], 'keys.arrows'],
  [['Enter', 'Space'], 'keys.enter'],
  [['Esc'], 'keys.escape'],
  [['B'], 'keys.board'],
  [['U'], 'keys.undo'],
  [['H'], 'keys.hint'],
  [['F'], 'keys.flip'],
  [['[', ']'], 'keys.step'],
  [['←', '→', 'Home', 'End'], 'keys.list'],
  [['O', 'S', 'C', 'K'], 'keys.decisions'],
  [['E', 'M', 'D'], 'keys.study'],
  [['V', 'P', 'Del'], 'keys.variations'],
  [['?'], 'keys.help'],
];

/** All keys, and a word about the program. */
export function openKeys() {
  openDialog(
    t('keys.title'),
    () => [
      h(
        'table',
        { class: 'keys' },
        h('thead', { class: 'unseen' }, h('tr', {}, h('th', {}, t('keys.key')), h('th', {}, t('keys.meaning')))),
        h(
          'tbody',
          {},
          KEYS.map(([keys, meaning]) =>
            h(
              'tr',
              {},
              h(
                'td',
                {},
                keys.map((key) => h('kbd', {}, key)),
              ),
              h('td', {}, t(meaning)),
            ),
          ),
        ),
      ),
      h('h3', {}, t('about.title')),
      h('p', {}, t('about.sentence')),
      backend.shared() ? h('p', {}, h('a', { href: '/api/docs', target: '_blank', rel: 'noopener' }, t('about.api'))) : null,
    ],
    { class: 'dialog-wide' },
  );
}

/** `?` opens the list of keys anywhere but in a field. */
export function startKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    event.preventDefault();
    openKeys();
  });
}
