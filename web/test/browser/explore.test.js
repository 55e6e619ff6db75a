import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openPage, placeOf, seriousFindings, startTogether } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { server, browser } = await startTogether();

/** Waits until the explorer says what the position is worth. @param {Page} page @param {string} value */
const worth = (page, value) => page.waitForFunction((wanted) => document.querySelector('.worth-value')?.textContent === wanted, value);

test('the explorer: a figure of the textbook, its value, thermograph and moves', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/explore/konane?board=W../WWW/.BW/B..');
  await worth(page, '−1/2');
  assert.match((await page.locator('.worth-reading').textContent()) ?? '', /White is ahead/);
  assert.equal(await page.locator('.thermograph .wall').count(), 2);
  assert.ok((await page.locator('.explore-options tbody tr').count()) >= 2);
  await page.locator('.option-button').first().hover();
  assert.equal(await page.locator('.arrows .stroke-jump').count(), 1, 'the move pointed at is drawn');
  await page.locator('.option-button').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.trail-step').length === 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await worth(page, '−1/2');
  await page.getByRole('button', { name: 'Show the game string' }).click();
  await page.getByText('{{|0}|0,{0|}}').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(await seriousFindings(page, ['heading-order']), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the explorer: edit by click and by text, swap colours, see the parts, play on', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/explore/konane?board=..../..../....');
  await worth(page, '0');
  /** @param {string} name */
  const click = async (name) => {
    const { x, y } = await placeOf(page, name);
    await page.mouse.click(x, y);
  };
  await click('a1');
  await page.waitForSelector('.cell[aria-label="a1, Black pebble"]');
  await page.getByLabel('White', { exact: true }).check({ force: true });
  await click('b1');
  await worth(page, '1');
  await page.getByRole('button', { name: 'Swap' }).click();
  await worth(page, '−1');
  await page.locator('#explore-text').fill('not a board');
  await page.locator('#explore-text').press('Enter');
  await page.getByText('That is not a board').waitFor();
  await page.locator('#explore-text').fill('.W....../......../.W...W.W/WB...BW./......../...B..../..B...W./.B...WB.');
  await page.locator('#explore-text').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.part').length === 3);
  assert.equal(await page.locator('.region-edge').count(), 3, 'the parts are tinted');
  assert.deepEqual(await seriousFindings(page), []);
  await page.locator('[data-action="explore-play"]').click();
  await page.waitForSelector('.table-page[data-game="konane"]');
  // The browser notes that the server refused the text that is not a board.
  assert.deepEqual(
    errors.filter((text) => !text.includes('422')),
    [],
  );
  await context.close();
});

