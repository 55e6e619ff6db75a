import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { LESSONS, accepts } from '../../js/lessons/steps.js';
import { PHONE, WIDE, openPage, placeOf, startTogether } from './harness.js';

/** Puzzles judge every answer, lessons explain; progress is kept. */

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startTogether();
/** @type {any[]} */
let puzzles;

/** A page whose backend is asked. @type {Page} */
let desk;

/** Asks one of the backend's tools. @param {string} tool @param {unknown} input @returns {Promise<any>} */
async function ask(tool, input) {
  const question = { kind: 'tool', tool, input };
  const state = await desk.evaluate((what) => /** @type {any} */ (globalThis).banmen.job(what).finished, question);
  assert.equal(state.status, 'done', JSON.stringify(state));
  return state.result;
}

/** @param {any} puzzle */
const told = ({ kind, length = 0, rules = null, events = [], choices = [] }) => {
  const moves = events.flatMap((/** @type {object} */ event) => Object.values(event)).join(' ');
  return { kind, length, rules, moves, choices };
};

/** @param {any} puzzle @param {object[]} played */
const answers = (puzzle, played) => ask('puzzle.answers', { game: puzzle.game, puzzle: told(puzzle), played });
/** @param {any} puzzle @param {object[]} played @param {string} answer */
const judged = (puzzle, played, answer) => ask('puzzle.judge', { game: puzzle.game, puzzle: told(puzzle), played, answer });

/** Waits until the judge has come to this. @param {Page} page @param {string} stage */
const stage = (page, stage) => page.waitForSelector(`.exercise-status[data-stage="${stage}"]`, { timeout: 60_000 });

/** The pieces of the classic board by their letters. @type {Record<string, string>} */
const GLYPHS = { C: 'chick', E: 'elephant', G: 'giraffe' };

/** @param {Page} page @param {string} name */
async function clickPlace(page, name) {
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
}

/** Gives an answer as a reader does. @param {Page} page @param {string} answer */
async function give(page, answer) {
  const choice = page.locator(`.exercise-choices [data-answer="${answer.replaceAll('"', '')}"]`);
  if ((await choice.count()) > 0) await choice.click();
  else if (answer.includes('@')) {
    const [letter = '', to = ''] = answer.split('@');
    await page.locator(`.hand-slot:not([disabled])[data-glyph="${GLYPHS[letter] ?? ''}"]`).click();
    await clickPlace(page, to);
  } else {
    const places = /^[a-z]\d+$/.test(answer) ? [answer] : (answer.match(/[a-z]\d+/g) ?? []);
    for (const place of places) await clickPlace(page, place);
  }
}

before(async () => {
  desk = (await openPage(browser, server.address)).page;
  await desk.goto('/');
  await desk.waitForFunction(() => 'banmen' in globalThis);
  puzzles = await ask('puzzle.list', {});
});

test('every game has at least a hundred puzzles, and the list shows them by game and difficulty', async () => {
  const games = [...new Set(puzzles.map((puzzle) => puzzle.game))];
  assert.deepEqual(games, ['gomoku', 'quantum', 'dobutsu', 'konane']);
  for (const game of games) assert.ok(puzzles.filter((puzzle) => puzzle.game === game).length >= 100, game);
  assert.equal(new Set(puzzles.map((puzzle) => puzzle.id)).size, puzzles.length, 'every puzzle has a name of its own');
  const { page, context } = await openPage(browser, server.address, { viewport: WIDE });
  await page.goto('/puzzles');
  await page.waitForSelector('[data-daily] .board[viewBox]');
  assert.equal(await page.locator('.puzzle-chip').count(), puzzles.length);
  await page.locator('.segment', { hasText: 'Konane' }).click();
  const konane = puzzles.filter((puzzle) => puzzle.game === 'konane');
  assert.equal(await page.locator('.puzzle-chip').count(), konane.length);
  await page.locator('.puzzle-filters fieldset').last().locator('.segment').nth(2).click();
  const second = konane.filter((puzzle) => Math.min(5, 1 + Math.floor((puzzle.depth ?? 1) / 2)) === 2);
  assert.equal(await page.locator('.puzzle-chip').count(), second.length);
  await page.reload();
  await page.waitForSelector('.puzzle-chip');
  assert.equal(await page.locator('.puzzle-chip').count(), second.length, 'the filter is kept');
  await context.close();
});

