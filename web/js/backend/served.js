import { settings } from '../settings.js';
import { Store } from '../store.js';
import { BackendError } from './error.js';
import { Engine } from './local/engine.js';
import { startJob } from './local/job.js';
import { fetchModule } from './local/module.js';
import * as server from './server.js';

/**
 * A server's page: tables are the server's, analyses, hints and tools run in the visitor's own browser unless the visitor prefers
 * the server, or the server has no engine to send.
 */

/** @typedef {import('./interface.js').Backend} Backend */

const MODULE = '/engine.wasm';
/** A script of its own, and so under its own name, however the page's other scripts are bound together. */
const WORKER = '/js/backend/local/worker.js';

/** Work that needs longer is for a table that the server computes once and keeps for everybody, such as that of the solved 3×4 game. */
const LONGEST_HERE_S = 60;

/** Why this browser cannot compute, by a code; `null` if it can or nobody has tried. @type {Store<string | null>} */
const obstacle = new Store(/** @type {string | null} */ (null));

/** What stays so for as long as the page does: a server without an engine, a browser without WebAssembly. */
const LASTING = ['no-engine', 'no-wasm'];

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

function engineModule() {
  module ??= fetchModule(MODULE).then(
    (compiled) => {
      obstacle.set(null);
      return compiled;
    },
    (error) => {
      const code = (error instanceof BackendError && error.problem.code) || 'no-engine';
      // A lost connection may come back.
      if (!LASTING.includes(code)) module = null;
      obstacle.set(code);
      throw error;
    },
  );
  return module;
}

const startWorker = () => new Worker(WORKER, { type: 'module' });
const engine = new Engine(startWorker, engineModule);
/** What runs until it is stopped keeps nobody waiting. */
const endlessEngine = new Engine(startWorker, engineModule);

/** @type {Backend['job']} */
function job(what, report = () => {}, { endless = false } = {}) {
  const long = !endless && (what.seconds ?? 0) > LONGEST_HERE_S;
  if (settings.get().computing === 'server' || long) return server.job(what, report);
  /** @type {import('./interface.js').Job | null} */
  let begun = null;
  let stopped = false;
  const begin = async () => {
    const able = await engineModule().then(
      () => true,
      () => false,
    );
    begun = able ? startJob(endless ? endlessEngine : engine, what, report) : server.job(what, report);
    if (stopped) begun.stop();
    return begun.finished;
  };
  return {
    finished: begin(),
    stop: () => {
      stopped = true;
      begun?.stop();
    },
  };
}

/** @type {import('./interface.js').Computing} */
const computing = {
  obstacle,
  look: () =>
    engineModule().then(
      () => {},
      () => {},
    ),
};

/** The longest study, in characters, that is sent to the server: it takes no long letters. */
const LONG_LETTER = 500_000;

/**
 * Asks this browser's engine about a long study, and the server about any other, which it answers before an engine is there.
 * @template T
 * @param {number} length
 * @param {string} name
 * @param {unknown} input
 * @param {() => Promise<T>} elsewhere
 * @param {(answer: any) => T} [read]
 * @returns {Promise<T>}
 */
async function askNearest(length, name, input, elsewhere, read = (answer) => answer) {
  const able = length > LONG_LETTER && (await engineModule().catch(() => null));
  return able ? engine.ask(name, input).answer.then(read) : elsewhere();
}

/** @param {import('../types.js').Study} study */
const lengthOf = (study) => JSON.stringify(study).length;

/** @type {Pick<Backend, 'readStudy' | 'checkStudy' | 'writeStudy'>} */
const studies = {
  readStudy: (file) => askNearest(file.text.length, 'study_read', file, () => server.readStudy(file)),
  checkStudy: (study) => askNearest(lengthOf(study), 'study_check', { study }, () => server.checkStudy(study)),
  writeStudy: (study, format) =>
    askNearest(lengthOf(study), 'study_write', { study, format }, () => server.writeStudy(study, format), server.gameFile),
};

/** @type {Backend} */
export const served = { ...server, ...studies, job, computing };
