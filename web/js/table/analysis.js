import * as backend from '../backend/index.js';
import { fill, h } from '../dom.js';
import { button, iconButton, segmented, toggle } from '../components/button.js';
import { computingSwitch } from '../components/computing.js';
import { explain } from '../components/notice.js';
import { number, say, t } from '../i18n.js';
import { change, settings } from '../settings.js';
import { analysesFor, moveName } from '../rules-words.js';
import { scoreText } from '../score.js';
import { overlayOf } from './model.js';

/** What a position is worth: one vocabulary for all games. It starts when asked and ends when the position changes. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('../types.js').Certainty} Certainty */
/** @typedef {import('../types.js').View} View */

/** Time between two moves of a line that is played out. */
const BEAT_MS = 700;

/** A word that says how a number is known. @param {Certainty | null} certainty */
export function certaintyChip(certainty) {
  if (!certainty) return null;
  return h('span', { class: `certainty certainty-${certainty}`, title: t(`certainty.${certainty}.help`) }, t(`certainty.${certainty}`));
}

/**
 * The bar that shows who is ahead.
 * @param {TableModel} model
 * @param {number} share the first player's share, 0 to 1
 */
export function aheadBar(model, share) {
  const first = Math.round(Math.max(0, Math.min(1, share)) * 100);
  const dark = h('span', { class: 'ahead-first' });
  dark.style.width = `${first}%`;
  const end = (/** @type {import('../types.js').Seat} */ seat, /** @type {number} */ percent) =>
    t('analysis.bar', { side: model.sideName(seat), percent });
  const ends = [end('first', first), end('second', 100 - first)];
  return [
    h('div', { class: 'ahead', role: 'img', 'aria-label': ends.join(', ') }, dark),
    h(
      'div',
      { class: 'ahead-ends', 'aria-hidden': 'true' },
      ends.map((words) => h('span', {}, words)),
    ),
  ];
}

/**
 * A position shown ahead of time: the stones of the line are numbered from 1, nothing can be played.
 * @param {View} view
 * @param {number} at the number of events before the line
 * @returns {View}
 */
export function asPreview(view, at) {
  const pieces = view.pieces.map((piece) => {
    const number = (piece.number ?? 0) - at;
    return { ...piece, number: number > 0 ? number : null };
  });
  return { ...view, pieces, marks: view.marks.filter((mark) => mark.kind !== 'last'), moves: [] };
}

