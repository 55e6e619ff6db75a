import { fill, h } from '../dom.js';
import { number, t } from '../i18n.js';
import { drawChart } from './chart.js';
import { mistakeText } from './mistake.js';
import { Asker } from './run.js';
import { csv, savingButtons } from './saving.js';
import { rounded } from './thermograph.js';

/** All positions of a size: which values they have, how often, how hot, and the records. */

/**
 * @typedef {object} Counted
 * @property {string | null} value
 * @property {string | null} unicode
 * @property {number} count
 * @property {string} outcome
 * @property {string} temperature
 * @property {string} mean
 * @property {number} birthday
 * @property {string} simplest
 */

/**
 * @typedef {object} Census
 * @property {number} positions
 * @property {number} counted
 * @property {number} distinct
 * @property {Counted[]} values
 * @property {{ what: string, amount: string, board: string, value: string | null }[]} records
 * @property {[string, number][]} temperatures
 */

/** Boards of more cells than this take the server too long. */
const MOST_CELLS = 12;
/** Values that are listed. */
const LISTED = 200;

/** A rational with a true minus sign. @param {string | number} value */
const minus = (value) => String(value).replaceAll('-', '−');

/** @param {string} board */
const link = (board) => h('a', { href: `/explore/konane?board=${board}` }, h('code', {}, board));

/** What is saved of each value. */
const SAVED = /** @type {const} */ (['value', 'count', 'outcome', 'temperature', 'mean', 'birthday', 'simplest']);

/** @param {Census} census */
function draw(census) {
  const points = census.temperatures.map(([temperature, count]) => ({ x: rounded(temperature), y: count }));
  const columns = ['value', 'count', 'temperature', 'mean', 'simplest'];
  const chart = points.length > 1 ? drawChart(points, { log: true, label: t('census.chart') }) : null;
  return [
    h(
      'p',
      { class: 'explore-note' },
      t('census.summary', { positions: number(census.positions), counted: number(census.counted), distinct: number(census.distinct) }),
    ),
    h(
      'dl',
      { class: 'facts' },
      census.records.map((record) =>
        h('div', {}, h('dt', {}, t(`census.record.${record.what}`)), h('dd', {}, minus(record.amount), ' ', link(record.board))),
      ),
    ),
    chart,
    h(
      'div',
      { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('census.table') },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            columns.map((column) => h('th', { scope: 'col' }, t(`census.column.${column}`))),
          ),
        ),
        h(
          'tbody',
          {},
          census.values.map((row) =>
            h(
              'tr',
              {},
              h('td', {}, row.unicode ?? '…'),
              h('td', {}, number(row.count)),
              h('td', {}, minus(row.temperature)),
              h('td', {}, minus(row.mean)),
              h('td', {}, link(row.simplest)),
            ),
          ),
        ),
      ),
    ),
    savingButtons('konane-census', csv(SAVED, census.values), chart),
  ];
}

/**
 * @param {(work: () => Promise<void>, asker: Asker) => { element: HTMLElement, status: HTMLElement, bar: HTMLElement, show: (done: number, total: number) => void }} controls
 */
export function censusSection(controls) {
  const asker = new Asker();
  const height = h('input', { type: 'number', class: 'field', id: 'census-rows', min: 1, max: MOST_CELLS, value: 3 });
  const width = h('input', { type: 'number', class: 'field', id: 'census-columns', min: 1, max: MOST_CELLS, value: 3 });
  const where = h('input', {
    type: 'text',
    class: 'field',
    id: 'census-where',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'temperature > 1',
  });
  const results = h('div', { class: 'experiment-results' });
  const panel = controls(run, asker);
  const { status } = panel;

  async function run() {
    fill(results);
    const [rows, cols] = [Number(height.value), Number(width.value)];
    if (rows * cols > MOST_CELLS) {
      status.textContent = t('census.too_large', { cells: MOST_CELLS });
      return;
    }
    const condition = where.value.trim();
    const input = { rows, cols, top: LISTED, ...(condition ? { where: condition } : {}) };
    const state = await asker.ask('census', input, (progress) => {
      const { done, total } = /** @type {{ done: number, total: number }} */ (progress);
      status.textContent = t('experiments.boards', { done: number(done), total: number(total) });
      panel.show(done, total);
    });
    if (!state) return;
    const census = /** @type {Census | null} */ (state.result);
    fill(status, mistakeText(state.status === 'done' ? t('experiments.done') : (state.error?.detail ?? t('explore.stopped'))));
    if (census) fill(results, draw(census));
  }

  return {
    element: h(
      'section',
      { class: 'experiment', id: 'census' },
      h('h2', {}, t('census.title')),
      h('p', {}, t('census.help')),
      h(
        'div',
        { class: 'explore-fields' },
        h('label', { class: 'explore-number', for: 'census-rows' }, h('span', {}, t('game.konane.rule.rows')), height),
        h('label', { class: 'explore-number', for: 'census-columns' }, h('span', {}, t('game.konane.rule.cols')), width),
      ),
      h('label', { class: 'text-field', for: 'census-where' }, h('span', {}, t('census.where')), where),
      panel.element,
      status,
      panel.bar,
      results,
    ),
    dispose: () => asker.stop(),
  };
}
