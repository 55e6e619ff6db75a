import { button } from '../components/button.js';
import { icon } from '../components/icons.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Two computers play, and the reader watches at a pace of their own: pause, one move, go on. While they pause, nobody thinks. */

/** @typedef {import('./model.js').TableModel} TableModel */

export class WatchBar {
  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.pause = button(t('watch.pause'), () => void model.setPace(this.#running ? 'paused' : 'running'), {
      icon: 'pause',
      data: { action: 'pause' },
    });
    this.step = button(t('watch.step'), () => this.#step(), { icon: 'next', data: { action: 'step' } });
    this.element = h('div', { class: 'watch', role: 'group', 'aria-label': t('watch.label'), hidden: true }, this.pause, this.step);
  }

  get #running() {
    return this.model.table.pace === 'running';
  }

  /** One move on: the next that was played, or one that is played now. */
  #step() {
    const { model } = this;
    if (model.isLast) void model.setPace('step');
    else void model.step(1);
  }

  update() {
    const { model } = this;
    this.element.hidden = !model.mayPace || model.isOver;
    const { pace } = model.table;
    if (this.element.dataset.pace === pace) return;
    this.element.dataset.pace = pace;
    this.pause.querySelector('.button-label')?.replaceChildren(t(this.#running ? 'watch.pause' : 'watch.resume'));
    this.pause.querySelector('.icon')?.replaceWith(icon(this.#running ? 'pause' : 'play'));
  }
}
