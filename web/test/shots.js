import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PHONE, WIDE, openPage, startBrowser, startServer } from './browser/harness.js';

/** Writes the pictures of the README: one of each game, the home page, and a phone. `BANMEN_BIN` names the program. */

/** @typedef {import('../js/types.js').GameInfo} GameInfo */

const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'shots');
mkdirSync(folder, { recursive: true });

const server = await startServer();
const browser = await startBrowser();

/** @param {string} name @param {import('playwright-core').BrowserContextOptions} options @param {string} path */
async function shoot(name, options, path) {
  const { page, context } = await openPage(browser, server.address, options);
  await page.goto(path);
  await page.waitForSelector('.pieces .piece, .game-card');
  await page.waitForTimeout(1200);
  await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css' });
  await context.close();
  console.log(join('docs', 'shots', `${name}.png`));
}

/** A table with the game's own demonstration on it. @param {GameInfo} info */
async function demoTable(info) {
  const response = await fetch(`${server.address}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: info.id, rules: info.demo.rules, seats: { first: { kind: 'human' }, second: { kind: 'human' } }, record: info.demo }),
  });
  if (!response.ok) throw new Error(`${info.id}: ${await response.text()}`);
  const made = await response.json();
  return `/table/${made.table.id}`;
}

try {
  /** @type {GameInfo[]} */
  const games = await (await fetch(`${server.address}/api/games`)).json();
  await shoot('home', { viewport: WIDE }, '/');
  for (const info of games) await shoot(info.id, { viewport: WIDE }, await demoTable(info));
  const first = games[0];
  if (first) await shoot('phone', { viewport: PHONE, colorScheme: 'dark' }, await demoTable(games.find((info) => info.id === 'dobutsu') ?? first));
} finally {
  await browser.close();
  await server.stop();
}
