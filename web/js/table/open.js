import { loadArchive } from '../archive.js';
import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { button } from '../components/button.js';
import { openDialog } from '../components/dialog.js';
import { notify, notifyError } from '../components/notice.js';
import { t } from '../i18n.js';
import { placeInLink } from '../letters.js';
import { go } from '../router.js';
import { keepTokens } from '../seats.js';

/** Larger files are no records of games. */
const LARGEST = 8_000_000;

/** Lets the reader choose a file with a game, and opens it as a table. */
export async function openFile() {
  const formats = (await backend.games()).flatMap((info) => info.formats.map((format) => format.id));
  const chooser = h('input', { type: 'file', accept: ['json', ...formats].map((ending) => `.${ending}`).join(',') });
  chooser.addEventListener('change', async () => {
    const file = chooser.files?.[0];
    if (!file) return;
    if (file.size > LARGEST) {
      notify(t('error.413'), 'error');
      return;
    }
    const ending = file.name.split('.').pop()?.toLowerCase() ?? 'json';
    const text = await file.text();
    try {
      if (await loadArchive(text)) {
        await go('/');
        return;
      }
    } catch (error) {
      notifyError(error);
      return;
    }
    const game = ending === 'json' ? undefined : (await backend.games()).find((info) => info.formats.some((format) => format.id === ending))?.id;
    try {
      const created = await backend.importGame({ format: ending, game, text });
      keepTokens(created.table.id, created.tokens);
      await go(`/table/${created.table.id}`);
    } catch (error) {
      notifyError(error);
    }
  });
  chooser.click();
}

/** Lets the reader paste a link, which a page in a file cannot be opened by. */
export function openLink() {
  const field = h('textarea', { class: 'link-text', rows: 4, 'aria-label': t('letter.paste') });
  const warning = h('p', { class: 'warning', role: 'alert', hidden: true }, t('letter.no_link'));
  openDialog(t('action.open_link'), (close) => [
    h('p', {}, t('letter.paste')),
    field,
    warning,
    h(
      'div',
      { class: 'dialog-actions' },
      button(
        t('action.open'),
        () => {
          const place = placeInLink(field.value);
          warning.hidden = place !== null;
          if (!place) return;
          close();
          void go(place);
        },
        { kind: 'primary', data: { action: 'open-pasted' } },
      ),
    ),
  ]);
  field.focus();
}
