import { language, t } from './i18n.js';
import { loaded } from './later.js';
import { enter, here, placeOf } from './place.js';

/**
 * A page in place.
 * @typedef {object} Mounted
 * @property {Element} element
 * @property {string} title
 * @property {() => void} [dispose] called when the page goes away
 */

/** @typedef {(params: Record<string, string>) => Promise<Mounted> | Mounted} Page */

/** @type {{ pattern: RegExp, names: string[], page: Page }[]} */
const routes = [];

/**
 * Adds a page. A part of the path that starts with `:` is a parameter.
 * @param {string} path
 * @param {Page} page
 */
export function route(path, page) {
  /** @type {string[]} */
  const names = [];
  const source = path.replace(/:(\w+)/g, (_, name) => {
    names.push(name);
    return '([^/]+)';
  });
  routes.push({ pattern: new RegExp(`^${source}/?$`), names, page });
}

/**
 * Adds a page whose script comes when it is wanted. Gives back what loads it before.
 * @param {string} path
 * @param {() => Promise<Page>} load
 */
export function later(path, load) {
  route(path, async (params) => (await loaded(load))(params));
  return load;
}

/**
 * The page of a path and its parameters; `null` if there is none.
 * @param {string} path
 */
export function match(path) {
  for (const { pattern, names, page } of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    /** @type {Record<string, string>} */
    const params = {};
    names.forEach((name, index) => {
      params[name] = decodeURIComponent(found[index + 1] ?? '');
    });
    return { page, params };
  }
  return null;
}

/**
 * Where pages are put, and the pages for what went wrong and for what takes long.
 * @typedef {{ outlet: Element, fallback: (error: unknown) => Mounted, waiting: () => Element }} Frame
 */

/** @type {Frame | null} */
let frame = null;
/** @type {Mounted | null} */
let current = null;
let visit = 0;

/** @type {Set<() => void>} */
const followers = new Set();

/** Calls back whenever another page has come into sight. @param {() => void} follower */
export function onPlace(follower) {
  followers.add(follower);
}

/** A page that comes within this time needs no word about it. */
const PATIENCE_MS = 250;

/** Says that a page is on its way. The one before stays in sight. */
function wait() {
  if (!frame) return;
  frame.outlet.setAttribute('aria-busy', 'true');
  if (!frame.outlet.hasChildNodes()) frame.outlet.append(frame.waiting());
}

/** Draws the page of the address in force. @param {boolean} [byReader] whether the reader went there, so that focus follows */
export async function draw(byReader = false) {
  if (!frame) return;
  const { outlet, fallback } = frame;
  visit += 1;
  const mine = visit;
  const patience = setTimeout(() => mine === visit && wait(), PATIENCE_MS);
  /** @type {Mounted} */
  let next;
  try {
    const found = match(here().path);
    if (!found) throw new Error('not found');
    next = await found.page(found.params);
  } catch (error) {
    next = fallback(error);
  }
  clearTimeout(patience);
  if (mine !== visit) {
    next.dispose?.();
    return;
  }
  current?.dispose?.();
  current = next;
  outlet.removeAttribute('aria-busy');
  outlet.replaceChildren(next.element);
  for (const follower of followers) follower();
  document.title = next.title ? `${next.title} · Banmen 盤面` : t('app.title');
  if (byReader) {
    scrollTo(0, 0);
    const { fragment } = here();
    if (fragment) document.getElementById(fragment.slice(1))?.scrollIntoView();
    /** @type {HTMLElement | null} */ (outlet.querySelector('[data-focus-first], h1'))?.focus({ preventScroll: true });
  }
}

/**
 * Goes to an address of this site.
 * @param {string} address
 * @param {{ replace?: boolean }} [options]
 */
export function go(address, { replace = false } = {}) {
  enter(address, replace);
  return draw(true);
}

/**
 * Follows links inside the page, the back button, and changes of language.
 * @param {Frame} around
 */
export function startRouter(around) {
  frame = around;
  addEventListener('popstate', () => void draw(true));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const address = placeOf(link);
    if (address === null) return;
    event.preventDefault();
    void go(address);
  });
  language.watch(() => void draw());
  return draw();
}
