import { s } from '../dom.js';
import { drawCoordinates, drawLines } from './layers.js';
import { grain } from './wood.js';

/** What lies under everything and stays through a game: wood, lines, and the names at the edge. */

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Grid} Grid */

export class Ground {
  wood = s('g', { class: 'layer wood', 'aria-hidden': 'true' });
  lines = s('g', { class: 'layer lines', 'aria-hidden': 'true' });
  coordinates = s('g', { class: 'layer coordinates', 'aria-hidden': 'true' });

  /** @param {Geometry} geometry @param {Grid} grid */
  draw(geometry, grid) {
    const { box } = geometry;
    const sheet = { x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(10, box.width / 40) };
    this.wood.replaceChildren(s('rect', { ...sheet, class: 'wood-sheet' }), grain(box), s('rect', { ...sheet, class: 'wood-edge' }));
    this.lines.replaceChildren(...drawLines(geometry, grid));
    this.coordinates.replaceChildren(...drawCoordinates(geometry, grid));
  }
}
