import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { live } from '../../js/backend/index.js';

/** A socket that a test drives by hand. */
class FakeSocket {
  static OPEN = 1;
  static CONNECTING = 0;
  /** @type {FakeSocket[]} */
  static made = [];
  readyState = 0;
  /** @type {() => void} */ onopen = () => {};
  /** @type {(message: { data: string }) => void} */ onmessage = () => {};
  /** @type {() => void} */ onclose = () => {};

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeSocket.made.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {unknown} data */
  say(data) {
    this.onmessage({ data: JSON.stringify(data) });
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }
}

/** @type {any[]} */
let tables = [];
/** @type {boolean[]} */
let connections = [];
let asked = 0;

const watcher = {
  onTable: (/** @type {any} */ table) => tables.push(table.version),
  onThinking: () => {},
  onConnection: (/** @type {boolean} */ connected) => connections.push(connected),
};

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  FakeSocket.made = [];
  tables = [];
  connections = [];
  asked = 0;
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    location: { protocol: 'http:', host: 'here' },
    fetch: async () => {
      asked += 1;
      return { ok: true, json: async () => ({ version: 9 }) };
    },
  });
});

afterEach(() => mock.timers.reset());

/** @returns {FakeSocket} */
const latest = () => /** @type {FakeSocket} */ (FakeSocket.made.at(-1));

test('newer states are taken, older ones are not', () => {
  live('t', 3, watcher);
  latest().open();
  latest().say({ kind: 'table', seq: 4, table: { version: 4 } });
  latest().say({ kind: 'table', seq: 2, table: { version: 2 } });
  assert.deepEqual(tables, [4]);
});

test('a gap in the numbers has the table fetched', async () => {
  live('t', 3, watcher);
  latest().open();
  latest().say({ kind: 'thinking', seq: 3, thinking: null });
  assert.equal(asked, 0);
  latest().say({ kind: 'thinking', seq: 9, thinking: null });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, 1);
  assert.deepEqual(tables, [9]);
});

test('a lost connection is tried again, with the version known by then, until it is closed', () => {
  const following = live('t', 3, watcher);
  latest().open();
  latest().say({ kind: 'table', seq: 5, table: { version: 5 } });
  latest().close();
  assert.deepEqual(connections, [true, false]);
  assert.equal(FakeSocket.made.length, 1);
  mock.timers.tick(1000);
  assert.equal(FakeSocket.made.length, 2);
  assert.match(latest().address, /version=5$/);
  latest().open();
  assert.deepEqual(connections, [true, false, true]);
  following.close();
  mock.timers.tick(60_000);
  assert.equal(FakeSocket.made.length, 2);
});
