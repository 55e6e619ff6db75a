import { BackendError } from '../error.js';

/**
 * A worker that answers one question after another, and is replaced when a question is no longer wanted or the worker died.
 * Nothing is lost with a worker: games are kept elsewhere.
 */

/**
 * @typedef {object} Asked
 * @property {number} id
 * @property {string} name
 * @property {unknown} input
 * @property {(progress: any) => void} report
 * @property {() => void} begun
 * @property {(answer: any) => void} resolve
 * @property {(error: unknown) => void} reject
 */

export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Asked | null} */
  #current = null;
  #count = 0;

  /**
   * @param {() => Worker} start
   * @param {() => Promise<WebAssembly.Module>} module
   */
  constructor(start, module) {
    this.start = start;
    this.module = module;
  }

  /** Whether a question would be answered at once. */
  get idle() {
    return this.#current === null && this.#waiting.length === 0;
  }

  /**
   * Asks a question.
   * @param {string} name
   * @param {unknown} input
   * @param {{ report?: (progress: any) => void, begun?: () => void }} [watch]
   * @returns {{ answer: Promise<any>, end: () => void }} `end` says that the answer is no longer wanted
   */
  ask(name, input, { report = () => {}, begun = () => {} } = {}) {
    this.#count += 1;
    const id = this.#count;
    const answer = new Promise((resolve, reject) => {
      this.#waiting.push({ id, name, input, report, begun, resolve, reject });
    });
    // Not before the caller has the answer's handle: its reports may speak of it.
    queueMicrotask(() => void this.#next());
    return { answer, end: () => this.#end(id) };
  }

  /** @param {number} id */
  #end(id) {
    const stopped = new BackendError(499, { code: 'stopped', title: 'stopped' });
    const index = this.#waiting.findIndex((asked) => asked.id === id);
    if (index >= 0) {
      this.#waiting.splice(index, 1)[0]?.reject(stopped);
      return;
    }
    if (this.#current?.id !== id) return;
    // A worker that computes reads no messages, so ending it is the only way to stop it.
    this.#drop();
    this.#finish((asked) => asked.reject(stopped));
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {(asked: Asked) => void} how */
  #finish(how) {
    const asked = this.#current;
    this.#current = null;
    if (asked) how(asked);
    void this.#next();
  }

  async #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const asked = /** @type {Asked} */ (this.#waiting.shift());
    this.#current = asked;
    try {
      const worker = this.#worker ?? (await this.#fresh());
      if (this.#current !== asked) return;
      asked.begun();
      worker.postMessage({ id: asked.id, name: asked.name, input: asked.input });
    } catch (error) {
      this.#drop();
      if (this.#current === asked) this.#finish((one) => one.reject(error));
    }
  }

  async #fresh() {
    const module = await this.module();
    const worker = this.start();
    this.#worker = worker;
    /** @param {string} detail */
    const lost = (detail) => {
      if (this.#worker !== worker) return;
      this.#drop();
      this.#finish((asked) => asked.reject(new BackendError(500, { code: 'internal', title: 'The engine failed', detail })));
    };
    worker.onmessage = ({ data }) => {
      if (this.#worker !== worker) return;
      if (data.broken) {
        lost(data.broken);
        return;
      }
      const asked = this.#current;
      if (!asked || data.id !== asked.id) return;
      if (data.progress !== undefined) asked.report(data.progress);
      else if (data.problem) {
        if (data.dead) this.#drop();
        this.#finish((one) => one.reject(new BackendError(data.problem.status, data.problem)));
      } else this.#finish((one) => one.resolve(data.answer));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      lost(event.message || 'the worker stopped');
    };
    worker.onmessageerror = () => lost('the worker could not read a message');
    worker.postMessage({ module });
    return worker;
  }
}
