import { button } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { t } from '../i18n.js';
import { formSection, thermographSection, worthSection } from './answer.js';
import { mistakeText, placeIn } from './mistake.js';
import { Asker } from './run.js';

/** A box for the language of games: whatever `banmen cgt` reads, with what it comes to. */

/** @typedef {{ detail: string, line: number, column: number, excerpt: string }} Mistake */
/** @typedef {import('./answer.js').Answer & { shown: string[], truth?: boolean, board?: string, mistake?: Mistake }} Solution */

/** @param {(board: string) => void} visit what happens to a position that comes out */
export function expressionBox(visit) {
  const asker = new Asker();
  const text = h('textarea', {
    class: 'field',
    id: 'expression-text',
    rows: 3,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: '{3/2*|0||-2|-3} + Konane("BW./.WB")',
  });
  const results = h('div', { class: 'expression-results', 'aria-live': 'polite' });

  /** @param {Solution} solution */
  function draw(solution) {
    const { board, mistake } = solution;
    fill(
      results,
      solution.shown.length > 0 ? h('pre', { class: 'explore-code' }, solution.shown.join('\n')) : null,
      solution.outcome === undefined ? null : worthSection(solution, { games: true }),
      thermographSection(solution),
      formSection(solution),
      board ? button(t('expression.to_board'), () => visit(board), { kind: 'plain' }) : null,
      mistake ? h('p', { class: 'explore-note is-error', id: 'expression-mistake' }, mistakeText(`${mistake.detail}\n${mistake.excerpt}`)) : null,
    );
  }

  /** Selects the character where the mistake is. @param {Mistake} mistake */
  function mark(mistake) {
    const place = placeIn(text.value, mistake.line, mistake.column);
    text.setAttribute('aria-invalid', 'true');
    text.setAttribute('aria-describedby', 'expression-mistake');
    text.focus();
    text.setSelectionRange(place, place + 1);
  }

  function unmark() {
    text.removeAttribute('aria-invalid');
    text.removeAttribute('aria-describedby');
  }

  async function ask() {
    unmark();
    const asked = text.value;
    if (text.value.trim() === '') return fill(results);
    fill(results, h('p', { class: 'explore-note', role: 'status' }, t('explore.working')));
    try {
      const state = await asker.ask('cgt.evaluate', { expression: asked });
      if (!state) return;
      const solution = /** @type {Solution | null} */ (state.result);
      if (solution) draw(solution);
      else fill(results);
      if (solution?.mistake && text.value === asked) mark(solution.mistake);
      if (state.status !== 'done') results.append(h('p', { class: 'explore-note is-error' }, state.error?.detail ?? t('explore.stopped')));
    } catch (error) {
      fill(results, h('p', { class: 'explore-note is-error' }, explain(error)));
    }
  }

  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void ask();
    }
  });

  text.addEventListener('input', unmark);

  return {
    element: h(
      'section',
      { class: 'expression' },
      h('h2', {}, t('expression.title')),
      h('p', { class: 'explore-note' }, t('expression.help')),
      h('label', { class: 'text-field', for: 'expression-text' }, h('span', {}, t('expression.label')), text),
      h(
        'div',
        { class: 'button-row' },
        button(t('expression.run'), () => void ask(), { kind: 'primary', data: { action: 'evaluate' } }),
      ),
      results,
    ),
    dispose: () => asker.stop(),
  };
}
