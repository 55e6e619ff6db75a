import { button } from '../components/button.js';
import { icon } from '../components/icons.js';
import { fill, h } from '../dom.js';
import { say, t } from '../i18n.js';
import { letterOf } from '../letters.js';
import { moveName } from '../rules-words.js';
import { CompanyBar } from './company.js';
import { DecisionBar } from './decisions.js';
import { ResultCard } from './result.js';
import { pendingInvite, pendingLetter } from './share.js';

/** What is going on: the status, the decisions, the result, a past position, what the players share. */

/** @typedef {import('./model.js').TableModel} TableModel */

export class Now {
  #invited = '';

  /**
   * @param {TableModel} model
   * @param {object} parts
   * @param {import('../board/board.js').Board} parts.board
   * @param {Element[]} parts.meters what only this game has
   * @param {{ onAnalyse: () => void, onShare: () => void }} parts.handlers
   */
  constructor(model, { board, meters, handlers }) {
    this.model = model;
    this.board = board;
    this.decisions = new DecisionBar(model);
    this.result = new ResultCard(model, handlers);
    this.company = new CompanyBar(model);
    this.status = h('p', { class: 'status', data: { status: '' } });
    this.pastWords = h('span', { class: 'past-words' });
    const now = button(t('step.back_to_now'), () => model.toNow(), { kind: 'quiet', icon: 'last' });
    this.past = h('div', { class: 'past', hidden: true }, this.pastWords, now);
    this.shared = h('div', { class: 'counters-shared' });
    this.waiting = h('div', { class: 'waiting', hidden: true });
    this.compareWords = h('span', { class: 'button-label' });
    this.compare = h(
      'button',
      {
        type: 'button',
        class: 'button button-plain compare',
        hidden: true,
        'aria-pressed': 'false',
        onclick: () => this.#compare(),
        data: { action: 'compare' },
      },
      icon('eye'),
      this.compareWords,
    );
    this.element = h(
      'div',
      { class: 'now' },
      ...meters,
      this.result.element,
      this.company.element,
      this.waiting,
      this.past,
      this.status,
      this.shared,
      this.decisions.element,
      this.compare,
    );
  }

  dispose() {
    this.company.dispose();
  }

  /** Turns to the other picture of the position, or back. */
  #compare() {
    if (this.board.phase === 'observed') this.board.settle();
    else this.model.toggleCompare();
  }

  update() {
    const { model } = this;
    this.decisions.update();
    this.result.update();
    this.company.update();
    this.past.hidden = model.isLive;
    this.pastWords.textContent = t('step.past', { at: model.at - model.setUp, all: model.table.events - model.setUp });
    this.status.textContent = model.hinted && model.isLive ? t('hint.shown', { move: moveName(model.info, model.hinted) }) : model.statusText();
    this.status.hidden = !this.result.element.hidden || !model.isLive;
    this.#updateInvitation();
    this.#updateShared();
    this.updateCompare();
  }

  /** The button says which picture is in sight. */
  updateCompare() {
    const { compare } = this.model.preview ?? this.model.view;
    const other = this.board.phase !== 'position';
    this.compare.hidden = !compare;
    this.compare.setAttribute('aria-pressed', String(other));
    this.compareWords.textContent = other ? t('board.compare_end') : compare ? say(compare.title) : '';
  }

  #updateInvitation() {
    const { model } = this;
    // A link with the game in it is another one after every move.
    const sent = letterOf(model.table) && model.table.version;
    const invited = JSON.stringify([model.table.holders, model.isOver, sent]);
    if (invited === this.#invited) return;
    this.#invited = invited;
    const invite = pendingInvite(model);
    this.#wait(invite);
    if (invite) return;
    void pendingLetter(model).then((letter) => {
      if (invited === this.#invited) this.#wait(letter);
    });
  }

  /** Shows what the table waits with. @param {HTMLElement | null} link */
  #wait(link) {
    this.waiting.hidden = link === null;
    fill(this.waiting, link);
  }

  #updateShared() {
    const { counters } = this.model.preview ?? this.model.view;
    const common = counters.filter((counter) => !counter.seat);
    this.shared.hidden = common.length === 0;
    fill(
      this.shared,
      common.map((counter) => h('span', { class: 'counter' }, h('span', {}, say(counter.label)), h('b', {}, counter.value))),
    );
  }
}
