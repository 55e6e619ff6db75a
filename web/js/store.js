/**
 * A value that others can watch.
 * @template T
 */
export class Store {
  /** @type {T} */
  #value;
  /** @type {Set<(value: T) => void>} */
  #watchers = new Set();

  /** @param {T} value */
  constructor(value) {
    this.#value = value;
  }

  /** @returns {T} */
  get() {
    return this.#value;
  }

  /** @param {T} value */
  set(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher(value);
  }

  /**
   * Calls back after every change, until the returned function is called.
   * @param {(value: T) => void} watcher
   * @returns {() => void}
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }
}

/**
 * Reads JSON from the browser's storage; anything unreadable counts as absent.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function remembered(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Writes JSON to the browser's storage. A full or forbidden storage only means that nothing is remembered.
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    // In a file the tab has a copy, and theme-first.js asks which of the two is newer.
    if (location.protocol === 'file:') localStorage.setItem('banmen.written', String(Date.now()));
  } catch {
    /* private mode: the page works, it just forgets */
  }
}
