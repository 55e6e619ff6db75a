import { wholeAddress } from './place.js';
import { remember, remembered } from './store.js';

/** @typedef {import('./types.js').Tokens} Tokens */
/** @typedef {import('./types.js').Seat} Seat */

/** The tokens that let this browser sit at tables, and those it gives away, by table. Old tables fall out when there are many. */

const KEY = 'banmen.tokens';
const INVITES = 'banmen.invites';
const MOST = 200;

/** @param {string} shelf @returns {Record<string, Tokens>} */
const all = (shelf) => remembered(shelf, {});

/** @param {string} shelf @param {string} id @param {Tokens} tokens */
function keep(shelf, id, tokens) {
  const { [id]: known, ...others } = all(shelf);
  const entries = Object.entries(others).slice(-MOST);
  remember(shelf, { ...Object.fromEntries(entries), [id]: { ...known, ...tokens } });
}

/** Every token that this browser holds, by table. */
export const allTokens = () => all(KEY);

/**
 * The seats that this browser may play at a table.
 * @param {string} id
 * @returns {Tokens}
 */
export function tokensOf(id) {
  return all(KEY)[id] ?? {};
}

/**
 * The seats of a table that this browser invites others to.
 * @param {string} id
 * @returns {Tokens}
 */
export function invitesOf(id) {
  return all(INVITES)[id] ?? {};
}

/**
 * Remembers tokens of a table beside those already known.
 * @param {string} id
 * @param {Tokens} tokens
 */
export function keepTokens(id, tokens) {
  keep(KEY, id, tokens);
}

/**
 * Remembers tokens of a table that are for others.
 * @param {string} id
 * @param {Tokens} tokens
 */
export function keepInvites(id, tokens) {
  keep(INVITES, id, tokens);
}

/** Gives up every seat at a table. @param {string} id */
export function forgetTokens(id) {
  for (const shelf of [KEY, INVITES]) {
    const { [id]: _, ...others } = all(shelf);
    remember(shelf, others);
  }
}

/**
 * The address that invites somebody to a seat.
 * @param {string} id
 * @param {Seat} seat
 * @param {string} token
 */
export function inviteAddress(id, seat, token) {
  return wholeAddress(`/table/${id}#token=${encodeURIComponent(token)}&seat=${seat}`);
}

/**
 * Reads an invitation from the fragment of an address. An invitation without a seat is for whichever human seats there are.
 * @param {string} fragment
 * @returns {Tokens}
 */
export function readInvite(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = fields.get('token');
  if (!token) return {};
  const seat = fields.get('seat');
  if (seat === 'first' || seat === 'second') return { [seat]: token };
  return { first: token, second: token };
}
