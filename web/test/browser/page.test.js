import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { HUMANS, PHONE, WIDE, clickPlace, inFile, openPage, seriousFindings, sitAt, startTogether } from './harness.js';

/** @typedef {import('../../js/types.js').GameInfo} GameInfo */

const { server, browser } = await startTogether();
/** @type {GameInfo[]} */
let games;

before(async () => {
  const { page, context } = await openPage(browser, server.address);
  await page.goto('/');
  await page.waitForFunction(() => 'banmen' in globalThis);
  games = await page.evaluate(() => /** @type {any} */ (globalThis).banmen.games());
  await context.close();
});

test('the language is chosen by hand, remembered, and everything follows', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  await clickPlace(page, 'h8');
  await page.selectOption('.language-select', 'ja');
  await page.getByText('白の番です。').first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'ja');
  assert.equal(await page.locator('.cell[aria-label="h8、黒の石"]').count(), 1);
  await page.selectOption('.language-select', 'zh-Hant');
  await page.getByText('輪到白。').first().waitFor();
  await page.reload();
  await page.getByText('輪到白。').first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('the language follows the browser', async () => {
  const { page, context } = await openPage(browser, server.address, { locale: 'ja-JP' });
  await page.goto('/');
  await page.getByText('五目並べ').first().waitFor();
  await context.close();
});

test('a record link shows the game without a table', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  for (const point of ['h8', 'h9', 'i8']) await clickPlace(page, point);
  await page.click('.actions [data-action="share"]');
  const link = await page.locator('.link-field').last().inputValue();
  assert.match(link, /\/record#r=[\w-]+$/);
  await page.goto(link);
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 3);
  await page.locator('[data-moves]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('.pieces .piece').length === 2);
  assert.deepEqual(errors, []);
  await page.goto('/record#r=nonsense');
  await page.getByRole('link', { name: 'Home' }).last().waitFor();
  await context.close();
});

test('a game is saved as SGF and opened again', async () => {
  const { page, context } = await openPage(browser, server.address, { acceptDownloads: true });
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  for (const point of ['h8', 'h9', 'i8']) await clickPlace(page, point);
  await page.locator('#tab-table').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SGF' }).click()]);
  const path = await download.path();
  assert.match(readFileSync(path, 'utf8'), /GM\[4\]/);
  await page.goto('/');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a file' }).click()]);
  await chooser.setFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer: readFileSync(path) });
  await page.waitForFunction(() => document.querySelectorAll('.table-page .pieces .piece').length === 3);
  await context.close();
});

test('settings are kept: coordinates, move numbers, sound, appearance', async () => {
  const { page, context } = await openPage(browser, server.address);
  await sitAt(page, { game: 'gomoku', rules: { size: 15, rule: 'freestyle' }, seats: HUMANS });
  await clickPlace(page, 'h8');
  await page.click('[data-id="settings"]');
  await page.getByRole('switch', { name: 'Names of columns and rows' }).click();
  await page.getByRole('switch', { name: 'Move numbers on stones' }).click();
  await page.locator('dialog .segment', { hasText: 'Dark' }).click();
  const wood = await page.locator('.stop-wood-b').evaluate((stop) => getComputedStyle(stop).stopColor);
  await page.locator('dialog .segment', { hasText: 'Slate' }).click();
  assert.notEqual(await page.locator('.stop-wood-b').evaluate((stop) => getComputedStyle(stop).stopColor), wood, 'the board is of slate');
  await page.keyboard.press('Escape');
  await page.click('[data-id="sound"]');
  await page.reload();
  await page.waitForSelector('.table-page');
  assert.equal(await page.locator('.coordinate').count(), 0);
  assert.equal(await page.locator('.pieces > .piece .stone-text').textContent(), '1');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await page.locator('html').getAttribute('data-board'), 'slate');
  assert.equal(await page.getByRole('button', { name: 'Turn sound on' }).count(), 1);
  await context.close();
});

