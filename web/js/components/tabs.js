import { h } from '../dom.js';

/** @typedef {{ id: string, label: string, content: Element }} Tab */

/** A row of tabs with their panels. */
export class Tabs {
  /** @type {Map<string, { button: HTMLElement, panel: HTMLElement }>} */
  #parts = new Map();

  /**
   * @param {string} label
   * @param {Tab[]} tabs
   * @param {(id: string) => void} [onChange]
   */
  constructor(label, tabs, onChange = () => {}) {
    this.onChange = onChange;
    this.chosen = tabs[0]?.id ?? '';
    this.row = h('div', { class: 'tab-row', role: 'tablist', 'aria-label': label });
    this.panels = h('div', { class: 'tab-panels' });
    for (const { id, label: name, content } of tabs) {
      const button = h(
        'button',
        { type: 'button', role: 'tab', class: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, onclick: () => this.choose(id) },
        name,
      );
      const panel = h('div', { role: 'tabpanel', class: 'tab-panel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` }, content);
      this.#parts.set(id, { button, panel });
      this.row.append(button);
      this.panels.append(panel);
    }
    this.row.addEventListener('keydown', (event) => {
      const ids = tabs.map((tab) => tab.id);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const next = ids[(ids.indexOf(this.chosen) + step + ids.length) % ids.length];
      if (next === undefined) return;
      this.choose(next);
      this.#parts.get(next)?.button.focus();
    });
    this.choose(this.chosen);
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    for (const [name, { button, panel }] of this.#parts) {
      const on = name === id;
      button.setAttribute('aria-selected', String(on));
      button.tabIndex = on ? 0 : -1;
      panel.hidden = !on;
    }
    this.onChange(id);
  }
}
