import { s } from '../dom.js';
import { number } from '../i18n.js';

/** A line chart of a few points, linear or logarithmic. */

const WIDTH = 560;
const HEIGHT = 300;
const LEFT = 70;
const BELOW = 36;
const EDGE = 14;
/** How many lines the axis of a linear chart has. */
const LINES = 5;

/** A power of ten as people write it. @param {number} exponent */
const power = (exponent) => `10${[...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;

/**
 * @param {{ x: number, y: number }[]} points
 * @param {{ log: boolean, label: string }} options
 */
export function drawChart(points, { log, label }) {
  /** @param {number} y */
  const scale = (y) => (log ? Math.log10(Math.max(y, 1)) : y);
  const xs = points.map((point) => point.x);
  const top = Math.max(1, ...points.map((point) => scale(point.y)));
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  /** @param {number} value */
  const x = (value) => LEFT + (to === from ? 0.5 : (value - from) / (to - from)) * (WIDTH - LEFT - EDGE);
  /** @param {number} value */
  const y = (value) => HEIGHT - BELOW - (value / top) * (HEIGHT - BELOW - EDGE);
  const levels = log
    ? Array.from({ length: Math.floor(top) + 1 }, (_, power) => power)
    : Array.from({ length: LINES + 1 }, (_, index) => (top * index) / LINES);
  const every = Math.ceil(levels.length / 8);
  const axis = levels
    .filter((_, index) => index % every === 0)
    .flatMap((level) => [
      s('line', { class: 'axis-line', x1: LEFT, x2: WIDTH - EDGE, y1: y(level), y2: y(level) }),
      s(
        'text',
        { class: 'axis-label', x: LEFT - 8, y: y(level) + 4, 'text-anchor': 'end' },
        log ? power(level) : number(level, { notation: 'compact' }),
      ),
    ]);
  const names = points.map((point) =>
    s('text', { class: 'axis-label', x: x(point.x), y: HEIGHT - BELOW + 18, 'text-anchor': 'middle' }, String(point.x)),
  );
  return s(
    'svg',
    { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    ...axis,
    ...names,
    s('polyline', { class: 'chart-line', points: points.map((point) => `${x(point.x)},${y(scale(point.y))}`).join(' ') }),
    ...points.map((point) =>
      s('circle', { class: 'chart-point', cx: x(point.x), cy: y(scale(point.y)), r: 4 }, s('title', {}, `${point.x}: ${point.y}`)),
    ),
  );
}
