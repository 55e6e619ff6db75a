import { button } from '../components/button.js';
import { confirmed } from '../components/dialog.js';
import { menuButton } from '../components/menu.js';
import { h, isNarrow } from '../dom.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { saySomething } from './company.js';
import { playFromHere, study } from './onward.js';
import { openShare } from './share.js';

/** The row of actions: the same control in the same place in all games. */

/** @typedef {import('./model.js').TableModel} TableModel */

/** Whether the reader sits at a game that goes on. @param {TableModel} model */
const canAct = (model) => model.mySeats().length > 0 && !model.isOver && Boolean(model.source.id);

/** Whether the game has hardly begun and can be ended without a winner. @param {TableModel} model */
const canAbort = (model) => model.apartSeat !== null && !model.bothMoved;

/** @param {TableModel} model */
async function askResign(model) {
  if (!canAct(model)) return;
  if (canAbort(model)) {
    if (await confirmed(t('abort.title'), t('abort.sentence'), t('action.abort'))) await model.abort();
    return;
  }
  if (await confirmed(t('resign.title'), t('resign.sentence'), t('action.resign'))) await model.resign();
}

export class ActionBar {
  /**
   * @param {TableModel} model
   * @param {(tab: string) => void} openTab
   */
  constructor(model, openTab) {
    this.model = model;
    this.openTab = openTab;
    this.undo = button(t('action.undo'), () => void (model.apartSeat ? model.offer('takeback') : model.undo()), {
      icon: 'undo',
      kind: 'bar',
      data: { action: 'undo' },
    });
    this.hint = button(t('action.hint'), () => void model.hint(), { icon: 'hint', kind: 'bar', data: { action: 'hint' } });
    this.resign = button(t('action.resign'), () => void askResign(model), { icon: 'resign', kind: 'bar', data: { action: 'resign' } });
    const flip = button(t('action.flip'), () => model.flip(), { icon: 'flip', kind: 'bar', data: { action: 'flip' } });
    const share = button(t('action.share'), () => void openShare(model), { icon: 'share', kind: 'bar', data: { action: 'share' } });
    const moves = button(t('tabs.moves'), () => openTab('moves'), { icon: 'moves', kind: 'bar' });
    const analysis = button(t('tabs.analysis'), () => openTab('analysis'), { icon: 'analysis', kind: 'bar' });
    const more = menuButton({
      label: t('action.more'),
      icon: 'more',
      class: 'button button-bar',
      data: { action: 'more' },
      items: () => this.#menu(),
    });
    for (const wide of [flip, share, this.resign]) wide.classList.add('only-wide');
    for (const narrow of [moves, analysis]) narrow.classList.add('only-narrow');
    this.element = h(
      'div',
      { class: 'actions', role: 'group', 'aria-label': t('actions.label') },
      this.undo,
      this.hint,
      moves,
      analysis,
      flip,
      share,
      this.resign,
      more,
    );
    if (!model.source.id) for (const part of [this.undo, this.hint, this.resign]) part.hidden = true;
  }

  /** @returns {import('../components/menu.js').MenuItem[]} */
  #menu() {
    const { model } = this;
    const away = model.mySeats().length === 0;
    return [
      ...(model.apartSeat && !model.isOver ? this.#companyMenu() : []),
      ...(isNarrow() ? this.#narrowMenu() : []),
      { label: t('action.rematch'), icon: 'again', run: () => void model.rematch(false), disabled: away, id: 'rematch' },
      { label: t('action.swap'), icon: 'swap', run: () => void model.rematch(true), disabled: away, id: 'swap' },
      { label: t('action.new_game'), icon: 'new', run: () => void go(`/new/${model.info.id}`), id: 'new-game' },
      { label: t('action.study'), icon: 'analysis', run: () => void study(model), disabled: !model.studiable, id: 'study' },
      { label: t('action.play_from_here'), icon: 'play', run: () => void playFromHere(model), id: 'play-from-here' },
    ];
  }

  /** What two people who play from two places may do. @returns {import('../components/menu.js').MenuItem[]} */
  #companyMenu() {
    const { model } = this;
    const { offers } = model.table;
    const spent = offers.spent?.some(([offer, seat]) => offer === 'draw' && seat === model.apartSeat);
    const offered = offers.draw === model.apartSeat;
    return [
      { label: t('action.draw'), icon: 'draw', run: () => void model.offer('draw'), disabled: !model.bothMoved || spent || offered, id: 'draw' },
      { label: t('action.say'), icon: 'say', run: () => void saySomething(model), id: 'say' },
    ];
  }

  /** What has a button of its own where there is room. @returns {import('../components/menu.js').MenuItem[]} */
  #narrowMenu() {
    const { model } = this;
    return [
      { label: t('action.flip'), icon: 'flip', run: () => model.flip(), id: 'flip' },
      { label: t('action.share'), icon: 'share', run: () => void openShare(model), id: 'share' },
      { label: t('tabs.table'), icon: 'table', run: () => this.openTab('table'), id: 'table' },
      {
        label: t(canAbort(model) ? 'action.abort' : 'action.resign'),
        icon: 'resign',
        run: () => void askResign(model),
        disabled: !canAct(model),
        id: 'resign',
      },
    ];
  }

  update() {
    const { model } = this;
    const asked = model.apartSeat !== null && (model.isOver || model.table.offers.takeback === model.apartSeat);
    this.undo.disabled = !model.undoable || model.busy || asked;
    this.hint.hidden = !model.source.id || !model.mayAnalyse;
    const label = this.resign.querySelector('.button-label');
    if (label) label.textContent = t(canAbort(model) ? 'action.abort' : 'action.resign');
    this.hint.disabled = !model.playable || model.hinting || model.isUnaided;
    this.hint.classList.toggle('is-busy', model.hinting);
    this.resign.disabled = !canAct(model);
  }

  /** Gives way to the buttons of a waiting ghost. @param {boolean} covered */
  cover(covered) {
    this.element.classList.toggle('is-covered', covered);
  }
}
