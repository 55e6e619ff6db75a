import { Board } from '../board/board.js';
import { notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { picture } from './picture.js';

/** The positions that an experiment found: small boards with a few words, each a way into the explorer. */
export class FoundBoards {
  /** @type {Board[]} */
  #boards = [];
  element = h('div', { class: 'experiment-results' });

  clear() {
    for (const board of this.#boards) board.dispose();
    this.#boards = [];
    fill(this.element);
  }

  /**
   * @param {{ text: string, words: string }[]} found positions as text, and what is said about them
   * @param {Node | null} [after] what stands below them
   */
  show(found, after = null) {
    this.clear();
    fill(
      this.element,
      h(
        'ol',
        { class: 'longest' },
        found.map(({ text, words }) => this.#item(text, words)),
      ),
      after,
    );
  }

  /** @param {string} text @param {string} words */
  #item(text, words) {
    const board = new Board({ label: text, sideName: () => '', still: true });
    this.#boards.push(board);
    picture(text.split('/')).then((view) => {
      if (this.#boards.includes(board)) board.update(view);
    }, notifyError);
    const drawn = h('span', { 'aria-hidden': 'true' }, board.element);
    return h('li', {}, h('a', { href: `/explore/konane?board=${text}` }, drawn, h('code', {}, text), h('span', {}, words)));
  }
}
