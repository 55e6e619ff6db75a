import { unpack } from './packing.js';

/** Opens the one file: unpacks what it carries and starts it. The only script in the file that is not packed itself. */

/** What a part of the page carries. The page replaces its body when it starts, so every part is read before that. @param {string} id */
const carried = (id) => document.getElementById(id)?.textContent ?? '';
const page = carried('page');
const engine = carried('engine');

/** @param {string} text @returns {Promise<Response>} */
const unpacked = async (text) => {
  const packed = new Blob([unpack(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(await new Response(packed).arrayBuffer());
};

async function open() {
  const { script, ...parts } = await (await unpacked(page)).json();
  const edition = new Function(`${script};return edition`)();
  await edition.open({ ...parts, engine: async () => (await unpacked(engine)).arrayBuffer() });
}

open().catch((error) => {
  console.error(error);
  document.querySelector('.loading')?.append(carried('damaged'));
});
