/** Where a game says how its moves are written in the list, where that takes more than their text. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').MoveRow} MoveRow */

/**
 * @typedef {object} MoveWords
 * @property {() => string} style the way of writing that the reader chose; the list is drawn anew when it changes
 * @property {() => boolean} needsStart whether the first position is needed
 * @property {(start: View | null, rows: MoveRow[], info: import('../types.js').GameInfo) => (Node | null)[]} words one for each row; `null` for
 *   the text as it is
 */

/** @type {Map<string, MoveWords>} */
const ways = new Map();

/** @param {string} game @param {MoveWords} words */
export function registerMoveWords(game, words) {
  ways.set(game, words);
}

/** @param {string} game */
export const moveWordsOf = (game) => ways.get(game) ?? null;
