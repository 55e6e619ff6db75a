/** What is known of a problem. Some codes are the browser's own, such as `browser-full`. @typedef {Partial<Omit<import('../types.js').Problem, 'code'>> & { code?: string }} Problem */

/** Something that was refused or could not be done, or a server that could not be reached (status 0). */
export class BackendError extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    this.name = 'BackendError';
    this.status = status;
    this.problem = problem;
  }
}
