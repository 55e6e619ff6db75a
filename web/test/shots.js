import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HUMANS, PHONE, openPage, placeOf, sitAt, startBrowser, startServer } from './browser/harness.js';
import { withPalette } from './palette-png.js';

/** Writes the pictures of the README: each game in its middle, the explorer, the home page, and a phone. `BANMEN_BIN` names the program. */

/** @typedef {import('../js/types.js').GameInfo} GameInfo */
/** @typedef {import('playwright-core').Page} Page */

const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'shots');
mkdirSync(folder, { recursive: true });

/** Large enough to read, small enough to commit. */
const SHEET = { width: 1120, height: 700 };

const server = await startServer();
const browser = await startBrowser();
/** @type {GameInfo[]} */
const games = await (await fetch(`${server.address}/api/games`)).json();

/** Sits at a game's own demonstration after so many of its events. @param {Page} page @param {string} id @param {number} events */
async function demonstration(page, id, events) {
  const demo = games.find((info) => info.id === id)?.demo;
  if (!demo) throw new Error(`there is no ${id}`);
  await sitAt(page, { game: id, rules: demo.rules, seats: HUMANS, record: { ...demo, events: demo.events.slice(0, events) } });
}

/** @param {Page} page @param {string} place */
async function click(page, place) {
  const { x, y } = await placeOf(page, place);
  await page.mouse.click(x, y);
}

/** What is in each picture. @type {Record<string, { options?: import('playwright-core').BrowserContextOptions, show: (page: Page) => Promise<void> }>} */
const SHOTS = {
  home: {
    async show(page) {
      await page.goto('/');
      await page.waitForFunction(() => document.querySelectorAll('.game-card .piece').length > 40);
    },
  },
  gomoku: {
    async show(page) {
      await demonstration(page, 'gomoku', 24);
      await page.locator('#tab-analysis').click();
      await page.locator('[data-action="analysis-start"]').click();
      await page.locator('.line-row').first().waitFor();
      await page.waitForTimeout(4000);
    },
  },
  quantum: {
    async show(page) {
      await demonstration(page, 'quantum', 23);
      await page.locator('.odds-bar').waitFor();
    },
  },
  dobutsu: {
    async show(page) {
      await demonstration(page, 'dobutsu', 24);
      const lion = await page.locator('.cell[aria-label$="First player lion"]').getAttribute('aria-label');
      await click(page, lion?.split(',')[0] ?? '');
    },
  },
  konane: {
    async show(page) {
      await demonstration(page, 'konane', 18);
      await page.getByLabel('Show the value of the position').check();
      await page.locator('.value-score').waitFor();
    },
  },
  explorer: {
    async show(page) {
      await page.goto('/explore/konane?board=.W....../......../.W...W.W/WB...BW./......../...B..../..B...W./.B...WB.');
      await page.locator('.thermograph').waitFor();
    },
  },
  phone: {
    options: { viewport: PHONE, colorScheme: 'dark' },
    async show(page) {
      await demonstration(page, 'dobutsu', 24);
    },
  },
};

try {
  for (const [name, { options, show }] of Object.entries(SHOTS)) {
    const { page, context } = await openPage(browser, server.address, { viewport: SHEET, ...options });
    await show(page);
    await page.waitForTimeout(600);
    const picture = withPalette(await page.screenshot({ scale: 'css' }));
    writeFileSync(join(folder, `${name}.png`), picture);
    await context.close();
    console.log(`${join('docs', 'shots', `${name}.png`)}  ${Math.ceil(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await server.stop();
}
