import assert from 'node:assert/strict';
import { test } from 'node:test';
import { match, route } from '../../js/router.js';
import { keepTokens, readInvite, settlePass, tokenFor, tokensOf } from '../../js/seats.js';
import { pack, unpack } from '../../js/share.js';

/** @type {Map<string, string>} */
const shelf = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (/** @type {string} */ key) => shelf.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => shelf.set(key, value),
});

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

test('a link invites with a pass, and never hands out a token', () => {
  assert.equal(readInvite('#invite=abc'), 'abc');
  assert.equal(readInvite('#token=garbage&seat=first'), '');
  assert.equal(readInvite(''), '');
});

test('a seat is no longer held once the table shows another holder', () => {
  keepTokens('t', { first: 'one', second: 'two' }, { first: 'aa', second: 'bb' });
  assert.deepEqual(tokensOf('t', { first: 'aa', second: 'bb' }), { first: 'one', second: 'two' });
  assert.deepEqual(tokensOf('t', { first: 'cc', second: 'bb' }), { second: 'two' });
  assert.deepEqual(tokensOf('t', { first: 'aa' }), { first: 'one' });
  keepTokens('old', { first: 'one' });
  assert.deepEqual(tokensOf('old', { first: 'aa' }), { first: 'one' }, 'a token from before there were signs');
});

test('the token for a pass stays the same until the answer has come', () => {
  const token = tokenFor('pass');
  assert.match(token, /^[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(tokenFor('pass'), token);
  settlePass('pass');
  assert.notEqual(tokenFor('pass'), token);
});

test('addresses lead to their pages', () => {
  const page = () => ({ element: /** @type {any} */ (null), title: '' });
  route('/somewhere/:id', page);
  assert.deepEqual(match('/somewhere/a%20b')?.params, { id: 'a b' });
  assert.deepEqual(match('/somewhere/x/')?.params, { id: 'x' });
  assert.equal(match('/somewhere'), null);
  assert.equal(match('/somewhere/x/y'), null);
});
