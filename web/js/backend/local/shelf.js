import { BackendError } from '../error.js';

/** Where this browser keeps its tables: IndexedDB, or nothing but memory where the browser keeps nothing. */

/** @typedef {{ id: string, version: number, updated_at: number, options?: Record<string, unknown>, summary?: { deadline_ms?: number } | null }} Stored a stored table; the rest of it is the module's affair */

const DATABASE = 'banmen';
const TABLES = 'tables';
const VERSION = 1;

/** @param {unknown} error */
export function shelfError(error) {
  if (error instanceof BackendError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const code = name === 'QuotaExceededError' ? 'browser-full' : 'storage';
  return new BackendError(507, { code, title: code, detail: String(error) });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Tables in IndexedDB. */
class Kept {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.keeps = true;
  }

  /** @param {string} id @returns {Promise<Stored | undefined>} */
  load(id) {
    return done(this.database.transaction(TABLES).objectStore(TABLES).get(id));
  }

  /** @param {number} limit @returns {Promise<Stored[]>} */
  latest(limit) {
    return new Promise((resolve, reject) => {
      /** @type {Stored[]} */
      const found = [];
      const request = this.database.transaction(TABLES).objectStore(TABLES).index('updated_at').openCursor(null, 'prev');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor || found.length >= limit) {
          resolve(found);
          return;
        }
        found.push(cursor.value);
        cursor.continue();
      };
    });
  }

  /**
   * Reads a table, lets `decide` say what is to be kept, and keeps it, with nobody in between.
   * @template T
   * @param {string | null} id
   * @param {(stored: Stored | undefined) => { keep: Stored[], answer: T }} decide
   * @returns {Promise<T>}
   */
  change(id, decide) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(TABLES, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(TABLES);
      /** @type {T} */
      let answer;
      /** @type {unknown} */
      let refused = null;
      /** @param {Stored | undefined} stored */
      const step = (stored) => {
        try {
          const decided = decide(stored);
          answer = decided.answer;
          for (const table of decided.keep) store.put(table);
        } catch (error) {
          refused = error;
          transaction.abort();
        }
      };
      if (id === null) step(undefined);
      else {
        const request = store.get(id);
        request.onsuccess = () => step(request.result);
      }
      transaction.oncomplete = () => resolve(answer);
      transaction.onabort = () => reject(refused ?? shelfError(transaction.error));
      transaction.onerror = () => {};
    });
  }

  /** @param {string} id */
  async remove(id) {
    await done(this.database.transaction(TABLES, 'readwrite').objectStore(TABLES).delete(id));
  }
}

/** Tables that are gone when the page is closed. */
class Forgotten {
  /** @type {Map<string, string>} */
  #tables = new Map();
  keeps = false;

  /** @param {string} id @returns {Promise<Stored | undefined>} */
  async load(id) {
    const text = this.#tables.get(id);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** @param {number} limit @returns {Promise<Stored[]>} */
  async latest(limit) {
    const all = [...this.#tables.values()].map((text) => /** @type {Stored} */ (JSON.parse(text)));
    return all.sort((one, other) => other.updated_at - one.updated_at).slice(0, limit);
  }

  /**
   * @template T
   * @param {string | null} id
   * @param {(stored: Stored | undefined) => { keep: Stored[], answer: T }} decide
   * @returns {Promise<T>}
   */
  async change(id, decide) {
    const text = id === null ? undefined : this.#tables.get(id);
    const { keep, answer } = decide(text === undefined ? undefined : JSON.parse(text));
    for (const table of keep) this.#tables.set(table.id, JSON.stringify(table));
    return answer;
  }

  /** @param {string} id */
  async remove(id) {
    this.#tables.delete(id);
  }
}

/** @typedef {Kept | Forgotten} Shelf */

/** Opens the shelf; where the browser keeps nothing (a private window, a setting), tables live as long as the page. @returns {Promise<Shelf>} */
export function openShelf() {
  return new Promise((resolve) => {
    /** @type {IDBOpenDBRequest} */
    let request;
    try {
      request = indexedDB.open(DATABASE, VERSION);
    } catch {
      resolve(new Forgotten());
      return;
    }
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(TABLES, { keyPath: 'id' });
      store.createIndex('updated_at', 'updated_at');
    };
    request.onsuccess = () => {
      const database = request.result;
      // A newer page in another tab may need to change the shelf.
      database.onversionchange = () => database.close();
      resolve(new Kept(database));
    };
    request.onerror = () => resolve(new Forgotten());
    request.onblocked = () => resolve(new Forgotten());
  });
}
