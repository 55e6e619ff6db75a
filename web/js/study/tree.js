/**
 * A game with its variations, as a value: every change makes a new tree and leaves the old one as it was. Knows no rules; whether a move
 * may be played is decided before it comes here.
 */

/** @typedef {import('../types.js').Event} Event */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../types.js').Study} Study */
/** @typedef {import('../types.js').Sign} Sign */
/** @typedef {import('../types.js').Arrow} Arrow */

/**
 * A position, by the event that leads to it.
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {Event | null} event `null` at the start
 * @property {Seat | null} by whose decision the event was; `null` for chance and the start
 * @property {string} comment
 * @property {readonly Sign[]} signs
 * @property {readonly Arrow[]} arrows
 * @property {readonly number[]} children the main line first
 */

/** The start of every tree. */
export const ROOT = 0;

/** @param {Event} event */
const textOf = (event) => JSON.stringify(event);

/** @param {Square} one @param {Square} other */
const same = (one, other) => one.x === other.x && one.y === other.y;

export class StudyTree {
  /** @type {ReadonlyMap<number, TreeNode>} */
  #nodes;

  /** @param {ReadonlyMap<number, TreeNode>} nodes @param {number} at the position in sight @param {number} next the number of the next new node */
  constructor(nodes, at, next) {
    this.#nodes = nodes;
    this.at = at;
    this.next = next;
  }

  /** A tree with nothing but a start. */
  static empty() {
    return new StudyTree(
      new Map([[ROOT, { id: ROOT, parent: null, event: null, by: null, comment: '', signs: [], arrows: [], children: [] }]]),
      ROOT,
      1,
    );
  }

  /**
   * The tree of a study.
   * @param {Study} study
   * @param {string} movers who decided each node, a letter each
   */
  static of({ nodes }, movers) {
    /** @type {TreeNode[]} */
    const read = nodes.map((node, id) => ({
      id,
      parent: id === 0 ? null : (node.after ?? id - 1),
      event: node.event ?? null,
      by: movers[id] === '1' ? 'first' : movers[id] === '2' ? 'second' : null,
      comment: node.comment ?? '',
      signs: node.signs ?? [],
      arrows: node.arrows ?? [],
      children: [],
    }));
    for (const { id, parent } of read) {
      const before = parent === null ? undefined : read[parent];
      if (before) /** @type {number[]} */ (before.children).push(id);
    }
    return new StudyTree(new Map(read.map((node) => [node.id, node])), ROOT, read.length);
  }

  /** The nodes in the form in which they are kept: depth first, the main line first. @returns {Study['nodes']} */
  nodes() {
    /** @type {Study['nodes']} */
    const list = [];
    /** @type {Map<number, number>} */
    const numbers = new Map();
    const open = [ROOT];
    while (open.length > 0) {
      const node = this.node(/** @type {number} */ (open.pop()));
      const number = list.length;
      numbers.set(node.id, number);
      const parent = node.parent === null ? undefined : numbers.get(node.parent);
      list.push({
        ...(parent !== undefined && parent !== number - 1 ? { after: parent } : {}),
        ...(node.event ? { event: node.event } : {}),
        ...(node.comment ? { comment: node.comment } : {}),
        ...(node.signs.length > 0 ? { signs: [...node.signs] } : {}),
        ...(node.arrows.length > 0 ? { arrows: [...node.arrows] } : {}),
      });
      open.push(...[...node.children].reverse());
    }
    return list;
  }

  /** How many positions there are. */
  get size() {
    return this.#nodes.size;
  }

