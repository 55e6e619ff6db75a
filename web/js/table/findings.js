import { toggle } from '../components/button.js';
import { h } from '../dom.js';
import { number, say, t } from '../i18n.js';
import { change, settings } from '../settings.js';

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
 * Whether an analysis gives a chance to win, which an engine estimates: neither what dice would bring nor what is proved.
 * @param {Pick<Analysis, 'score' | 'certainty' | 'odds'>} found
 */
export const isChance = ({ score, certainty, odds }) => certainty === 'estimate' && score?.kind === 'share' && odds.length === 0;

/** Says that a chance is an estimate, and what that means. */
export function chanceChip() {
  return h('span', { class: 'certainty certainty-estimate', title: t('analysis.chance.help') }, t('certainty.estimate'));
}

/** The chip of an analysis, which a chance has beside its name already. @param {Analysis} found */
export const chipOf = (found) => (isChance(found) ? null : certaintyChip(found.certainty));

/** The bar of an analysis, with its name where it is a chance. @param {TableModel} model @param {Analysis} found */
export function barOf(model, found) {
  if (found.bar === null) return null;
  const name = isChance(found) ? h('p', { class: 'chance-name' }, t('analysis.chance'), ' ', chanceChip()) : null;
  return [name, ...aheadBar(model, found.bar)];
}

/**
 * Where a strong player would look, as tints of the board: the surer, the darker.
 * @param {Pick<Analysis, 'candidates'>} found
 * @returns {import('../types.js').Heat[]}
 */
export function tints({ candidates }) {
  const most = Math.max(...candidates.map(({ share }) => share));
  return candidates.map(({ at, share }) => ({ at, weight: 0.8 * Math.sqrt(share / most), score: null }));
}

/**
 * The switch for where a strong player would look, and what the tints mean.
 * @param {Analysis} found
 */
export function looksSwitch(found) {
  if (found.candidates.length === 0) return null;
  const { looks } = settings.get();
  const legend = h('p', { class: 'quiet', hidden: !looks }, t('analysis.looks.legend'));
  const choose = (/** @type {boolean} */ on) => {
    legend.hidden = !on;
    change({ looks: on });
  };
  return h('div', { class: 'looks' }, toggle(t('analysis.looks'), looks, choose), legend);
}

/**
 * The bar that shows who is ahead.
 * @param {TableModel} model
 * @param {number} share the first player's share, 0 to 1
 */
function aheadBar(model, share) {
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
