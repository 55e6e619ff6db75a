import * as backend from '../backend/index.js';
import { iconButton, segmented, toggle } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { number, say, t } from '../i18n.js';
import { analysesFor, moveName } from '../rules-words.js';
import { scoreText, shortScore } from '../score.js';
import { remember, remembered } from '../store.js';
import { aheadBar, asPreview, certaintyChip } from '../table/analysis.js';
import { overlayOf } from '../table/model.js';

/** The engine that follows: it analyses whatever is on the board and deepens until it is stopped. */

/** @typedef {import('./model.js').StudyModel} StudyModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */

/** As long as anybody asks; a server stops sooner. */
const SECONDS = 3600;

/** How long a position is looked at before the engine begins, so that stepping through a game starts nothing. */
const REST_MS = 150;

const KEY = 'banmen.engine';
const MOST_LINES = 5;

/** What the reader chose last. @returns {{ on: boolean, lines: number }} */
const chosen = () => ({ on: false, lines: 3, ...remembered(KEY, {}) });

export class EnginePanel {
  /** @type {backend.Job | null} */
  #job = null;
  /** @type {Analysis | null} */
  #found = null;
  #position = '';
  #on = false;
  #lines = 3;
  #kind = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | null} */
  #error = null;
  /** Counts the positions pointed at, so that a late answer is not shown. */
  #pointing = 0;
  /** Whether the reader points at a line now; then it must not move away. */
  #held = false;
  /** Lines shown whole, by their first move. @type {Set<string>} */
  #whole = new Set();

