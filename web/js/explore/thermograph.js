import { s } from '../dom.js';
import { t } from '../i18n.js';

/** A thermograph drawn to scale: temperature upwards, Left's values to the left, as the literature has it. */

/** @typedef {{ left: [number, number][], right: [number, number][], mast: number, temperature: number }} DrawnWalls */

const WIDTH = 320;
const HEIGHT = 240;
const MARGIN = 34;
/** How far the mast goes on above the point where the walls meet. */
const MAST = 1;

/** Steps of the axes that give between four and nine lines. @param {number} span */
function step(span) {
  const steps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];
  return steps.find((size) => span / size <= 8) ?? 200;
}

/**
 * @param {DrawnWalls} walls
 * @param {string} label what it is the thermograph of, for those who hear it
 */
export function drawThermograph(walls, label) {
  const corners = [...walls.left, ...walls.right];
  const values = [...corners.map(([value]) => value), walls.mast];
  const top = Math.max(walls.temperature, 0) + MAST;
  const bottom = -1;
  const room = 0.5;
  const [low, high] = [Math.min(...values) - room, Math.max(...values) + room];
  /** @param {number} value */
  const x = (value) => MARGIN + ((high - value) / (high - low)) * (WIDTH - 2 * MARGIN);
  /** @param {number} temperature */
  const y = (temperature) => HEIGHT - MARGIN - ((temperature - bottom) / (top - bottom)) * (HEIGHT - 2 * MARGIN);
  /** @param {[number, number][]} wall */
  const points = (wall) => [...wall, /** @type {[number, number]} */ ([walls.mast, top])].map(([value, temperature]) => `${x(value)},${y(temperature)}`).join(' ');
  const valueStep = step(high - low);
  const heatStep = step(top - bottom);
  const lines = [];
  for (let value = Math.ceil(low / valueStep) * valueStep; value <= high; value += valueStep) {
    lines.push(s('line', { class: 'axis-line', x1: x(value), x2: x(value), y1: y(bottom), y2: y(top) }));
    lines.push(s('text', { class: 'axis-label', x: x(value), y: HEIGHT - MARGIN + 16, 'text-anchor': 'middle' }, String(value)));
  }
  for (let heat = bottom; heat <= top; heat += heatStep) {
    lines.push(s('line', { class: heat === 0 ? 'axis-line is-zero' : 'axis-line', x1: MARGIN, x2: WIDTH - MARGIN, y1: y(heat), y2: y(heat) }));
    lines.push(s('text', { class: 'axis-label', x: MARGIN - 6, y: y(heat) + 4, 'text-anchor': 'end' }, String(heat)));
  }
  return s(
    'svg',
    { class: 'thermograph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('explore.thermograph_of', { value: label }) },
    ...lines,
    s('polyline', { class: 'wall wall-left', points: points(walls.left) }),
    s('polyline', { class: 'wall wall-right', points: points(walls.right) }),
  );
}
