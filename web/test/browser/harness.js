import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { differences } from './painted.js';

/**
 * Starts the program and a browser, and speaks the page's language.
 *
 * The same tests drive the page of a server and the page without one: with `BANMEN_WORLD=file` it is the file that `BANMEN_FILE` names.
 */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * The program, serving on a free port. `BANMEN_BIN` names it; `BANMEN_WEB` may name a folder to serve instead of the page built in.
 * @param {{ database?: string, port?: number, flags?: string[] }} [options] a free port and nothing kept unless told
 * @returns {Promise<{ address: string, stop: (signal?: NodeJS.Signals) => Promise<void> }>}
 */
export async function startServer({ database = ':memory:', port = 0, flags = [] } = {}) {
  const binary = process.env.BANMEN_BIN;
  if (!binary) throw new Error('BANMEN_BIN must name the banmen program');
  const folder = process.env.BANMEN_WEB ? ['--web', process.env.BANMEN_WEB] : [];
  const child = spawn(binary, ['serve', '--addr', `127.0.0.1:${port}`, '--no-open', '--db', database, ...flags, ...folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let heard = '';
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not say where it is: ${heard}`)), 30_000);
    /** @param {Buffer} chunk */
    const listen = (chunk) => {
      heard += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(heard);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
  });
  return {
    address,
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', () => resolve());
        child.kill(signal);
        setTimeout(() => child.kill('SIGKILL'), 5000).unref();
      }),
  };
}

/** Whether the tests drive the one file instead of a server's page. */
export const inFile = process.env.BANMEN_WORLD === 'file';

/** For tests of what only a server has: other people, and a connection that can be lost. */
export const NEEDS_SERVER = { skip: inFile && 'needs a server' };

/** Where `banmen.html` lies. */
export function fileAddress() {
  if (!process.env.BANMEN_FILE) throw new Error('BANMEN_FILE must name banmen.html');
  return pathToFileURL(process.env.BANMEN_FILE).href;
}

/** Banmen as the tests are to meet it: a server's page, or the one file, which nobody has to serve. */
export const startBanmen = async () => (inFile ? { address: fileAddress(), stop: async () => {} } : startServer());

/** @returns {Promise<Browser>} */
export function startBrowser() {
  return chromium.launch({ executablePath: process.env.BANMEN_CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_ARGS });
}

/** The program and a browser for the tests of a file, and their end after the last of these. @param {typeof startBanmen} [start] */
export async function startTogether(start = startBanmen) {
  const server = await start();
  const browser = await startBrowser().catch(async (error) => {
    await server.stop();
    throw error;
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** Pages on which every step is followed by a look at the board. @type {WeakSet<Page>} */
const looked = new WeakSet();

/** What a step is called after it, in the message of a failure. @param {string} name @param {unknown[]} args */
const stepName = (name, args) => `the board after ${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

/** Compares the painted board with the position in sight. @param {Page} page @param {string} [step] */
export async function lookAt(page, step = 'the board') {
  const seen = await differences(page).catch((error) => {
    // A page that is just being loaded anew shows nothing that could be false.
    if (/Execution context was destroyed/.test(String(error))) return [];
    throw error;
  });
  assert.deepEqual(seen, [], step);
}

/**
 * Has methods followed by a look at the board.
 * @param {any} target
 * @param {string[]} names
 * @param {(target: any) => Page} pageOf
 */
function follow(target, names, pageOf) {
  for (const name of names) {
    const done = target[name];
    target[name] = async function step(/** @type {unknown[]} */ ...args) {
      const result = await done.apply(this, args);
      const page = pageOf(this);
      if (looked.has(page) && !page.isClosed()) await lookAt(page, stepName(name, args));
      return result;
    };
  }
}

let locatorsFollowed = false;

/** Has every step on a page followed by a look at the board. @param {Page} page */
function lookAfterEveryStep(page) {
  looked.add(page);
  follow(page.mouse, ['click', 'up'], () => page);
  follow(page.keyboard, ['press'], () => page);
  follow(page.touchscreen, ['tap'], () => page);
  follow(page, ['click', 'check', 'selectOption', 'waitForSelector', 'waitForFunction', 'reload'], () => page);
  if (locatorsFollowed) return;
  locatorsFollowed = true;
  follow(Object.getPrototypeOf(page.locator('body')), ['click', 'check', 'uncheck', 'press', 'hover'], (locator) => locator.page());
}

/**
 * Has `goto('/learn')` open the file there, which keeps its places in the fragment.
 * @param {Page} page
 * @param {string} file
 */
function findPlacesIn(page, file) {
  const visit = page.goto.bind(page);
  page.goto = async (place, options) => {
    const target = place.startsWith('/') ? `${file}#${place}` : place;
    // Another fragment alone would not load the page again, as another address does.
    if (page.url().split('#')[0] === target.split('#')[0]) await visit('about:blank');
    return visit(target, options);
  };
}

/**
 * A page of its own: nothing is shared with other pages. Things move as they do for readers unless `reducedMotion` says otherwise, and
 * after every step the painted board is compared with the position. Errors on the page fail the test that asks for them.
 * @param {Browser} browser
 * @param {string} address
 * @param {import('playwright-core').BrowserContextOptions & { asks?: boolean }} [options] `asks` is whether quantum gomoku asks about every
 *   observation, also of a board too empty for a row; true unless told
 */
export async function openPage(browser, address, { asks = true, ...options } = {}) {
  const context = await browser.newContext({ baseURL: address, viewport: WIDE, locale: 'en', ...options });
  const page = await context.newPage();
  if (asks) {
    await page.addInitScript(() => {
      try {
        const known = localStorage.getItem('banmen.settings') ?? sessionStorage.getItem('banmen.settings');
        if (!known) localStorage.setItem('banmen.settings', '{"askAlways":true}');
      } catch {
        /* a page without an address has no storage */
      }
    });
  }
  page.setDefaultTimeout(45_000);
  if (address.startsWith('file:')) findPlacesIn(page, address);
  lookAfterEveryStep(page);
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, context, errors };
}

/**
 * Makes a table through the page's own backend, and lets the page sit at it.
 * @param {Page} page
 * @param {object} table
 * @returns {Promise<string>} its id
 */
export async function sitAt(page, table) {
  await page.goto('/');
  await page.waitForFunction(() => 'banmen' in globalThis);
  const id = await page.evaluate(async (body) => {
    const made = await /** @type {any} */ (globalThis).banmen.createTable(body);
    const known = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}');
    localStorage.setItem('banmen.tokens', JSON.stringify({ ...known, [made.table.id]: made.tokens }));
    localStorage.setItem('banmen.holders', JSON.stringify({ [made.table.id]: made.table.holders }));
    return made.table.id;
  }, table);
  // Where a browser keeps nothing, a page that is loaded anew has no tables.
  if (page.url().startsWith('file:')) await page.evaluate((table) => location.assign(`#/table/${table}`), id);
  else await page.goto(`/table/${id}`);
  await page.waitForSelector('.table-page');
  return id;
}

/** The path of the place in sight, such as `/learn`, in either world. @param {Page} page @returns {Promise<string>} */
export const pathInSight = (page) => page.evaluate(() => /** @type {any} */ (globalThis).banmen.here().path);

/** The table in sight, as the page's backend knows it. @param {Page} page @returns {Promise<import('../../js/types.js').TableState>} */
export const tableInSight = (page) =>
  page.evaluate(() => {
    const { banmen } = /** @type {any} */ (globalThis);
    return banmen.table(banmen.here().path.split('/').pop());
  });

/** The rules of a preset. @param {Page} page @param {string} game @param {string} preset @returns {Promise<Record<string, unknown>>} */
export async function presetRules(page, game, preset) {
  await page.goto('/');
  await page.waitForFunction(() => 'banmen' in globalThis);
  /** @type {import('../../js/types.js').GameInfo[]} */
  const games = await page.evaluate(() => /** @type {any} */ (globalThis).banmen.games());
  const rules = games.find(({ id }) => id === game)?.presets.find(({ id }) => id === preset)?.rules;
  if (!rules) throw new Error(`${game} has no preset ${preset}`);
  return /** @type {Record<string, unknown>} */ (rules);
}

export const HUMANS = { first: { kind: 'human' }, second: { kind: 'human' } };

/**
 * The middle of a place on the board, on the screen.
 * @param {Page} page
 * @param {string} name such as `j10`
 */
export async function placeOf(page, name) {
  const box = await page.locator(`.cell[aria-label^="${name},"]`).boundingBox();
  if (!box) throw new Error(`no place ${name} in sight`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Plays by mouse and waits until the move is in the list.
 * @param {Page} page
 * @param {string} name
 */
export async function clickPlace(page, name) {
  const before = await eventCount(page);
  const { x, y } = await placeOf(page, name);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, before);
}

/** How many events the list of moves has. @param {Page} page */
export const eventCount = (page) => page.locator('.moves .move').count();

/** What was read out last. @param {Page} page */
export const spoken = (page) => page.locator('[data-voice] > :last-child').textContent();

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or worse on a page, once whatever fades in has come in: axe measures colours as they are painted.
 * @param {Page} page
 * @param {string[]} [rules] only these rules, by their names in axe, however serious
 * @returns {Promise<string[]>}
 */
export async function seriousFindings(page, rules) {
  await page.waitForFunction(() =>
    document.getAnimations().every((motion) => motion.playState !== 'running' || motion.effect?.getComputedTiming().endTime === Infinity),
  );
  await page.evaluate(axeSource);
  const found = await page.evaluate(async (only) => {
    const axe = /** @type {any} */ (globalThis).axe;
    const results = await axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    return results.violations
      .filter((/** @type {any} */ violation) => only || ['serious', 'critical'].includes(violation.impact))
      .flatMap((/** @type {any} */ violation) =>
        violation.nodes.slice(0, 3).map((/** @type {any} */ node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      );
  }, rules);
  return found;
}
