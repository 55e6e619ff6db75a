/** Where the page's files are: as they lie in the folder, or under names that carry their content's hash, which never change. */

/** @type {Record<string, string> | null} */
let lasting = null;

/**
 * The address to fetch a file of the page from.
 * @param {string} path such as `/i18n/en.json`
 */
export function fileAddress(path) {
  lasting ??= JSON.parse(document.getElementById('files')?.textContent || '{}');
  return /** @type {Record<string, string>} */ (lasting)[path] ?? path;
}
