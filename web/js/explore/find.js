import { fill, h } from '../dom.js';
import { number, t } from '../i18n.js';
import { FoundBoards } from './found.js';
import { mistakeText } from './mistake.js';
import { Asker } from './run.js';
import { csv, savingButtons } from './saving.js';

/** The simplest position with a value: on the fewest cells, with the fewest stones. */

/** @typedef {{ value: string, board: string | null, stones: number | null, cells: number, positions: number }} Found */

/** Boards of more cells than this take a browser too long. */
const MOST_CELLS = 12;

/**
 * @param {(work: () => Promise<void>, asker: Asker) => { element: HTMLElement, status: HTMLElement, bar: HTMLElement, show: (done: number, total: number) => void }} controls
 */
export function findSection(controls) {
  const asker = new Asker();
  const value = h('input', { type: 'text', class: 'field', id: 'find-value', spellcheck: 'false', autocomplete: 'off', placeholder: '^*' });
  const most = h('input', { type: 'number', class: 'field', id: 'find-cells', min: 1, max: MOST_CELLS, value: 10 });
  const results = new FoundBoards();
  const panel = controls(run, asker);
  const { status } = panel;

  async function run() {
    results.clear();
    const cells = Math.min(MOST_CELLS, Math.max(1, Number(most.value) || MOST_CELLS));
    const input = { value: value.value.trim() || value.placeholder, cells };
    const state = await asker.ask('find', input, (progress) => {
      const { done, total, distinct } = /** @type {{ done: number, total: number, distinct: number }} */ (progress);
      status.textContent = t('find.progress', { cells: distinct, done: number(done), total: number(total) });
      panel.show(done, total);
    });
    if (!state) return;
    const found = /** @type {Found | null} */ (state.result);
    if (found?.board) {
      const words = t('find.stones', { stones: number(found.stones ?? 0) });
      results.show([{ text: found.board, words }], savingButtons('konane-find', csv(['value', 'board', 'stones', 'cells', 'positions'], [found])));
    }
    if (state.status !== 'done') fill(status, mistakeText(state.error?.detail ?? t('explore.stopped')));
    else status.textContent = found?.board ? t('experiments.done') : t('find.nothing', { cells, value: found?.value ?? input.value });
  }

  return {
    element: h(
      'section',
      { class: 'experiment', id: 'find' },
      h('h2', {}, t('find.title')),
      h('p', {}, t('find.help')),
      h('label', { class: 'text-field', for: 'find-value' }, h('span', {}, t('find.value')), value),
      h('label', { class: 'explore-number', for: 'find-cells' }, h('span', {}, t('find.cells')), most),
      panel.element,
      status,
      panel.bar,
      results.element,
    ),
    dispose() {
      asker.stop();
      results.clear();
    },
  };
}
