/** A Konane position as rows of text, and what can be done to the text without knowing a rule. */

/** The largest side that the server takes. */
export const MAX_SIDE = 16;

/** @param {number} rows @param {number} columns */
export const empty = (rows, columns) => Array.from({ length: rows }, () => '.'.repeat(columns));

/**
 * The rows of a text, as people paste it; `null` if it is not a rectangle of `B`, `W` and `.`.
 * @param {string} text
 */
export function read(text) {
  // A blank line ends a board: two of them are not one.
  if (/\n[^\S\n]*\n/.test(text.trim())) return null;
  const rows = text
    .trim()
    .split(/[/|\n\r]+/)
    .map((row) => row.trim().toUpperCase().replaceAll('-', '.').replaceAll('_', '.'));
  const width = rows[0]?.length ?? 0;
  const whole = rows.every((row) => row.length === width && /^[BW.]+$/.test(row));
  return whole && width > 0 && width <= MAX_SIDE && rows.length <= MAX_SIDE ? rows : null;
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
