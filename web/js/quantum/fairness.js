import * as backend from '../backend.js';
import { button } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { t } from '../i18n.js';
import { registerExtra } from '../table/extras.js';

/** The observations of a game so far, and once its seed is open, the check of every draw. */

/** @typedef {{ fair: boolean, hash_matches: boolean, observations: { number: number, event: number, recorded: string, recomputed: string, fair: boolean }[] }} Verification */

/** @param {string} seed @returns {Promise<string>} */
async function hashOf(seed) {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

registerExtra('quantum', 'table', (model) => {
  const list = h('ol', { class: 'observations' });
  const check = h('div', { class: 'fairness', role: 'status' });
  const element = h('section', { class: 'quantum-table' }, h('h3', {}, t('quantum.observations')), list, check);
  let shown = '';

  async function verify() {
    const { record } = model.table;
    fill(check, h('p', {}, t('quantum.checking')));
    try {
      // The hash is worked out here, in front of the reader; the draws by the server, as anybody can by the documentation.
      const here = crypto.subtle && record.seal?.seed ? (await hashOf(record.seal.seed)) === record.seal.hash : null;
      const state = await backend.job({ kind: 'tool', tool: `quantum.${'verify'}`, input: { record } }).finished;
      const answer = /** @type {Verification | null} */ (state.result);
      if (!answer) throw new backend.BackendError(422, state.error ?? { title: 'not checked' });
      const fair = answer.fair && here !== false;
      fill(
        check,
        h('p', { class: fair ? 'is-fair' : 'is-unfair' }, t(fair ? 'quantum.fair' : 'quantum.unfair', { count: answer.observations.length })),
        h('ol', {}, answer.observations.map((draw) => h('li', {}, `${draw.fair ? '✓' : '✗'} `, h('code', {}, draw.recomputed)))),
      );
    } catch (error) {
      fill(check, h('p', {}, explain(error)));
    }
  }

  function update() {
    const { table } = model;
    const now = `${table.version}`;
    if (now === shown) return;
    shown = now;
    const draws = table.moves.map((move, index) => ({ move, index })).filter(({ move }) => move.chance);
    fill(
      list,
      draws.length === 0
        ? h('li', {}, t('quantum.no_observations'))
        : draws.map(({ move, index }) => h('li', {}, button(t('quantum.observation', { number: move.number }), () => void model.stepTo(index + 1), { kind: 'quiet', icon: 'eye' }))),
    );
    const { seal } = table.record;
    fill(check, seal?.seed ? button(t('quantum.verify'), () => void verify(), { icon: 'check' }) : null);
  }

  const unwatch = model.watch(update);
  update();
  return { element, dispose: unwatch };
});
