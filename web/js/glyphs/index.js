import { s } from '../dom.js';

/**
 * What a piece needs to be drawn, on the board, in a hand or as a ghost.
 * @typedef {object} Look
 * @property {string} glyph
 * @property {import('../types.js').Seat | null} owner
 * @property {string | null} [label]
 * @property {number | null} [shade]
 * @property {boolean} [kept]
 * @property {[number, number][]} [steps]
 * @property {boolean} [numbers] whether a label that is only a move number is shown
 */

/** @typedef {(look: Look) => SVGElement[]} Draw draws a piece around the origin, in a square from −50 to 50 */

/** @type {Map<string, { draw: Draw, turns: boolean }>} */
const glyphs = new Map();

/**
 * Adds a drawing. Glyphs that `turns` are drawn upside down for the far player.
 * @param {string} name
 * @param {Draw} draw
 * @param {{ turns?: boolean }} [options]
 */
export function registerGlyph(name, draw, { turns = false } = {}) {
  glyphs.set(name, { draw, turns });
}

/**
 * A piece, drawn around the origin in a square from −50 to 50. A glyph that nobody drew is a disc with its initial.
 * @param {Look} look
 * @param {boolean} [away] whether its owner sits at the far side
 * @returns {SVGGElement}
 */
export function drawPiece(look, away = false) {
  const known = glyphs.get(look.glyph);
  const parts = known
    ? known.draw(look)
    : [
        s('circle', { r: 42, class: `stone stone-${look.owner ?? 'none'}` }),
        s('text', { class: `stone-text on-${look.owner ?? 'none'}`, y: 12, 'font-size': 36 }, look.glyph.slice(0, 1)),
      ];
  return s('g', { class: `glyph glyph-${look.glyph}`, transform: known?.turns && away ? 'rotate(180)' : null }, ...parts);
}
