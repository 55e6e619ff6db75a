/** The lessons: for each game a few positions, a task on each, and who judges the answer. The words are `lesson.GAME.NUMBER`. */

/** @typedef {import('../puzzles/book.js').Task} Task */

/**
 * One step of a lesson. With `accept` those answers are right and no other (`*` stands for any end); with `any` every answer is. Otherwise
 * the judge of the puzzles decides by proof.
 * @typedef {object} Step
 * @property {Task} task
 * @property {string[]} [accept]
 * @property {boolean} [any]
 * @property {number[]} [draw] the percentages of black with which an observation draws the stones, in the order of placing
 */

const NINE = { size: 9, rule: 'freestyle' };
const TINY = { size: 3, row: 3 };

/** @param {string} moves separated by blanks @returns {import('../puzzles/book.js').Event[]} */
const movesOf = (moves) =>
  moves
    .split(' ')
    .filter(Boolean)
    .map((move) => ({ move }));

/** @param {string} kind @param {string} position @param {Partial<Task>} [more] @returns {Task} */
const konane = (kind, position, more = {}) => ({ game: 'konane', kind, rules: { start: 'free', position, first: 'black' }, ...more });
/** @param {string} kind @param {number} length @param {string} moves @param {Record<string, unknown>} [rules] @returns {Task} */
const gomoku = (kind, length, moves, rules = NINE) => ({ game: 'gomoku', kind, length, rules, events: movesOf(moves) });
/** @param {string} kind @param {number} length @param {string} position @returns {Task} */
const animals = (kind, length, position) => ({ game: 'dobutsu', kind, length, rules: { board: 'classic', position } });
/** @param {string} kind @param {string} moves @param {Partial<Task>} [more] @returns {Task} */
const quantum = (kind, moves, more = {}) => ({ game: 'quantum', kind, rules: TINY, events: movesOf(moves), ...more });

/** @type {Record<string, Step[]>} */
export const LESSONS = {
  gomoku: [
    { task: gomoku('vct', 1, 'c5 c6 d5 d6 e5 f6 f5 g7') },
    { task: gomoku('defend', 0, 'b4 c4 h8 d4 h2 e4 b8 f4') },
    { task: gomoku('vct', 2, 'd5 d7 e5 g3 f5 b2') },
    { task: gomoku('defend', 0, 'b8 d5 h2 e5 h8 f5') },
    { task: gomoku('vct', 3, 'e5 a1 f5 a9 g6 i1 g7 i9') },
    {
      task: gomoku('vcf', 3, 'h7 k6 k5 j7 k7 l7 j6 l5 i8 l8 l6 m8 n9 j8 i7 h8 i6 j5 i4 i5 j4 m4 n3 n8 k8 h2 g6 f5 f6 h6 l4 m3 i3 m7', {
        size: 15,
        rule: 'freestyle',
      }),
    },
    { task: gomoku('vct', 0, 'e5 a1 f5 a9 g6 i1 g7 i9', { size: 9, rule: 'renju' }), any: true },
  ],
  quantum: [
    { task: quantum('place', ''), any: true },
    { task: quantum('decide', 'a1 skip a3 skip b1 skip b3 skip c1'), accept: ['observe'], draw: [90, 10, 70, 30, 90] },
    { task: quantum('odds', 'a1 skip a3 skip b1 skip b3 skip c1', { choices: ['90 %', '57 %', '25 %'] }), accept: ['57 %'] },
    { task: quantum('decide', 'b2 skip b1 skip a1 skip c3 skip a3') },
    { task: quantum('decide', 'a2 skip c3 skip b1 skip b3 skip a3') },
    { task: quantum('place', 'c2 skip b1 skip a2 skip') },
  ],
  dobutsu: [
    { task: animals('move', 0, ''), accept: ['b2b3'] },
    { task: animals('mate', 1, '1l1/1C1/3/1L1[-] w') },
    { task: animals('drop', 0, '1l1/3/3/1L1[C] w'), accept: ['C@*'] },
    { task: animals('promote', 0, '2l/C2/3/1L1[-] w'), accept: ['a3a4*'] },
    { task: animals('mate', 1, 'l2/2L/3/3[-] w') },
    { task: animals('defend', 1, 'l2/3/1g1/1L1[-] w') },
    { task: animals('mate', 2, 'lge/1cL/1E1/2G[C] w') },
  ],
  konane: [
    { task: konane('only', 'BW./.../...') },
    { task: konane('only', 'BW.W./...../.....') },
    { task: konane('worth', 'BW./.../...', { choices: ['0', '1', '-1', '*'] }) },
    { task: konane('worth', 'BW./.../WB.', { choices: ['1', '-1', '0', '*'] }) },
    { task: konane('worth', '.BW./..../....', { choices: ['0', '1', '*', '1/2'] }) },
    { task: konane('worth', '.BW.BW./......./.......', { choices: ['{1|-1}', '0', '1', '*'] }) },
    { task: konane('hottest', '.BW.BW./......./......./..WB.WB/......./......./.BW....', { choices: ['A', 'B', 'C'] }) },
    { task: konane('only', '.BW.BW./......./......./.BW....') },
  ],
};

/** Whether a step that names its answers accepts one. @param {Step} step @param {string} answer */
export const accepts = ({ accept = [], any = false }, answer) =>
  any || accept.some((right) => (right.endsWith('*') ? answer.startsWith(right.slice(0, -1)) : right === answer));
