import * as backend from '../backend/index.js';
import { fill, h } from '../dom.js';
import { registerOption } from '../game-options.js';
import { t } from '../i18n.js';
import { percent } from '../score.js';
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

/** @param {string} kind @param {string} label @param {number} share 0 to 1 */
function part(kind, label, share) {
  const words = `${label} ${percent(share)}`;
  const element = h('div', { class: `odds-part odds-${kind}`, title: words });
  element.style.flexGrow = String(share);
  return { element, words: h('span', { class: `odds-word odds-word-${kind}` }, words) };
}

/** @param {TableModel} model @param {Analysis} analysis */
function draw(model, analysis) {
  // The player who would observe comes first.
  const observer = analysis.odds[0]?.winner ?? null;
  if (!observer) return [];
  const parts = analysis.odds.map(({ winner, share }) =>
    winner ? part(winner, t('quantum.wins', { side: model.sideName(winner) }), share) : part('nothing', t('quantum.nothing'), share),
  );
  return [
    h(
      'div',
      { class: 'odds-head' },
      h('span', {}, observable(model) ? t('quantum.odds', { side: model.sideName(observer) }) : t('quantum.meter')),
      h('span', { class: 'odds-mark' }, t(`certainty.${analysis.certainty ?? 'estimate'}`)),
    ),
    h(
      'div',
      { class: 'odds-bar', 'aria-hidden': 'true' },
      parts.map(({ element }) => element),
    ),
    h(
      'div',
      { class: 'odds-words' },
      parts.map(({ words }) => words),
    ),
  ];
}

/** Whether the player to move may observe now. @param {TableModel} model */
const observable = (model) => model.view.moves.some((move) => move.action === 'observe');

registerExtra('quantum', 'meter', (model) => {
  const element = h('div', { class: 'odds-meter is-stale', role: 'group', 'aria-label': t('quantum.meter') });
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
    element.hidden = !wanted(model) || !model.mayAnalyse || model.view.turn.kind === 'over' || model.view.pieces.length === 0;
    // What was true of another position is not shown beside this one.
    element.classList.add('is-stale');
    if (!element.hidden && (observable(model) || model.view.ghost)) timer = setTimeout(() => void ask(now), REST_MS);
  }

  /** @param {string} question */
  async function ask(question) {
    job = backend.job({ kind: 'analysis', record: model.recordInSight(), request: { kind: 'odds', lines: 0 } });
    const state = await job.finished.catch(() => null);
    const analysis = /** @type {Analysis | null} */ (state?.result ?? null);
    if (question !== shown || !analysis) return;
    fill(element, draw(model, analysis));
    element.classList.remove('is-stale');
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
