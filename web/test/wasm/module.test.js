import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { BackendError } from '../../js/backend/error.js';
import { Instance } from '../../js/backend/local/instance.js';

/** The module that a page without a server runs. BANMEN_WASM is its path, BANMEN_FINGERPRINTS what the native build says. */

const module = await WebAssembly.compile(await readFile(process.env.BANMEN_WASM ?? ''));
const moment = { now_ms: 1_790_000_000_000, random: '5a'.repeat(32) };
const computer = (/** @type {string} */ level) => ({ kind: 'level', level });

test('random games are the same as in the native build, in every record, view and odds, and in what the network says of them', async () => {
  const native = (process.env.BANMEN_FINGERPRINTS ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  assert.equal(native.length, 4 + 9);
  for (const { question, answer } of native) assert.deepEqual(new Instance(module).call('fingerprint', question), answer, JSON.stringify(question));
});

test('two computers play a game to its end, one command after the other', () => {
  const referee = new Instance(module);
  const engine = new Instance(module);
  let { stored, turn, state } = referee.call('create', {
    table: { game: 'dobutsu', rules: { board: 'classic' }, seats: { first: computer('easy'), second: computer('easy') }, options: { seconds: 0.05 } },
    moment,
  });
  let reports = 0;
  for (let moves = 0; turn && moves < 300; moves += 1) {
    const chosen = engine.call('think', { stored, turn, seed: 7, memory: 16_000_000 }, () => (reports += 1));
    ({ stored, turn, state } = referee.call('act', {
      stored,
      command: { kind: 'answer', turn, move: chosen.move },
      moment: { ...moment, now_ms: moment.now_ms + moves },
    }));
  }
  assert.ok(state.events > 5);
  assert.ok(reports > 0);
  assert.deepEqual(referee.call('state', { stored }).state, state);
});

test('what is refused changes nothing and says why', () => {
  const referee = new Instance(module);
  const { stored, tokens } = referee.call('create', {
    table: { game: 'gomoku', seats: { first: { kind: 'human' }, second: { kind: 'human' } } },
    moment,
  });
  const refuses = (/** @type {object} */ command, /** @type {string} */ code) =>
    assert.throws(
      () => referee.call('act', { stored, command, moment }),
      (error) => error instanceof BackendError && error.problem.code === code,
    );
  refuses({ kind: 'play', token: 'garbage', version: 0, move: 'j10' }, 'wrong-token');
  refuses({ kind: 'play', token: tokens.first, version: 3, move: 'j10' }, 'stale-version');
  refuses({ kind: 'play', token: tokens.first, version: 0, move: 'z99' }, 'illegal-move');
  refuses({ kind: 'play', token: tokens.second, version: 0, move: 'j10' }, 'not-your-turn');
  assert.throws(() => referee.call('nonsense', {}), /no question/);
  const acted = referee.call('act', { stored, command: { kind: 'play', token: tokens.first, version: 0, move: 'j10' }, moment });
  assert.equal(acted.state.events, 1);
});

test('tools and analyses answer, and a file comes back as it went', () => {
  const engine = new Instance(module);
  const value = engine.call('job', { request: { kind: 'tool', tool: 'konane.value', input: { board: '.../BW./WB.' } }, seed: 1, memory: 64_000_000 });
  assert.equal(value.status, 'done');
  const { stored } = engine.call('create', { table: { game: 'gomoku', seats: { first: { kind: 'human' }, second: { kind: 'human' } } }, moment });
  const file = engine.call('export', { stored, format: 'sgf' });
  const read = engine.call('import', { file: { format: 'sgf', game: 'gomoku', text: file.text }, moment });
  assert.deepEqual(read.stored.events, stored.events);
});
