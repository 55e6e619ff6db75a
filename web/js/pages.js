/** Pages beside the games (explorers, puzzles, lessons), which the home page links to. */

/** @type {{ path: string, label: string, when: () => boolean }[]} */
const listed = [];

/**
 * Lists a page on the home page.
 * @param {string} path
 * @param {string} label the key of its name
 * @param {() => boolean} [when] whether there is such a page in this edition
 */
export function listPage(path, label, when = () => true) {
  listed.push({ path, label, when });
}

export const pages = () => listed.filter(({ when }) => when());
