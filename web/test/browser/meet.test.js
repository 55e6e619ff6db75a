import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HUMANS, clickPlace, eventCount, openPage, sitAt, startBrowser, startServer, tableInSight } from './harness.js';

/**
 * Two people at two browsers: clocks, offers, leaving, the lobby, names, and draws that neither of them can choose. Things move as they do
 * for readers, and after every step the painted board is compared with the position.
 */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof openPage>>} Visitor */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** Somebody whose opponent leaves at the beginning, and who claims the win at the end. @type {Visitor} */
let patient;

const GOMOKU = { game: 'gomoku', rules: { size: 15, rule: 'freestyle' } };

/** Two people at a table, the second by invitation. @param {object} table @param {object} [guestOptions] */
async function meet(table, guestOptions = {}) {
  const host = await openPage(browser, server.address);
  await host.page.goto('/');
  await host.page.waitForFunction(() => 'banmen' in globalThis);
  const { id, pass } = await host.page.evaluate(
    async (body) => {
      const made = await /** @type {any} */ (globalThis).banmen.createTable(body);
      const { id: name, holders } = made.table;
      localStorage.setItem('banmen.tokens', JSON.stringify({ [name]: made.tokens }));
      localStorage.setItem('banmen.holders', JSON.stringify({ [name]: { first: holders.first } }));
      return { id: name, pass: made.invitations.second };
    },
    { seats: HUMANS, apart: true, invite: ['second'], ...table },
  );
  await host.page.goto(`/table/${id}`);
  await host.page.waitForSelector('.table-page');
  const guest = await openPage(browser, server.address, guestOptions);
  await guest.page.goto(`/table/${id}#invite=${pass}`);
  await guest.page.locator('dialog .button-primary').click();
  await guest.page.waitForSelector('.player-near .presence.is-there');
  await host.page.waitForSelector('.player-far .presence.is-there');
  return { host, guest, id };
}

/** One plays, and the other sees it. @param {Page} mover @param {Page} other @param {string} place */
async function play(mover, other, place) {
  const count = await eventCount(mover);
  await clickPlace(mover, place);
  await other.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, count);
}

/** Chooses from the menu of a table. @param {Page} page @param {string} action */
async function choose(page, action) {
  await page.click('.actions [data-action="more"]');
  await page.click(`.menu [data-action="${action}"]`);
}

/** Opens the dialog of names, which is among what there is to know about the table. @param {Page} page */
async function openNames(page) {
  await page.click('#tab-table');
  await page.click('[data-action="name"]');
}

/** The result in sight. @param {Page} page */
async function result(page) {
  await page.waitForSelector('[data-result]:not([hidden])');
  return `${await page.locator('.result-title').textContent()}: ${await page.locator('.result-reason').textContent()}`;
}

/** @param {...Visitor} visitors */
async function leave(...visitors) {
  for (const { context, errors } of visitors) {
    assert.deepEqual(errors, []);
    await context.close();
  }
}

