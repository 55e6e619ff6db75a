import * as backend from '../backend/index.js';
import { notifyError } from '../components/notice.js';
import { receive } from '../letters.js';
import { unpack } from '../share.js';
import { TableModel } from '../table/model.js';
import { RecordSource, tableOfRecord } from '../table/source.js';
import { enter, here } from '../place.js';
import { TablePage, tablePage } from './table.js';

/** A game that came in a link: it is looked at, or goes on where it is played by links. @returns {Promise<import('../router.js').Mounted>} */
export async function recordPage() {
  const fields = new URLSearchParams(here().fragment.replace(/^#/, ''));
  const record = await unpack(fields.get('r') ?? '').catch(() => {
    throw new backend.BackendError(422, { code: 'damaged-link', title: 'not a record' });
  });
  const name = fields.get('g');
  if (name) {
    // A game that cannot go on here, since it went on differently, can still be looked at.
    const id = await receive(record, name).catch((error) => {
      notifyError(error);
      return null;
    });
    if (id) {
      enter(`/table/${id}`, true);
      return tablePage({ id });
    }
  }
  const info = await backend.game(record.game);
  const table = await tableOfRecord(record);
  return new TablePage(new TableModel(info, table, new RecordSource(record)));
}
