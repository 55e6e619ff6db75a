/**
 * Builds the editions without a server: `node build/page.js ENGINE.wasm PARTS OUT`.
 *
 * PARTS is what `cargo xtask page` prepares: `file.json` and `site.json`, the scripts of these editions as `crates/binder` binds them
 * (what runs first, and the parts that are loaded when they are wanted), and `engine.wasm.gz`, the engine as small as gzip can hold it.
 * OUT/banmen.html is one file to double-click; OUT/site is the same as a static site. Prints the sizes.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build, transform } from 'esbuild';

import { Instance } from '../js/backend/local/instance.js';
import { pack } from '../js/editions/packing.js';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const [enginePath, prepared, out] = process.argv.slice(2);
if (!enginePath || !prepared || !out) throw new Error('usage: node build/page.js ENGINE.wasm PARTS OUT');

const LANGUAGES = ['en', 'ja', 'zh-Hant'];
const TARGET = ['chrome110', 'firefox115', 'safari16.4'];

/** @param {string} path */
const text = (path) => readFile(join(web, path), 'utf8');

/** One script of a module and everything it imports. @param {string} entry */
async function bundle(entry) {
  const built = await build({
    entryPoints: [join(web, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
  });
  return /** @type {{ text: string }} */ (built.outputFiles[0]).text.trim();
}

/** A script without what only people need. @param {string} script */
const minified = async (script) => (await transform(script, { minify: true, target: TARGET, charset: 'utf8', legalComments: 'none' })).code.trim();

/**
 * The bound scripts of an edition.
 * @param {string} edition
 * @returns {Promise<{ first: string, entry: number, parts: { name: string, script: string }[] }>}
 */
const bound = async (edition) => JSON.parse(await readFile(join(prepared, `${edition}.json`), 'utf8'));

/** @param {string} css */
const smaller = async (css) => (await transform(css, { loader: 'css', minify: true, charset: 'utf8' })).code;

/** Nothing inside a script element may look like its end. @param {string} content */
const inScript = (content) => content.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/** @param {string} svg */
const dataAddress = (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

const index = await text('index.html');
const sheets = [...index.matchAll(/<link rel="stylesheet" href="\/([^"]+)" \/>/g)].map((match) => /** @type {string} */ (match[1]));
if (sheets.length === 0) throw new Error('index.html has no style sheets');
const styles = await smaller((await Promise.all(sheets.map(text))).join('\n'));
if (/url\((?!['"]?(data:|#))/.test(styles)) throw new Error('a style sheet needs a file');
const mark = await text('icons/mark.svg');
const themeFirst = (await transform(await text('js/theme-first.js'), { minify: true })).code;
const words = Object.fromEntries(await Promise.all(LANGUAGES.map(async (name) => [name, JSON.parse(await text(`i18n/${name}.json`))])));
const worker = await bundle('js/backend/local/worker.js');
const engine = await readFile(enginePath);
const compressed = await readFile(join(prepared, 'engine.wasm.gz'));

/** What the first page shows: the games, and where the games that play themselves begin. It is painted before the engines are ready. */
const referee = new Instance(await WebAssembly.compile(engine));
/** @type {import('../js/types.js').GameInfo[]} */
const games = referee.call('games', null);
const demos = games.map(({ id, demo }) => {
  const at = Math.floor(demo.events.length / 3);
  return { game: id, at, view: referee.call('view', { record: demo, at }).view };
});
const first = { games, demos };

/** A part that the page carries, for `js/editions/loader.js`. @param {string} id @param {Uint8Array} compressed */
const element = (id, compressed) => `<script type="text/plain" id="${id}">${pack(compressed)}</script>`;
/** @param {string} id @param {string} content */
const carried = (id, content) => element(id, gzipSync(content, { level: 9, memLevel: 9 }));

/** The page's head without what a server would send beside it. @param {(head: string) => string} change */
function page(change) {
  let html = index
    .replaceAll(/ *<link rel="(stylesheet|apple-touch-icon|manifest|modulepreload|preload)"[^>]*>\n/g, '')
    .replaceAll(/ *<script src="\/js\/theme-first\.js"><\/script>\n/g, () => `    <script>${inScript(themeFirst.trim())}</script>\n`)
    .replace(/ *<script type="module" src="[^"]*"><\/script>\n/, '');
  html = change(html);
  const left = html.match(/(?:src|href)="\/[^"]*"/);
  if (left) throw new Error(`the page still asks a server for ${left[0]}`);
  return html;
}

async function file() {
  const { first: script, entry, parts: pieces } = await bound('file');
  const loader = await bundle('js/editions/loader.js');
  const run = await minified(`${script}\nreturn $[${entry}];`);
  const later = await Promise.all(pieces.map((piece) => minified(piece.script)));
  // Every language has the same keys, which would be a third of each dictionary.
  const keys = [...new Set(LANGUAGES.flatMap((name) => Object.keys(words[name])))];
  const parts = [
    carried('page', JSON.stringify({ script: run, keys, first })),
    ...LANGUAGES.map((name) => carried(`words-${name}`, JSON.stringify(keys.map((key) => words[name][key] ?? null)))),
    `<script type="text/plain" id="damaged">${LANGUAGES.map((name) => words[name]['error.damaged-page']).join('\n')}</script>`,
    `<script>${inScript(loader)}</script>`,
    carried('later', JSON.stringify({ parts: later, worker })),
    element('engine', compressed),
  ];
  const html = page((head) =>
    head
      .replaceAll('/icons/mark.svg', dataAddress(mark))
      .replace('  </head>', () => `    <style>${styles.trim()}</style>\n  </head>`)
      .replace('  </body>', () => `${parts.join('\n')}\n  </body>`),
  );
  await writeFile(join(out, 'banmen.html'), html);
  return Buffer.byteLength(html);
}

async function site() {
  const folder = join(out, 'site');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  /** @type {string[]} */
  const names = [];
  /** Keeps a file under a name that changes with its content. @param {string} name @param {string | Buffer} content */
  const keep = async (name, content) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const hashed = name.replace(/\.(\w+)$/, `-${hash}.$1`);
    await writeFile(join(folder, hashed), content);
    names.push(hashed);
    return hashed;
  };
  const style = await keep('banmen.css', styles);
  const files = {
    engine: await keep('engine.wasm', engine),
    worker: await keep('worker.js', worker),
    first: await keep('first.json', JSON.stringify(first)),
    words: Object.fromEntries(
      await Promise.all(LANGUAGES.map(async (name) => [name, await keep(`words-${name}.json`, JSON.stringify(words[name]))])),
    ),
  };
  const { first: script, parts } = await bound('site');
  const addresses = [];
  for (const part of parts)
    addresses.push(await keep(part.name.replaceAll('/', '-'), await minified(`export default ($, $import) => {\n${part.script}\n};`)));
  const load = `const $load = (part) => import(${JSON.stringify(addresses.map((name) => `./${name}`))}[part]).then((one) => one.default);`;
  // Compiled while it arrives: see crates/binder/src/pages.rs.
  const app = await keep('banmen.js', `//# allFunctionsCalledOnLoad\n${await minified(`${load}\n${script}\nexport {};`)}`);
  await mkdir(join(folder, 'icons'));
  for (const icon of ['mark.svg', 'app.svg']) await cp(join(web, 'icons', icon), join(folder, 'icons', icon));
  const manifest = JSON.parse(await text('manifest.webmanifest'));
  const relative = JSON.parse(JSON.stringify(manifest, (_, value) => (typeof value === 'string' && value.startsWith('/') ? `.${value}` : value)));
  await writeFile(join(folder, 'manifest.webmanifest'), JSON.stringify(relative, null, 1));
  const html = page((head) =>
    head.replaceAll('/icons/mark.svg', './icons/mark.svg').replace(
      '  </head>',
      () => `    <link rel="apple-touch-icon" href="./icons/app.svg" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="stylesheet" href="./${style}" />
    <link rel="preload" href="./${files.first}" as="fetch" crossorigin />
    <link rel="preload" href="./${files.engine}" as="fetch" crossorigin />
    <script type="application/json" id="files">${JSON.stringify(files)}</script>
    <script type="module" src="./${app}"></script>
  </head>`,
    ),
  );
  await writeFile(join(folder, 'index.html'), html);
  const kept = ['./', ...names.map((name) => `./${name}`), './icons/mark.svg', './icons/app.svg', './manifest.webmanifest'];
  const version = createHash('sha256').update(html).digest('hex').slice(0, 12);
  const serviceWorker = (await text('build/service-worker.js')).replace('/* VERSION */', `'${version}'`).replace('/* FILES */', JSON.stringify(kept));
  await writeFile(join(folder, 'sw.js'), serviceWorker);
  return names.length;
}

await mkdir(out, { recursive: true });
const bytes = await file();
const count = await site();
const megabytes = (/** @type {number} */ size) => `${(size / 1e6).toFixed(2)} MB`;
console.log(`engine: ${megabytes(engine.length)}, compressed ${megabytes(compressed.length)}`);
console.log(`banmen.html: ${megabytes(bytes)}`);
console.log(`site: ${count} files with their hash in the name`);
