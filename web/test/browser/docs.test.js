import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, WIDE, openPage, seriousFindings, startServer, startTogether } from './harness.js';

const { server, browser } = await startTogether(startServer);

test('the description of the interface can be browsed', async () => {
  for (const options of [{ viewport: WIDE }, { viewport: PHONE, colorScheme: /** @type {const} */ ('dark') }]) {
    const { page, context, errors } = await openPage(browser, server.address, options);
    await page.goto('/api/docs');
    await page.waitForSelector('details.operation');
    const document = await (await fetch(`${server.address}/api/openapi.json`)).json();
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    assert.equal(await page.locator('details.operation').count(), operations);
    await page.fill('#filter', 'post {id}/moves');
    assert.equal(await page.locator('details.operation:visible').count(), 1);
    await page.locator('details.operation:visible summary').click();
    await page.locator('details.operation:visible a', { hasText: 'TableState' }).first().click();
    assert.ok((await page.locator('#type-TableState').getAttribute('open')) !== null, 'a link to a type opens it');
    assert.deepEqual(await seriousFindings(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test('a problem names the place where it is explained', async () => {
  const problem = await (await fetch(`${server.address}/api/tables/000000000000`)).json();
  const { page, context } = await openPage(browser, server.address);
  await page.goto(problem.type);
  await page.waitForSelector('details.operation');
  assert.equal(await page.locator(`[id="${problem.code}"]`).textContent(), problem.code);
  await context.close();
});
