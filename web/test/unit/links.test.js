import assert from 'node:assert/strict';
import { test } from 'node:test';
import { match, route } from '../../js/router.js';
import { readInvite } from '../../js/seats.js';
import { pack, unpack } from '../../js/share.js';

/** @type {import('../../js/types.js').GameRecord} */
const record = {
  format: 1,
  game: 'gomoku',
  rules: { size: 19, rule: 'freestyle' },
  events: Array.from({ length: 120 }, (_, i) => ({ move: `${'abcdefghijklmnopqrs'[i % 19]}${1 + (i % 17)}` })),
  tags: { first: '黒の人' },
};

test('a record comes out of a link as it went in', async () => {
  const packed = await pack(record);
  assert.match(packed, /^[\w-]+$/);
  assert.ok(packed.length < JSON.stringify(record).length / 2, 'a link is much shorter than the record');
  assert.deepEqual(await unpack(packed), record);
});

test('what is not a record is refused', async () => {
  await assert.rejects(unpack('not a record'));
  await assert.rejects(unpack(''));
  await assert.rejects(unpack('A'.repeat(600_000)));
  const other = await pack(/** @type {any} */ ({ hello: 1 }));
  await assert.rejects(unpack(other));
});

test('an invitation names its seat, or is good for either', () => {
  assert.deepEqual(readInvite('#token=abc&seat=second'), { second: 'abc' });
  assert.deepEqual(readInvite('#token=a%2Fb'), { first: 'a/b', second: 'a/b' });
  assert.deepEqual(readInvite(''), {});
});

test('addresses lead to their pages', () => {
  const page = () => ({ element: /** @type {any} */ (null), title: '' });
  route('/somewhere/:id', page);
  assert.deepEqual(match('/somewhere/a%20b')?.params, { id: 'a b' });
  assert.deepEqual(match('/somewhere/x/')?.params, { id: 'x' });
  assert.equal(match('/somewhere'), null);
  assert.equal(match('/somewhere/x/y'), null);
});
