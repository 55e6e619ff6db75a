import { h } from '../dom.js';
import { icon } from './icons.js';

/** @typedef {{ label: string, icon: import('./icons.js').IconName, run: () => void, disabled?: boolean, id?: string }} MenuItem */

/** Pixels between a menu and whatever is beside it. */
const MARGIN = 8;

/**
 * A button that opens a list of actions.
 * @param {{ label: string, icon: import('./icons.js').IconName, items: () => MenuItem[], class?: string, data?: Record<string, string> }} options
 */
export function menuButton({ label, icon: name, items, class: extra = '', data }) {
  const list = h('div', { class: 'menu', role: 'menu', hidden: true });
  const opener = h(
    'button',
    { type: 'button', class: extra, 'aria-haspopup': 'menu', 'aria-expanded': 'false', data },
    icon(name),
    h('span', { class: 'button-label' }, label),
  );
  const root = h('div', { class: 'menu-root' }, opener, list);

  /** @param {boolean} back whether the focus returns to the button */
  const close = (back) => {
    if (list.hidden) return;
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
    if (back) opener.focus();
  };
  /** @param {Event} event */
  const outside = (event) => {
    if (event.target instanceof Node && !root.contains(event.target)) close(false);
  };
  /** Opens downwards where there is no room above the button but more below it. A list too long for either is scrolled. */
  const place = () => {
    list.classList.remove('is-below');
    list.style.maxHeight = '';
    // The page's head lies over whatever scrolls beneath it.
    const head = document.querySelector('.top');
    const ceiling = head?.getBoundingClientRect().bottom ?? 0;
    if (head?.contains(root) || list.getBoundingClientRect().top >= ceiling) return;
    const { top, bottom } = opener.getBoundingClientRect();
    const [above, below] = [top - ceiling, innerHeight - bottom];
    list.classList.toggle('is-below', below > above);
    list.style.maxHeight = `${Math.max(above, below) - 2 * MARGIN}px`;
  };
  const open = () => {
    list.replaceChildren(
      ...items().map((item) =>
        h(
          'button',
          {
            type: 'button',
            role: 'menuitem',
            class: 'menu-item',
            disabled: item.disabled,
            data: item.id ? { action: item.id } : {},
            onclick: () => {
              close(true);
              item.run();
            },
          },
          icon(item.icon),
          h('span', {}, item.label),
        ),
      ),
    );
    list.hidden = false;
    place();
    opener.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside, true);
    /** @type {HTMLElement | null} */ (list.querySelector('.menu-item:not([disabled])'))?.focus();
  };

  opener.addEventListener('click', () => (list.hidden ? open() : close(true)));
  list.addEventListener('keydown', (event) => {
    const entries = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.menu-item:not([disabled])')]);
    const index = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      entries[(index + step + entries.length) % entries.length]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      close(event.key === 'Escape');
    }
  });
  return root;
}
