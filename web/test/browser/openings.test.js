import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, clickPlace, openPage, placeOf, presetRules, sitAt, startTogether, tableInSight } from './harness.js';

/** Openings of gomoku and renju: who lays the stones, who chooses, and who then plays which colour. */

const { server, browser } = await startTogether();

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} count */
const events = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves .move').length === n, count);

/** Plays points on the board and decisions by their buttons. @param {Page} page @param {string} moves @param {number} [before] */
async function play(page, moves, before = 0) {
  let count = before;
  for (const move of moves.split(' ')) {
    if (/\d/.test(move)) await clickPlace(page, move);
    else await page.locator(`.decisions [data-move="${move}"]`).click();
    count += 1;
    await events(page, count);
  }
}

/** Taps a place where nothing may happen. @param {Page} page @param {string} name */
async function tap(page, name) {
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
}

/** @param {Page} page @param {'near' | 'far'} place */
const sideAt = async (page, place) => {
  const bar = page.locator(`.player-${place}`);
  return (await bar.locator('.player-side').textContent()) || (await bar.locator('.player-name').textContent());
};

/** @param {Page} page */
const status = (page) => page.locator('[data-status]').textContent();

/** @param {string} opening */
const rules = (opening, rule = 'freestyle') => ({ size: 15, rule, opening });

test('swap: three stones by one player, then the other takes Black and wins with it', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: rules('swap'), seats: HUMANS });
  assert.match((await status(page)) ?? '', /a stone for Black, anywhere \(3 to go\)/);
  await play(page, 'h8 a1');
  assert.deepEqual(await page.locator('.moves .move-dot').evaluateAll((dots) => dots.map((dot) => dot.className)), [
    'move-dot dot-first',
    'move-dot dot-second',
  ]);
  await play(page, 'i8', 2);
  assert.deepEqual(await page.locator('.decisions [data-move]').evaluateAll((all) => all.map((one) => one.getAttribute('data-move'))), [
    'swap',
    'stay',
  ]);
  assert.equal(await sideAt(page, 'near'), 'Black');
  await play(page, 'swap', 3);
  assert.match((await status(page)) ?? '', /colours have been swapped. White to move/);
  assert.equal(await sideAt(page, 'near'), 'White', 'who began plays White now');
  await play(page, 'a2 j8 a3 k8 a4 l8', 4);
  assert.match((await page.locator('.result').textContent()) ?? '', /Black wins/);
  const { turn } = await tableInSight(page);
  assert.equal(turn.kind === 'over' && turn.outcome.winner, 'second');
  assert.deepEqual(errors, []);
  await context.close();
});

test('swap2: two more stones, by keyboard, and the first player chooses', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: rules('swap2'), seats: HUMANS });
  await play(page, 'h8 i9 h10');
  const keys = page.locator('.decisions [data-move]');
  assert.equal(await keys.count(), 3);
  await page.keyboard.press('w');
  await events(page, 4);
  assert.match((await status(page)) ?? '', /White.*2 to go/);
  await play(page, 'g9 j7', 4);
  assert.equal(await keys.count(), 2, 'no two stones more after two stones more');
  await page.keyboard.press('t');
  await events(page, 7);
  assert.equal(await sideAt(page, 'near'), 'Black');
  assert.match((await status(page)) ?? '', /White to move/);
  // Taking back takes back the decision.
  await page.keyboard.press('u');
  await events(page, 6);
  await play(page, 'swap', 6);
  assert.equal(await sideAt(page, 'near'), 'White');
  assert.deepEqual(errors, []);
  await context.close();
});

test('Taraguchi-10: the centre, swaps, ten offers without mirror images, and White chooses', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: await presetRules(page, 'gomoku', 'taraguchi10'), seats: HUMANS });
  const places = () => page.evaluate(() => document.querySelectorAll('.cell').length);
  assert.equal(await places(), 225);
  await tap(page, 'h9');
  assert.equal(await page.locator('.moves .move').count(), 0, 'the first stone goes to the centre');
  await play(page, 'h8 swap h9 stay h10 stay h7 ten');
  assert.match((await status(page)) ?? '', /10 to go/);
  await play(page, 'g8', 8);
  await tap(page, 'i8');
  assert.equal(await page.locator('.moves .move').count(), 9, 'the mirror image of g8 is no second offer');
  await play(page, 'g9 g10 g7 f8 f9 f10 f7 e8 h11', 9);
  assert.equal(await page.locator('.mark-offered').count(), 10);
  assert.equal(await page.locator('.cell[aria-label="g9, offered"]').count(), 1);
  assert.match((await status(page)) ?? '', /White chooses one of the ten/);
  await play(page, 'f9', 18);
  assert.equal(await page.locator('.mark-offered').count(), 0);
  assert.equal(await page.locator('.cell[aria-label="f9, Black stone"]').count(), 1);
  assert.match((await status(page)) ?? '', /White to move/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the computer plays an opening, and says what it decides', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  const seats = { first: { kind: 'level', level: 'easy' }, second: { kind: 'human' } };
  await sitAt(page, { game: 'gomoku', rules: rules('swap2'), seats });
  await page.waitForSelector('.decisions:not([hidden]) [data-move="two"]');
  assert.match((await status(page)) ?? '', /You play White/);
  await page.locator('.decisions [data-move="two"]').click();
  await events(page, 4);
  await clickPlace(page, 'a1');
  await events(page, 5);
  await clickPlace(page, 'o15');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 7);
  const [decided] = (await tableInSight(page)).record.events.slice(6);
  assert.match(JSON.stringify(decided), /"move":"(swap|stay)"/);
  await page.waitForFunction(() => /Your turn/.test(document.querySelector('[data-status]')?.textContent ?? ''));
  assert.deepEqual(errors, []);
  await context.close();
});
