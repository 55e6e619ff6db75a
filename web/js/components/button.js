import { h } from '../dom.js';
import { icon } from './icons.js';

/** @typedef {import('./icons.js').IconName} IconName */

/**
 * A button with a word and perhaps an icon.
 * @param {string} label
 * @param {() => void} onClick
 * @param {{ icon?: IconName, kind?: 'primary' | 'plain' | 'quiet' | 'bar', key?: string, disabled?: boolean, title?: string, data?: Record<string, string> }} [options]
 */
export function button(label, onClick, { icon: name, kind = 'plain', key, disabled, title, data } = {}) {
  return h(
    'button',
    { type: 'button', class: `button button-${kind}`, onclick: onClick, disabled, title, data, 'aria-keyshortcuts': key },
    name ? icon(name) : null,
    h('span', { class: 'button-label' }, label),
    key ? h('kbd', { class: 'button-key', 'aria-hidden': 'true' }, key) : null,
  );
}

/**
 * A button that is only an icon to look at, and words to hear.
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} onClick
 * @param {{ pressed?: boolean, disabled?: boolean, data?: Record<string, string>, class?: string }} [options]
 */
export function iconButton(name, label, onClick, { pressed, disabled, data, class: extra = '' } = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `icon-button ${extra}`.trim(),
      'aria-label': label,
      title: label,
      'aria-pressed': pressed === undefined ? null : String(pressed),
      disabled,
      data,
      onclick: onClick,
    },
    icon(name),
  );
}

/**
 * One choice out of a few, all in sight.
 * @template {string} T
 * @param {{ name: string, label: string, value: T, options: { value: T, label: string, hint?: string, icon?: IconName }[], onChange: (value: T) => void, columns?: 2 | 3 }} options
 */
export function segmented({ name, label, value, options, onChange, columns }) {
  return h(
    'fieldset',
    { class: `segmented${columns ? ` in-columns in-${columns}` : ''}` },
    h('legend', {}, label),
    h(
      'div',
      { class: 'segments' },
      options.map((option) =>
        h(
          'label',
          { class: 'segment' },
          h('input', {
            type: 'radio',
            name,
            value: option.value,
            checked: option.value === value,
            onchange: () => onChange(option.value),
          }),
          h(
            'span',
            { class: 'segment-face' },
            option.icon ? icon(option.icon) : null,
            h('span', {}, option.label),
            option.hint ? h('small', {}, option.hint) : null,
          ),
        ),
      ),
    ),
  );
}

/**
 * On or off.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} onChange
 */
export function toggle(label, value, onChange) {
  const box = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: value,
    onchange: () => onChange(box.checked),
  });
  return h('label', { class: 'toggle' }, h('span', {}, label), box);
}

/**
 * A number from 0 to 1.
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} onChange when the handle is let go
 */
export function slider(label, value, onChange) {
  const bar = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.05,
    name: 'slider',
    value: String(value),
    onchange: () => onChange(Number(bar.value)),
  });
  return h('label', { class: 'slider' }, h('span', {}, label), bar);
}
