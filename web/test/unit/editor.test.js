import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleared, dobutsuText, gomokuText, hold, konaneText, put, quantumEvents, turnByCounts } from '../../js/editor/position.js';

/** @typedef {import('../../js/editor/position.js').Draft} Draft */

/** @param {Partial<Draft>} draft @returns {Draft} */
const draft = (draft) => ({ game: '', rules: {}, columns: 3, rows: 4, pieces: new Map(), hands: { first: {}, second: {} }, turn: 'first', ...draft });

/** @type {import('../../js/editor/position.js').Brush} */
const black = { glyph: 'stone', owner: 'first' };
/** @type {import('../../js/editor/position.js').Brush} */
const white = { glyph: 'stone', owner: 'second' };

test('a piece is put down, replaced, and taken away by putting it down again', () => {
  const at = { x: 1, y: 2 };
  const one = put(draft({}), at, black);
  assert.equal(one.pieces.get('1,2'), black);
  assert.equal(put(one, at, white).pieces.get('1,2'), white);
  assert.equal(put(one, at, black).pieces.size, 0);
  assert.equal(put(one, at, null).pieces.size, 0);
  assert.equal(cleared(one).pieces.size, 0);
});

test('gomoku is set up by SGF, and the numbers of stones say who is to move', () => {
  const start = draft({ rules: { rule: 'renju' }, columns: 15, rows: 15 });
  const two = put(put(start, { x: 7, y: 7 }, black), { x: 8, y: 6 }, white);
  assert.equal(gomokuText(two), '(;GM[4]SZ[15]RU[renju]AB[hh]AW[ig])');
  assert.equal(gomokuText(start), '(;GM[4]SZ[15]RU[renju])');
  assert.equal(turnByCounts(two), 'first');
  assert.equal(turnByCounts(put(two, { x: 0, y: 0 }, black)), 'second');
  assert.equal(turnByCounts(put(two, { x: 0, y: 0 }, white)), null);
});

test('animal shogi is written in its own text form', () => {
  const rules = { board: 'classic' };
  let position = put(draft({ rules, turn: 'second' }), { x: 1, y: 0 }, { glyph: 'lion', owner: 'second' });
  position = put(put(position, { x: 1, y: 3 }, { glyph: 'lion', owner: 'first' }), { x: 0, y: 1 }, { glyph: 'hen', owner: 'first' });
  position = hold(hold(position, 'first', 'chick', 1), 'second', 'giraffe', 1);
  assert.equal(dobutsuText(position), '1l1/+C2/3/1L1[Cg] b');
  assert.equal(hold(position, 'first', 'chick', -5).hands.first.chick, 0);
  assert.equal(
    dobutsuText(draft({ rules: { board: 'gorogoro' }, columns: 1, rows: 1, pieces: new Map([['0,0', { glyph: 'lynx', owner: 'second' }]]) })),
    '+s[-] w',
  );
});

test('Konane is rows of letters', () => {
  const position = put(
    put(put(draft({ rows: 2 }), { x: 0, y: 0 }, { glyph: 'pebble', owner: 'first' }), { x: 2, y: 1 }, { glyph: 'pebble', owner: 'second' }),
    { x: 1, y: 1 },
    { glyph: 'block', owner: null },
  );
  assert.equal(konaneText(position), 'B../.#W');
});

test('quantum stones come in the order of their cycles, or are named', () => {
  const rules = { black_cycle: [90, 70], white_cycle: [10, 30], first_observation: 2 };
  let position = draft({ rules, columns: 9, rows: 9 });
  for (const [x, percent] of [70, 10, 90].entries()) position = put(position, { x, y: 8 }, { glyph: 'stone', owner: 'first', percent });
  assert.deepEqual(quantumEvents(position), {
    events: [{ move: 'c1' }, { move: 'b1' }, { move: 'skip' }, { move: 'a1' }, { move: 'skip' }],
  });
  const wrong = quantumEvents(put(position, { x: 5, y: 5 }, { glyph: 'stone', owner: 'first', percent: 90 }));
  assert.deepEqual(wrong, { wrong: [30, 90] });
});
