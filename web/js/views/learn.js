import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { has, t } from '../i18n.js';
import { lessonProgress } from '../lessons/progress.js';
import { LESSONS } from '../lessons/steps.js';
import { gameName } from '../rules-words.js';

/** How each game is played, in a few sentences beside a position of it. */

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').Piece} Piece */

/** The sentences of a game, as many as there are. @param {string} id */
function sentences(id) {
  /** @type {string[]} */
  const found = [];
  while (has(`learn.${id}.${found.length + 1}`)) found.push(t(`learn.${id}.${found.length + 1}`));
  return found;
}

/** The kinds of pieces that have steps of their own, each once. @param {Piece[]} pieces */
function kinds(pieces) {
  const steps = new Map(pieces.filter((piece) => piece.steps.length > 0).map((piece) => [piece.glyph, piece]));
  return [...steps.values()];
}

/** @param {Piece} piece */
function pieceFigure(piece) {
  return h(
    'figure',
    { class: 'piece-figure' },
    s(
      'svg',
      { viewBox: '-50 -50 100 100', 'aria-hidden': 'true', focusable: 'false' },
      drawPiece({ glyph: piece.glyph, owner: 'first', steps: piece.steps }),
    ),
    h('figcaption', {}, t(`piece.${piece.glyph}`)),
  );
}

/** The words of the theory, in the order in which the explorer uses them. */
const TERMS = ['canonical', 'outcome', 'temperature', 'mean', 'left_stop', 'right_stop', 'thermograph', 'birthday', 'atomic_weight', 'nodes'];

/** How to read a value, and what the words of the theory mean. */
function valuesLesson() {
  return h(
    'section',
    { class: 'glossary', id: 'values' },
    h('h2', {}, t('learn.values')),
    h(
      'ul',
      {},
      sentences('values').map((sentence) => h('li', {}, sentence)),
    ),
    h(
      'dl',
      {},
      TERMS.map((term) => h('div', { id: term }, h('dt', {}, t(`cgt.${term}`)), h('dd', {}, t(`explore.what.${term}`)))),
    ),
    h('a', { class: 'button button-plain', href: '/explore/konane' }, h('span', { class: 'button-label' }, t('explore.title'))),
  );
}

/** @param {GameInfo} info */
function playLink(info) {
  return h(
    'a',
    { class: `button button-${LESSONS[info.id] ? 'plain' : 'primary'}`, href: `/new/${info.id}` },
    h('span', { class: 'button-label' }, t('action.play_game'), h('span', { class: 'unseen' }, ` ${gameName(info)}`)),
  );
}

/** The way to the interactive lesson, where there is one. @param {GameInfo} info */
function lessonLink(info) {
  const steps = LESSONS[info.id]?.length ?? 0;
  if (steps === 0) return null;
  const done = Math.min(lessonProgress(info.id), steps);
  return h(
    'a',
    { class: 'button button-primary', href: `/learn/${info.id}`, data: { lesson: info.id } },
    h(
      'span',
      { class: 'button-label' },
      t(done === 0 ? 'lesson.start' : done < steps ? 'lesson.continue' : 'lesson.repeat', { done, all: steps }),
      h('span', { class: 'unseen' }, ` ${gameName(info)}`),
    ),
  );
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function learnPage() {
  const games = await backend.games();
  /** @type {Board[]} */
  const boards = [];
  const lessons = await Promise.all(
    games.map(async (info) => {
      const board = new Board({ label: t('home.picture', { game: gameName(info) }), sideName: () => '', still: true });
      boards.push(board);
      const { view } = await backend.view(info.demo);
      board.update(view);
      const start = (await backend.view(info.demo, 0)).view;
      const figures = kinds([...start.pieces, ...view.pieces]).map(pieceFigure);
      return h(
        'section',
        { class: 'lesson', id: info.id },
        h('div', { class: 'lesson-picture' }, board.element),
        h(
          'div',
          { class: 'lesson-words' },
          h('h2', {}, gameName(info)),
          h(
            'ul',
            {},
            sentences(info.id).map((sentence) => h('li', {}, sentence)),
          ),
          figures.length > 0 ? h('div', { class: 'piece-figures' }, figures) : null,
          h('div', { class: 'button-row' }, lessonLink(info), playLink(info)),
        ),
      );
    }),
  );
  return {
    element: h('div', { class: 'learn' }, h('h1', { tabindex: -1 }, t('learn.title')), lessons, valuesLesson()),
    title: t('learn.title'),
    dispose: () => boards.forEach((board) => board.dispose()),
  };
}
