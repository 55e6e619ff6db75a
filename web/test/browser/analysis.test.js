import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, clickPlace, openPage, seriousFindings, sitAt, startTogether } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startTogether();

/** @param {string} game @param {Record<string, unknown>} rules @param {string} moves */
const record = (game, rules, moves) => ({ format: 1, game, rules, events: moves.split(' ').map((move) => ({ move })) });

/** @param {Page} page @param {string} name */
const kind = (page, name) => page.getByLabel(name, { exact: true }).check({ force: true });

test('gomoku: threats are marked, a forced win is found and played out, the graph marks the mistakes', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const rules = { size: 15, rule: 'freestyle' };
  // Black has an open three, White a four. Black misses the win on h4, then White does: mistakes to any engine on any machine.
  const moves = 'h5 d4 c4 e4 h6 f4 h7 g4 o15 o1';
  await sitAt(page, { game: 'gomoku', rules, seats: HUMANS, record: record('gomoku', rules, moves) });
  await page.locator('#tab-analysis').click();
  await kind(page, 'Threats');
  await page.waitForSelector('.mark-threat');
  assert.match((await page.locator('.figures').textContent()) ?? '', /Open threes of Black\s*1/);
  await kind(page, 'Forced win');
  await page.getByText(/Black wins in \d+ moves/).waitFor();
  await page.locator('[data-action="show-win"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length >= 12);
  await kind(page, 'Best moves');
  await page.waitForSelector('.ahead');
  await page.mouse.move(1, 1);
  await page.locator('[data-action="graph"]').click();
  await page.locator('.graph-mistake').first().waitFor();
  await page.getByText('Mistakes', { exact: true }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.locator('.graph-picture').press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('gomoku: the win chance is called an estimate everywhere, and the board shows where a strong player would look', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const rules = { size: 15, rule: 'freestyle' };
  await sitAt(page, { game: 'gomoku', rules, seats: HUMANS, record: record('gomoku', rules, 'h8 i9 g9') });
  await page.locator('#tab-analysis').click();
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.chance-name');
  await page.locator('[data-action="analysis-stop"]').click();
  await page.waitForSelector('[data-action="analysis-start"]');
  assert.equal(await page.locator('.chance-name').first().textContent(), 'Win chance estimate');
  assert.match((await page.locator('.analysis-score').textContent()) ?? '', /^Black [\d.]+ %$/);
  for (const words of await page.locator('.line-score').allTextContents()) assert.match(words, /^Black [\d.]+ %$/);
  assert.ok((await page.locator('.heat-label').count()) > 0);
  const looks = page.getByRole('switch', { name: 'Where a strong player would look' });
  assert.equal(await looks.isChecked(), false);
  await looks.check();
  await page.getByText('before any search').waitFor();
  // Tints without numbers, and none under a stone.
  assert.equal(await page.locator('.heat-label').count(), 0);
  const tints = await page.locator('.heat').evaluateAll((discs) => discs.map((disc) => `${disc.getAttribute('cx')},${disc.getAttribute('cy')}`));
  assert.ok(tints.length > 3 && tints.length <= 24, `${tints.length} tints`);
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByRole('switch', { name: 'Where a strong player would look' }).uncheck();
  await page.waitForSelector('.heat-label');
  await page.locator('[data-action="graph"]').click();
  await page.getByText('Win chance of Black after each move').waitFor();
  await page.waitForSelector('[data-action="graph"], .graph-picture');
  assert.match((await page.locator('.graph-picture').getAttribute('aria-label')) ?? '', /^Win chance of Black/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('gomoku: on a board that the network does not know there is a score, and no chance is claimed', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const rules = { size: 11, rule: 'freestyle' };
  await sitAt(page, { game: 'gomoku', rules, seats: HUMANS, record: record('gomoku', rules, 'f6 g7 e7') });
  await page.locator('#tab-analysis').click();
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.analysis-score');
  await page.locator('[data-action="analysis-stop"]').click();
  await page.waitForSelector('[data-action="analysis-start"]');
  assert.equal(await page.locator('.analysis-head .certainty').textContent(), 'score');
  assert.equal(await page.locator('.chance-name, .looks').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('quantum gomoku: the odds, where a stone helps, a row, and the draws recomputed', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  // Stones that are certain of their colour, so that the end is known.
  const rules = { size: 5, row: 3, black_cycle: [100], white_cycle: [0] };
  await sitAt(page, { game: 'quantum', rules, seats: HUMANS });
  for (const point of ['a1', 'a5', 'b1', 'b5']) {
    await clickPlace(page, point);
    await page.keyboard.press('s');
    await page.waitForSelector('.decisions', { state: 'hidden' });
  }
  await page.locator('[data-action="heat"]').click();
  await page.waitForSelector('.heat-label');
  await clickPlace(page, 'c1');
  await page.getByText('Black wins 100.0 %').waitFor();
  assert.equal(await page.locator('.odds-mark').textContent(), 'exact');
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('o');
  await page.waitForSelector('[data-result]:not([hidden])');
  assert.equal(await page.locator('.stroke-win').count(), 1);
  await page.locator('#tab-table').click();
  assert.equal(await page.locator('.observations .drawn-stone').count(), 5);
  await page.locator('[data-action="verify"]').click();
  await page.getByText('All 1 draw follow').or(page.getByText('follow from the seed, and the seed')).first().waitFor();
  assert.equal(await page.locator('.check-mark.is-fair').count(), 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('quantum gomoku: who declined the odds does not see them', async () => {
  const { page, context } = await openPage(browser, server.address);
  await page.goto('/new/quantum');
  await page.check('input[name="opponent"][value="here"]', { force: true });
  for (const label of ['Show Black the odds', 'Show White the odds']) await page.getByLabel(label).uncheck();
  await page.click('[data-action="start"]');
  await page.waitForSelector('.table-page');
  await clickPlace(page, 'j10');
  await page.waitForSelector('.decisions:not([hidden])');
  await page.waitForTimeout(600);
  assert.equal(await page.locator('.odds-bar').count(), 0);
  await context.close();
});

test('animal shogi: the lion is caught, the result is shown, and a new game is one step away', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'dobutsu', rules: { board: 'classic', position: '1l1/1L1/3/3[-] w' }, seats: HUMANS });
  for (const name of ['b3', 'b4']) {
    const box = await page.locator(`.cell[aria-label^="${name},"]`).boundingBox();
    if (!box) assert.fail(`no ${name} in sight`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await page.waitForSelector('[data-result]:not([hidden])');
  assert.equal(await page.locator('.result-title').textContent(), 'First player wins');
  assert.equal(await page.locator('.result-reason').textContent(), 'The lion was caught.');
  assert.deepEqual(await seriousFindings(page), []);
  await page.locator('.result [data-action="new-game"]').click();
  await page.waitForSelector('.new-form');
  assert.match(page.url(), /\/new\/dobutsu$/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('Konane: the value is shown beside the game when it is wanted', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const rules = { start: 'free', position: '.W..../....../.W.W.W/WB.BW.', first: 'black' };
  await sitAt(page, { game: 'konane', rules, seats: HUMANS });
  assert.equal(await page.locator('.value-score').count(), 0);
  await page.getByLabel('Show the value of the position').check();
  await page.waitForSelector('.value-score');
  assert.equal(await page.locator('.value-display .certainty').textContent(), 'exact');
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});
