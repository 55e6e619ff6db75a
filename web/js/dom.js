import { href } from './place.js';

/** Making elements: the whole of our "framework". */

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. Properties that start with `on` are listeners, `class` and `aria-…` are attributes, `data` is the dataset; `false`,
 * `null` and `undefined` leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, props);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, props);
  append(element, children);
  return element;
}

/**
 * Sets attributes and listeners.
 * @param {Element} element
 * @param {Props} props
 */
export function assign(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) {
      if (!name.startsWith('on')) element.removeAttribute(name);
    } else if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'data') {
      Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    } else if (name === 'value' && 'value' in element) {
      element.value = value;
    } else if (name === 'href' && element instanceof HTMLAnchorElement) {
      element.setAttribute(name, href(String(value)));
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
}

/**
 * Replaces everything in an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** Whether the reader asked for less motion. */
export function motionReduced() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether the layout is the narrow one. */
export function isNarrow() {
  return matchMedia('(max-width: 899.98px)').matches;
}
