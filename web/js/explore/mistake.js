import { h } from '../dom.js';

/** Mistakes in a text, with their places. */

/** What was wrong; where it comes with the line and a caret below the place, these stay as they are. @param {string} detail */
export function mistakeText(detail) {
  const [sentence, ...excerpt] = detail.split('\n');
  return excerpt.length > 0 ? [sentence, h('code', { class: 'excerpt' }, excerpt.join('\n'))] : [sentence];
}

/**
 * Where a line and a character of it, both counted from 1, begin in a text.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function placeIn(text, line, column) {
  const lines = text.split('\n').slice(0, line);
  const last = lines.pop() ?? '';
  const before = lines.reduce((sum, one) => sum + one.length + 1, 0);
  // Characters are counted whole, however many units they take here.
  return before + [...last].slice(0, column - 1).join('').length;
}
