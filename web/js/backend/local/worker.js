import { BackendError } from '../error.js';
import { Instance } from './instance.js';

/**
 * An engine in a worker. The first message brings the module; each further one is a question, which is answered before the
 * next is read. Whoever no longer wants an answer ends the worker.
 */

/** @type {Promise<Instance> | null} */
let instance = null;

/** @param {unknown} message */
const post = (message) => /** @type {any} */ (globalThis).postMessage(message);

addEventListener('message', async (event) => {
  const { data } = /** @type {MessageEvent} */ (event);
  if (data.module) {
    instance = Promise.resolve(data.module instanceof WebAssembly.Module ? data.module : WebAssembly.compile(data.module)).then(
      (module) => new Instance(module),
    );
    instance.catch((error) => post({ broken: String(error) }));
    return;
  }
  const { id, name, input } = data;
  try {
    const engine = await instance;
    if (!engine) throw new Error('a question came before the module');
    const answer = engine.call(name, input, (progress) => post({ id, progress }));
    post({ id, answer });
  } catch (error) {
    const problem =
      error instanceof BackendError ? { ...error.problem, status: error.status } : { status: 500, code: 'internal', detail: String(error) };
    const engine = await Promise.resolve(instance).catch(() => null);
    post({ id, problem, dead: !engine?.alive });
  }
});
