import { BackendError } from '../error.js';

/** The smallest module with an instruction on 128 bits, which the engines are full of: `i8x16.popcnt` of a constant. */
const WIDE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Refuses politely where the browser cannot run the engines: no WebAssembly, or that of before 2021. */
export function needWebAssembly() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(WIDE)) throw new BackendError(501, { code: 'no-wasm', title: 'no WebAssembly' });
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
