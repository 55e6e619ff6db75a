import * as backend from '../backend/index.js';
import { fill, h } from '../dom.js';
import { button, iconButton, segmented, toggle } from '../components/button.js';
import { computingSwitch } from '../components/computing.js';
import { say, t } from '../i18n.js';
import { change, settings } from '../settings.js';
import { analysesFor, moveName } from '../rules-words.js';
import { scoreText } from '../score.js';
import { barOf, chipOf, effortLine, figureList, looksSwitch, tints } from './findings.js';
import { Inquiry } from './inquiry.js';
import { LinePreview } from './line-preview.js';

/** What a position is worth: one vocabulary for all games. It starts when asked and ends when the position changes. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */

export class AnalysisPanel {
  #inquiry = new Inquiry(
    () => this.#take(),
    () => this.#draw(),
  );
  #position = '';
  #kind = '';
  /** What the switch of where it is computed was drawn for. */
  #placeDrawn = '';
  #unwatch;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.preview = new LinePreview(model);
    this.body = h('div', { class: 'analysis-body', 'aria-live': 'off' });
    this.controls = h('div', { class: 'analysis-controls' });
    this.place = h('div', { class: 'analysis-place' });
    this.element = h('div', { class: 'analysis' }, this.controls, this.body, this.place);
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
    this.#inquiry.drop();
  }

  /** What makes the position in sight the one it is. */
  #here() {
    return `${this.model.table.id}:${JSON.stringify(this.model.recordInSight().events)}`;
  }

  update() {
    const here = this.#here();
    if (here !== this.#position) {
      this.#position = here;
      this.#inquiry.drop();
      this.preview.held = false;
    }
    this.#draw();
  }

  start() {
    const { model } = this;
    if (this.#inquiry.running || model.info.analyses.length === 0 || model.isUnaided) return;
    this.#position = this.#here();
    const { seconds } = model.info.analyses.find(({ id }) => id === this.#kind) ?? {};
    this.#inquiry.ask({ record: model.recordInSight(), at: model.at, request: { kind: this.#kind, lines: 0 }, seconds });
    this.#draw();
  }

  stop() {
    this.#inquiry.stop();
  }

  /** Goes on elsewhere with what is being worked on. */
  #restart() {
    if (!this.#inquiry.running) {
      this.#draw();
      return;
    }
    this.#inquiry.drop();
    this.start();
  }

  #take() {
    if (this.#here() !== this.#position) return;
    this.#lay();
    this.#draw();
  }

  /** Lays what was found over the board. */
  #lay() {
    const { found } = this.#inquiry;
    if (!found) return;
    this.model.setOverlay({
      heat: this.#heat(found),
      marks: found.marks,
      strokes: found.strokes,
      regions: found.regions,
    });
  }

  /** @param {Analysis} found */
  #heat(found) {
    const { heat, looks } = settings.get();
    if (looks && found.candidates.length > 0) return tints(found);
    return heat ? found.heat : [];
  }

  #draw() {
    const { model } = this;
    if (model.isUnaided) {
      fill(this.controls);
      fill(this.body, h('p', { class: 'quiet', data: { unaided: '' } }, t('analysis.between_people')));
      this.#drawPlace(false);
      return;
    }
    const kinds = analysesFor(model.info, model.table.rules);
    this.#drawPlace(kinds.length > 0);
    const { running, found, error } = this.#inquiry;
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
              this.#inquiry.drop();
              this.start();
            },
          })
        : null,
      h(
        'div',
        { class: 'analysis-buttons' },
        running
          ? button(t('analysis.stop'), () => this.stop(), { icon: 'stop', data: { action: 'analysis-stop' } })
          : button(found ? t('analysis.again') : t('analysis.start'), () => this.start(), {
              icon: 'analysis',
              disabled: kinds.length === 0,
              data: { action: 'analysis-start' },
            }),
        running ? h('span', { class: 'thinking' }, h('span', { class: 'pulse', 'aria-hidden': 'true' }), t('analysis.running')) : null,
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.controls.querySelector('.analysis-buttons button'))?.focus();
    // While the reader points at a line it must not move away under the pointer.
    if (this.preview.held) return;
    if (error) fill(this.body, h('p', { class: 'warning' }, error));
    else if (kinds.length === 0) fill(this.body, h('p', { class: 'quiet' }, t('analysis.unavailable')));
    else if (!found) fill(this.body, running ? null : h('p', { class: 'quiet' }, t('analysis.idle')));
    else this.#drawFound(found);
  }

  /**
   * Where it is computed stands below what was found, which is what the reader came for. It is drawn only when it has changed, so that it keeps the
   * focus while findings come in.
   * @param {boolean} shown
   */
  #drawPlace(shown) {
    const wanted = shown ? `${settings.get().computing} ${backend.computing()?.obstacle.get()}` : '';
    if (wanted === this.#placeDrawn) return;
    this.#placeDrawn = wanted;
    const focused = this.place.contains(document.activeElement);
    const chosen = () => {
      // What was chosen may be impossible; then the switch goes back.
      this.#placeDrawn = '';
      this.#restart();
    };
    fill(this.place, shown ? computingSwitch(chosen) : null);
    if (focused) /** @type {HTMLElement | null} */ (this.place.querySelector('input:checked'))?.focus();
  }

  /** @param {Analysis} found */
  #drawFound(found) {
    const { model } = this;
    const [best] = found.lines;
    fill(
      this.body,
      barOf(model, found),
      h(
        'div',
        { class: 'analysis-head' },
        found.score ? h('output', { class: 'analysis-score' }, this.#words(found.score)) : null,
        chipOf(found),
        found.headline.key ? h('p', { class: 'analysis-headline' }, say(found.headline)) : null,
      ),
      found.score?.kind === 'win' && best && best.moves.length > 1
        ? button(t('analysis.show_win'), () => void this.preview.playOut(best), { icon: 'play', data: { action: 'show-win' } })
        : null,
      found.heat.length > 0 ? toggle(t('analysis.heat'), settings.get().heat, (heat) => change({ heat })) : null,
      looksSwitch(found),
      found.lines.length > 0
        ? h(
            'ol',
            { class: 'lines', 'aria-label': t('analysis.lines') },
            found.lines.map((line) => this.#line(line)),
          )
        : null,
      figureList(found),
      effortLine(found),
    );
  }

  /** @param {import('../types.js').Score} score */
  #words(score) {
    return scoreText(score, (seat) => this.model.colourName(seat));
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
              onpointerenter: () => this.preview.show(line, index + 1),
              onfocus: () => this.preview.show(line, index + 1),
              onclick: () => this.preview.show(line, index + 1),
            },
            moveName(this.model.info, text),
          ),
        ),
      ),
      iconButton('play', t('analysis.play_out'), () => void this.preview.playOut(line), { class: 'line-play' }),
      line.note ? h('span', { class: 'line-note' }, say(line.note)) : null,
    );
  }

  #unpoint() {
    if (this.preview.end()) this.#draw();
  }
}