  /** @param {number} id @returns {TreeNode} */
  node(id) {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`there is no node ${id}`);
    return node;
  }

  /** @param {number} id */
  has(id) {
    return this.#nodes.has(id);
  }

  get current() {
    return this.node(this.at);
  }

  /** The nodes from the start to a position, without the start. @param {number} [id] @returns {TreeNode[]} */
  path(id = this.at) {
    /** @type {TreeNode[]} */
    const path = [];
    for (let node = this.node(id); node.parent !== null; node = this.node(node.parent)) path.push(node);
    return path.reverse();
  }

  /** The path to a position and on along the main line from there. @param {number} [id] @returns {TreeNode[]} */
  line(id = this.at) {
    const line = this.path(id);
    for (let next = this.node(id).children[0]; next !== undefined; next = this.node(next).children[0]) line.push(this.node(next));
    return line;
  }

  /** Whether a position is on the main line. @param {number} id */
  isMain(id) {
    return this.path(id).every((node) => this.node(node.parent ?? ROOT).children[0] === node.id);
  }

  /** The same tree with another position in sight. @param {number} id */
  goTo(id) {
    return this.#nodes.has(id) ? new StudyTree(this.#nodes, id, this.next) : this;
  }

  /** One position back, or on along the main line. @param {number} by */
  step(by) {
    let id = this.at;
    for (let n = Math.abs(by); n > 0; n -= 1) {
      const next = by < 0 ? this.node(id).parent : this.node(id).children[0];
      if (next === null || next === undefined) break;
      id = next;
    }
    return this.goTo(id);
  }

  /** The other moves that were tried instead of the one before the position in sight, with it. @returns {readonly number[]} */
  get siblings() {
    const { parent } = this.current;
    return parent === null ? [ROOT] : this.node(parent).children;
  }

  /** The next variation instead of this one, or the one before. @param {number} by */
  turn(by) {
    const all = this.siblings;
    const index = (all.indexOf(this.at) + by + all.length) % all.length;
    return this.goTo(all[index] ?? this.at);
  }

  /** @param {Partial<TreeNode> & { id: number }} change @param {{ at?: number, next?: number }} [more] */
  #with(change, { at = this.at, next = this.next } = {}) {
    const nodes = new Map(this.#nodes);
    nodes.set(change.id, { ...this.node(change.id), ...change });
    return new StudyTree(nodes, at, next);
  }

  /**
   * Plays on from the position in sight. What was played there before is gone to, not played again.
   * @param {Event} event
   * @param {Seat | null} by
   */
  play(event, by) {
    const known = this.current.children.find((id) => textOf(/** @type {Event} */ (this.node(id).event)) === textOf(event));
    if (known !== undefined) return this.goTo(known);
    const nodes = new Map(this.#nodes);
    const id = this.next;
    nodes.set(id, { id, parent: this.at, event, by, comment: '', signs: [], arrows: [], children: [] });
    nodes.set(this.at, { ...this.current, children: [...this.current.children, id] });
    return new StudyTree(nodes, id, id + 1);
  }

  /** Removes a position and everything after it. The start stays. @param {number} [id] */
  remove(id = this.at) {
    const { parent } = this.node(id);
    if (parent === null) return this;
    const nodes = new Map(this.#nodes);
    const open = [id];
    let seen = false;
    while (open.length > 0) {
      const gone = /** @type {number} */ (open.pop());
      open.push(...this.node(gone).children);
      nodes.delete(gone);
      if (gone === this.at) seen = true;
    }
    const before = this.node(parent);
    nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
    return new StudyTree(nodes, seen ? parent : this.at, this.next);
  }

  /** Where the variation of a position begins: the last move on the way to it that is not the first choice; `null` on the main line. @param {number} [id] */
  branch(id = this.at) {
    const off = this.path(id).filter((node) => this.node(node.parent ?? ROOT).children[0] !== node.id);
    return off.at(-1)?.id ?? null;
  }

  /** Puts the variation of a position one place forward among its siblings. @param {number} [id] */
  promote(id = this.at) {
    const branch = this.branch(id);
    if (branch === null) return this;
    const before = this.node(/** @type {number} */ (this.node(branch).parent));
    const index = before.children.indexOf(branch);
    const children = [...before.children];
    children.splice(index, 1);
    children.splice(index - 1, 0, branch);
    return this.#with({ id: before.id, children });
  }

  /** Makes the way to a position the main line. @param {number} [id] @returns {StudyTree} */
  makeMain(id = this.at) {
    /** @type {StudyTree} */
    let tree = this;
    for (const node of this.path(id)) {
      const before = tree.node(node.parent ?? ROOT);
      if (before.children[0] === node.id) continue;
      tree = tree.#with({ id: before.id, children: [node.id, ...before.children.filter((child) => child !== node.id)] });
    }
    return tree;
  }

  /** @param {string} comment @param {number} [id] */
  say(comment, id = this.at) {
    return this.node(id).comment === comment ? this : this.#with({ id, comment });
  }

  /**
   * Draws a sign on a place, or takes it away if it is there already. A place has one sign.
   * @param {Sign} sign
   */
  sign(sign) {
    const others = this.current.signs.filter((drawn) => !same(drawn.at, sign.at));
    const there = this.current.signs.find((drawn) => same(drawn.at, sign.at));
    const again = there && there.kind === sign.kind && (there.label ?? '') === (sign.label ?? '');
    return this.#with({ id: this.at, signs: again ? others : [...others, sign] });
  }

  /** Draws an arrow, or takes it away if it is there already. @param {Square} from @param {Square} to */
  arrow(from, to) {
    const others = this.current.arrows.filter((drawn) => !(same(drawn.from, from) && same(drawn.to, to)));
    const drawn = others.length < this.current.arrows.length;
    return this.#with({ id: this.at, arrows: drawn ? others : [...others, { from, to }] });
  }

  /** Takes away everything drawn on a place, and the arrows from it; without a place, everything. @param {Square} [place] */
  wipe(place) {
    const { signs, arrows } = this.current;
    if (!place) return this.#with({ id: this.at, signs: [], arrows: [] });
    return this.#with({
      id: this.at,
      signs: signs.filter(({ at }) => !same(at, place)),
      arrows: arrows.filter(({ from }) => !same(from, place)),
    });
  }

  /** The letter that no label of this position has yet. */
  nextLetter() {
    const used = new Set(this.current.signs.map((sign) => sign.label));
    for (let n = 0; n < 26; n += 1) {
      const letter = String.fromCharCode(65 + n);
      if (!used.has(letter)) return letter;
    }
    return '•';
  }
}

