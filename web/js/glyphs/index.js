import { s } from '../dom.js';

/**
 * What a piece needs to be drawn, on the board, in a hand or as a ghost.
 * @typedef {object} Look
 * @property {string} glyph
 * @property {import('../types.js').Seat | null} owner
 * @property {string | null} [label] text that is always on it
 * @property {number | null} [number] the number of the move that put it there
 * @property {number | null} [shade]
 * @property {boolean} [kept]
 * @property {[number, number][]} [steps]
 * @property {boolean} [numbers] whether the number of the move is shown
 */

/**
 * Draws a piece around the origin, in a square from −50 to 50. `away` is true for a piece of the player at the far side, for pieces that
 * show by their direction whose they are.
 * @typedef {(look: Look, away: boolean) => SVGElement[]} Draw
 */

/** @type {Map<string, Draw>} */
const glyphs = new Map();

/**
 * Adds a drawing.
 * @param {string} name
 * @param {Draw} draw
 */
export function registerGlyph(name, draw) {
  glyphs.set(name, draw);
}

/** Pieces that were drawn, by their look: most pieces of a board look alike, and a copy costs a fraction of a drawing. @type {Map<string, SVGGElement>} */
const drawn = new Map();
const MOST_DRAWN = 200;

/**
 * A piece, drawn around the origin in a square from −50 to 50. A glyph that nobody drew is a disc with its initial.
 * @param {Look} look
 * @param {boolean} [away] whether its owner sits at the far side
 * @returns {SVGGElement}
 */
export function drawPiece({ glyph, owner, label, number, shade, kept, steps, numbers }, away = false) {
  const look = { glyph, owner, label, number: numbers ? number : null, shade, kept, steps, numbers };
  const key = JSON.stringify([look, away]);
  let piece = drawn.get(key);
  if (!piece) {
    if (drawn.size >= MOST_DRAWN) drawn.clear();
    piece = s('g', { class: `glyph glyph-${glyph}` }, ...partsOf(look, away));
    drawn.set(key, piece);
  }
  return /** @type {SVGGElement} */ (piece.cloneNode(true));
}

/** @param {Look} look @param {boolean} away @returns {SVGElement[]} */
function partsOf(look, away) {
  const draw = glyphs.get(look.glyph);
  if (draw) return draw(look, away);
  return [
    s('circle', { r: 42, class: `stone stone-${look.owner ?? 'none'}` }),
    s('text', { class: `stone-text on-${look.owner ?? 'none'}`, y: 12, 'font-size': 36 }, look.glyph.slice(0, 1)),
  ];
}
