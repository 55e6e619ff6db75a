import * as backend from '../backend/index.js';
import { fill, h, s } from '../dom.js';
import { button } from '../components/button.js';
import { explain } from '../components/notice.js';
import { t } from '../i18n.js';
import { moveName } from '../rules-words.js';
import { percent } from '../score.js';
import { chanceChip, isChance } from './findings.js';

/** A graph over the whole game: who was ahead after each move, by the chance to win where there is one, and where that changed for the worse. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Analysis} Analysis */
/** @typedef {import('../types.js').Event} Event */
/** @typedef {import('../types.js').MoveRow} MoveRow */

/** Time for each position. */
const SECONDS = 0.4;

/** A move that gives away this much of the bar is a mistake. */
export const MISTAKE = 0.25;

/** And one that gives away this much a blunder. */
const BLUNDER = 0.5;

const WIDTH = 320;
const HEIGHT = 90;
/** Room for the scale beside a graph of chances. */
const SCALE = 34;

/**
 * The events, counted from 1, after which the mover stood worse by a mistake's worth than before.
 * @param {(number | null)[]} bars the first player's share after 0, 1, 2, … events
 * @param {MoveRow[]} rows
 */
export function mistakes(bars, rows) {
  return rows.flatMap((row, index) => {
    const before = bars[index];
    const after = bars[index + 1];
    if (row.chance || row.seat === null || typeof before !== 'number' || typeof after !== 'number') return [];
    const lost = row.seat === 'first' ? before - after : after - before;
    return lost >= MISTAKE ? [index + 1] : [];
  });
}

