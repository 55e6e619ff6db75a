import { nameOf } from '../board/geometry.js';
import { iconButton } from '../components/button.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** The buttons that guide a waiting ghost stone. */
export class NudgeBar {
  /** @param {() => import('../board/board.js').Board} board */
  constructor(board) {
    this.name = h('span', { class: 'nudge-name' });
    this.element = h(
      'div',
      { class: 'nudge', role: 'group', 'aria-label': t('nudge.label'), hidden: true },
      iconButton('close', t('action.cancel'), () => board().cancel()),
      iconButton('left', t('nudge.left'), () => board().nudge(-1, 0)),
      iconButton('up', t('nudge.up'), () => board().nudge(0, -1)),
      iconButton('down', t('nudge.down'), () => board().nudge(0, 1)),
      iconButton('right', t('nudge.right'), () => board().nudge(1, 0)),
      h(
        'button',
        { type: 'button', class: 'button button-primary nudge-place', onclick: () => board().confirm(), data: { action: 'place' } },
        '✓ ',
        this.name,
      ),
    );
  }

  /** @param {import('../types.js').Grid} grid @param {import('../types.js').Square | null} square */
  show(grid, square) {
    this.element.hidden = square === null;
    if (square) this.name.textContent = nameOf(grid, square);
  }
}
