import * as backend from '../backend/index.js';
import { icon } from '../components/icons.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { registerExtra } from '../table/extras.js';

/** A hint as a map: where would a stone help the player to move most? */

/** @typedef {import('../types.js').Analysis} Analysis */

registerExtra('quantum', 'meter', (model) => {
  const label = h('span', { class: 'button-label' }, t('quantum.heat'));
  const element = h(
    'button',
    { type: 'button', class: 'button button-plain heat-hint', 'aria-pressed': 'false', hidden: true, data: { action: 'heat' } },
    icon('heat'),
    label,
  );
  /** @type {backend.Job | null} */
  let job = null;
  let position = '';

  const pressed = () => element.getAttribute('aria-pressed') === 'true';
  /** @param {boolean} on */
  const press = (on) => element.setAttribute('aria-pressed', String(on));

  /** @param {string} here */
  async function ask(here) {
    job = backend.job({ kind: 'analysis', record: model.recordInSight(), request: { kind: 'odds', lines: 0 } });
    const state = await job.finished.catch(() => null);
    const found = /** @type {Analysis | null} */ (state?.result ?? null);
    if (here === position && pressed() && found) model.setOverlay({ heat: found.heat });
  }

  element.addEventListener('click', () => {
    press(!pressed());
    if (pressed()) void ask(position);
    else model.setOverlay(null);
  });

  function update() {
    const here = `${model.at}/${model.table.version}`;
    element.hidden = !model.playable || !model.mayAnalyse || model.view.ghost === null || model.view.pieces.length === 0;
    if (here === position) return;
    position = here;
    job?.stop();
    press(false);
  }

  const unwatch = model.watch(update);
  update();
  return {
    element,
    dispose() {
      unwatch();
      job?.stop();
    },
  };
});
