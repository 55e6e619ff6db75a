import * as backend from '../backend/index.js';
import { toggle } from '../components/button.js';
import { fill, h } from '../dom.js';
import { registerOption } from '../game-options.js';
import { say, t } from '../i18n.js';
import { certaintyChip } from '../table/findings.js';
import { registerExtra } from '../table/extras.js';

/** The value of the position beside a game of Konane, for those who want to see it while they play. */

/** @typedef {import('../types.js').Analysis} Analysis */

/** Nothing is asked until the position has stood still this long. */
const REST_MS = 250;
/** A value that takes longer than this is not shown. */
const SECONDS = 4;
/** Longer forms are cut; the explorer shows them whole. */
const LONGEST = 60;

const OPTION = 'value_display';

registerOption('konane', { key: OPTION, label: 'konane.value_display', initial: false });

registerExtra('konane', 'meter', (model) => {
  const body = h('div', { class: 'value-body', 'aria-live': 'polite' });
  const element = h('div', { class: 'value-display', role: 'group', 'aria-label': t('konane.value') });
  /** @type {backend.Job | null} */
  let job = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let on = model.table.options[OPTION] === true;
  let shown = '';

  /** @param {Analysis} found */
  function draw(found) {
    const score = found.score?.kind === 'exact' ? found.score.text : '';
    fill(
      body,
      score ? h('span', { class: 'value-score' }, score.length > LONGEST ? `${score.slice(0, LONGEST)}…` : score) : null,
      certaintyChip(found.certainty),
      h('span', { class: 'value-reading' }, say(found.headline)),
    );
  }

  /** @param {string} question */
  async function ask(question) {
    fill(body, h('span', { class: 'thinking' }, h('span', { class: 'pulse', 'aria-hidden': 'true' }), t('explore.working')));
    job = backend.job({ kind: 'analysis', record: model.recordInSight(), request: { kind: 'value', lines: 1 }, seconds: SECONDS });
    const state = await job.finished.catch(() => null);
    if (question !== shown) return;
    const found = /** @type {Analysis | null} */ (state?.result ?? state?.progress ?? null);
    if (!found) {
      fill(body, h('span', { class: 'quiet' }, t('analysis.konane.unknown')));
      return;
    }
    draw(found);
    if (found.regions.length > 1 && !model.hinted && !model.overlay) model.setOverlay({ regions: found.regions });
  }

  function update() {
    element.hidden = model.isUnaided;
    const shows = on && !model.isUnaided;
    const now = shows ? `${model.at}/${model.table.version}` : '';
    body.hidden = !shows || model.view.turn.kind === 'over';
    if (now === shown) return;
    shown = now;
    clearTimeout(timer);
    job?.stop();
    if (!body.hidden) timer = setTimeout(() => void ask(now), REST_MS);
  }

  fill(
    element,
    toggle(t('konane.value_display'), on, (wanted) => {
      on = wanted;
      if (!on) model.setOverlay(null);
      update();
    }),
    body,
  );
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
