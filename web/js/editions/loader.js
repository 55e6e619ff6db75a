import { unpack } from './packing.js';

/** Opens the one file: unpacks what it carries and starts it. The only script in the file that is not packed itself. */

/** What a part of the page carries. The page replaces its body when it starts, so what lies before this script is read before that. @param {string} id */
const carried = (id) => document.getElementById(id)?.textContent ?? '';
const page = carried('page');
const damaged = carried('damaged');

/** The engines lie behind this script: they are most of the file, and the first boards need not wait until the browser has read them. */
const engine = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', resolve, { once: true });
  else resolve(null);
}).then(() => {
  const text = carried('engine');
  document.getElementById('engine')?.remove();
  return text;
});

/** @param {string} text @returns {Promise<Response>} */
const unpacked = async (text) => {
  const packed = new Blob([unpack(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(await new Response(packed).arrayBuffer());
};

async function open() {
  const { script, ...parts } = await (await unpacked(page)).json();
  const edition = new Function(`${script};return edition`)();
  await edition.open({ ...parts, engine: async () => (await unpacked(await engine)).arrayBuffer() });
}

open().catch((error) => {
  console.error(error);
  document.querySelector('.loading')?.append(damaged);
});
