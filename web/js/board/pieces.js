import { motionReduced, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { changes } from './changes.js';
import { UNIT, keyOf } from './geometry.js';
import { Motion } from './motion.js';

/** The pieces of a board. Painting brings every node to its piece at once; how a piece comes, goes, moves or turns over is decoration. */

/** @typedef {import('../types.js').Piece} Piece */
/** @typedef {import('../types.js').Hand} Hand */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {{ x: number, y: number }} Point */

/** A picture as far as pieces go: what stands on the board and what is held beside it. @typedef {{ pieces: Piece[], hands: Hand[] }} Picture */

/** A glyph is drawn in a square of 100; this brings it to the size of a cell. */
const SCALE = UNIT / 100;

const PLACE_MS = 130;
const MOVE_MS = 220;
const FLY_MS = 340;
/** A piece that turns over. */
const FLIP_MS = 240;
/** The whole wave of an observation. */
export const WAVE_MS = 600;
/** More new pieces than this come without movement. */
const FEW = 4;
/** Tells the movement of a piece that was taken from that of the piece on its place. */
const TAKEN = ' taken';

export class PieceLayer {
  /** @type {Map<string, { piece: Piece, look: string, node: SVGGElement }>} */
  #nodes = new Map();
  /** @type {Picture} */
  #painted = { pieces: [], hands: [] };
  #motion = new Motion();
  /** The piece that follows the pointer. @type {{ key: string, at: Point } | null} */
  #held = null;
  /** @type {Geometry | null} */
  #geometry = null;

  /** @param {(seat: Seat, glyph: string) => Point | null} handPoint where a hand is, in the board's units */
  constructor(handPoint) {
    this.element = s('g', { class: 'layer pieces', 'aria-hidden': 'true' }, this.#motion.element);
    this.handPoint = handPoint;
    /** Whether move numbers are shown. */
    this.numbers = false;
  }

  /**
   * Paints a picture, and nothing else remains.
   * @param {Geometry} geometry
   * @param {Picture} picture
   * @param {{ animate: boolean, origin: Square | null }} how whether the way from the last picture is shown; where a wave starts
   */
  paint(geometry, picture, { animate, origin }) {
    const before = this.#painted;
    this.#painted = picture;
    this.#geometry = geometry;
    if (!animate) this.#motion.stopAll();
    const wanted = new Map(picture.pieces.map((piece) => [keyOf(piece.at), piece]));
    for (const [key, { node }] of this.#nodes) {
      if (wanted.has(key)) continue;
      this.#stop(key);
      this.#nodes.delete(key);
      node.remove();
    }
    for (const [key, piece] of wanted) this.#bring(geometry, key, piece);
    this.hold(null);
    if (animate && !motionReduced() && !document.hidden) this.#decorate(geometry, before, picture, origin);
  }

  /** Brings one place to its piece. @param {Geometry} geometry @param {string} key @param {Piece} piece */
  #bring(geometry, key, piece) {
    const look = JSON.stringify([piece, this.numbers, geometry.flipped]);
    const known = this.#nodes.get(key);
    if (known?.look === look) {
      this.#put(key, known.node);
      return;
    }
    this.#stop(key);
    const node = this.#draw(geometry, piece);
    this.#nodes.set(key, { piece, look, node });
    if (known) known.node.replaceWith(node);
    else this.#motion.element.before(node);
    this.#put(key, node);
  }

  /** Ends what moves on a place. @param {string} key */
  #stop(key) {
    this.#motion.stop(key);
    this.#motion.stop(key + TAKEN);
  }

  /** A piece at the origin, in two shells for what moves and what turns. @param {Geometry} geometry @param {Piece} piece */
  #draw(geometry, piece) {
    const away = piece.owner === (geometry.flipped ? 'first' : 'second');
    const glyph = drawPiece({ ...piece, numbers: this.numbers }, away);
    const turning = s('g', { class: 'piece-inner' }, s('g', { transform: `scale(${SCALE})` }, glyph));
    return s('g', { class: 'piece', data: { square: keyOf(piece.at) } }, s('g', { class: 'piece-path' }, turning));
  }

  /** Puts a node where its piece stands or is held. @param {string} key @param {SVGGElement} node */
  #put(key, node) {
    const piece = this.#nodes.get(key)?.piece;
    if (!piece || !this.#geometry) return;
    const held = this.#held?.key === key;
    const { x, y } = held && this.#held ? this.#held.at : this.#geometry.centre(piece.at);
    node.setAttribute('transform', `translate(${x} ${y})`);
    node.classList.toggle('is-dragged', held);
  }

  /** Has a piece follow the pointer; `null` puts it back. @param {Square | null} square @param {Point} [at] */
  hold(square, at) {
    const before = this.#held?.key;
    this.#held = square && at ? { key: keyOf(square), at } : null;
    for (const key of [before, this.#held?.key]) {
      const node = key === undefined ? null : this.#nodes.get(key)?.node;
      if (!key || !node) continue;
      this.#put(key, node);
      if (this.#held?.key === key) this.#motion.element.before(node);
    }
  }

  /** @param {Geometry} geometry @param {Picture} before @param {Picture} after @param {Square | null} origin */
  #decorate(geometry, before, after, origin) {
    const { moved, placed, dropped, taken, turned } = changes(before, after);
    for (const { piece, to } of taken) this.#showTaken(geometry, piece, to);
    for (const { from, to } of moved) this.#showMoved(geometry, from, to);
    for (const piece of dropped) this.#showDropped(geometry, piece);
    if (placed.length < FEW) for (const piece of placed) this.#showPlaced(piece);
    this.#showTurned(
      geometry,
      turned.filter(({ from, to }) => from.shade !== to.shade),
      origin,
    );
  }

  /** The shell of a piece that moves. @param {Square} square */
  #path(square) {
    return this.#nodes.get(keyOf(square))?.node.firstElementChild;
  }

  /** The shell of a piece that turns. @param {Square} square */
  #turning(square) {
    return this.#path(square)?.firstElementChild;
  }

  /** A stone that has just been set down. @param {Piece} piece */
  #showPlaced({ at }) {
    const settle = [
      { transform: 'scale(1.18)', opacity: 0.5 },
      { transform: 'scale(.97)', opacity: 1, offset: 0.75 },
      { transform: 'none', opacity: 1 },
    ];
    this.#motion.play(keyOf(at), this.#turning(at), settle, { duration: PLACE_MS, easing: 'ease-out' });
  }

  /** @param {Geometry} geometry @param {Piece} from @param {Piece} to */
  #showMoved(geometry, from, to) {
    const { x, y } = minus(geometry.centre(from.at), geometry.centre(to.at));
    const hop = geometry.style === 'hollows' ? UNIT * 0.5 : 0;
    const key = keyOf(to.at);
    const node = this.#nodes.get(key)?.node;
    if (node) this.#motion.element.before(node);
    this.#motion.play(
      key,
      this.#path(to.at),
      [{ transform: place(x, y) }, { transform: `${place(x / 2, y / 2 - hop)} scale(${hop ? 1.14 : 1.06})`, offset: 0.5 }, { transform: 'none' }],
      { duration: hop ? MOVE_MS * 1.5 : MOVE_MS, easing: 'ease-out' },
    );
    if (from.glyph === to.glyph) return;
    const turn = [{ transform: 'scaleX(-1)' }, { transform: 'scaleX(0)' }, { transform: 'none' }];
    this.#motion.play(key, this.#turning(to.at), turn, { duration: FLIP_MS * 1.5, easing: 'ease-in-out' });
  }

  /** @param {Geometry} geometry @param {Piece} piece */
  #showDropped(geometry, piece) {
    const hand = piece.owner ? this.handPoint(piece.owner, piece.glyph) : null;
    if (!hand) return;
    const { x, y } = minus(hand, geometry.centre(piece.at));
    this.#motion.play(keyOf(piece.at), this.#path(piece.at), [{ transform: place(x, y) }, { transform: 'none' }], {
      duration: FLY_MS,
      easing: 'ease-out',
    });
  }

  /** @param {Geometry} geometry @param {Piece} piece @param {Seat | null} to */
  #showTaken(geometry, piece, to) {
    const hand = to ? this.handPoint(to, piece.glyph) : null;
    const away = hand && minus(hand, geometry.centre(piece.at));
    const flight = away && [
      { transform: 'none', opacity: 1 },
      { transform: `${place(away.x / 2, away.y / 2)} scale(1.15)`, opacity: 1, offset: 0.5 },
      { transform: `${place(away.x, away.y)} scale(.8)`, opacity: 0 },
    ];
    const fading = [
      { transform: 'none', opacity: 1 },
      { transform: 'scale(.5)', opacity: 0 },
    ];
    this.#pass(geometry, piece, keyOf(piece.at) + TAKEN, flight ?? fading, { duration: flight ? FLY_MS : MOVE_MS, easing: 'ease-in-out' });
  }

  /** Turns pieces over in a wave outward from a place. @param {Geometry} geometry @param {{ from: Piece, to: Piece }[]} turned @param {Square | null} origin */
  #showTurned(geometry, turned, origin) {
    const centre = origin ?? { x: (geometry.columns - 1) / 2, y: (geometry.rows - 1) / 2 };
    /** @param {Square} at */
    const distance = (at) => Math.hypot(at.x - centre.x, at.y - centre.y);
    const farthest = Math.max(1, ...turned.map(({ to }) => distance(to.at)));
    const half = FLIP_MS / 2;
    for (const { from, to } of turned) {
      const delay = (distance(to.at) / farthest) * (WAVE_MS - FLIP_MS);
      const edge = { transform: 'scaleX(0)' };
      const face = { transform: 'none' };
      this.#pass(geometry, from, keyOf(to.at), [face, edge], { duration: half, delay, easing: 'ease-in' });
      this.#motion.play(keyOf(to.at), this.#turning(to.at), [edge, face], {
        duration: half,
        delay: delay + half,
        easing: 'ease-out',
        fill: 'backwards',
      });
    }
  }

  /**
   * Shows a piece that is no longer there, for the time of its movement.
   * @param {Geometry} geometry
   * @param {Piece} piece
   * @param {string} key
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} timing
   */
  #pass(geometry, piece, key, keyframes, timing) {
    const { x, y } = geometry.centre(piece.at);
    const picture = this.#draw(geometry, piece);
    picture.setAttribute('class', 'passing-piece');
    picture.setAttribute('transform', `translate(${x} ${y})`);
    this.#motion.pass(key, picture, picture.firstElementChild?.firstElementChild, keyframes, timing);
  }
}

/** @param {number} x @param {number} y */
const place = (x, y) => `translate(${x}px, ${y}px)`;

/** @param {Point} a @param {Point} b */
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
