/**
 * Prints the figures of the page without a server: `node build/figures.js ENGINE.wasm BANMEN.html`.
 *
 * `BANMEN_NATIVE` names the native program that answers the same questions, the example `speed`. Needs Linux for memory and processor time.
 */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const [enginePath, filePath] = process.argv.slice(2);
if (!enginePath || !filePath) throw new Error('usage: node build/figures.js ENGINE.wasm BANMEN.html');
const address = pathToFileURL(filePath).href;

/** How often the opening is timed; the fastest counts, since other programs share the machine. */
const OPENINGS = 10;
const SLOWED = 4;
const SLICE_S = 1.5;
const SLICES = 5;
const MEMORY = 96 * 1024 * 1024;

/** @param {string} figure @param {string} goal @param {string} measured */
const row = (figure, goal, measured) => console.log(`| ${figure} | ${goal} | ${measured} |`);

const run = promisify(execFile);

/** Nanoseconds that the threads of the pages have computed so far, by their process. @param {import('playwright-core').CDPSession} session */
async function computed(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const read = async (/** @type {number} */ id) => Number((await readFile(`/proc/${id}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0]);
  return new Map(await Promise.all(pages.map(async ({ id }) => /** @type {const} */ ([id, await read(id)]))));
}

/**
 * The speed of the module on one thread of the browser, beside that of the native program, in work for each second of processor time. The two take
 * turns, and the fastest turn of each counts.
 * @param {import('playwright-core').Browser} browser
 */
async function speeds(browser) {
  const native = process.env.BANMEN_NATIVE;
  if (!native) return;
  const session = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  const instance = fileURLToPath(new URL('../js/backend/local/instance.js', import.meta.url));
  const script = await build({ entryPoints: [instance], bundle: true, write: false, format: 'iife', globalName: 'engine' });
  await page.evaluate(`${script.outputFiles[0]?.text};Object.assign(globalThis, { engine })`);
  await page.evaluate(
    async (bytes) => {
      const module = await WebAssembly.compile(Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0)));
      Object.assign(globalThis, { module });
    },
    (await readFile(/** @type {string} */ (enginePath))).toString('base64'),
  );
  /** Work a second. @param {{ counted: string | null, request: unknown }} question @param {boolean} anew */
  const turn = async (question, anew) => {
    const before = await computed(session);
    const work = await page.evaluate(
      ({ asked: { counted, request }, fresh, ms, memory }) => {
        const world = /** @type {any} */ (globalThis);
        if (fresh) world.instance = new world.engine.Instance(world.module);
        let done = 0;
        for (const started = performance.now(); performance.now() - started < ms;) {
          const answer = world.instance.call('job', { request, seed: 1, memory });
          done += counted ? answer.result[counted] : 1;
        }
        return done;
      },
      { asked: question, fresh: anew, ms: SLICE_S * 1000, memory: MEMORY },
    );
    const after = await computed(session);
    return (work / Math.max(...[...after].map(([id, ns]) => ns - (before.get(id) ?? ns)))) * 1e9;
  };
  for (const line of (await run(native)).stdout.split('\n').filter(Boolean)) {
    const { name, ...question } = JSON.parse(line);
    // The first answers are computed by the browser's quick compiler, until its good one is ready.
    await turn(question, true);
    let [here, there] = [0, 0];
    for (let n = 0; n < SLICES; n += 1) {
      there = Math.max(there, Number((await run(native, [name])).stdout));
      here = Math.max(here, await turn(question, false));
    }
    const number = (/** @type {number} */ value) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
    const unit = question.counted ? `${question.counted}/s` : 'answers/s';
    row(name, '≥ 60 %', `${((here / there) * 100).toFixed(0)} % (${number(here)} of ${number(there)} ${unit})`);
  }
  await page.close();
}

/**
 * Milliseconds from opening the file to the first board in sight, and of them the processor's on the page's own thread.
 * @param {import('playwright-core').Browser} browser
 * @param {number} slowed how many times
 */
async function opening(browser, slowed) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  // The page says by itself when it is there: asking it would make it run a large script of the asker first.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('svg.board .piece')) requestAnimationFrame(() => console.debug(`seen ${performance.now()}`));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const said = page.waitForEvent('console', (message) => message.text().startsWith('seen '));
  await page.goto(address, { waitUntil: 'commit' });
  const seen = Number((await said).text().slice('seen '.length));
  const { metrics } = await session.send('Performance.getMetrics');
  await context.close();
  return { seen, computed: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000 };
}

/**
 * The memory of the page in megabytes: of its process, in which its workers run too. It is the largest; the browser keeps others ready for pages
 * to come.
 * @param {import('playwright-core').Browser} browser
 */
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes = Math.max(kilobytes, Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0));
  }
  return kilobytes / 1000;
}

/** The most memory while a game is analysed and a computer thinks. @param {import('playwright-core').Browser} browser @param {string} game @param {object} rules */
async function analysing(browser, game, rules) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector('[data-play]');
  const id = await page.evaluate(
    async ({ id, chosen }) => {
      const { banmen } = /** @type {any} */ (globalThis);
      const { table } = await banmen.createTable({
        game: id,
        rules: chosen,
        seats: { first: { kind: 'level', level: 'master' }, second: { kind: 'level', level: 'master' } },
        options: { seconds: 5 },
      });
      return table.id;
    },
    { id: game, chosen: rules },
  );
  await page.goto(`${address}#/table/${id}`);
  await page.waitForSelector('.table-page');
  await page.evaluate((table) => {
    const { banmen } = /** @type {any} */ (globalThis);
    void banmen.table(table).then(({ record }) => banmen.job({ kind: 'analysis', record, request: { kind: 'lines', lines: 3 }, seconds: 60 }));
  }, id);
  let most = 0;
  for (const end = Date.now() + 12_000; Date.now() < end;) {
    most = Math.max(most, await memory(browser));
    await page.waitForTimeout(500);
  }
  await context.close();
  return most;
}

row('Figure', 'Goal', 'Measured');
row('---', '---', '---');
row('`banmen.html`', '≤ 2.4 MB', `${((await stat(filePath)).size / 1e6).toFixed(2)} MB`);
const browser = await chromium.launch({
  executablePath: process.env.BANMEN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
});
try {
  /** @param {number} slowed @param {'seen' | 'computed'} what */
  const fastest = async (slowed, what) => {
    let ms = Infinity;
    for (let n = 0; n < OPENINGS; n += 1) ms = Math.min(ms, (await opening(browser, slowed))[what]);
    return `${(ms / 1000).toFixed(2)} s`;
  };
  row(`first board after opening the file, processor slowed ${SLOWED} times`, '≤ 1 s', await fastest(SLOWED, 'seen'));
  row('processor time of the page until then, not slowed', `≤ ${1 / SLOWED} s`, await fastest(1, 'computed'));
  for (const [name, game, rules] of /** @type {const} */ ([
    ['gomoku', 'gomoku', { size: 15 }],
    ['animal shogi', 'dobutsu', { board: 'deer' }],
  ]))
    row(`memory of the page, ${name}: Master thinks and an analysis runs`, '≤ 300 MB', `${(await analysing(browser, game, rules)).toFixed(0)} MB`);
  await speeds(browser);
} finally {
  await browser.close();
}
