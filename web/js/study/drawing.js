import { iconButton } from '../components/button.js';
import { h, s } from '../dom.js';
import { t } from '../i18n.js';

/** Signs and arrows on the board: by the right mouse button at any time, or by a tool with any pointer and with the keyboard. */

/** @typedef {import('./model.js').StudyModel} StudyModel */
/** @typedef {import('../board/board.js').Board} Board */
/** @typedef {import('../types.js').Square} Square */

/** @typedef {'circle' | 'square' | 'triangle' | 'cross' | 'label' | 'arrow' | 'wipe'} ToolName */

/** The tools, each with its picture on a 24×24 grid. @type {Record<ToolName, string>} */
const TOOLS = {
  circle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
  square: 'M6 6h12v12H6z',
  triangle: 'M12 5l7.5 13h-15z',
  cross: 'M6 6l12 12M18 6 6 18',
  label: 'M6 19 12 5l6 14M8.300 14h7.4',
  arrow: 'M5 19 18.500 5.500M10 5h9v9',
  wipe: 'M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7',
};

export class Drawing {
  /** @type {ToolName | null} */
  #tool = null;
  /** Where an arrow begins that is not finished. @type {Square | null} */
  tail = null;

  /**
   * @param {StudyModel} model
   * @param {Board} board
   * @param {() => void} onChange
   */
  constructor(model, board, onChange) {
    this.model = model;
    this.board = board;
    this.onChange = onChange;
    this.buttons = new Map(
      /** @type {ToolName[]} */ (Object.keys(TOOLS)).map((name) => [
        name,
        h(
          'button',
          {
            type: 'button',
            class: 'icon-button',
            'aria-label': t(`study.draw.${name}`),
            title: t(`study.draw.${name}`),
            'aria-pressed': 'false',
            onclick: () => this.choose(this.#tool === name ? null : name),
            data: { draw: name },
          },
          s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, s('path', { d: TOOLS[name] })),
        ),
      ]),
    );
    this.done = iconButton('check', t('study.draw.done'), () => this.choose(null), { data: { draw: 'done' } });
    this.done.hidden = true;
    this.help = h('p', { class: 'quiet draw-help' }, t('study.draw.help'));
    this.element = h(
      'div',
      { class: 'drawing' },
      h('div', { class: 'draw-tools', role: 'group', 'aria-label': t('study.draw') }, ...this.buttons.values(), this.done),
      this.help,
    );
  }

  /** Whether taps draw instead of playing. */
  get active() {
    return this.#tool !== null;
  }

  /** @param {ToolName | null} tool */
  choose(tool) {
    this.#tool = tool;
    this.tail = null;
    for (const [name, button] of this.buttons) button.setAttribute('aria-pressed', String(name === tool));
    this.done.hidden = tool === null;
    this.board.options.onSquare = tool === null ? undefined : (square) => this.#tap(square);
    this.board.cancel();
    this.onChange();
  }

  /** @param {Square} at */
  #tap(at) {
    const { model } = this;
    switch (this.#tool) {
      case null:
        return;
      case 'wipe':
        model.wipe(at);
        return;
      case 'arrow':
        if (!this.tail) {
          this.tail = at;
          this.onChange();
          return;
        }
        if (this.tail.x !== at.x || this.tail.y !== at.y) model.arrow(this.tail, at);
        this.tail = null;
        this.onChange();
        return;
      case 'label':
        this.#label(at);
        return;
      default:
        model.sign({ at, kind: this.#tool });
    }
  }

  /** A letter on a place, or none if there is one already. @param {Square} at */
  #label(at) {
    const { model } = this;
    const there = model.tree.current.signs.find((sign) => sign.kind === 'label' && sign.at.x === at.x && sign.at.y === at.y);
    model.sign(there ?? { at, kind: 'label', label: model.tree.nextLetter() });
  }

  /** The right mouse button: a circle where it stays, an arrow where it goes. @param {Square} from @param {Square} to */
  stroke(from, to) {
    if (from.x === to.x && from.y === to.y) this.model.sign({ at: from, kind: 'circle' });
    else this.model.arrow(from, to);
  }

  /** What is drawn on the position in sight. @returns {import('../board/marks.js').Overlay} */
  overlay() {
    const { signs, arrows } = this.model.tree.current;
    return {
      signs: [...signs, ...(this.tail ? [{ at: this.tail, kind: /** @type {const} */ ('square') }] : [])],
      drawn: [...arrows],
    };
  }
}
