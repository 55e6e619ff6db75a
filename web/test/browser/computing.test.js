import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HUMANS, clickPlace, openPage, seriousFindings, sitAt, startServer, startTogether } from './harness.js';

/** Who computes analyses on a served page: the visitor's browser, unless the visitor or the circumstances want the server to. */

const { server, browser } = await startTogether(startServer);

/** A page with a game, and what it asks the server for. */
async function openGame() {
  const opened = await openPage(browser, server.address);
  /** @type {string[]} */
  const asked = [];
  opened.page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await sitAt(opened.page, { game: 'gomoku', rules: { size: 9, rule: 'freestyle' }, seats: HUMANS });
  await clickPlace(opened.page, 'e5');
  await opened.page.locator('#tab-analysis').click();
  return { ...opened, asked };
}

/** @param {import('playwright-core').Page} page */
const chosen = (page) => page.locator('input[name="computing"]:checked').inputValue();

test('an analysis runs in the visitor’s browser, and on the server when the visitor says so', async () => {
  const { page, context, errors, asked } = await openGame();
  assert.equal(await chosen(page), 'browser');
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.analysis-score');
  assert.deepEqual(
    asked.filter((request) => request.includes('/api/jobs')),
    [],
    'nothing is asked of the server',
  );
  assert.ok(asked.includes('GET /engine.wasm'));
  // The analysis goes on elsewhere.
  const started = page.waitForRequest((request) => request.url().endsWith('/api/jobs') && request.method() === 'POST');
  await page.getByLabel('On the server', { exact: true }).check({ force: true });
  if (await page.locator('[data-action="analysis-start"]').count()) await page.locator('[data-action="analysis-start"]').click();
  await started;
  await page.waitForSelector('.analysis-score');
  assert.deepEqual(await seriousFindings(page), []);
  await page.reload();
  await page.locator('#tab-analysis').click();
  assert.equal(await chosen(page), 'server', 'the choice is remembered');
  await page.locator('input[name="computing"]:checked').focus();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[data-action="analysis-start"]')).click());
  await page.waitForSelector('.analysis-score');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'computing', 'findings leave the focus alone');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a server without the engine computes itself, and says why', async () => {
  const { page, context, asked } = await openGame();
  await page.route('**/engine.wasm', (route) => route.fulfill({ status: 404 }));
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.analysis-score');
  assert.ok(asked.includes('POST /api/jobs'));
  assert.equal(await chosen(page), 'server');
  assert.match((await page.locator('[data-obstacle="no-engine"]').textContent()) ?? '', /has no engine/);
  await page.locator('[data-action="analysis-start"]').waitFor();
  const again = page.waitForRequest((request) => request.url().endsWith('/api/jobs') && request.method() === 'POST');
  await page.locator('[data-action="analysis-start"]').click();
  await again;
  assert.equal(asked.filter((request) => request === 'GET /engine.wasm').length, 1, 'what is not there is asked for once');
  await page.getByLabel('In this browser', { exact: true }).click({ force: true });
  await page.waitForFunction(
    () => /** @type {HTMLInputElement | null} */ (document.querySelector('input[name="computing"]:checked'))?.value === 'server',
  );
  await context.close();
});

for (const [obstacle, broken] of /** @type {[string, (route: import('playwright-core').Route) => Promise<void>][]} */ ([
  ['engine-unreachable', (route) => route.abort()],
  ['damaged-page', (route) => route.fulfill({ body: 'half of it' })],
])) {
  test(`an engine that could not be fetched is fetched when it can be: ${obstacle}`, async () => {
    const { page, context } = await openGame();
    await page.route('**/engine.wasm', broken);
    await page.locator('[data-action="analysis-start"]').click();
    await page.locator(`[data-obstacle="${obstacle}"]`).waitFor();
    await page.unroute('**/engine.wasm');
    await page.getByLabel('In this browser', { exact: true }).check({ force: true });
    await page.waitForFunction(() => !document.querySelector('[data-obstacle]'));
    assert.equal(await chosen(page), 'browser');
    await context.close();
  });
}

test('a browser without WebAssembly has the server compute', async () => {
  const { page, context } = await openPage(browser, server.address);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  await sitAt(page, { game: 'gomoku', rules: { size: 9, rule: 'freestyle' }, seats: HUMANS });
  await page.locator('#tab-analysis').click();
  await page.locator('[data-action="analysis-start"]').click();
  await page.waitForSelector('.analysis-score');
  assert.match((await page.locator('[data-obstacle="no-wasm"]').textContent()) ?? '', /WebAssembly/);
  await context.close();
});

test('between two people there is no analysis, in the browser neither, until the game is over', async () => {
  const { page, context } = await openPage(browser, server.address);
  const id = await sitAt(page, { game: 'gomoku', rules: { size: 9, rule: 'freestyle' }, seats: HUMANS });
  const tokens = await page.evaluate((table) => {
    const all = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}');
    localStorage.setItem('banmen.tokens', JSON.stringify({ [table]: { first: all[table].first } }));
    return all[table];
  }, id);
  await page.reload();
  await page.locator('#tab-analysis').click();
  await page.waitForSelector('[data-unaided]');
  assert.equal(await page.locator('[data-action="analysis-start"]').count(), 0);
  assert.equal(await page.locator('[data-action="hint"]').isDisabled(), true);
  await page.evaluate(
    async ({ table, token }) => {
      const { banmen } = /** @type {any} */ (globalThis);
      await banmen.resign(table, { token, version: (await banmen.table(table)).version });
    },
    { table: id, token: tokens.second },
  );
  await page.waitForSelector('[data-result]:not([hidden])');
  await page.waitForSelector('[data-action="analysis-start"]');
  await context.close();
});
