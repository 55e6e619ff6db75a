import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '../../js/board/changes.js';
import { Geometry, UNIT, nameOf } from '../../js/board/geometry.js';
import { tapHand, tapSquare, targets } from '../../js/board/intent.js';
import { sector } from '../../js/glyphs/stone.js';
import { asPreview } from '../../js/table/line-preview.js';
import { mistakes } from '../../js/table/graph.js';

/** @typedef {import('../../js/types.js').Grid} Grid */
/** @typedef {import('../../js/types.js').LegalMove} LegalMove */
/** @typedef {import('../../js/types.js').Piece} Piece */
/** @typedef {import('../../js/types.js').View} View */

/** @type {Grid} */
const grid = { columns: 3, rows: 4, style: 'cells', stars: [], column_labels: ['a', 'b', 'c'], row_labels: ['4', '3', '2', '1'] };

/** @param {Partial<LegalMove>} move @returns {LegalMove} */
const legal = (move) => ({ text: '', from: null, to: null, over: [], action: null, choice: null, ...move });

/** @param {number} x @param {number} y @param {string} glyph @param {'first' | 'second'} owner @param {Partial<Piece>} [more] @returns {Piece} */
const piece = (x, y, glyph, owner, more = {}) => ({
  at: { x, y },
  glyph,
  owner,
  number: null,
  label: null,
  shade: null,
  kept: false,
  steps: [],
  ...more,
});

/** @param {Piece[]} pieces @param {number} [held] @returns {View} */
const picture = (pieces, held = 0) => ({
  grid,
  pieces,
  hands: [{ seat: 'first', pieces: [{ glyph: 'chick', count: held, steps: [] }] }],
  moves: [],
  marks: [],
  strokes: [],
  regions: [],
  compare: null,
  ghost: null,
  counters: [],
  turn: { kind: 'seat', seat: 'first' },
  status: { key: '' },
  exchanged: false,
  spoken: null,
});

test('every place is found again at its middle, also on a turned board', () => {
  for (const flipped of [false, true]) {
    const geometry = new Geometry(grid, { flipped });
    for (let x = 0; x < 3; x += 1) for (let y = 0; y < 4; y += 1) assert.deepEqual(geometry.squareAt(geometry.centre({ x, y })), { x, y });
  }
  const geometry = new Geometry(grid);
  assert.equal(geometry.squareAt({ x: -1, y: 5 }), null);
  assert.equal(geometry.squareAt({ x: 3 * UNIT, y: 5 }), null);
});

test('a step to the right is to the right as it is seen', () => {
  assert.deepEqual(new Geometry(grid).step({ x: 1, y: 1 }, 1, 0), { x: 2, y: 1 });
  assert.deepEqual(new Geometry(grid, { flipped: true }).step({ x: 1, y: 1 }, 1, 0), { x: 0, y: 1 });
  assert.deepEqual(new Geometry(grid).step({ x: 2, y: 0 }, 9, -9), { x: 2, y: 0 });
});

test('places have the names of the game', () => {
  assert.equal(nameOf(grid, { x: 1, y: 3 }), 'b1');
});

const step = legal({ text: 'b1b2', from: { kind: 'board', at: { x: 1, y: 3 } }, to: { x: 1, y: 2 } });
const grow = legal({ text: 'b1b2+', from: step.from, to: step.to, choice: 'promote' });
const drop = legal({ text: 'C@a1', from: { kind: 'hand', glyph: 'chick' }, to: { x: 0, y: 3 } });
const place = legal({ text: 'c1', to: { x: 2, y: 3 } });
const moves = [step, grow, drop, place];

test('a tap picks up, a second tap puts down', () => {
  const first = tapSquare(moves, null, { x: 1, y: 3 });
  assert.deepEqual(first, { selection: step.from, moves: [] });
  assert.deepEqual([...targets(moves, first.selection)], ['1,2']);
  assert.deepEqual(tapSquare(moves, first.selection, { x: 1, y: 2 }), { selection: null, moves: [step, grow] });
});

