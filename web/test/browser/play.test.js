import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { HUMANS, NEEDS_SERVER, PHONE, clickPlace, eventCount, openPage, placeOf, sitAt, spoken, startServer, startTogether } from './harness.js';

const { server, browser } = await startTogether();

test('a whole game of gomoku against Classic, by mouse, from the home page', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/');
  await page.click('[data-play="gomoku"]');
  await page.check('input[name="opponent"][value="computer"]');
  await page.check('input[name="level"][value="classic"]');
  await page.check('input[name="rule-size"][value="15"]');
  await page.click('[data-action="start"]');
  await page.waitForSelector('.table-page');
  // Stones along the edge never stop Classic, so the game ends soon, and by its rules.
  const mine = ['a1', 'c1', 'e1', 'g1', 'i1', 'k1', 'm1', 'o1', 'a15', 'c15', 'e15', 'g15', 'i15', 'k15'];
  for (const point of mine) {
    await page.waitForFunction(
      () => document.querySelector('.player-near.is-to-move') || !(/** @type {HTMLElement} */ (document.querySelector('[data-result]')).hidden),
    );
    if (await page.locator('[data-result]').isVisible()) break;
    if (await page.locator(`.cell[aria-label="${point}, empty"]`).count()) await clickPlace(page, point);
  }
  await page.waitForSelector('[data-result]:not([hidden])');
  assert.equal(await page.locator('.result-title').textContent(), 'You lose');
  assert.equal(await page.locator('.stroke-win').count(), 1, 'the winning row is drawn');
  assert.match((await spoken(page)) ?? '', /You lose\. Five in a row\./);
  await page.locator('.result [data-action="swap"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
  assert.match((await page.locator('.player-near .player-name').textContent()) ?? '', /You/);
  const [a1, o15] = [await placeOf(page, 'a1'), await placeOf(page, 'o15')];
  assert.ok(a1.y < o15.y && a1.x > o15.x, 'who plays White sees the board from the other side');
  const names = await page
    .locator('.coordinate')
    .evaluateAll((texts) => texts.map((text) => ({ name: text.textContent, x: text.getBoundingClientRect().x, y: text.getBoundingClientRect().y })));
  const [a, one] = ['a', '1'].map((name) => names.find((label) => label.name === name));
  assert.ok(a && Math.abs(a.x - a1.x) < 12 && one && Math.abs(one.y - a1.y) < 16, 'the names at the edge are those of the places');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a whole game by keyboard alone', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/');
  await page.locator('h1').waitFor();
  await page.keyboard.press('Tab');
  /** Presses Tab until something with this text has the focus. @param {RegExp} words */
  const tabTo = async (words) => {
    for (let i = 0; i < 60; i += 1) {
      const text = await page.evaluate(() => {
        const element = document.activeElement;
        if (element instanceof HTMLInputElement) return element.parentElement?.textContent ?? '';
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (words.test(text.trim())) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the keyboard never reached ${words}`);
  };
  await tabTo(/^Play Gomoku$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.new-form');
  await tabTo(/^Computer$/);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('input[name="opponent"]:checked').inputValue(), 'here');
  await tabTo(/^Start the game$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.table-page');
  await page.keyboard.press('b');
  /** @param {string} key */
  const play = async (key) => {
    const count = await eventCount(page);
    await page.keyboard.press(key);
    await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, count);
  };
  // Black goes to the right along the middle row, White along the row above.
  for (let i = 0; i < 4; i += 1) {
    await play('Enter');
    await page.keyboard.press('ArrowUp');
    await play(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
  }
  await play('Enter');
  await page.waitForSelector('[data-result]:not([hidden])');
  assert.equal(await page.locator('.result-title').textContent(), 'Black wins');
  assert.match((await spoken(page)) ?? '', /^Black plays n10\. Black wins\./);
  await page.locator('[data-moves]').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 0);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 1);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 9);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open] .keys');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('undo, hint and resignation', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, {
    game: 'gomoku',
    rules: { size: 15, rule: 'freestyle' },
    seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'classic' } },
  });
  await clickPlace(page, 'h8');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.click('[data-action="undo"]');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
  await clickPlace(page, 'g7');
  await page.waitForFunction(() => document.querySelector('.player-near.is-to-move'));
  await page.click('[data-action="hint"]');
  await page.waitForSelector('.mark-best');
  assert.match((await page.locator('[data-status]').textContent()) ?? '', /^Hint: [a-o]\d+/);
  await page.click('.actions [data-action="resign"]');
  await page.locator('dialog .button-primary').click();
  await page.waitForSelector('[data-result]:not([hidden])');
  assert.equal(await page.locator('.result-title').textContent(), 'You lose');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a game reloaded in the middle is intact and goes on', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  for (const point of ['h8', 'h9', 'i8']) await clickPlace(page, point);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 3);
  assert.equal(await page.locator('.cell[aria-label="h9, White stone"]').count(), 1);
  await clickPlace(page, 'i9');
  assert.equal(await eventCount(page), 4);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Browsers report an invitation or code that is refused as an error of the page. @param {unknown} error */
const isNoRefusal = (error) => !/status of 403/.test(String(error));

test('two browsers see the same table live, one plays by invitation, one watches', NEEDS_SERVER, async () => {
  const host = await openPage(browser, server.address);
  const id = await sitAt(host.page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  await host.page.click('.actions [data-action="share"]');
  await host.page.click('[data-invite="second"]');
  const invite = await host.page.locator('.link-row', { hasText: 'play White' }).locator('.link-field').inputValue();
  assert.match(invite, /#invite=[0-9a-z]{26}$/);
  await host.page.keyboard.press('Escape');
  const guest = await openPage(browser, server.address);
  await guest.page.goto(invite);
  await guest.page.locator('dialog .button-primary').click();
  await guest.page.waitForFunction(() => document.querySelector('.player-near .player-name')?.textContent === 'You');
  assert.doesNotMatch(guest.page.url(), /invite/, 'the invitation does not stay in the address');
  await host.page.waitForFunction(() => document.querySelector('.player-far .player-name')?.textContent === 'Opponent');
  const watcher = await openPage(browser, server.address);
  await watcher.page.goto(invite);
  await watcher.page.locator('dialog .button-primary').click();
  await watcher.page.getByText('has been used already').waitFor();
  assert.equal(watcher.page.url(), `${server.address}/table/${id}`);

  await clickPlace(host.page, 'h8');
  await guest.page.waitForSelector('.cell[aria-label="h8, Black stone"]');
  await clickPlace(guest.page, 'i9');
  await host.page.waitForSelector('.cell[aria-label="i9, White stone"]');
  await watcher.page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 2);

  const { x, y } = await placeOf(watcher.page, 'a1');
  await watcher.page.mouse.click(x, y);
  await watcher.page.waitForTimeout(200);
  assert.equal(await eventCount(watcher.page), 2, 'who watches does not play');
  for (const { context, errors } of [host, guest, watcher]) {
    assert.deepEqual(errors.filter(isNoRefusal), []);
    await context.close();
  }
});

test('whoever sets up a game by link holds one seat, and a link never takes it away', NEEDS_SERVER, async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/new/gomoku');
  await page.check('input[name="opponent"][value="link"]');
  await page.click('[data-action="start"]');
  await page.waitForSelector('.waiting .link-field');
  const invite = await page.locator('.waiting .link-field').inputValue();
  const id = /** @type {string} */ (/table\/([^#]+)/.exec(invite)?.[1]);
  const held = () => page.evaluate((table) => JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}')[table], id);
  const before = await held();
  assert.deepEqual(Object.keys(before), ['first']);
  for (const address of [invite, `/table/${id}#token=garbage&seat=first`, `/table/${id}#invite=garbage`]) {
    // From another page, so that the address is opened and not just its fragment changed.
    await page.goto('/');
    await page.goto(address);
    await page.waitForSelector('.table-page');
    assert.equal(await page.locator('dialog[open]').count(), 0, 'who has a seat is not asked to take another');
    assert.deepEqual(await held(), before, address);
  }
  await page.waitForSelector('.waiting .link-field');
  await clickPlace(page, 'h8');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a seat moves to another device with a code', NEEDS_SERVER, async () => {
  const old = await openPage(browser, server.address);
  await sitAt(old.page, {
    game: 'gomoku',
    rules: { size: 15, rule: 'freestyle' },
    seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'classic' } },
  });
  await clickPlace(old.page, 'h8');
  await old.page.waitForFunction(() => document.querySelector('.player-near.is-to-move'));
  await old.page.getByRole('tab', { name: 'Table' }).click();
  await old.page.click('[data-action="seat"]');
  const code = (await old.page.locator('[data-code]').textContent()) ?? '';
  assert.match(code, /^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const other = await openPage(browser, server.address);
  await other.page.goto('/');
  await other.page.click('.home-links [data-action="code"]');
  await other.page.fill('[name="code"]', 'AAAAA-AAAAA');
  await other.page.click('[data-action="use-code"]');
  await other.page.getByText('has been used already').waitFor();
  await other.page.fill('[name="code"]', code.toLowerCase());
  await other.page.click('[data-action="use-code"]');
  await other.page.waitForSelector('.table-page');
  await old.page.getByText('Your seat has moved').waitFor();
  assert.equal(await old.page.locator('dialog[open]').count(), 0);
  await clickPlace(other.page, 'g7');
  const { x, y } = await placeOf(old.page, 'a1');
  await old.page.mouse.click(x, y);
  await other.page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4);
  assert.equal(await old.page.locator('.cell[aria-label="a1, empty"]').count(), 1, 'the old device only watches');
  for (const { context, errors } of [old, other]) {
    assert.deepEqual(errors.filter(isNoRefusal), []);
    await context.close();
  }
});

