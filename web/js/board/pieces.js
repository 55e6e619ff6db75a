import { motionReduced, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { changes } from './changes.js';
import { UNIT, keyOf } from './geometry.js';

/** The pieces of a board, and how they come, go, move and turn over. */

/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('./geometry.js').Geometry} Geometry */

/** A glyph is drawn in a square of 100; this brings it to the size of a cell. */
const SCALE = UNIT / 100;

const PLACE_MS = 130;
const MOVE_MS = 220;
const FLY_MS = 340;
/** The whole wave of an observation. */
const WAVE_MS = 600;
const FLIP_MS = 240;
/** How long an observation that decided nothing stays in sight. */
const HOLD_MS = 1500;

export class PieceLayer {
  /** @type {Map<string, { piece: Piece, node: SVGGElement }>} */
  #nodes = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #returning;

  /** @param {(seat: Seat, glyph: string) => { x: number, y: number } | null} handPoint where a hand is, in the board's units */
  constructor(handPoint) {
    this.element = s('g', { class: 'layer pieces', 'aria-hidden': 'true' });
    this.handPoint = handPoint;
    /** Whether move numbers are shown. */
    this.numbers = false;
  }

  /** @param {Geometry} geometry @param {Piece} piece */
  #draw(geometry, piece) {
    const { x, y } = geometry.centre(piece.at);
    const away = piece.owner === (geometry.flipped ? 'first' : 'second');
    const glyph = drawPiece({ ...piece, numbers: this.numbers }, away);
    const inner = s('g', { class: 'piece-inner' }, s('g', { transform: `scale(${SCALE})` }, glyph));
    return s('g', { class: 'piece', transform: `translate(${x} ${y})`, data: { square: keyOf(piece.at) } }, inner);
  }

  /** The node of the piece on a place. @param {string} key */
  node(key) {
    return this.#nodes.get(key)?.node ?? null;
  }

  /** Draws everything anew, without movement. @param {Geometry} geometry @param {Piece[]} pieces */
  reset(geometry, pieces) {
    clearTimeout(this.#returning);
    this.#nodes.clear();
    this.element.replaceChildren();
    for (const piece of pieces) this.#add(geometry, piece);
  }

  /** @param {Geometry} geometry @param {Piece} piece */
  #add(geometry, piece) {
    const node = this.#draw(geometry, piece);
    this.#nodes.get(keyOf(piece.at))?.node.remove();
    this.#nodes.set(keyOf(piece.at), { piece, node });
    this.element.append(node);
    return node;
  }

  /**
   * Goes from one picture to the next in a way that can be followed.
   * @param {Geometry} geometry
   * @param {View} before
   * @param {View} after
   */
  advance(geometry, before, after) {
    const still = motionReduced() || document.hidden;
    clearTimeout(this.#returning);
    const { moved, placed, dropped, taken, turned } = changes(before, after);
    for (const { piece, to } of taken) this.#take(geometry, piece, to, still);
    for (const { from, to } of moved) this.#move(geometry, from, to, still);
    for (const piece of dropped) this.#drop(geometry, piece, still);
    for (const piece of placed) {
      const node = this.#add(geometry, piece);
      if (!still && placed.length < 4) settle(node);
    }
    const origin = after.marks.find((mark) => mark.kind === 'last')?.at ?? null;
    const observed = turned.filter(({ from, to }) => from.shade !== to.shade);
    const plain = turned.filter((turn) => !observed.includes(turn));
    for (const { to } of plain) this.#add(geometry, to);
    this.#wave(geometry, observed.map(({ to }) => to), origin, still);

    const missed = after.compare && JSON.stringify(after.compare) !== JSON.stringify(before.compare);
    if (missed && observed.length === 0 && !still) {
      this.#wave(geometry, after.compare?.pieces ?? [], origin, still);
      this.#returning = setTimeout(() => this.#wave(geometry, after.pieces, origin, still), WAVE_MS + HOLD_MS);
    }
    this.#tidy(after.pieces);
  }

  /** Turns to another set of pieces on the same places. @param {Geometry} geometry @param {Piece[]} pieces */
  turnTo(geometry, pieces) {
    clearTimeout(this.#returning);
    this.#wave(geometry, pieces, null, motionReduced());
  }

  /** Removes what the picture no longer shows. @param {Piece[]} pieces */
  #tidy(pieces) {
    const wanted = new Set(pieces.map((piece) => keyOf(piece.at)));
    for (const [key, { node }] of this.#nodes) {
      if (wanted.has(key)) continue;
      this.#nodes.delete(key);
      node.remove();
    }
  }

  /** @param {Geometry} geometry @param {Piece} piece @param {Seat | null} to @param {boolean} still */
  #take(geometry, piece, to, still) {
    const key = keyOf(piece.at);
    const node = this.#nodes.get(key)?.node;
    this.#nodes.delete(key);
    if (!node) return;
    if (still) {
      node.remove();
      return;
    }
    const from = geometry.centre(piece.at);
    const hand = to ? this.handPoint(to, piece.glyph) : null;
    const start = `translate(${from.x}px, ${from.y}px)`;
    const animation = hand
      ? node.animate(
          [
            { transform: start, opacity: 1 },
            { transform: `${place((from.x + hand.x) / 2, (from.y + hand.y) / 2)} scale(1.15)`, opacity: 1, offset: 0.5 },
            { transform: `${place(hand.x, hand.y)} scale(.8)`, opacity: 0.2 },
          ],
          { duration: FLY_MS, easing: 'ease-in-out' },
        )
      : node.animate(
          [
            { transform: start, opacity: 1 },
            { transform: `${start} scale(.5)`, opacity: 0 },
          ],
          { duration: MOVE_MS, easing: 'ease-in' },
        );
    if (hand) this.element.append(node);
    animation.onfinish = () => node.remove();
    animation.oncancel = () => node.remove();
  }

  /** @param {Geometry} geometry @param {Piece} from @param {Piece} to @param {boolean} still */
  #move(geometry, from, to, still) {
    const key = keyOf(from.at);
    this.#nodes.get(key)?.node.remove();
    this.#nodes.delete(key);
    const node = this.#add(geometry, to);
    if (still) return;
    const a = geometry.centre(from.at);
    const b = geometry.centre(to.at);
    const hop = geometry.style === 'hollows' ? UNIT * 0.5 : 0;
    node.animate(
      [
        { transform: place(a.x, a.y) },
        { transform: `${place((a.x + b.x) / 2, (a.y + b.y) / 2 - hop)} scale(${hop ? 1.14 : 1.06})`, offset: 0.5 },
        { transform: place(b.x, b.y) },
      ],
      { duration: hop ? MOVE_MS * 1.5 : MOVE_MS, easing: 'ease-out' },
    );
    if (from.glyph !== to.glyph) {
      node.firstElementChild?.animate([{ transform: 'scaleX(-1)' }, { transform: 'scaleX(0)' }, { transform: 'none' }], {
        duration: FLIP_MS * 1.5,
        easing: 'ease-in-out',
      });
    }
  }

  /** @param {Geometry} geometry @param {Piece} piece @param {boolean} still */
  #drop(geometry, piece, still) {
    const node = this.#add(geometry, piece);
    const hand = piece.owner ? this.handPoint(piece.owner, piece.glyph) : null;
    if (still || !hand) return;
    const to = geometry.centre(piece.at);
    node.animate([{ transform: place(hand.x, hand.y) }, { transform: place(to.x, to.y) }], {
      duration: FLY_MS,
      easing: 'ease-out',
    });
  }

  /**
   * Turns pieces over in a wave outward from a place.
   * @param {Geometry} geometry
   * @param {Piece[]} pieces
   * @param {import('../types.js').Square | null} origin
   * @param {boolean} still
   */
  #wave(geometry, pieces, origin, still) {
    const centre = origin ?? { x: (geometry.columns - 1) / 2, y: (geometry.rows - 1) / 2 };
    /** @param {Piece} piece */
    const distance = ({ at }) => Math.hypot(at.x - centre.x, at.y - centre.y);
    const farthest = Math.max(1, ...pieces.map(distance));
    for (const piece of pieces) {
      const old = this.#nodes.get(keyOf(piece.at))?.node;
      if (still || !old) {
        this.#add(geometry, piece);
        continue;
      }
      const delay = (distance(piece) / farthest) * (WAVE_MS - FLIP_MS);
      const fresh = this.#draw(geometry, piece);
      this.#nodes.set(keyOf(piece.at), { piece, node: fresh });
      const closing = old.firstElementChild?.animate([{ transform: 'none' }, { transform: 'scaleX(0)' }], {
        duration: FLIP_MS / 2,
        delay,
        easing: 'ease-in',
        fill: 'forwards',
      });
      const open = () => {
        if (this.#nodes.get(keyOf(piece.at))?.node !== fresh) {
          old.remove();
          return;
        }
        old.replaceWith(fresh);
        fresh.firstElementChild?.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], {
          duration: FLIP_MS / 2,
          easing: 'ease-out',
        });
      };
      if (closing) closing.onfinish = open;
      else open();
    }
  }
}

/** @param {number} x @param {number} y */
const place = (x, y) => `translate(${x}px, ${y}px)`;

/** A stone that has just been set down. @param {SVGGElement} node */
function settle(node) {
  node.firstElementChild?.animate(
    [
      { transform: 'scale(1.18)', opacity: 0.5 },
      { transform: 'scale(.97)', opacity: 1, offset: 0.75 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: PLACE_MS, easing: 'ease-out' },
  );
}
