import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, ROOT, StudyTree, linesOf } from '../../js/study/tree.js';

/** @param {StudyTree} tree @param {string} moves */
function play(tree, moves) {
  for (const move of moves.split(' ')) tree = tree.play({ move }, tree.path().length % 2 === 0 ? 'first' : 'second');
  return tree;
}

/** The tree in words: variations in brackets after the move that they replace. @param {StudyTree} tree */
function words(tree) {
  /** @param {number} id @returns {string} */
  const name = (id) => /** @type {any} */ (tree.node(id).event).move;
  /** @param {number} id @returns {string[]} */
  const after = (id) => {
    const [first, ...others] = tree.node(id).children;
    if (first === undefined) return [];
    return [name(first), ...others.map((other) => `(${[name(other), ...after(other)].join(' ')})`), ...after(first)];
  };
  return after(ROOT).join(' ');
}

/** a b c, with d instead of b (and then e), and f instead of d. */
const branched = () => play(play(play(StudyTree.empty(), 'a b c').step(-2), 'd e').step(-2), 'f');

test('playing makes branches, and what was played before is gone to', () => {
  const tree = branched();
  assert.equal(words(tree), 'a b (d e) (f) c');
  assert.equal(tree.size, 7);
  const again = play(tree.goTo(ROOT), 'a d e');
  assert.equal(again.size, tree.size);
  assert.equal(words(again), words(tree));
  assert.deepEqual(
    again.path().map((node) => node.by),
    ['first', 'second', 'first'],
  );
});

test('stepping follows the main line, turning goes through the variations', () => {
  const tree = branched().goTo(ROOT);
  assert.equal(/** @type {any} */ (tree.step(2).current.event).move, 'b');
  assert.equal(/** @type {any} */ (tree.step(99).current.event).move, 'c');
  assert.equal(tree.step(-5).at, ROOT);
  assert.equal(/** @type {any} */ (tree.step(2).turn(1).current.event).move, 'd');
  assert.equal(/** @type {any} */ (tree.step(2).turn(-1).current.event).move, 'f');
  assert.equal(tree.turn(1).at, ROOT);
});

test('a variation is promoted step by step or made the main line at once', () => {
  const tree = branched();
  assert.equal(words(tree.promote()), 'a b (f) (d e) c');
  assert.equal(words(tree.promote().promote()), 'a f (b c) (d e)');
  assert.equal(tree.promote().promote().promote().branch(), null);
  const deep = play(tree.goTo(ROOT), 'a d e').play({ move: 'x' }, 'second').step(-1).play({ move: 'y' }, 'second');
  assert.equal(words(deep), 'a b (d e x (y)) (f) c');
  assert.equal(words(deep.makeMain()), 'a d (b c) (f) e y (x)');
  assert.equal(deep.makeMain().isMain(deep.at), true);
  assert.equal(deep.isMain(deep.at), false);
});

test('removing takes everything after the move away and stays in the tree', () => {
  const tree = play(branched().goTo(ROOT), 'a d e');
  const gone = tree.remove(tree.path()[1]?.id);
  assert.equal(words(gone), 'a b (f) c');
  assert.equal(/** @type {any} */ (gone.current.event).move, 'a');
  assert.equal(gone.remove(ROOT), gone);
  assert.equal(words(gone.goTo(ROOT).remove(gone.at)), '');
});

test('comments, signs and arrows belong to a position', () => {
  let tree = play(StudyTree.empty(), 'a b').say('good');
  const at = { x: 1, y: 2 };
  tree = tree.sign({ at, kind: 'circle' }).arrow(at, { x: 3, y: 4 });
  assert.deepEqual(tree.current.signs, [{ at, kind: 'circle' }]);
  assert.deepEqual(tree.sign({ at, kind: 'label', label: 'A' }).current.signs, [{ at, kind: 'label', label: 'A' }]);
  assert.equal(tree.sign({ at, kind: 'label', label: 'A' }).nextLetter(), 'B');
  assert.deepEqual(tree.sign({ at, kind: 'circle' }).current.signs, [], 'drawn again it goes away');
  assert.deepEqual(tree.arrow(at, { x: 3, y: 4 }).current.arrows, []);
  assert.deepEqual(tree.wipe(at).current.arrows, []);
  assert.equal(tree.step(-1).current.comment, '');
  assert.equal(tree.say('good'), tree, 'nothing changed');
});

test('undo and redo walk through the changes, not through the positions', () => {
  const history = new History(StudyTree.empty());
  history.change(history.tree.play({ move: 'a' }, 'first'));
  history.change(history.tree.play({ move: 'b' }, 'second'));
  history.look(history.tree.goTo(ROOT));
  history.undo();
  assert.equal(words(history.tree), 'a');
  history.redo();
  assert.equal(words(history.tree), 'a b');
  history.undo();
  history.undo();
  assert.equal(history.canUndo, false);
  history.change(history.tree.play({ move: 'c' }, 'first'));
  assert.equal(history.canRedo, false);
});

test('what is kept comes back, in random trees', () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 200; round += 1) {
    let tree = StudyTree.empty();
    for (let n = 0; n < 40; n += 1) {
      tree = tree.goTo(random(tree.next));
      const chosen = random(10);
      if (chosen < 6) tree = tree.play({ move: `m${random(4)}` }, tree.path().length % 2 === 0 ? 'first' : 'second');
      else if (chosen === 6) tree = tree.say(`c${n}`);
      else if (chosen === 7) tree = tree.promote();
      else if (chosen === 8) tree = tree.makeMain();
      else tree = tree.sign({ at: { x: random(3), y: 0 }, kind: 'cross' });
      if (random(12) === 0) tree = tree.remove();
    }
    const nodes = tree.nodes();
    const movers = nodes.map((_, id) => {
      let depth = 0;
      for (let at = id; at > 0; at = nodes[at]?.after ?? at - 1) depth += 1;
      return depth === 0 ? '-' : depth % 2 === 1 ? '1' : '2';
    });
    const back = StudyTree.of({ format: 1, game: 'x', rules: {}, nodes }, movers.join(''));
    assert.deepEqual(back.nodes(), nodes);
    assert.equal(words(back), words(tree));
    // Written in lines, every position stands once, after the one it follows.
    const written = linesOf(back).flatMap(({ ids }) => ids);
    assert.equal(new Set(written).size, back.size - 1);
    assert.equal(written.length, back.size - 1);
    const place = new Map(written.map((id, index) => [id, index]));
    for (const id of written) {
      const { parent } = back.node(id);
      if (parent !== ROOT && parent !== null) assert.ok((place.get(parent) ?? 0) < (place.get(id) ?? 0));
    }
  }
});

test('the lines are the main line, broken where variations are written', () => {
  const tree = branched();
  const text = linesOf(tree).map(({ depth, ids }) => `${depth}:${ids.map((id) => /** @type {any} */ (tree.node(id).event).move).join(' ')}`);
  assert.deepEqual(text, ['0:a b', '1:d e', '1:f', '0:c']);
});
