import { h } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('./geometry.js').Box} Box */

const MOST = 4;

/** Which part of the board is in sight. */
export class Zoom {
  /** @type {Box} */
  #box = { x: 0, y: 0, width: 1, height: 1 };
  #scale = 1;
  #left = 0;
  #top = 0;

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.button = h('button', { type: 'button', class: 'zoom-reset', hidden: true, onclick: () => this.reset() }, t('board.whole'));
  }

  /** @param {Box} box the whole board */
  setBox(box) {
    this.#box = box;
    this.reset();
  }

  reset() {
    this.#scale = 1;
    this.#left = this.#box.x;
    this.#top = this.#box.y;
    this.#apply();
  }

  /**
   * Enlarges around a point of the drawing that stays where it is, and shifts.
   * @param {number} factor
   * @param {{ x: number, y: number }} around
   * @param {{ x: number, y: number }} [shift] in units of the drawing
   */
  by(factor, around, shift = { x: 0, y: 0 }) {
    const scale = Math.max(1, Math.min(MOST, this.#scale * factor));
    const ratio = this.#scale / scale;
    this.#left = around.x - (around.x - this.#left) * ratio - shift.x * ratio;
    this.#top = around.y - (around.y - this.#top) * ratio - shift.y * ratio;
    this.#scale = scale;
    this.#apply();
  }

  #apply() {
    const { x, y, width, height } = this.#box;
    const w = width / this.#scale;
    const v = height / this.#scale;
    this.#left = Math.max(x, Math.min(x + width - w, this.#left));
    this.#top = Math.max(y, Math.min(y + height - v, this.#top));
    this.svg.setAttribute('viewBox', `${this.#left} ${this.#top} ${w} ${v}`);
    this.button.hidden = this.#scale === 1;
  }

  /** Whether less than the whole board is in sight. */
  get zoomed() {
    return this.#scale > 1;
  }

  /**
   * Shifts the board under a finger.
   * @param {{ clientX: number, clientY: number }} from
   * @param {{ clientX: number, clientY: number }} to
   */
  pan(from, to) {
    const [a, b] = [this.toBoard(from), this.toBoard(to)];
    this.by(1, b, { x: b.x - a.x, y: b.y - a.y });
  }

  /** How many pixels a unit of the drawing has now. */
  pixelsPerUnit() {
    return (this.svg.getBoundingClientRect().width / this.#box.width) * this.#scale;
  }

  /**
   * A point of the screen in units of the drawing.
   * @param {{ clientX: number, clientY: number }} at
   */
  toBoard({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(clientX, clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }
}