  /** @param {StudyModel} model */
  constructor(model) {
    this.model = model;
    const { on, lines } = chosen();
    this.#on = on;
    this.#lines = lines;
    this.#kind = model.info.analyses[0]?.id ?? '';
    this.controls = h('div', { class: 'engine-controls' });
    this.body = h('div', { class: 'engine-body' });
    this.element = h('section', { class: 'engine', 'aria-label': t('engine.title'), data: { engine: '' } }, this.controls, this.body);
    this.body.addEventListener('pointerleave', () => this.#unpoint());
    this.body.addEventListener('focusout', () => this.#unpoint());
    this.#drawControls();
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#job?.stop();
  }

  /** Turns the engine on or off. @param {boolean} on */
  turn(on) {
    this.#on = on;
    remember(KEY, { on, lines: this.#lines });
    this.#drawControls();
    this.#restart();
  }

  get on() {
    return this.#on;
  }

  update() {
    const here = JSON.stringify(this.model.recordInSight().events);
    if (here === this.#position) return;
    this.#position = here;
    this.#held = false;
    this.#whole.clear();
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#timer);
    this.#job?.stop();
    this.#job = null;
    this.#found = null;
    this.#error = null;
    if (this.#on && this.#kind && this.model.view.turn.kind === 'seat') this.#timer = setTimeout(() => this.#begin(), REST_MS);
    this.#draw();
  }

  #begin() {
    const record = this.model.recordInSight();
    const job = backend.job({ kind: 'analysis', record, request: { kind: this.#kind, lines: this.#lines }, seconds: SECONDS }, (state) => {
      if (this.#job !== job) return;
      const found = /** @type {Analysis | null} */ (state.result ?? state.progress);
      if (found) this.#take(found);
      if (state.status === 'failed') this.#error = state.error?.detail ?? t('error.unexpected');
    });
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

  /** @param {Analysis} found */
  #take(found) {
    this.#found = found;
    if (!this.model.preview) {
      const { marks, strokes, regions } = found;
      const first = found.lines[0]?.moves[0];
      const best = this.model.view.moves.find((move) => move.text === first);
      const drawn = best ? overlayOf(best) : {};
      this.model.setOverlay({
        marks: marks.length > 0 ? marks : (drawn.marks ?? []),
        strokes: strokes.length > 0 ? strokes : (drawn.strokes ?? []),
        regions,
      });
    }
    this.#draw();
  }

  #drawControls() {
    const { model } = this;
    const kinds = analysesFor(model.info, model.table.rules);
    const focused = document.activeElement instanceof HTMLElement && this.controls.contains(document.activeElement) ? document.activeElement : null;
    const name = focused?.getAttribute('name') ?? focused?.getAttribute('role');
    const lines = h(
      'select',
      {
        class: 'engine-lines',
        name: 'engine-lines',
        'aria-label': t('engine.lines'),
        onchange: () => {
          this.#lines = Number(lines.value);
          remember(KEY, { on: this.#on, lines: this.#lines });
          this.#restart();
        },
      },
      Array.from({ length: MOST_LINES }, (_, n) =>
        h('option', { value: String(n + 1), selected: n + 1 === this.#lines }, t('engine.line_count', { count: n + 1 })),
      ),
    );
    fill(
      this.controls,
      h(
        'div',
        { class: 'engine-row' },
        toggle(t('engine.title'), this.#on, (on) => this.turn(on)),
        lines,
      ),
      this.#on && kinds.length > 1
        ? segmented({
            name: 'engine-kind',
            label: t('analysis.kind'),
            value: this.#kind,
            options: kinds.map(({ id }) => ({ value: id, label: t(`analysis.kind.${id}`) })),
            onChange: (kind) => {
              this.#kind = kind;
              this.#restart();
            },
          })
        : null,
    );
    if (name) /** @type {HTMLElement | null} */ (this.controls.querySelector(`[name="${name}"], [role="${name}"]`))?.focus();
  }

  #draw() {
    if (this.#held) return;
    const { model } = this;
    const found = this.#found;
    if (!this.#on) fill(this.body, h('p', { class: 'quiet' }, t('engine.off')));
    else if (this.#error) fill(this.body, h('p', { class: 'warning' }, this.#error));
    else if (model.view.turn.kind === 'over') fill(this.body, h('p', { class: 'quiet' }, model.statusText()));
    else if (!found) fill(this.body, h('p', { class: 'quiet' }, this.#job ? t('analysis.running') : ''));
    else this.#drawFound(found);
  }

  /** @param {Analysis} found */
  #drawFound(found) {
    const { model } = this;
    const facts = [
      found.depth ? t('analysis.depth', { depth: found.depth }) : '',
      found.nodes > 0 ? t('analysis.nodes', { nodes: number(found.nodes, { notation: 'compact', maximumFractionDigits: 1 }) }) : '',
      t('thinking.seconds', { seconds: number(found.seconds, { maximumFractionDigits: 1 }) }),
    ];
    fill(
      this.body,
      found.bar === null ? null : aheadBar(model, found.bar),
      h(
        'p',
        { class: 'engine-head' },
        certaintyChip(found.certainty),
        found.headline.key ? h('span', {}, say(found.headline)) : null,
        this.#job ? h('span', { class: 'pulse', 'aria-hidden': 'true' }) : null,
      ),
      found.lines.length > 0
        ? h(
            'ol',
            { class: 'engine-list', 'aria-label': t('analysis.lines') },
            found.lines.slice(0, this.#lines).map((line) => this.#line(line)),
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
      h('p', { class: 'analysis-speed' }, facts.filter(Boolean).join(' · ')),
    );
  }

  /** One line in one row; the whole of it on demand. @param {AnalysisLine} line */
  #line(line) {
    const first = line.moves[0] ?? '';
    const whole = this.#whole.has(first);
    const words = line.score ? scoreText(line.score, (seat) => this.model.sideName(seat)) : '';
    const row = h(
      'li',
      { class: `engine-line${whole ? ' is-whole' : ''}` },
      h('span', { class: 'engine-score', title: words, 'aria-label': words }, line.score ? shortScore(line.score) || words : ''),
      h(
        'span',
        { class: 'engine-moves' },
        line.moves.map((text, index) =>
          h(
            'button',
            {
              type: 'button',
              class: 'line-move',
              title: t('engine.play'),
              onpointerenter: () => this.#point(line, index + 1),
              onfocus: () => this.#point(line, index + 1),
              onclick: () => this.#play(line, index + 1),
              data: { ahead: String(index + 1) },
            },
            moveName(this.model.info, text),
          ),
        ),
        line.note ? h('span', { class: 'line-note' }, say(line.note)) : null,
      ),
    );
    const expand = iconButton(
      whole ? 'up' : 'down',
      t(whole ? 'engine.less' : 'engine.more'),
      () => {
        if (this.#whole.has(first)) this.#whole.delete(first);
        else this.#whole.add(first);
        const open = this.#whole.has(first);
        row.classList.toggle('is-whole', open);
        expand.setAttribute('aria-expanded', String(open));
      },
      { class: 'engine-expand' },
    );
    expand.setAttribute('aria-expanded', String(whole));
    row.append(expand);
    return row;
  }

  /** Draws the first `count` moves of a line on the board. @param {AnalysisLine} line @param {number} count */
  async #point(line, count) {
    this.#pointing += 1;
    this.#held = true;
    const mine = this.#pointing;
    const { model } = this;
    const record = model.recordInSight();
    const first = model.view.moves.find((move) => move.text === line.moves[0]);
    try {
      const { view } = await backend.view({ ...record, events: [...record.events, ...line.moves.slice(0, count).map((move) => ({ move }))] });
      if (mine !== this.#pointing) return;
      model.showPreview(asPreview(view, model.at), first?.from ? overlayOf(first) : null);
    } catch {
      /* a line that cannot be replayed, as after chance, is simply not shown */
    }
  }

  /** @param {AnalysisLine} line @param {number} count */
  #play(line, count) {
    this.#pointing += 1;
    this.#held = false;
    this.model.preview = null;
    void this.model.playLine(line.moves.slice(0, count));
  }

  #unpoint() {
    this.#pointing += 1;
    if (!this.#held) return;
    this.#held = false;
    if (this.model.preview) this.model.showPreview(null);
    this.#draw();
  }
}
