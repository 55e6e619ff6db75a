import * as backend from '../backend/index.js';
import { write } from './rows.js';

/**
 * The picture of a Konane position as the game draws it, without legal moves: here it is changed, not played.
 * @param {readonly string[]} rows
 * @returns {Promise<import('../types.js').View>}
 */
export async function picture(rows) {
  const rules = { start: 'free', position: write(rows) };
  const { view } = await backend.view({ format: 1, game: 'konane', rules, events: [] });
  return { ...view, moves: [] };
}
