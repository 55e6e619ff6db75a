import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pack, unpack } from '../../js/editions/packing.js';

/** Numbers that are the same in every run. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

/** The text, if no page, editor or mail would change it. @param {string} text */
function carried(text) {
  assert.doesNotMatch(text, /[\0\r\n\t<&\\\u007f-\uffff]/);
  return text;
}

test('every byte and every pair of bytes comes back', () => {
  for (let one = 0; one < 256; one += 1) {
    const pairs = new Uint8Array(1 + 256 * 2);
    pairs[0] = one;
    for (let other = 0; other < 256; other += 1) pairs.set([one, other], 1 + other * 2);
    assert.deepEqual(unpack(carried(pack(pairs))), pairs);
    assert.deepEqual(unpack(carried(pack(pairs.subarray(0, 1)))), pairs.slice(0, 1));
  }
});

test('bytes of any length and kind come back, and take less than a fifth more than themselves', () => {
  const next = numbers(7);
  for (let round = 0; round < 3000; round += 1) {
    // Small ranges make groups of zeros.
    const range = [1, 2, 16, 64, 128, 256][round % 6] ?? 256;
    const bytes = Uint8Array.from({ length: next() % 200 }, () => next() % range);
    const text = carried(pack(bytes));
    assert.deepEqual(unpack(text), bytes);
    const expected = String(bytes.length).length + 1 + Math.ceil((bytes.length * 8) / 34) * 5;
    assert.equal(text.length, expected);
  }
});

test('a text that is cut short, or none at all, is refused', () => {
  const text = pack(Uint8Array.from({ length: 100 }, (_, index) => index * 7));
  for (const length of [text.length - 1, text.length >> 1, 5]) assert.throws(() => unpack(text.slice(0, length)), /missing|packed/);
  for (const wrong of ['', 'no colon', 'x:abc', '-1:', '1e9:abc', `3:${String.fromCharCode(0x900)}abcd`, '3:<abcd', '4:~~~~~', '5:abcde'])
    assert.throws(() => unpack(wrong));
});
