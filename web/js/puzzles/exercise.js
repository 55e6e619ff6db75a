import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { explain, notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { minus, say, t } from '../i18n.js';
import { gameName } from '../rules-words.js';
import { choose } from '../table/choose.js';
import { NudgeBar } from '../table/nudge.js';
import { answers, judge, recordOf, wordOf } from './book.js';

/** A board on which the reader answers, and a judge who says at once what the answer is worth. */

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Region} Region */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('./book.js').Task} Task */
/** @typedef {import('./book.js').Judgement} Judgement */
/** @typedef {import('./book.js').Event} Event */
/** @typedef {'think' | 'judging' | 'reply' | 'wrong' | 'longer' | 'solved' | 'shown'} Stage */

/**
 * @typedef {object} ExerciseOptions
 * @property {GameInfo} info
 * @property {Task} task
 * @property {(answer: string, played: Event[]) => Promise<Judgement>} [judgedBy] the backend's proofs unless told otherwise
 * @property {(judgement: Judgement) => void} [onJudged]
 * @property {() => void} [onSolved]
 * @property {() => void} [onChange] the stage is another
 */

/** Between two moves that are shown one after the other. */
const STEP_MS = 650;

export class Exercise {
  /** The right moves so far with their replies. @type {Event[]} */
  #played = [];
  /** Further moves in sight: the one being judged, and its refutation. @type {Event[]} */
  #tried = [];
  /** @type {View | null} */
  #view = null;
  /** @type {Region[]} */
  #regions = [];
  /** Answers that a hint has ruled out. @type {Set<string>} */
  #out = new Set();
  /** Counts what is under way; whatever is older has no say any more. */
  #turn = 0;
  #disposed = false;
  /** @type {Stage} */
  stage = 'think';
  /** Who solves. @type {Seat} */
  seat = 'first';
  /** The last word of the judge. @type {Judgement | null} */
  judgement = null;

