import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, PHONE, clickPlace, eventCount, openPage, pathInSight, sitAt, startTogether, tableInSight } from './harness.js';

/** Words, the header, the reader's own games, and what is chosen before and during a game. */

const { server, browser } = await startTogether();
test('every page leads to Play, Puzzles, Learn and Explore, and says where one is', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  for (const [path, current] of [
    ['/', 'Play'],
    ['/new/konane', 'Play'],
    ['/puzzles', 'Puzzles'],
    ['/learn', 'Learn'],
    ['/explore/konane', 'Explore'],
  ]) {
    await page.goto(path ?? '/');
    await page.waitForSelector('h1');
    assert.deepEqual(await page.locator('.top-places a').allTextContents(), ['Play', 'Puzzles', 'Learn', 'Explore']);
    assert.equal(await page.locator('.top-places a[aria-current]').textContent(), current);
  }
  await page.setViewportSize(PHONE);
  await page.click('.places-menu');
  await page.getByRole('menuitem', { name: 'Learn' }).click();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).banmen.here().path === '/learn');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the player is spoken to, and the computer is called by its name', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, {
    game: 'gomoku',
    rules: { size: 9 },
    seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'master' } },
    options: { seconds: 10 },
  });
  assert.equal(await page.locator('[data-status]').textContent(), 'Your turn.');
  await clickPlace(page, 'e5');
  await page.getByText('Master is thinking.').waitFor();
  await page.click('[data-action="stop"]');
  await page.getByText('Your turn.', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('levels are counted from the weakest, with a line about each, and Elo only when asked for', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/new/gomoku');
  await page.waitForSelector('input[name="level"]');
  const names = await page.locator('.segment:has(input[name="level"]) .segment-face > span').allTextContents();
  assert.deepEqual(names, ['1. Novice', '2. Classic', '3. Easy', '4. Normal', '5. Hard', '6. Master']);
  assert.equal(await page.getByText(/Elo [+−0]/).count(), 0);
  await page.check('input[name="level"][value="hard"]');
  assert.equal(await page.locator('.level-line').textContent(), 'Looks well ahead and punishes mistakes.');
  await page.click('[data-action="elo"]');
  assert.ok((await page.getByText(/Elo [+−0]/).count()) >= 5);
  await page.check('input[name="seconds"][value="1"]');
  await page.click('[data-action="start"]');
  await page.waitForSelector('.table-page');
  assert.equal((await tableInSight(page)).options?.seconds, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('nobody is asked about an observation that cannot show a row, unless they want to be', async () => {
  const { page, context, errors } = await openPage(browser, server.address, { asks: false });
  await sitAt(page, { game: 'quantum', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  assert.equal(await page.locator('.decisions button').count(), 0);
  await page.evaluate(() => localStorage.setItem('banmen.settings', '{"askAlways":true}'));
  await page.reload();
  await page.waitForSelector('.table-page');
  await clickPlace(page, 'e6');
  await page.locator('.decisions').getByRole('button', { name: 'Skip' }).waitFor();
  assert.equal(await eventCount(page), 3);
  assert.deepEqual(errors, []);
  await context.close();
});

test('two computers can be paused and stepped', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const level = { kind: 'level', level: 'novice' };
  await sitAt(page, { game: 'gomoku', rules: { size: 15 }, seats: { first: level, second: level }, options: { pause_ms: 6000 } });
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1);
  await page.click('[data-action="pause"]');
  const paced = (/** @type {string} */ pace) =>
    page.waitForFunction((name) => document.querySelector('.watch')?.getAttribute('data-pace') === name, pace);
  await paced('paused');
  const at = await eventCount(page);
  // Longer than a move takes.
  await page.waitForTimeout(7000);
  const table = await tableInSight(page);
  assert.deepEqual([table.events, table.thinking], [at, null], 'nobody thinks, and nothing happens at the table');
  await page.click('[data-action="step"]');
  await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length === n + 1, at);
  await paced('paused');
  await page.waitForTimeout(7000);
  assert.equal(await eventCount(page), at + 1, 'one move and no more');
  await page.click('[data-action="pause"]');
  await paced('running');
  await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n + 1, at);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the moves of animal shogi show the animal and × for a capture, or are written in Japanese', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const id = await sitAt(page, { game: 'dobutsu', rules: { board: 'classic' }, seats: HUMANS });
  await page.evaluate(async (table) => {
    const tokens = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}')[table];
    for (const [version, [seat, move]] of [
      ['first', 'b2b3'],
      ['second', 'b4b3'],
    ].entries()) {
      await /** @type {any} */ (globalThis).banmen.move(table, { token: tokens[seat ?? ''], version, move });
    }
  }, id);
  await page.waitForFunction(() => document.querySelectorAll('.move-picture').length === 2);
  assert.deepEqual(await page.locator('.moves .move-text').allTextContents(), ['chick ×b3', 'lion ×b3']);
  await page.click('[data-id="settings"]');
  await page.check('input[name="notation"][value="japanese"]', { force: true });
  await page.keyboard.press('Escape');
  await page.getByText('▲２二ひよこ').waitFor();
  await page.getByText('△同ライオン').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('home lists my games with level, result and date; they can be filtered and deleted', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/new/gomoku');
  await page.check('input[name="rule-size"][value="9"]');
  await page.check('input[name="level"][value="novice"]');
  await page.click('[data-action="start"]');
  await page.waitForSelector('.table-page');
  await clickPlace(page, 'e5');
  const id = (await pathInSight(page)).split('/').pop() ?? '';
  await page.goto('/');
  const card = page.locator(`[data-table="${id}"]`);
  await card.waitFor();
  assert.match((await card.textContent()) ?? '', /Gomokuagainst 1\. Novice(Your turn|In play)\d moves? · /);
  await page.selectOption('[data-filter="state"]', 'over');
  await page.getByText('No game fits.').waitFor();
  await page.selectOption('[data-filter="state"]', 'playing');
  await card.locator('[data-action="delete"]').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate((table) => table in JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}'), id), false);
  assert.deepEqual(errors, []);
  const gone = await page.evaluate((table) => {
    const { banmen } = /** @type {any} */ (globalThis);
    return banmen.table(table).catch((/** @type {any} */ error) => error.status);
  }, id);
  assert.equal(gone, 404);
  await context.close();
});
