/** @typedef {import('../types.js').Thinking} Thinking */

/**
 * When a computer's thinking began, by this machine's clock. The clocks of two machines may differ, so a thought that goes on keeps its
 * beginning, and none began in the future.
 * @param {Thinking | null} now
 * @param {Thinking | null} before
 * @param {number | null} known when the thinking before began
 */
export function since(now, before, known) {
  if (!now) return null;
  const goesOn = known !== null && before?.seat === now.seat && before.since_ms === now.since_ms;
  return goesOn ? known : Math.min(Date.now(), now.since_ms);
}
