import * as backend from '../backend/index.js';
import { tokensOf } from '../seats.js';

/** Where a table's state comes from: a table on the server, or a record that only this page has. */

/** @typedef {import('../types.js').TableState} TableState */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Tokens} Tokens */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../types.js').CreatedTable} CreatedTable */

/**
 * @typedef {object} Source
 * @property {string | null} id the table on the server, if it is one
 * @property {(holders?: import('../types.js').Holders) => Tokens} tokens the seats that this browser may play, given who holds them
 * @property {(n: number) => Promise<View>} viewAt the position after n events
 */

/** Views that have been asked for, newest last; stepping to and fro asks only once. */
export class ViewCache {
  /** @type {Map<string, Promise<View>>} */
  #views = new Map();

  /** @param {string} key @param {() => Promise<View>} fetch */
  get(key, fetch) {
    const known = this.#views.get(key);
    if (known) return known;
    const asked = fetch();
    this.#views.set(key, asked);
    asked.catch(() => this.#views.delete(key));
    const oldest = this.#views.keys().next().value;
    if (this.#views.size > 400 && oldest !== undefined) this.#views.delete(oldest);
    return asked;
  }
}

/** A table on the server. @implements {Source} */
export class LiveSource {
  #cache = new ViewCache();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** The record whose beginnings the cached views belong to. @type {GameRecord | null} */
    this.record = null;
  }

  /** @param {import('../types.js').Holders} [holders] */
  tokens(holders) {
    return tokensOf(this.id, holders);
  }

  /** @param {number} n */
  viewAt(n) {
    const beginning = JSON.stringify(this.record?.events.slice(0, n) ?? n);
    return this.#cache.get(beginning, () => backend.viewAt(this.id, n));
  }
}

/** A record without a table. @implements {Source} */
export class RecordSource {
  id = null;
  #cache = new ViewCache();

  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
  }

  tokens() {
    return {};
  }

  /** @param {number} n */
  viewAt(n) {
    return this.#cache.get(String(n), () => backend.view(this.record, n).then((answer) => answer.view));
  }
}

/**
 * A record as if it were a table with nobody seated.
 * @param {GameRecord} record
 * @returns {Promise<TableState>}
 */
export async function tableOfRecord(record) {
  const { view, events, turn, movers, moves } = await backend.view(record);
  return {
    id: '',
    game: record.game,
    rules: record.rules,
    seats: { first: { kind: 'human' }, second: { kind: 'human' } },
    holders: {},
    version: 0,
    events,
    record,
    view,
    turn,
    movers,
    moves,
    thinking: null,
    undoable: { first: false, second: false },
    next: null,
    clock: null,
    offers: {},
    names: {},
    pace: 'running',
    apart: false,
    listed: false,
    created_at: '',
    updated_at: '',
    options: {},
  };
}