for (const [size, viewport] of Object.entries({ desktop: WIDE, phone: PHONE })) {
  test(`right moves go on to the end, and progress is kept (${size})`, async () => {
    const puzzle = puzzles.find((one) => one.game === 'dobutsu' && one.length === 2 && one.rules.board === 'classic');
    const { page, context } = await openPage(browser, server.address, { viewport, hasTouch: size === 'phone' });
    await page.goto(`/puzzle/dobutsu/${puzzle.id}`);
    await stage(page, 'think');
    await page.waitForSelector('.exercise .board[viewBox]');
    const task = await page.locator('.exercise-task').textContent();
    assert.match(task ?? '', /win in 2 moves/);
    /** @type {object[]} */
    const played = [];
    for (;;) {
      const [right] = await answers(puzzle, played);
      const verdict = await judged(puzzle, played, right);
      assert.equal(verdict.verdict, 'right');
      await give(page, right);
      if (verdict.solved) break;
      played.push({ move: right }, ...verdict.reply);
      await stage(page, 'think');
      assert.equal(await page.locator('.exercise-task').textContent(), task, 'the task stays in sight');
    }
    await stage(page, 'solved');
    await page.goto('/puzzles');
    await page.waitForSelector(`.puzzle-chip[data-puzzle="${puzzle.id}"][data-state="solved"]`);
    await context.close();
  });

  test(`a wrong move is refuted on the board and taken back (${size})`, async () => {
    const puzzle = puzzles.find((one) => one.game === 'konane' && one.kind === 'only');
    const [right] = await answers(puzzle, []);
    const { page, context } = await openPage(browser, server.address, { viewport, hasTouch: size === 'phone' });
    await page.goto(`/puzzle/konane/${puzzle.id}`);
    await stage(page, 'think');
    await page.waitForSelector('.exercise .board[viewBox]');
    const before = await page.locator('.exercise .pieces .piece').count();
    const record = { format: 1, game: 'konane', rules: puzzle.rules, events: [] };
    const view = await desk.evaluate((shown) => /** @type {any} */ (globalThis).banmen.view(shown), record);
    const wrong = view.view.moves.map((/** @type {any} */ move) => move.text).find((/** @type {string} */ text) => text !== right);
    const verdict = await judged(puzzle, [], wrong);
    assert.equal(verdict.verdict, 'wrong');
    assert.ok(verdict.refutation.length > 0, 'the refutation is moves');
    await give(page, wrong);
    await stage(page, 'wrong');
    // Every jump takes a stone: the wrong one, and those of the refutation.
    await page.waitForFunction(
      (most) => document.querySelectorAll('.exercise .pieces > .piece:not(.leaving)').length <= most,
      before - 1 - verdict.refutation.length,
    );
    assert.match((await page.locator('.exercise-score').textContent()) ?? '', /2 of 3/);
    await page.click('[data-action="again"]');
    await stage(page, 'think');
    await page.waitForFunction((count) => document.querySelectorAll('.exercise .pieces > .piece').length === count, before);
    await give(page, right);
    await stage(page, 'solved');
    assert.match((await page.locator('.exercise-status').textContent()) ?? '', /2 points/);
    await context.close();
  });
}