test('experiments: a table and a chart grow, are saved, and can be stopped', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/experiments');
  const tiles = page.locator('.experiment').first();
  await page.locator('#tile-last').fill('9');
  await tiles.locator('[data-action="run"]').click();
  await tiles.getByText('Done.').waitFor();
  assert.equal(await tiles.locator('.chart-point').count(), 3);
  assert.deepEqual(await tiles.locator('tbody td:nth-child(2)').allTextContents(), ['17', '2505', '999513']);
  const [file] = await Promise.all([page.waitForEvent('download'), tiles.getByRole('button', { name: 'Download CSV' }).click()]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  assert.equal(lines[0], 'n,string_length,unique_positions,time_ms');
  assert.equal(lines.length, 4);
  const [chart] = await Promise.all([page.waitForEvent('download'), tiles.getByRole('button', { name: 'Download the chart' }).click()]);
  const drawing = readFileSync(await chart.path(), 'utf8');
  assert.match(drawing, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(drawing, /class="chart-line"[^>]* stroke="(rgb|oklch|color)/);

  await page.locator('#tile-last').fill('24');
  await tiles.locator('[data-action="run"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.experiment tbody tr').length > 0);
  await tiles.locator('[data-action="stop"]').click();
  await tiles.locator('[data-action="run"]:enabled').waitFor();
  assert.doesNotMatch((await tiles.getByRole('status').textContent()) ?? '', /^Done/);
  await tiles.getByRole('button', { name: 'Download CSV' }).waitFor();

  const longest = page.locator('.experiment').nth(1);
  await longest.locator('#longest-rows').fill('2');
  await longest.locator('[data-action="run"]').click();
  await longest.locator('.longest a').first().waitFor();
  assert.match((await longest.getByRole('status').textContent()) ?? '', /All boards were looked at/);
  const [strings] = await Promise.all([page.waitForEvent('download'), longest.getByRole('button', { name: 'Download CSV' }).click()]);
  assert.match(readFileSync(await strings.path(), 'utf8'), /^board,length\n[.BW/]+,\d+\n/);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('experiments: all positions of a size, with a condition and a download', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/experiments');
  const census = page.locator('#census');
  await census.locator('#census-where').fill('temperature > 0');
  await census.locator('[data-action="run"]').click();
  await census.getByText('Done.').waitFor();
  assert.match((await census.locator('.experiment-results').textContent()) ?? '', /2862 positions|2,862 positions/);
  assert.ok((await census.locator('tbody tr').count()) > 3);
  const [file] = await Promise.all([page.waitForEvent('download'), census.getByRole('button', { name: 'Download CSV' }).click()]);
  assert.match(readFileSync(await file.path(), 'utf8'), /^value,count,outcome,temperature,mean,birthday,simplest\n/);
  await census.locator('#census-where').fill('warmth > 0');
  await census.locator('[data-action="run"]').click();
  await census.getByText('unknown name').waitFor();

  const find = page.locator('#find');
  await find.locator('#find-value').fill('*');
  await find.locator('[data-action="run"]').click();
  await find.getByText('Done.').waitFor();
  const simplest = await find.locator('.experiment-results code').textContent();
  // In the one file an address is a fragment.
  const address = ((await find.locator('.experiment-results a').getAttribute('href')) ?? '').replace(/^#/, '');
  assert.equal(address, `/explore/konane?board=${simplest}`);
  const [found] = await Promise.all([page.waitForEvent('download'), find.getByRole('button', { name: 'Download CSV' }).click()]);
  assert.equal(
    readFileSync(await found.path(), 'utf8')
      .split('\n')[1]
      ?.split(',')[1],
    simplest,
  );
  await find.locator('#find-value').fill('1/1024');
  await find.locator('#find-cells').fill('4');
  await find.locator('[data-action="run"]').click();
  await find.getByText('No position on up to 4 cells is worth 1/1024.').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the explorer reads the language of games', async () => {
  const { page, context, errors } = await openPage(browser, server.address);
  await page.goto('/explore/konane?board=..../..../....');
  await worth(page, '0');
  const box = page.locator('.expression');
  await box.locator('#expression-text').fill('g := {3|-1}; Print(g.Mean); g + Konane("BW.")');
  await box.locator('#expression-text').press('Enter');
  await box.locator('.worth-value').getByText('{4|0}').waitFor();
  assert.equal(await box.locator('pre').textContent(), '1\n{4|0}');
  assert.equal(await box.locator('.thermograph .wall').count(), 2);
  await box.locator('#expression-text').fill('{0|');
  await box.locator('[data-action="evaluate"]').click();
  await box.getByText('never closed').waitFor();
  // The page and the command line say the same, and the place is marked in the input.
  await box.locator('#expression-text').fill('1/2\nx := "💎"; *2 + z');
  await box.locator('[data-action="evaluate"]').click();
  await box.getByText('line 2, character 16: unknown name `z`').waitFor();
  assert.equal(await box.locator('.excerpt').textContent(), `x := "💎"; *2 + z\n${' '.repeat(15)}^`);
  const marked = await box.locator('#expression-text').evaluate((text) => {
    const area = /** @type {HTMLTextAreaElement} */ (text);
    return [area.value.slice(area.selectionStart, area.selectionEnd), area.getAttribute('aria-invalid')];
  });
  assert.deepEqual(marked, ['z', 'true']);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});
