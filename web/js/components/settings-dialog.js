import { h } from '../dom.js';
import { LANGUAGES, language, t } from '../i18n.js';
import { LONGEST_NAME, change, settings } from '../settings.js';
import { play } from '../sound.js';
import { segmented, slider, toggle } from './button.js';
import { computingSwitch } from './computing.js';
import { openDialog } from './dialog.js';
import { button } from './button.js';
import { openKeys } from './keys.js';

/** @param {string} name */
function nameField(name) {
  const field = h('input', {
    type: 'text',
    name: 'name',
    value: name,
    maxlength: LONGEST_NAME,
    autocomplete: 'nickname',
    onchange: () => change({ name: field.value.trim().slice(0, LONGEST_NAME) }),
  });
  return h(
    'label',
    { class: 'text-field' },
    h('span', {}, t('settings.name')),
    field,
    h('span', { class: 'quiet rule-help' }, t('settings.name_help')),
  );
}

/** What a reader may choose for this browser. */
export function openSettings() {
  const body = h('div', { class: 'settings' });
  const draw = () => {
    const now = settings.get();
    const focused = document.activeElement instanceof HTMLInputElement && body.contains(document.activeElement) ? document.activeElement : null;
    const computing = computingSwitch(draw);
    const mark = focused ? { name: focused.name, value: focused.value } : null;
    body.replaceChildren(
      segmented({
        name: 'language',
        label: t('settings.language'),
        value: now.language,
        options: [{ value: 'auto', label: t('settings.auto') }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))],
        onChange: (value) => change({ language: value }),
      }),
      segmented({
        name: 'theme',
        label: t('settings.theme'),
        value: now.theme,
        options: /** @type {const} */ (['auto', 'light', 'dark']).map((value) => ({ value, label: t(`settings.theme.${value}`) })),
        onChange: (value) => change({ theme: value }),
      }),
      segmented({
        name: 'board',
        label: t('settings.board'),
        value: now.board,
        options: /** @type {const} */ (['wood', 'slate', 'paper']).map((value) => ({ value, label: t(`settings.board.${value}`) })),
        onChange: (value) => change({ board: value }),
      }),
      nameField(now.name),
      toggle(t('settings.sound'), now.sound, (sound) => change({ sound })),
      slider(t('settings.volume'), now.volume, (volume) => {
        change({ volume, sound: volume > 0 });
        play('place');
      }),
      toggle(t('settings.coordinates'), now.coordinates, (coordinates) => change({ coordinates })),
      toggle(t('settings.numbers'), now.numbers, (numbers) => change({ numbers })),
      segmented({
        name: 'confirm',
        label: t('settings.confirm'),
        value: now.confirm,
        options: /** @type {const} */ (['auto', 'always', 'never']).map((value) => ({ value, label: t(`settings.confirm.${value}`) })),
        onChange: (value) => change({ confirm: value }),
      }),
      segmented({
        name: 'notation',
        label: t('settings.notation'),
        value: now.notation,
        options: /** @type {const} */ (['icons', 'japanese', 'usi']).map((value) => ({ value, label: t(`settings.notation.${value}`) })),
        onChange: (value) => change({ notation: value }),
      }),
      toggle(t('settings.ask_always'), now.askAlways, (askAlways) => change({ askAlways })),
      ...(computing ? [computing] : []),
      h(
        'div',
        { class: 'button-row' },
        button(t('keys.title'), () => openKeys(), { icon: 'help' }),
      ),
    );
    if (mark) [...body.querySelectorAll('input')].find((input) => input.name === mark.name && input.value === mark.value)?.focus();
  };
  draw();
  const unwatchLanguage = language.watch(draw);
  openDialog(t('settings.title'), () => [body], { onClose: unwatchLanguage });
}
