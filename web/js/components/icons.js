import { s } from '../dom.js';

/** Line drawings on a 24×24 grid. They never stand alone: a word or a label goes with each. */

const PATHS = {
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.2 1 2.1h5c0-.9.3-1.5 1-2.1A6 6 0 0 0 12 3z',
  resign: 'M6 21V4M6 5c4-2.5 8 2.5 12 0v9c-4 2.5-8-2.5-12 0',
  draw: 'M5 9.5h14M5 14.5h14',
  say: 'M4 5h16v11H11l-4.5 4v-4H4z',
  flip: 'M8 4v13M4.5 13.5 8 17l3.5-3.5M16 20V7M12.5 10.5 16 7l3.5 3.5',
  swap: 'M4 8h13M13.5 4.5 17 8l-3.5 3.5M20 16H7M10.5 12.5 7 16l3.5 3.5',
  again: 'M19 12a7 7 0 1 1-2.1-5M17 3v4.5h-4.5',
  share: 'M12 14V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  moves: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  analysis: 'M4 20V10M9.5 20V4M15 20v-7M20.5 20V8',
  table: 'M4 5h16v11H4zM8 20h8M12 16v4',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3z',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.450-1.2 1-1.2 1.8M12 16.5h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  first: 'M6 5v14M18 5l-9 7 9 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
  previous: 'M15 5l-8 7 8 7z',
  next: 'M9 5l8 7-8 7z',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.7-4 3.8-6 7.5-6s6.8 2 7.5 6',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.6-3.5 3.2-5 6.5-5s5.9 1.5 6.5 5M16 5.5a3.2 3.2 0 0 1 0 6.2M18.5 14.8c1.7.7 2.7 2.3 3 4.7',
  computer: 'M4 5h16v11H4zM8 20h8M12 16v4M9 9.5v2M15 9.5v2',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.6-5.6L12 7.3M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.6 5.6L12 16.7',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2',
  heat: 'M12 3c1 4 5 5.5 5 10.5a5 5 0 0 1-10 0c0-2 1-3 2-4 .3 1.5 1 2 1.8 2.3C10.5 9 11 6 12 3z',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  new: 'M12 5v14M5 12h14',
  turn: 'M19 12a7 7 0 1 1-2.5-5.4M19 3.5v4h-4',
  mirror: 'M12 3.5v17M9 7.5 3.5 17H9zM15 7.5l5.5 9.5H15z',
  erase: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7',
  redo: 'M15 6l4.5 4.5L15 15M19 10.5H9a4.5 4.5 0 0 0 0 9h3',
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return s('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true', focusable: 'false' }, s('path', { d: PATHS[name] }));
}

/** The mark of Banmen: a stone on a crossing, one half ink, one half paper. @returns {SVGSVGElement} */
export function brandMark() {
  return s(
    'svg',
    { viewBox: '0 0 32 32', class: 'brand-mark', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: 'M16 1v30M1 16h30', class: 'brand-line' }),
    s('circle', { cx: 16, cy: 16, r: 10, class: 'brand-paper' }),
    s('path', { d: 'M16 6a10 10 0 0 0 0 20z', class: 'brand-ink' }),
    s('circle', { cx: 16, cy: 16, r: 10, class: 'brand-rim' }),
  );
}
