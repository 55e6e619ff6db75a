import { s } from '../dom.js';
import { minus, t } from '../i18n.js';

/** A thermograph drawn to scale: temperature upwards, Left's values to the left, as the literature has it; a unit is as long either way. */

/** The walls as the tools tell them: corners of value and temperature, exact. @typedef {{ left: [string, string][], right: [string, string][], mast: string }} Walls */

/** An exact number such as `-13/16`, rounded for drawing. @param {string} exact */
export function rounded(exact) {
  const [above = '0', below = '1'] = exact.split('/');
  return Number(above) / Number(below);
}

/** The room for the drawing without its axes. */
const WIDTH = 300;
const HEIGHT = 240;
const MARGIN = { left: 56, right: 24, top: 12, below: 26 };
/** How far the mast goes on above the point where the walls meet. */
const MAST = 1;
/** How far the drawing goes beyond the outermost values. */
const ROOM = 0.5;

/** Steps of an axis that leave at least this many pixels between two lines. */
const APART = 48;

/** @param {number} unit pixels of a unit */
function step(unit) {
  const steps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];
  return steps.find((size) => size * unit >= APART) ?? 1000;
}

/**
 * @param {Walls} exact
 * @param {string} label what it is the thermograph of, for those who hear it
 */
export function drawThermograph(exact, label) {
  /** @param {[string, string][]} wall */
  const corner = (wall) => wall.map(([value, temperature]) => /** @type {[number, number]} */ ([rounded(value), rounded(temperature)]));
  const [left, right] = [corner(exact.left), corner(exact.right)];
  const walls = { left, right, mast: rounded(exact.mast), temperature: left.at(-1)?.[1] ?? -1 };
  const corners = [...walls.left, ...walls.right];
  const values = [...corners.map(([value]) => value), walls.mast];
  const top = Math.max(walls.temperature, 0) + MAST;
  const bottom = -1;
  const [low, high] = [Math.min(...values) - ROOM, Math.max(...values) + ROOM];
  const unit = Math.min(WIDTH / (high - low), HEIGHT / (top - bottom));
  const [width, height] = [(high - low) * unit, (top - bottom) * unit];
  /** @param {number} value */
  const x = (value) => MARGIN.left + (high - value) * unit;
  /** @param {number} temperature */
  const y = (temperature) => MARGIN.top + (top - temperature) * unit;
  /** @param {[number, number][]} wall */
  const whole = (wall) => [...wall, /** @type {[number, number]} */ ([walls.mast, top])];
  /** @param {[number, number][]} wall */
  const points = (wall) => wall.map(([value, temperature]) => `${x(value)},${y(temperature)}`).join(' ');
  const by = step(unit);
  const lines = [];
  for (let value = Math.ceil(low / by) * by; value <= high; value += by) {
    lines.push(s('line', { class: 'axis-line', x1: x(value), x2: x(value), y1: y(bottom), y2: y(top) }));
    lines.push(s('text', { class: 'axis-label', x: x(value), y: y(bottom) + 18, 'text-anchor': 'middle' }, minus(value)));
  }
  for (let heat = Math.ceil(bottom / by) * by; heat <= top; heat += by) {
    lines.push(s('line', { class: heat === 0 ? 'axis-line is-zero' : 'axis-line', x1: x(high), x2: x(low), y1: y(heat), y2: y(heat) }));
    lines.push(s('text', { class: 'axis-label', x: x(high) - 6, y: y(heat) + 4, 'text-anchor': 'end' }, minus(heat)));
  }
  const between = [...whole(walls.left), ...[...whole(walls.right)].reverse()];
  const box = { width: MARGIN.left + width + MARGIN.right, height: MARGIN.top + height + MARGIN.below };
  const picture = s(
    'svg',
    { class: 'thermograph', viewBox: `0 0 ${box.width} ${box.height}`, role: 'img', 'aria-label': t('explore.thermograph_of', { value: label }) },
    ...lines,
    s('polygon', { class: 'between-walls', points: points(between) }),
    s('polyline', { class: 'wall wall-left', points: points(whole(walls.left)) }),
    s('polyline', { class: 'wall wall-right', points: points(whole(walls.right)) }),
    s('circle', { class: 'mast-foot', cx: x(walls.mast), cy: y(walls.temperature), r: 4 }),
  );
  picture.style.width = `${box.width}px`;
  return picture;
}
