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
const packedEngine = carried('engine');
const packedParts = carried('parts');

/** Unpacks gzip in base64. @param {string} text @returns {Promise<Response>} */
async function unpacked(text) {
  try {
    // The browser reads base64 faster than a script could.
    const { body } = await fetch(`data:application/gzip;base64,${text}`);
    const stream = /** @type {ReadableStream<BufferSource>} */ (body).pipeThrough(new DecompressionStream('gzip'));
    return new Response(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: String(error) });
  }
}

async function engine() {
  needWebAssembly();
  const module = await (await unpacked(packedEngine)).arrayBuffer();
  return WebAssembly.compile(module).catch((error) => {
    throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: String(error) });
  });
}

async function open() {
  /** @type {{ words: Record<keyof typeof LANGUAGES, any>, worker: string, first: any }} */
  const parts = await (await unpacked(packedParts)).json();
  const workerAddress = URL.createObjectURL(new Blob([parts.worker], { type: 'text/javascript' }));
  placesInFragment();
  use(new LocalBackend({ module: engine, worker: () => new Worker(workerAddress), first: async () => parts.first }));
  for (const name of /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES))) install(name, parts.words[name]);
  await start();
}

void open();
