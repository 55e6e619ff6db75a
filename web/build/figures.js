/**
 * Prints the figures of the page without a server: `node build/figures.js ENGINE.wasm BANMEN.html`.
 *
 * `BANMEN_NATIVE` holds what the native build says of its own speed, one JSON object a line. Needs Linux for the memory.
 */
import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { chromium } from 'playwright-core';

import { Instance } from '../js/backend/local/instance.js';

const [enginePath, filePath] = process.argv.slice(2);
if (!enginePath || !filePath) throw new Error('usage: node build/figures.js ENGINE.wasm BANMEN.html');
const address = pathToFileURL(filePath).href;

/** How often the opening is timed; the fastest counts, since other programs share the machine. */
const OPENINGS = 5;
const SLOWED = 4;
const SLICE_S = 1.5;
const SLICES = 3;
const MEMORY = 96 * 1024 * 1024;

/** @param {string} figure @param {string} goal @param {string} measured */
const row = (figure, goal, measured) => console.log(`| ${figure} | ${goal} | ${measured} |`);

/** Milliseconds of processor time, which stand still while other programs run. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Work a second. @param {Instance} instance @param {{ counted: string | null, request: unknown }} question */
function speed(instance, { counted, request }) {
  const started = cpuMs();
  let work = 0;
  while (cpuMs() - started < SLICE_S * 1000) {
    const answer = instance.call('job', { request, seed: 1, memory: MEMORY });
    work += counted ? answer.result[counted] : 1;
  }
  return (work / (cpuMs() - started)) * 1000;
}

async function speeds() {
  const module = await WebAssembly.compile(await readFile(/** @type {string} */ (enginePath)));
  // The engines look at this clock to know when to stop.
  performance.now = cpuMs;
  for (const line of (process.env.BANMEN_NATIVE ?? '').split('\n').filter(Boolean)) {
    const { name, native, ...question } = JSON.parse(line);
    const instance = new Instance(module);
    // The first answers are computed by the browser's quick compiler, until its good one is ready.
    speed(instance, question);
    const best = Math.max(...Array.from({ length: SLICES }, () => speed(instance, question)));
    const number = (/** @type {number} */ value) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
    const unit = question.counted ? `${question.counted}/s` : 'answers/s';
    row(name, '≥ 60 %', `${((best / native) * 100).toFixed(0)} % (${number(best)} of ${number(native)} ${unit})`);
  }
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
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('svg.board .piece')) requestAnimationFrame(() => Object.assign(globalThis, { seen: performance.now() }));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => 'seen' in globalThis);
  const { metrics } = await session.send('Performance.getMetrics');
  /** @type {number} */
  const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
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
row('`banmen.html`', '≤ 2.0 MB', `${((await stat(filePath)).size / 1e6).toFixed(2)} MB`);
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
} finally {
  await browser.close();
}
await speeds();
