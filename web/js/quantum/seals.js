import { remember, remembered } from '../store.js';

/**
 * What this browser noted of a table's seal: the hash that it saw first, and the numbers that it contributed to the draws. At the end the hash has
 * to be the same one and the numbers have to be in the record; otherwise somebody chose the draws after all.
 */

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').SealNote} SealNote */

/**
 * @typedef {object} Noted
 * @property {string} hash
 * @property {boolean} early whether nothing had been drawn yet
 * @property {Partial<Record<Seat, string>>} nonces what this browser contributes
 * @property {Seat[]} taken the seats whose contributions have been seen in the record
 */

const KEY = 'banmen.seals';
const MOST = 200;
/** @type {readonly Seat[]} */
const SEATS = ['first', 'second'];

/** Whether a seat's contribution is in a seal. @param {Noted} noted @param {Seat} seat @param {SealNote} seal */
const isIn = (noted, seat, seal) => noted.nonces[seat] !== undefined && seal.nonces?.[seat] === noted.nonces[seat];

/** @returns {Record<string, Noted>} */
const all = () => remembered(KEY, {});

/** What was noted of a table. @param {string} id @returns {Noted | null} */
export const notedSeal = (id) => all()[id] ?? null;

/** @param {string} id @param {Noted} noted */
function keep(id, noted) {
  const { [id]: _, ...others } = all();
  remember(KEY, { ...Object.fromEntries(Object.entries(others).slice(-MOST)), [id]: noted });
}

/**
 * Notes the hash of a table that is seen for the first time, and later which contributions are in the record. A hash that was noted is never
 * changed.
 * @param {string} id
 * @param {SealNote} seal
 * @param {boolean} early whether nothing has been drawn yet
 */
export function noteSeal(id, seal, early) {
  const noted = notedSeal(id);
  if (!noted) {
    keep(id, { hash: seal.hash, early, nonces: {}, taken: [] });
    return;
  }
  const taken = SEATS.filter((seat) => noted.taken.includes(seat) || isIn(noted, seat, seal));
  if (taken.length > noted.taken.length) keep(id, { ...noted, taken });
}

/**
 * The number that this browser contributes for a seat of a table whose hash it has noted. It is kept before it is sent.
 * @param {string} id
 * @param {Seat} seat
 * @returns {string}
 */
export function nonceFor(id, seat) {
  const noted = notedSeal(id);
  const known = noted?.nonces[seat];
  if (known) return known;
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (noted) keep(id, { ...noted, nonces: { ...noted.nonces, [seat]: nonce } });
  return nonce;
}

/**
 * What this browser can say of a seal: `unseen` if it did not see it before the first draw, `changed` if the hash is not the one that it saw
 * then or a number is no longer in the record, else `same`.
 * @param {string} id
 * @param {SealNote} seal
 * @returns {'same' | 'changed' | 'unseen'}
 */
export function compareSeal(id, seal) {
  const noted = notedSeal(id);
  if (!noted) return 'unseen';
  if (noted.hash !== seal.hash || !noted.taken.every((seat) => isIn(noted, seat, seal))) return 'changed';
  return noted.early ? 'same' : 'unseen';
}
