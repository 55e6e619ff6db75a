import { button } from '../components/button.js';
import { ask } from '../components/dialog.js';
import { fill, h } from '../dom.js';
import { number, t } from '../i18n.js';
import { otherSeat } from '../seats.js';

/** What two people who play from two places have to tell each other beside their moves. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Offer} Offer */
/** @typedef {import('../types.js').Phrase} Phrase */

/** @type {readonly Offer[]} */
const OFFERS = ['draw', 'takeback'];

/** @type {readonly Phrase[]} */
const PHRASES = ['hello', 'have-fun', 'good-move', 'one-moment', 'oops', 'well-played', 'thanks', 'bye'];

/** Lets the reader say one of a few phrases. @param {TableModel} model */
export async function saySomething(model) {
  const options = PHRASES.map((value) => ({ value, label: t(`phrase.${value}`), face: [t(`phrase.${value}`)] }));
  const phrase = await ask(t('action.say'), options);
  if (phrase) await model.greet(phrase);
}

/** Offers that wait for an answer, and an opponent who has gone. */
export class CompanyBar {
  #shown = '';
  /** @type {ReturnType<typeof setInterval>} */
  #clock;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.element = h('div', { class: 'company', role: 'status', hidden: true });
    this.#clock = setInterval(() => this.update(), 500);
  }

  dispose() {
    clearInterval(this.#clock);
  }

  update() {
    const { model } = this;
    const me = model.apartSeat;
    const claim = model.claimIn;
    const { offers } = model.table;
    const seconds = claim === null ? null : Math.ceil(claim / 1000);
    const shown = me && !model.isOver ? JSON.stringify([offers, seconds, model.table.version]) : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    const rows = me && shown ? [...OFFERS.map((offer) => this.#offer(offer, me)), this.#claim(seconds)].filter((row) => row !== null) : [];
    this.element.hidden = rows.length === 0;
    fill(this.element, rows);
  }

  /** @param {Offer} offer @param {import('../types.js').Seat} me */
  #offer(offer, me) {
    const { model } = this;
    const by = model.table.offers[offer];
    if (!by) return null;
    const row = (/** @type {string} */ words, /** @type {Element[]} */ ...buttons) =>
      h('div', { class: 'company-row', data: { offer } }, h('span', {}, words), h('span', { class: 'company-buttons' }, buttons));
    if (by === me) {
      return row(
        t(`offer.${offer}.waiting`),
        button(t('offer.withdraw'), () => void model.decline(offer), { kind: 'quiet', data: { action: 'withdraw' } }),
      );
    }
    return row(
      t(`offer.${offer}.asked`),
      button(t('offer.accept'), () => void model.offer(offer), { kind: 'primary', data: { action: 'accept' } }),
      button(t('offer.decline'), () => void model.decline(offer), { data: { action: 'decline' } }),
    );
  }

  /** @param {number | null} seconds */
  #claim(seconds) {
    const { model } = this;
    const { turn } = model.table;
    if (seconds === null || turn.kind !== 'seat' || turn.seat !== otherSeat(/** @type {import('../types.js').Seat} */ (model.apartSeat))) return null;
    return h(
      'div',
      { class: 'company-row' },
      h('span', {}, seconds > 0 ? t('claim.soon', { seconds: number(seconds) }) : t('claim.now')),
      seconds > 0 ? null : button(t('action.claim'), () => void model.claim(), { kind: 'primary', data: { action: 'claim' } }),
    );
  }
}
