import { h } from '../dom.js';
import { LANGUAGES, language, t } from '../i18n.js';
import { loaded } from '../later.js';
import { change, settings } from '../settings.js';
import { theme } from '../theme.js';
import { go, onPlace } from '../router.js';
import { here } from '../place.js';
import { iconButton } from './button.js';
import { brandMark } from './icons.js';
import { openKeys } from './keys.js';
import { menuButton } from './menu.js';
import { notifyError } from './notice.js';

/**
 * The places that every page leads to, with the pages that belong to each.
 * @type {readonly { path: string, label: string, icon: import('./icons.js').IconName, within: RegExp }[]}
 */
const PLACES = [
  { path: '/', label: 'nav.play', icon: 'play', within: /^\/($|new\/|table\/|lobby)/ },
  { path: '/puzzles', label: 'nav.puzzles', icon: 'hint', within: /^\/puzzles?/ },
  { path: '/learn', label: 'nav.learn', icon: 'help', within: /^\/(learn|lessons)/ },
  { path: '/explore/konane', label: 'nav.explore', icon: 'analysis', within: /^\/(explore|experiments|study|record)/ },
];

const openSettings = () =>
  void loaded(() => import('./settings-dialog.js'))
    .then((dialog) => dialog.openSettings())
    .catch(notifyError);

/** The bar at the top, the same on every page. */
export function header() {
  const element = h('header', { class: 'top' });
  const draw = () => {
    const focused =
      document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const { sound } = settings.get();
    const picker = h(
      'select',
      {
        class: 'language-select only-wide',
        'aria-label': t('settings.language'),
        data: { id: 'language' },
        onchange: () => change({ language: picker.value }),
      },
      Object.entries(LANGUAGES).map(([value, name]) => h('option', { value, lang: value, selected: value === language.get() }, name)),
    );
    element.replaceChildren(
      h(
        'a',
        { class: 'brand', href: '/' },
        brandMark(),
        h('span', { class: 'brand-name' }, 'Banmen ', h('span', { lang: 'ja' }, '盤面')),
        h('span', { class: 'unseen' }, t('app.home')),
      ),
      h(
        'nav',
        { class: 'top-places only-wide', 'aria-label': t('nav.label') },
        PLACES.map(({ path, label, within }) =>
          h('a', { href: path, 'aria-current': within.test(here().path) ? 'page' : null, data: { place: path, id: label } }, t(label)),
        ),
      ),
      h(
        'div',
        { class: 'top-tools', role: 'group', 'aria-label': t('app.tools') },
        picker,
        iconButton(
          theme() === 'dark' ? 'sun' : 'moon',
          t(theme() === 'dark' ? 'theme.to_light' : 'theme.to_dark'),
          () => change({ theme: theme() === 'dark' ? 'light' : 'dark' }),
          { data: { id: 'theme' } },
        ),
        iconButton(sound ? 'sound' : 'mute', t(sound ? 'sound.off' : 'sound.on'), () => change({ sound: !sound }), { data: { id: 'sound' } }),
        iconButton('help', t('keys.title'), openKeys, { data: { id: 'help' }, class: 'only-wide' }),
        iconButton('settings', t('settings.title'), openSettings, { data: { id: 'settings' } }),
        menuButton({
          label: t('nav.menu'),
          icon: 'moves',
          class: 'icon-button only-narrow places-menu',
          data: { id: 'places' },
          items: () => PLACES.map(({ path, label, icon }) => ({ label: t(label), icon, run: () => void go(path), id: path })),
        }),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[data-id="${focused}"]`))?.focus();
  };
  draw();
  settings.watch(draw);
  language.watch(draw);
  onPlace(() => {
    for (const link of element.querySelectorAll('[data-place]')) {
      const place = PLACES.find(({ path }) => path === /** @type {HTMLElement} */ (link).dataset.place);
      if (place?.within.test(here().path)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  });
  return element;
}
