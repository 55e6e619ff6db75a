import * as backend from '../backend/index.js';
import { button } from '../components/button.js';
import { confirmed, openDialog } from '../components/dialog.js';
import { copyText, explain, notify, notifyError } from '../components/notice.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { inviteAddress, keepTokens, settlePass, tokenFor } from '../seats.js';
import { introduce } from './names.js';

/** Taking a seat, moving it to another device, giving it up. A seat is one browser's. */

/** @typedef {import('./model.js').TableModel} TableModel */

/**
 * Takes the seat that an invitation or a code is for, and goes there.
 * @param {string} pass
 */
async function takeSeat(pass) {
  try {
    const { table, tokens } = await backend.takeSeat({ pass, token: tokenFor(pass) });
    keepTokens(table.id, tokens, table.holders);
    settlePass(pass);
    if (table.apart) introduce(table.id, tokens);
    await go(`/table/${table.id}`, { replace: true });
  } catch (error) {
    if (error instanceof backend.BackendError && error.status > 0 && error.status < 500) settlePass(pass);
    throw error;
  }
}

/**
 * Answers the invitation with which the page was opened. Somebody who sits at the table already keeps their seat, and the invitation stays
 * good for whom it was meant.
 * @param {TableModel} model
 * @param {string} pass
 */
export async function answerInvitation(model, pass) {
  if (model.mySeats().length > 0) {
    notify(t('seat.already'));
    return;
  }
  if (!(await confirmed(t('seat.invited'), t('seat.invited_help'), t('seat.sit_down')))) return;
  await takeSeat(pass).catch(notifyError);
}

/** Asks for a code from another device, and takes the seat that it is for. */
export function openCode() {
  const field = h('input', { class: 'code-field', type: 'text', name: 'code', autocomplete: 'off', autocapitalize: 'characters', maxlength: 16 });
  const wrong = h('p', { class: 'warning', role: 'alert', hidden: true });
  const dialog = openDialog(
    t('seat.enter_code'),
    (close) => [
      h(
        'form',
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            takeSeat(field.value.trim()).then(close, (error) => {
              wrong.textContent = explain(error);
              wrong.hidden = false;
            });
          },
        },
        h('label', { class: 'text-field' }, h('span', {}, t('seat.enter_code_help')), field),
        wrong,
        h(
          'div',
          { class: 'dialog-actions' },
          h('button', { type: 'submit', class: 'button button-primary', data: { action: 'use-code' } }, t('seat.sit_down')),
        ),
      ),
    ],
    { class: 'dialog-ask' },
  );
  field.focus();
  return dialog;
}

/**
 * Shows a code with which the reader's seat moves to another device, and lets the reader give the seat up.
 * @param {TableModel} model
 */
export async function openSeat(model) {
  const { id } = model.source;
  const [seat] = model.mySeats();
  const token = seat && model.source.tokens()[seat];
  if (!id || !seat || !token) return;
  try {
    const { pass } = await backend.makePass(id, { token, seat, short: true });
    const address = inviteAddress(id, pass);
    const unwatch = model.watch(() => {
      if (model.mySeats().includes(seat)) return;
      dialog.close();
      notify(t('seat.moved'));
    });
    const dialog = openDialog(
      t('seat.move'),
      (close) => [
        h('p', {}, t('seat.move_help')),
        h('output', { class: 'seat-code', data: { code: '' } }, `${pass.slice(0, 5)}-${pass.slice(5)}`.toUpperCase()),
        h(
          'div',
          { class: 'button-row' },
          button(t('seat.copy_link'), () => void copyText(address), { icon: 'copy' }),
          button(t('seat.leave'), () => void leaveSeat(id, token).then((left) => left && close()), { kind: 'quiet', data: { action: 'leave' } }),
        ),
      ],
      { class: 'dialog-ask', onClose: unwatch },
    );
  } catch (error) {
    notifyError(error);
  }
}

/** @param {string} id @param {string} token */
async function leaveSeat(id, token) {
  if (!(await confirmed(t('seat.leave'), t('seat.leave_help'), t('seat.leave')))) return false;
  try {
    await backend.leaveSeat(id, { token });
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}
