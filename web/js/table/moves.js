import { h } from '../dom.js';
import { iconButton } from '../components/button.js';
import { t } from '../i18n.js';
import { shortMoveName } from '../rules-words.js';
import { settings } from '../settings.js';
import { moveWordsOf } from './move-words.js';

/** The list of moves, and stepping through them. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').MoveRow} MoveRow */

export class MoveList {
  /** The rows drawn last. @type {MoveRow[] | null} */
  #drawn = null;
  /** @type {HTMLElement | null} */
  #current = null;
  /** The way of writing in which they were drawn. */
  #style = '';
  /** The first position, where the moves are written with what they moved. @type {import('../types.js').View | null} */
  #start = null;
  #asked = false;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.list = h('ol', { class: 'moves', tabindex: 0, 'aria-label': t('moves.label'), data: { moves: '' } });
    this.empty = h('p', { class: 'quiet' }, t('moves.none'));
    this.where = h('span', { class: 'step-where' });
    const step = (/** @type {number} */ by) => void model.step(by);
    this.first = iconButton('first', t('step.first'), () => void model.stepTo(0));
    this.previous = iconButton('previous', t('step.previous'), () => step(-1));
    this.next = iconButton('next', t('step.next'), () => step(1));
    this.last = iconButton('last', t('step.last'), () => void model.stepTo(model.table.events));
    this.element = h(
      'div',
      { class: 'move-list' },
      this.empty,
      this.list,
      h('div', { class: 'stepper', role: 'group', 'aria-label': t('step.label') }, this.first, this.previous, this.where, this.next, this.last),
    );
    // The list is drawn before it has a place on the page, and its height changes with what stands above it.
    new ResizeObserver(() => this.#follow()).observe(this.list);
    this.element.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const go = {
        ArrowLeft: () => model.step(-1),
        ArrowRight: () => model.step(1),
        Home: () => model.stepTo(0),
        End: () => model.stepTo(model.table.events),
      }[event.key];
      if (!go) return;
      event.preventDefault();
      void go();
    });
    // How moves are written is a choice of the reader.
    this.dispose = settings.watch(() => this.update());
  }

  update() {
    const { table, at } = this.model;
    const words = moveWordsOf(this.model.info.id);
    const style = `${words?.style() ?? ''}${this.#start ? '!' : ''}`;
    if (words?.needsStart() && !this.#start && !this.#asked) void this.#askStart();
    if (this.#drawn !== table.moves || this.#style !== style) {
      this.#drawn = table.moves;
      this.#style = style;
      const told = words?.words(this.#start, table.moves, this.model.info) ?? [];
      // What was set up is no move.
      const rows = table.moves.map((row, index) => this.#row(row, index + 1, told[index] ?? null));
      this.list.replaceChildren(...rows.slice(this.model.setUp));
    }
    const { setUp } = this.model;
    this.empty.hidden = table.moves.length > setUp;
    this.list.hidden = table.moves.length === setUp;
    /** @type {HTMLElement | null} */
    let current = null;
    [...this.list.children].forEach((item, index) => {
      const on = index + 1 + setUp === at;
      item.classList.toggle('is-current', on);
      item.classList.toggle('is-ahead', index + 1 + setUp > at);
      if (on) {
        current = /** @type {HTMLElement} */ (item);
        item.firstElementChild?.setAttribute('aria-current', 'step');
      } else {
        item.firstElementChild?.removeAttribute('aria-current');
      }
    });
    this.#current = current;
    this.#follow();
    this.where.textContent = t('step.where', { at: at - setUp, all: table.events - setUp });
    this.first.disabled = this.previous.disabled = at === setUp;
    this.next.disabled = this.last.disabled = at === table.events;
  }

  /** Keeps the move in sight in the part of the list that is seen. */
  #follow() {
    if (this.#current) intoView(this.list, this.#current);
    else this.list.scrollTop = 0;
  }

  async #askStart() {
    this.#asked = true;
    this.#start = await this.model.source.viewAt(0).catch(() => null);
    if (this.#start) this.update();
    // What could not be had now, the next change asks for again.
    else this.#asked = false;
  }

  /** @param {MoveRow} row @param {number} n @param {Node | null} told the move as the game writes it */
  #row(row, n, told) {
    const owner = row.seat ?? 'none';
    return h(
      'li',
      { class: `move move-${owner}${row.chance ? ' move-chance' : ''}` },
      h(
        'button',
        { type: 'button', tabindex: -1, class: 'move-button', onclick: () => void this.model.stepTo(n), data: { event: String(n) } },
        h('span', { class: 'move-number' }, String(n - this.model.setUp)),
        h('span', { class: `move-dot dot-${owner}`, 'aria-hidden': 'true' }),
        h('span', { class: 'move-text' }, told ?? this.#text(row)),
      ),
    );
  }

  /** @param {MoveRow} row */
  #text(row) {
    if (row.chance) return t('moves.chance');
    if (row.ending !== null) return t(`moves.${row.ending}`);
    return shortMoveName(this.model.info, row.text);
  }
}

/**
 * Scrolls a list that its items are placed in, and nothing else, so that an item is in sight.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function intoView(list, item) {
  const top = item.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
}
