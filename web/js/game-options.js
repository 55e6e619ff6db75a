/** Choices beside the rules that a game offers before it starts, such as whether the odds may be shown. They are kept in the table's options. */

/**
 * @typedef {object} GameOption
 * @property {string} key its name in the table's options
 * @property {string} label the key of its words
 * @property {boolean} initial
 */

/** @type {Map<string, GameOption[]>} */
const options = new Map();

/**
 * Offers a choice before the games of one kind.
 * @param {string} game
 * @param {GameOption} option
 */
export function registerOption(game, option) {
  options.set(game, [...optionsOf(game), option]);
}

/** @param {string} game @returns {GameOption[]} */
export function optionsOf(game) {
  return options.get(game) ?? [];
}
