import { button, segmented, toggle } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { minus, number, t } from '../i18n.js';
import { drawChart } from '../explore/chart.js';
import { read, whyNoBoard } from '../explore/picture.js';
import * as position from '../explore/rows.js';
import { Asker } from '../explore/run.js';
import { censusSection } from '../explore/census.js';
import { findSection } from '../explore/find.js';
import { FoundBoards } from '../explore/found.js';
import { csv as written, savingButtons } from '../explore/saving.js';

/** Experiments: a family of boards, a quantity, progress, a table and a plot; and the position with the longest string. */

/**
 * @typedef {object} TileRow
 * @property {number} n
 * @property {number | string} [string_length]
 * @property {number} [unique_positions]
 * @property {string | null} [value]
 * @property {string | null} [unicode]
 * @property {string} [temperature]
 * @property {string} [mean]
 * @property {string} [winner]
 * @property {number} [positions]
 * @property {number} time_ms
 */

/** @typedef {'length' | 'value' | 'positions' | 'outcome'} Quantity */

/** What stands in the table for each quantity. @type {Record<Quantity, (keyof TileRow)[]>} */
const COLUMNS = {
  length: ['n', 'string_length', 'unique_positions', 'time_ms'],
  value: ['n', 'value', 'temperature', 'mean', 'time_ms'],
  positions: ['n', 'unique_positions', 'time_ms'],
  outcome: ['n', 'winner', 'positions', 'time_ms'],
};

/** @param {TileRow} row @param {Quantity} quantity */
function heightOf(row, quantity) {
  if (quantity === 'length') return Number(row.string_length);
  if (quantity === 'positions') return Number(row.unique_positions);
  if (quantity === 'outcome') return Number(row.positions);
  const [above = '0', below = '1'] = (row.temperature ?? '0').split('/');
  return Number(above) / Number(below);
}

/** The buttons that start and stop an experiment, what it says, and how far it is. @param {() => Promise<void>} work @param {Asker} asker */
function controls(work, asker) {
  const status = h('p', { class: 'explore-note', role: 'status' });
  const bar = h('progress', { class: 'progress-bar', max: 1, hidden: true, 'aria-label': t('experiments.how_far') });
  const run = button(t('experiments.run'), () => void start(), { kind: 'primary', data: { action: 'run' } });
  const stop = button(t('analysis.stop'), () => asker.finish(), { icon: 'stop', disabled: true, data: { action: 'stop' } });
  async function start() {
    run.disabled = true;
    stop.disabled = false;
    bar.hidden = false;
    bar.removeAttribute('value');
    status.textContent = t('explore.working');
    try {
      await work();
    } catch (error) {
      status.textContent = explain(error);
    } finally {
      run.disabled = false;
      stop.disabled = true;
      bar.hidden = true;
    }
  }
  return {
    element: h('div', { class: 'button-row' }, run, stop),
    status,
    bar,
    /** @param {number} done @param {number} total */
    show(done, total) {
      bar.value = total > 0 ? done / total : 0;
    },
  };
}

