import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow, japanese } from '../../js/dobutsu/notation.js';

/** The first position of the 3×4 game, from the top. */
const ROWS = [
  ['giraffe', 'lion', 'elephant'],
  [null, 'chick', null],
  [null, 'chick', null],
  ['elephant', 'lion', 'giraffe'],
];

const start = /** @type {import('../../js/types.js').View} */ (
  /** @type {unknown} */ ({
    grid: { columns: 3, rows: 4, column_labels: ['a', 'b', 'c'], row_labels: ['4', '3', '2', '1'] },
    pieces: ROWS.flatMap((row, y) => row.flatMap((glyph, x) => (glyph ? [{ at: { x, y }, glyph }] : []))),
  })
);

const PROMOTIONS = /** @type {any} */ ([{ from: 'chick', to: 'hen', steps: [] }]);

/** @param {string} text */
const rows = (text) =>
  text.split(' ').map((move, index) => ({
    number: index + 1,
    seat: index % 2 === 0 ? /** @type {const} */ ('first') : /** @type {const} */ ('second'),
    text: move,
    chance: false,
    ending: null,
  }));

test('every move tells which animal it moved and whether it took one', () => {
  const told = follow(start, rows('b2b3 a4a3 b3b4+ a3b3 C@a2'), PROMOTIONS);
  assert.deepEqual(
    told.map((one) => one && `${one.glyph}${one.takes ? ' ×' : ' '}${one.to}${one.promotes ? '+' : ''}${one.drops ? ' dropped' : ''}`),
    ['chick ×b3', 'giraffe a3', 'chick ×b4+', 'giraffe b3', 'chick a2 dropped'],
  );
  assert.equal(follow(start, rows('resign'), PROMOTIONS)[0], null);
});

test('a promoted animal is another one from then on', () => {
  const told = follow(start, rows('b2b3 a4a3 b3b4+ c4c3 b4b3'), PROMOTIONS);
  assert.equal(told[4]?.glyph, 'hen');
});

test('Japanese counts files from the right and ranks from the top, and says 同 where a move goes where the last one went', () => {
  const told = follow(start, rows('b2b3 b4b3 C@a2 a4a3'), PROMOTIONS).map((one) => one && japanese(one, start));
  assert.deepEqual(told, ['▲２二ひよこ', '△同ライオン', '▲３三ひよこ打', '△３二きりん']);
});
