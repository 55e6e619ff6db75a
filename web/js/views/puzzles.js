import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { segmented } from '../components/button.js';
import { fill, h } from '../dom.js';
import { has, t } from '../i18n.js';
import { here } from '../place.js';
import { FULL_POINTS, addressOf, difficulty, progress, puzzleOfTheDay, puzzles, recordOf, stars, taskWords } from '../puzzles/book.js';
import { gameName } from '../rules-words.js';
import { remember, remembered } from '../store.js';

/** All puzzles: the one of the day, and the others by game, task and difficulty. */

/** @typedef {import('../puzzles/book.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').GameInfo} GameInfo */

const KEY = 'banmen.puzzles.filter';
const LEVELS = ['all', '1', '2', '3', '4', '5'];

/** What a group of puzzles asks, without naming a side. @param {Puzzle} puzzle */
function groupName({ game, kind, length = 0 }) {
  const key = `puzzle.${game}.${kind}.group`;
  return t(has(key) ? key : `puzzle.${game}.${kind}`, { moves: length, side: '' });
}

/** @param {Puzzle} puzzle @param {number} number @param {number | undefined} points */
function chip(puzzle, number, points) {
  const state = points === undefined ? '' : points > 0 ? t('puzzles.solved_with', { points, most: FULL_POINTS }) : t('puzzles.seen');
  const level = difficulty(puzzle.depth ?? 1);
  const label = [t('puzzles.number', { number }), t('puzzles.level', { level }), state].filter(Boolean).join(', ');
  return h(
    'a',
    {
      class: 'puzzle-chip',
      href: addressOf(puzzle),
      'aria-label': label,
      title: `${stars(level)} ${state}`.trim(),
      data: { puzzle: puzzle.id, state: points === undefined ? 'open' : points > 0 ? 'solved' : 'seen' },
    },
    String(number),
    points ? h('span', { class: 'puzzle-points', 'aria-hidden': 'true' }, '✓') : null,
  );
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function puzzlesPage() {
  const [all, games] = await Promise.all([puzzles(), backend.games()]);
  const infos = games.filter((info) => all.some((puzzle) => puzzle.game === info.id));
  const known = progress();
  const kept = remembered(KEY, { game: 'all', level: 'all' });
  const asked = new URLSearchParams(here().search).get('game');
  let game = infos.some((info) => info.id === (asked ?? kept.game)) ? (asked ?? kept.game) : 'all';
  let level = LEVELS.includes(kept.level) ? kept.level : 'all';
  const list = h('div', { class: 'puzzle-groups' });

  function draw() {
    remember(KEY, { game, level });
    fill(
      list,
      infos
        .filter((info) => game === 'all' || info.id === game)
        .map((info) => {
          const own = all.filter((puzzle) => puzzle.game === info.id);
          const done = own.filter((puzzle) => (known[puzzle.id] ?? 0) > 0);
          const points = own.reduce((sum, puzzle) => sum + (known[puzzle.id] ?? 0), 0);
          /** @type {Map<string, [Puzzle, number][]>} */
          const groups = new Map();
          own.forEach((puzzle) => {
            const name = groupName(puzzle);
            const group = groups.get(name) ?? [];
            group.push([puzzle, group.length + 1]);
            groups.set(name, group);
          });
          const shown = [...groups].map(([name, group]) => ({
            name,
            group: group.filter(([puzzle]) => level === 'all' || difficulty(puzzle.depth ?? 1) === Number(level)),
          }));
          const some = shown.filter(({ group }) => group.length > 0);
          return h(
            'section',
            { class: 'puzzle-game', id: info.id, 'aria-labelledby': `puzzles-${info.id}` },
            h('h2', { id: `puzzles-${info.id}` }, gameName(info)),
            h('p', { class: 'quiet' }, t('puzzles.progress', { done: done.length, all: own.length, points })),
            some.length === 0 ? h('p', { class: 'quiet' }, t('puzzles.none')) : null,
            some.map(({ name, group }) =>
              h(
                'div',
                { class: 'puzzle-group' },
                h('h3', {}, name),
                h(
                  'div',
                  { class: 'puzzle-chips' },
                  group.map(([puzzle, number]) => chip(puzzle, number, known[puzzle.id])),
                ),
              ),
            ),
          );
        }),
    );
  }

  const today = puzzleOfTheDay(all);
  const info = infos.find((one) => one.id === today?.game);
  const board = info ? new Board({ label: gameName(info), sideName: () => '', still: true }) : null;
  const words = h('span', {});
  if (today && info && board) {
    void backend.view(recordOf(today)).then(
      ({ view }) => {
        const second = view.turn.kind === 'seat' && view.turn.seat === 'second';
        board.update(view, { flipped: second });
        fill(words, taskWords(today, t(`side.${info.seats[second ? 1 : 0].key}`)));
      },
      () => {},
    );
  }
  draw();
  return {
    element: h(
      'div',
      { class: 'puzzles' },
      h('h1', { tabindex: -1 }, t('puzzles.title')),
      h('p', { class: 'quiet' }, t('puzzles.sentence')),
      today && info && board
        ? h(
            'a',
            { class: 'puzzle', href: addressOf(today), data: { puzzle: today.id, daily: '' } },
            h('span', { class: 'puzzle-picture', 'aria-hidden': 'true' }, board.element),
            h(
              'span',
              { class: 'puzzle-words' },
              h('strong', {}, t('puzzles.today')),
              h('span', {}, gameName(info)),
              words,
              h('span', { class: 'stars', 'aria-hidden': 'true' }, stars(difficulty(today.depth ?? 1))),
              (known[today.id] ?? 0) > 0 ? h('span', { class: 'puzzle-solved' }, '✓ ', t('puzzles.solved')) : null,
            ),
          )
        : null,
      h(
        'div',
        { class: 'puzzle-filters' },
        segmented({
          name: 'puzzle-game',
          label: t('puzzles.game'),
          value: game,
          options: [{ value: 'all', label: t('puzzles.all') }, ...infos.map((one) => ({ value: one.id, label: gameName(one) }))],
          onChange: (value) => {
            game = value;
            draw();
          },
        }),
        segmented({
          name: 'puzzle-level',
          label: t('puzzles.difficulty'),
          value: level,
          options: LEVELS.map((one) => ({ value: one, label: one === 'all' ? t('puzzles.all') : '★'.repeat(Number(one)) })),
          onChange: (value) => {
            level = value;
            draw();
          },
        }),
      ),
      list,
    ),
    title: t('puzzles.title'),
    dispose: () => board?.dispose(),
  };
}
