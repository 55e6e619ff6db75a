import { BackendError } from '../backend/error.js';
import * as backend from '../backend/index.js';
import { explain } from '../components/notice.js';
import { t } from '../i18n.js';
import { drawn, write } from './rows.js';

/**
 * The picture of a Konane position as the game draws it, without legal moves: here it is changed, not played.
 * @param {readonly string[]} rows
 * @returns {Promise<import('../types.js').View>}
 */
export const picture = (rows) => pictureOf(write(rows));

/**
 * The rows of a position as people write it; fails with the game's own words about what is wrong with the text.
 * @param {string} text
 */
export const read = async (text) => drawn(await pictureOf(text.trim()));

/** @param {string} position */
async function pictureOf(position) {
  const rules = { start: 'free', position };
  const { view } = await backend.view({ format: 1, game: 'konane', rules, events: [] });
  return { ...view, moves: [] };
}

/** What to tell somebody whose text was not read as a board. @param {unknown} error */
export const whyNoBoard = (error) => (error instanceof BackendError && error.status === 422 ? t('explore.bad_text') : explain(error));
