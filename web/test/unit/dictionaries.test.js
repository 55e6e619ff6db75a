import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../js/i18n.js';

const web = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} folder @param {string} ending @returns {string[]} */
function files(folder, ending) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'target'].includes(entry.name) ? [] : files(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

/** @param {string} name @returns {Record<string, string>} */
const dictionary = (name) => JSON.parse(readFileSync(join(web, 'i18n', `${name}.json`), 'utf8'));

const english = dictionary('en');
const families = new Set(Object.keys(english).map((key) => key.split('.')[0]));

/** @param {string} words */
const slots = (words) => [...words.matchAll(/\{(\w+)/g)].map((found) => found[1]).sort();

for (const name of Object.keys(LANGUAGES)) {
  test(`${name} has a word for every key and nothing else`, () => {
    assert.deepEqual(Object.keys(dictionary(name)).sort(), Object.keys(english).sort());
  });

  test(`${name} has every key once`, () => {
    const lines = readFileSync(join(web, 'i18n', `${name}.json`), 'utf8').matchAll(/^ {2}"([^"]+)":/gm);
    assert.deepEqual(Array.from(lines, (line) => line[1]).sort(), Object.keys(dictionary(name)).sort());
  });

  test(`${name} fills in what English fills in`, () => {
    for (const [key, words] of Object.entries(dictionary(name))) {
      assert.notEqual(words.trim(), '', key);
      assert.deepEqual([...new Set(slots(words))], [...new Set(slots(english[key] ?? ''))], key);
    }
  });
}

/** Whether a key, in which `*` stands for anything, is in the dictionary. @param {string} key */
function known(key) {
  if (!key.includes('*')) return key in english;
  const pattern = new RegExp(
    `^${key
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.+')}$`,
  );
  return Object.keys(english).some((one) => pattern.test(one));
}

test('every key that the page uses exists', () => {
  const missing = [];
  for (const file of files(join(web, 'js'), '.js')) {
    const source = readFileSync(file, 'utf8');
    // The names of tools look like keys; they are what is asked.
    for (const [, key = ''] of source.matchAll(/(?<!ask\(|tool: )'([a-z]+(?:\.[\w-]+)+)'/g)) {
      if (families.has(key.split('.')[0] ?? '') && !key.endsWith('.js') && !known(key)) missing.push(`${file}: ${key}`);
    }
    for (const [, template = ''] of source.matchAll(/`([a-z]+\.[^`\s/]*\$\{[^`]*)`/g)) {
      const key = template.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*');
      if (families.has(key.split('.')[0] ?? '') && /^[\w.*-]+$/.test(key) && !known(key)) missing.push(`${file}: ${key}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('every sentence that the games say exists', () => {
  const missing = new Set();
  for (const file of files(join(web, '..', 'crates'), '.rs')) {
    if (!/crates.(core|catalog|gomoku|quantum|dobutsu|konane|server).src/.test(file)) continue;
    const source = readFileSync(file, 'utf8').split('#[cfg(test)]')[0] ?? '';
    const sentences = [
      ...source.matchAll(/Text::new\(\s*"([\w.]+)"/g),
      ...source.matchAll(/"((?:status|spoken|counter|compare|analysis|figure|note)\.[a-z0-9_.]+)"/g),
    ];
    for (const [, key = ''] of sentences) if (!(key in english)) missing.add(key);
    for (const [, template = ''] of source.matchAll(/Text::new\(format!\(\s*"([\w.{}]+)"/g)) {
      if (!known(template.replace(/\{\w*\}/g, '*'))) missing.add(template);
    }
    const reasons = [
      ...source.matchAll(/Outcome::(?:win|draw)\([^"()]*"(\w+)"\)/g),
      ...source.matchAll(/=> "(lion_taken|try|checkmate|no_move)"/g),
      ...(source.match(/pub mod reason \{[\s\S]*?\n\}/)?.[0].matchAll(/= "(\w+)"/g) ?? []),
    ];
    for (const [, reason = ''] of reasons) if (!(`reason.${reason}` in english)) missing.add(`reason.${reason}`);
  }
  assert.deepEqual([...missing], []);
});