before(async () => {
  // A minute, unless told, is too long for a test.
  server = await startServer({ flags: ['--absence', '15s'] });
  browser = await startBrowser();
  const { host, guest } = await meet(GOMOKU);
  await play(host.page, guest.page, 'h8');
  await play(guest.page, host.page, 'i9');
  await play(host.page, guest.page, 'i8');
  await leave(guest);
  patient = host;
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test('an absence is shown at once', async () => {
  await patient.page.waitForSelector('.player-far .presence:not(.is-there)');
  await patient.page.getByText('You can claim the win in').waitFor();
  assert.equal(await patient.page.locator('[data-action="claim"]').count(), 0, 'not yet');
});

test('clocks run smoothly on both sides, and who runs out of time loses', async () => {
  const { host, guest } = await meet({ ...GOMOKU, clock: { kind: 'fischer', seconds: 5, increment: 0 } });
  const clock = (/** @type {Page} */ page) => page.locator('.player-near .clock-time');
  assert.equal(await clock(host.page).textContent(), '5.0');
  await play(host.page, guest.page, 'h8');
  await host.page.waitForTimeout(300);
  assert.equal(await clock(host.page).textContent(), '5.0', 'the clock stands until both have moved');
  await play(guest.page, host.page, 'i9');
  const seen = new Set();
  for (let look = 0; look < 20; look += 1) {
    seen.add(await clock(host.page).textContent());
    await host.page.waitForTimeout(50);
  }
  assert.ok(seen.size >= 5, `tenths of seconds are shown as they pass: ${[...seen].join(' ')}`);
  const [own, far] = await Promise.all([clock(host.page).textContent(), guest.page.locator('.player-far .clock-time').textContent()]);
  assert.ok(Math.abs(Number(own) - Number(far)) < 0.7, `both see the same time: ${own}, ${far}`);
  assert.equal(await result(host.page), 'You lose: Your time ran out.');
  assert.match(await result(guest.page), /^You win: /);
  assert.equal(await clock(host.page).textContent(), '0.0');
  await leave(host, guest);
});

test('two people at one screen play by the clock as well', async () => {
  const visitor = await openPage(browser, server.address);
  const { page } = visitor;
  await page.goto('/new/gomoku');
  await page.check('input[name="opponent"][value="here"]');
  await page.check('input[name="clock"][value="byoyomi"]');
  await page.fill('input[name="clock-minutes"]', '0');
  await page.fill('input[name="clock-period"]', '2');
  await page.fill('input[name="clock-periods"]', '1');
  await page.keyboard.press('Tab');
  await page.click('[data-action="start"]');
  await page.waitForSelector('.player-far .clock:not([hidden])');
  await clickPlace(page, 'j10');
  await clickPlace(page, 'k10');
  await page.waitForSelector('.player-near .clock.is-running');
  assert.equal(await result(page), 'White wins: Black ran out of time.');
  await leave(visitor);
});

test('taking back and a draw need the consent of the other', async () => {
  const { host, guest } = await meet(GOMOKU);
  await play(host.page, guest.page, 'h8');
  await play(guest.page, host.page, 'i9');
  await host.page.click('.actions [data-action="undo"]');
  await guest.page.waitForSelector('[data-offer="takeback"]');
  assert.equal(await eventCount(host.page), 2, 'an offer takes nothing back');
  await guest.page.click('[data-offer="takeback"] [data-action="accept"]');
  for (const { page } of [host, guest]) await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
  await play(host.page, guest.page, 'g7');
  await play(guest.page, host.page, 'h9');
  await choose(guest.page, 'draw');
  await host.page.click('[data-offer="draw"] [data-action="decline"]');
  await guest.page.waitForSelector('[data-offer="draw"]', { state: 'detached' });
  await guest.page.click('.actions [data-action="more"]');
  assert.ok(await guest.page.locator('.menu [data-action="draw"]').isDisabled(), 'what was declined is offered again after a move at the earliest');
  await guest.page.keyboard.press('Escape');
  await play(host.page, guest.page, 'g8');
  await choose(guest.page, 'draw');
  await host.page.click('[data-offer="draw"] [data-action="accept"]');
  assert.equal(await result(host.page), 'Draw: By agreement.');
  assert.equal(await result(guest.page), 'Draw: By agreement.');
  await host.page.click('.result [data-action="rematch"]');
  await host.page.waitForSelector('.player-far.is-to-move');
  await guest.page.getByText('The next game is set up').waitFor();
  await guest.page.click('.result [data-action="rematch"]');
  await guest.page.waitForSelector('.player-near.is-to-move');
  assert.equal(new URL(host.page.url()).pathname, new URL(guest.page.url()).pathname, 'both meet at the same table, sides swapped');
  await leave(host, guest);
});

test('a game that has hardly begun is aborted, and there is no analysis while two people play', async () => {
  const { host, guest } = await meet(GOMOKU);
  await play(host.page, guest.page, 'h8');
  assert.ok(!(await host.page.locator('.actions [data-action="hint"]').isVisible()), 'no hints');
  await guest.page.getByRole('button', { name: 'Abort' }).click();
  await guest.page.locator('dialog .button-primary').click();
  for (const { page } of [host, guest]) assert.equal(await result(page), 'Game aborted: The game was aborted and does not count.');
  await leave(host, guest);
});

test('a stranger finds a table in the lobby, and both say what they are called, each in their language', async () => {
  const host = await openPage(browser, server.address);
  await host.page.goto('/new/gomoku');
  await host.page.check('input[name="opponent"][value="link"]');
  await host.page.check('input[name="side"][value="first"]');
  await host.page.getByText('Show in the lobby').click();
  await host.page.click('[data-action="start"]');
  await host.page.waitForSelector('.waiting .link-field');
  const id = /** @type {string} */ (host.page.url().split('/').pop());
  const stranger = await openPage(browser, server.address, { locale: 'ja' });
  await stranger.page.goto('/lobby');
  await stranger.page.click(`[data-lobby="open"] [data-table="${id}"] [data-action="join"]`);
  await stranger.page.waitForSelector('.player-near .presence.is-there');
  await openNames(stranger.page);
  await stranger.page.getByRole('heading', { name: '名前を変える' }).waitFor();
  await stranger.page.fill('[name="name-second"]', 'あき');
  await stranger.page.click('[data-action="save-name"]');
  await host.page.waitForFunction(() => document.querySelector('.player-far .player-name')?.textContent === 'あき');
  await openNames(host.page);
  await host.page.fill('[name="name-first"]', 'Bo');
  await host.page.click('[data-action="save-name"]');
  await stranger.page.waitForFunction(() => document.querySelector('.player-far .player-name')?.textContent === 'Bo');
  await play(host.page, stranger.page, 'j10');
  // The other one reads the phrase in their own language.
  await choose(host.page, 'say');
  await host.page.getByRole('button', { name: 'Good move!' }).click();
  await stranger.page.waitForFunction(() => document.querySelector('.player-far .player-phrase')?.textContent === 'いい手ですね！');
  const watcher = await openPage(browser, server.address, { locale: 'zh-TW' });
  await watcher.page.goto('/lobby');
  await watcher.page.click(`[data-lobby="playing"] [data-table="${id}"] [data-action="watch"]`);
  await watcher.page.waitForFunction(() => document.querySelector('.player-far .player-name')?.textContent === 'あき');
  await host.page.getByRole('tab', { name: 'Table' }).click();
  await host.page.locator('.facts > div', { hasText: 'Watching' }).getByText('1').waitFor();
  await watcher.context.close();
  await host.page.locator('.facts > div', { hasText: 'Watching' }).getByText('0').waitFor();
  await leave(host, stranger);
});

test('who was cut off catches up: nothing is doubled, nothing is lost', async () => {
  const { host, guest, id } = await meet(GOMOKU);
  const watcher = await openPage(browser, server.address);
  await watcher.page.addInitScript(() => {
    const state = /** @type {any} */ (globalThis);
    state.sockets = [];
    const Real = WebSocket;
    state.WebSocket = class extends Real {
      /** @param {string} address @param {string[]} [protocols] */
      constructor(address, protocols) {
        super(state.cut ? address.replace(/\/live/, '/nowhere') : address, protocols);
        state.sockets.push(this);
      }
    };
  });
  await watcher.page.goto(`/table/${id}`);
  await watcher.page.waitForSelector('.table-page');
  await play(host.page, watcher.page, 'h8');
  await watcher.page.evaluate(() => {
    const state = /** @type {any} */ (globalThis);
    state.cut = true;
    for (const socket of state.sockets) socket.close();
  });
  await watcher.page.waitForSelector('.banner:not([hidden])');
  for (const [mover, other, place] of /** @type {const} */ ([
    [guest, host, 'i9'],
    [host, guest, 'h9'],
    [guest, host, 'i8'],
  ])) {
    await play(mover.page, other.page, place);
  }
  assert.equal(await eventCount(watcher.page), 1);
  await watcher.page.evaluate(() => {
    /** @type {any} */ (globalThis).cut = false;
  });
  await watcher.page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4, undefined, { timeout: 20_000 });
  await watcher.page.waitForSelector('.banner', { state: 'hidden' });
  const moves = (/** @type {Page} */ page) => page.locator('.moves .move').allTextContents();
  assert.deepEqual(await moves(watcher.page), await moves(host.page));
  await watcher.context.close();
  await leave(host, guest);
});

test('both browsers contribute to the draws, and check them against what they noted', async () => {
  const { host, guest, id } = await meet({ game: 'quantum', rules: { size: 9 } });
  const nonces = () => tableInSight(host.page).then((table) => table.record.seal?.nonces ?? {});
  await host.page.waitForFunction(async (table) => {
    const { record } = await /** @type {any} */ (globalThis).banmen.table(table);
    return record.seal.nonces?.first && record.seal.nonces?.second;
  }, id);
  const noted = await guest.page.evaluate((table) => JSON.parse(localStorage.getItem('banmen.seals') ?? '{}')[table], id);
  assert.equal(noted.early, true);
  assert.equal(noted.nonces.second, (await nonces()).second, 'what the guest sent is in the record');
  assert.notEqual((await nonces()).first, (await nonces()).second);

  await clickPlace(host.page, 'e5');
  await host.page.getByRole('button', { name: 'Observe', exact: true }).click();
  await guest.page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 3);
  await guest.page.getByRole('button', { name: 'Abort' }).click();
  await guest.page.locator('dialog .button-primary').click();
  await result(guest.page);
  for (const { page } of [host, guest]) {
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.click('[data-action="verify"]');
    await page.waitForSelector('.fairness .is-fair[role="status"]');
    await page.waitForSelector('.fairness [data-first="same"]');
  }
  // Somebody who comes now has nothing to compare with, and is told so.
  const late = await openPage(browser, server.address);
  await late.page.goto(`/table/${id}`);
  await late.page.getByRole('tab', { name: 'Table' }).click();
  await late.page.click('[data-action="verify"]');
  await late.page.waitForSelector('.fairness [data-first="unseen"]');
  // Had the server shown another hash at first, or dropped the number, the page would say so.
  await guest.page.evaluate((table) => {
    const seals = JSON.parse(localStorage.getItem('banmen.seals') ?? '{}');
    seals[table].hash = '0'.repeat(64);
    localStorage.setItem('banmen.seals', JSON.stringify(seals));
  }, id);
  await guest.page.reload();
  await guest.page.getByRole('tab', { name: 'Table' }).click();
  await guest.page.waitForSelector('.seal-warning [role="alert"]');
  await guest.page.click('[data-action="verify"]');
  await guest.page.waitForSelector('.fairness .is-unfair[role="status"]');
  await leave(host, guest, late);
});

