import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { t } from '../i18n.js';

/** The pieces that a player holds, beside the board. */

/** @typedef {import('../types.js').Hand} Hand */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @typedef {object} HandHandlers
 * @property {(seat: Seat, glyph: string) => void} onTap
 * @property {(seat: Seat, glyph: string) => void} onPick a piece is being dragged out of the hand
 * @property {(at: PointerEvent) => void} onOver where it is held
 * @property {(at: PointerEvent | null) => void} onRelease where it is let go; `null` if the drag was broken off
 */

/** Movement, in pixels, below which a press is a tap. */
const STILL = 7;

export class HandStrip {
  /** @type {Map<string, HTMLElement>} */
  #slots = new Map();
  #shown = '';
  /** Ends a drag under way. */
  #end = () => {};

  /**
   * @param {'near' | 'far'} side
   * @param {HandHandlers} handlers
   */
  constructor(side, handlers) {
    this.side = side;
    this.handlers = handlers;
    this.element = h('div', { class: `hand hand-${side}`, role: 'group', hidden: true });
  }

  /**
   * @param {Hand | null} hand
   * @param {{ name: string, usable: Set<string>, selected: string | null }} state
   */
  update(hand, { name, usable, selected }) {
    const shown = JSON.stringify([hand, name, [...usable], selected]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.glyph : undefined;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = hand === null;
    this.element.replaceChildren();
    this.#slots.clear();
    if (!hand) return;
    this.element.setAttribute('aria-label', t('hand.label', { side: name }));
    for (const held of hand.pieces) {
      const picture = s(
        'svg',
        { viewBox: '-50 -50 100 100', class: 'hand-picture', 'aria-hidden': 'true', focusable: 'false' },
        drawPiece({ glyph: held.glyph, owner: hand.seat, steps: held.steps }, this.side === 'far'),
      );
      const slot = h(
        'button',
        {
          type: 'button',
          class: `hand-slot${held.count === 0 ? ' is-empty' : ''}`,
          'aria-label': t('hand.piece', { piece: t(`piece.${held.glyph}`), count: held.count }),
          'aria-pressed': String(selected === held.glyph),
          disabled: !usable.has(held.glyph),
          data: { glyph: held.glyph },
          onclick: () => this.handlers.onTap(hand.seat, held.glyph),
          onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event, hand.seat, held.glyph, picture),
        },
        picture,
        // One piece is seen; more are counted.
        h('span', { class: 'hand-count', 'aria-hidden': 'true', hidden: held.count < 2 }, `×${held.count}`),
      );
      this.#slots.set(held.glyph, slot);
      this.element.append(slot);
    }
    if (hadFocus && focused) this.#slots.get(focused)?.focus();
  }

  /**
   * A press that may become a drag: the picture then follows the pointer over the page.
   * @param {PointerEvent} start
   * @param {Seat} seat
   * @param {string} glyph
   * @param {SVGSVGElement} picture
   */
  #press(start, seat, glyph, picture) {
    this.#end();
    if (start.button !== 0) return;
    const abort = new AbortController();
    /** @type {SVGSVGElement | null} */
    let held = null;
    this.#end = () => {
      abort.abort();
      held?.remove();
      held = null;
    };
    const listen = { signal: abort.signal };
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        if (!held) {
          if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STILL) return;
          held = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
          held.classList.add('hand-held');
          document.body.append(held);
          this.handlers.onPick(seat, glyph);
        }
        held.style.left = `${event.clientX}px`;
        held.style.top = `${event.clientY}px`;
        this.handlers.onOver(event);
      },
      listen,
    );
    /** @param {PointerEvent} event @param {boolean} whole */
    const release = (event, whole) => {
      if (event.pointerId !== start.pointerId) return;
      const dragged = held !== null;
      this.#end();
      if (dragged) this.handlers.onRelease(whole ? event : null);
    };
    addEventListener('pointerup', (event) => release(event, true), listen);
    addEventListener('pointercancel', (event) => release(event, false), listen);
  }

  /** The element of a kind of piece, or of the whole hand. @param {string} glyph */
  slot(glyph) {
    return this.#slots.get(glyph) ?? this.element;
  }
}
