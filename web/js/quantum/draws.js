/**
 * The draws of a sealed game, worked out again in the browser, so that nobody has to believe the server. `docs/fairness.md` describes them.
 */

/** @typedef {import('../types.js').Nonces} Nonces */

/** The construction of draws to which nobody contributed. */
const ALONE = 'banmen-draw-v1';
/** The construction of draws to which players contributed. */
const TOGETHER = 'banmen-draw-v2';
const NOTHING = '00'.repeat(32);

/** The construction of draws with these contributions. @param {Nonces} nonces */
export const constructionOf = (nonces) => (nonces.first || nonces.second ? TOGETHER : ALONE);

/** Numbers from here on are skipped, so that all remainders by 100 are equally likely. */
const LIMIT = 2n ** 64n - 1n - ((2n ** 64n - 1n) % 100n);

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array<ArrayBuffer>} bytes */
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** The SHA-256 hash of a seed, both in hexadecimal digits. @param {string} seed */
export async function hashOf(seed) {
  return [...(await digest(bytesOf(seed)))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What observation `n`, counted from 0, draws for stones with these percentages of black, in the order in which they were placed.
 * @param {string} seed in hexadecimal digits
 * @param {number} n
 * @param {readonly number[]} percents
 * @param {Nonces} [nonces] what the players contributed
 * @returns {Promise<string>} a `b` or `w` for each stone
 */
export async function draw(seed, n, percents, nonces = {}) {
  const construction = constructionOf(nonces);
  const parts = construction === TOGETHER ? [seed, nonces.first ?? NOTHING, nonces.second ?? NOTHING] : [seed];
  const start = [...new TextEncoder().encode(construction), ...bytesOf(parts.join(''))];
  const counters = new DataView(new ArrayBuffer(16));
  counters.setBigUint64(0, BigInt(n));
  /** @type {number[]} */
  const numbers = [];
  for (let k = 0; numbers.length < percents.length; k += 1) {
    counters.setBigUint64(8, BigInt(k));
    const block = new DataView((await digest(Uint8Array.from([...start, ...new Uint8Array(counters.buffer)]))).buffer);
    for (let at = 0; at < 32; at += 8) {
      const word = block.getBigUint64(at);
      if (word < LIMIT) numbers.push(Number(word % 100n));
    }
  }
  return percents.map((percent, index) => (/** @type {number} */ (numbers[index]) < percent ? 'b' : 'w')).join('');
}

/**
 * The stones of a position in the order in which they were placed; a view lists them in reading order.
 * @param {import('../types.js').View} view
 * @param {import('../types.js').Event[]} events what led to the position
 */
export function inOrderOfPlacing({ pieces, grid }, events) {
  const placed = events.map((event) => ('move' in event ? event.move : ''));
  /** @param {import('../types.js').Piece} piece */
  const when = ({ at }) => placed.indexOf(`${grid.column_labels[at.x]}${grid.row_labels[at.y]}`);
  return [...pieces].sort((one, other) => when(one) - when(other));
}

/**
 * The percentages of the stones of a picture, in the order in which they were placed; kept stones have their colour for certain.
 * @param {readonly import('../types.js').Piece[]} pieces
 */
export function percentsOf(pieces) {
  return pieces.map((piece) => (piece.shade === null || piece.kept ? (piece.owner === 'first' ? 100 : 0) : Math.round(piece.shade * 100)));
}
