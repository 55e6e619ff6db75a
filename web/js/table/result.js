import { fill, h } from '../dom.js';
import { button } from '../components/button.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { reasonText } from './words.js';

/** How the game ended, in a small card; the board stays in view. */

/** @typedef {import('./model.js').TableModel} TableModel */

export class ResultCard {
  /**
   * @param {TableModel} model
   * @param {{ onAnalyse: () => void, onShare: () => void }} handlers
   */
  constructor(model, handlers) {
    this.model = model;
    this.handlers = handlers;
    this.element = h('section', { class: 'result', 'aria-label': t('result.label'), hidden: true, data: { result: '' } });
    this.#shown = '';
  }

  #shown;

  update() {
    const { model } = this;
    const { turn } = model.table;
    this.element.hidden = turn.kind !== 'over' || !model.isLive;
    if (turn.kind !== 'over') return;
    const key = JSON.stringify([turn.outcome, model.table.next]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { winner, reason } = turn.outcome;
    const mine = model.mySeats();
    let title = t(reason === 'aborted' ? 'result.aborted' : 'result.draw');
    if (winner) {
      title = mine.length === 1 ? t(winner === mine[0] ? 'result.you_won' : 'result.you_lost') : t('result.won', { side: model.sideName(winner) });
    }
    const canRematch = mine.length > 0;
    fill(
      this.element,
      h('h2', { class: 'result-title' }, title),
      h('p', { class: 'result-reason' }, reasonText(model, turn.outcome)),
      model.table.next && mine.length === 1 ? h('p', {}, t('result.next')) : null,
      h(
        'div',
        { class: 'result-actions' },
        canRematch
          ? button(t('action.rematch'), () => void model.rematch(model.table.apart), { kind: 'primary', icon: 'again', data: { action: 'rematch' } })
          : null,
        button(t('action.new_game'), () => void go(`/new/${model.info.id}`), {
          kind: canRematch ? 'plain' : 'primary',
          icon: 'new',
          data: { action: 'new-game' },
        }),
      ),
      h(
        'div',
        { class: 'result-more' },
        canRematch && !model.table.apart
          ? button(t('action.swap'), () => void model.rematch(true), { kind: 'bar', icon: 'swap', data: { action: 'swap' } })
          : null,
        model.info.analyses.length > 0 ? button(t('action.analyse'), this.handlers.onAnalyse, { kind: 'bar', icon: 'analysis' }) : null,
        button(t('action.share'), this.handlers.onShare, { kind: 'bar', icon: 'share' }),
      ),
    );
  }
}