  /** @param {ExerciseOptions} options */
  constructor(options) {
    this.options = options;
    const { info } = options;
    this.board = new Board({
      label: gameName(info),
      sideName: (seat) => t(`side.${info.seats[seat === 'first' ? 0 : 1].key}`),
      onMove: (moves) => void choose(this.#asModel(), moves),
      onPending: (square) => {
        if (this.#view) this.nudge.show(this.#view.grid, square);
      },
    });
    this.choices = h('div', { class: 'exercise-choices', role: 'group', 'aria-label': t('decisions.label') });
    this.nudge = new NudgeBar(() => this.board);
    this.status = h('div', { class: 'exercise-status', role: 'status', 'aria-live': 'polite' });
  }

  dispose() {
    this.#disposed = true;
    this.#turn += 1;
    this.board.dispose();
  }

  /** The name of the side that solves. */
  get side() {
    return t(`side.${this.options.info.seats[this.seat === 'first' ? 0 : 1].key}`);
  }

  /** Draws the position. */
  async start() {
    const { task } = this.options;
    const { view } = await backend.view(recordOf(task));
    if (this.#disposed) return;
    if (view.turn.kind === 'seat') this.seat = view.turn.seat;
    if (task.kind === 'hottest') this.#regions = await this.#parts();
    if (this.#disposed) return;
    this.#show(view, 'think');
  }

  /** The parts of the position without what they are worth. @returns {Promise<Region[]>} */
  async #parts() {
    const record = recordOf(this.options.task);
    const state = await backend.job({ kind: 'analysis', record, request: { kind: 'value', lines: 1 } }).finished;
    const { regions = [] } = /** @type {{ regions?: Region[] }} */ (state.result ?? {});
    return regions.map((region) => ({ ...region, value: null }));
  }

  /** What the dialog for moves with the same hands needs of a table. @returns {any} */
  #asModel() {
    return { view: this.#view, info: this.options.info, connected: true, play: (/** @type {string} */ text) => this.answer(text) };
  }

  /** @param {View} view @param {Stage} stage */
  #show(view, stage) {
    this.#view = view;
    this.stage = stage;
    const playable = stage === 'think' && !this.options.task.choices?.length;
    this.board.update(view, { playable, flipped: this.seat === 'second', animate: true, reveal: false });
    this.board.setOverlay(this.#regions.length > 0 ? { regions: this.#regions } : null);
    this.nudge.show(view.grid, null);
    this.#drawChoices();
    this.options.onChange?.();
  }

  /** @param {Stage} stage */
  #setStage(stage) {
    if (this.#view) this.#show(this.#view, stage);
  }

  #drawChoices() {
    const { task } = this.options;
    const open = this.stage === 'think';
    const words = task.choices?.length
      ? task.choices.map((choice) => ({ text: choice, label: minus(choice).replaceAll('*', '∗').replaceAll('^', '↑').replaceAll('v', '↓') }))
      : open
        ? (this.#view?.moves ?? []).filter((move) => move.action !== null).map((move) => ({ text: move.text, label: t(`move.${move.action}`) }))
        : [];
    this.choices.hidden = words.length === 0;
    fill(
      this.choices,
      words.map(({ text, label }) => {
        const made = button(label, () => void this.answer(text), { data: { answer: text }, disabled: !open || this.#out.has(text) });
        if (this.#tried.some((event) => wordOf(event) === text)) made.classList.add(this.stage === 'solved' ? 'is-right' : 'is-wrong');
        return made;
      }),
    );
  }

  /** Waits, unless something else has begun since. @param {number} ms @param {number} mine */
  async #wait(ms, mine) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return mine === this.#turn;
  }

  /** The picture of what has been played and tried, as far as that is moves. */
  async #picture() {
    const moves = this.options.task.choices?.length ? [] : [...this.#played, ...this.#tried];
    return (await backend.view(recordOf(this.options.task, moves))).view;
  }

  /** The reader answers. @param {string} text */
  async answer(text) {
    if (this.stage !== 'think') return;
    this.#turn += 1;
    const mine = this.#turn;
    this.#tried = [{ move: text }];
    // At once: a second click must not be a second answer.
    this.#setStage('judging');
    const judgedBy =
      this.options.judgedBy ?? ((/** @type {string} */ answer, /** @type {Event[]} */ played) => judge(this.options.task, played, answer));
    try {
      const judging = judgedBy(text, this.#played);
      // The judge may be quicker than the picture, and a refusal must not go unheard meanwhile.
      judging.catch(() => {});
      const view = await this.#picture();
      if (mine !== this.#turn) return;
      this.#show(view, 'judging');
      const judgement = await judging;
      if (mine !== this.#turn) return;
      this.judgement = judgement;
      this.options.onJudged?.(judgement);
      await this.#follow(judgement, text, mine);
    } catch (error) {
      if (mine !== this.#turn) return;
      notifyError(error);
      await this.again();
    }
  }

  /** @param {Judgement} judgement @param {string} text @param {number} mine */
  async #follow(judgement, text, mine) {
    if (judgement.verdict === 'right') {
      if (judgement.solved) {
        this.#tried = [{ move: text }, ...(judgement.reply ?? [])];
        if (judgement.reply?.length) this.#view = await this.#picture();
        if (mine !== this.#turn) return;
        this.#setStage('solved');
        this.options.onSolved?.();
        return;
      }
      this.#setStage('reply');
      if (!(await this.#wait(STEP_MS, mine))) return;
      this.#played = [...this.#played, { move: text }, ...(judgement.reply ?? [])];
      this.#tried = [];
      const view = await this.#picture();
      if (mine === this.#turn) this.#show(view, 'think');
      return;
    }
    this.#setStage(judgement.verdict);
    for (const event of judgement.refutation ?? []) {
      if (!(await this.#wait(STEP_MS, mine))) return;
      this.#tried = [...this.#tried, event];
      const view = await this.#picture();
      if (mine !== this.#turn) return;
      this.#show(view, judgement.verdict);
    }
  }

  /** Back to the last right move. */
  async again() {
    this.#turn += 1;
    const mine = this.#turn;
    this.#tried = [];
    try {
      const view = await this.#picture();
      if (mine === this.#turn) this.#show(view, 'think');
    } catch (error) {
      fill(this.status, explain(error));
    }
  }

  /** Helps a little: rules out an answer, or shows what moves; asked again, where to. @param {number} number hints so far */
  async hint(number) {
    const { task } = this.options;
    const right = await answers(task, this.#played);
    if (this.stage !== 'think') return;
    if (task.choices?.length) {
      const wrong = task.choices.find((choice) => !right.includes(choice) && !this.#out.has(choice));
      if (wrong !== undefined) this.#out.add(wrong);
      this.#drawChoices();
      return;
    }
    const move = this.#view?.moves.find((legal) => legal.text === right[0]);
    if (!move) return;
    const from = move.from?.kind === 'board' ? move.from.at : null;
    const whole = number > 0 || (from === null && move.to !== null);
    const marks = [from && !whole ? from : null, whole ? move.to : null]
      .filter((at) => at !== null)
      .map((at) => ({ at, kind: /** @type {const} */ ('best'), label: null }));
    const strokes = whole && from && move.to ? [{ from, to: move.to, kind: /** @type {const} */ ('arrow') }] : [];
    this.board.setOverlay({ marks, strokes });
  }

  /** Plays the answer to the end. */
  async solution() {
    this.#turn += 1;
    const mine = this.#turn;
    const { task } = this.options;
    this.#tried = [];
    try {
      for (;;) {
        const [right] = await answers(task, this.#played);
        if (right === undefined || mine !== this.#turn) return;
        const judgement = await judge(task, this.#played, right);
        if (mine !== this.#turn) return;
        this.#tried = [{ move: right }];
        this.judgement = judgement;
        this.#show(await this.#picture(), 'shown');
        if (judgement.solved || judgement.verdict !== 'right') return;
        if (!(await this.#wait(STEP_MS, mine))) return;
        this.#played = [...this.#played, { move: right }, ...(judgement.reply ?? [])];
        this.#tried = [];
        this.#show(await this.#picture(), 'shown');
        if (!(await this.#wait(STEP_MS, mine))) return;
      }
    } catch (error) {
      if (mine === this.#turn) notifyError(error);
    }
  }

  /** How many observations each side has left, in words; empty where they are not counted. */
  get counters() {
    const left = (this.#view?.counters ?? []).filter(({ label, value }) => label.key === 'counter.observations_left' && value !== '∞');
    const [black, white] = ['first', 'second'].map((side) => left.find(({ seat }) => seat === side)?.value);
    return black && white ? t('puzzle.quantum.left', { black, white }) : '';
  }

  /** What the judge said beside the verdict. */
  get note() {
    const note = this.judgement?.note;
    return note ? say({ key: note.key, args: note.args ?? {} }) : '';
  }
}
