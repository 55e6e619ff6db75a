import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../css/tokens.css', import.meta.url), 'utf8');

/** The colours of a theme, by name. @param {'light' | 'dark'} theme @returns {Record<string, string>} */
function colours(theme) {
  const start = css.indexOf(`[data-theme='${theme}'] {`);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map((found) => [found[1], found[2]]));
}

/** The colours of a theme with a board of other stuff than wood. @param {'light' | 'dark'} theme @param {'slate' | 'paper'} board @returns {Record<string, string>} */
function coloursWith(theme, board) {
  const start = css.indexOf(`:root${theme === 'dark' ? "[data-theme='dark']" : ''}[data-board='${board}'] {`);
  assert.ok(start >= 0, `${theme} ${board}`);
  const block = css.slice(start, css.indexOf('}', start));
  return { ...colours(theme), ...Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map((found) => [found[1], found[2]])) };
}

/** @param {string} colour @returns {number[]} red, green, blue, opacity */
function channels(colour) {
  const parts = [1, 3, 5, 7].map((at) => colour.slice(at, at + 2)).filter(Boolean);
  return parts.map((part, index) => Number.parseInt(part, 16) / (index === 3 ? 255 : 1));
}

/** @param {string} front @param {string} back @returns {number[]} */
function over(front, back) {
  const [r = 0, g = 0, b = 0, a = 1] = channels(front);
  const behind = channels(back);
  return [r, g, b].map((value, index) => value * a + (behind[index] ?? 0) * (1 - a));
}

/** @param {number[]} colour */
function luminance(colour) {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} front @param {string} back */
export function contrast(front, back) {
  const [high, low] = [luminance(over(front, back)), luminance(channels(back).slice(0, 3))].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Text on what it stands on. */
const TEXT = [
  ['ink', 'paper'],
  ['ink', 'paper-raised'],
  ['ink', 'paper-sunk'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'paper-raised'],
  ['ink-soft', 'paper-sunk'],
  ['paper', 'ink'],
  ['on-accent', 'accent'],
  ['indigo', 'paper-raised'],
  ['on-indigo', 'indigo'],
  ['warn-ink', 'warn-paper'],
  ['coordinate', 'wood'],
  ['coordinate', 'wood-light'],
];

/** Lines and marks on what they lie on. */
const MARKS = [
  ['line', 'wood'],
  ['line-edge', 'wood'],
  ['hint', 'mark-halo'],
  ['target', 'target-edge'],
  ['rule-strong', 'paper'],
  ['rule-strong', 'paper-raised'],
  ['focus', 'paper'],
  ['white-rim', 'white-low'],
];

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  const named = colours(theme);
  test(`text in the ${theme} theme has a contrast of 4.5`, () => {
    for (const [front = '', back = ''] of TEXT) {
      const found = contrast(named[front] ?? '', named[back] ?? '');
      assert.ok(found >= 4.5, `${front} on ${back}: ${found.toFixed(2)}`);
    }
  });
  test(`lines and marks in the ${theme} theme have a contrast of 3`, () => {
    for (const [front = '', back = ''] of MARKS) {
      const found = contrast(named[front] ?? '', named[back] ?? '');
      assert.ok(found >= 3, `${front} on ${back}: ${found.toFixed(2)}`);
    }
  });
}

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  for (const board of /** @type {const} */ (['slate', 'paper'])) {
    test(`a ${theme} board of ${board} is as easy to read as one of wood`, () => {
      const named = coloursWith(theme, board);
      for (const [front = '', back = '', least = 3] of [
        ['coordinate', 'wood', 4.5],
        ['coordinate', 'wood-light', 4.5],
        ['coordinate', 'wood-deep', 4.5],
        ['line', 'wood'],
        ['line-edge', 'wood'],
        ['line', 'wood-deep'],
        ['line', 'wood-light'],
      ]) {
        const found = contrast(named[front] ?? '', named[back] ?? '');
        assert.ok(found >= Number(least), `${front} on ${back}: ${found.toFixed(2)}`);
      }
    });
  }
}
