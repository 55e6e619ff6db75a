import { remember, remembered } from '../../store.js';

/**
 * The clocks of tables in this browser. While somebody looks at a table, flags fall in time, and a sign of life is kept; the time without one,
 * in which nobody could move, is not charged.
 */

const KEY = 'banmen.clocks';
const MOST = 50;
/** How often is looked at the time. */
const TICK_MS = 250;
/** Signs of life come at least so often, also from a page in the background. */
const BEAT_MS = 3000;

/** @typedef {import('./shelf.js').Stored} Stored */

export class Clocks {
  /** When flags fall, by table. @type {Map<string, number>} */
  #deadlines = new Map();

  /** @param {(id: string, command: { kind: 'flag' } | { kind: 'resume', from_ms: number }) => Promise<unknown>} act */
  constructor(act) {
    this.act = act;
  }

  /** Takes what a table says of its clock. @param {Stored} stored */
  note({ id, summary }) {
    const deadline = summary?.deadline_ms;
    if (typeof deadline === 'number') this.#deadlines.set(id, deadline);
    else this.#deadlines.delete(id);
  }

  /**
   * Watches a clock until the returned function is called.
   * @param {string} id
   * @param {Promise<Stored>} stored
   */
  watch(id, stored) {
    const last = remembered(KEY, /** @type {Record<string, number>} */ ({}))[id];
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let timer;
    let closed = false;
    const begin = async () => {
      this.note(await stored);
      if (last !== undefined && this.#deadlines.has(id) && Date.now() - last > BEAT_MS) await this.act(id, { kind: 'resume', from_ms: last });
      if (!closed) timer = setInterval(() => this.#tick(id), TICK_MS);
    };
    begin().catch(() => {
      /* a table that cannot be read has no clock */
    });
    return () => {
      closed = true;
      clearInterval(timer);
    };
  }

  /** @param {string} id */
  #tick(id) {
    const deadline = this.#deadlines.get(id);
    if (deadline === undefined) return;
    const now = Date.now();
    if (now > deadline) {
      this.#deadlines.delete(id);
      void this.act(id, { kind: 'flag' }).catch(() => this.#deadlines.set(id, deadline));
      return;
    }
    const { [id]: beat = 0, ...others } = remembered(KEY, /** @type {Record<string, number>} */ ({}));
    if (now - beat >= BEAT_MS / 3) remember(KEY, { ...Object.fromEntries(Object.entries(others).slice(-MOST)), [id]: now });
  }
}
