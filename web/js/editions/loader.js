import { unpack } from './packing.js';

/** Opens the one file: unpacks what it carries and starts it. The only script in the file that is not packed itself. */

/** What a part of the page carries. The page replaces its body when it starts, so what lies before this script is read before that. @param {string} id */
const carried = (id) => document.getElementById(id)?.textContent ?? '';
const page = carried('page');
const damaged = carried('damaged');
const keys = carried('keys');
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
  const text = carried(id);
  document.getElementById(id)?.remove();
  return text;
};
const later = behind('later');
const engine = behind('engine');

/** @param {string} text */
const unpacked = (text) => new Response(new Blob([unpack(text)]).stream().pipeThrough(new DecompressionStream('gzip')));

/** A dictionary: the keys of all of them, and the words of this one in their order. @param {string} name */
const dictionary = async (name) => {
  const [all, said] = await Promise.all([keys, words[name] ?? ''].map((text) => unpacked(text).json()));
  return Object.fromEntries(all.map((/** @type {string} */ key, /** @type {number} */ at) => [key, said[at]]));
};

/** The parts of the page that are not needed at first. @type {Promise<string[]> | null} */
let parts = null;

/** @param {number} part */
const load = async (part) => {
  parts ??= later.then((text) => unpacked(text).json());
  return new Function('$', '$import', (await parts)[part] ?? '');
};

async function open() {
  const { script, worker, first } = await unpacked(page).json();
  const edition = new Function('$load', script)(load);
  await edition.open({
    worker,
    first,
    words: dictionary,
    engine: async () => unpacked(await engine).arrayBuffer(),
  });
}

open().catch((error) => {
  console.error(error);
  document.querySelector('.loading')?.append(damaged);
});
