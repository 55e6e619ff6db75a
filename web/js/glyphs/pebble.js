import { s } from '../dom.js';
import { registerGlyph } from './index.js';

/** @typedef {import('./index.js').Look} Look */

/** A worn pebble: black lava or white coral, a little off round. @param {Look} look @returns {SVGElement[]} */
function pebble(look) {
  const owner = look.owner ?? 'second';
  const outline = 'M-3 -37C17 -39 37 -23 38 -2 39 20 21 37 1 37 -20 38 -38 22 -38 1 -38 -20 -22 -35 -3 -37z';
  return [
    s('path', { d: outline, transform: 'translate(2.5 5)', class: 'stone-shadow' }),
    s('path', { d: outline, fill: `url(#fill-stone-${owner})`, class: `stone stone-${owner}` }),
    s('path', { d: 'M-22 -12C-16 -22 -6 -26 4 -26', class: `pebble-glint glint-${owner}` }),
    ...(look.label ? [s('text', { class: `stone-text on-${owner}`, y: 12, 'font-size': 34 }, look.label)] : []),
  ];
}

/** A hollow that is filled up: nothing can stand there. @returns {SVGElement[]} */
function block() {
  return [
    s('rect', { x: -42, y: -42, width: 84, height: 84, rx: 12, class: 'block' }),
    s('path', { d: 'M-26 -26 26 26M26 -26 -26 26', class: 'block-cross' }),
  ];
}

registerGlyph('pebble', pebble);
registerGlyph('block', block);
