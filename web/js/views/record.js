import * as backend from '../backend/index.js';
import { unpack } from '../share.js';
import { TableModel } from '../table/model.js';
import { RecordSource, tableOfRecord } from '../table/source.js';
import { here } from '../place.js';
import { TablePage } from './table.js';

/** A game that came in a link: it is looked at, not played. @returns {Promise<import('../router.js').Mounted>} */
export async function recordPage() {
  const packed = new URLSearchParams(here().fragment.replace(/^#/, '')).get('r') ?? '';
  const record = await unpack(packed).catch(() => {
    throw new backend.BackendError(422, { title: 'not a record' });
  });
  const info = await backend.game(record.game);
  const table = await tableOfRecord(record);
  return new TablePage(new TableModel(info, table, new RecordSource(record)));
}
