import { h } from '../dom.js';
import { t } from '../i18n.js';

/** Where the reader has been: a tree of positions. Going back and on in another way begins a branch; nothing is lost. */

/** @typedef {{ rows: string[], label: string, parent: Step | null, children: Step[] }} Step */

/** @param {string[]} rows @param {string} label @param {Step | null} parent @returns {Step} */
export function step(rows, label, parent) {
  const made = { rows, label, parent, children: [] };
  parent?.children.push(made);
  return made;
}

/**
 * The lines of the tree: each goes on with the first child, the other children begin lines of their own further down.
 * @param {Step} root
 * @returns {{ from: Step | null, steps: Step[] }[]}
 */
export function linesOf(root) {
  /** @type {{ from: Step | null, steps: Step[] }[]} */
  const lines = [];
  /** @type {{ from: Step | null, first: Step }[]} */
  const waiting = [{ from: null, first: root }];
  while (waiting.length > 0) {
    const { from, first } = /** @type {{ from: Step | null, first: Step }} */ (waiting.pop());
    const steps = [];
    /** @type {{ from: Step | null, first: Step }[]} */
    const branches = [];
    for (let here = /** @type {Step | undefined} */ (first); here; here = here.children[0]) {
      steps.push(here);
      for (const child of here.children.slice(1)) branches.push({ from: here, first: child });
    }
    lines.push({ from, steps });
    // The branch that leaves latest stands nearest to its line.
    waiting.push(...branches);
  }
  return lines;
}

/**
 * @param {Step} root
 * @param {Step} here
 * @param {(step: Step) => void} visit
 */
export function drawTrail(root, here, visit) {
  return linesOf(root).map(({ from, steps }) =>
    h(
      'li',
      { class: from ? 'trail-line is-branch' : 'trail-line' },
      from ? h('span', { class: 'quiet' }, t('explore.branch', { label: from.label })) : null,
      steps.map((one) =>
        h('button', { type: 'button', class: 'trail-step', 'aria-current': one === here ? 'step' : null, onclick: () => visit(one) }, one.label),
      ),
    ),
  );
}