test('a killed server is said, the board stays readable, and after its return no move is lost', NEEDS_SERVER, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'banmen-'));
  const database = join(folder, 'games.db');
  const first = await startServer({ database });
  const { page, context } = await openPage(browser, first.address);
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  await clickPlace(page, 'h8');
  await clickPlace(page, 'h9');
  await first.stop('SIGKILL');
  await page.waitForSelector('.banner:not([hidden])');
  const { x, y } = await placeOf(page, 'i8');
  await page.mouse.click(x, y);
  await page.getByText('the move was not made').waitFor();
  assert.equal(await page.locator('.pieces .piece').count(), 2);
  const second = await startServer({ database, port: Number(new URL(first.address).port) });
  await page.waitForSelector('.banner', { state: 'hidden' });
  await clickPlace(page, 'i8');
  assert.equal(await eventCount(page), 3);
  await context.close();
  await second.stop();
  rmSync(folder, { recursive: true });
});

test('on a phone a tap aims, arrows nudge, and a second tap places', async () => {
  const { page, context, errors } = await openPage(browser, server.address, { viewport: PHONE, hasTouch: true, isMobile: true });
  await sitAt(page, { game: 'gomoku', rules: { size: 19, rule: 'freestyle' }, seats: HUMANS });
  const aim = await placeOf(page, 'j10');
  await page.touchscreen.tap(aim.x, aim.y);
  await page.waitForSelector('.cross-hair');
  assert.equal(await eventCount(page), 0, 'one tap only aims');
  await page.locator('.nudge').getByRole('button', { name: 'Right' }).click();
  await page.locator('.nudge [data-action="place"]').click();
  await page.waitForSelector('.cell[aria-label="k10, Black stone"]');
  await page.touchscreen.tap(aim.x, aim.y);
  await page.touchscreen.tap(aim.x, aim.y);
  await page.waitForSelector('.cell[aria-label="j10, White stone"]');
  assert.deepEqual(errors, []);
  await context.close();
});