test('a game that takes days waits under "your turn"', async () => {
  const { host, guest, id } = await meet({ ...GOMOKU, clock: { kind: 'correspondence', days: 3 }, names: { first: 'Bo' } });
  await play(host.page, guest.page, 'h8');
  await host.page.goto('/');
  await guest.page.goto('/');
  const mine = guest.page.locator(`[data-waiting] [data-table="${id}"]`);
  await mine.waitFor();
  assert.match((await mine.textContent()) ?? '', /Bo/);
  assert.match((await mine.textContent()) ?? '', /Your turn/i);
  assert.match((await mine.textContent()) ?? '', /3 days|2 d \d+ h/);
  await host.page.locator(`[data-mine] [data-table="${id}"]`).waitFor();
  assert.equal(await host.page.locator(`[data-waiting] [data-table="${id}"]`).count(), 0, 'it is not the turn of who has moved');
  await leave(host, guest);
});

/** Deletes a game of two people from the list of one's own, after a question that says what follows. @param {Page} page @param {string} id */
async function erase(page, id) {
  await page.goto('/');
  const card = page.locator(`[data-table="${id}"]`);
  await card.locator('[data-action="delete"]').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('once both have deleted it').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  await page.reload();
  await page.waitForFunction(() => 'banmen' in globalThis);
  assert.equal(await card.count(), 0, 'it does not come back');
}

