import { start } from '../app.js';
import { BackendError } from '../backend/error.js';
import { use } from '../backend/index.js';
import { LocalBackend } from '../backend/local/index.js';
import { needWebAssembly } from '../backend/local/module.js';
import { dictionariesFrom } from '../i18n.js';
import { placesInFragment } from '../place.js';

/** The whole of Banmen in one HTML file: nothing is fetched, every part is inside the page. */

/**
 * Starts the page.
 * @param {object} parts what the file carries
 * @param {(name: string) => Promise<Record<string, string>>} parts.words a dictionary
 * @param {() => Promise<string>} parts.worker a script
 * @param {any} parts.first what the first page shows
 * @param {() => Promise<ArrayBuffer>} parts.engine
 */
export function open({ words, worker, first, engine }) {
  let script = '';
  const module = async () => {
    needWebAssembly();
    try {
      // No worker is started before it has a module to run.
      script ||= URL.createObjectURL(new Blob([await worker()], { type: 'text/javascript' }));
      return await WebAssembly.compile(await engine());
    } catch (error) {
      throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: String(error) });
    }
  };
  placesInFragment();
  use(new LocalBackend({ module, worker: () => new Worker(script), first: async () => first }));
  dictionariesFrom(words);
  return start();
}
