import { start } from '../app.js';
import { BackendError } from '../backend/error.js';
import { use } from '../backend/index.js';
import { LocalBackend } from '../backend/local/index.js';
import { fetchModule } from '../backend/local/module.js';
import { dictionariesFrom, fetchDictionary } from '../i18n.js';
import { placesInFragment } from '../place.js';

/** Banmen as a static site: files with their content's hash in the name, and a service worker that keeps them for ever. */

/** @type {{ engine: string, worker: string, first: string, words: Record<string, string> }} */
const files = JSON.parse(document.getElementById('files')?.textContent ?? '');

placesInFragment();
/** @type {Promise<any> | null} */
let asked = null;
const first = () => {
  asked ??= fetch(files.first).then(
    (response) => response.json(),
    () => {
      asked = null;
      throw new BackendError(0, { code: 'engine-unreachable', title: 'unreachable' });
    },
  );
  return asked;
};

use(new LocalBackend({ module: () => fetchModule(files.engine), worker: () => new Worker(files.worker), first }));
dictionariesFrom((name) => fetchDictionary(files.words[name] ?? ''));
void start();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
