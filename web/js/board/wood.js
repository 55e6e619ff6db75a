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

/**
 * The straight grain of a quarter-sawn board: many fine, slightly waving lines, closer together here and there.
 * @param {Box} box
 * @returns {SVGGElement}
 */
export function grain(box) {
  const random = noise(Math.round(box.width * 31 + box.height));
  const group = s('g', { class: 'grain' });
  const swing = box.width / 90;
  const end = box.x + box.width - swing * 1.5;
  let x = box.x + swing * 0.5;
  while (x < end) {
    const dense = 0.5 + 0.5 * Math.sin((x / box.width) * 9 + 1.3);
    x += Math.min(end - x + 0.1, 1.6 + random() * (5.5 - 3 * dense));
    const lean = (random() - 0.5) * swing * 2;
    const bow = (random() - 0.5) * swing;
    const third = box.height / 3;
    group.append(
      s('path', {
        d: `M${x.toFixed(1)} ${box.y}c${bow.toFixed(1)} ${third.toFixed(1)} ${(lean - bow).toFixed(1)} ${(2 * third).toFixed(1)} ${lean.toFixed(1)} ${box.height}`,
        'stroke-width': (0.35 + random() * 0.9).toFixed(2),
        opacity: (0.025 + random() * 0.08).toFixed(3),
      }),
    );
  }
  return group;
}
