import { s } from '../dom.js';

/** @typedef {import('./geometry.js').Box} Box */

/** Small reproducible noise, so that a board of a size always has the same grain. @param {number} seed */
function noise(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How strong the lines of the grain are: width and opacity. Lines of one kind are one element, since a home page shows many boards. */
const KINDS = [0.5, 0.8, 1.1].flatMap((width) => [0.045, 0.085].map((opacity) => ({ width, opacity })));

/**
 * The straight grain of a quarter-sawn board: many fine, slightly waving lines, closer together here and there.
 * @param {Box} box
 * @returns {SVGGElement}
 */
export function grain(box) {
  const random = noise(Math.round(box.width * 31 + box.height));
  const lines = KINDS.map(() => '');
  const swing = box.width / 90;
  const end = box.x + box.width - swing * 1.5;
  const third = tenths(box.height / 3);
  const twoThirds = tenths((2 * box.height) / 3);
  let x = box.x + swing * 0.5;
  while (x < end) {
    const dense = 0.5 + 0.5 * Math.sin((x / box.width) * 9 + 1.3);
    x += Math.min(end - x + 0.1, 1.6 + random() * (5.5 - 3 * dense));
    const lean = (random() - 0.5) * swing * 2;
    const bow = (random() - 0.5) * swing;
    lines[Math.floor(random() * KINDS.length)] +=
      `M${tenths(x)} ${box.y}c${tenths(bow)} ${third} ${tenths(lean - bow)} ${twoThirds} ${tenths(lean)} ${box.height}`;
  }
  return s('g', { class: 'grain' }, ...KINDS.map(({ width, opacity }, kind) => s('path', { d: lines[kind] ?? '', 'stroke-width': width, opacity })));
}

/** @param {number} length */
const tenths = (length) => Math.round(length * 10) / 10;
