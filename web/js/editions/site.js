import { start } from '../app.js';
import { use } from '../backend/index.js';
import { LocalBackend } from '../backend/local/index.js';
import { fetchModule } from '../backend/local/module.js';
import { dictionariesAt } from '../i18n.js';
import { placesInFragment } from '../place.js';
import { carried } from './parts.js';

/** Banmen as a static site: files with their content's hash in the name, and a service worker that keeps them for ever. */

/** @type {{ engine: string, worker: string, words: Record<string, string> }} */
const files = JSON.parse(carried('files'));

placesInFragment();
use(new LocalBackend({ module: () => fetchModule(files.engine), worker: () => new Worker(files.worker) }));
dictionariesAt((name) => files.words[name] ?? '');
void start();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
