import { fill, h } from '../dom.js';
import { button } from '../components/button.js';
import { t } from '../i18n.js';

/** Moves that are buttons (observe, skip, keep …), and the buttons that guide a waiting ghost. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').LegalMove} LegalMove */

/**
 * The keys of moves that are buttons: of each the first letter of its name that no button before it has.
 * @param {LegalMove[]} moves
 * @returns {string[]}
 */
export function keysOfActions(moves) {
  /** @type {string[]} */
  const keys = [];
  for (const { action } of moves) keys.push([...(action ?? '').toUpperCase()].find((letter) => !keys.includes(letter)) ?? '');
  return keys;
}

export class DecisionBar {
  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.element = h('div', { class: 'decisions', role: 'group', 'aria-label': t('decisions.label'), hidden: true });
    this.#shown = '';
  }

  #shown;

  /** The moves that are buttons and may be made now. @returns {LegalMove[]} */
  #moves() {
    return this.model.playable ? this.model.view.moves.filter((move) => move.action !== null) : [];
  }

  update() {
    const moves = this.#moves();
    this.element.hidden = moves.length === 0;
    const shown = JSON.stringify([moves.map((move) => move.text), this.model.hinted]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const keys = keysOfActions(moves);
    fill(
      this.element,
      moves.map((move, index) => {
        const action = move.action ?? '';
        const made = button(t(`move.${action}`), () => void this.model.play(move.text), {
          kind: index === 0 ? 'primary' : 'plain',
          key: keys[index] ?? '',
          data: { move: move.text },
        });
        made.classList.toggle('is-hinted', this.model.hinted === move.text);
        return made;
      }),
    );
  }

  /** Plays the button of a key; whether there was one. @param {string} key */
  press(key) {
    const moves = this.#moves();
    const move = moves[keysOfActions(moves).indexOf(key.toUpperCase())];
    if (!move) return false;
    void this.model.play(move.text);
    return true;
  }
}
