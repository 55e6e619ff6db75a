import * as backend from '../backend/index.js';

/** Asking one tool at a time: a new question ends the one before. */

/** @typedef {import('../types.js').JobState} JobState */

export class Asker {
  /** @type {backend.Job | null} */
  #job = null;
  #turn = 0;

  get running() {
    return this.#job !== null;
  }

  /**
   * Asks one of Konane's tools, or another one by its whole name. Answers `null` if another question came in between.
   * @param {string} tool
   * @param {unknown} input
   * @param {(progress: unknown) => void} [report]
   * @returns {Promise<JobState | null>}
   */
  async ask(tool, input, report = () => {}) {
    this.stop();
    const mine = this.#turn;
    const job = backend.job({ kind: 'tool', tool: tool.includes('.') ? tool : `konane.${tool}`, input }, (state) => {
      if (mine === this.#turn && state.status === 'running' && state.progress) report(state.progress);
    });
    this.#job = job;
    try {
      const state = await job.finished;
      return mine === this.#turn ? state : null;
    } finally {
      if (mine === this.#turn) this.#job = null;
    }
  }

  /** Ends the question under way; nobody hears of it any more. */
  stop() {
    this.#turn += 1;
    this.#job?.stop();
    this.#job = null;
  }

  /** Asks the work to end with what is known. */
  finish() {
    this.#job?.stop();
  }
}
