import { s } from '../dom.js';

/**
 * @param {string} id
 * @param {[string, string][]} stops offset and class of each stop; the colours are in the style sheet
 * @param {Record<string, string>} [at]
 */
const radial = (id, stops, at = { cx: '36%', cy: '32%', r: '75%' }) =>
  s('radialGradient', { id, ...at }, ...stops.map(([offset, name]) => s('stop', { offset, class: name })));

/** Gradients that all boards share, put into the page once. */
export function installDefs() {
  if (document.getElementById('board-defs')) return;
  const root = s(
    'svg',
    { id: 'board-defs', class: 'defs', width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false' },
    s(
      'defs',
      {},
      radial('fill-stone-first', [
        ['0%', 'stop-black-high'],
        ['100%', 'stop-black-low'],
      ]),
      radial('fill-stone-second', [
        ['0%', 'stop-white-high'],
        ['62%', 'stop-white-mid'],
        ['100%', 'stop-white-low'],
      ]),
      radial(
        'fill-hollow',
        [
          ['0%', 'stop-hollow-deep'],
          ['78%', 'stop-hollow-mid'],
          ['100%', 'stop-hollow-rim'],
        ],
        { cx: '50%', cy: '44%', r: '55%' },
      ),
      s(
        'linearGradient',
        { id: 'fill-wood', x1: '0', y1: '0', x2: '1', y2: '0.25' },
        s('stop', { offset: '0%', class: 'stop-wood-a' }),
        s('stop', { offset: '45%', class: 'stop-wood-b' }),
        s('stop', { offset: '100%', class: 'stop-wood-c' }),
      ),
      s(
        'linearGradient',
        { id: 'fill-tile-first', x1: '0', y1: '0', x2: '0.3', y2: '1' },
        s('stop', { offset: '0%', class: 'stop-tile-first-a' }),
        s('stop', { offset: '100%', class: 'stop-tile-first-b' }),
      ),
      s(
        'linearGradient',
        { id: 'fill-tile-second', x1: '0', y1: '0', x2: '0.3', y2: '1' },
        s('stop', { offset: '0%', class: 'stop-tile-second-a' }),
        s('stop', { offset: '100%', class: 'stop-tile-second-b' }),
      ),
      ...['arrow-head', 'arrow-head-last'].map((id) =>
        s(
          'marker',
          { id, viewBox: '0 0 10 10', refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: 'auto' },
          s('path', { d: 'M0 0 10 5 0 10z', class: id }),
        ),
      ),
    ),
  );
  document.body.append(root);
}
