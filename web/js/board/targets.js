import { s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { UNIT, sameSquare } from './geometry.js';
import { movesFrom } from './intent.js';

/** How the reader's hand is drawn: what is picked up, where it can go, what would be put down. */

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./reach.js').Reach} Reach */

export class Targets {
  below = s('g', { class: 'layer targets', 'aria-hidden': 'true' });
  chosen = s('g', { class: 'layer chosen', 'aria-hidden': 'true' });
  ghost = s('g', { class: 'layer ghost', 'aria-hidden': 'true' });

  /** @param {Geometry} geometry @param {View} view @param {Reach} reach @param {Square | null} focused the place with a visible focus */
  draw(geometry, view, reach, focused) {
    const { chosen, selection, hover } = reach;
    /** @type {SVGElement[]} */
    const frames = chosen ? [cellFrame(geometry, chosen, 'target-origin')] : [];
    // Round places show little of a frame beside their stone: a dark ring makes it stand out.
    const round = geometry.style !== 'cells';
    // Where nothing is put down (a stone is removed) the few places are shown; empty points of a large board are not.
    if (selection || !view.ghost) {
      for (const { to } of movesFrom(reach.moves, selection)) {
        if (to && round) frames.push(cellFrame(geometry, to, 'target-under'));
        if (to) frames.push(cellFrame(geometry, to, sameSquare(to, hover) ? 'target is-hot' : 'target'));
      }
    }
    this.below.replaceChildren(...frames);
    this.chosen.replaceChildren(...(chosen ? ['chosen-under', 'chosen'].map((name) => cellFrame(geometry, chosen, name)) : []));
    this.ghost.replaceChildren(...drawGhost(geometry, view, reach, focused));
  }
}

/** @param {Geometry} geometry @param {View} view @param {Reach} reach @param {Square | null} focused @returns {SVGElement[]} */
function drawGhost(geometry, view, reach, focused) {
  const { pending } = reach;
  const square = pending ?? focused ?? reach.hover;
  if (!square) return [];
  const allowed = !reach.selection && reach.placeable(square);
  const { x, y } = geometry.centre(square);
  /** @type {SVGElement[]} */
  const drawn = [];
  if (pending) {
    const { box } = geometry;
    const d = `M${x} ${box.y}V${box.y + box.height}M${box.x} ${y}H${box.x + box.width}`;
    drawn.push(s('path', { d, class: allowed ? 'cross-hair' : 'cross-hair is-refused' }));
  }
  if (!allowed) return drawn;
  if (!view.ghost) return [...drawn, cellFrame(geometry, square, 'target is-hot')];
  const size = (UNIT / 100) * (pending ? 1.5 : 1);
  const away = view.ghost.owner === (geometry.flipped ? 'first' : 'second');
  return [
    ...drawn,
    s(
      'g',
      { transform: `translate(${x} ${y}) scale(${size})`, class: pending ? 'ghost-piece is-pending' : 'ghost-piece' },
      drawPiece(view.ghost, away),
    ),
  ];
}

/** @param {Geometry} geometry @param {Square} square @param {string} name */
function cellFrame(geometry, square, name) {
  const { x, y } = geometry.centre(square);
  if (geometry.style !== 'cells') return s('circle', { cx: x, cy: y, r: UNIT * 0.445, class: name });
  return s('rect', { x: x - UNIT / 2 + 2, y: y - UNIT / 2 + 2, width: UNIT - 4, height: UNIT - 4, rx: 5, class: name });
}
