import { t } from '../i18n.js';

/** The textbook's figures, the boards of the notes, and a few others to begin with. */

/** @typedef {{ label: string, rows: string }} Example */

/** The 3×3 tile of the notes, repeated. @param {number} rows @param {number} columns */
export function tiled(rows, columns) {
  const tile = ['...', 'BW.', 'WB.'];
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => tile[y % 3]?.[x % 3]).join('')).join('/');
}

/** A full board from which the pair in the middle is taken. @param {number} rows @param {number} columns */
export function full(rows, columns) {
  const y0 = Math.floor((rows - 1) / 2);
  const x0 = Math.floor((columns - 1) / 2);
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => (y === y0 && (x === x0 || x === x0 + 1) ? '.' : (rows - 1 - y + x) % 2 === 0 ? 'B' : 'W')).join(''),
  ).join('/');
}

/** @type {[string, string, string][]} */
const FIGURES = [
  ['4.4', '↑∗', '.../.W./.../.W./WB./...'],
  ['4.5', '−1/2', 'W../WWW/.BW/B..'],
  ['4.10', '↑∗', '.../W.W/BW./...'],
  ['4.10', '↓∗', '.../B.B/WB./...'],
  ['5.1', '1', '.../.../.../W../B..'],
  ['5.1', '2', '.../.../.W./W../B..'],
  ['5.1', '−3', '.../..B/.B./B.B/W..'],
];

/** Boards that split, by the number of their parts. @type {[number, string][]} */
const SUMS = [
  [3, '.W....../......../.W...W.W/WB...BW./......../...B..../..B...W./.B...WB.'],
  [6, 'WB....BW/......../......../..W...B./..B...W./......../......../WB....BW'],
];

/** The examples in groups, each with its name. @returns {{ label: string, examples: Example[] }[]} */
export function exampleGroups() {
  /** @param {[number, number][]} sizes @param {(rows: number, columns: number) => string} board */
  const sizes = (sizes, board) => sizes.map(([rows, columns]) => ({ label: `${rows}×${columns}`, rows: board(rows, columns) }));
  return [
    { label: t('explore.figures'), examples: FIGURES.map(([name, value, rows]) => ({ label: t('explore.figure', { name, value }), rows })) },
    { label: t('explore.sums'), examples: SUMS.map(([count, rows]) => ({ label: t('explore.sum_of', { count }), rows })) },
    {
      label: t('explore.tiles'),
      examples: sizes(
        [
          [3, 3],
          [3, 6],
          [3, 9],
          [3, 12],
          [3, 15],
          [6, 6],
          [6, 9],
        ],
        tiled,
      ),
    },
    {
      label: t('explore.full_boards'),
      examples: sizes(
        [
          [4, 4],
          [4, 5],
          [4, 6],
          [5, 6],
        ],
        full,
      ),
    },
  ];
}