export class AnalysisPanel {
  /** @type {backend.Job | null} */
  #job = null;
  /** @type {Analysis | null} */
  #analysis = null;
  #position = '';
  #kind = '';
  /** @type {string | null} */
  #error = null;
  /** Counts the positions pointed at, so that a late answer is not shown. */
  #pointing = 0;
  /** Whether the reader points at a line now. */
  #held = false;
  #unwatch;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.body = h('div', { class: 'analysis-body', 'aria-live': 'off' });
    this.controls = h('div', { class: 'analysis-controls' });
    this.element = h('div', { class: 'analysis' }, this.controls, this.body);
    this.body.addEventListener('pointerleave', () => this.#unpoint());
    this.body.addEventListener('focusout', () => this.#unpoint());
    this.#kind = model.info.analyses[0]?.id ?? '';
    this.#position = this.#here();
    const unwatchSettings = settings.watch(() => this.#lay());
    const unwatchEngine = backend.computing()?.obstacle.watch(() => this.#draw());
    this.#unwatch = () => {
      unwatchSettings();
      unwatchEngine?.();
    };
  }

  dispose() {
    this.#unwatch();
    this.#job?.stop();
  }

  /** What makes the position in sight the one it is. */
  #here() {
    return `${this.model.table.id}:${JSON.stringify(this.model.recordInSight().events)}`;
  }

  update() {
    const here = this.#here();
    if (here !== this.#position) {
      this.#position = here;
      this.#job?.stop();
      this.#job = null;
      this.#analysis = null;
      this.#error = null;
      this.#held = false;
    }
    this.#draw();
  }

  start() {
    if (this.#job || this.model.info.analyses.length === 0 || this.model.isUnaided) return;
    const here = this.#here();
    this.#error = null;
    this.#analysis = null;
    const { seconds } = this.model.info.analyses.find(({ id }) => id === this.#kind) ?? {};
    const job = backend.job(
      { kind: 'analysis', record: this.model.recordInSight(), at: this.model.at, request: { kind: this.#kind, lines: 0 }, seconds },
      (state) => {
        if (this.#job !== job || this.#here() !== here) return;
        const found = /** @type {Analysis | null} */ (state.result ?? state.progress);
        if (found) this.#take(found);
        if (state.status === 'failed') this.#error = state.error?.detail ?? t('error.unexpected');
      },
    );
    this.#job = job;
    const ended = () => {
      if (this.#job !== job) return;
      this.#job = null;
      this.#draw();
    };
    job.finished.then(ended, (error) => {
      if (this.#job === job) this.#error = explain(error);
      ended();
    });
    this.#draw();
  }

  stop() {
    this.#job?.stop();
  }

  /** Goes on elsewhere with what is being worked on. */
  #restart() {
    const running = this.#job !== null;
    this.#job?.stop();
    this.#job = null;
    if (running) this.start();
    else this.#draw();
  }

  /** @param {Analysis} analysis */
  #take(analysis) {
    this.#analysis = analysis;
    this.#lay();
    this.#draw();
  }

  /** Lays what was found over the board. */
  #lay() {
    const found = this.#analysis;
    if (!found) return;
    this.model.setOverlay({
      heat: settings.get().heat ? found.heat : [],
      marks: found.marks,
      strokes: found.strokes,
      regions: found.regions,
    });
  }

  #draw() {
    const { model } = this;
    if (model.isUnaided) {
      fill(this.controls);
      fill(this.body, h('p', { class: 'quiet', data: { unaided: '' } }, t('analysis.between_people')));
      return;
    }
    const kinds = analysesFor(model.info, model.table.rules);
    const running = this.#job !== null;
    const focused = document.activeElement instanceof HTMLElement && this.controls.contains(document.activeElement);
    fill(
      this.controls,
      kinds.length > 1
        ? segmented({
            name: 'analysis-kind',
            label: t('analysis.kind'),
            value: this.#kind,
            options: kinds.map(({ id }) => ({ value: id, label: t(`analysis.kind.${id}`) })),
            onChange: (kind) => {
              this.#kind = kind;
              this.#job?.stop();
              this.#job = null;
              this.start();
            },
          })
        : null,
      h(
        'div',
        { class: 'analysis-buttons' },
        running
          ? button(t('analysis.stop'), () => this.stop(), { icon: 'stop', data: { action: 'analysis-stop' } })
          : button(this.#analysis ? t('analysis.again') : t('analysis.start'), () => this.start(), {
              icon: 'analysis',
              disabled: kinds.length === 0,
              data: { action: 'analysis-start' },
            }),
        running ? h('span', { class: 'thinking' }, h('span', { class: 'pulse', 'aria-hidden': 'true' }), t('analysis.running')) : null,
      ),
      kinds.length > 0 ? computingSwitch(() => this.#restart()) : null,
    );
    if (focused) /** @type {HTMLElement | null} */ (this.controls.querySelector('.analysis-buttons button'))?.focus();
    // While the reader points at a line it must not move away under the pointer.
    if (this.#held) return;
    const found = this.#analysis;
    if (this.#error) fill(this.body, h('p', { class: 'warning' }, this.#error));
    else if (kinds.length === 0) fill(this.body, h('p', { class: 'quiet' }, t('analysis.unavailable')));
    else if (!found) fill(this.body, running ? null : h('p', { class: 'quiet' }, t('analysis.idle')));
    else this.#drawFound(found);
  }

  /** @param {Analysis} found */
  #drawFound(found) {
    const { model } = this;
    const [best] = found.lines;
    const speed = [
      found.depth ? t('analysis.depth', { depth: found.depth }) : '',
      found.nodes > 0 ? t('analysis.nodes', { nodes: number(found.nodes, { notation: 'compact', maximumFractionDigits: 1 }) }) : '',
      t('thinking.seconds', { seconds: number(found.seconds, { maximumFractionDigits: 1 }) }),
    ].filter(Boolean);
    fill(
      this.body,
      found.bar === null ? null : aheadBar(model, found.bar),
      h(
        'div',
        { class: 'analysis-head' },
        found.score ? h('output', { class: 'analysis-score' }, this.#words(found.score)) : null,
        certaintyChip(found.certainty),
        found.headline.key ? h('p', { class: 'analysis-headline' }, say(found.headline)) : null,
      ),
      found.score?.kind === 'win' && best && best.moves.length > 1
        ? button(t('analysis.show_win'), () => void this.#playOut(best), { icon: 'play', data: { action: 'show-win' } })
        : null,
      found.heat.length > 0 ? toggle(t('analysis.heat'), settings.get().heat, (heat) => change({ heat })) : null,
      found.lines.length > 0
        ? h(
            'ol',
            { class: 'lines', 'aria-label': t('analysis.lines') },
            found.lines.map((line) => this.#line(line)),
          )
        : null,
      found.figures.length > 0
        ? h(
            'dl',
            { class: 'figures' },
            found.figures.map((figure) =>
              h('div', {}, h('dt', {}, say(figure.label)), h('dd', {}, figure.value, ' ', certaintyChip(figure.certainty))),
            ),
          )
        : null,
      h('p', { class: 'analysis-speed' }, speed.join(' · ')),
    );
  }

  /** @param {import('../types.js').Score} score */
  #words(score) {
    return scoreText(score, (seat) => this.model.sideName(seat));
  }

  /** @param {AnalysisLine} line */
  #line(line) {
    return h(
      'li',
      { class: 'line-row' },
      h('span', { class: 'line-score', title: line.certainty ? t(`certainty.${line.certainty}`) : null }, line.score ? this.#words(line.score) : ''),
      h(
        'span',
        { class: 'line-moves' },
        line.moves.map((text, index) =>
          h(
            'button',
            {
              type: 'button',
              class: 'line-move',
              onpointerenter: () => this.#point(line, index + 1),
              onfocus: () => this.#point(line, index + 1),
              onclick: () => this.#point(line, index + 1),
            },
            moveName(this.model.info, text),
          ),
        ),
      ),
      iconButton('play', t('analysis.play_out'), () => void this.#playOut(line), { class: 'line-play' }),
      line.note ? h('span', { class: 'line-note' }, say(line.note)) : null,
    );
  }

  /** Shows the position after the first `count` moves of a line. @param {AnalysisLine} line @param {number} count */
  async #point(line, count) {
    this.#pointing += 1;
    this.#held = true;
    const mine = this.#pointing;
    const { model } = this;
    const first = model.view.moves.find((move) => move.text === line.moves[0]);
    const record = model.recordInSight();
    const events = [...record.events, ...line.moves.slice(0, count).map((move) => ({ move }))];
    try {
      const { view } = await backend.view({ ...record, events });
      if (mine !== this.#pointing) return;
      model.showPreview(asPreview(view, model.at), first?.from ? overlayOf(first) : null);
    } catch {
      /* a line that cannot be replayed, as after chance, is simply not shown */
    }
  }

  /** Shows a line move by move. @param {AnalysisLine} line */
  async #playOut(line) {
    for (let count = 1; count <= line.moves.length; count += 1) {
      const shown = this.#point(line, count);
      const mine = this.#pointing;
      await shown;
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
      if (mine !== this.#pointing) return;
    }
  }

  #unpoint() {
    this.#pointing += 1;
    if (!this.#held) return;
    this.#held = false;
    if (this.model.preview) this.model.showPreview(null);
    this.#draw();
  }
}