test('a tap on what is picked up lets it go, a tap elsewhere too', () => {
  assert.deepEqual(tapSquare(moves, step.from, { x: 1, y: 3 }), { selection: null, moves: [] });
  assert.deepEqual(tapSquare(moves, step.from, { x: 0, y: 0 }), { selection: null, moves: [] });
});

test('a stone is placed at once, a piece in hand is picked up first', () => {
  assert.deepEqual(tapSquare(moves, null, { x: 2, y: 3 }), { selection: null, moves: [place] });
  const held = tapHand(moves, null, 'chick');
  assert.deepEqual(held, { selection: drop.from, moves: [] });
  assert.deepEqual(tapSquare(moves, held.selection, { x: 0, y: 3 }), { selection: null, moves: [drop] });
  assert.deepEqual(tapHand(moves, null, 'giraffe'), { selection: null, moves: [] });
});

test('a capture is a move, a piece taken, and a hand that grows', () => {
  const chick = piece(1, 2, 'chick', 'first');
  const prey = piece(1, 1, 'chick', 'second');
  const found = changes(picture([chick, prey]), picture([piece(1, 1, 'chick', 'first')], 1));
  assert.deepEqual(
    found.moved.map(({ from, to }) => [from.at, to.at]),
    [
      [
        { x: 1, y: 2 },
        { x: 1, y: 1 },
      ],
    ],
  );
  assert.deepEqual(found.taken, [{ piece: prey, to: 'first' }]);
  assert.equal(found.placed.length + found.dropped.length, 0);
});

test('a drop comes from the hand, a new stone from nowhere', () => {
  const chick = piece(0, 3, 'chick', 'first');
  assert.deepEqual(changes(picture([], 1), picture([chick], 0)).dropped, [chick]);
  assert.deepEqual(changes(picture([], 0), picture([chick], 0)).placed, [chick]);
});

test('a jump takes stones into no hand', () => {
  const before = picture([piece(0, 0, 'pebble', 'first'), piece(1, 0, 'pebble', 'second')]);
  const found = changes(before, picture([piece(2, 0, 'pebble', 'first')]));
  assert.equal(found.moved.length, 1);
  assert.deepEqual(
    found.taken.map(({ to }) => to),
    [null],
  );
});

test('an observed stone turns over where it is', () => {
  const before = picture([piece(0, 0, 'stone', 'second', { shade: 0.3 })]);
  const found = changes(before, picture([piece(0, 0, 'stone', 'first')]));
  assert.equal(found.turned.length, 1);
  assert.equal(found.taken.length + found.placed.length, 0);
});

test('the dark sector of a stone is as large as its probability', () => {
  assert.equal(sector(0, 10), '');
  assert.match(sector(0.25, 10), /A10 10 0 0 1 10\.00 -?0\.00z$/);
  assert.match(sector(0.75, 10), /A10 10 0 1 1 -10\.00 0\.00z$/);
});

test('a mistake is a move after which its player stands much worse', () => {
  const row = (/** @type {'first' | 'second'} */ seat) => ({ number: 0, seat, text: '', ending: null, chance: false });
  const rows = [row('first'), row('second'), row('first'), row('second')];
  assert.deepEqual(mistakes([0.5, 0.55, 0.9, 0.5, null], rows), [2, 3]);
  assert.deepEqual(mistakes([0.5, 0.9, 0.5, 0.8, 0.9], rows), []);
});

test('a line shown ahead is numbered from its first move', () => {
  const stone = (/** @type {number} */ number) => piece(0, 0, 'stone', 'first', { number });
  const shown = asPreview(picture([stone(7), stone(8), stone(9)]), 7);
  assert.deepEqual(
    shown.pieces.map((one) => one.number),
    [null, 1, 2],
  );
});
