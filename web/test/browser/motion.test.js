import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, clickPlace, openPage, presetRules, sitAt, startTogether, tableInSight } from './harness.js';
import { differences, differencesSettled } from './painted.js';

/** Pictures in motion: whatever is cut short, the board shows the position. */

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startTogether();

/** Waits until it is the reader's turn to place a stone on a board with so many. @param {Page} page @param {number} stones */
const myTurn = (page, stones) =>
  page.waitForFunction(
    (count) =>
      document.querySelectorAll('.pieces > .piece').length === count &&
      document.querySelector('.player-near.is-to-move') &&
      document.querySelector('.decisions[hidden]'),
    stones,
  );

test('quantum gomoku: the computer answers while an observation without a row is still in sight', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'quantum', rules: { size: 9 }, seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'normal' } } });
  for (const [turn, point] of ['e5', 'a9', 'i1'].entries()) {
    await myTurn(page, 2 * turn);
    await clickPlace(page, point);
    await page.keyboard.press(point === 'i1' ? 'o' : 's');
  }
  await page.waitForSelector('svg.board[data-phase="observed"]');
  assert.deepEqual(await differences(page), [], 'the observation');
  await myTurn(page, 6);
  assert.deepEqual(await differences(page), [], 'the answer');
  assert.deepEqual(await differencesSettled(page), [], 'in the end');
  assert.equal(await page.locator('svg.board').getAttribute('data-phase'), 'position');
  assert.deepEqual(errors, []);
  await context.close();
});

/** @param {Page} page how many stones lie on the board of a game in which the observer chooses */
async function observedStones(page) {
  const rulebook = await presetRules(page, 'quantum', 'rulebook');
  const rules = { ...rulebook, size: 9 };
  const events = ['a1', 'c1', 'e1', 'g1', 'i1', 'a9', 'c9', 'e9', 'g9', 'i9', 'a5', 'i5', 'e5'].flatMap((move) => [{ move }, { move: 'skip' }]);
  await sitAt(page, { game: 'quantum', rules, seats: HUMANS, record: { format: 1, game: 'quantum', rules, events } });
  await clickPlace(page, 'e3');
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Show the probabilities' }).waitFor();
}

test('quantum gomoku: the probabilities shown and hidden faster than stones turn', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await observedStones(page);
  const button = page.locator('[data-action="compare"]');
  for (const wait of [80, 150, 20, 300, 0, 0, 120]) {
    await button.click();
    await page.waitForTimeout(wait);
  }
  assert.deepEqual(await differencesSettled(page), []);
  assert.equal(await page.locator('.pieces > .piece').count(), 14);
  assert.deepEqual(errors, []);
  await context.close();
});

test('quantum gomoku: stepping to and fro past an observation faster than stones turn', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await observedStones(page);
  for (const key of ['[', '[', ']', '[', ']', ']', '[', '[', '[', '[', ']', ']', ']', ']']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(40);
  }
  assert.deepEqual(await differencesSettled(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});

/** The same numbers every time. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The legal moves of the table in sight. @param {Page} page */
async function legalMoves(page) {
  const { turn, view } = await tableInSight(page);
  return turn.kind === 'over' ? [] : view.moves;
}

/** Plays a move by hand, and waits for the server alone. @param {Page} page @param {import('../../js/types.js').LegalMove} move */
async function playByHand(page, move) {
  /** @param {import('../../js/types.js').Square} square */
  const click = async ({ x, y }) => {
    const box = await page.locator(`.cell[data-square="${x},${y}"]`).boundingBox();
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const version = await page.locator('.table-page').getAttribute('data-version');
  if (move.action) await page.locator(`[data-move="${move.text}"]`).click();
  if (move.from?.kind === 'board') await click(move.from.at);
  if (move.from?.kind === 'hand') await page.locator(`.hand-slot[data-glyph="${move.from.glyph}"]:enabled`).click();
  if (move.to) await click(move.to);
  await page.locator(`.table-page:not([data-version="${version}"])`).waitFor();
}

/** @type {[string, Record<string, unknown>][]} */
const SMALL = [
  ['gomoku', { size: 15, rule: 'renju' }],
  ['quantum', { size: 7, row: 4 }],
  ['dobutsu', { board: 'classic' }],
  ['konane', { rows: 6, cols: 6 }],
];

for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
  for (const [game, rules] of SMALL) {
    test(`${game}: moves, undo, steps and turns of the board faster than anything moves (${reducedMotion})`, async () => {
      const { page, context, errors } = await openPage(browser, server.address, { reducedMotion });
      await sitAt(page, { game, rules, seats: HUMANS });
      const roll = dice(game.length);
      for (let turn = 0; turn < (reducedMotion === 'reduce' ? 8 : 24); turn += 1) {
        const moves = await legalMoves(page);
        if (moves.length === 0) break;
        await playByHand(page, /** @type {import('../../js/types.js').LegalMove} */ (moves[roll(moves.length)]));
        if (turn % 5 === 2) for (const key of ['[', '[', ']', 'f', ']', '[', ']']) await page.keyboard.press(key);
        if (turn % 7 === 6) {
          const version = await page.locator('.table-page').getAttribute('data-version');
          await page.keyboard.press('u');
          await page.locator(`.table-page:not([data-version="${version}"])`).waitFor();
        }
      }
      assert.deepEqual(await differencesSettled(page), []);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}
