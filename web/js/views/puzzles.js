import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { PUZZLES, recordOf, solved } from '../puzzles/list.js';
import { startPuzzle } from '../puzzles/start.js';
import { gameName } from '../rules-words.js';

/** Puzzles: a position, a task, and a strong player that defends. */

/** @typedef {import('../puzzles/list.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').GameInfo} GameInfo */

/** What is to be done. @param {Puzzle} puzzle @param {GameInfo} info */
function task(puzzle, info) {
  const side = t(`side.${info.seats[puzzle.solver === 'first' ? 0 : 1].key}`);
  return puzzle.wins_in === null ? t('puzzles.one_move', { side }) : t('puzzles.win_in', { side, moves: puzzle.wins_in });
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function puzzlesPage() {
  const infos = new Map((await backend.games()).map((info) => [info.id, info]));
  const done = solved();
  /** @type {Board[]} */
  const boards = [];
  const cards = PUZZLES.flatMap((puzzle) => {
    const info = infos.get(puzzle.game);
    if (!info) return [];
    const board = new Board({ label: gameName(info), sideName: () => '', still: true });
    boards.push(board);
    void backend.view(recordOf(puzzle)).then(
      ({ view }) => board.update(view, { flipped: puzzle.solver === 'second' }),
      () => {},
    );
    return [
      h(
        'button',
        { type: 'button', class: 'puzzle', onclick: () => void startPuzzle(puzzle.id), data: { puzzle: puzzle.id } },
        h('span', { class: 'puzzle-picture', 'aria-hidden': 'true' }, board.element),
        h('strong', {}, gameName(info)),
        h('span', {}, task(puzzle, info)),
        done.includes(puzzle.id) ? h('span', { class: 'puzzle-solved' }, '✓ ', t('puzzles.solved')) : null,
      ),
    ];
  });
  return {
    element: h(
      'div',
      { class: 'puzzles' },
      h('h1', { tabindex: -1 }, t('puzzles.title')),
      h('p', { class: 'quiet' }, t('puzzles.sentence')),
      h('div', { class: 'puzzle-cards' }, cards),
    ),
    title: t('puzzles.title'),
    dispose: () => boards.forEach((board) => board.dispose()),
  };
}
