import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelsFor } from '../../js/rules-words.js';
import { sameRules, seatsFor } from '../../js/views/new-game.js';

/** @typedef {import('../../js/types.js').GameInfo} GameInfo */

const human = { kind: 'human' };

test('the reader sits where they chose', () => {
  const choice = /** @type {const} */ ({ opponent: 'computer', level: 'classic', other: 'novice', side: 'first', rules: {}, options: {} });
  assert.deepEqual(seatsFor(choice), { first: human, second: { kind: 'level', level: 'classic' } });
  assert.deepEqual(seatsFor({ ...choice, side: 'second' }), { first: { kind: 'level', level: 'classic' }, second: human });
  assert.deepEqual(seatsFor({ ...choice, side: 'random' }, () => 0.9).second, human);
  assert.deepEqual(seatsFor({ ...choice, opponent: 'link' }), { first: human, second: human });
  assert.deepEqual(seatsFor({ ...choice, opponent: 'watch' }).second, { kind: 'level', level: 'novice' });
});

test('a level that needs other rules is not offered', () => {
  const info = /** @type {GameInfo} */ (
    /** @type {unknown} */ ({
      levels: [
        { id: 'easy', when: null },
        { id: 'perfect', when: { field: 'board', values: ['classic'] } },
      ],
    })
  );
  assert.deepEqual(
    levelsFor(info, { board: 'deer' }).map((level) => level.id),
    ['easy'],
  );
  assert.deepEqual(
    levelsFor(info, { board: 'classic' }).map((level) => level.id),
    ['easy', 'perfect'],
  );
});

test('rules are the same in whatever order they are written', () => {
  assert.ok(sameRules({ a: 1, b: [90, 70] }, { b: [90, 70], a: 1 }));
  assert.ok(!sameRules({ a: 1 }, { a: 1, b: 2 }));
});
