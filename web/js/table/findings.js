import { h } from '../dom.js';
import { number, say, t } from '../i18n.js';

/** How the parts of an analysis are drawn wherever one is shown. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').Certainty} Certainty */

/** A word that says how a number is known. @param {Certainty | null} certainty */
export function certaintyChip(certainty) {
  if (!certainty) return null;
  return h('span', { class: `certainty certainty-${certainty}`, title: t(`certainty.${certainty}.help`) }, t(`certainty.${certainty}`));
}

/**
 * The bar that shows who is ahead.
 * @param {TableModel} model
 * @param {number} share the first player's share, 0 to 1
 */
export function aheadBar(model, share) {
  const first = Math.round(Math.max(0, Math.min(1, share)) * 100);
  const dark = h('span', { class: 'ahead-first' });
  dark.style.width = `${first}%`;
  const end = (/** @type {import('../types.js').Seat} */ seat, /** @type {number} */ percent) =>
    t('analysis.bar', { side: model.colourName(seat), percent });
  const ends = [end('first', first), end('second', 100 - first)];
  return [
    h('div', { class: 'ahead', role: 'img', 'aria-label': ends.join(', ') }, dark),
    h(
      'div',
      { class: 'ahead-ends', 'aria-hidden': 'true' },
      ends.map((words) => h('span', {}, words)),
    ),
  ];
}

/** Numbers beside the lines. @param {Analysis} found */
export function figureList({ figures }) {
  if (figures.length === 0) return null;
  return h(
    'dl',
    { class: 'figures' },
    figures.map(({ label, value, certainty }) => h('div', {}, h('dt', {}, say(label)), h('dd', {}, value, ' ', certaintyChip(certainty)))),
  );
}

/** How deep, how much and how long. @param {Analysis} found */
export function effortLine({ depth, nodes, seconds }) {
  const facts = [
    depth ? t('analysis.depth', { depth }) : '',
    nodes > 0 ? t('analysis.nodes', { nodes: number(nodes, { notation: 'compact', maximumFractionDigits: 1 }) }) : '',
    t('thinking.seconds', { seconds: number(seconds, { maximumFractionDigits: 1 }) }),
  ];
  return h('p', { class: 'analysis-speed' }, facts.filter(Boolean).join(' · '));
}
