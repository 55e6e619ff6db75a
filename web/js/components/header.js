import { h } from '../dom.js';
import { LANGUAGES, language, t } from '../i18n.js';
import { change, settings } from '../settings.js';
import { theme } from '../theme.js';
import { iconButton } from './button.js';
import { brandMark } from './icons.js';
import { openKeys } from './keys.js';
import { openSettings } from './settings-dialog.js';

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
        { class: 'top-tools', 'aria-label': t('app.tools') },
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
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[data-id="${focused}"]`))?.focus();
  };
  draw();
  settings.watch(draw);
  language.watch(draw);
  return element;
}
