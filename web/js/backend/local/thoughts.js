import { BackendError } from '../error.js';
import { engineMemory, seed } from './job.js';

/** The computers that think at tables in this browser, at most one at each. */

/** @typedef {import('../../types.js').Thinking} Thinking */
/** @typedef {import('./shelf.js').Stored} Stored */

/** @typedef {{ seat: import('../../types.js').Seat, level: string, version: number, seconds: number, pause_ms: number, attempt: number }} Turn a turn that a computer has to take */

/** A computer that thinks at a table. @typedef {{ turn: Turn, since: number, progress: any, end: () => void }} Thought */

/**
 * What the backend does for a thought.
 * @typedef {object} Host
 * @property {(id: string, turn: Turn, move: string | null) => Promise<unknown>} answer plays the move that was found
 * @property {(id: string) => void} told tells watchers how far the thought has come
 * @property {(id: string) => void} overtaken another tab was faster
 */

export class Thoughts {
  /** By table. @type {Map<string, Thought>} */
  #thoughts = new Map();

  /** @param {import('./engine.js').Engine} engine @param {Host} host */
  constructor(engine, host) {
    this.engine = engine;
    this.host = host;
  }

  /** @param {string} id @returns {Thinking | null} */
  thinking(id) {
    const thought = this.#thoughts.get(id);
    return thought ? { seat: thought.turn.seat, since_ms: thought.since, progress: thought.progress ?? undefined } : null;
  }

  /** Ends what a computer thinks about at a table, and returns it. @param {string} id @returns {Thought | undefined} */
  end(id) {
    const thought = this.#thoughts.get(id);
    this.#thoughts.delete(id);
    thought?.end();
    return thought;
  }

  /**
   * Lets a computer begin to think, if it is its turn and somebody looks.
   * @param {Stored} stored
   * @param {Turn | null} turn
   */
  begin(stored, turn) {
    const { id } = stored;
    if (!turn || this.#thoughts.has(id)) return;
    /** @type {() => void} */
    let end = () => {};
    let ended = false;
    /** @type {Thought} */
    const thought = {
      turn,
      since: Date.now(),
      progress: null,
      end: () => {
        ended = true;
        end();
      },
    };
    this.#thoughts.set(id, thought);
    const think = async () => {
      if (turn.pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, turn.pause_ms));
      if (ended) return;
      // Of several tabs with this table one thinks; the others hear of its move.
      await alone(`banmen-think-${id}`, async () => {
        const asked = this.engine.ask(
          'think',
          { stored, turn, seed: seed(), memory: engineMemory() },
          {
            report: (progress) => {
              thought.progress = progress;
              this.host.told(id);
            },
            begun: () => {
              thought.since = Date.now();
              this.host.told(id);
            },
          },
        );
        end = asked.end;
        if (ended) end();
        /** @type {string | null} */
        let move = null;
        try {
          move = (await asked.answer).move;
        } catch (error) {
          if (ended) return;
          console.error(error);
        }
        if (ended || this.#thoughts.get(id) !== thought) return;
        this.#thoughts.delete(id);
        await this.host.answer(id, turn, move);
      });
    };
    think().catch((error) => {
      if (this.#thoughts.get(id) === thought) this.#thoughts.delete(id);
      // Somebody was faster, in another tab: what is kept is the truth.
      if (error instanceof BackendError && error.status === 409) this.host.overtaken(id);
      else console.error(error);
      this.host.told(id);
    });
  }
}

/**
 * Runs work that only one tab should do at a time; where tabs cannot be told apart, every one does it.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function alone(name, work) {
  if (!navigator.locks) {
    await work();
    return;
  }
  await navigator.locks.request(name, work);
}
