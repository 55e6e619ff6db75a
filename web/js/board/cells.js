import { s } from '../dom.js';
import { t } from '../i18n.js';
import { UNIT, keyOf, nameOf, sameSquare } from './geometry.js';

/** The places of a board for those who use a keyboard or hear the board: a grid with one focus that moves. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('./geometry.js').Geometry} Geometry */

/**
 * @typedef {object} CellHandlers
 * @property {(square: Square) => void} onEnter
 * @property {() => void} onEscape
 * @property {() => void} onFocus the focus or its visibility has changed
 */

/** Steps by keys, as they are seen. @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
  PageUp: [0, -99],
  PageDown: [0, 99],
};

export class Cells {
  /** @type {Map<string, SVGRectElement>} */
  #cells = new Map();
  /** @type {Geometry | null} */
  #geometry = null;
  #shown = false;

  /**
   * @param {string} label
   * @param {(seat: Seat) => string} sideName
   * @param {CellHandlers} handlers
   */
  constructor(label, sideName, handlers) {
    this.sideName = sideName;
    this.handlers = handlers;
    /** Where the focus is or will be. @type {Square} */
    this.focused = { x: 0, y: 0 };
    this.element = s('g', { class: 'layer cells', role: 'grid', 'aria-label': label });
    this.ring = s('g', { class: 'layer ring', 'aria-hidden': 'true' });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusin', (event) => this.#onFocus(event));
    this.element.addEventListener('focusout', () => this.#showRing(false));
  }

  /** The place with a visible focus. @returns {Square | null} */
  get visible() {
    return this.#shown ? this.focused : null;
  }

  /** Makes the cells of a board. @param {Geometry} geometry */
  build(geometry) {
    const { columns, rows } = geometry;
    const hadFocus = this.element.contains(document.activeElement);
    this.#geometry = geometry;
    if (this.focused.x >= columns || this.focused.y >= rows || this.#cells.size === 0) {
      this.focused = { x: Math.floor(columns / 2), y: Math.floor(rows / 2) };
    }
    this.element.setAttribute('aria-rowcount', String(rows));
    this.element.setAttribute('aria-colcount', String(columns));
    this.#cells.clear();
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = s('g', { role: 'row' });
      for (let column = 0; column < columns; column += 1) {
        const square = geometry.flipped ? { x: columns - 1 - column, y: rows - 1 - row } : { x: column, y: row };
        const at = { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT };
        const cell = s('rect', {
          role: 'gridcell',
          class: 'cell',
          ...at,
          tabindex: sameSquare(square, this.focused) ? 0 : -1,
          data: { square: keyOf(square) },
        });
        this.#cells.set(keyOf(square), cell);
        line.append(cell);
      }
      return line;
    });
    this.element.replaceChildren(...lines);
    if (hadFocus) this.focus();
  }

  /** Gives every cell its words. @param {View} view @param {Piece[]} painted */
  describe(view, painted) {
    const pieces = new Map(painted.map((piece) => [keyOf(piece.at), piece]));
    const marked = new Map(
      view.marks.filter((mark) => mark.kind === 'forbidden' || mark.kind === 'offered').map((mark) => [keyOf(mark.at), mark.kind]),
    );
    for (const [key, cell] of this.#cells) {
      const [x = 0, y = 0] = key.split(',').map(Number);
      const point = nameOf(view.grid, { x, y });
      const piece = pieces.get(key);
      const words = piece ? this.#pieceWords(point, piece) : t(`cell.${marked.get(key) ?? 'empty'}`, { point });
      if (cell.getAttribute('aria-label') !== words) cell.setAttribute('aria-label', words);
    }
  }

  /** @param {string} point @param {Piece} piece */
  #pieceWords(point, piece) {
    if (piece.shade !== null && !piece.kept) return t('cell.undecided', { point, percent: Math.round(piece.shade * 100) });
    const side = piece.owner ? this.sideName(piece.owner) : '';
    return t('cell.piece', { point, side, piece: t(`piece.${piece.glyph}`) });
  }

  /** Says which cell is chosen and which can be reached. @param {Square | null} chosen @param {Set<string>} reach */
  select(chosen, reach) {
    for (const [key, cell] of this.#cells) {
      if (chosen && keyOf(chosen) === key) cell.setAttribute('aria-selected', 'true');
      else cell.removeAttribute('aria-selected');
      cell.classList.toggle('is-target', reach.has(key));
    }
  }

  focus() {
    this.#cells.get(keyOf(this.focused))?.focus();
  }

  /** @param {Square} square @param {boolean} go whether the focus goes there, or only the place where it will be */
  moveFocus(square, go) {
    this.#cells.get(keyOf(this.focused))?.setAttribute('tabindex', '-1');
    this.focused = square;
    const cell = this.#cells.get(keyOf(square));
    cell?.setAttribute('tabindex', '0');
    if (go) cell?.focus();
    else if (this.element.contains(document.activeElement)) cell?.focus({ preventScroll: true });
  }

  /** The focus may be put on a cell by other means than arrows, by a screen reader for instance. @param {FocusEvent} event */
  #onFocus(event) {
    if (!(event.target instanceof SVGRectElement)) return;
    const [x = 0, y = 0] = (event.target.dataset.square ?? '').split(',').map(Number);
    if (!sameSquare({ x, y }, this.focused)) this.moveFocus({ x, y }, false);
    this.#showRing(event.target.matches(':focus-visible'));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!this.#geometry || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.moveFocus(this.#geometry.step(this.focused, step[0], step[1]), true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.handlers.onEnter(this.focused);
    } else if (event.key === 'Escape') {
      this.handlers.onEscape();
    }
  }

  /** @param {boolean} shown */
  #showRing(shown) {
    this.#shown = shown;
    this.ring.replaceChildren();
    if (shown && this.#geometry) {
      const { x, y } = this.#geometry.centre(this.focused);
      const at = { x: x - UNIT / 2 + 1, y: y - UNIT / 2 + 1, width: UNIT - 2, height: UNIT - 2, rx: 6 };
      this.ring.append(s('rect', { ...at, class: 'ring-under' }), s('rect', { ...at, class: 'ring-over' }));
    }
    this.handlers.onFocus();
  }
}
