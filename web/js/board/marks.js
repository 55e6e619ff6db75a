import { s } from '../dom.js';
import { keyOf } from './geometry.js';
import { drawGhosts, drawHalos, drawHeat, drawMarksAbove, drawMarksBelow, drawRegionLetters, drawRegions, drawSigns, drawStrokes } from './layers.js';
import { paintedPieces, paintedStrokes } from './scene.js';

/** What is written on a position: marks, strokes and parts of its own, and what an analysis lays over it. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Heat} Heat */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Stroke} Stroke */
/** @typedef {import('../types.js').Region} Region */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./scene.js').Phase} Phase */

/** A piece that is only thought of, and where. @typedef {import('../glyphs/index.js').Look & { at: Square }} GhostPiece */

/** @typedef {import('../types.js').Sign} Sign */
/** @typedef {import('../types.js').Arrow} Arrow */

/**
 * Drawn over the position: by an analysis, and (`signs` and the arrows `drawn`) by the reader.
 * @typedef {{ heat?: Heat[], marks?: Mark[], strokes?: Stroke[], regions?: Region[], ghosts?: GhostPiece[], signs?: Sign[], drawn?: Arrow[] }} Overlay
 */

/** @param {string} name */
const layer = (name) => s('g', { class: `layer ${name}`, 'aria-hidden': 'true' });

export class Marks {
  regions = layer('regions');
  heat = layer('heat');
  below = layer('marks-below');
  strokes = layer('strokes');
  above = layer('marks-above');
  arrows = layer('arrows');

  /**
   * @param {Geometry} geometry
   * @param {View} view
   * @param {Phase} phase
   * @param {Overlay} overlay
   * @param {boolean} numbers whether move numbers are shown
   */
  draw(geometry, view, phase, overlay, numbers) {
    const marks = [...view.marks, ...(overlay.marks ?? [])];
    const regions = overlay.regions?.length ? overlay.regions : view.regions;
    const lettered = new Set(
      paintedPieces(view, phase)
        .filter((piece) => piece.label || (numbers && piece.number))
        .map((piece) => keyOf(piece.at)),
    );
    this.regions.replaceChildren(...drawRegions(geometry, regions));
    this.heat.replaceChildren(...drawHeat(geometry, overlay.heat ?? []));
    this.below.replaceChildren(...drawMarksBelow(geometry, marks));
    this.above.replaceChildren(
      ...drawGhosts(geometry, overlay.ghosts ?? []),
      ...drawMarksAbove(geometry, marks, (square) => lettered.has(keyOf(square))),
      ...drawRegionLetters(geometry, regions),
    );
    this.strokes.replaceChildren(...drawStrokes(geometry, paintedStrokes(view, phase), 'arrow-head-last'));
    const arrows = drawStrokes(geometry, overlay.strokes ?? [], 'arrow-head');
    const signs = drawSigns(geometry, overlay.signs ?? []);
    const drawn = drawStrokes(
      geometry,
      (overlay.drawn ?? []).map((arrow) => ({ ...arrow, kind: 'arrow' })),
      'arrow-head',
    );
    for (const arrow of drawn) arrow.classList.add('is-drawn');
    this.arrows.replaceChildren(...drawHalos(arrows), ...arrows, ...drawHalos(drawn), ...drawn, ...signs);
  }
}
