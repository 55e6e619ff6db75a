import assert from 'node:assert/strict';
import { test } from 'node:test';
import { since } from '../../js/table/thinking.js';

/** @typedef {import('../../js/types.js').Seat} Seat */

/** @param {Seat} seat @param {number} since_ms */
const thinking = (seat, since_ms) => ({ seat, since_ms });

test('a thought that goes on keeps its beginning, the next one has its own', () => {
  assert.equal(since(null, thinking('first', 5), 5), null);
  const began = since(thinking('first', 1000), null, null);
  assert.equal(began, 1000);
  assert.equal(since(thinking('first', 1000), thinking('first', 1000), 1200), 1200);
  assert.equal(since(thinking('second', 2000), thinking('first', 1000), began), 2000);
  assert.equal(since(thinking('first', 3000), thinking('first', 1000), began), 3000);
});

test('no thought began in the future', () => {
  const ahead = Date.now() + 60_000;
  assert.ok(/** @type {number} */ (since(thinking('first', ahead), null, null)) <= Date.now());
});
