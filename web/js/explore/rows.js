/** A Konane position as rows of text, and what can be done to the text without knowing a rule. */

/** @param {number} rows @param {number} columns */
export const empty = (rows, columns) => Array.from({ length: rows }, () => '.'.repeat(columns));

/** How a stone of each seat is written. @type {Record<import('../types.js').Seat, string>} */
const STONES = { first: 'B', second: 'W' };

/**
 * The rows of a position as the game draws it.
 * @param {import('../types.js').View} view
 */
export function drawn({ grid, pieces }) {
  const cells = Array.from({ length: grid.rows }, () => Array.from({ length: grid.columns }, () => '.'));
  for (const { at, owner } of pieces) {
    const row = cells[at.y];
    // A piece that is nobody's is a cell that nothing enters.
    if (row) row[at.x] = owner ? STONES[owner] : '#';
  }
  return cells.map((row) => row.join(''));
}

/** @param {readonly string[]} rows */
export const write = (rows) => rows.join('/');

/** Empty, black, white, and empty again. @param {string} cell */
const next = (cell) => ({ '.': 'B', B: 'W' })[cell] ?? '.';

/**
 * The rows with one cell changed to the next colour, or to `cell`.
 * @param {readonly string[]} rows
 * @param {{ x: number, y: number }} at
 * @param {string} [cell]
 */
export function changed(rows, { x, y }, cell) {
  return rows.map((row, index) => (index === y ? row.slice(0, x) + (cell ?? next(row[x] ?? '.')) + row.slice(x + 1) : row));
}

/**
 * The rows cut or filled up to a size.
 * @param {readonly string[]} rows
 * @param {number} height
 * @param {number} width
 */
export function resized(rows, height, width) {
  return Array.from({ length: height }, (_, y) => (rows[y] ?? '').slice(0, width).padEnd(width, '.'));
}

/** @param {readonly string[]} rows */
export const swapped = (rows) => rows.map((row) => row.replace(/[BW]/g, (stone) => (stone === 'B' ? 'W' : 'B')));

/** @param {readonly string[]} rows */
export const mirrored = (rows) => rows.map((row) => [...row].reverse().join(''));

/** A quarter turn clockwise. @param {readonly string[]} rows */
export const turned = (rows) =>
  Array.from({ length: rows[0]?.length ?? 0 }, (_, x) =>
    rows
      .map((row) => row[x])
      .reverse()
      .join(''),
  );
