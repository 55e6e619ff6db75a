import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { HUMANS, clickPlace, eventCount, fileAddress, openPage, placeOf, sitAt, startBrowser } from './harness.js';

/** Banmen as one file, opened by a double click: no server, no network. `BANMEN_FILE` names it. */

const address = fileAddress();

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser?.close());

/** @typedef {import('playwright-core').Page} Page */

/**
 * A page that may ask nobody for anything.
 * @param {import('playwright-core').BrowserContextOptions & { init?: string | (() => void), at?: string }} [options]
 */
async function openFile({ init, at = address, ...options } = {}) {
  const opened = await openPage(browser, address, options);
  /** @type {string[]} */
  const asked = [];
  opened.page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  if (init) await opened.page.addInitScript(init);
  await opened.page.goto(at);
  return { ...opened, asked };
}

/** @param {string} level */
const against = (level) => ({ first: { kind: 'human' }, second: { kind: 'level', level } });

/** @param {Page} page @param {number} count */
const events = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves .move').length >= n, count);

test('the home page comes up with all games, two clicks lead into one, and nothing is fetched', async () => {
  const { page, context, errors, asked } = await openFile();
  await page.waitForSelector('[data-play=gomoku]');
  assert.equal(await page.locator('[data-play]').count(), 4);
  await page.locator('[data-play=gomoku]').click();
  await page.locator('form .button-primary, button[type=submit]').first().click();
  await page.waitForSelector('.table-page');
  assert.match(page.url(), /#\/table\/[0-9a-z]+$/);
  await page.goBack();
  await page.waitForSelector('form');
  assert.deepEqual([errors, asked], [[], []]);
  await context.close();
});

for (const [game, rules, level, first] of /** @type {const} */ ([
  ['gomoku', { size: 9 }, 'easy', ['e5']],
  ['quantum', { size: 7 }, 'normal', []],
  ['dobutsu', { board: 'classic' }, 'easy', ['b2', 'b3']],
  ['konane', { rows: 6, cols: 6 }, 'easy', []],
])) {
  test(`${game}: the computer answers in a worker, and a reload loses nothing`, async () => {
    const { page, context, errors, asked } = await openFile();
    await sitAt(page, { game, rules, seats: against(level), options: { seconds: 0.3 } });
    if (first.length > 0) {
      for (const name of first) {
        const { x, y } = await placeOf(page, name);
        await page.mouse.click(x, y);
      }
    } else {
      await page.evaluate(async () => {
        const { banmen } = /** @type {any} */ (globalThis);
        const id = location.hash.split('/').pop() ?? '';
        const token = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}')[id].first;
        // A turn of quantum gomoku is two decisions.
        for (let table = await banmen.table(id); table.turn.seat === 'first';) {
          const { text } = table.view.moves.at(-1);
          table = await banmen.move(id, { token, version: table.version, move: text });
        }
      });
    }
    await events(page, 2);
    const played = await eventCount(page);
    await page.reload();
    await page.waitForSelector('.table-page');
    await events(page, played);
    assert.deepEqual([errors, asked], [[], []]);
    await context.close();
  });
}

