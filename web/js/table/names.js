import * as backend from '../backend/index.js';
import { openDialog } from '../components/dialog.js';
import { explain } from '../components/notice.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { LONGEST_NAME, change, settings } from '../settings.js';

/** What players are called at a table. A name needs no account and is nobody's. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Seat} Seat */

/** Lets the reader say what each of their seats is called. @param {TableModel} model */
export function openNames(model) {
  const { id } = model.source;
  const seats = model.mySeats();
  if (!id || seats.length === 0) return;
  const fields = seats.map((seat) => ({
    seat,
    input: h('input', {
      type: 'text',
      name: `name-${seat}`,
      value: model.table.names[seat] ?? '',
      maxlength: LONGEST_NAME,
      autocomplete: seats.length === 1 ? 'nickname' : 'off',
    }),
  }));
  const wrong = h('p', { class: 'warning', role: 'alert', hidden: true });
  openDialog(
    t('name.change'),
    (close) => [
      h(
        'form',
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const tokens = model.source.tokens(model.table.holders);
            const tell = fields.map(({ seat, input }) => backend.rename(id, { token: tokens[seat] ?? '', name: input.value }));
            const [only] = fields;
            // Whoever plays one side is called the same at the next table.
            if (fields.length === 1 && only) change({ name: only.input.value.trim() });
            Promise.all(tell).then(close, (error) => {
              wrong.textContent = explain(error);
              wrong.hidden = false;
            });
          },
        },
        fields.map(({ seat, input }) => h('label', { class: 'text-field' }, h('span', {}, model.sideName(seat)), input)),
        h('p', { class: 'quiet' }, t('settings.name_help')),
        wrong,
        h(
          'div',
          { class: 'dialog-actions' },
          h('button', { type: 'submit', class: 'button button-primary', data: { action: 'save-name' } }, t('action.save')),
        ),
      ),
    ],
    { class: 'dialog-ask' },
  );
  fields[0]?.input.focus();
}

/**
 * Tells the other players what the reader is called, after sitting down.
 * @param {string} id
 * @param {import('../types.js').Tokens} tokens
 */
export function introduce(id, tokens) {
  const { name } = settings.get();
  const token = tokens.first ?? tokens.second;
  // The game is as good without a name.
  if (name && token) void backend.rename(id, { token, name }).catch(() => {});
}
