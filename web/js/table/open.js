import { loadArchive } from '../archive.js';
import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { notify, notifyError } from '../components/notice.js';
import { t } from '../i18n.js';
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