export class GameGraph {
  /** The first player's share after each beginning of the game, and the best move there, by its events. @type {Map<string, { bar: number | null, best: string | null, chance: boolean }>} */
  #found = new Map();
  /** @type {backend.Job | null} */
  #job = null;
  #running = false;
  #stopped = false;
  /** @type {string | null} */
  #error = null;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.element = h('section', { class: 'graph' });
  }

  dispose() {
    this.#stopped = true;
    this.#job?.stop();
  }

  /** @param {number} n */
  #key(n) {
    return JSON.stringify(this.model.table.record.events.slice(0, n));
  }

  /** The first player's share after 0, 1, 2, … events, as far as known. */
  #known() {
    return Array.from({ length: this.model.table.events + 1 }, (_, n) => this.#found.get(this.#key(n))?.bar ?? null);
  }

  async #start() {
    this.#running = true;
    this.#stopped = false;
    this.#error = null;
    this.update();
    try {
      for (let n = this.model.setUp; n <= this.model.table.events && !this.#stopped; n += 1) {
        const key = this.#key(n);
        if (this.#found.has(key)) continue;
        const { record } = this.model.table;
        this.#job = backend.job({
          kind: 'analysis',
          record: { ...record, events: record.events.slice(0, n) },
          request: { kind: '', lines: 1 },
          seconds: SECONDS,
        });
        const state = await this.#job.finished;
        if (state.status === 'failed') throw new backend.BackendError(state.error?.status ?? 500, state.error ?? {});
        const found = /** @type {Analysis | null} */ (state.result ?? state.progress);
        this.#found.set(key, { bar: found?.bar ?? null, best: found?.lines[0]?.moves[0] ?? null, chance: !!found && isChance(found) });
        this.update();
      }
    } catch (error) {
      this.#error = explain(error);
    } finally {
      this.#job = null;
      this.#running = false;
      this.update();
    }
  }

  update() {
    const { model } = this;
    const possible = model.info.analyses.length > 0 && model.table.events > 1 && !model.isUnaided;
    this.element.hidden = !possible;
    if (!possible) return;
    const bars = this.#known();
    const done = bars.filter((bar) => bar !== null).length;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.className : null;
    const wrong = mistakes(bars, model.table.moves);
    fill(
      this.element,
      h('h3', {}, t('graph.title')),
      done > 1 && this.#isOfChances()
        ? h('p', { class: 'chance-name' }, t('graph.chance', { side: model.colourName('first') }), ' ', chanceChip())
        : null,
      this.#error ? h('p', { class: 'warning' }, this.#error) : null,
      done > 1 ? this.#draw(bars, wrong) : null,
      this.#running
        ? h(
            'div',
            { class: 'analysis-buttons' },
            button(t('graph.stop'), () => this.dispose(), { icon: 'stop' }),
            h('span', { class: 'quiet' }, t('graph.running', { done, all: bars.length })),
          )
        : done < bars.length
          ? button(t('graph.start'), () => void this.#start(), { icon: 'analysis', data: { action: 'graph' } })
          : null,
      done === bars.length ? this.#list(wrong) : null,
    );
    if (focused) /** @type {HTMLElement | null} */ (this.element.getElementsByClassName(focused)[0])?.focus();
  }

  /** Whether the engine gives chances; a forced win among them is certain. */
  #isOfChances() {
    return [...this.#found.values()].some(({ chance }) => chance);
  }

  /** @param {number[]} wrong */
  #list(wrong) {
    if (wrong.length === 0) return h('p', { class: 'quiet' }, t('graph.none'));
    return h(
      'div',
      {},
      h('h4', {}, t('graph.mistakes')),
      h(
        'ul',
        { class: 'mistakes' },
        wrong.map((n) => this.#mistake(n)),
      ),
    );
  }

  /** A mistake by its name, and the move that would have been better. @param {number} n */
  #mistake(n) {
    const { model } = this;
    const [before, after] = [this.#found.get(this.#key(n - 1)), this.#found.get(this.#key(n))];
    const lost = Math.abs((before?.bar ?? 0.5) - (after?.bar ?? 0.5));
    const played = model.table.moves[n - 1]?.text ?? '';
    const better = before?.best && before.best !== played ? before.best : null;
    return h(
      'li',
      {},
      h('span', { class: 'mistake-kind' }, t(`graph.kind.${lost >= BLUNDER ? 'blunder' : 'mistake'}`)),
      button(t('graph.mistake', { number: n, move: moveName(model.info, played) }), () => void model.stepTo(n), { kind: 'quiet' }),
      this.#isOfChances() ? h('span', { class: 'mistake-cost', title: t('graph.cost') }, `−${Math.round(100 * lost)} %`) : null,
      better
        ? button(t('graph.better', { move: moveName(model.info, better) }), () => void model.showBetter(n, better), {
            kind: 'quiet',
            data: { better },
          })
        : null,
    );
  }

  /** @param {(number | null)[]} bars @param {number[]} wrong */
  #draw(bars, wrong) {
    const { model } = this;
    const chances = this.#isOfChances();
    const last = Math.max(1, bars.length - 1);
    const now = bars[model.at];
    const margin = chances ? SCALE : 0;
    /** @param {number} n */
    const x = (n) => (n / last) * WIDTH;
    /** @param {number} bar */
    const y = (bar) => HEIGHT - bar * HEIGHT;
    const points = bars.flatMap((bar, n) => (bar === null ? [] : [{ n, bar }]));
    const line = points.map(({ n, bar }, index) => `${index === 0 ? 'M' : 'L'}${x(n).toFixed(1)} ${y(bar).toFixed(1)}`).join('');
    const first = points[0]?.n ?? 0;
    const final = points.at(-1)?.n ?? 0;
    const picture = s(
      'svg',
      {
        viewBox: `${-margin} -4 ${WIDTH + margin} ${HEIGHT + 8}`,
        class: 'graph-picture',
        tabindex: 0,
        role: 'slider',
        'aria-label': chances ? t('graph.chance_label', { side: model.colourName('first') }) : t('graph.label'),
        'aria-valuemin': 0,
        'aria-valuemax': last,
        'aria-valuenow': model.at,
        'aria-valuetext':
          chances && typeof now === 'number'
            ? t('graph.chance_now', { number: model.at, side: model.colourName('first'), percent: percent(now) })
            : null,
      },
      s('rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: 'graph-paper' }),
      s('path', { d: `${line}L${x(final)} ${HEIGHT}L${x(first)} ${HEIGHT}z`, class: 'graph-area' }),
      s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'graph-middle' }),
      ...(chances ? [0, 0.5, 1].map((share) => s('text', { x: -4, y: y(share) + 3, class: 'graph-scale' }, `${share * 100} %`)) : []),
      s('path', { d: line, class: 'graph-line' }),
      ...wrong.map((n) => s('circle', { cx: x(n), cy: y(bars[n] ?? 0.5), r: 4.5, class: 'graph-mistake' })),
      s('path', { d: `M${x(model.at)} -4V${HEIGHT + 4}`, class: 'graph-now' }),
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const across = ((event.clientX - box.left) / box.width) * (WIDTH + margin) - margin;
      void model.stepTo(Math.max(0, Math.round((across / WIDTH) * last)));
    });
    picture.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: model.at - 1, ArrowRight: model.at + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      void model.stepTo(to);
    });
    return picture;
  }
}
