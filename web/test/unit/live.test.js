import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { live } from '../../js/backend/server.js';
import { wholeTable } from '../../js/reading.js';

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

/** A table of nothing, as it is sent. @param {number} version @returns {any} */
const state = (version) => ({
  version,
  record: { events: [] },
  movers: '',
  events: 0,
  view: { grid: { columns: 3, rows: 3, column_labels: ['a', 'b', 'c'], row_labels: ['3', '2', '1'] } },
});

/** A change that adds a move. @param {string} text */
const played = (text) => ({ keep: 0, events: [{ move: text }], movers: '1', turn: { kind: 'seat', seat: 'second' } });

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
      return { ok: true, json: async () => state(9) };
    },
  });
});

afterEach(() => mock.timers.reset());

/** @returns {FakeSocket} */
const latest = () => /** @type {FakeSocket} */ (FakeSocket.made.at(-1));

test('newer states are taken, older ones are not', () => {
  live('t', wholeTable(state(3)), watcher);
  latest().open();
  latest().say({ kind: 'table', seq: 4, table: state(4) });
  latest().say({ kind: 'table', seq: 2, table: state(2) });
  assert.deepEqual(tables, [4]);
});

test('a gap in the numbers has the table fetched', async () => {
  live('t', wholeTable(state(3)), watcher);
  latest().open();
  latest().say({ kind: 'thinking', seq: 3, thinking: null });
  assert.equal(asked, 0);
  latest().say({ kind: 'thinking', seq: 9, thinking: null });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, 1);
  assert.deepEqual(tables, [9]);
});

test('changes are followed one by one; after a gap the table is fetched', async () => {
  live('t', wholeTable(state(3)), watcher);
  latest().open();
  latest().say({ kind: 'change', seq: 4, change: played('a1') });
  latest().say({ kind: 'change', seq: 4, change: played('a1') });
  latest().say({ kind: 'change', seq: 5, change: played('b2') });
  assert.deepEqual(tables, [4, 5]);
  assert.equal(asked, 0);
  latest().say({ kind: 'change', seq: 7, change: played('c3') });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(asked, 1);
  assert.deepEqual(tables, [4, 5, 9]);
});

test('who waits for a version is told when it comes, and fetches it when it does not', async () => {
  const following = live('t', wholeTable(state(3)), watcher);
  latest().open();
  await following.reach(3);
  const waits = following.reach(4);
  latest().say({ kind: 'change', seq: 4, change: played('a1') });
  await waits;
  assert.equal(asked, 0);
  const late = following.reach(6);
  mock.timers.tick(2000);
  await late;
  assert.equal(asked, 1);
  assert.deepEqual(tables, [4, 9]);
});

test('a lost connection is tried again, with the version known by then, until it is closed', () => {
  const following = live('t', wholeTable(state(3)), watcher);
  latest().open();
  latest().say({ kind: 'table', seq: 5, table: state(5) });
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
