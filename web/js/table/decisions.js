import { fill, h } from '../dom.js';
import { button } from '../components/button.js';
import { t } from '../i18n.js';

/** Moves that are buttons (observe, skip, keep …), and the buttons that guide a waiting ghost. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').LegalMove} LegalMove */

/** The key of a move that is a button: the first letter of its name. @param {string} action */
export const keyOfAction = (action) => action.slice(0, 1).toUpperCase();

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
    fill(
      this.element,
      moves.map((move, index) => {
        const action = move.action ?? '';
        const made = button(t(`move.${action}`), () => void this.model.play(move.text), {
          kind: index === 0 ? 'primary' : 'plain',
          key: keyOfAction(action),
          data: { move: move.text },
        });
        made.classList.toggle('is-hinted', this.model.hinted === move.text);
        return made;
      }),
    );
  }

  /** Plays the button of a key; whether there was one. @param {string} key */
  press(key) {
    const move = this.#moves().find((legal) => keyOfAction(legal.action ?? '') === key.toUpperCase());
    if (!move) return false;
    void this.model.play(move.text);
    return true;
  }
}
