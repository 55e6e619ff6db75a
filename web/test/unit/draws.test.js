import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constructionOf, draw, hashOf, inOrderOfPlacing, percentsOf } from '../../js/quantum/draws.js';

/** The bytes 0 to 31. */
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

test('a draw is what the ten lines of Python in docs/fairness.md say', async () => {
  assert.equal(await hashOf(SEED), '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  assert.equal(await draw(SEED, 0, [90, 10, 70, 30, 90, 10, 70]), 'bwbwwwb');
  assert.equal(await draw(SEED, 3, new Array(12).fill(50)), 'bwwbbbbwwwww');
});

test('what players contribute changes the draws as docs/fairness.md says', async () => {
  const [first, second] = ['aa'.repeat(32), 'bb'.repeat(32)];
  assert.equal(await draw(SEED, 0, [90, 10, 70, 30, 90, 10, 70], { first }), 'bbwbbww');
  assert.equal(await draw(SEED, 3, new Array(12).fill(50), { first, second }), 'bbbbbwbwbbbw');
  assert.equal(constructionOf({}), 'banmen-draw-v1');
  assert.equal(constructionOf({ second }), 'banmen-draw-v2');
});

test('kept stones are certain of their colour', () => {
  /** @param {number | null} shade @param {'first' | 'second'} owner @param {boolean} kept */
  const stone = (shade, owner, kept) => ({ at: { x: 0, y: 0 }, glyph: 'quantum', owner, number: null, label: null, shade, kept, steps: [] });
  assert.deepEqual(
    percentsOf([stone(0.9, 'first', false), stone(null, 'first', true), stone(null, 'second', true), stone(0.3, 'second', false)]),
    [90, 100, 0, 30],
  );
});

test('stones are drawn in the order of placing, whatever the order of the view', () => {
  /** @param {number} x @param {number} shade */
  const stone = (x, shade) => ({ at: { x, y: 0 }, glyph: 'quantum', owner: null, number: null, label: null, shade, kept: false, steps: [] });
  const view = /** @type {any} */ ({
    grid: { column_labels: ['a', 'b', 'c'], row_labels: ['1'] },
    pieces: [stone(0, 0.9), stone(1, 0.7), stone(2, 0.1)],
  });
  const events = [{ move: 'c1' }, { move: 'skip' }, { move: 'a1' }, { chance: 'bw' }, { move: 'b1' }];
  assert.deepEqual(percentsOf(inOrderOfPlacing(view, events)), [10, 90, 70]);
});
