import { HandStrip } from './hand.js';

/** What both players hold, on the sides of the board where they sit. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../types.js').Source} Source */

/** The room of a hand above or below a board, with the gap to it (hands.css). */
const ABOVE = 54 + 6;

/** The room of a hand beside a board. @param {{ width: number, height: number }} stage @param {number} held how many kinds of pieces it can hold */
const beside = ({ width, height }, held) => Math.max(40, Math.min(104, 0.14 * width, height / held - 10)) + Math.max(4, Math.min(16, 0.02 * width));

/** Beside the board pieces in hand are larger; a board that is hardly larger is not worth the change. */
const WORTH = 1.08;

/**
 * Whether a stage has room for a much larger board when the hands lie above and below it.
 * @param {{ width: number, height: number }} stage
 * @param {number} ratio how wide the board is for its height
 * @param {number} held
 */
export function handsAbove(stage, ratio, held) {
  return Math.min(stage.width, (stage.height - 2 * ABOVE) * ratio) > WORTH * Math.min(stage.width - 2 * beside(stage, held), stage.height * ratio);
}

export class Hands {
  /** The seat at the near side. @type {Seat} */
  #near = 'first';

  /** @param {import('./hand.js').HandHandlers} handlers */
  constructor(handlers) {
    this.far = new HandStrip('far', handlers);
    this.near = new HandStrip('near', handlers);
  }

  /**
   * @param {View} view
   * @param {object} state
   * @param {boolean} state.flipped
   * @param {LegalMove[]} state.moves what the reader may play
   * @param {Source | null} state.selection
   * @param {(seat: Seat) => string} state.sideName
   */
  draw(view, { flipped, moves, selection, sideName }) {
    this.#near = flipped ? 'second' : 'first';
    const mover = view.turn.kind === 'seat' ? view.turn.seat : null;
    for (const seat of /** @type {const} */ (['first', 'second'])) {
      const usable = new Set(seat === mover ? moves.flatMap((move) => (move.from?.kind === 'hand' ? [move.from.glyph] : [])) : []);
      const selected = selection?.kind === 'hand' && seat === mover ? selection.glyph : null;
      this.#strip(seat).update(view.hands.find((hand) => hand.seat === seat) ?? null, { name: sideName(seat), usable, selected });
    }
  }

  /** @param {Seat} seat */
  #strip(seat) {
    return seat === this.#near ? this.near : this.far;
  }

  /** Where a kind of piece is held, in the units of a drawing; `null` if it is not in sight. @param {SVGSVGElement} svg @param {Seat} seat @param {string} glyph */
  pointOf(svg, seat, glyph) {
    const slot = this.#strip(seat).slot(glyph);
    const matrix = svg.getScreenCTM();
    if (slot.offsetParent === null || !matrix) return null;
    const box = slot.getBoundingClientRect();
    const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
