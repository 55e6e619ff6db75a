import assert from 'node:assert/strict';
import { test } from 'node:test';
import { full, tiled } from '../../js/explore/examples.js';
import * as position from '../../js/explore/rows.js';
import { linesOf, step } from '../../js/explore/trail.js';

test('going back and on in another way begins a branch', () => {
  const root = step(['B'], 'root', null);
  const a = step(['W'], 'a', root);
  step(['.'], 'b', a);
  step(['B'], 'c', root);
  step(['B'], 'd', a);
  const lines = linesOf(root).map(({ from, steps }) => `${from?.label ?? ''}: ${steps.map((one) => one.label).join(' ')}`);
  assert.deepEqual(lines, [': root a b', 'a: d', 'root: c']);
});

test('the examples are the boards of the notes', () => {
  assert.equal(tiled(3, 6), '....../BW.BW./WB.WB.');
  assert.equal(full(4, 4), 'WBWB/B..W/WBWB/BWBW');
});

test('turning four times, mirroring twice and swapping twice change nothing', () => {
  const rows = ['B.W', 'WB.'];
  const turns = [1, 2, 3, 4].reduce((now) => position.turned(now), rows);
  assert.deepEqual(turns, rows);
  assert.deepEqual(position.mirrored(position.mirrored(rows)), rows);
  assert.deepEqual(position.swapped(position.swapped(rows)), rows);
});

test('a drawn position is written as the game reads it', () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {'first' | 'second' | null} */ owner) => ({ at: { x, y }, owner });
  const view = { grid: { columns: 3, rows: 2 }, pieces: [at(0, 0, 'first'), at(2, 0, 'second'), at(1, 1, null)] };
  assert.deepEqual(position.drawn(/** @type {any} */ (view)), ['B.W', '.#.']);
});
