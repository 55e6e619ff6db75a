import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChance, tints } from '../../js/table/findings.js';

/** @typedef {import('../../js/types.js').Score} Score */

test('a chance is an estimate of the result, not odds, not a proof and not a score', () => {
  /** @type {Score} */
  const share = { kind: 'share', share: 0.6 };
  assert.equal(isChance({ score: share, certainty: 'estimate', odds: [] }), true);
  assert.equal(isChance({ score: share, certainty: 'estimate', odds: [{ winner: 'first', share: 0.6 }] }), false);
  assert.equal(isChance({ score: share, certainty: 'exact', odds: [] }), false);
  assert.equal(isChance({ score: { kind: 'win', seat: 'first', moves: 3 }, certainty: 'proved', odds: [] }), false);
  assert.equal(isChance({ score: { kind: 'value', value: 0.4 }, certainty: 'score', odds: [] }), false);
  assert.equal(isChance({ score: null, certainty: 'estimate', odds: [] }), false);
});

test('the likelier a move, the darker its tint, and none has a number', () => {
  const candidates = [0.5, 0.125, 0.02].map((share, x) => ({ text: 'a1', at: { x, y: 0 }, share }));
  const drawn = tints({ candidates });
  assert.deepEqual(
    drawn.map(({ weight, score }) => [Number(weight.toFixed(2)), score]),
    [
      [0.8, null],
      [0.4, null],
      [0.16, null],
    ],
  );
  assert.deepEqual(tints({ candidates: [] }), []);
});