test('analysis and the Konane explorer work, and can be stopped', async () => {
  const { page, context, errors } = await openFile();
  await page.waitForSelector('[data-play]');
  const answers = await page.evaluate(async () => {
    const { banmen } = /** @type {any} */ (globalThis);
    const value = await banmen.job({ kind: 'tool', tool: 'konane.value', input: { board: '.../BW./WB.' } }).finished;
    const record = (await banmen.games())[0].demo;
    const reports = /** @type {any[]} */ ([]);
    const job = banmen.job({ kind: 'analysis', record, at: 4, request: {}, seconds: 30 }, (/** @type {any} */ state) => {
      reports.push(state);
      if (state.progress) job.stop();
    });
    const stopped = await job.finished;
    const hint = await banmen.job({ kind: 'hint', record, at: 4, seconds: 0.2 }).finished;
    return { value: value.status, stopped: stopped.status, known: stopped.result !== null, hint: typeof hint.result?.move };
  });
  assert.deepEqual(answers, { value: 'done', stopped: 'stopped', known: true, hint: 'string' });
  await page.goto(`${address}#/explore/konane`);
  await page.waitForSelector('h1');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a worker that is ended in the middle of a thought is replaced, and the game goes on', async () => {
  const { page, context } = await openFile({
    init: () => {
      const started = /** @type {Worker[]} */ (/** @type {any} */ (globalThis).started = []);
      globalThis.Worker = class extends Worker {
        /** @param {string | URL} address */
        constructor(address) {
          super(address);
          started.push(this);
        }
      };
    },
  });
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: against('master'), options: { seconds: 60 } });
  await clickPlace(page, 'e5');
  await page.waitForFunction(() => /** @type {any} */ (globalThis).started.length > 0);
  await page.evaluate(() => {
    const [worker] = /** @type {any} */ (globalThis).started;
    worker.terminate();
    worker.onerror(new ErrorEvent('error', { message: 'killed', cancelable: true }));
  });
  // The second attempt starts a new worker; asking for the move at once ends the minute.
  await page.waitForFunction(() => /** @type {any} */ (globalThis).started.length > 1);
  await page.evaluate(() => /** @type {any} */ (globalThis).banmen.stop(location.hash.split('/').pop(), {}));
  await events(page, 2);
  await context.close();
});

/** Makes every instance of the module panic at its next question, on the page's thread as well as in workers, once `panics` is set. */
function panicking() {
  const world = /** @type {any} */ (globalThis);
  const Real = WebAssembly.Instance;
  world.panics = false;
  /** @type {any} */ (WebAssembly).Instance = function (/** @type {WebAssembly.Module} */ module, /** @type {any} */ imports) {
    const { exports } = /** @type {any} */ (new Real(module, imports));
    const call = () => {
      if (!world.panics) return exports.call();
      world.panics = false;
      const words = new TextEncoder().encode('panicked at the test');
      const start = exports.reserve(words.length);
      new Uint8Array(exports.memory.buffer).set(words, start);
      imports.host.panicked(start, words.length);
      throw new WebAssembly.RuntimeError('unreachable');
    };
    return { exports: { ...exports, call } };
  };
}

test('a panic becomes a message, and the game goes on', async () => {
  const { page, context } = await openFile({ init: panicking });
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  await page.evaluate(() => Object.assign(globalThis, { panics: true }));
  const { x, y } = await placeOf(page, 'e6');
  await page.mouse.click(x, y);
  await page.locator('.notice-error').first().waitFor();
  assert.equal(await eventCount(page), 1, 'nothing was played');
  await clickPlace(page, 'e6');
  await events(page, 2);
  await context.close();
});

/** Starts the first worker with a script before its own. @param {string} script */
function beginWith(script) {
  const Real = Blob;
  globalThis.Blob = class extends Real {
    /** @param {BlobPart[]} [parts] @param {BlobPropertyBag} [options] */
    constructor(parts = [], options = {}) {
      super(options.type === 'text/javascript' ? [script, ...parts] : parts, options);
    }
  };
  let name = 'first';
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} address */
    constructor(address) {
      super(address, { name });
      name = 'later';
    }
  };
}

test('a panic in a worker ends its job with a message, and the next one is answered', async () => {
  const script = `(${panicking})(); globalThis.panics = name === 'first';`;
  const { page, context } = await openFile({ init: `(${beginWith})(${JSON.stringify(script)})` });
  await page.waitForSelector('[data-play]');
  const answers = await page.evaluate(async () => {
    const { banmen } = /** @type {any} */ (globalThis);
    const ask = () => banmen.job({ kind: 'tool', tool: 'konane.value', input: { board: '.../BW./WB.' } }).finished;
    const first = await ask();
    const second = await ask();
    return { first: first.status, said: first.error?.detail, second: second.status };
  });
  assert.equal(answers.second, 'done');
  assert.notEqual(answers.first, 'done');
  assert.match(answers.said ?? '', /panicked at the test/);
  await context.close();
});

