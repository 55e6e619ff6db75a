import { BackendError } from '../error.js';

/** An instance of the WebAssembly module: texts go in, texts come out. Runs on the page's thread and in workers alike. */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve
 * @property {() => void} call
 */

export class Instance {
  /** @type {Exports} */
  #exports;
  #answer = '';
  /** @type {string | null} */
  #panic = null;
  /** @type {(progress: any) => void} */
  #report = () => {};

  /** @param {WebAssembly.Module} module @param {(instance: WebAssembly.Instance) => void} [made] */
  constructor(module, made) {
    /** @param {number} start @param {number} length */
    const text = (start, length) => decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, length));
    const instance = new WebAssembly.Instance(module, {
      host: {
        now: () => performance.now(),
        report: (/** @type {number} */ start, /** @type {number} */ length) => this.#report(JSON.parse(text(start, length))),
        answer: (/** @type {number} */ start, /** @type {number} */ length) => {
          this.#answer = text(start, length);
        },
        panicked: (/** @type {number} */ start, /** @type {number} */ length) => {
          this.#panic = text(start, length);
        },
      },
    });
    this.#exports = /** @type {any} */ (instance.exports);
    made?.(instance);
  }

  /** Whether it can still be asked; a panic ends it. */
  get alive() {
    return this.#panic === null;
  }

  /**
   * Asks a question and waits for the answer.
   * @param {string} name
   * @param {unknown} input
   * @param {(progress: any) => void} [report]
   * @returns {any}
   */
  call(name, input, report = () => {}) {
    const question = encoder.encode(JSON.stringify({ name, input }));
    this.#report = report;
    try {
      const start = this.#exports.reserve(question.length);
      new Uint8Array(this.#exports.memory.buffer, start, question.length).set(question);
      this.#exports.call();
    } catch (error) {
      // Whatever trapped, the memory behind it may be in disorder.
      this.#panic ??= String(error);
      throw new BackendError(500, { code: 'internal', title: 'The engine failed', detail: this.#panic });
    }
    const { ok, problem } = JSON.parse(this.#answer);
    this.#answer = '';
    if (problem) throw new BackendError(problem.status, problem);
    return ok;
  }
}
