/** Pages beside the games (explorers, puzzles, lessons), which the home page links to. */

/** @type {{ path: string, label: string }[]} */
const listed = [];

/**
 * Lists a page on the home page.
 * @param {string} path
 * @param {string} label the key of its name
 */
export function listPage(path, label) {
  listed.push({ path, label });
}

export const pages = () => listed;
