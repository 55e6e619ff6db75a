import { wholeAddress } from './place.js';
import { remember, remembered } from './store.js';

/** @typedef {import('./types.js').Tokens} Tokens */
/** @typedef {import('./types.js').Holders} Holders */
/** @typedef {import('./types.js').Seat} Seat */

/**
 * The tokens that let this browser sit at tables, and the invitations it gives away, by table. Old tables fall out when there are many.
 * Beside a token is kept the sign of its holder: once the table shows another sign, somebody else holds the seat.
 */

/** @type {readonly Seat[]} */
export const SEATS = ['first', 'second'];

/** @param {Seat} seat @returns {Seat} */
export const otherSeat = (seat) => (seat === 'first' ? 'second' : 'first');

const KEY = 'banmen.tokens';
const SIGNS = 'banmen.holders';
const INVITES = 'banmen.invites';
const TAKING = 'banmen.taking';
const MOST = 200;

/** Crockford's base 32, as the server writes names. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const TOKEN_LETTERS = 26;

/** @param {string} shelf @returns {Record<string, any>} */
const all = (shelf) => remembered(shelf, {});

/** @param {string} shelf @param {string} id @param {object} more */
function keep(shelf, id, more) {
  const { [id]: known, ...others } = all(shelf);
  const entries = Object.entries(others).slice(-MOST);
  remember(shelf, { ...Object.fromEntries(entries), [id]: { ...known, ...more } });
}

/** Every token that this browser holds, by table. */
export const allTokens = () => all(KEY);

/**
 * The seats that this browser may play at a table.
 * @param {string} id
 * @param {Holders} [holders] who holds the seats, as the table says
 * @returns {Tokens}
 */
export function tokensOf(id, holders) {
  /** @type {Tokens} */
  const tokens = all(KEY)[id] ?? {};
  if (!holders) return tokens;
  /** @type {Holders} */
  const signs = all(SIGNS)[id] ?? {};
  const held = Object.entries(tokens).filter(([name, token]) => {
    const seat = /** @type {Seat} */ (name);
    return token && (signs[seat] === undefined || signs[seat] === holders[seat]);
  });
  return Object.fromEntries(held);
}

/**
 * The seats that this browser plays at a table. Whoever set up two computers has a token, but plays nothing.
 * @param {import('./types.js').TableSummary} table
 */
export const seatsOf = (table) => SEATS.filter((seat) => tokensOf(table.id)[seat] && table.seats[seat].kind === 'human');

/**
 * The invitations to seats of a table that this browser gives away.
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
 * @param {Holders} [holders] who holds the seats, now that these tokens open them
 */
export function keepTokens(id, tokens, holders = {}) {
  keep(KEY, id, tokens);
  keep(SIGNS, id, Object.fromEntries(Object.keys(tokens).map((name) => [name, holders[/** @type {Seat} */ (name)]])));
}

/**
 * Remembers invitations to a table.
 * @param {string} id
 * @param {Tokens} invitations
 */
export function keepInvites(id, invitations) {
  keep(INVITES, id, invitations);
}

/** A token that nobody can guess. */
export function freshToken() {
  return [...crypto.getRandomValues(new Uint8Array(TOKEN_LETTERS))].map((byte) => LETTERS[byte & 31]).join('');
}

/** Gives up every seat at a table. @param {string} id */
export function forgetTokens(id) {
  for (const shelf of [KEY, INVITES]) {
    const { [id]: _, ...others } = all(shelf);
    remember(shelf, others);
  }
}

/**
 * The token with which this browser uses a pass. It stays the same until the answer has come, so that a lost answer loses no seat.
 * @param {string} pass
 * @returns {string}
 */
export function tokenFor(pass) {
  const known = all(TAKING)[pass]?.token;
  if (known) return known;
  const token = freshToken();
  keep(TAKING, pass, { token });
  return token;
}

/** Forgets a pass that has been answered. @param {string} pass */
export function settlePass(pass) {
  const { [pass]: _, ...others } = all(TAKING);
  remember(TAKING, others);
}

/**
 * The address with which somebody can take a seat, once.
 * @param {string} id
 * @param {string} pass
 */
export function inviteAddress(id, pass) {
  return wholeAddress(`/table/${id}#invite=${encodeURIComponent(pass)}`);
}

/**
 * Reads an invitation from the fragment of an address; empty if there is none.
 * @param {string} fragment
 * @returns {string}
 */
export function readInvite(fragment) {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('invite') ?? '';
}

/**
 * What opens the reader's seats at the next table: the tokens stay the same, the seats may have been exchanged.
 * @param {Tokens} held at the old table
 * @param {string} shown the token that was shown to ask
 * @param {Tokens} given where it sits now
 * @returns {Tokens}
 */
export function carriedOver(held, shown, given) {
  const stays = SEATS.some((seat) => held[seat] === shown && given[seat] === shown);
  return Object.fromEntries(SEATS.flatMap((seat) => (held[seat] ? [[stays ? seat : otherSeat(seat), held[seat]]] : [])));
}
