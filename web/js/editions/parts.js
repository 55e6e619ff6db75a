import { BackendError } from '../backend/error.js';

/** What both editions without a server do alike. */

/** The text of an element that carries a file inside the page. @param {string} id */
export function carried(id) {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: id });
  return element.textContent;
}
