import { button } from '../components/button.js';
import { icon } from '../components/icons.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Two computers play, and the reader watches at a pace of their own: pause, one move, go on. */

/** @typedef {import('./model.js').TableModel} TableModel */

/** Time between two moves while the reader catches up with the game. */
const BEAT_MS = 400;

export class WatchBar {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the reader wants the next move although it has not been played yet. */
  #waiting = false;
  /** @type {'following' | 'paused' | 'catching-up'} */
  #pace = 'following';

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.pause = button(t('watch.pause'), () => this.#toggle(), { icon: 'pause', data: { action: 'pause' } });
    this.step = button(t('watch.step'), () => this.#step(), { icon: 'next', data: { action: 'step' } });
    this.element = h('div', { class: 'watch', role: 'group', 'aria-label': t('watch.label'), hidden: true }, this.pause, this.step);
  }

  dispose() {
    clearTimeout(this.#timer);
  }

  get #watched() {
    const { first, second } = this.model.table.seats;
    return Boolean(this.model.source.id) && first.kind === 'level' && second.kind === 'level';
  }

  #toggle() {
    if (this.#pace === 'following') this.#stop();
    else {
      this.#pace = 'catching-up';
      this.#next();
    }
    this.model.changed();
  }

  #stop() {
    this.#pace = 'paused';
    clearTimeout(this.#timer);
    this.model.hold(true);
  }

  /** One move on, as soon as there is one. */
  #step() {
    this.#stop();
    this.#waiting = this.model.isLast;
    if (!this.#waiting) void this.model.step(1);
    this.model.changed();
  }

  /** Plays what happened meanwhile, and follows the game again when nothing is left. */
  #next() {
    if (this.#pace !== 'catching-up') return;
    if (this.model.isLast) {
      this.#pace = 'following';
      this.model.hold(false);
      this.model.changed();
      return;
    }
    void this.model.step(1).then(() => {
      this.#timer = setTimeout(() => this.#next(), BEAT_MS);
    });
  }

  update() {
    const { model } = this;
    // The reader went back to the present by another way.
    if (this.#pace === 'paused' && !model.held) this.#pace = 'following';
    this.element.hidden = !this.#watched || (model.isOver && model.isLast);
    const paused = this.#pace === 'paused';
    if (this.element.dataset.pace !== this.#pace) {
      this.element.dataset.pace = this.#pace;
      this.pause.querySelector('.button-label')?.replaceChildren(t(paused ? 'watch.resume' : 'watch.pause'));
      this.pause.querySelector('.icon')?.replaceWith(icon(paused ? 'play' : 'pause'));
    }
    if (paused && this.#waiting && !model.isLast) {
      this.#waiting = false;
      queueMicrotask(() => void model.step(1));
    }
  }
}
