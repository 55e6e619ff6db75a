/**
 * Where the reader is. A served page has an address for each place (`/new/gomoku`); a page without a server has only one, and
 * keeps the place in its fragment (`banmen.html#/new/gomoku`). Everybody else writes places as in the first form.
 */

/** @typedef {{ path: string, search: string, fragment: string }} Place */

let inFragment = false;

/** From now on the place is kept in the fragment. */
export function placesInFragment() {
  inFragment = true;
}

/** @param {string} address @returns {Place} */
export function parsePlace(address) {
  const [before = '', ...rest] = address.split('#');
  const [path = '', ...query] = before.split('?');
  return {
    path: path || '/',
    search: query.length > 0 ? `?${query.join('?')}` : '',
    fragment: rest.length > 0 ? `#${rest.join('#')}` : '',
  };
}

/** The place in sight. A link of the other edition (`…#/record#r=…`) is understood by both. @returns {Place} */
export function here() {
  if (inFragment || location.hash.startsWith('#/')) return parsePlace(location.hash.slice(1));
  return { path: location.pathname, search: location.search, fragment: location.hash };
}

/** What a link to a place has to say. @param {string} address */
export const href = (address) => (inFragment && address.startsWith('/') ? `#${address}` : address);

/** The whole address of a place, to be sent to somebody. @param {string} address */
export function wholeAddress(address) {
  return inFragment ? `${location.href.split('#')[0]}#${address}` : `${location.origin}${address}`;
}

/**
 * The place that a link leads to; `null` if it leads elsewhere.
 * @param {HTMLAnchorElement} link
 */
export function placeOf(link) {
  if (inFragment) {
    const [base, ...rest] = link.href.split('#');
    return base === location.href.split('#')[0] && rest[0]?.startsWith('/') ? rest.join('#') : null;
  }
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return null;
  return link.pathname + link.search + link.hash;
}

/** Goes to a place without drawing it. @param {string} address @param {boolean} replace */
export function enter(address, replace) {
  if (replace) history.replaceState(null, '', href(address));
  else history.pushState(null, '', href(address));
}
