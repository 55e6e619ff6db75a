/** The wire types under the names that the page uses. The types themselves are generated from the server's. */

export * from './wire.js';
export type { Created as CreatedTable, Record as GameRecord, RecordView as Viewed } from './wire.js';

/** A game's rules, in its own form. */
export type Rules = { [key: string]: unknown };
