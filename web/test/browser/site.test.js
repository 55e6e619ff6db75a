import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.js';

/** Banmen as a static site, on a host that knows nothing but files, somewhere below its root. `BANMEN_FILE` lies beside the site. */

const SITE = join(dirname(process.env.BANMEN_FILE ?? ''), 'site');
const BELOW = '/games/banmen/';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:http').Server} */
let host;
let address = '';
/** Addresses that were asked for in vain. @type {string[]} */
let missing = [];

before(async () => {
  host = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const name = path === BELOW ? 'index.html' : normalize(path.slice(BELOW.length));
    const content = path.startsWith(BELOW) && !name.startsWith('..') ? await readFile(join(SITE, name)).catch(() => null) : null;
    if (!content) {
      if (path !== '/favicon.ico') missing.push(path);
      response.writeHead(404).end();
      return;
    }
    // A host that has never heard of WebAssembly.
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(content);
  });
  await new Promise((resolve) => {
    host.listen(0, '127.0.0.1', () => resolve(null));
  });
  address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (host.address()).port}${BELOW}`;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  host?.close();
});

test('the site works below any address, and can be installed', async () => {
  missing = [];
  const { page, context, errors } = await openPage(browser, address);
  await page.goto(address);
  await page.locator('[data-play=gomoku]').click();
  await page.locator('[data-action="start"]').click();
  await page.waitForSelector('.table-page');
  assert.ok(page.url().startsWith(`${address}#/table/`), page.url());
  const session = await context.newCDPSession(page);
  const { errors: wrong, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(wrong, []);
  assert.equal(new URL(JSON.parse(data ?? '{}').start_url, `${address}manifest.webmanifest`).href, address);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window of a test is a private one, in which nothing is ever installed.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  );
  assert.deepEqual([errors, missing], [[], []]);
  await context.close();
});

test('a link of the site holds the whole game, and brings the moves to the page of a server too', async () => {
  const { page, context, errors } = await openPage(browser, address);
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  const link = await page.evaluate(async () => {
    const { banmen } = /** @type {any} */ (globalThis);
    const [{ demo }] = await banmen.games();
    return banmen.recordAddress({ ...demo, events: demo.events.slice(0, 6) });
  });
  assert.ok(link.startsWith(`${address}#/record#r=`), link);
  const server = await startServer();
  const fragment = link.slice(link.lastIndexOf('#'));
  for (const at of [link, `${server.address}/record${fragment}`]) {
    const friend = await openPage(browser, address);
    await friend.page.goto(at);
    await friend.page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 6);
    assert.deepEqual(friend.errors, []);
    await friend.context.close();
  }
  await server.stop();
  assert.deepEqual(errors, []);
  await context.close();
});

test('after the first visit the site needs no network: every page, computers and analyses', async () => {
  const { page, context, errors } = await openPage(browser, address);
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // Whoever controls the page has every file by then.
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('[data-play]');
  const played = await page.evaluate(async () => {
    const { banmen } = /** @type {any} */ (globalThis);
    const seats = { first: { kind: 'level', level: 'easy' }, second: { kind: 'human' } };
    const { table } = await banmen.createTable({ game: 'dobutsu', seats, options: { seconds: 0.1 } });
    for (;;) {
      const state = await banmen.table(table.id);
      if (state.events > 0) return state.events;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  assert.equal(played, 1);
  const value = await page.evaluate(
    () => /** @type {any} */ (globalThis).banmen.job({ kind: 'tool', tool: 'konane.value', input: { board: '.../BW./WB.' } }).finished,
  );
  assert.equal(value.status, 'done');
  await page.evaluate(() => {
    location.hash = '#/learn';
  });
  await page.waitForSelector('h1');
  assert.deepEqual(errors, []);
  await context.close();
});
