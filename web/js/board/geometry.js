/** Where things are on the board, in the units of its SVG. */

/** @typedef {import('../types.js').Grid} Grid */
/** @typedef {import('../types.js').Square} Square */

/** The side of a cell, or the distance of two lines, in SVG units. */
export const UNIT = 40;

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** A board's measures; `flipped` turns it by half a circle. */
export class Geometry {
  /**
   * @param {Grid} grid
   * @param {{ flipped?: boolean, coordinates?: boolean }} [options]
   */
  constructor(grid, { flipped = false, coordinates = true } = {}) {
    this.columns = grid.columns;
    this.rows = grid.rows;
    this.style = grid.style;
    this.flipped = flipped;
    this.coordinates = coordinates;
    /** How fine strokes and texts on the board are: a unit of a small board is many pixels. */
    this.fineness = Math.max(0.42, Math.min(1, Math.max(grid.columns, grid.rows) / 15));
    /** The size of the names at the edge; the same share of any board. */
    this.lettering = Math.max(grid.columns, grid.rows) * UNIT * 0.026;
    const bare = grid.style === 'points' ? 4 : 8;
    const named = this.lettering * (grid.style === 'points' ? 1.25 : 1.9);
    /** Wood around the cells. */
    this.margin = coordinates ? Math.max(bare, named) : bare;
  }

  /** Whether another board has these measures too. @param {Grid} grid */
  fits({ columns, rows, style }) {
    return this.columns === columns && this.rows === rows && this.style === style;
  }

  /** The whole board. @returns {Box} */
  get box() {
    return {
      x: -this.margin,
      y: -this.margin,
      width: this.columns * UNIT + 2 * this.margin,
      height: this.rows * UNIT + 2 * this.margin,
    };
  }

  /**
   * The middle of a place.
   * @param {Square} square
   * @returns {{ x: number, y: number }}
   */
  centre({ x, y }) {
    const column = this.flipped ? this.columns - 1 - x : x;
    const row = this.flipped ? this.rows - 1 - y : y;
    return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
  }

  /**
   * The place at a point of the drawing; `null` beside the board.
   * @param {{ x: number, y: number }} point
   * @returns {Square | null}
   */
  squareAt({ x, y }) {
    const column = Math.floor(x / UNIT);
    const row = Math.floor(y / UNIT);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    return this.flipped ? { x: this.columns - 1 - column, y: this.rows - 1 - row } : { x: column, y: row };
  }

  /**
   * The neighbour that is seen `dx` to the right and `dy` further down, kept on the board.
   * @param {Square} square
   * @param {number} dx
   * @param {number} dy
   * @returns {Square}
   */
  step({ x, y }, dx, dy) {
    const sign = this.flipped ? -1 : 1;
    /** @param {number} value @param {number} count */
    const within = (value, count) => Math.max(0, Math.min(count - 1, value));
    return { x: within(x + sign * dx, this.columns), y: within(y + sign * dy, this.rows) };
  }
}

/**
 * A place as a text that can be compared.
 * @param {Square} square
 */
export const keyOf = ({ x, y }) => `${x},${y}`;

/**
 * @param {Square | null | undefined} a
 * @param {Square | null | undefined} b
 */
export const sameSquare = (a, b) => a?.x === b?.x && a?.y === b?.y;

/**
 * The name of a place, as the game writes it.
 * @param {Grid} grid
 * @param {Square} square
 */
export const nameOf = (grid, { x, y }) => `${grid.column_labels[x] ?? ''}${grid.row_labels[y] ?? ''}`;
