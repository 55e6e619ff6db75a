import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { t } from '../i18n.js';

/** The pieces that a player holds, beside the board. */

/** @typedef {import('../types.js').Hand} Hand */
/** @typedef {import('../types.js').Seat} Seat */

export class HandStrip {
  /** @type {Map<string, HTMLElement>} */
  #slots = new Map();

  /**
   * @param {'near' | 'far'} side
   * @param {(seat: Seat, glyph: string) => void} onTap
   */
  constructor(side, onTap) {
    this.side = side;
    this.onTap = onTap;
    this.element = h('div', { class: `hand hand-${side}`, role: 'group', hidden: true });
  }

  /**
   * @param {Hand | null} hand
   * @param {{ name: string, usable: Set<string>, selected: string | null }} state
   */
  update(hand, { name, usable, selected }) {
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
          onclick: () => this.onTap(hand.seat, held.glyph),
        },
        picture,
        h('span', { class: 'hand-count', 'aria-hidden': 'true' }, held.count === 0 ? '' : `×${held.count}`),
      );
      this.#slots.set(held.glyph, slot);
      this.element.append(slot);
    }
    if (hadFocus && focused) this.#slots.get(focused)?.focus();
  }

  /** The element of a kind of piece, or of the whole hand. @param {string} glyph */
  slot(glyph) {
    return this.#slots.get(glyph) ?? this.element;
  }
}
