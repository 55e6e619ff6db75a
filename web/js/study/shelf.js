/** Where this browser keeps studies: IndexedDB, or nothing but memory where the browser keeps nothing. The same in all editions. */

/** @typedef {import('../types.js').Study} Study */

/**
 * A study as it is kept.
 * @typedef {object} KeptStudy
 * @property {string} id
 * @property {string} title what the reader calls it; may be empty
 * @property {Study} study
 * @property {number} updated_at milliseconds since 1970
 */

const DATABASE = 'banmen-studies';
const STORE = 'studies';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Studies of a browser that keeps nothing. @type {Map<string, KeptStudy>} */
const memory = new Map();

/** @type {Promise<IDBDatabase | null> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** A name that no other study has. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('');
}

/** Keeps a study. @param {KeptStudy} kept */
export async function keepStudy(kept) {
  const database = await open();
  if (database) await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(kept));
  else memory.set(kept.id, structuredClone(kept));
}

/** @param {string} id @returns {Promise<KeptStudy | undefined>} */
export async function loadStudy(id) {
  const database = await open();
  return database ? done(database.transaction(STORE).objectStore(STORE).get(id)) : structuredClone(memory.get(id));
}

/** Every study, the latest first. @returns {Promise<KeptStudy[]>} */
export async function allStudies() {
  const database = await open();
  /** @type {KeptStudy[]} */
  const all = database ? await done(database.transaction(STORE).objectStore(STORE).getAll()) : [...memory.values()];
  return all.sort((one, other) => other.updated_at - one.updated_at);
}

/** @param {string} id */
export async function removeStudy(id) {
  const database = await open();
  if (database) await done(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(id));
  else memory.delete(id);
}

/**
 * Takes studies of another browser; one that is here already stays if it is newer.
 * @param {unknown} studies
 * @returns {Promise<number>} how many were taken
 */
export async function takeStudies(studies) {
  if (!Array.isArray(studies)) return 0;
  let taken = 0;
  for (const kept of studies) {
    if (typeof kept?.id !== 'string' || typeof kept?.study?.game !== 'string' || !Array.isArray(kept?.study?.nodes)) continue;
    const known = await loadStudy(kept.id);
    if (known && known.updated_at >= (kept.updated_at ?? 0)) continue;
    await keepStudy({ id: kept.id, title: String(kept.title ?? ''), study: kept.study, updated_at: Number(kept.updated_at) || Date.now() });
    taken += 1;
  }
  return taken;
}
