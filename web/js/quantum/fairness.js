import * as backend from '../backend/index.js';
import { button } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h, motionReduced } from '../dom.js';
import { say, t } from '../i18n.js';
import { registerExtra } from '../table/extras.js';
import { draw, hashOf, inOrderOfPlacing, percentsOf } from './draws.js';

/** The observations of a game so far, and once its seed is open, the check of every draw. */

/** @typedef {import('../table/model.js').TableModel} TableModel */
/** @typedef {{ index: number, number: number, colours: string }} Observation */
/** @typedef {{ hash: boolean, draws: boolean[] }} Checked */
/** @typedef {{ hash_matches: boolean, observations: { fair: boolean }[] }} ServerAnswer */

/** Between two draws, so that each can be seen. */
const BEAT_MS = 180;

/** The observations of a table, in order. @param {TableModel} model @returns {Observation[]} */
function observationsOf(model) {
  const found = model.table.record.events.flatMap((event, index) => ('chance' in event ? [{ index, colours: String(event.chance) }] : []));
  return found.map((one, at) => ({ ...one, number: at + 1 }));
}

/** The colours of a draw as a row of little stones. @param {string} colours */
function stones(colours) {
  return h(
    'span',
    { class: 'drawn-stones', role: 'img', 'aria-label': colours },
    [...colours].map((colour) => h('span', { class: `drawn-stone dot-${colour === 'b' ? 'first' : 'second'}` })),
  );
}

/** @param {boolean | null} fair */
const mark = (fair) =>
  h(
    'span',
    { class: `check-mark ${fair === null ? '' : fair ? 'is-fair' : 'is-unfair'}`, 'aria-hidden': 'true' },
    fair === null ? '·' : fair ? '✓' : '✗',
  );

registerExtra('quantum', 'table', (model) => {
  const list = h('ol', { class: 'observations' });
  const check = h('div', { class: 'fairness' });
  const element = h('section', { class: 'quantum-table' }, h('h3', {}, t('quantum.observations')), list, check);
  let shown = '';

  /** Recomputes everything in this browser, one draw after the other. */
  async function recompute() {
    const { seal } = model.table.record;
    const seed = seal?.seed ?? '';
    const observations = observationsOf(model);
    const rows = observations.map(({ colours }) => h('li', {}, mark(null), ' ', stones(colours)));
    const hashLine = h('p', {}, mark(null), ' ', t('quantum.check_hash'));
    const verdict = h('p', { role: 'status' }, t('quantum.checking'));
    fill(check, verdict, hashLine, h('ol', { class: 'checked-draws' }, rows));
    const hash = (await hashOf(seed)) === seal?.hash;
    hashLine.firstChild?.replaceWith(mark(hash));
    const draws = [];
    for (const [n, { index, colours }] of observations.entries()) {
      const pieces = inOrderOfPlacing(await model.source.viewAt(index), model.table.record.events.slice(0, index));
      const fair = (await draw(seed, n, percentsOf(pieces))) === colours;
      draws.push(fair);
      rows[n]?.firstChild?.replaceWith(mark(fair));
      if (!motionReduced()) await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
    }
    conclude(verdict, { hash, draws });
  }

  /** The same by the server, for browsers that keep their cryptography to encrypted connections. */
  async function askServer() {
    const verdict = h('p', { role: 'status' }, t('quantum.checking'));
    fill(check, verdict);
    const state = await backend.job({ kind: 'tool', tool: 'quantum.verify', input: { record: model.table.record } }).finished;
    const answer = /** @type {ServerAnswer | null} */ (state.result);
    if (!answer) throw new backend.BackendError(422, state.error ?? { title: 'not checked' });
    conclude(verdict, { hash: answer.hash_matches, draws: answer.observations.map((one) => one.fair) });
  }

  /** @param {HTMLElement} verdict @param {Checked} checked */
  function conclude(verdict, { hash, draws }) {
    const fair = hash && draws.every(Boolean);
    verdict.className = fair ? 'is-fair' : 'is-unfair';
    verdict.textContent = t(fair ? 'quantum.fair' : 'quantum.unfair', { count: draws.length });
  }

  async function verify() {
    try {
      await (crypto.subtle ? recompute() : askServer());
    } catch (error) {
      fill(check, h('p', { role: 'status' }, explain(error)));
    }
  }

  /** @param {Observation} observation */
  function row({ index, number, colours }) {
    const outcome = h('span', { class: 'quiet' });
    void model.source.viewAt(index + 1).then(
      (view) => {
        if (view.spoken) outcome.textContent = say(view.spoken);
      },
      () => {},
    );
    const seat = model.table.moves[index - 1]?.seat;
    const words = t('quantum.observation', { number, side: seat ? model.sideName(seat) : '' });
    return h(
      'li',
      {},
      button(words, () => void model.stepTo(index + 1, true), { kind: 'quiet', icon: 'eye' }),
      outcome,
      stones(colours),
    );
  }

  function update() {
    const now = `${model.table.version}`;
    if (now === shown) return;
    shown = now;
    const observations = observationsOf(model);
    fill(list, observations.length === 0 ? h('li', { class: 'quiet' }, t('quantum.no_observations')) : observations.map(row));
    fill(
      check,
      model.table.record.seal?.seed ? button(t('quantum.verify'), () => void verify(), { icon: 'check', data: { action: 'verify' } }) : null,
    );
  }

  const unwatch = model.watch(update);
  update();
  return { element, dispose: unwatch };
});