/** The pages that are looked at in every width and theme. @param {import('playwright-core').Page} page */
async function* everyPage(page) {
  await page.goto('/');
  await page.waitForSelector('.game-card .board[viewBox]');
  yield 'home';
  for (const info of games) {
    await page.goto(`/new/${info.id}`);
    await page.waitForSelector('.new-page .board[viewBox]');
    yield `new ${info.id}`;
    await sitAt(page, { game: info.id, seats: HUMANS });
    yield `table ${info.id}`;
  }
  await page.goto('/learn');
  await page.waitForSelector('.lesson');
  yield 'learn';
  await page.goto('/puzzles');
  await page.waitForSelector('.puzzle .board[viewBox]');
  yield 'puzzles';
  await page.click('.puzzle');
  await page.waitForSelector('.exercise .board[viewBox]');
  yield 'puzzle';
  await page.goto('/learn/konane');
  await page.waitForSelector('.exercise .board[viewBox]');
  yield 'lesson';
  await page.goto('/explore/konane');
  await page.waitForSelector('.worth-value');
  yield 'explorer';
  await page.goto('/experiments');
  await page.waitForSelector('.experiment');
  yield 'experiments';
  await page.goto('/nowhere');
  await page.waitForSelector('.broken');
  yield 'broken';
}

/** What overlaps or sticks out. @param {import('playwright-core').Page} page */
function misfits(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
    const table = document.querySelector('.table-page');
    if (!table) return found;
    if (root.scrollHeight > root.clientHeight + 1) found.push(`the table's page scrolls: ${root.scrollHeight} in ${root.clientHeight}`);
    const parts = [
      ...table.querySelectorAll(':scope > .player, :scope > .stage .board-frame, :scope > .now, :scope > .actions, :scope > .panel, .hand'),
    ].filter((part) => {
      const style = getComputedStyle(part);
      return style.visibility !== 'hidden' && style.display !== 'none' && part.getBoundingClientRect().height > 0;
    });
    parts.forEach((a, i) => {
      for (const b of parts.slice(i + 1)) {
        const p = a.getBoundingClientRect();
        const q = b.getBoundingClientRect();
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (wide > 1 && high > 1) found.push(`${a.className} overlaps ${b.className} by ${wide.toFixed(0)}×${high.toFixed(0)}`);
      }
    });
    return found;
  });
}

/** Further windows and colours are looked at in a server's page only: they are the same in the one file. */
const FURTHER = inFile
  ? {}
  : {
      small: { width: 360, height: 640 },
      laptop: { width: 1366, height: 660 },
      sideways: { width: 844, height: 390 },
    };

for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: PHONE, ...FURTHER })) {
  test(`nothing sticks out or overlaps: ${name}`, async () => {
    const { page, context } = await openPage(browser, server.address, { viewport });
    for await (const place of everyPage(page)) assert.deepEqual(await misfits(page), [], place);
    await context.close();
  });
}

for (const colorScheme of inFile ? /** @type {const} */ (['light']) : /** @type {const} */ (['light', 'dark'])) {
  for (const [name, viewport] of Object.entries({ wide: WIDE, narrow: PHONE })) {
    test(`axe finds nothing serious: ${colorScheme}, ${name}`, async () => {
      const { page, context, errors } = await openPage(browser, server.address, { viewport, colorScheme });
      // The build of a page is the same in the dark; its colours are not.
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
      for await (const place of everyPage(page)) {
        assert.deepEqual(await seriousFindings(page, rules), [], place);
        if (place !== 'table gomoku') continue;
        if (name === 'wide') await clickPlace(page, 'j10');
        for (const tab of ['analysis', 'table']) {
          if (name === 'wide') await page.locator(`#tab-${tab}`).click();
          assert.deepEqual(await seriousFindings(page, rules), [], `${place}, ${tab}`);
        }
        await page.click('[data-id="settings"]');
        assert.deepEqual(await seriousFindings(page, rules), [], 'settings');
        await page.keyboard.press('Escape');
      }
      assert.deepEqual(
        errors.filter((error) => !/404/.test(error)),
        [],
      );
      await context.close();
    });
  }
}
