import { h } from '../dom.js';
import { has, t } from '../i18n.js';
import { BackendError } from '../backend/index.js';

/** Short messages at the edge of the page, and the region that is read out. */

const LIFE_MS = 5000;

/** How long a sentence stays where it can be read out; a slow voice needs its time. */
const SPOKEN_MS = 20_000;

/** @type {HTMLElement | null} */
let shelf = null;
/** @type {HTMLElement | null} */
let voice = null;

/** Puts the shelf for messages and the spoken region into the page. */
export function startNotices() {
  shelf = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  voice = h('div', { class: 'unseen', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', data: { voice: '' } });
  document.body.append(shelf, voice);
}

/**
 * Shows a message for a while.
 * @param {string} text
 * @param {'plain' | 'error'} [kind]
 */
export function notify(text, kind = 'plain') {
  if (!shelf) return;
  const note = h('div', { class: `notice notice-${kind}` }, text);
  for (const old of shelf.children) if (old.textContent === text) old.remove();
  shelf.append(note);
  setTimeout(() => note.remove(), LIFE_MS);
}

/**
 * Has something read out, after what was said before it.
 * @param {string} text
 */
export function speak(text) {
  if (!voice || !text) return;
  const sentence = h('p', {}, text);
  voice.append(sentence);
  setTimeout(() => sentence.remove(), SPOKEN_MS);
}

/** Problems whose cause the reader can mend only if the server says what it is. */
const TOLD_IN_DETAIL = new Set(['invalid', 'bad-record', 'illegal-move', 'malformed']);

/**
 * What went wrong, and what to do, in the reader's language. The server's own sentence follows where it knows more.
 * @param {unknown} error
 */
export function explain(error) {
  if (!(error instanceof BackendError)) return t('error.unexpected');
  const { code, detail } = error.problem;
  const candidates = [`error.${code}`, `error.${error.status}`, 'error.unexpected'];
  const key = candidates.find(has) ?? '';
  // What is wrong with a record, a rule or a move is known only to the server, in its own words.
  return detail && TOLD_IN_DETAIL.has(code ?? '') ? `${t(key)} (${detail})` : t(key);
}

/**
 * Tells the reader that something went wrong.
 * @param {unknown} error
 */
export function notifyError(error) {
  notify(explain(error), 'error');
}

/**
 * Copies a text and says so.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify(t('notice.copied'));
  } catch {
    notify(t('notice.not_copied'), 'error');
  }
}
