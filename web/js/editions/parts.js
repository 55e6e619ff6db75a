import { BackendError } from '../backend/error.js';
import { use } from '../backend/index.js';
import { recordAddress } from '../share.js';

/** What both editions without a server do alike. */

/** Refuses politely where the browser cannot run the engines. */
export function needWebAssembly() {
  if (typeof WebAssembly !== 'object') throw new BackendError(501, { code: 'no-wasm', title: 'no WebAssembly' });
}

/** The text of an element that carries a file inside the page. @param {string} id */
export function carried(id) {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new BackendError(501, { code: 'damaged-page', title: 'damaged page', detail: id });
  return element.textContent;
}

/**
 * Talks to this backend, also from the browser's console: `await banmen.games()`.
 * @param {import('../backend/local/index.js').LocalBackend} backend
 */
export function settleIn(backend) {
  use(backend);
  Object.assign(globalThis, { banmen: Object.assign(backend, { recordAddress }) });
}