test('a win that takes longer than necessary is said to be one', async () => {
  // Black has an open three and could make an open four; a four at the far end wins as well, a move later.
  const found = await (async () => {
    for (const puzzle of puzzles.filter((one) => one.game === 'gomoku' && (one.kind === 'vcf' || one.kind === 'vct') && one.length <= 4)) {
      const [right] = await answers(puzzle, []);
      const [column = 'a', row = 1] = [right[0], Number(right.slice(1))];
      for (const [dx, dy] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
        [0, -1],
        [-1, 0],
        [-1, -1],
        [-1, 1],
      ]) {
        const near = `${String.fromCharCode(column.charCodeAt(0) + (dx ?? 0))}${row + (dy ?? 0)}`;
        if (!/^[a-o]([1-9]|1[0-5])$/.test(near) || told(puzzle).moves.split(' ').includes(near)) continue;
        if ((await judged(puzzle, [], near)).verdict === 'longer') return { puzzle, near };
      }
    }
    return null;
  })();
  assert.ok(found, 'one of the puzzles has a longer win beside the shortest');
  const { page, context } = await openPage(browser, server.address, { viewport: WIDE });
  await page.goto(`/puzzle/gomoku/${found.puzzle.id}`);
  await stage(page, 'think');
  await page.waitForSelector('.exercise .board[viewBox]');
  await give(page, found.near);
  await stage(page, 'longer');
  assert.match((await page.locator('.exercise-score').textContent()) ?? '', /3 of 3/, 'it costs nothing');
  await context.close();
});

test('hints cost, showing the answer solves nothing', async () => {
  const puzzle = puzzles.find((one) => one.game === 'konane' && one.kind === 'worth');
  const { page, context } = await openPage(browser, server.address, { viewport: WIDE });
  await page.goto(`/puzzle/konane/${puzzle.id}`);
  await stage(page, 'think');
  await page.click('[data-action="hint"]');
  await page.waitForFunction(() => document.querySelectorAll('.exercise-choices button:disabled').length === 1);
  assert.match((await page.locator('.exercise-score').textContent()) ?? '', /2 of 3/);
  await page.click('[data-action="solution"]');
  await stage(page, 'shown');
  await page.goto('/puzzles');
  await page.waitForSelector(`.puzzle-chip[data-puzzle="${puzzle.id}"][data-state="seen"]`);
  await context.close();
});

for (const [size, viewport] of Object.entries({ desktop: WIDE, phone: PHONE })) {
  test(`every lesson can be learnt to its end, and wrong answers are explained (${size})`, { timeout: 300_000 }, async () => {
    const { page, context, errors } = await openPage(browser, server.address, { viewport, hasTouch: size === 'phone' });
    for (const [game, steps] of Object.entries(LESSONS)) {
      await page.goto(`/learn/${game}`);
      for (const [index, step] of steps.entries()) {
        await page.waitForSelector(`.lesson-dot[data-step="${index + 1}"][aria-current]`);
        await stage(page, 'think');
        await page.waitForSelector('.exercise .board[viewBox]');
        if (step.task.choices && !step.any) {
          const wrong = step.accept ? step.task.choices.find((choice) => !accepts(step, choice)) : await wrongChoice(step.task);
          await give(page, wrong ?? '');
          await stage(page, 'wrong');
          assert.ok(((await page.locator('.exercise-status span').first().textContent()) ?? '').length > 5, 'it is explained');
          await page.click('[data-action="again"]');
          await stage(page, 'think');
        }
        await solve(page, step);
        await stage(page, 'solved');
        if (index + 1 < steps.length) await page.click('[data-action="next"]');
      }
    }
    await page.goto('/learn');
    await page.waitForSelector('[data-lesson]');
    for (const link of await page.locator('[data-lesson]').allTextContents()) assert.match(link, /Repeat the lesson/);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

/** @param {any} task */
async function wrongChoice(task) {
  const right = await answers(task, []);
  return task.choices.find((/** @type {string} */ choice) => !right.includes(choice));
}

/** @param {Page} page @param {import('../../js/lessons/steps.js').Step} step */
async function solve(page, step) {
  if (step.any) return give(page, step.task.game === 'quantum' ? 'b2' : 'c3');
  if (step.accept) return give(page, (step.accept[0] ?? '').replace('C@*', 'C@b2').replace('a3a4*', 'a3a4'));
  /** @type {object[]} */
  const played = [];
  for (;;) {
    const [right] = await answers(step.task, played);
    const verdict = await judged(step.task, played, right);
    await give(page, right);
    if (verdict.solved) return undefined;
    played.push({ move: right }, ...verdict.reply);
    await stage(page, 'think');
  }
}
