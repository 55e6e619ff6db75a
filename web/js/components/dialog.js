import { h } from '../dom.js';
import { t } from '../i18n.js';
import { iconButton } from './button.js';

/** @typedef {import('../dom.js').Child} Child */

let count = 0;

/**
 * Opens a dialog and returns it; closing removes it.
 * @param {string} title
 * @param {(close: () => void) => Child[]} content
 * @param {{ class?: string, onClose?: () => void }} [options]
 */
export function openDialog(title, content, { class: extra = '', onClose } = {}) {
  count += 1;
  const id = `dialog-title-${count}`;
  const close = () => dialog.close();
  const dialog = h(
    'dialog',
    { class: `dialog ${extra}`.trim(), 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), iconButton('close', t('action.close'), close)),
    h('div', { class: 'dialog-body' }, content(close)),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for one of several things; `null` if the reader chose none.
 * @template T
 * @param {string} title
 * @param {{ value: T, face: Child[], label: string }[]} options
 * @returns {Promise<T | null>}
 */
export function ask(title, options) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let answer = null;
    openDialog(
      title,
      (close) => [
        h(
          'div',
          { class: 'choices' },
          options.map((option) =>
            h(
              'button',
              {
                type: 'button',
                class: 'choice',
                'aria-label': option.label,
                onclick: () => {
                  answer = option.value;
                  close();
                },
              },
              option.face,
            ),
          ),
        ),
      ],
      { class: 'dialog-ask', onClose: () => resolve(answer) },
    );
  });
}

/**
 * Asks whether to go on.
 * @param {string} title
 * @param {string} sentence
 * @param {string} yes the verb of the button that goes on
 * @returns {Promise<boolean>}
 */
export function confirmed(title, sentence, yes) {
  return new Promise((resolve) => {
    let answer = false;
    openDialog(
      title,
      (close) => [
        h('p', {}, sentence),
        h(
          'div',
          { class: 'dialog-actions' },
          h('button', { type: 'button', class: 'button button-plain', onclick: close }, t('action.back')),
          h(
            'button',
            {
              type: 'button',
              class: 'button button-primary',
              onclick: () => {
                answer = true;
                close();
              },
            },
            yes,
          ),
        ),
      ],
      { class: 'dialog-ask', onClose: () => resolve(answer) },
    );
  });
}
