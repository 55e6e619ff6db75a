import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, startServer, startTogether } from './harness.js';

/**
 * How much is loaded, and how fast, printed for docs/benchmarks.md. Times depend on the machine and are only printed; what is loaded and
 * what moves on the screen does not, and is asserted. With `BANMEN_WEB` the files come one by one, so nothing is asserted.
 */

/** @typedef {import('./harness.js').Page} Page */

const bound = !process.env.BANMEN_WEB;
/** 100 ms to the server and back, 5 Mbit/s. */
const SLOW_LINE = { offline: false, latency: 100, downloadThroughput: (5 * 1024 * 1024) / 8, uploadThroughput: (5 * 1024 * 1024) / 8 };
const FAST_LINE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const { server, browser } = await startTogether(startServer);
/** What the page says on its console when the first board is there. Asking the page would make it run a large script of the test's own first. */
const SEEN = 'the first board is painted';

/**
 * Notes when the first board is painted, how long scripts block the page, and how much it moves. Runs before the page's own scripts.
 * @param {string} word
 */
function watch(word) {
  const seen = { board: 0, longest: 0, shift: 0 };
  Object.assign(globalThis, { loading: seen });
  const look = () => {
    const board = document.querySelector('.board-frame, svg.board');
    const box = board?.getBoundingClientRect();
    if (box && box.width > 0 && board?.querySelector('[data-glyph], .piece')) {
      seen.board = performance.now();
      setTimeout(() => console.debug(word));
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, value } = /** @type {any} */ (entry);
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Loads the home page twice, the second time with what the browser kept of the first.
 * @param {typeof SLOW_LINE} line
 * @param {number} slowdown of the processor
 */
async function loads(line, slowdown) {
  const { page, context, errors } = await openPage(browser, server.address);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watch, SEEN);
  let requests = 0;
  let bytes = 0;
  /** @type {Set<string>} */
  const unsent = new Set();
  cdp.on('Network.requestServedFromCache', ({ requestId }) => unsent.add(requestId));
  // On a busy machine the boards have begun to play, and the page to load what it will need later, before they are looked at; that is no part
  // of loading.
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/^\/(api\/view$|js\/(?!main-[0-9a-f]+\.js))/.test(new URL(request.url).pathname)) unsent.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (unsent.has(requestId) || encodedDataLength === 0) return;
    requests += 1;
    bytes += encodedDataLength;
  });
  const figures = [];
  for (const name of ['cold', 'reload']) {
    requests = 0;
    bytes = 0;
    const painted = page.waitForEvent('console', (message) => message.text() === SEEN);
    await (name === 'cold' ? page.goto('/', { waitUntil: 'commit' }) : page.reload({ waitUntil: 'commit' }));
    await painted;
    const { metrics } = await cdp.send('Performance.getMetrics');
    const loaded = { requests, bytes, computed: (metrics.find(({ name: metric }) => metric === 'TaskDuration')?.value ?? 0) * 1000 };
    await page.waitForTimeout(400);
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).loading);
    figures.push({ name, ...loaded, ...seen });
  }
  assert.deepEqual(errors, []);
  await context.close();
  return figures;
}

for (const [name, line, slowdown] of /** @type {const} */ ([
  ['100 ms and 5 Mbit/s', SLOW_LINE, 1],
  ['localhost, processor slowed 4 times', FAST_LINE, 4],
  ['localhost', FAST_LINE, 1],
])) {
  test(`the home page loads little and stays where it is: ${name}`, async (t) => {
    const figures = await loads(line, slowdown);
    for (const { name: which, requests, bytes, board, computed, longest, shift } of figures) {
      const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
      t.diagnostic(
        `${which}: ${requests} requests, ${(bytes / 1000).toFixed(0)} kB, first board ${ms(board)}, processor time ${ms(computed)}, longest task ${ms(longest)}, layout shift ${shift.toFixed(3)}`,
      );
      assert.ok(shift < 0.01, `${which}: the page moved by ${shift}`);
      if (!bound) continue;
      assert.ok(requests <= (which === 'cold' ? 12 : 6), `${which}: ${requests} requests`);
      assert.ok(bytes <= (which === 'cold' ? 250_000 : 20_000), `${which}: ${bytes} bytes`);
    }
  });
}

/** The part of the page with the puzzles, under a name that changes with its content. */
const PART = /\/js\/views\/puzzles-[0-9a-f]+\.js$/;

/**
 * A page whose part with the puzzles is gone as long as `gone` says so, as after a newer server has taken over.
 * @param {(loads: number) => boolean} gone told how often the page has been loaded
 */
async function stalePage(gone) {
  const { page, context } = await openPage(browser, server.address);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(PART, (route) => (gone(loads) ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  await page.goto('/');
  await page.waitForSelector('svg.board .piece');
  return { page, context, loads: () => loads };
}

test('a part that a newer server has under another name brings the page anew, once', { skip: !bound }, async () => {
  const { page, context, loads } = await stalePage((count) => count < 2);
  await page.click('.top-places [data-place="/puzzles"]');
  await page.waitForSelector('.puzzle-chip');
  assert.equal(new URL(page.url()).pathname, '/puzzles');
  assert.equal(loads(), 2, 'loaded and loaded anew');
  await context.close();
});

test('a part that stays away is said to, and the page is not loaded again and again', { skip: !bound }, async () => {
  let away = true;
  const { page, context, loads } = await stalePage(() => away);
  await page.click('.top-places [data-place="/puzzles"]');
  await page.waitForSelector('.broken');
  assert.equal(loads(), 2, 'loaded and loaded anew');
  // As long as it is away, asking again says the same; other pages are there.
  await page.click('.broken button');
  await page.waitForTimeout(500);
  await page.waitForSelector('.broken');
  assert.equal(loads(), 2);
  await page.click('.top-places [data-place="/learn"]');
  await page.waitForSelector('.learn');
  away = false;
  await page.click('.top-places [data-place="/puzzles"]');
  await page.waitForSelector('.puzzle-chip');
  await context.close();
});

test('a page that takes long says so, and moves nothing', { skip: !bound }, async () => {
  const { page, context } = await openPage(browser, server.address);
  await page.addInitScript(watch, SEEN);
  await page.route(PART, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/puzzles');
  await page.waitForSelector('main[aria-busy="true"] .page-wait');
  await page.waitForSelector('.puzzle-chip');
  assert.equal(await page.locator('main[aria-busy], .page-wait').count(), 0);
  const { shift } = await page.evaluate(() => /** @type {any} */ (globalThis).loading);
  assert.ok(shift < 0.01, `the page moved by ${shift}`);
  await context.close();
});
