import { fill, h } from '../dom.js';
import { t } from '../i18n.js';
import { button } from './button.js';
import { copyText, notifyError } from './notice.js';
import { qrPicture } from './qr.js';

/**
 * A link to give away: to be copied, sent by whatever this device sends things with, or scanned from the screen.
 * @param {string} label
 * @param {string} help
 * @param {string} address
 */
export function linkRow(label, help, address) {
  const field = h('input', { class: 'link-field', type: 'text', readonly: true, value: address, 'aria-label': label });
  field.addEventListener('focus', () => field.select());
  const picture = h('div', { class: 'link-picture', hidden: true });
  const scan = button(t('action.qr'), () => void toggle(), { icon: 'qr', data: { action: 'qr' } });
  scan.setAttribute('aria-expanded', 'false');
  const toggle = async () => {
    try {
      if (!picture.firstChild) fill(picture, await qrPicture(address, t('share.qr', { link: label })));
    } catch (error) {
      notifyError(error);
      return;
    }
    picture.hidden = !picture.hidden;
    scan.setAttribute('aria-expanded', String(!picture.hidden));
  };
  const send = () => {
    // Who closes the list of ways to send has changed their mind, which is no error.
    navigator.share({ url: address }).catch(() => {});
  };
  return h(
    'div',
    { class: 'link-row' },
    h('div', { class: 'link-words' }, h('strong', {}, label), h('span', { class: 'quiet' }, help)),
    h(
      'div',
      { class: 'link-line' },
      field,
      button(t('action.copy'), () => void copyText(address), { icon: 'copy' }),
      'share' in navigator && address.startsWith('http') ? button(t('action.send'), send, { icon: 'share' }) : null,
      scan,
    ),
    picture,
  );
}
