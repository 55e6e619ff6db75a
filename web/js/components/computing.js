import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { change, settings } from '../settings.js';
import { segmented } from './button.js';

/** Who computes, where there is a choice: a switch, and why it cannot be this browser if so. @param {() => void} [changed] */
export function computingSwitch(changed = () => {}) {
  const computing = backend.computing();
  if (!computing) return null;
  const obstacle = computing.obstacle.get();
  return h(
    'div',
    { class: 'computing' },
    segmented({
      name: 'computing',
      label: t('computing.label'),
      value: obstacle ? 'server' : settings.get().computing,
      options: /** @type {const} */ (['browser', 'server']).map((value) => ({ value, label: t(`computing.${value}`) })),
      onChange: async (value) => {
        change({ computing: value });
        if (value === 'browser') await computing.look();
        changed();
      },
    }),
    obstacle ? h('p', { class: 'quiet', data: { obstacle } }, t(`computing.obstacle.${obstacle}`)) : null,
  );
}
