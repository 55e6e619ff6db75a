import { button } from '../components/button.js';
import { download } from '../download.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';

/** What an experiment found, as files: a table of comma-separated values and the chart. */

/** @param {unknown} value */
const quoted = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/**
 * A table as comma-separated values; what is missing is an empty field.
 * @template {string} Column
 * @param {readonly Column[]} columns
 * @param {readonly Partial<Record<Column, unknown>>[]} rows
 */
export function csv(columns, rows) {
  const lines = rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** What of a chart's looks comes from the page's style sheet. */
const LOOKS = ['fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'font-family', 'font-size'];

/** A chart on the page as a drawing that needs no style sheet. @param {SVGElement} chart */
function standalone(chart) {
  const copy = /** @type {SVGElement} */ (chart.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [shown, copied] = [chart, copy].map((drawing) => [...drawing.querySelectorAll('*')]);
  shown?.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) copied?.[index]?.setAttribute(look, style.getPropertyValue(look));
  });
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/**
 * Buttons that save a table and the chart, if there is one.
 * @param {string} name Without an extension.
 * @param {string} table
 * @param {SVGElement | null} [chart]
 */
export function savingButtons(name, table, chart = null) {
  return h(
    'div',
    { class: 'button-row' },
    button(t('experiments.csv'), () => download(`${name}.csv`, table, 'text/csv'), { icon: 'download' }),
    chart && button(t('experiments.svg'), () => download(`${name}.svg`, standalone(chart), 'image/svg+xml'), { icon: 'download' }),
  );
}
