import { iconButton } from '../components/button.js';
import { menuButton } from '../components/menu.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { moveName } from '../rules-words.js';
import { ROOT, linesOf } from './tree.js';

/** The tree of moves: the main line and its variations, stepping through them, and what can be done to them. */

/** @typedef {import('./model.js').StudyModel} StudyModel */
/** @typedef {import('./tree.js').TreeNode} TreeNode */

/** Variations deeper than this are not indented further. */
const DEEPEST = 6;

/** In a tree with more positions than this, variations far from the position in sight are folded. */
const MANY = 800;

export class TreeView {
  /** The tree drawn last. @type {import('./tree.js').StudyTree | null} */
  #drawn = null;
  /** @type {Map<number, HTMLElement>} */
  #buttons = new Map();
  /** @type {HTMLElement | null} */
  #current = null;
  /** Begins of variations that the reader unfolded. @type {Set<number>} */
  #unfolded = new Set();

  /** @param {StudyModel} model */
  constructor(model) {
    this.model = model;
    this.list = h('div', { class: 'tree', tabindex: 0, role: 'group', 'aria-label': t('study.tree'), data: { tree: '' } });
    this.empty = h('p', { class: 'quiet' }, t('study.empty'));
    this.where = h('span', { class: 'step-where' });
    this.first = iconButton('first', t('step.first'), () => void model.goTo(ROOT));
    this.previous = iconButton('previous', t('step.previous'), () => void model.step(-1), { data: { action: 'previous' } });
    this.next = iconButton('next', t('step.next'), () => void model.step(1), { data: { action: 'next' } });
    this.last = iconButton('last', t('step.last'), () => void model.stepTo(model.table.events));
    this.comment = h('textarea', {
      class: 'tree-note',
      rows: 2,
      maxlength: 20000,
      placeholder: t('study.comment'),
      'aria-label': t('study.comment'),
      data: { comment: '' },
    });
    this.comment.addEventListener('change', () => model.say(this.comment.value.trim()));
    // A position that is left takes its words with it.
    this.comment.addEventListener('blur', () => model.say(this.comment.value.trim()));
    this.comment.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.list.focus();
    });
    this.undo = iconButton('undo', t('study.undo'), () => void model.undo(), { data: { action: 'tree-undo' } });
    this.redo = iconButton('redo', t('study.redo'), () => void model.redo(), { data: { action: 'tree-redo' } });
    this.promote = iconButton('up', t('study.promote'), () => model.promote(), { data: { action: 'promote' } });
    this.remove = iconButton('erase', t('study.remove'), () => void model.remove(), { data: { action: 'remove' } });
    const more = menuButton({
      label: t('study.variation'),
      icon: 'more',
      class: 'button button-quiet',
      data: { action: 'variation' },
      items: () => [
        { label: t('study.make_main'), icon: 'first', run: () => model.makeMain(), disabled: model.tree.isMain(model.tree.at), id: 'make-main' },
        { label: t('study.next_variation'), icon: 'next', run: () => void model.turn(1), disabled: model.tree.siblings.length < 2, id: 'turn' },
        { label: t('action.play_from_here'), icon: 'play', run: () => void model.playFromHere(), id: 'play-from-here' },
      ],
    });
    this.element = h(
      'div',
      { class: 'tree-panel' },
      h('div', { class: 'tree-scroll' }, this.empty, this.list),
      this.comment,
      h('div', { class: 'tree-tools', role: 'group', 'aria-label': t('study.edit') }, this.undo, this.redo, this.promote, this.remove, more),
      h('div', { class: 'stepper', role: 'group', 'aria-label': t('step.label') }, this.first, this.previous, this.where, this.next, this.last),
    );
    this.list.addEventListener('keydown', (event) => this.#onKey(event));
    new ResizeObserver(() => this.#follow()).observe(this.list);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { model } = this;
    const run = {
      ArrowLeft: () => model.step(-1),
      ArrowRight: () => model.step(1),
      ArrowUp: () => model.turn(-1),
      ArrowDown: () => model.turn(1),
      Home: () => model.goTo(ROOT),
      End: () => model.stepTo(model.table.events),
      Delete: () => model.remove(),
    }[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    void run();
  }

  update() {
    const { model } = this;
    const { tree } = model;
    if (!this.#sameMoves(tree)) this.#draw();
    this.#drawn = tree;
    this.empty.hidden = tree.size > 1;
    this.list.hidden = tree.size === 1;
    this.#current?.classList.remove('is-current');
    this.#current?.removeAttribute('aria-current');
    this.#current = this.#buttons.get(tree.at) ?? null;
    this.#current?.classList.add('is-current');
    this.#current?.setAttribute('aria-current', 'step');
    this.#follow();
    const line = tree.line();
    this.where.textContent = t('step.where', { at: tree.path().length, all: line.length });
    const [none, end] = [tree.at === ROOT, tree.current.children.length === 0];
    this.first.disabled = this.previous.disabled = none;
    this.next.disabled = this.last.disabled = end;
    this.undo.disabled = !model.history.canUndo;
    this.redo.disabled = !model.history.canRedo;
    this.promote.disabled = tree.branch() === null;
    this.remove.disabled = none;
    if (document.activeElement !== this.comment && this.comment.value !== tree.current.comment) this.comment.value = tree.current.comment;
  }

  /** Whether the moves and comments in sight are those of the tree drawn last. @param {import('./tree.js').StudyTree} tree */
  #sameMoves(tree) {
    const drawn = this.#drawn;
    if (!drawn || drawn.size !== tree.size || !this.#buttons.has(tree.at) !== (tree.at === ROOT)) return drawn === tree;
    if (drawn === tree) return true;
    for (const id of this.#buttons.keys()) {
      if (!tree.has(id)) return false;
      const [one, other] = [drawn.node(id), tree.node(id)];
      if (one !== other && (one.comment !== other.comment || one.children !== other.children)) return false;
    }
    return drawn.node(ROOT).children === tree.node(ROOT).children && drawn.node(ROOT).comment === tree.node(ROOT).comment;
  }

  #draw() {
    const { tree } = this.model;
    const path = new Set(tree.path().map((node) => node.id));
    this.#buttons.clear();
    const root = tree.node(ROOT).comment;
    /** @type {Element[]} */
    const lines = root ? [h('div', { class: 'tree-line' }, comment(root))] : [];
    /** The depth below which lines belong to a folded variation. */
    let folded = Infinity;
    for (const { depth, ids } of linesOf(tree)) {
      if (depth >= folded) continue;
      folded = Infinity;
      const [begin = ROOT] = ids;
      const fold = depth > 1 && tree.size > MANY && !path.has(begin) && !this.#unfolded.has(begin);
      const line = h('div', { class: `tree-line${depth > 0 ? ' is-variation' : ''}` });
      line.style.setProperty('--depth', String(Math.min(depth, DEEPEST)));
      if (fold) {
        folded = depth + 1;
        line.append(this.#move(tree.node(begin)), this.#unfold(begin));
      } else {
        for (const id of ids) {
          const node = tree.node(id);
          line.append(this.#move(node));
          if (node.comment) line.append(comment(node.comment));
        }
      }
      lines.push(line);
    }
    this.list.replaceChildren(...lines);
  }

  /** @param {number} id */
  #unfold(id) {
    return h(
      'button',
      {
        type: 'button',
        class: 'tree-unfold',
        'aria-label': t('study.unfold'),
        onclick: () => {
          this.#unfolded.add(id);
          this.#draw();
          this.update();
        },
      },
      '…',
    );
  }

  /** @param {TreeNode} node */
  #move(node) {
    const { model } = this;
    const number = model.tree.path(node.id).length;
    const button = h(
      'button',
      { type: 'button', tabindex: -1, class: 'tree-move', onclick: () => void model.goTo(node.id), data: { node: String(node.id) } },
      h('span', { class: 'move-number' }, String(number)),
      h('span', { class: `move-dot dot-${node.by ?? 'none'}`, 'aria-hidden': 'true' }),
      h('span', { class: 'tree-text' }, this.#text(node)),
      node.signs.length + node.arrows.length > 0 ? h('span', { class: 'tree-signed', 'aria-hidden': 'true' }, '◦') : null,
    );
    this.#buttons.set(node.id, button);
    return button;
  }

  /** @param {TreeNode} node */
  #text({ event }) {
    if (!event) return '';
    if ('move' in event) return moveName(this.model.info, event.move);
    if ('chance' in event) return t('moves.chance');
    return t(`moves.${'end' in event ? event.end : Object.keys(event)[0]}`);
  }

  /** Keeps the position in sight in the part of the tree that is seen. */
  #follow() {
    const box = this.list.parentElement;
    if (!box) return;
    if (!this.#current) {
      box.scrollTop = 0;
      return;
    }
    const [outer, inner] = [box.getBoundingClientRect(), this.#current.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
  }
}

/** @param {string} text */
const comment = (text) => h('span', { class: 'tree-comment' }, text);
