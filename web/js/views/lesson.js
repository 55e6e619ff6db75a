import '../every-game.js';
import * as backend from '../backend/index.js';
import { BackendError } from '../backend/index.js';
import { button } from '../components/button.js';
import { notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { has, t } from '../i18n.js';
import { LESSONS, accepts } from '../lessons/steps.js';
import { lessonProgress, keepStep } from '../lessons/progress.js';
import { judge } from '../puzzles/book.js';
import { Exercise } from '../puzzles/exercise.js';
import { gameName } from '../rules-words.js';

/** A lesson: one step after the other, each with a position on which the reader answers. */

/** @typedef {import('../lessons/steps.js').Step} Step */
/** @typedef {import('../puzzles/book.js').Judgement} Judgement */
/** @typedef {import('../puzzles/book.js').Event} Event */

/** Colours drawn by their percentages, as an observation draws them. @param {number[]} percents */
const drawn = (percents) => percents.map((percent) => (Math.random() * 100 < percent ? 'b' : 'w')).join('');

/** Who judges a step. @param {Step} step @returns {(answer: string, played: Event[]) => Promise<Judgement>} */
function judgeOf(step) {
  if (!step.accept && !step.any) return (answer, played) => judge(step.task, played, answer);
  return async (answer) => {
    if (!accepts(step, answer)) return { verdict: 'wrong', solved: false };
    return { verdict: 'right', solved: true, reply: step.draw ? [{ chance: drawn(step.draw) }] : [] };
  };
}

/** @param {Record<string, string>} params @returns {Promise<import('../router.js').Mounted>} */
export async function lessonPage({ game = '' }) {
  const info = await backend.game(game);
  const steps = LESSONS[game];
  if (!steps) throw new BackendError(404, { title: 'unknown lesson', detail: game });
  const done = Math.min(lessonProgress(game), steps.length);
  let at = done < steps.length ? done : 0;
  /** @type {Exercise | null} */
  let exercise = null;
  const stage = h('div', { class: 'exercise-stage' });
  const head = h('div', { class: 'exercise-head' });
  const side = h('div', { class: 'exercise-side' });

  /** @param {number} number */
  function open(number) {
    const step = steps?.[number];
    if (!step || !steps) return;
    at = number;
    exercise?.dispose();
    const key = `lesson.${game}.${number + 1}`;
    const one = new Exercise({
      info,
      task: step.task,
      judgedBy: judgeOf(step),
      onSolved: () => keepStep(game, number + 1),
      onChange: () => draw(),
    });
    exercise = one;
    fill(stage, one.board.element);
    const actions = h('div', { class: 'button-row exercise-actions' });
    const dots = h('ol', { class: 'lesson-dots', 'aria-label': t('lesson.steps') });
    fill(
      head,
      h('p', { class: 'exercise-where' }, h('a', { href: '/learn' }, t('learn.title')), ` · ${gameName(info)}`),
      h('h1', { class: 'exercise-task', tabindex: -1, data: { focusFirst: '' } }, t(`${key}.title`)),
      h('p', {}, t(key)),
    );
    fill(side, one.nudge.element, one.status, one.choices, actions, dots);

    function draw() {
      const { stage: now, note } = one;
      const explained = has(`${key}.wrong`) ? t(`${key}.wrong`) : note;
      const [title, more] = {
        think: [t(`${key}.task`), ''],
        judging: [t('puzzles.judging'), ''],
        reply: [t('puzzles.right'), ''],
        wrong: [t('lesson.not_yet'), explained],
        longer: [t('puzzles.longer', { moves: one.judgement?.length ?? 0 }), t('puzzles.longer_help')],
        solved: [t('lesson.well_done'), t(`${key}.right`)],
        shown: [t('puzzles.shown'), t(`${key}.right`)],
      }[now];
      one.status.dataset.stage = now;
      fill(one.status, h('strong', {}, title), more ? h('span', {}, more) : null);
      const over = now === 'solved' || now === 'shown';
      const last = number + 1 === (steps?.length ?? 0);
      fill(
        actions,
        now === 'wrong' || now === 'longer'
          ? button(t('puzzles.again'), () => void one.again(), { kind: 'primary', icon: 'again', data: { action: 'again' } })
          : null,
        over && !last ? button(t('lesson.next'), () => open(number + 1), { kind: 'primary', icon: 'next', data: { action: 'next' } }) : null,
        over && last ? link(`/puzzles?game=${game}`, t('lesson.to_puzzles'), 'primary') : null,
        over && last ? link(`/new/${game}`, t('action.play_game'), 'plain') : null,
      );
      const reached = Math.max(lessonProgress(game), number + 1);
      fill(
        dots,
        (steps ?? []).map((_, index) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                class: 'lesson-dot',
                'aria-label': t('lesson.step', { number: index + 1, all: steps?.length ?? 0 }),
                'aria-current': index === number ? 'step' : null,
                disabled: index > reached,
                data: { step: String(index + 1), state: index < lessonProgress(game) ? 'done' : 'open' },
                onclick: () => open(index),
              },
              String(index + 1),
            ),
          ),
        ),
      );
    }

    draw();
    one.start().catch(notifyError);
  }

  open(at);
  return {
    element: h('div', { class: 'exercise', data: { game, lesson: '' } }, head, stage, side),
    title: `${t('learn.title')} · ${gameName(info)}`,
    dispose: () => exercise?.dispose(),
  };
}

/** @param {string} address @param {string} label @param {'primary' | 'plain'} kind */
const link = (address, label, kind) => h('a', { class: `button button-${kind}`, href: address }, h('span', { class: 'button-label' }, label));
