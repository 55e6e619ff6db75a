import * as backend from '../backend/index.js';
import { button } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h, motionReduced } from '../dom.js';
import { say, t } from '../i18n.js';
import { registerExtra } from '../table/extras.js';
import { SEATS } from '../seats.js';
import { constructionOf, draw, hashOf, inOrderOfPlacing, percentsOf } from './draws.js';
import { compareSeal, nonceFor, noteSeal } from './seals.js';

/** What this browser contributes to the draws, the observations of a game so far, and once its seed is open, the check of every draw. */

/** @typedef {import('../table/model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {{ index: number, number: number, colours: string }} Observation */
/** @typedef {{ hash: boolean, draws: boolean[] }} Checked */
/** @typedef {{ hash_matches: boolean, observations: { fair: boolean, sealed: boolean }[] }} ServerAnswer */

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
  const warning = h('div', { class: 'seal-warning' });
  const element = h('section', { class: 'quantum-table' }, warning, h('h3', {}, t('quantum.observations')), list, check);
  let shown = '';
  /** Seats whose number is on its way. @type {Set<Seat>} */
  const sending = new Set();

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
    // A game that goes on from another record has draws that are older than its seal, which says nothing about them.
    const older = Number(model.table.record.tags?.sealed_from ?? 0);
    for (const [n, { index, colours }] of observations.entries()) {
      if (n < older) continue;
      const pieces = inOrderOfPlacing(await model.source.viewAt(index), model.table.record.events.slice(0, index));
      const fair = (await draw(seed, n, percentsOf(pieces), seal?.nonces)) === colours;
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
    conclude(verdict, { hash: answer.hash_matches, draws: answer.observations.filter((one) => one.sealed).map((one) => one.fair) });
  }

  /** @param {HTMLElement} verdict @param {Checked} checked */
  function conclude(verdict, { hash, draws }) {
    const { seal } = model.table.record;
    const nonces = seal?.nonces ?? {};
    const first = model.source.id && seal && backend.shared() ? compareSeal(model.source.id, seal) : 'unseen';
    // Nobody contributes for a computer: whoever runs the server could try many numbers.
    const own = seal?.construction === constructionOf(nonces) && SEATS.every((seat) => !nonces[seat] || model.table.seats[seat].kind === 'human');
    const follows = hash && own && draws.every(Boolean);
    const fair = follows && first !== 'changed';
    verdict.className = fair ? 'is-fair' : 'is-unfair';
    verdict.textContent = t(fair ? 'quantum.fair' : follows ? 'quantum.changed' : 'quantum.unfair', { count: draws.length });
    if (fair && backend.shared()) check.append(h('p', { class: 'quiet', data: { first } }, t(first === 'same' ? 'quantum.first' : 'quantum.unseen')));
  }

  /** Notes the hash, then adds a number of this browser's own to the draws for each of the reader's seats. */
  function contribute() {
    const { id } = model.source;
    const { record, holders, seats } = model.table;
    if (!id || !record.seal || !backend.shared()) return;
    const early = !model.isOver && observationsOf(model).length === 0;
    noteSeal(id, record.seal, early);
    const changed = compareSeal(id, record.seal) === 'changed';
    fill(warning, changed ? h('p', { class: 'warning', role: 'alert' }, t('quantum.changed')) : null);
    if (!early || changed) return;
    const tokens = model.source.tokens(holders);
    for (const seat of SEATS) {
      const token = tokens[seat];
      if (!token || seats[seat].kind !== 'human' || sending.has(seat) || record.seal.nonces?.[seat]) continue;
      sending.add(seat);
      // The game goes on without it, and the record then says who contributed nothing. After the next change it is tried again.
      backend.contribute(id, { token, nonce: nonceFor(id, seat) }).catch(() => sending.delete(seat));
    }
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
    contribute();
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
