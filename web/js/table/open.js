import { loadArchive } from '../archive.js';
import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { button } from '../components/button.js';
import { openDialog } from '../components/dialog.js';
import { notify, notifyError } from '../components/notice.js';
import { t } from '../i18n.js';
import { placeInLink } from '../letters.js';
import { go } from '../router.js';
import { openStudy } from '../study/open.js';

/** Larger files are no records of games. */
const LARGEST = 8_000_000;

/** The formats that can be read, for people: `JSON, SGF, PSQ`. @param {import('../types.js').GameInfo[]} games */
export const readableFormats = (games) =>
  [...new Set(['json', ...games.flatMap((info) => info.formats.map((format) => format.id))])].map((id) => id.toUpperCase()).join(', ');

/**
 * A file's content as a backend reads it: text, or (a binary format) a character for each byte.
 * @param {File} file
 * @param {boolean} binary
 */
async function contentOf(file, binary) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (binary) return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Programs from Japan write Shift JIS; other bytes become characters that some line of the file will be refused for.
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** Opens a file with a game, a study or everything. @param {File} file */
export async function openGameFile(file) {
  if (file.size > LARGEST) {
    notify(t('error.413'), 'error');
    return;
  }
  const games = await backend.games();
  const ending = file.name.split('.').pop()?.toLowerCase() ?? 'json';
  const format = ending === 'kifu' ? 'kif' : ending;
  const known = games.flatMap((info) => info.formats.filter(({ id }) => id === format).map((found) => ({ game: info.id, ...found })))[0];
  try {
    const text = await contentOf(file, known?.binary ?? false);
    if (format === 'json' && (await loadArchive(text))) {
      await go('/');
      return;
    }
    if (format !== 'json' && !known) {
      notify(t('error.unknown_file', { name: file.name, formats: readableFormats(games) }), 'error');
      return;
    }
    const { study } = await backend.readStudy({ format, game: known?.game, text });
    // A plain game is opened at its end, as a table is; one with variations or words at its start.
    const plain = study.nodes.every(({ after, comment, signs, arrows }) => after === undefined && !comment && !signs && !arrows);
    await openStudy(study, { at: plain ? study.nodes.length - 1 : 0, title: file.name.replace(/\.[^.]*$/, '') });
  } catch (error) {
    const detail = error instanceof backend.BackendError ? error.problem.detail : undefined;
    if (detail) notify(t('error.bad_file', { name: file.name, why: detail, formats: readableFormats(games) }), 'error');
    else notifyError(error);
  }
}

/** Lets the reader choose a file, and opens it. */
export async function openFile() {
  const formats = (await backend.games()).flatMap((info) => info.formats.map((format) => format.id));
  const chooser = h('input', { type: 'file', accept: ['json', 'kifu', ...formats].map((ending) => `.${ending}`).join(',') });
  chooser.addEventListener('change', () => {
    const file = chooser.files?.[0];
    if (file) void openGameFile(file);
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
