import { remember, remembered } from '../store.js';

/** Positions with a task, taken from games of our own players; each was checked by the engine that it is played against. */

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} game
 * @property {import('../types.js').Rules} rules
 * @property {string} moves the moves that lead to the position
 * @property {import('../types.js').Seat} solver
 * @property {string} level who defends
 * @property {number | null} wins_in with which move of the solver it can be won; `null` where exactly one move wins at all
 */

const GAME_A = 'h8 j8 f8 h10 f10 i7 g11 f7 h6 e9 e11 h7 g7 g9 f11 h11 d11 c11 d9 h13 h12 j7 d10 k7 l7 i9 l6 f9 h9 d12 j4 i5 d8 d7 e8 g8';
const GAME_B = 'h8 j8 f8 h6 f6 i9 f7 f9 f5 f4 g5 h9 g9 h10 k7 d8 e5 g11 f12 h5 c5 d5 d6 e7 g7 d4 g6 g8 g4 g3';
const DEER_A =
  'a1a2 a5a4 c1b1 c5d5 d1e2 e5e4 d2d3 e4e3 b2b3 b4b3 d3d4 d5d4 b1c1 e3e2 e1e2 C@e3 C@a3 e3e2 a3a4 E@b2 c1d2 C@d3 d2e2 G@d2 e2e1 d4e3 D@d5 d2e2 e1d1';
const DEER_B =
  'a1a2 a5a4 c1b1 c5d5 d1e2 e5e4 d2d3 e4e3 b2b3 b4b3 d3d4 d5d4 b1c1 C@d3 C@d2 e3e2 e1e2 d3d2 D@a3 a4b4 a2b1 C@d3 e2e1 d4e3 b1b2 C@e2 b2b3 b4b3 C@b2 b3a3 e1e2 e3e2 b2b3 E@b2 c1b2';

/** The first moves of a game. @param {string} game @param {number} count */
const first = (game, count) => game.split(' ').slice(0, count).join(' ');

/** @param {string} id @param {string} moves @param {number} wins_in @returns {Puzzle} */
const gomoku = (id, moves, wins_in) => ({
  id,
  game: 'gomoku',
  rules: { size: 15, rule: 'freestyle' },
  moves,
  solver: 'first',
  level: 'master',
  wins_in,
});

/** @param {string} id @param {string} moves @param {number} wins_in @returns {Puzzle} */
const deer = (id, moves, wins_in) => ({ id, game: 'dobutsu', rules: { board: 'deer' }, moves, solver: 'second', level: 'master', wins_in });

/** @param {string} id @param {string} position @returns {Puzzle} */
const konane = (id, position) => ({
  id,
  game: 'konane',
  rules: { start: 'free', position, first: 'black' },
  moves: '',
  solver: 'first',
  level: 'hard',
  wins_in: null,
});

/** @type {readonly Puzzle[]} */
export const PUZZLES = [
  gomoku('gomoku-1', GAME_A, 3),
  deer('dobutsu-1', DEER_A, 2),
  konane('konane-1', '..WB./BWB.B/.BW../BW...'),
  gomoku('gomoku-2', GAME_B, 3),
  deer('dobutsu-2', first(DEER_A, 27), 3),
  konane('konane-2', '.BWB./BW.W./WBW../B.BWB'),
  gomoku('gomoku-3', first(GAME_B, 26), 5),
  deer('dobutsu-3', DEER_B, 4),
  konane('konane-3', 'B..W./.BW.W/B..WB/W..B./...W.'),
  gomoku('gomoku-4', first(GAME_B, 24), 6),
  deer('dobutsu-4', first(DEER_A, 23), 9),
  konane('konane-4', 'BWB.B/.BWBW/B.BW./WBW../.WB..'),
];

/** @param {Puzzle} puzzle @returns {import('../types.js').GameRecord} */
export function recordOf({ game, rules, moves }) {
  return { format: 1, game, rules, events: moves === '' ? [] : moves.split(' ').map((move) => ({ move })) };
}

const KEY = 'banmen.puzzles';

/** The puzzles that were solved in this browser. @returns {string[]} */
export const solved = () => remembered(KEY, /** @type {string[]} */ ([]));

/** @param {string} id */
export function markSolved(id) {
  const known = solved();
  if (!known.includes(id)) remember(KEY, [...known, id]);
}
