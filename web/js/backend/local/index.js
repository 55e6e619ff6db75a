import { moveRows, summaryWithView, wholeTable, wholeView } from '../../reading.js';
import { BackendError } from '../error.js';
import { Clocks } from './clocks.js';
import { Engine } from './engine.js';
import { Instance } from './instance.js';
import { startJob } from './job.js';
import { needWebAssembly } from './module.js';
import { openShelf, shelfError } from './shelf.js';
import { Thoughts } from './thoughts.js';

/** Banmen in this browser alone: tables are kept here, computers and analyses think in workers. */

/** @typedef {import('../interface.js').Backend} Backend */
/** @typedef {import('../interface.js').LiveWatcher} LiveWatcher */
/** @typedef {import('../../types.js').TableState} TableState */
/** @typedef {import('../../types.js').CreatedTable} CreatedTable */
/** @typedef {import('./shelf.js').Stored} Stored */

/**
 * What an edition of the page knows about its own files.
 * @typedef {object} Parts
 * @property {() => Promise<WebAssembly.Module>} module the engines
 * @property {() => Worker} worker
 * @property {() => Promise<{ games: import('../../types.js').GameInfo[], demos: any[] }>} first what the first page shows
 */

/** Bytes that nobody can guess, as hexadecimal digits. @param {number} count */
function randomDigits(count) {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What only the page knows. */
const moment = () => ({ now_ms: Date.now(), random: randomDigits(32) });

/** @param {string} id */
const missing = (id) => new BackendError(404, { code: 'not-found', title: 'Not found', detail: id });

/** @implements {Backend} */
export class LocalBackend {
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Promise<Instance> | null} */
  #referee = null;
  /** @type {Promise<import('./shelf.js').Shelf> | null} */
  #shelf = null;
  /** @type {Map<string, Set<LiveWatcher>>} */
  #watchers = new Map();
  /** @type {Thoughts} */
  #thoughts;
  #clocks = new Clocks((id, command) => this.#act(id, command));
  /** Tells other tabs of this browser. @type {BroadcastChannel | null} */
  #channel = null;

  shared = false;
  /** @type {import('../interface.js').Archive} */
  archive = { save: () => this.#all(), load: (tables) => this.#take(tables) };
  /** @type {import('../interface.js').Letters} */
  letters = { find: (name) => this.#letter(name), extend: (id, record) => this.#extend(id, record) };
  computing = null;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const module = () => (this.#module ??= parts.module());
    this.#thoughts = new Thoughts(new Engine(parts.worker, module), {
      answer: (id, turn, move) => this.#act(id, { kind: 'answer', turn, move }),
      told: (id) => {
        for (const watcher of this.#watchers.get(id) ?? []) watcher.onThinking(this.#thoughts.thinking(id));
      },
      overtaken: (id) => void this.#heard(id),
    });
    this.study = new Engine(parts.worker, module);
    /** A second one, for what is asked while the first is busy: a whole game is analysed while the engine follows the board. */
    this.aside = new Engine(parts.worker, module);
    try {
      this.#channel = new BroadcastChannel('banmen');
      this.#channel.onmessage = ({ data }) => void this.#heard(data?.id);
    } catch {
      /* then other tabs notice when they next look */
    }
  }

  /** @returns {Promise<Instance>} */
  async #judge() {
    const current = await this.#referee?.catch(() => null);
    if (current?.alive) return current;
    this.#referee = (this.#module ??= this.parts.module()).then((module) => new Instance(module));
    this.#referee.catch(() => {
      this.#module = null;
    });
    return this.#referee;
  }

  #open() {
    this.#shelf ??= openShelf();
    return this.#shelf;
  }

  /** Whether games outlive this page. */
  async keeps() {
    return (await this.#open()).keeps;
  }

  /** @param {string} name @param {unknown} [input] @returns {Promise<any>} */
  async #ask(name, input = null) {
    return (await this.#judge()).call(name, input);
  }

  /** Known before the engines are ready, so that the first page need not wait for them. */
  async games() {
    needWebAssembly();
    return (await this.parts.first()).games;
  }

  async demos() {
    return (await this.parts.first()).demos.map((demo) => ({ ...demo, view: wholeView(demo.view) }));
  }

  tools() {
    return this.#ask('tools');
  }

  /** @type {Backend['view']} */
  async view(record, at) {
    const seen = await this.#ask('view', { record, at });
    return { ...seen, view: wholeView(seen.view), moves: moveRows(record, seen.movers) };
  }

  /** @type {Backend['readStudy']} */
  readStudy(file) {
    return this.#ask('study_read', file);
  }

  /** @type {Backend['checkStudy']} */
  checkStudy(study) {
    return this.#ask('study_check', { study });
  }

  /** @type {Backend['writeStudy']} */
  async writeStudy(study, format) {
    const { name, media_type: mediaType, text } = await this.#ask('study_write', { study, format });
    return { name, mediaType, text };
  }

  /** @type {Backend['draw']} */
  async draw(record) {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    return (await this.#ask('study_draw', { record, seed })).event;
  }

  /** Keeps what the module created. @param {any} created @param {Stored[]} [others] @returns {Promise<CreatedTable>} */
  async #keep(created, others = []) {
    const shelf = await this.#open();
    await shelf
      .change(null, () => ({ keep: [...others, created.stored], answer: null }))
      .catch((error) => {
        throw shelfError(error);
      });
    this.#thoughts.begin(created.stored, created.turn);
    return { table: { ...wholeTable(created.state), thinking: this.#thoughts.thinking(created.stored.id) }, tokens: created.tokens };
  }

  /** @type {Backend['createTable']} */
  async createTable(table) {
    return this.#keep(await this.#ask('create', { table, moment: moment() }));
  }

  /** @type {Backend['importGame']} */
  async importGame(file) {
    return this.#keep(await this.#ask('import', { file, moment: moment() }));
  }

  /** @param {string} id @returns {Promise<Stored>} */
  async #load(id) {
    const stored = await (await this.#open()).load(id).catch((error) => {
      throw shelfError(error);
    });
    if (!stored) throw missing(id);
    return stored;
  }

  /** @type {Backend['tables']} */
  async tables(limit) {
    const stored = await (await this.#open()).latest(limit);
    const listed = stored.map(async (one) => {
      const { id, game, seats, summary } = /** @type {any} */ (one);
      if (summary?.picture) return summaryWithView({ id, game, seats, updated_at: new Date(one.updated_at).toISOString(), ...summary });
      // An older program wrote no summary down. One damaged game must not hide the others; opening it says what is wrong.
      return this.#ask('summary', { stored: one }).then(summaryWithView, () => null);
    });
    return (await Promise.all(listed)).filter((summary) => summary !== null);
  }

  /** @type {Backend['myTables']} */
  myTables() {
    return this.tables(Infinity);
  }

  /** @type {Backend['table']} */
  async table(id) {
    const stored = await this.#load(id);
    const { state, turn } = await this.#ask('state', { stored, now_ms: Date.now() });
    this.#thoughts.begin(stored, turn);
    return { ...wholeTable(state), thinking: this.#thoughts.thinking(id) };
  }

  /** @type {Backend['viewAt']} */
  async viewAt(id, n) {
    return wholeView(await this.#ask('view_at', { stored: await this.#load(id), at: n }));
  }

  /** @type {Backend['exportGame']} */
  async exportGame(id, format) {
    const file = await this.#ask('export', { stored: await this.#load(id), format });
    return { name: file.name, mediaType: file.media_type, text: file.text };
  }

  /** Removes a table for good. @param {string} id */
  async removeTable(id) {
    this.#thoughts.end(id);
    await (await this.#open()).remove(id);
  }

  /** Lets a command happen. @param {string} id @param {Record<string, unknown>} command */
  #act(id, command) {
    return this.#change(id, (judge, stored) => judge.call('act', { stored, command, moment: moment() }));
  }

  /**
   * Changes a table, which is read, judged and kept in one transaction, so two tabs can never both win.
   * @param {string} id
   * @param {(judge: Instance, stored: Stored) => any} decide
   * @returns {Promise<TableState>}
   */
  async #change(id, decide) {
    const judge = await this.#judge();
    const shelf = await this.#open();
    const acted = await shelf
      .change(id, (stored) => {
        if (!stored) throw missing(id);
        const answer = decide(judge, stored);
        return { keep: answer.stored ? [answer.stored] : [], answer: { ...answer, stored: answer.stored ?? stored } };
      })
      .catch((error) => {
        throw shelfError(error);
      });
    this.#thoughts.end(id);
    this.#clocks.note(acted.stored);
    this.#thoughts.begin(acted.stored, acted.turn);
    const state = { ...wholeTable(acted.state), thinking: this.#thoughts.thinking(id) };
    this.#tell(id, state);
    this.#channel?.postMessage({ id });
    return state;
  }

  /** @type {Backend['move']} */
  move(id, { token, version, move }) {
    return this.#act(id, { kind: 'play', token, version, move });
  }

  /** @type {Backend['undo']} */
  undo(id, { token, version, consent }) {
    return this.#act(id, { kind: 'undo', token, version, consent });
  }

  /** @type {Backend['resign']} */
  resign(id, { token, version }) {
    return this.#act(id, { kind: 'resign', token, version });
  }

  /** The table of the game that goes by this name. @param {string} name */
  async #letter(name) {
    const all = await (await this.#open()).latest(Infinity);
    return all.find((stored) => stored.options?.letter === name)?.id ?? null;
  }

  /** Takes the moves that a record has beyond a table's own. @param {string} id @param {import('../../types.js').GameRecord} record */
  #extend(id, record) {
    return this.#change(id, (judge, stored) => judge.call('extend', { stored, record, now_ms: Date.now() }));
  }

  /** @type {Backend['qr']} */
  qr(text) {
    return this.#ask('qr', { text });
  }

  /** Strangers see nothing of this browser, and it sees nothing of them. @type {Backend['lobby']} */
  lobby(report) {
    report({ open: [], playing: [] });
    return () => {};
  }

  /** @type {Backend['join']} */
  async join() {
    throw new BackendError(422, { code: 'not-now' });
  }

  /** Nobody else reaches the tables of this browser, so nothing can be offered. @type {Backend['offer']} */
  async offer() {
    throw new BackendError(422, { code: 'not-now' });
  }

  /** @type {Backend['abort']} */
  abort(id, { token, version }) {
    return this.resign(id, { token, version });
  }

  /** @type {Backend['claim']} */
  async claim() {
    throw new BackendError(422, { code: 'not-now' });
  }

  /** @type {Backend['say']} */
  async say() {
    throw new BackendError(422, { code: 'not-now' });
  }

  /** @type {Backend['rematch']} */
  async rematch(id, { token, swap }) {
    const { old, new: created } = await this.#ask('rematch', { stored: await this.#load(id), token, swap, moment: moment() });
    for (const { options } of [created.stored, created.state]) {
      // Another game by links needs another name.
      if (options?.letter) options.letter = `${options.letter}-${created.stored.id}`;
    }
    return this.#keep(created, [old]);
  }

  /** Nobody else comes to tables in this browser. @returns {Promise<never>} */
  #alone() {
    return Promise.reject(new BackendError(422, { code: 'invalid', title: 'Nobody else can come here' }));
  }

  /** @type {Backend['takeSeat']} */
  takeSeat() {
    return this.#alone();
  }

  /** @type {Backend['makePass']} */
  makePass() {
    return this.#alone();
  }

  /** This browser seals its own games, so there is nobody to keep from choosing. @type {Backend['contribute']} */
  contribute() {
    return this.#alone();
  }

  /** @type {Backend['rename']} */
  rename(id, { token, name }) {
    return this.#act(id, { kind: 'rename', token, name });
  }

  /** @type {Backend['leaveSeat']} */
  leaveSeat() {
    return this.#alone();
  }

  /** @type {Backend['stop']} */
  async stop(id) {
    const thought = this.#thoughts.end(id);
    if (!thought) return this.table(id);
    // A worker cannot be asked for its best move so far; it has reported one, or a moment is enough to find one.
    const best = thought.progress?.line?.[0];
    if (best) {
      try {
        return await this.#act(id, { kind: 'answer', turn: thought.turn, move: best });
      } catch {
        /* the report was about something else */
      }
    }
    const stored = await this.#load(id);
    this.#thoughts.begin(stored, { ...thought.turn, seconds: 0.05, pause_ms: 0 });
    return this.table(id);
  }

  /** @type {Backend['setPace']} */
  async setPace(id, { pace }) {
    this.#thoughts.end(id);
    return this.#act(id, { kind: 'pace', pace });
  }

  /** @param {string} id @param {TableState} state */
  #tell(id, state) {
    for (const watcher of this.#watchers.get(id) ?? []) watcher.onTable(state);
  }

  /** Another tab changed a table. @param {string} id */
  async #heard(id) {
    if (!this.#watchers.has(id)) return;
    this.#thoughts.end(id);
    try {
      this.#tell(id, await this.table(id));
    } catch {
      /* it may have been removed */
    }
  }

  /** @type {Backend['live']} */
  live(id, table, watcher) {
    let known = table.version;
    /** @type {LiveWatcher} */
    const mine = {
      ...watcher,
      onTable: (state) => {
        if (state.version < known) return;
        known = state.version;
        watcher.onTable(state);
      },
      onThinking: (thinking) => watcher.onThinking(thinking),
    };
    const set = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, set.add(mine));
    const look = () => {
      if (document.hidden) return;
      this.table(id).then(
        (state) => state.version > known && mine.onTable(state),
        () => {},
      );
    };
    document.addEventListener('visibilitychange', look);
    const leaveClock = this.#clocks.watch(id, this.#load(id));
    // Another tab may have moved since `table` was read.
    look();
    return {
      close: () => {
        leaveClock();
        document.removeEventListener('visibilitychange', look);
        set.delete(mine);
        if (set.size === 0) {
          this.#watchers.delete(id);
          // Nobody looks: a computer that plays itself would go on for ever.
          this.#thoughts.end(id);
        }
      },
      seen: (seen) => {
        known = Math.max(known, seen.version);
      },
      // Watchers are told before a command is answered.
      reach: async () => {},
      retry: look,
    };
  }

  /** @type {Backend['job']} */
  job(what, report = () => {}) {
    return startJob(this.study.idle || !this.aside.idle ? this.study : this.aside, what, report);
  }

  async #all() {
    return (await this.#open()).latest(Infinity);
  }

  /** @param {unknown[]} tables */
  async #take(tables) {
    const judge = await this.#judge();
    const shelf = await this.#open();
    let taken = 0;
    for (const table of /** @type {Stored[]} */ (tables)) {
      // Whatever cannot be replayed is refused before it is kept.
      judge.call('state', { stored: table });
      taken += await shelf.change(table.id, (known) => {
        const newer = !known || known.version < table.version;
        return { keep: newer ? [table] : [], answer: newer ? 1 : 0 };
      });
    }
    return taken;
  }
}