/**
 * A line of moves as it is written: main line and variations one after another, each indented by its depth.
 * @typedef {{ depth: number, ids: number[] }} TreeLine
 */

/**
 * The tree in lines. A line is broken where a variation has to be written.
 * @param {StudyTree} tree
 * @returns {TreeLine[]}
 */
export function linesOf(tree) {
  /** @type {TreeLine[]} */
  const lines = [];
  /** What is still to be written, the next at the end. @type {{ id: number, depth: number, alone: boolean }[]} */
  const open = [];
  /** @param {number} id @param {number} depth the children of a node begin lines of their own */
  const after = (id, depth) => {
    const [first, ...others] = tree.node(id).children;
    if (first === undefined) return;
    if (others.length === 0) {
      open.push({ id: first, depth, alone: false });
      return;
    }
    // The move of the main line comes first, then what could have been played instead, then the main line goes on.
    open.push({ id: first, depth, alone: true });
  };
  after(ROOT, 0);
  while (open.length > 0) {
    const { id, depth, alone } = /** @type {{ id: number, depth: number, alone: boolean }} */ (open.pop());
    const ids = [id];
    let last = id;
    let broken = alone;
    while (!broken) {
      const { children } = tree.node(last);
      const [first] = children;
      if (first === undefined) break;
      ids.push(first);
      last = first;
      broken = children.length > 1;
    }
    lines.push({ depth, ids });
    if (!broken) continue;
    // The last move of this line has siblings: they follow, and then its own continuation.
    const { children: siblings } = tree.node(/** @type {number} */ (tree.node(last).parent));
    after(last, depth);
    for (const sibling of siblings.slice(1).reverse()) open.push({ id: sibling, depth: depth + 1, alone: false });
  }
  return lines;
}

/** Trees one after another, for taking back and doing again. */
export class History {
  /** @type {StudyTree[]} */
  #past = [];
  /** @type {StudyTree[]} */
  #future = [];
  static MOST = 200;

  /** @param {StudyTree} tree */
  constructor(tree) {
    this.tree = tree;
  }

  /** Goes on to a changed tree. @param {StudyTree} tree */
  change(tree) {
    if (tree === this.tree) return;
    this.#past.push(this.tree);
    if (this.#past.length > History.MOST) this.#past.shift();
    this.#future = [];
    this.tree = tree;
  }

  /** Goes to another position; nothing that could be taken back. @param {StudyTree} tree */
  look(tree) {
    this.tree = tree;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.tree);
    this.tree = before;
  }

  redo() {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.tree);
    this.tree = after;
  }
}
