import { s } from '../dom.js';
import { registerGlyph } from './index.js';

/** @typedef {import('./index.js').Look} Look */

const RADIUS = 46;

/** The shadow that lifts a stone off the wood. */
const shadow = () => s('ellipse', { cx: 2.5, cy: 4.5, rx: RADIUS, ry: RADIUS, class: 'stone-shadow' });

/** @param {string} label @param {string} on @param {number} [size] */
function number(label, on, size = 40) {
  const fitted = label.length > 2 ? size * 0.8 : size;
  return s('text', { class: `stone-text ${on}`, y: fitted * 0.36, 'font-size': fitted }, label);
}

/** A small lock: the colour stays for good. */
function lock() {
  return s(
    'g',
    { class: 'lock', transform: 'translate(27 27)' },
    s('circle', { r: 18, class: 'lock-disc' }),
    s('path', { d: 'M-5 -1v-4a5 5 0 0 1 10 0v4', class: 'lock-bow' }),
    s('rect', { x: -8, y: -2, width: 16, height: 12, rx: 2.5, class: 'lock-body' }),
  );
}

/**
 * A sector of the stone from the top, clockwise.
 * @param {number} share 0 to 1
 * @param {number} radius
 */
export function sector(share, radius) {
  if (share <= 0) return '';
  if (share >= 1) return `M0 ${-radius}a${radius} ${radius} 0 1 1 -0.01 0z`;
  const angle = share * 2 * Math.PI;
  const x = radius * Math.sin(angle);
  const y = -radius * Math.cos(angle);
  return `M0 0V${-radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}z`;
}

/**
 * A stone that has not decided yet: its dark sector is the probability of black, and the number is in the middle.
 * @param {Look} look
 */
function undecided(look) {
  const share = look.shade ?? 0.5;
  const dark = share >= 0.5;
  return [
    shadow(),
    s('circle', { r: RADIUS, fill: 'url(#fill-stone-second)', class: 'stone stone-second' }),
    s('path', { d: sector(share, RADIUS - 0.5), fill: 'url(#fill-stone-first)', class: 'stone-sector' }),
    s('circle', { r: RADIUS * 0.73, class: dark ? 'stone-core core-first' : 'stone-core core-second' }),
    number(look.label ?? String(Math.round(share * 100)), dark ? 'on-first' : 'on-second', 40),
    ...(look.kept ? [lock()] : []),
  ];
}

/** @param {Look} look @returns {SVGElement[]} */
function stone(look) {
  if (look.shade !== null && look.shade !== undefined && !look.kept) return undecided(look);
  const owner = look.owner ?? 'second';
  return [
    shadow(),
    s('circle', { r: RADIUS, fill: `url(#fill-stone-${owner})`, class: `stone stone-${owner}` }),
    ...(look.number && look.numbers ? [number(String(look.number), `on-${owner}`)] : []),
    ...(look.kept ? [lock()] : []),
  ];
}

registerGlyph('stone', stone);
registerGlyph('quantum', stone);
