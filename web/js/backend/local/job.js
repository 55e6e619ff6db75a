import { BackendError } from '../error.js';

/** Work beside the tables, in a worker of this browser. */

/** @typedef {import('../../types.js').JobState} JobState */

/** The most memory that an engine's tables take, by how much the device says it has. */
export function engineMemory() {
  const gigabytes = /** @type {any} */ (navigator).deviceMemory ?? 4;
  return Math.round(Math.min(72, Math.max(16, gigabytes * 9))) * 1024 * 1024;
}

/** A seed that JSON can carry exactly. */
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * Starts a job. Every state is reported, the last one too.
 * @param {import('./engine.js').Engine} engine
 * @param {import('../interface.js').JobRequest} what
 * @param {(state: JobState) => void} report
 * @returns {import('../interface.js').Job}
 */
export function startJob(engine, what, report) {
  /** @type {JobState} */
  let state = { id: '', status: 'running', queued: true, progress: null, result: null, error: null };
  /** @param {Partial<JobState>} change */
  const now = (change) => {
    state = { ...state, ...change };
    report(state);
    return state;
  };
  let stopped = false;
  const asked = engine.ask(
    'job',
    { request: what, seed: seed(), memory: engineMemory() },
    { report: (progress) => now({ progress }), begun: () => now({ queued: false }) },
  );
  const finished = asked.answer.then(
    (ended) => now({ ...ended, queued: false }),
    (error) => {
      // Analyses report in the form of their results, so what is known by now is the last report.
      if (stopped) return now({ status: 'stopped', queued: false, result: what.kind === 'analysis' ? state.progress : null });
      if (error instanceof BackendError && error.status < 500) throw error;
      return now({ status: 'failed', queued: false, error: error.problem ?? { title: String(error) } });
    },
  );
  return {
    finished,
    stop: () => {
      stopped = true;
      asked.end();
    },
  };
}
