import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, openPage, placeOf, sitAt, startTogether } from './harness.js';

/** The board's size depends on the window alone: whatever comes and goes during a game, its rectangle stays. */

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startTogether();

/** Writes down every rectangle that the board is seen in, frame by frame. @param {Page} page */
const watchBoard = (page) =>
  page.evaluate(() => {
    const seen = new Set();
    const look = () => {
      const box = document.querySelector('.table-page .board-frame')?.getBoundingClientRect();
      if (box) seen.add([box.x, box.y, box.width, box.height].map((value) => value.toFixed(1)).join(' '));
      requestAnimationFrame(look);
    };
    look();
    /** @type {any} */ (globalThis).rectangles = seen;
  });

/** @param {Page} page @returns {Promise<string[]>} */
const rectangles = (page) => page.evaluate(() => [.../** @type {any} */ (globalThis).rectangles]);

/**
 * Plays a game to its end while the page looks on: the moves given, then any; a game that goes on too long is resigned.
 * @param {Page} page
 * @param {string[]} moves
 */
const playOut = (page, moves) =>
  page.evaluate(async (wanted) => {
    const backend = /** @type {any} */ (globalThis).banmen;
    const id = backend.here().path.split('/').pop();
    const tokens = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}')[id];
    for (let turn = 0; ; turn += 1) {
      const table = await backend.table(id);
      if (table.turn.kind === 'over') return;
      const own = { token: tokens[table.turn.seat], version: table.version };
      const legal = table.view.moves;
      const move = wanted[turn] ?? legal[(turn * 7) % legal.length].text;
      if (turn < 14) await backend.move(id, { ...own, move });
      else await backend.resign(id, own);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, moves);

/** @type {[string, Record<string, unknown>, string[]][]} */
const GAMES = [
  ['gomoku', { size: 9, rule: 'freestyle' }, 'a1 a2 b1 b2 c1 c2 d1 d2 e1'.split(' ')],
  ['quantum', { size: 5, row: 3, black_cycle: [100], white_cycle: [0] }, 'a1 skip a5 observe b1 skip b5 skip c1 observe'.split(' ')],
  ['dobutsu', { board: 'classic' }, []],
  ['konane', { rows: 4, cols: 4 }, []],
];

const SIZES = [
  [320, 568],
  [375, 553],
  [390, 844],
  [740, 360],
  [820, 1180],
  [1280, 800],
  [2560, 1440],
].map(([width = 0, height = 0]) => ({ width, height }));

for (const viewport of SIZES) {
  const { width, height } = viewport;
  test(`the board keeps its size at ${width}×${height}`, async () => {
    const { page, context, errors } = await openPage(browser, server.address, { viewport });
    for (const [game, rules, moves] of GAMES) {
      await sitAt(page, { game, rules, seats: HUMANS });
      await watchBoard(page);
      await page.click('[data-action="hint"]');
      await playOut(page, moves);
      await page.waitForSelector('[data-result]:not([hidden])');
      await page.keyboard.press('[');
      await page.waitForSelector('.past:not([hidden])');
      await page.keyboard.press(']');
      await page.waitForSelector('.past', { state: 'hidden' });
      if (width < 900) {
        await page.click('.actions .only-narrow >> nth=0');
        await page.waitForSelector('.panel.is-open');
        await page.keyboard.press('Escape');
      }
      await page.waitForTimeout(100);
      const seen = await rectangles(page);
      assert.equal(seen.length, 1, `${game}: ${seen.join(' | ')}`);
      const [x = 0, y = 0, wide = 0, high = 0] = (seen[0] ?? '').split(' ').map(Number);
      assert.ok(x >= 0 && y >= 0 && x + wide <= width && y + high <= height, `${game} is cut off: ${seen[0]}`);
      assert.ok(Math.min(wide, high) >= 180, `${game} is too small: ${seen[0]}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('a lost connection is said over the page', async () => {
  const { page, context } = await openPage(browser, server.address, { viewport: { width: 375, height: 553 } });
  await sitAt(page, { game: 'gomoku', rules: { size: 9, rule: 'freestyle' }, seats: HUMANS });
  await watchBoard(page);
  await page.evaluate(() => document.querySelector('.banner')?.removeAttribute('hidden'));
  await page.waitForTimeout(100);
  assert.equal((await rectangles(page)).length, 1);
  await context.close();
});

test('one finger pans a board that two have enlarged', async () => {
  const { page, context } = await openPage(browser, server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sitAt(page, { game: 'gomoku', rules: { size: 19, rule: 'freestyle' }, seats: HUMANS });
  await watchBoard(page);
  const client = await context.newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {[number, number][]} points */
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const { x, y } = await placeOf(page, 'j10');
  await touch('touchStart', [
    [x - 30, y],
    [x + 30, y],
  ]);
  for (const spread of [50, 70, 90])
    await touch('touchMove', [
      [x - spread, y],
      [x + spread, y],
    ]);
  await touch('touchEnd', []);
  await page.waitForSelector('.zoom-reset:not([hidden])');
  const before = await placeOf(page, 'j10');
  await touch('touchStart', [[x, y]]);
  for (const by of [10, 30, 50, 60]) await touch('touchMove', [[x + by, y + by / 2]]);
  await touch('touchEnd', []);
  const moved = await placeOf(page, 'j10');
  assert.ok(Math.abs(moved.x - before.x - 60) < 12 && Math.abs(moved.y - before.y - 30) < 8, `${JSON.stringify(before)} → ${JSON.stringify(moved)}`);
  assert.equal(await page.locator('.cross-hair').count(), 0, 'panning does not aim');
  assert.equal((await rectangles(page)).length, 1);
  await context.close();
});

test('on a phone on its side the choices of a new game are in sight', async () => {
  for (const viewport of [
    { width: 740, height: 360 },
    { width: 667, height: 375 },
    { width: 932, height: 430 },
  ]) {
    const { page, context } = await openPage(browser, server.address, { viewport });
    await page.goto('/new/quantum');
    await page.waitForSelector('.new-page .board[viewBox]');
    const opponents = page.locator('input[name="opponent"] + .segment-face');
    for (let i = 0; i < (await opponents.count()); i += 1) {
      const box = await opponents.nth(i).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, 'a choice is out of sight');
      const top = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.segment') !== null, {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      });
      assert.ok(top, 'something lies over a choice');
    }
    const start = await page.locator('[data-action="start"]').boundingBox();
    assert.ok(start && start.y + start.height <= viewport.height);
    await context.close();
  }
});
