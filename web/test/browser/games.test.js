import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlayOf } from '../../js/table/overlay.js';
import { HUMANS, PHONE, clickPlace, eventCount, openPage, placeOf, presetRules, sitAt, spoken, startTogether, tableInSight } from './harness.js';

/** The other games on the same board: moving, dropping, promoting, observing, jumping. */

const { server, browser } = await startTogether();

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
  const rulebook = await presetRules(page, 'quantum', 'rulebook');
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
    // What lies under the mark is clicked; the mark may be drawn anew at any moment.
    await page.locator('.target').first().click({ force: true });
    await events(page, removed);
  }
  assert.equal(await page.locator('.pieces .piece').count(), 34);
  const jump = (await tableInSight(page)).view.moves[0]?.text ?? '';
  const [from = '', to = ''] = jump.split('-');
  await tap(page, from);
  await tap(page, to);
  await events(page, 3);
  assert.equal(await page.locator('.pieces .piece').count(), 33);
  assert.equal(await page.locator('.stroke-jump').count(), 1, 'the jump is drawn as an arc');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a hint shows the piece that is put down', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  // A lion with nothing but a chick in hand: the hint drops it or moves the lion, and both are drawn.
  await sitAt(page, { game: 'dobutsu', rules: { board: 'classic', position: '2l/3/1C1/L2[C] w' }, seats: HUMANS });
  const { view } = await tableInSight(page);
  const drops = view.moves.filter((move) => move.from?.kind === 'hand').map((move) => overlayOf(move, view));
  assert.ok(drops.length > 3);
  for (const { ghosts, marks } of drops) assert.deepEqual(ghosts, [{ glyph: 'chick', owner: 'first', at: marks?.[0]?.at }]);
  await page.keyboard.press('h');
  await page.waitForSelector('.marks-above .mark-best, .arrows .stroke-arrow', { state: 'attached' });
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  await page.keyboard.press('h');
  await page.waitForSelector('.marks-above .thought-piece .stone-first');
  assert.equal(await page.locator('.mark-halo').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('Enter where nothing can be done says why, and no sentence is lost', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, {
    game: 'gomoku',
    rules: { size: 15, rule: 'freestyle' },
    seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'classic' } },
  });
  const said = () => page.locator('[data-voice] > p').allTextContents();
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.waitForFunction(() => document.querySelectorAll('[data-voice] > p').length === 2);
  const [mine = '', theirs = ''] = await said();
  assert.match(mine, /^Black plays h8\.$/, 'one sentence for a move');
  assert.match(theirs, /^White plays [a-o]\d+\./);
  await page.keyboard.press('Enter');
  assert.equal(await spoken(page), 'h8 is occupied.');
  assert.equal((await said()).length, 3, 'what was said before can still be read');
  await page.keyboard.press('[');
  await page.waitForSelector('.past:not([hidden])');
  await page.keyboard.press('Enter');
  assert.match((await spoken(page)) ?? '', /past position/);
  await sitAt(page, { game: 'dobutsu', rules: { board: 'classic' }, seats: HUMANS });
  for (const [name = '', why = ''] of [
    ['b3', 'The piece on b3 is not yours to move.'],
    ['a2', 'There is nothing to pick up on a2.'],
  ]) {
    await page.locator(`.cell[aria-label^="${name},"]`).focus();
    await page.keyboard.press('Enter');
    assert.equal(await spoken(page), why);
  }
  assert.deepEqual(errors, []);
  await context.close();
});
