import '../every-game.js';
import * as backend from '../backend/index.js';
import { BackendError } from '../backend/index.js';
import { button } from '../components/button.js';
import { notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { t } from '../i18n.js';
import { FULL_POINTS, addressOf, difficulty, keepPoints, progress, puzzles, rulesWords, stars, taskWords } from '../puzzles/book.js';
import { Exercise } from '../puzzles/exercise.js';
import { go } from '../router.js';
import { gameName } from '../rules-words.js';

/** One puzzle: the task stays in sight, every answer is judged. */

/** @typedef {import('../puzzles/book.js').Puzzle} Puzzle */

/** The next one that is not solved yet: of the same kind if there is one. @param {Puzzle[]} all @param {Puzzle} now */
function nextAfter(all, now) {
  const known = progress();
  const own = all.filter((puzzle) => puzzle.game === now.game);
  const at = own.indexOf(now);
  const later = [...own.slice(at + 1), ...own.slice(0, at)];
  const open = later.filter((puzzle) => known[puzzle.id] === undefined);
  return open.find((puzzle) => puzzle.kind === now.kind) ?? open[0] ?? later[0] ?? null;
}

/** @param {Record<string, string>} params @returns {Promise<import('../router.js').Mounted>} */
export async function puzzlePage({ game = '', id = '' }) {
  const [all, info] = await Promise.all([puzzles(), backend.game(game)]);
  const puzzle = all.find((one) => one.game === game && one.id === id);
  if (!puzzle) throw new BackendError(404, { title: 'unknown puzzle', detail: id });
  let points = FULL_POINTS;
  let hints = 0;
  const lose = () => {
    points = Math.max(0, points - 1);
  };
  const exercise = new Exercise({
    info,
    task: puzzle,
    onJudged: ({ verdict }) => {
      if (verdict === 'wrong') lose();
    },
    onSolved: () => keepPoints(puzzle.id, Math.max(1, points)),
    onChange: () => draw(),
  });
  const next = nextAfter(all, puzzle);
  const level = difficulty(puzzle.depth ?? 1);
  const actions = h('div', { class: 'button-row exercise-actions' });
  const score = h('p', { class: 'quiet exercise-score' });
  const counters = h('p', { class: 'quiet', hidden: true });
  const word = h('h1', { class: 'exercise-task', tabindex: -1, data: { focusFirst: '' } });
  // A hint between two answers would be the answer.
  const canHint = puzzle.kind !== 'decide';

  const tryAgain = (/** @type {'primary' | 'plain'} */ kind) =>
    button(t('puzzles.again'), () => void exercise.again(), { kind, icon: 'again', data: { action: 'again' } });
  const goOn = () =>
    next ? button(t('puzzles.next'), () => void go(addressOf(next)), { kind: 'primary', icon: 'next', data: { action: 'next' } }) : null;

  function draw() {
    const { stage, judgement, note } = exercise;
    fill(word, taskWords(puzzle ?? { game, kind: '' }, exercise.side));
    fill(counters, exercise.counters);
    counters.hidden = exercise.counters === '';
    const [title, more] = {
      think: [t('puzzles.think', { side: exercise.side }), ''],
      judging: [t('puzzles.judging'), ''],
      reply: [t('puzzles.right'), ''],
      wrong: [t('puzzles.wrong'), note],
      longer: [t('puzzles.longer', { moves: judgement?.length ?? 0 }), t('puzzles.longer_help')],
      solved: [t('puzzles.done', { points: Math.max(1, points) }), note],
      shown: [t('puzzles.shown'), note],
    }[stage];
    exercise.status.dataset.stage = stage;
    fill(exercise.status, h('strong', {}, title), more ? h('span', {}, more) : null);
    fill(score, t('puzzles.points_left', { points: stage === 'shown' ? 0 : points, most: FULL_POINTS }));
    fill(
      actions,
      stage === 'wrong' || stage === 'longer' ? tryAgain('primary') : null,
      stage === 'solved' || stage === 'shown' ? goOn() : null,
      stage === 'think' && canHint
        ? button(
            t('puzzles.hint'),
            () => {
              exercise.hint(hints).catch(notifyError);
              hints += 1;
              lose();
              draw();
            },
            { icon: 'hint', data: { action: 'hint' } },
          )
        : null,
      stage === 'think' || stage === 'wrong'
        ? button(
            t('puzzles.show'),
            () => {
              points = 0;
              keepPoints(puzzle?.id ?? '', 0);
              void exercise.solution();
            },
            { kind: 'quiet', icon: 'eye', data: { action: 'solution' } },
          )
        : null,
    );
  }

  draw();
  void exercise.start().catch(notifyError);
  return {
    element: h(
      'div',
      { class: 'exercise', data: { game } },
      h(
        'div',
        { class: 'exercise-head' },
        h('p', { class: 'exercise-where' }, h('a', { href: `/puzzles?game=${game}` }, t('puzzles.title')), ` · ${gameName(info)}`),
        word,
        h(
          'p',
          { class: 'quiet' },
          h('span', { class: 'stars', 'aria-hidden': 'true' }, stars(level)),
          ' ',
          t('puzzles.depth', { level, moves: puzzle.depth ?? 1 }),
        ),
        rulesWords(puzzle) ? h('p', {}, rulesWords(puzzle)) : null,
        counters,
      ),
      h('div', { class: 'exercise-stage' }, exercise.board.element),
      h('div', { class: 'exercise-side' }, exercise.nudge.element, exercise.status, exercise.choices, actions, score),
    ),
    title: `${t('puzzles.title')} · ${gameName(info)}`,
    dispose: () => exercise.dispose(),
  };
}
