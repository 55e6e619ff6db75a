import { start } from '../app.js';
import { BackendError } from '../backend/error.js';
import { use } from '../backend/index.js';
import { LocalBackend } from '../backend/local/index.js';
import { needWebAssembly } from '../backend/local/module.js';
import { LANGUAGES, install } from '../i18n.js';
import { placesInFragment } from '../place.js';
import { carried } from './parts.js';

/** The whole of Banmen in one HTML file: nothing is fetched, every part is inside the page. */

// The page replaces its body when it starts, and these with it.
/** The engine: gzip in base64. */
const packedEngine = carried('engine');
const workerText = carried('worker');

async function engine() {
  needWebAssembly();
  try {
    const packed = Uint8Array.from(atob(packedEngine), (sign) => sign.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return await WebAssembly.compile(await new Response(stream).arrayBuffer());
  } catch (error) {
    if (error instanceof BackendError) throw error;
    throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: String(error) });
  }
}

/** @type {string | undefined} */
let workerAddress;

function worker() {
  workerAddress ??= URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  return new Worker(workerAddress);
}

placesInFragment();
use(new LocalBackend({ module: engine, worker }));
for (const name of /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES))) install(name, JSON.parse(carried(`words-${name}`)));
void start();
