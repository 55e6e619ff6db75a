import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changedTable, readPlaces, summaryWithView, wholeTable, wholeView } from '../../js/reading.js';

/** Games of every kind as a watcher is sent them, with the whole table now and then. Written by `cargo xtask wire`. @type {any[]} */
const events = readFileSync(new URL('changes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test('following the changes leads to the same table as loading it afresh', () => {
  /** @type {any} */
  let table = null;
  let compared = 0;
  for (const { kind, seq, ...event } of events) {
    if (kind === 'change') {
      table = changedTable(table, seq, event.change);
    } else if (table === null || event.table.id !== table.id) {
      table = wholeTable(event.table);
    } else {
      assert.deepEqual(table, wholeTable(event.table));
      compared += 1;
    }
  }
  assert.ok(compared >= 8, `only ${compared} tables were compared`);
});

test('the page reads every legal move, and no other', () => {
  const tables = events.filter(({ kind }) => kind === 'table');
  for (const { table, legal } of tables) assert.deepEqual(wholeTable(table).view.moves, legal);
  const [grid] = tables.map(({ table }) => table.view.grid);
  /** @type {any} */
  const view = { grid, turn: { kind: 'over' }, status: { key: '', args: {} }, moves: [['hen*b5', 'hen', 1, null, null, 'stay']] };
  assert.deepEqual(wholeView(view).moves, [
    { text: 'hen*b5', from: { kind: 'hand', glyph: 'hen' }, to: { x: 1, y: 0 }, over: [], action: null, choice: 'stay' },
  ]);
});

test('changes leave what they were made from as it is', () => {
  const [first, second] = events;
  const table = wholeTable(first.table);
  const before = structuredClone(table);
  changedTable(table, second.seq, second.change);
  assert.deepEqual(table, before);
});

test('places are bits in reading order', () => {
  assert.deepEqual(readPlaces('gg', 4), [
    { x: 0, y: 0 },
    { x: 2, y: 1 },
  ]);
  assert.deepEqual(readPlaces('', 4), []);
  assert.deepEqual(
    readPlaces('_', 6).map(({ x }) => x),
    [0, 1, 2, 3, 4, 5],
  );
});

test('a small picture is a view of the pieces alone', () => {
  /** @type {any} */
  const summary = {
    id: 't',
    turn: { kind: 'seat', seat: 'first' },
    picture: {
      columns: 4,
      rows: 2,
      style: 'points',
      stars: 'g',
      pieces: [
        [{ glyph: 'stone', owner: 'second' }, 'gg'],
        [{ glyph: 'stone', owner: 'first' }, 'Q'],
      ],
    },
  };
  const { id, view } = summaryWithView(summary);
  assert.equal(id, 't');
  assert.deepEqual(
    view.pieces.map(({ at, owner }) => [at.x, at.y, owner]),
    [
      [0, 0, 'second'],
      [1, 0, 'first'],
      [2, 1, 'second'],
    ],
  );
  assert.deepEqual(view.grid.stars, [{ x: 0, y: 0 }]);
  assert.deepEqual(view.moves, []);
});
