import * as backend from '../backend.js';
import { fill, h } from '../dom.js';
import { registerOption } from '../game-options.js';
import { t } from '../i18n.js';
import { registerExtra } from '../table/extras.js';

/** The odds meter: what an observation now would bring, as a bar of three parts with numbers. */

/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../table/model.js').TableModel} TableModel */

/** Nothing is asked until the position has stood still this long. */
const REST_MS = 250;

registerOption('quantum', { key: 'odds_first', label: 'quantum.odds_for_black', initial: true });
registerOption('quantum', { key: 'odds_second', label: 'quantum.odds_for_white', initial: true });

/** Whether this reader agreed to see the odds; who only watches sees them. @param {TableModel} model */
function wanted(model) {
  const mine = model.mySeats();
  return mine.length === 0 || mine.some((seat) => model.table.options[`odds_${seat}`] !== false);
}

/** @param {string} kind @param {string} label @param {string} percent */
function part(kind, label, percent) {
  const share = Math.max(0, Number.parseFloat(percent) || 0);
  const element = h('div', { class: `odds-part odds-${kind}`, title: `${label}: ${percent}` });
  element.style.flexGrow = String(share);
  return { element, words: h('span', { class: `odds-word odds-word-${kind}` }, `${label} ${percent}`) };
}

/** @param {Analysis} analysis */
function draw(analysis) {
  const { win = '', lose = '', nothing = '', side = '' } = analysis.headline.args ?? {};
  const parts = [part(`win-${side}`, t('quantum.win'), win), part('nothing', t('quantum.nothing'), nothing), part(`lose-${side}`, t('quantum.lose'), lose)];
  return [
    h('div', { class: 'odds-head' }, h('span', {}, t('quantum.odds', { side: t(`side.${side}`) })), h('span', { class: 'odds-mark' }, t(`certainty.${analysis.certainty ?? 'estimate'}`))),
    h('div', { class: 'odds-bar', 'aria-hidden': 'true' }, parts.map(({ element }) => element)),
    h('div', { class: 'odds-words' }, parts.map(({ words }) => words)),
  ];
}

registerExtra('quantum', 'meter', (model) => {
  const element = h('div', { class: 'odds-meter', role: 'group', 'aria-label': t('quantum.meter') });
  /** @type {backend.Job | null} */
  let job = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shown = '';

  function update() {
    const now = `${model.at}/${model.table.version}`;
    if (now === shown) return;
    shown = now;
    clearTimeout(timer);
    job?.stop();
    element.hidden = !wanted(model) || model.view.turn.kind !== 'seat' || model.view.pieces.length === 0;
    if (!element.hidden) timer = setTimeout(() => void ask(now), REST_MS);
  }

  /** @param {string} question */
  async function ask(question) {
    job = backend.job({ kind: 'analysis', record: model.recordInSight(), request: { kind: 'odds', lines: 0 } });
    const state = await job.finished.catch(() => null);
    const analysis = /** @type {Analysis | null} */ (state?.result ?? null);
    if (question === shown && analysis?.headline.args) fill(element, draw(analysis));
  }

  const unwatch = model.watch(update);
  update();
  return {
    element,
    dispose() {
      unwatch();
      clearTimeout(timer);
      job?.stop();
    },
  };
});
