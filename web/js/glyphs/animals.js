import { s } from '../dom.js';
import { registerGlyph } from './index.js';

/** Animals on wooden tiles. Each animal is drawn from the front, looking at its player, in a square from −34 to 34. */

/** @typedef {Record<string, unknown>} Props */

/** Half the side of a tile. */
const HALF = 44;

const INK = '#3a2a1c';

/**
 * A stroke of the brush.
 * @typedef {{ d: string, look: Props }} Stroke
 */

/** @param {number} cx @param {number} cy @param {number} rx @param {number} ry @param {string} fill @param {number} [turn] @returns {Stroke} */
function ellipse(cx, cy, rx, ry, fill, turn = 0) {
  const angle = (turn / 180) * Math.PI;
  const dx = Number((rx * Math.cos(angle)).toFixed(2));
  const dy = Number((rx * Math.sin(angle)).toFixed(2));
  const arc = `a${rx} ${ry} ${turn} 1 0 `;
  return shape(`M${cx - dx} ${cy - dy}${arc}${2 * dx} ${2 * dy}${arc}${-2 * dx} ${-2 * dy}z`, fill);
}
/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
const circle = (cx, cy, r, fill) => ellipse(cx, cy, r, r, fill);
/** @param {string} d @param {string} fill @returns {Stroke} */
const shape = (d, fill) => ({ d, look: { fill } });
/** @param {string} d @param {number} [width] @param {string} [stroke] @returns {Stroke} */
const line = (d, width = 2.4, stroke = INK) => ({
  d,
  look: { fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
});

/** Strokes as elements; neighbours of one look are one element, since a board has many animals. @param {Stroke[]} strokes @returns {SVGElement[]} */
function painted(strokes) {
  /** @type {Stroke[]} */
  const joined = [];
  for (const stroke of strokes) {
    const last = joined.at(-1);
    if (last && JSON.stringify(last.look) === JSON.stringify(stroke.look)) last.d += stroke.d;
    else joined.push({ ...stroke });
  }
  return joined.map(({ d, look }) => s('path', { d, ...look }));
}

/** Two eyes with a glint. @param {number} x @param {number} y @param {number} [r] */
function eyes(x, y, r = 3.3) {
  const sides = [-x, x];
  return [...sides.map((side) => circle(side, y, r, INK)), ...sides.map((side) => circle(side + r * 0.3, y - r * 0.35, r * 0.32, '#fff'))];
}

/** A smile under a nose. @param {number} y @param {number} [w] */
const smile = (y, w = 5) => line(`M${-w} ${y}q${w / 2} ${w * 0.8} ${w} 0q${w / 2} ${w * 0.8} ${w} 0`, 2);

function lion() {
  /** Every second lock. @param {number} first @param {string} fill */
  const locks = (first, fill) =>
    Array.from({ length: 6 }, (_, i) => {
      const angle = ((2 * i + first) / 12) * 2 * Math.PI;
      return circle(Number((22 * Math.sin(angle)).toFixed(2)), Number((22 * Math.cos(angle)).toFixed(2)) + 1, 10.5, fill);
    });
  return [
    ...locks(1, '#b8651b'),
    ...locks(0, '#c9761f'),
    circle(-17, -15, 6.5, '#f0bd55'),
    circle(17, -15, 6.5, '#f0bd55'),
    circle(-17, -15, 3.2, '#c9761f'),
    circle(17, -15, 3.2, '#c9761f'),
    circle(0, 1, 21, '#f5c867'),
    ellipse(0, 11, 11, 8, '#fdeac0'),
    ...eyes(8.5, -2),
    shape('M-4.5 5.5h9l-4.5 5z', INK),
    smile(11),
    line('M-13 10l-8 -1M-13 13l-7 2M13 10l8 -1M13 13l7 2', 1.3, '#8a5a22'),
  ];
}

function giraffe() {
  return [
    line('M-8 -22v-10M8 -22v-10', 4, '#c98f2e'),
    circle(-8, -33, 4, '#7b4a1d'),
    circle(8, -33, 4, '#7b4a1d'),
    ellipse(-21, -16, 10, 5, '#eebf55', 18),
    ellipse(21, -16, 10, 5, '#eebf55', -18),
    shape('M-16 -22C-16 -28 16 -28 16 -22C18 -8 13 4 12 14H-12C-13 4 -18 -8 -16 -22z', '#f4cd68'),
    shape('M-4 -26h8l2 8l-6 4l-6 -4z', '#b9772b'),
    shape('M-16 -18l5 2l1 8l-6 1z', '#b9772b'),
    shape('M16 -18l-5 2l-1 8l6 1z', '#b9772b'),
    ellipse(0, 20, 16, 13, '#fbe7b6'),
    ...eyes(9, -3, 3.4),
    ellipse(-5.5, 16, 2, 2.8, INK),
    ellipse(5.5, 16, 2, 2.8, INK),
    smile(24, 5.5),
  ];
}

function elephant() {
  return [
    ellipse(-24, -4, 13, 19, '#8fa3b3', 10),
    ellipse(24, -4, 13, 19, '#8fa3b3', -10),
    ellipse(-24, -3, 8, 13, '#e5b9b4', 10),
    ellipse(24, -3, 8, 13, '#e5b9b4', -10),
    ellipse(0, -6, 21, 22, '#a9bac7'),
    shape('M-8 4C-9 18 -8 26 -2 31C4 35 13 33 14 26C14 22 8 21 8 25C8 27 4 28 3 24C2 18 6 12 8 4z', '#a9bac7'),
    line('M-4.5 13q3 1.6 6.5 .8M-4 19q3 1.6 6 .8', 1.5, '#71889a'),
    shape('M-9 9C-14 11 -17 15 -17 19C-12 18 -9 16 -7.5 13z', '#fff8e6'),
    shape('M9 9C14 11 17 15 17 19C12 18 9 16 7.5 13z', '#fff8e6'),
    ...eyes(10, -7),
    line('M-6 -22q6 -4 12 0', 1.6, '#71889a'),
  ];
}

function deer() {
  return [
    line('M-8 -18C-10 -26 -18 -24 -19 -34M-12 -24C-17 -24 -22 -22 -25 -27M8 -18C10 -26 18 -24 19 -34M12 -24C17 -24 22 -22 25 -27', 3.6, '#8a5a2c'),
    ellipse(-21, -8, 10, 5.5, '#b9793f', 20),
    ellipse(21, -8, 10, 5.5, '#b9793f', -20),
    ellipse(-21, -8, 6, 2.8, '#f0cfae', 20),
    ellipse(21, -8, 6, 2.8, '#f0cfae', -20),
    shape('M-17 -12C-17 -22 17 -22 17 -12C18 2 12 14 10 24C6 32 -6 32 -10 24C-12 14 -18 2 -17 -12z', '#c98a4b'),
    shape('M-9 12C-6 8 6 8 9 12C9 20 8 24 6 27C3 31 -3 31 -6 27C-8 24 -9 20 -9 12z', '#f7e3c6'),
    circle(-5, -13, 1.9, '#f7e3c6'),
    circle(5, -13, 1.9, '#f7e3c6'),
    circle(0, -8, 1.9, '#f7e3c6'),
    ...eyes(10, 0, 3.5),
    ellipse(0, 16, 5, 3.6, INK),
    smile(22, 4.5),
  ];
}

function chick() {
  return [
    line('M-3 -26q-4 -7 1 -9M3 -26q3 -6 8 -5', 2.6, '#d99a17'),
    ellipse(-26, 6, 7, 11, '#f0b92c', 24),
    ellipse(26, 6, 7, 11, '#f0b92c', -24),
    line('M-8 29v5M8 29v5', 3.4, '#d9822b'),
    circle(0, 2, 27, '#f9d34c'),
    ellipse(0, 14, 17, 13, '#fde68f'),
    ...eyes(10, -5, 3.6),
    circle(-15, 3, 3.6, '#f3ae6a'),
    circle(15, 3, 3.6, '#f3ae6a'),
    shape('M-6.5 1.5L0 -3.5L6.5 1.5L0 7.5z', '#e58a2d'),
    line('M-6 1.7H6', 1.2, '#b5611b'),
  ];
}

function hen() {
  return [
    shape('M-9 -22C-14 -30 -8 -36 -4 -31C-3 -38 5 -38 5 -31C10 -36 15 -29 9 -22z', '#d2452f'),
    shape('M-34 2C-36 14 -30 22 -22 22L-20 2z', '#e9dcc4'),
    shape('M34 2C36 14 30 22 22 22L20 2z', '#e9dcc4'),
    line('M-8 30v4M8 30v4', 3.4, '#d9822b'),
    shape('M0 -26C16 -26 21 -14 22 -3C29 5 29 31 0 31C-29 31 -29 5 -22 -3C-21 -14 -16 -26 0 -26z', '#fffaf0'),
    line('M-11 18q4 4 8 0q3.5 4 7 0q3.5 4 7 0', 1.8, '#d8c8a9'),
    ...eyes(9, -9, 3.6),
    shape('M-4 3.5C-6 9 -3 13 0 11C3 13 6 9 4 3.5z', '#d2452f'),
    shape('M-6.5 -1.5L0 -6.5L6.5 -1.5L0 5z', '#e58a2d'),
    line('M-6 -1.3H6', 1.2, '#b5611b'),
  ];
}

function dog() {
  return [
    ellipse(0, 2, 24, 26, '#d9a066'),
    shape('M-16 -20C-28 -24 -34 -8 -31 6C-29 13 -22 12 -20 4z', '#8a5730'),
    shape('M16 -20C28 -24 34 -8 31 6C29 13 22 12 20 4z', '#8a5730'),
    shape('M-4 -24C-6 -8 -14 0 -14 12C-14 26 14 26 14 12C14 0 6 -8 4 -24z', '#fbeeda'),
    ...eyes(10.5, -4, 3.4),
    ellipse(0, 7, 6, 4.4, INK),
    line('M0 11v4', 2),
    shape('M-4 18C-4 27 4 27 4 18z', '#e2746a'),
    smile(15, 7),
  ];
}

/** @param {string} coat @param {string} dark */
const cat = (coat, dark) => [
  shape('M-25 -4L-24 -31L-6 -20z', coat),
  shape('M25 -4L24 -31L6 -20z', coat),
  shape('M-21 -13L-20.5 -24L-12 -19z', '#eab2a6'),
  shape('M21 -13L20.5 -24L12 -19z', '#eab2a6'),
  ellipse(0, 3, 27, 24, coat),
  line('M0 -20v8M-7 -19l1.5 6M7 -19l-1.5 6', 3, dark),
  line('M-26 4l8 1M-25 11l7 -1M26 4l-8 1M25 11l-7 -1', 3, dark),
  ellipse(0, 13, 12, 8.5, '#fbf3e6'),
  ...eyes(11, -1, 3.7),
  shape('M-4 7.5h8l-4 4.5z', '#c96a5f'),
  smile(12.5, 5),
  line('M-14 13l-11 -1M-14 16l-10 4M14 13l11 -1M14 16l10 4', 1.3, '#6b5a4a'),
];

/** The cat that was promoted: tufts on its ears, spots, whiskers grown wide. */
const lynx = () => [
  line('M-24 -28l-4 -7M24 -28l4 -7', 3.4, '#4a3626'),
  ...cat('#dba45f', '#8a5a2c'),
  shape('M-27 10L-33 20L-22 21L-20 28L-12 23z', '#f0cf9d'),
  shape('M27 10L33 20L22 21L20 28L12 23z', '#f0cf9d'),
];

/**
 * Dots at the edge where the piece can step.
 * @param {[number, number][]} steps
 */
function dots(steps) {
  const reach = HALF - 6.5;
  const all = steps.map(([right, up]) => {
    const far = Math.max(Math.abs(right), Math.abs(up), 1);
    return circle((right / far) * reach, (-up / far) * reach, 3.6, '').d;
  });
  return s('path', { d: all.join(''), class: 'step-dot' });
}

/**
 * @param {() => Stroke[]} animal
 * @param {boolean} grown whether this is the turned-over side of a tile
 * @returns {import('./index.js').Draw}
 */
function tile(animal, grown) {
  return (look, away) => {
    const owner = look.owner ?? 'first';
    const square = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 13 };
    return [
      s('rect', { ...square, y: -HALF + 4, class: 'tile-shadow' }),
      s('rect', { ...square, fill: `url(#fill-tile-${owner})`, class: `tile tile-${owner}${grown ? ' tile-grown' : ''}` }),
      s(
        'g',
        { transform: away ? 'rotate(180)' : null },
        s('g', { transform: 'translate(0 1) scale(.92)' }, ...painted(animal())),
        dots(look.steps ?? []),
      ),
    ];
  };
}

/** @type {[string, () => Stroke[], boolean][]} */
const ANIMALS = [
  ['lion', lion, false],
  ['giraffe', giraffe, false],
  ['elephant', elephant, false],
  ['deer', deer, false],
  ['chick', chick, false],
  ['hen', hen, true],
  ['dog', dog, false],
  ['cat', () => cat('#9aa0a6', '#666d75'), false],
  ['lynx', lynx, true],
];

for (const [name, animal, grown] of ANIMALS) registerGlyph(name, tile(animal, grown));
