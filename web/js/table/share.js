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
import { inviteAddress, invitesOf } from '../seats.js';
import { recordAddress } from '../share.js';
import { SEATS } from './model.js';

/** Links and files of a table. */

/** @typedef {import('./model.js').TableModel} TableModel */

/**
 * The invitation that a table waits with until the guest has moved; `null` if there is none to give.
 * @param {TableModel} model
 */
export function pendingInvite(model) {
  const { id } = model.source;
  if (!id || model.isOver) return null;
  const given = invitesOf(id);
  const seat = SEATS.find((one) => given[one]);
  const token = seat ? given[seat] : undefined;
  if (!seat || !token || model.table.moves.some((row) => row.seat === seat)) return null;
  return linkRow(t('share.invite', { side: model.sideName(seat) }), t('share.waiting'), inviteAddress(id, seat, token));
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
  const tokens = model.source.tokens();
  const mine = model.mySeats();
  let record = '';
  try {
    record = await recordAddress(model.table.record);
  } catch (error) {
    notifyError(error);
  }
  const given = id ? invitesOf(id) : {};
  const offered = mine.length === 2 ? tokens : given;
  const invites =
    id && backend.shared() && !model.isOver
      ? SEATS.flatMap((seat) => {
          const token = offered[seat];
          return token ? [linkRow(t('share.invite', { side: model.sideName(seat) }), t('share.invite_help'), inviteAddress(id, seat, token))] : [];
        })
      : [];
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
