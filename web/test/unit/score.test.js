import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { install, number } from '../../js/i18n.js';
import { scoreText, shortScore } from '../../js/score.js';

/** @typedef {import('../../js/types.js').Score} Score */

install('en', JSON.parse(readFileSync(new URL('../../i18n/en.json', import.meta.url), 'utf8')));

/** @type {Score[]} */
const scores = [
  { kind: 'value', value: 0.7 },
  { kind: 'value', value: -1.4 },
  { kind: 'share', share: 0.621 },
  { kind: 'win', seat: 'first', moves: 3 },
  { kind: 'win', seat: 'second', moves: 5 },
  { kind: 'draw' },
  { kind: 'exact', text: '↑∗' },
];

test('a score in words names the side', () => {
  const words = scores.map((score) => scoreText(score, (seat) => (seat === 'first' ? 'Black' : 'White')));
  assert.deepEqual(words, ['+0.70', '−1.40', 'Black 62.1 %', 'Black wins in 3', 'White wins in 5', 'draw', '↑∗']);
});

test('a score is short enough for a point', () => {
  assert.deepEqual(scores.map(shortScore), ['+0.70', '−1.40', '62.1 %', '#3', '−#5', '=', '↑∗']);
});

test('numbers have a minus sign, not a hyphen', () => {
  assert.equal(number(-4), '−4');
  assert.equal(number(-382, { signDisplay: 'exceptZero' }), '−382');
});
