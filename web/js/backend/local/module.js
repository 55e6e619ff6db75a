import { BackendError } from '../error.js';

/** Refuses politely where the browser cannot run the engines. */
export function needWebAssembly() {
  if (typeof WebAssembly !== 'object') throw new BackendError(501, { code: 'no-wasm', title: 'no WebAssembly' });
}

/** Fetches the engines' module. @param {string} address @returns {Promise<WebAssembly.Module>} */
export async function fetchModule(address) {
  needWebAssembly();
  const response = await fetch(address).catch(() => null);
  if (response?.status === 404) throw new BackendError(404, { code: 'no-engine', title: 'no engine' });
  if (!response?.ok) throw new BackendError(0, { code: 'engine-unreachable', title: 'unreachable' });
  try {
    // A host that does not know the media type of WebAssembly must not matter.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new BackendError(501, { code: 'damaged-page', title: 'damaged module', detail: String(error) });
  }
}