test('a browser that keeps nothing says so, and still plays', async () => {
  const { page, context, errors } = await openFile({
    init: () => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    },
  });
  await page.waitForSelector('[data-forgets]');
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  assert.equal(await eventCount(page), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a storage that looks empty after a reload is what it was', async () => {
  const { page, context, errors } = await openFile();
  await page.addInitScript(() => {
    if (location.protocol === 'file:' && sessionStorage.getItem('empty')) localStorage.clear();
  });
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  await page.selectOption('.language-select', 'ja');
  await page.getByText('白の番です。').first().waitFor();
  await page.evaluate(() => sessionStorage.setItem('empty', 'yes'));
  await page.reload();
  await page.getByText('白の番です。').first().waitFor();
  await page.locator('.cell[aria-label^="e6、"]').click({ force: true });
  await events(page, 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('what a page wrote to a storage that is forgotten with it is still there on the next page', async () => {
  const { page, context, errors } = await openFile();
  await page.goto('/');
  await page.selectOption('.language-select', 'ja');
  await page.waitForSelector('html[lang="ja"]');
  // The page after this one looks at an empty storage, and the one after that at the storage as it is now.
  const before = await page.evaluate(() => JSON.stringify(localStorage));
  await page.addInitScript((kept) => {
    if (location.protocol !== 'file:') return;
    const visit = Number(sessionStorage.getItem('visit')) + 1;
    sessionStorage.setItem('visit', String(visit));
    localStorage.clear();
    if (visit > 1) for (const [key, value] of Object.entries(JSON.parse(kept))) localStorage.setItem(key, /** @type {string} */ (value));
  }, before);
  await page.goto('/');
  await page.waitForSelector('html[lang="ja"]');
  await page.selectOption('.language-select', 'zh-Hant');
  await page.waitForSelector('html[lang="zh-Hant"]');
  await page.goto('/');
  await page.waitForSelector('html[lang="zh-Hant"]');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a full browser refuses the move in plain words and keeps the game', async () => {
  const { page, context } = await openFile();
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const { x, y } = await placeOf(page, 'e6');
  await page.mouse.click(x, y);
  await page.waitForSelector('.notice-error');
  assert.match((await page.locator('.notice-error').first().textContent()) ?? '', /no room left/);
  await page.reload();
  await page.waitForSelector('.table-page');
  await events(page, 1);
  assert.equal(await eventCount(page), 1);
  await context.close();
});

test('two tabs on one game: the second sees the first, and an old position cannot be played on', async () => {
  const { page, context } = await openFile();
  const id = await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  const other = await context.newPage();
  await other.goto(`${address}#/table/${id}`);
  await other.waitForSelector('.table-page');
  await page.bringToFront();
  await clickPlace(page, 'e5');
  // Once in a hundred times Chromium shows a tab of a file an empty storage, so the first tab is asked for the seat.
  const token = await page.evaluate((table) => JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}')[table].first, id);
  const stale = await other.evaluate(
    ([table, token]) =>
      /** @type {any} */ (globalThis).banmen.move(table, { token, version: 0, move: 'a1' }).then(
        () => 200,
        (/** @type {any} */ error) => error.status,
      ),
    [id, token],
  );
  assert.equal(stale, 409);
  await other.bringToFront();
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await events(other, 1);
  await context.close();
});

test('a link holds the whole game; a damaged one says so', async () => {
  const { page, context } = await openFile();
  await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  const link = await page.evaluate(async () => {
    const { banmen } = /** @type {any} */ (globalThis);
    const { record } = await banmen.table(location.hash.split('/').pop());
    return banmen.recordAddress(record);
  });
  assert.match(link, /banmen\.html#\/record#r=/);
  const friend = await openFile({ at: link });
  await friend.page.waitForSelector('.table-page');
  await events(friend.page, 1);
  await friend.page.goto('about:blank');
  await friend.page.goto(link.slice(0, -12));
  assert.match((await friend.page.locator('.broken').textContent()) ?? '', /link is damaged/);
  await friend.context.close();
  await context.close();
});

test('a game is studied without a server: a file with variations, moves, the engine, a link, an edited position', async () => {
  const { page, context, errors, asked } = await openFile();
  await page.waitForSelector('[data-play]');
  await page.goto(`${address}#/study`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /open a file/i }).click();
  const text = '(;GM[4]SZ[9];B[ee](;W[ed]C[near])(;W[cc]))';
  await (await chooser).setFiles({ name: 'game.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('.tree-comment');
  assert.equal(await page.locator('.tree-move').count(), 3);
  await page.locator('.tree-move', { hasText: 'e5' }).click();
  const { x, y } = await placeOf(page, 'g7');
  await page.mouse.click(x, y);
  await page.locator('.tree-move', { hasText: 'g7' }).waitFor();
  await page.locator('[data-action="engine"]').click();
  await page.locator('.engine-line').first().waitFor();
  await page.locator('[data-action="engine"]').click();
  await page.locator('[data-action="share"]').first().click();
  const link = await page.locator('dialog .link-field').first().inputValue();
  const friend = await openFile({ at: link });
  await friend.page.waitForSelector('.tree-comment');
  assert.equal(await friend.page.locator('.tree-move').count(), 4);
  await friend.page.goto(`${address}#/edit/konane`);
  await friend.page.locator('[data-verdict="right"]').waitFor();
  await friend.context.close();
  assert.deepEqual([...errors, ...asked], []);
  await context.close();
});

test('all games and studies can be saved as one file and read by another browser', async () => {
  const { page, context } = await openFile();
  await page.goto(`${address}#/study`);
  await page.locator('[data-study="gomoku"]').click();
  await page.waitForSelector('.study-page');
  await page.goto(`${address}#/`);
  const id = await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  await page.goto(`${address}#/`);
  await page.waitForSelector('[data-play]');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all games' }).click();
  const file = join(tmpdir(), `banmen-archive-${process.pid}.json`);
  await (await saving).saveAs(file);
  const other = await openFile();
  await other.page.waitForSelector('[data-play]');
  /** @param {string} path */
  const load = async (path) => {
    const chooser = other.page.waitForEvent('filechooser');
    await other.page.getByRole('button', { name: 'Open a file' }).click();
    await (await chooser).setFiles(path);
  };
  await load(file);
  await other.page.waitForSelector(`a[href="#/table/${id}"]`);
  await other.page.goto(`${address}#/study`);
  await other.page.locator('.study-link').first().waitFor();
  assert.equal(await other.page.locator('.study-link').count(), 1, 'the study came along');
  await other.page.goto(`${address}#/`);
  await other.page.waitForSelector('[data-play]');
  const newer = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...newer, version: 99 }));
  await load(file);
  await other.page.waitForSelector('.notice-error');
  await other.context.close();
  await context.close();
});

test('games of an older version are listed, opened and played on', async () => {
  const { page, context, errors } = await openFile();
  const id = await sitAt(page, { game: 'gomoku', rules: { size: 9 }, seats: HUMANS });
  await clickPlace(page, 'e5');
  const file = join(tmpdir(), `banmen-old-${process.pid}.json`);
  const archive = await page.evaluate(async () => {
    const tables = await /** @type {any} */ (globalThis).banmen.archive().save();
    const tokens = JSON.parse(localStorage.getItem('banmen.tokens') ?? '{}');
    // What the first version of the program wrote: no summary for lists, and no field that may be left out.
    for (const table of tables) for (const name of ['summary', 'tags', 'seal', 'seed', 'next']) delete table[name];
    return JSON.stringify({ format: 'banmen-archive', version: 1, tables, tokens });
  });
  await writeFile(file, archive);
  const other = await openFile();
  await other.page.waitForSelector('[data-play]');
  const chooser = other.page.waitForEvent('filechooser');
  await other.page.getByRole('button', { name: 'Open a file' }).click();
  await (await chooser).setFiles(file);
  await other.page.locator(`a[href="#/table/${id}"]`).click();
  await other.page.waitForSelector('.table-page');
  await clickPlace(other.page, 'e6');
  assert.equal(await eventCount(other.page), 2);
  assert.deepEqual([errors, other.errors], [[], []]);
  await other.context.close();
  await context.close();
});

/** The link that waits to be sent at a table. @param {Page} page */
const letter = (page) => page.locator('[data-letter] .link-field').inputValue();

test('two people play by sending each other links; each keeps one game', async () => {
  const ann = await openFile();
  await ann.page.locator('[data-play=gomoku]').click();
  await ann.page.check('input[name="opponent"][value="link"]', { force: true });
  await ann.page.check('input[name="side"][value="first"]', { force: true });
  await ann.page.click('[data-action="start"]');
  await ann.page.waitForSelector('.table-page');
  const table = ann.page.url();
  await clickPlace(ann.page, 'j10');
  const first = await letter(ann.page);
  assert.match(first, /#\/record#r=[\w-]+&g=[\w-]+$/);
  await ann.page.locator('[data-letter] [data-action="qr"]').click();
  await ann.page.waitForSelector('[data-letter] .qr');

  const bob = await openFile({ at: first });
  await bob.page.waitForSelector('.table-page');
  assert.match(bob.page.url(), /#\/table\//);
  assert.equal(await bob.page.locator('[data-letter]').count(), 0, 'it is Bob’s turn');
  await clickPlace(bob.page, 'k11');
  const second = await letter(bob.page);

  // Ann’s file lies elsewhere than Bob’s, so she pastes what he sent.
  await ann.page.goto('/');
  await ann.page.locator('[data-action="open-link"]').click();
  await ann.page.locator('.link-text').fill('no link at all');
  await ann.page.locator('[data-action="open-pasted"]').click();
  await ann.page.getByText('There is no game in this text').waitFor();
  await ann.page.locator('.link-text').fill(`Your turn! ${second.replace(/^.*#\/record/, 'file:///home/bob/banmen.html#/record')} Bob`);
  await ann.page.locator('[data-action="open-pasted"]').click();
  await events(ann.page, 2);
  assert.equal(ann.page.url(), table, 'the same game goes on');
  await clickPlace(ann.page, 'j9');
  const third = await letter(ann.page);

  // An old link changes nothing, the new one brings the move.
  await bob.page.goto(first);
  await events(bob.page, 2);
  await bob.page.goto(third);
  await events(bob.page, 3);
  const kept = await bob.page.evaluate(() => /** @type {any} */ (globalThis).banmen.tables(9));
  assert.equal(kept.length, 1);

  // A game that went on differently is said to be one, and can be looked at.
  await clickPlace(bob.page, 'a1');
  const aside = await letter(bob.page);
  await bob.page.click('[data-action="undo"]');
  await events(bob.page, 3);
  await clickPlace(bob.page, 'a2');
  await bob.page.goto(aside);
  await bob.page.getByText('went on differently').waitFor();
  await events(bob.page, 4);
  assert.match(bob.page.url(), /#\/record#/);
  for (const { errors, asked, context } of [ann, bob]) {
    assert.deepEqual([errors, asked], [[], []]);
    await context.close();
  }
});

test('the file is small, and a damaged copy of it says so', async () => {
  const path = fileURLToPath(address);
  assert.ok((await stat(path)).size <= 2_400_000, 'at most 2.0 MB, and 0.4 MB for the network');
  const whole = await readFile(path, 'utf8');
  const copy = join(tmpdir(), `banmen-damaged-${process.pid}.html`);
  for (const part of ['page', 'engine']) {
    const middle = whole.indexOf(`id="${part}"`) + 40_000;
    await writeFile(copy, whole.slice(0, middle) + whole.slice(middle + 100));
    const { page, context } = await openFile({ at: pathToFileURL(copy).href });
    // What needs no engine is shown before it is read.
    if (part === 'engine') await page.locator('[data-play=gomoku]').click();
    await page.getByText('This copy of Banmen is damaged').first().waitFor();
    await context.close();
  }
  await rm(copy);
});

test('without WebAssembly, or with one too old for the engines, the page says what is missing', async () => {
  for (const init of [
    () => Reflect.deleteProperty(globalThis, 'WebAssembly'),
    () => {
      WebAssembly.validate = (bytes) => new Uint8Array(/** @type {Uint8Array} */ (bytes)).at(-3) !== 253;
      WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('invalid instruction'));
    },
  ]) {
    const { page, context } = await openFile({ init });
    await page.waitForSelector('.broken');
    assert.match((await page.locator('.broken').textContent()) ?? '', /WebAssembly/);
    await context.close();
  }
});
