/** What leads from a position of a game to a study or a table of its own. */

import * as backend from '../backend/index.js';
import { notifyError } from '../components/notice.js';
import { go } from '../router.js';
import { keepTokens } from '../seats.js';
import { studyRecord } from '../study/open.js';

/** @typedef {import('./model.js').TableModel} TableModel */

/** Opens a game for study, at the position in sight. @param {TableModel} model */
export async function study(model) {
  if (!model.studiable) return;
  const { seal, ...record } = model.table.record;
  try {
    await studyRecord(record, { at: model.at });
  } catch (error) {
    notifyError(error);
  }
}

/** Starts a table of this browser's own from the position in sight. @param {TableModel} model */
export async function playFromHere(model) {
  try {
    const created = await backend.createTable({
      game: model.info.id,
      rules: model.table.rules,
      seats: { first: { kind: 'human' }, second: { kind: 'human' } },
      record: { ...model.recordInSight(), events: withoutEnding(model.recordInSight().events) },
    });
    keepTokens(created.table.id, created.tokens, created.table.holders);
    await go(`/table/${created.table.id}`);
  } catch (error) {
    notifyError(error);
  }
}

/** @param {import('../types.js').Event[]} events */
const withoutEnding = (events) => events.filter((event) => 'move' in event || 'chance' in event);
