import { iconButton } from '../components/button.js';
import { Tabs } from '../components/tabs.js';
import { h, isNarrow } from '../dom.js';
import { t } from '../i18n.js';

/** The tabs beside the board; on a narrow page they are a sheet that slides up over everything but the board. */
export class Sheet {
  /** @type {Element | null} */
  #opener = null;

  /** @param {import('../components/tabs.js').Tab[]} tabs */
  constructor(tabs) {
    this.tabs = new Tabs(t('tabs.label'), tabs);
    const close = iconButton('down', t('action.close'), () => this.close(), { class: 'sheet-close' });
    this.element = h(
      'section',
      { class: 'panel', 'aria-label': t('tabs.label') },
      h('div', { class: 'panel-head' }, this.tabs.row, close),
      this.tabs.panels,
    );
  }

  /** @param {string} tab */
  open(tab) {
    this.tabs.choose(tab);
    this.#opener = document.activeElement;
    this.element.classList.add('is-open');
    if (isNarrow()) /** @type {HTMLElement | null} */ (this.element.querySelector('[role="tab"][aria-selected="true"]'))?.focus();
  }

  close() {
    if (!this.element.classList.contains('is-open')) return;
    this.element.classList.remove('is-open');
    if (this.#opener instanceof HTMLElement && isNarrow()) this.#opener.focus();
  }
}
