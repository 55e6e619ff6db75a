import * as backend from '../backend/index.js';
import { explain } from '../components/notice.js';
import { t } from '../i18n.js';

/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {Omit<Extract<import('../backend/interface.js').JobRequest, { kind: 'analysis' }>, 'kind'>} Question */

/** An analysis that ends by itself sooner than this has nothing more to find. */
const WHOLE_MS = 4000;

/** An analysis that is asked for: what has been found so far, or what went wrong. Only the last question counts. */
export class Inquiry {
  /** @type {backend.Job | null} */
  #job = null;
  #take;
  #ended;
  /** What has been found so far. @type {Analysis | null} */
  found = null;
  /** @type {string | null} */
  error = null;

  /**
   * @param {(found: Analysis) => void} take is told of everything that is found
   * @param {() => void} ended is told of the end
   */
  constructor(take, ended) {
    this.#take = take;
    this.#ended = ended;
  }

  get running() {
    return this.#job !== null;
  }

  /**
   * Asks anew. A question that is `endless` is asked until it is dropped or answered for certain.
   * @param {Question} question
   * @param {{ endless?: boolean }} [options]
   */
  ask(question, { endless = false } = {}) {
    this.drop();
    this.#begin(question, endless);
  }

  /** @param {Question} question @param {boolean} endless */
  #begin(question, endless) {
    const began = performance.now();
    const job = backend.job(
      { kind: 'analysis', ...question },
      (state) => {
        if (this.#job !== job) return;
        const found = /** @type {Analysis | null} */ (state.result ?? state.progress);
        // Asked again, an engine has to come past what is known already.
        if (found && (!endless || (found.depth ?? 0) >= (this.found?.depth ?? 0))) {
          this.found = found;
          this.#take(found);
        }
        if (state.status === 'failed') this.error = state.error?.detail ?? t('error.unexpected');
      },
      { endless },
    );
    this.#job = job;
    const ended = () => {
      if (this.#job !== job) return;
      this.#job = null;
      const certain = this.found?.certainty === 'exact' || this.found?.certainty === 'proved';
      if (endless && !certain && !this.error && performance.now() - began > WHOLE_MS) this.#begin(question, endless);
      else this.#ended();
    };
    job.finished.then(ended, (error) => {
      if (this.#job === job) this.error = explain(error);
      ended();
    });
  }

  /** Has it end with what it has found. */
  stop() {
    this.#job?.stop();
  }

  /** Ends it and forgets what it has found. */
  drop() {
    this.stop();
    this.#job = null;
    this.found = null;
    this.error = null;
  }
}