/** The growth of a quantity over tiled boards. */
function tileSection() {
  const asker = new Asker();
  /** @type {Quantity} */
  let quantity = 'length';
  let log = true;
  let square = false;
  /** @type {TileRow[]} */
  let rows = [];
  /** The same as comma-separated values, once the work has ended. */
  let csv = '';
  const last = h('input', { type: 'number', class: 'field', id: 'tile-last', min: 3, max: 24, step: 3, value: 12 });
  const own = h('input', { type: 'text', class: 'field', id: 'tile-own', spellcheck: 'false', autocomplete: 'off', placeholder: '.../BW./WB.' });
  const results = h('div', { class: 'experiment-results' });
  const panel = controls(run, asker);
  const { status } = panel;

  function draw() {
    if (rows.length === 0) return fill(results);
    const points = rows.map((row) => ({ x: row.n, y: heightOf(row, quantity) })).filter((point) => Number.isFinite(point.y));
    const chart = drawChart(points, { log: log && quantity !== 'value', label: t('experiments.chart', { quantity: t(`experiments.${quantity}`) }) });
    fill(
      results,
      chart,
      h(
        'div',
        { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('experiments.table') },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              COLUMNS[quantity].map((column) => h('th', { scope: 'col' }, t(`experiments.column.${column}`))),
            ),
          ),
          h(
            'tbody',
            {},
            rows.map((row) =>
              h(
                'tr',
                {},
                COLUMNS[quantity].map((column) =>
                  h(
                    'td',
                    {},
                    column === 'time_ms'
                      ? number(row.time_ms, { maximumFractionDigits: 1 })
                      : column === 'value'
                        ? (row.unicode ?? '…')
                        : minus(row[column] ?? ''),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
      csv ? savingButtons(`tiles-${quantity}`, csv, chart) : null,
    );
  }

  async function run() {
    rows = [];
    csv = '';
    draw();
    /** @type {string[] | null} */
    let tile = null;
    try {
      if (own.value.trim() !== '') tile = await read(own.value);
    } catch (error) {
      status.textContent = whyNoBoard(error);
      return;
    }
    const [height, width] = [tile?.length ?? 3, tile?.[0]?.length ?? 3];
    const span = { from: width, to: Math.min(24, Math.max(width, Number(last.value) || 12)) };
    const family = square ? { square: span } : { rows: height, cols: span };
    const input = { ...family, what: quantity, step: width, ...(tile ? { tile: position.write(tile) } : {}) };
    const state = await asker.ask('tile', input, (progress) => {
      const { n, done, total, positions, table } = /** @type {{ n: number, done: number, total: number, positions: number, table: TileRow[] }} */ (
        progress
      );
      status.textContent = t('experiments.progress', { n, done, total, positions: number(positions) });
      panel.show(done, total);
      if (table.length !== rows.length) {
        rows = table;
        draw();
      }
    });
    if (!state) return;
    const answer = /** @type {{ table: TileRow[], csv: string } | null} */ (state.result);
    if (answer) ({ table: rows, csv } = answer);
    // A worker that is stopped takes its answer along; the rows it told of are here.
    else csv = written(COLUMNS[quantity], rows);
    draw();
    status.textContent = state.status === 'done' ? t('experiments.done') : (state.error?.detail ?? t('explore.stopped'));
  }

  return {
    element: h(
      'section',
      { class: 'experiment' },
      h('h2', {}, t('experiments.tiles')),
      h('p', {}, t('experiments.tiles_help')),
      segmented({
        name: 'quantity',
        label: t('experiments.quantity'),
        value: quantity,
        options: /** @type {Quantity[]} */ (['length', 'value', 'positions', 'outcome']).map((value) => ({
          value,
          label: t(`experiments.${value}`),
        })),
        onChange: (value) => {
          quantity = value;
          rows = [];
          draw();
        },
      }),
      h('label', { class: 'text-field', for: 'tile-own' }, h('span', {}, t('experiments.own_tile')), own),
      h('label', { class: 'explore-number', for: 'tile-last' }, h('span', {}, t('experiments.last')), last),
      toggle(t('experiments.square'), square, (on) => {
        square = on;
      }),
      toggle(t('experiments.log'), log, (on) => {
        log = on;
        draw();
      }),
      panel.element,
      status,
      panel.bar,
      results,
    ),
    dispose: () => asker.stop(),
  };
}

/** The positions of a size with the longest strings. */
function longestSection() {
  const asker = new Asker();
  const height = h('input', { type: 'number', class: 'field', id: 'longest-rows', min: 1, max: 6, value: 3 });
  const width = h('input', { type: 'number', class: 'field', id: 'longest-columns', min: 1, max: 6, value: 3 });
  const results = new FoundBoards();
  const panel = controls(run, asker);
  const { status } = panel;

  async function run() {
    results.clear();
    const state = await asker.ask('longest', { rows: Number(height.value), cols: Number(width.value), top: 4 }, (progress) => {
      const { done, total } = /** @type {{ done: number, total: number }} */ (progress);
      status.textContent = t('experiments.boards', { done: number(done), total: number(total) });
      panel.show(done, total);
    });
    if (!state) return;
    const answer = /** @type {{ method: string, boards: number, top: { board: string, length: number | string }[] } | null} */ (state.result);
    status.textContent = answer
      ? t(`experiments.method.${answer.method}`, { boards: number(answer.boards) })
      : (state.error?.detail ?? t('explore.stopped'));
    results.show(
      (answer?.top ?? []).map(({ board, length }) => ({ text: board, words: t('explore.string_length', { length: String(length) }) })),
      answer && savingButtons('konane-longest', written(['board', 'length'], answer.top)),
    );
  }

  return {
    element: h(
      'section',
      { class: 'experiment' },
      h('h2', {}, t('experiments.longest')),
      h('p', {}, t('experiments.longest_help')),
      h(
        'div',
        { class: 'explore-fields' },
        h('label', { class: 'explore-number', for: 'longest-rows' }, h('span', {}, t('game.konane.rule.rows')), height),
        h('label', { class: 'explore-number', for: 'longest-columns' }, h('span', {}, t('game.konane.rule.cols')), width),
      ),
      panel.element,
      status,
      panel.bar,
      results.element,
    ),
    dispose() {
      asker.stop();
      results.clear();
    },
  };
}

/** @returns {import('../router.js').Mounted} */
export function experimentsPage() {
  const sections = [tileSection(), longestSection(), censusSection(controls), findSection(controls)];
  return {
    element: h(
      'div',
      { class: 'experiments' },
      h('h1', { tabindex: -1 }, t('experiments.title')),
      sections.map((section) => section.element),
    ),
    title: t('experiments.title'),
    dispose: () => sections.forEach((section) => section.dispose()),
  };
}
