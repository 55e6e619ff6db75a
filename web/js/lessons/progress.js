import { remember, remembered } from '../store.js';

/** How far the reader has got with the lessons, in this browser. */

const KEY = 'banmen.lessons';

/** @returns {Record<string, number>} */
const all = () => remembered(KEY, {});

/** How many steps of a game's lesson have been done. @param {string} game */
export const lessonProgress = (game) => all()[game] ?? 0;

/** @param {string} game @param {number} steps */
export function keepStep(game, steps) {
  remember(KEY, { ...all(), [game]: Math.max(steps, lessonProgress(game)) });
}
