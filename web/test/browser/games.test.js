import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HUMANS, PHONE, clickPlace, eventCount, openPage, placeOf, sitAt, spoken, startBrowser, startServer } from './harness.js';

/** The other games on the same board: moving, dropping, promoting, observing, jumping. */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {import('playwright-core').Page} page @param {string} name */
async function tap(page, name) {
  const { x, y } = await placeOf(page, name);
  await page.mouse.click(x, y);
}

/** @param {import('playwright-core').Page} page @param {number} count */
const events = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves .move').length === n, count);

test('animal shogi: click, drag, capture into the hand, drop', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'dobutsu', rules: { board: 'deer' }, seats: HUMANS });
  await tap(page, 'c2');
  assert.equal(await page.locator('.target').count(), 1, 'the reachable square is framed');
  await tap(page, 'c3');
  await events(page, 1);
  const from = await placeOf(page, 'c4');
  const to = await placeOf(page, 'c3');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await events(page, 2);
  assert.match((await spoken(page)) ?? '', /takes the chick on c3/);
  await tap(page, 'b2');
  await tap(page, 'b3');
  await events(page, 3);
  await page.locator('.hand-far [data-glyph="chick"]').click();
  assert.ok((await page.locator('.target').count()) > 3, 'a chick in hand can go to many squares');
  await tap(page, 'a3');
  await events(page, 4);
  assert.equal(await page.locator('.cell[aria-label="a3, Second player chick"]').count(), 1);
  await page.keyboard.press('u');
  await events(page, 3);
  const held = await page.locator('.hand-far [data-glyph="chick"]').boundingBox();
  const drop = await placeOf(page, 'd3');
  if (!held) assert.fail('no chick in hand');
  await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
  await page.mouse.down();
  await page.mouse.move(drop.x, drop.y, { steps: 6 });
  assert.equal(await page.locator('.hand-held').count(), 1, 'the piece follows the pointer');
  await page.mouse.up();
  await page.waitForSelector('.cell[aria-label="d3, Second player chick"]');
  assert.deepEqual(errors, []);
  await context.close();
});

test('animal shogi: a promotion is asked for where there is a choice', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'dobutsu', rules: { board: 'gorogoro', position: '4k/5/P4/5/5/4K[-] w' }, seats: HUMANS });
  await tap(page, 'a4');
  await tap(page, 'a5');
  await page.getByRole('button', { name: 'Promote', exact: true }).click();
  await events(page, 1);
  assert.equal(await page.locator('.cell[aria-label="a5, First player hen"]').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('animal shogi by keyboard: pick up, let go, put down', async () => {
  const { page, context } = await openPage(browser, server.address);
  await sitAt(page, { game: 'dobutsu', rules: { board: 'classic' }, seats: HUMANS });
  await page.locator('.cell[aria-label^="b2,"]').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.cell[aria-selected="true"]').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.cell[aria-selected="true"]').count(), 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await events(page, 1);
  await context.close();
});

test('quantum gomoku: place, skip, observe, keep, compare', async () => {
  const { page, context, errors } = await openPage(browser, server.address, { viewport: PHONE });
  const info = /** @type {import('../../js/types.js').GameInfo[]} */ (await (await fetch(`${server.address}/api/games`)).json()).find((game) => game.id === 'quantum');
  const rulebook = info?.presets.find((preset) => preset.id === 'rulebook')?.rules;
  await sitAt(page, { game: 'quantum', rules: { ...rulebook, size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  assert.equal(await page.locator('.pieces > .piece .stone-text').textContent(), '90');
  await page.getByRole('button', { name: 'Skip' }).click();
  await events(page, 2);
  await clickPlace(page, 'e6');
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Keep' }).waitFor();
  assert.equal(await page.locator('.pieces > .piece .stone-text').count(), 0, 'observed stones show colours');
  await page.getByRole('button', { name: 'Show the probabilities' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pieces > .piece .stone-text').length === 2);
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.querySelectorAll('.pieces > .piece .lock').length === 2);
  assert.ok((await eventCount(page)) >= 5);
  assert.deepEqual(errors, []);
  await context.close();
});

test('Konane: remove two stones, then jump', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'konane', rules: { rows: 6, cols: 6 }, seats: HUMANS });
  assert.ok((await page.locator('.target').count()) >= 2, 'the stones that may be removed are marked');
  for (let removed = 1; removed <= 2; removed += 1) {
    const box = await page.locator('.target').first().boundingBox();
    if (!box) assert.fail('no stone to remove');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await events(page, removed);
  }
  assert.equal(await page.locator('.pieces .piece').count(), 34);
  const jump = await page.evaluate(async () => {
    const id = location.pathname.split('/').pop();
    const table = await (await fetch(`/api/tables/${id}`)).json();
    return table.view.moves[0].text;
  });
  const [from = '', to = ''] = jump.split('-');
  await tap(page, from);
  await tap(page, to);
  await events(page, 3);
  assert.equal(await page.locator('.pieces .piece').count(), 33);
  assert.equal(await page.locator('.stroke-jump').count(), 1, 'the jump is drawn as an arc');
  assert.deepEqual(errors, []);
  await context.close();
});
