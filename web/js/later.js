import { BackendError } from './backend/error.js';

/** Scripts that are loaded after the first page, so that it need not wait for them. */

/**
 * What a script brings. Where a newer server has it under another name, the page is loaded anew.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loaded(load) {
  try {
    const script = await load();
    noteReload(null);
    return script;
  } catch (error) {
    if (!(error instanceof TypeError) || !location.protocol.startsWith('http')) throw error;
    const answers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!answers || !reloadsOnce()) throw new BackendError(0, { code: 'unreachable', title: 'unreachable' });
    location.reload();
    return new Promise(() => {});
  }
}

const KEY = 'banmen.reloaded';

/** Notes in this tab for which address the page was loaded anew. @param {string | null} address */
function noteReload(address) {
  try {
    if (address === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, address);
  } catch {
    /* no storage: then the page is never loaded anew by itself */
  }
}

/** Whether the page has not been loaded anew for a script already. A new page that lacks it too is at fault itself. */
function reloadsOnce() {
  try {
    const address = sessionStorage.getItem(KEY);
    noteReload(location.href);
    return address !== location.href && sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The next moment without anything to do. */
const idle = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

/** The first picture is painted and looked at before anything else is loaded. */
const PAUSE_MS = 400;

/** Loads scripts one after the other whenever there is nothing else to do, so that no click has to wait for one. @param {(() => Promise<unknown>)[]} loads */
export async function loadWhenIdle(loads) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  for (const load of loads) {
    await idle();
    // What cannot be loaded now is loaded when it is wanted, and says so if it still cannot.
    await load().catch(() => {});
  }
}
