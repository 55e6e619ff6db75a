import { start } from '../app.js';
import { BackendError } from '../backend/error.js';
import { LocalBackend } from '../backend/local/index.js';
import { dictionariesAt } from '../i18n.js';
import { placesInFragment } from '../place.js';
import { carried, needWebAssembly, settleIn } from './parts.js';

/** Banmen as a static site: files with their content's hash in the name, and a service worker that keeps them for ever. */

/** @type {{ engine: string, worker: string, words: Record<string, string> }} */
const files = JSON.parse(carried('files'));

async function engine() {
  needWebAssembly();
  const response = await fetch(files.engine).catch(() => null);
  if (!response?.ok) throw new BackendError(0, { code: 'engine-unreachable', title: 'unreachable' });
  // A host that does not know the media type of WebAssembly must not matter.
  return WebAssembly.compile(await response.arrayBuffer());
}

placesInFragment();
settleIn(new LocalBackend({ module: engine, worker: () => new Worker(files.worker) }));
dictionariesAt((name) => files.words[name] ?? '');
void start();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
