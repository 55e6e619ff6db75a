import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Map<string, string>} */
const shelf = new Map();
/** @type {any} */ (globalThis).localStorage = {
  getItem: (/** @type {string} */ key) => shelf.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => shelf.set(key, value),
};

const { compareSeal, nonceFor, noteSeal, notedSeal } = await import('../../js/quantum/seals.js');

const [HASH, OTHER] = ['1'.repeat(64), '2'.repeat(64)];
/** @param {import('../../js/types.js').Nonces} [nonces] */
const seal = (nonces, hash = HASH) => ({ construction: nonces ? 'banmen-draw-v2' : 'banmen-draw-v1', hash, ...(nonces ? { nonces } : {}) });

beforeEach(() => shelf.clear());

test('the first hash is noted and never replaced', () => {
  noteSeal('t', seal(), true);
  noteSeal('t', seal({}, OTHER), true);
  assert.equal(notedSeal('t')?.hash, HASH);
  assert.equal(compareSeal('t', seal()), 'same');
  assert.equal(compareSeal('t', seal({}, OTHER)), 'changed');
});

test('a number is made once, differs between seats, and is missed only after it was seen in the record', () => {
  noteSeal('t', seal(), true);
  const nonce = nonceFor('t', 'first');
  assert.match(nonce, /^[0-9a-f]{64}$/);
  assert.equal(nonceFor('t', 'first'), nonce);
  assert.notEqual(nonceFor('t', 'second'), nonce);
  assert.equal(compareSeal('t', seal()), 'same', 'it may be on its way');
  noteSeal('t', seal({ first: nonce }), true);
  assert.equal(compareSeal('t', seal({ first: nonce })), 'same');
  assert.equal(compareSeal('t', seal({ first: OTHER })), 'changed');
  assert.equal(compareSeal('t', seal()), 'changed');
});

test('who did not see the beginning says so', () => {
  assert.equal(compareSeal('t', seal()), 'unseen');
  noteSeal('t', seal(), false);
  assert.equal(compareSeal('t', seal()), 'unseen');
  assert.equal(compareSeal('t', seal({}, OTHER)), 'changed');
});

test('old tables fall out when there are many', () => {
  for (let n = 0; n < 300; n += 1) noteSeal(`t${n}`, seal(), true);
  assert.equal(notedSeal('t0'), null);
  assert.equal(notedSeal('t299')?.hash, HASH);
});