test('a game of two people goes when both have deleted it', async () => {
  const { host, guest, id } = await meet(GOMOKU);
  await play(host.page, guest.page, 'h8');
  const status = async () => (await fetch(new URL(`/api/tables/${id}`, server.address))).status;
  await erase(host.page, id);
  assert.equal(await status(), 200, 'the other one keeps it');
  await clickPlace(guest.page, 'i9');
  await guest.page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await erase(guest.page, id);
  assert.equal(await status(), 404);
  await leave(host, guest);
});

test('names at one screen', async () => {
  const visitor = await openPage(browser, server.address);
  const { page } = visitor;
  await sitAt(page, { ...GOMOKU, seats: HUMANS });
  await openNames(page);
  await page.fill('[name="name-first"]', 'Aki');
  await page.fill('[name="name-second"]', 'Bo');
  await page.click('[data-action="save-name"]');
  await page.waitForFunction(() => document.querySelector('.player-near .player-name')?.textContent === 'Aki');
  await page.waitForFunction(() => document.querySelector('.player-far .player-name')?.textContent === 'Bo');
  await leave(visitor);
});

test('a win is claimed from an opponent who has been away', async () => {
  await patient.page.waitForSelector('[data-action="claim"]');
  await patient.page.click('[data-action="claim"]');
  assert.equal(await result(patient.page), 'You win: White left the game.');
  await leave(patient);
});
