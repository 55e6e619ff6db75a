import { unpack } from './packing.js';

/** Opens the one file: unpacks what it carries and starts it. The only script in the file that is not packed itself. */

/** What a part of the page carries; the part itself is not kept. @param {string} id */
const carried = (id) => {
  const part = document.getElementById(id);
  part?.remove();
  return part?.textContent ?? '';
};
const page = carried('page');
const damaged = carried('damaged');
/** @type {Record<string, string>} */
const words = Object.fromEntries(['en', 'ja', 'zh-Hant'].map((name) => [name, carried(`words-${name}`)]));

/** Whether the browser has read the whole file. */
const read = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve, { once: true });
  else resolve(null);
});

/** What lies behind this script, most of the file: the first boards need not wait until the browser has read it. @param {string} id */
const behind = async (id) => {
  await read;
  return carried(id);
};
const later = behind('later');
const engine = behind('engine');

/** @param {string} text */
const unpacked = (text) => {
  // Not a blob's stream, for which the browser would be asked.
  const packed = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (new Response(unpack(text)).body);
  return new Response(packed.pipeThrough(new DecompressionStream('gzip')));
};

/** A dictionary of the keys of all of them and the words of this one in their order. @param {string[]} keys @param {string} name */
const dictionary = async (keys, name) => {
  /** @type {(string | null)[]} */
  const said = await unpacked(words[name] ?? '').json();
  /** @type {Record<string, string>} */
  const entries = Object.create(null);
  keys.forEach((key, at) => {
    const word = said[at];
    if (word) entries[key] = word;
  });
  return entries;
};

/** @typedef {{ parts: string[], worker: string }} Rest */

/** What is not needed at first: parts of the page, and the script of its workers. @type {Promise<Rest> | null} */
let unpackedRest = null;
const rest = () => (unpackedRest ??= later.then((text) => unpacked(text).json()));

/** @param {number} part */
const load = async (part) => new Function('$', '$import', (await rest()).parts[part] ?? '');

async function open() {
  const { script, keys, first } = await unpacked(page).json();
  const edition = new Function('$load', script)(load);
  await edition.open({
    worker: async () => (await rest()).worker,
    first,
    words: (/** @type {string} */ name) => dictionary(keys, name),
    engine: async () => unpacked(await engine).arrayBuffer(),
  });
}

open().catch((error) => {
  console.error(error);
  document.querySelector('.loading')?.append(damaged);
});
