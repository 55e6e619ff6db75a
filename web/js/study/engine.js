import { iconButton, segmented, toggle } from '../components/button.js';
import { fill, h } from '../dom.js';
import { say, t } from '../i18n.js';
import { analysesFor, moveName } from '../rules-words.js';
import { scoreText, shortScore } from '../score.js';
import { settings } from '../settings.js';
import { remember, remembered } from '../store.js';
import { barOf, chipOf, effortLine, figureList, looksSwitch, tints } from '../table/findings.js';
import { Inquiry } from '../table/inquiry.js';
import { LinePreview } from '../table/line-preview.js';
import { overlayOf } from '../table/overlay.js';

/** The engine that follows: it analyses whatever is on the board and deepens until it is stopped. */

/** @typedef {import('./model.js').StudyModel} StudyModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */

/** As long as anybody looks: a day. A server stops sooner, and is asked again. */
const SECONDS = 86_400;

/** How long a position is looked at before the engine begins, so that stepping through a game starts nothing. */
const REST_MS = 150;

const KEY = 'banmen.engine';
const MOST_LINES = 5;

/** What the reader chose last. @returns {{ on: boolean, lines: number }} */
const chosen = () => ({ on: false, lines: 3, ...remembered(KEY, {}) });

export class EnginePanel {
  #inquiry = new Inquiry(
    (found) => this.#take(found),
    () => this.#draw(),
  );
  #position = '';
  #on = false;
  #lines = 3;
  #kind = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Lines shown whole, by their first move. @type {Set<string>} */
  #whole = new Set();
  #unwatch;

  /** @param {StudyModel} model */
  constructor(model) {
    this.model = model;
    this.preview = new LinePreview(model);
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
    this.#unwatch = settings.watch(() => {
      if (this.#inquiry.found) this.#lay(this.#inquiry.found);
    });
  }

  dispose() {
    this.#unwatch();
    clearTimeout(this.#timer);
    this.#inquiry.drop();
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
    this.preview.held = false;
    this.#whole.clear();
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#timer);
    this.#inquiry.drop();
    if (this.#on && this.#kind && this.model.view.turn.kind === 'seat') this.#timer = setTimeout(() => this.#begin(), REST_MS);
    this.#draw();
  }

  #begin() {
    const record = this.model.recordInSight();
    // What takes minutes anyway, such as the table of the solved 3×4 game, the server keeps for everybody.
    const endless = (this.model.info.analyses.find(({ id }) => id === this.#kind)?.seconds ?? 0) <= 60;
    this.#inquiry.ask({ record, request: { kind: this.#kind, lines: this.#lines }, seconds: SECONDS }, { endless });
    this.#draw();
  }

  /** @param {Analysis} found */
  #take(found) {
    this.#lay(found);
    this.#draw();
  }

  /** Lays what was found over the board. @param {Analysis} found */
  #lay(found) {
    if (!this.model.preview) {
      const { marks, strokes, regions } = found;
      const first = found.lines[0]?.moves[0];
      const best = this.model.view.moves.find((move) => move.text === first);
      const drawn = best ? overlayOf(best) : {};
      this.model.setOverlay({
        marks: marks.length > 0 ? marks : (drawn.marks ?? []),
        strokes: strokes.length > 0 ? strokes : (drawn.strokes ?? []),
        regions,
        heat: settings.get().looks ? tints(found) : [],
      });
    }
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
    if (this.preview.held) return;
    const { model } = this;
    const { found, error, running } = this.#inquiry;
    if (!this.#on) fill(this.body, h('p', { class: 'quiet' }, t('engine.off')));
    else if (error) fill(this.body, h('p', { class: 'warning' }, error));
    else if (model.view.turn.kind === 'over') fill(this.body, h('p', { class: 'quiet' }, model.statusText()));
    else if (!found) fill(this.body, h('p', { class: 'quiet' }, running ? t('analysis.running') : ''));
    else this.#drawFound(found);
  }

  /** @param {Analysis} found */
  #drawFound(found) {
    const { model } = this;
    fill(
      this.body,
      barOf(model, found),
      h(
        'p',
        { class: 'engine-head' },
        chipOf(found),
        found.headline.key ? h('span', {}, say(found.headline)) : null,
        this.#inquiry.running ? h('span', { class: 'pulse', 'aria-hidden': 'true' }) : null,
      ),
      found.lines.length > 0
        ? h(
            'ol',
            { class: 'engine-list', 'aria-label': t('analysis.lines') },
            found.lines.slice(0, this.#lines).map((line) => this.#line(line)),
          )
        : null,
      looksSwitch(found),
      figureList(found),
      effortLine(found),
    );
  }

  /** One line in one row; the whole of it on demand. @param {AnalysisLine} line */
  #line(line) {
    const first = line.moves[0] ?? '';
    const whole = this.#whole.has(first);
    const words = line.score ? scoreText(line.score, (seat) => this.model.colourName(seat)) : '';
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
              onpointerenter: () => this.preview.show(line, index + 1),
              onfocus: () => this.preview.show(line, index + 1),
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

  /** @param {AnalysisLine} line @param {number} count */
  #play(line, count) {
    this.preview.release();
    this.model.preview = null;
    void this.model.playLine(line.moves.slice(0, count));
  }

  #unpoint() {
    if (this.preview.end()) this.#draw();
  }
}
