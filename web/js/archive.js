import * as backend from './backend/index.js';
import { BackendError } from './backend/error.js';
import { notify, notifyError } from './components/notice.js';
import { download } from './download.js';
import { t } from './i18n.js';
import { allTokens, keepTokens } from './seats.js';

/** All games of this browser as one file, to be kept elsewhere or taken to another browser. */

const FORMAT = 'banmen-archive';
const VERSION = 1;

/** Saves every game as one file. */
export async function saveArchive() {
  try {
    const tables = await backend.archive()?.save();
    if (!tables) return;
    const text = JSON.stringify({ format: FORMAT, version: VERSION, tables, tokens: allTokens() });
    download(`banmen-${new Date().toISOString().slice(0, 10)}.json`, text, 'application/json');
  } catch (error) {
    notifyError(error);
  }
}

/**
 * Takes the games of such a file; `false` if the text is something else.
 * @param {string} text
 */
export async function loadArchive(text) {
  /** @type {any} */
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return false;
  }
  const shelf = backend.archive();
  if (content?.format !== FORMAT || !shelf) return false;
  if (content.version > VERSION) throw new BackendError(422, { code: 'newer-archive', title: 'newer archive' });
  if (!Array.isArray(content.tables)) throw new BackendError(422, { code: 'bad-record', title: 'bad archive', detail: 'tables' });
  const taken = await shelf.load(content.tables);
  for (const [id, tokens] of Object.entries(content.tokens ?? {})) keepTokens(id, /** @type {any} */ (tokens));
  notify(t('local.loaded', { count: taken }));
  return true;
}
