import * as backend from '../backend/index.js';
import { go } from '../router.js';
import { freshId, keepStudy } from './shelf.js';

/** Ways into a study. */

/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../types.js').Study} Study */

/**
 * Keeps a new study and opens it.
 * @param {Study} study
 * @param {{ title?: string, at?: number, replace?: boolean }} [options] `at` is a node
 */
export async function openStudy(study, { title = '', at = 0, replace = false } = {}) {
  const id = freshId();
  await keepStudy({ id, title, study, updated_at: Date.now() });
  await go(`/study/${id}${at > 0 ? `?at=${at}` : ''}`, { replace });
}

/** A record as a study without variations. @param {GameRecord} record @returns {Study} */
export function studyOf({ format, game, rules, events, tags = {} }) {
  const { comment, ...others } = tags;
  const named = Object.keys(others).length > 0 ? { tags: others } : {};
  return { format, game, rules, ...named, nodes: [comment ? { comment } : {}, ...events.map((event) => ({ event }))] };
}

/** Opens a game for study. @param {GameRecord} record @param {{ title?: string, at?: number }} [options] `at` counts events */
export const studyRecord = (record, options) => openStudy(studyOf(record), options);

/** Opens an empty study of a game. @param {string} game */
export async function studyGame(game) {
  const info = await backend.game(game);
  await openStudy({ format: 1, game, rules: info.default_rules, nodes: [{}] });
}
