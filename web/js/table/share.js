import * as backend from '../backend/index.js';
import { h } from '../dom.js';
import { button } from '../components/button.js';
import { openDialog } from '../components/dialog.js';
import { linkRow } from '../components/link-row.js';
import { notifyError } from '../components/notice.js';
import { download } from '../download.js';
import { t } from '../i18n.js';
import { letterAddress, letterOf } from '../letters.js';
import { wholeAddress } from '../place.js';
import { inviteAddress, invitesOf, keepInvites, SEATS } from '../seats.js';
import { recordAddress } from '../share.js';

/** Links and files of a table. */

/** @typedef {import('./model.js').TableModel} TableModel */

/**
 * Whether a person's seat waits for somebody.
 * @param {TableModel} model
 * @param {import('../types.js').Seat} seat
 */
const isVacant = ({ table }, seat) => table.seats[seat].kind === 'human' && !table.holders[seat];

/**
 * The invitation that a table waits with until the guest has come; `null` if there is none to give.
 * @param {TableModel} model
 */
export function pendingInvite(model) {
  const { id } = model.source;
  if (!id || model.isOver) return null;
  const given = invitesOf(id);
  const seat = SEATS.find((one) => given[one] && isVacant(model, one));
  const pass = seat && given[seat];
  if (!seat || !pass) return null;
  return linkRow(t('share.invite', { side: model.sideName(seat) }), t('share.waiting'), inviteAddress(id, pass));
}

/**
 * A seat that the reader can invite somebody to: a link if there is one, or a button that makes one.
 * @param {TableModel} model
 * @param {string} id
 * @param {import('../types.js').Seat} seat
 */
function inviteRow(model, id, seat) {
  const label = t('share.invite', { side: model.sideName(seat) });
  /** @param {string} pass */
  const row = (pass) => linkRow(label, t('share.invite_help'), inviteAddress(id, pass));
  const known = invitesOf(id)[seat];
  if (known && isVacant(model, seat)) return row(known);
  const holder = h('div', { class: 'link-row' });
  const make = async () => {
    try {
      const tokens = model.source.tokens(model.table.holders);
      const token = tokens[seat] ?? tokens[model.mySeats()[0] ?? seat] ?? '';
      const { pass } = await backend.makePass(id, { token, seat, short: false });
      keepInvites(id, { [seat]: pass });
      holder.replaceWith(row(pass));
    } catch (error) {
      notifyError(error);
    }
  };
  holder.append(button(label, () => void make(), { icon: 'link', data: { invite: seat } }));
  return holder;
}

/**
 * What a game by links waits with while it is the other player's turn: the link with the reader's move. `null` if there is nothing to send.
 * @param {TableModel} model
 */
export async function pendingLetter(model) {
  const name = letterOf(model.table);
  const [mine] = model.mySeats();
  if (!name || !mine || !backend.letters()) return null;
  const { turn, moves, record } = model.table;
  const sent = turn.kind === 'over' ? moves.filter((row) => row.seat).at(-1)?.seat === mine : turn.kind === 'seat' && turn.seat !== mine;
  if (!sent) return null;
  const address = await letterAddress(record, name);
  const row = linkRow(t(moves.length > 0 ? 'letter.send' : 'letter.begin'), t('letter.send_help'), address);
  row.dataset.letter = '';
  return row;
}

/** @param {string} id @param {string} format */
async function save(id, format) {
  try {
    const file = await backend.exportGame(id, format);
    download(file.name, file.text, file.mediaType);
  } catch (error) {
    notifyError(error);
  }
}

/** The buttons that save the game as a file. @param {TableModel} model */
export function downloads(model) {
  const { id } = model.source;
  const formats = ['json', ...model.info.formats.filter((format) => format.writes).map((format) => format.id)];
  return h(
    'div',
    { class: 'button-row' },
    formats.map((format) => {
      const label = t('action.download', { format: format.toUpperCase() });
      if (id) return button(label, () => void save(id, format));
      if (format !== 'json') return null;
      return button(label, () => download(`banmen-${model.info.id}.json`, JSON.stringify(model.table.record, null, 1), 'application/json'));
    }),
  );
}

/** @param {TableModel} model */
export async function openShare(model) {
  const { id } = model.source;
  const mine = model.mySeats();
  let record = '';
  try {
    record = await recordAddress(model.table.record);
  } catch (error) {
    notifyError(error);
  }
  const open = SEATS.filter((seat) => (mine.length > 0 && isVacant(model, seat)) || mine.length === 2);
  const invites = id && backend.shared() && !model.isOver ? open.map((seat) => inviteRow(model, id, seat)) : [];
  openDialog(
    t('share.title'),
    () => [
      ...invites,
      id && backend.shared() ? linkRow(t('share.watch'), t('share.watch_help'), wholeAddress(`/table/${id}`)) : null,
      record ? linkRow(t('share.record'), t('share.record_help'), record) : null,
      h('h3', {}, t('share.files')),
      downloads(model),
    ],
    { class: 'dialog-wide' },
  );
}
