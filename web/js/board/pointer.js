/** Mouse, finger and pen on the board, told apart into hovering, tapping, aiming, dragging, panning and pinching. */

/** @typedef {import('../types.js').Square} Square */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} PointerHandlers
 * @property {(point: Point) => Square | null} squareAt
 * @property {(square: Square) => boolean} movable whether a piece there can be picked up
 * @property {import('./zoom.js').Zoom} zoom
 * @property {(square: Square | null) => void} onHover
 * @property {(square: Square, kind: string) => void} onTap
 * @property {(kind: string) => boolean} aims whether this kind of pointer aims before it places
 * @property {(square: Square) => void} onAim
 * @property {(square: Square) => void} onDragStart
 * @property {(square: Square, point: Point) => void} onDrag
 * @property {(from: Square, to: Square | null) => void} onDrop
 * @property {(from: Square, to: Square) => void} onStroke the right button was pressed at one place and released at another or the same
 */

/** Movement, in pixels, below which a press is a tap. */
const STILL = 7;

export class Pointer {
  /** Fingers on the board, by pointer. @type {Map<number, PointerEvent>} */
  #down = new Map();
  /** @type {{ square: Square | null, x: number, y: number, moved: boolean, dragging: boolean } | null} */
  #press = null;
  /** Where the right button was pressed. @type {Square | null} */
  #stroke = null;
  /** Two fingers were used: lifting them is no tap. */
  #pinched = false;
  #abort = new AbortController();

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerHandlers} handlers
   */
  constructor(svg, handlers) {
    this.svg = svg;
    this.handlers = handlers;
    const options = { signal: this.#abort.signal };
    svg.addEventListener('pointerdown', (event) => this.#onDown(event), options);
    svg.addEventListener('pointermove', (event) => this.#onMove(event), options);
    svg.addEventListener('pointerup', (event) => this.#onUp(event), options);
    svg.addEventListener('pointercancel', (event) => this.#onCancel(event), options);
    svg.addEventListener('pointerleave', () => this.handlers.onHover(null), options);
    svg.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  }

  dispose() {
    this.#abort.abort();
  }

  /** @param {PointerEvent} event */
  #square(event) {
    return this.handlers.squareAt(this.handlers.zoom.toBoard(event));
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.button === 2) this.#stroke = this.#square(event);
    if (event.button !== 0) return;
    this.#down.set(event.pointerId, event);
    if (this.#down.size > 1) {
      this.#pinched = true;
      this.#endDrag(null);
      return;
    }
    this.#pinched = false;
    this.#press = { square: this.#square(event), x: event.clientX, y: event.clientY, moved: false, dragging: false };
    if (event.pointerType !== 'mouse') this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const { handlers } = this;
    if (this.#down.size === 2 && this.#down.has(event.pointerId)) {
      this.#pinch(event);
      return;
    }
    const press = this.#press;
    if (!press || this.#pinched) {
      if (event.pointerType === 'mouse') handlers.onHover(this.#square(event));
      else this.#pan(event);
      return;
    }
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL) return;
    if (!press.moved && press.square && handlers.movable(press.square)) {
      press.dragging = true;
      this.svg.setPointerCapture(event.pointerId);
      handlers.onDragStart(press.square);
    }
    press.moved = true;
    if (press.dragging && press.square) {
      handlers.onDrag(press.square, handlers.zoom.toBoard(event));
    } else if (event.pointerType !== 'mouse' && handlers.zoom.zoomed) {
      this.#pan(event);
    } else if (handlers.aims(event.pointerType)) {
      const square = this.#square(event);
      if (square) handlers.onAim(square);
    } else if (event.pointerType === 'mouse') {
      handlers.onHover(this.#square(event));
    }
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    if (event.button === 2) {
      const [from, to] = [this.#stroke, this.#square(event)];
      this.#stroke = null;
      if (from && to) this.handlers.onStroke(from, to);
      return;
    }
    this.#down.delete(event.pointerId);
    const press = this.#press;
    this.#press = null;
    if (!press || this.#pinched) return;
    const square = this.#square(event);
    if (press.dragging && press.square) {
      this.handlers.onHover(null);
      this.handlers.onDrop(press.square, square);
    } else if (!press.moved && square) {
      this.handlers.onTap(square, event.pointerType);
    }
  }

  /** @param {PointerEvent} event */
  #onCancel(event) {
    this.#down.delete(event.pointerId);
    this.#endDrag(null);
  }

  /** @param {Square | null} to */
  #endDrag(to) {
    const press = this.#press;
    this.#press = null;
    if (press?.dragging && press.square) this.handlers.onDrop(press.square, to);
  }

  /** One finger moves an enlarged board. @param {PointerEvent} event */
  #pan(event) {
    const before = this.#down.get(event.pointerId);
    if (!before || !this.handlers.zoom.zoomed) return;
    this.#down.set(event.pointerId, event);
    this.handlers.zoom.pan(before, event);
  }

  /** @param {PointerEvent} event */
  #pinch(event) {
    const before = [...this.#down.values()];
    this.#down.set(event.pointerId, event);
    const after = [...this.#down.values()];
    const [a0, b0] = before;
    const [a1, b1] = after;
    if (!a0 || !b0 || !a1 || !b1) return;
    const { zoom } = this.handlers;
    const spread = distance(a1, b1) / Math.max(1, distance(a0, b0));
    const from = zoom.toBoard(middle(a0, b0));
    const to = zoom.toBoard(middle(a1, b1));
    zoom.by(spread, from, { x: to.x - from.x, y: to.y - from.y });
  }
}

/** @param {PointerEvent} a @param {PointerEvent} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** @param {PointerEvent} a @param {PointerEvent} b */
const middle = (a, b) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
