import { s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { shortScore } from '../score.js';
import { UNIT } from './geometry.js';

/** The still parts of a board's picture. Each function returns the contents of one layer. */

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../types.js').Grid} Grid */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Stroke} Stroke */
/** @typedef {import('../types.js').Heat} Heat */
/** @typedef {import('../types.js').Region} Region */

/** How many tints there are for the parts of a board; further parts begin again. */
const TINTS = 8;

/** More places of a heat map than this are not all labelled. */
const MANY = 24;

/** @param {Geometry} geometry @param {Grid} grid @returns {SVGElement[]} */
export function drawLines(geometry, grid) {
  const width = geometry.columns * UNIT;
  const height = geometry.rows * UNIT;
  if (geometry.style === 'hollows') {
    const hollows = [];
    for (let y = 0; y < geometry.rows; y += 1) {
      for (let x = 0; x < geometry.columns; x += 1) {
        hollows.push(s('circle', { cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r: UNIT * 0.41, class: 'hollow' }));
      }
    }
    return hollows;
  }
  const half = geometry.style === 'points' ? UNIT / 2 : 0;
  const [left, top, right, bottom] = [half, half, width - half, height - half];
  let inner = '';
  for (let x = left + UNIT; x < right - 1; x += UNIT) inner += `M${x} ${top}V${bottom}`;
  for (let y = top + UNIT; y < bottom - 1; y += UNIT) inner += `M${left} ${y}H${right}`;
  const stars = grid.stars.map((star) => {
    const { x, y } = geometry.centre(star);
    return s('circle', { cx: x, cy: y, r: 3.6, class: 'star' });
  });
  return [
    s('path', { d: inner, class: 'line' }),
    s('rect', { x: left, y: top, width: right - left, height: bottom - top, class: 'line line-edge' }),
    ...stars,
  ];
}

/** @param {Geometry} geometry @param {Grid} grid @returns {SVGElement[]} */
export function drawCoordinates(geometry, grid) {
  if (!geometry.coordinates) return [];
  const size = geometry.lettering;
  const away = geometry.style === 'points' ? size * 0.52 : size * 0.9;
  const bottom = geometry.rows * UNIT + away;
  const left = -away;
  const columns = grid.column_labels.map((label, x) => {
    const centre = geometry.centre({ x, y: 0 });
    return s('text', { x: centre.x, y: bottom, class: 'coordinate' }, label);
  });
  const rows = grid.row_labels.map((label, y) => {
    const centre = geometry.centre({ x: 0, y });
    return s('text', { x: left, y: centre.y, class: 'coordinate' }, label);
  });
  return [...columns, ...rows];
}

/** @param {Geometry} geometry @param {Region[]} regions @returns {SVGElement[]} */
export function drawRegions(geometry, regions) {
  // A board in one piece has no parts to tell apart.
  if (regions.length < 2) return [];
  return regions.flatMap((region, index) => {
    const tint = index % TINTS;
    const corners = region.squares.map((square) => geometry.centre(square)).map(({ x, y }) => ({ x: x - UNIT / 2, y: y - UNIT / 2 }));
    return [
      s('path', { d: corners.map(({ x, y }) => `M${x} ${y}h${UNIT}v${UNIT}h${-UNIT}z`).join(''), class: `region region-${tint}` }),
      s('path', { d: outline(corners), class: `region-edge region-edge-${tint}` }),
    ];
  });
}

/**
 * The sides of cells that no other cell of the same part shares, a little inside it.
 * @param {{ x: number, y: number }[]} corners the upper left corners of the cells
 */
function outline(corners) {
  const own = new Set(corners.map(({ x, y }) => `${x},${y}`));
  /** @param {number} x @param {number} y */
  const inside = (x, y) => own.has(`${x},${y}`);
  const near = 1.5;
  const far = UNIT - near;
  return corners
    .map(({ x, y }) => {
      const up = inside(x, y - UNIT);
      const down = inside(x, y + UNIT);
      const left = inside(x - UNIT, y);
      const right = inside(x + UNIT, y);
      const [x0, x1] = [x + (left ? 0 : near), x + (right ? UNIT : far)];
      const [y0, y1] = [y + (up ? 0 : near), y + (down ? UNIT : far)];
      return [
        up ? '' : `M${x0} ${y + near}H${x1}`,
        down ? '' : `M${x0} ${y + far}H${x1}`,
        left ? '' : `M${x + near} ${y0}V${y1}`,
        right ? '' : `M${x + far} ${y0}V${y1}`,
      ].join('');
    })
    .join('');
}

/** The letters of the parts; they lie on the pieces. @param {Geometry} geometry @param {Region[]} regions @returns {SVGElement[]} */
export function drawRegionLetters(geometry, regions) {
  if (regions.length < 2) return [];
  return regions.flatMap((region, index) => {
    const first = region.squares[0];
    if (!first) return [];
    const { x, y } = geometry.centre(first);
    return [
      s(
        'g',
        { transform: `translate(${x - UNIT / 2 + 7} ${y - UNIT / 2 + 7})`, class: 'region-letter' },
        s('circle', { r: 6.5, class: `region-disc region-disc-${index % TINTS}` }),
        s('text', { y: 3.3, 'font-size': 9 }, region.name),
      ),
    ];
  });
}

/** @param {Geometry} geometry @param {Heat[]} heat @returns {SVGElement[]} */
export function drawHeat(geometry, heat) {
  // Many numbers side by side cannot be read; the best places keep theirs.
  const lettered = heat.length > MANY ? 0.8 : 0;
  // On a map of the whole board what helps little would hide what helps much.
  const least = heat.length > MANY ? 0.45 : 0;
  return heat.flatMap(({ at, weight, score }) => {
    const label = score && shortScore(score);
    if (!(weight > least)) return [];
    const { x, y } = geometry.centre(at);
    const strength = Math.min(1, weight);
    const disc = s('circle', {
      cx: x,
      cy: y,
      r: UNIT * (0.2 + 0.25 * strength) * (geometry.style === 'points' ? 1 : 0.75),
      opacity: (0.25 + 0.6 * strength).toFixed(2),
      class: 'heat',
    });
    if (!label || weight < lettered) return [disc];
    const size = (label.length > 4 ? 8.5 : label.length > 2 ? 11 : 13) * Math.sqrt(geometry.fineness);
    return [disc, s('text', { x, y: y + size * 0.36, 'font-size': size, class: 'heat-label' }, label)];
  });
}

/** Marks that lie under the pieces. @param {Geometry} geometry @param {Mark[]} marks @returns {SVGElement[]} */
export function drawMarksBelow(geometry, marks) {
  return marks.flatMap(({ at, kind, label }) => {
    const { x, y } = geometry.centre(at);
    if (kind === 'last' && geometry.style === 'cells') {
      return [s('rect', { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT, class: 'mark-last-cell' })];
    }
    if (kind === 'offered') {
      return [
        s('circle', { cx: x, cy: y, r: UNIT * 0.42, class: 'mark-offered' }),
        s('text', { x, y: y + 5, 'font-size': 14, class: 'mark-offered-label' }, label ?? ''),
      ];
    }
    if (kind !== 'forbidden') return [];
    const r = 7;
    return [
      s('path', { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: 'mark-forbidden' }),
      ...(label ? [s('text', { x: x + 11, y: y - 7, 'font-size': 9, class: 'mark-forbidden-label' }, label)] : []),
    ];
  });
}

/**
 * Marks that lie on the pieces.
 * @param {Geometry} geometry
 * @param {Mark[]} marks
 * @param {(square: Square) => boolean} lettered whether the piece there has a text that a mark must not cover
 * @returns {SVGElement[]}
 */
export function drawMarksAbove(geometry, marks, lettered) {
  return marks.flatMap(({ at, kind, label }) => {
    const { x, y } = geometry.centre(at);
    switch (kind) {
      case 'last':
        if (geometry.style === 'cells') return [];
        if (lettered(at)) return [s('circle', { cx: x, cy: y, r: UNIT * 0.465, class: 'mark-last-ring' })];
        return [s('circle', { cx: x, cy: y, r: UNIT * 0.135, class: 'mark-last' })];
      case 'forbidden':
      case 'offered':
        return [];
      default:
        return [
          ...(kind === 'best' ? [s('circle', { cx: x, cy: y, r: UNIT * 0.45, class: 'mark-halo' })] : []),
          s('circle', { cx: x, cy: y, r: UNIT * (kind === 'best' ? 0.45 : 0.43), class: `mark mark-${kind}` }),
          ...(label
            ? [
                s('circle', { cx: x + 13, cy: y - 13, r: 8, class: `mark-badge badge-${kind}` }),
                s('text', { x: x + 13, y: y - 9.5, 'font-size': 10, class: 'mark-badge-text' }, label),
              ]
            : []),
        ];
    }
  });
}

/** Pieces that are only thought of. @param {Geometry} geometry @param {import('./marks.js').GhostPiece[]} ghosts @returns {SVGElement[]} */
export function drawGhosts(geometry, ghosts) {
  return ghosts.map(({ at, ...look }) => {
    const { x, y } = geometry.centre(at);
    const away = look.owner === (geometry.flipped ? 'first' : 'second');
    return s('g', { transform: `translate(${x} ${y}) scale(${UNIT / 100})`, class: 'thought-piece' }, drawPiece(look, away));
  });
}

/** The outline of a sign around a point. @type {Record<'circle' | 'square' | 'triangle' | 'cross', (x: number, y: number, r: number) => string>} */
const SIGN_SHAPES = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (x, y, r) => `M${x} ${y - 1.1 * r}l${r} ${1.8 * r}h${-2 * r}z`,
  cross: (x, y, r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`,
};

/** What the reader drew on places. @param {Geometry} geometry @param {import('../types.js').Sign[]} signs @returns {SVGElement[]} */
export function drawSigns(geometry, signs) {
  return signs.flatMap(({ at, kind, label }) => {
    /** @type {SVGElement[]} */
    let drawn;
    const { x, y } = geometry.centre(at);
    if (kind === 'label') {
      const text = label ?? '';
      const size = text.length > 2 ? 11 : text.length > 1 ? 15 : 18;
      drawn = [
        s('circle', { cx: x, cy: y, r: UNIT * 0.3, class: 'sign-disc' }),
        s('text', { x, y: y + size * 0.36, 'font-size': size, class: 'sign-label' }, text),
      ];
    } else {
      const d = SIGN_SHAPES[kind](x, y, UNIT * (kind === 'circle' ? 0.34 : 0.26));
      drawn = [s('path', { d, class: 'sign-halo' }), s('path', { d, class: `sign sign-${kind}` })];
    }
    return drawn;
  });
}

/** Light under strokes, so that they stand out on wood and pieces alike. @param {SVGElement[]} strokes @returns {SVGElement[]} */
export const drawHalos = (strokes) => strokes.map((stroke) => s('path', { d: stroke.getAttribute('d'), class: 'stroke-halo' }));

/** @param {Geometry} geometry @param {Stroke[]} strokes @param {'arrow-head' | 'arrow-head-last'} head @returns {SVGElement[]} */
export function drawStrokes(geometry, strokes, head) {
  return strokes.flatMap(({ from, to, kind }) => {
    const a = geometry.centre(from);
    const b = geometry.centre(to);
    if (kind === 'win') {
      const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
      return [s('path', { d, class: 'stroke-win-halo', pathLength: 1 }), s('path', { d, class: 'stroke-win', pathLength: 1 })];
    }
    if (kind === 'threat') return [s('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: 'stroke-threat' })];
    if (kind === 'jump') return [s('path', { d: hops(a, b), class: 'stroke-jump', 'marker-end': `url(#${head})` })];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const trim = Math.min(14, length / 3) / length;
    const end = { x: b.x - (b.x - a.x) * trim, y: b.y - (b.y - a.y) * trim };
    return [s('path', { d: `M${a.x} ${a.y}L${end.x} ${end.y}`, class: 'stroke-arrow', 'marker-end': `url(#${head})` })];
  });
}

/**
 * A bow over each stone that is jumped, two cells each.
 * @param {{ x: number, y: number }} a
 * @param {{ x: number, y: number }} b
 */
function hops(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const count = Math.max(1, Math.round(length / (2 * UNIT)));
  const step = { x: (b.x - a.x) / count, y: (b.y - a.y) / count };
  const lift = Math.min(UNIT * 0.7, (length / count) * 0.3);
  // The bows bend upwards, or to the left where the jump goes up or down.
  const sign = step.x < 0 || (step.x === 0 && step.y > 0) ? -1 : 1;
  const bend = { x: (sign * step.y * lift * count) / length, y: (-sign * step.x * lift * count) / length };
  const bows = Array.from({ length: count }, (_, n) => {
    const from = { x: a.x + n * step.x, y: a.y + n * step.y };
    return `Q${from.x + step.x / 2 + bend.x} ${from.y + step.y / 2 + bend.y} ${from.x + step.x} ${from.y + step.y}`;
  });
  return `M${a.x} ${a.y}${bows.join('')}`;
}
