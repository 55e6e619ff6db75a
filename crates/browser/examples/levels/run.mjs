// Runs the games of the WebAssembly module. `node run.mjs MODULE.wasm`; ends with status 1 when a level does not play.
import { readFile } from 'node:fs/promises';

const [path] = process.argv.slice(2);
/** @type {any} */
let module;
/** @type {string[]} */
const told = [];
const host = {
  now: () => performance.now(),
  /** @param {number} start @param {number} length */
  say: (start, length) => told.push(new TextDecoder().decode(new Uint8Array(module.memory.buffer, start, length))),
};
const compiled = await WebAssembly.compile(await readFile(path));
const foreign = WebAssembly.Module.imports(compiled).filter((one) => one.module !== 'host');
if (foreign.length > 0) throw new Error(`the module needs more than its host: ${JSON.stringify(foreign)}`);

/** A fresh module for each game, so that one that traps does not harm the next. */
const start = async () => {
  module = (await WebAssembly.instantiate(compiled, { host })).exports;
  return module;
};

let failures = 0;
const count = (await start()).pairing_count();
for (let index = 0; index < count; index += 1) {
  told.length = 0;
  const began = performance.now();
  let fine = false;
  try {
    fine = (await start()).play_pairing(index) === 1;
  } catch (error) {
    told.push(String(error));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (fine) {
    const [game, level, events, end] = told[0].split('\t');
    console.log(`${game} ${level}: ${events} events, ${end} (${seconds} s)`);
  } else {
    failures += 1;
    console.error(`pairing ${index} failed after ${seconds} s: ${told.join('; ')}`);
  }
}
if (failures > 0) process.exitCode = 1;
else console.log(`${count} levels played`);
