import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, clickPlace, openPage, sitAt, startTogether } from './harness.js';

/** What the page says agrees with what the server knows, in every language. */

const { server, browser } = await startTogether();

/** Under these rules an observation never shows a row, and the observer decides what becomes of the colours. */
const CHOOSE = { size: 5, row: 3, black_cycle: [100], white_cycle: [0], after_miss: 'choose' };

test('moves that are buttons are named in the language of the page', async () => {
  for (const [language, names] of /** @type {const} */ ([
    ['ja', ['観測する', '残す', '見送る']],
    ['zh-Hant', ['觀測', '保留', '略過']],
  ])) {
    const { page, context, errors } = await openPage(browser, server.address);
    await page.addInitScript((chosen) => localStorage.setItem('banmen.settings', JSON.stringify({ language: chosen })), language);
    const events = [{ move: 'a1' }, { move: 'observe' }, { chance: 'b' }, { move: 'keep' }, { move: 'b5' }, { move: 'skip' }];
    await sitAt(page, { game: 'quantum', rules: CHOOSE, seats: HUMANS, record: { format: 1, game: 'quantum', rules: CHOOSE, events } });
    const rows = await page.locator('.move-text').allTextContents();
    for (const name of names) assert.ok(rows.includes(name), `${name} is not among ${rows.join(' ')}`);
    for (const english of ['observe', 'keep', 'skip']) assert.ok(!rows.includes(english), rows.join(' '));
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('the odds are those of the position in sight, and gone once somebody has looked', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'quantum', rules: CHOOSE, seats: HUMANS });
  await clickPlace(page, 'a1');
  await page.getByText('If Black observes now').waitFor();
  await page.keyboard.press('o');
  await page.waitForSelector('[data-move="keep"]');
  assert.equal(await page.getByText('If Black observes now').isVisible(), false);
  await page.keyboard.press('k');
  await page.waitForSelector('.decisions', { state: 'hidden' });
  await page.waitForSelector('.odds-meter:not(.is-stale)');
  assert.equal(await page.getByText('observes now').isVisible(), false, 'White places a stone before anybody observes');
  assert.deepEqual(errors, []);
  await context.close();
});

test('Enter starts the game', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/new/gomoku');
  await page.locator('input[name="level"]').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.table-page[data-game="gomoku"]');
  assert.deepEqual(errors, []);
  await context.close();
});

test('bar, score, words and labels on the board are of one mind', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const rules = { size: 15, rule: 'freestyle' };
  // White to move has nothing against an open three.
  const events = 'h8 a1 h9 o1 h10'.split(' ').map((move) => ({ move }));
  await sitAt(page, { game: 'gomoku', rules, seats: HUMANS, record: { format: 1, game: 'gomoku', rules, events } });
  await page.locator('#tab-analysis').click();
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.analysis-score');
  await page.locator('[data-action="analysis-stop"]').click();
  await page.waitForSelector('[data-action="analysis-start"]');
  const [black, white] = (await page.locator('.ahead-ends span').allTextContents()).map((words) => Number(/(\d+) %/.exec(words)?.[1]));
  assert.equal((black ?? 0) + (white ?? 0), 100);
  assert.ok((black ?? 0) > 50, `Black has ${black} %`);
  assert.match((await page.locator('.analysis-headline').textContent()) ?? '', /^Black /);
  // A chance to win is Black's, whoever is to move; a proved win is not an estimate.
  const share = /^Black ([\d.]+) %$/.exec((await page.locator('.analysis-score').textContent()) ?? '');
  if (share) {
    assert.equal(Math.round(Number(share[1])), black);
    assert.equal(await page.locator('.chance-name').textContent(), 'Win chance estimate');
  } else {
    assert.match((await page.locator('.analysis-score').textContent()) ?? '', /^Black wins/);
    assert.equal(await page.locator('.analysis-head .certainty').textContent(), 'proved');
    assert.equal(await page.locator('.chance-name').count(), 0);
  }
  for (const label of await page.locator('.heat-label').allTextContents()) assert.ok(/^#/.test(label) || Number.parseFloat(label) > 50, label);
  assert.deepEqual(errors, []);
  await context.close();
});
