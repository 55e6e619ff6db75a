import * as backend from '../backend/index.js';
import { notify, notifyError, speak } from '../components/notice.js';
import { say, t } from '../i18n.js';
import { moveRows } from '../reading.js';
import { go } from '../router.js';
import { keepTokens, SEATS } from '../seats.js';
import { play as playSound } from '../sound.js';
import { TableModel } from '../table/model.js';
import { ViewCache } from '../table/source.js';
import { History, ROOT, StudyTree } from './tree.js';
import { keepStudy } from './shelf.js';

/** @typedef {import('../types.js').CheckedStudy} CheckedStudy */
/** @typedef {import('../types.js').Event} Event */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../types.js').Study} Study */
/** @typedef {import('../types.js').TableState} TableState */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Viewed} Viewed */

/** How long after a change the study is kept, in milliseconds. */
const KEEP_MS = 300;

/** A study as it comes in: checked, with a name and perhaps a place to begin at. @typedef {CheckedStudy & { id: string, title: string, at?: number }} OpenedStudy */

/**
 * The study in sight: a tree of moves, and which of its positions is shown. It is a table at which the reader plays both sides, so
 * everything that draws a table draws a study too.
 */
export class StudyModel extends TableModel {
  #cache = new ViewCache();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the positions asked for, so that a late answer is not shown. */
  #asked = 0;
  #steps = 0;
  /** @type {GameRecord} */
  #record;

  /**
   * Opens a study.
   * @param {GameInfo} info
   * @param {OpenedStudy} opened
   * @returns {Promise<StudyModel>}
   */
  static async open(info, opened) {
    const { study } = opened;
    const start = await backend.view({ ...headOf(study), events: study.start ?? [] });
    const model = new StudyModel(info, opened, start);
    if (opened.at) await model.goTo(opened.at);
    return model;
  }

  /**
   * @param {GameInfo} info
   * @param {OpenedStudy} opened
   * @param {Viewed} start the position in which the study begins
   */
  constructor(info, { id, title, study, movers }, start) {
    const tree = StudyTree.of(study, movers);
    super(info, tableOf(study, start), { id: null, tokens: () => ({}), viewAt: async () => start.view });
    this.id = id;
    this.title = title;
    this.head = headOf(study);
    this.start = study.start ?? [];
    this.startMovers = start.movers;
    this.history = new History(tree);
    this.view = this.#shown(start.view);
    this.#record = this.recordTo();
    this.#rewrite();
  }

  get tree() {
    return this.history.tree;
  }

  /** The whole study in the form in which it is kept. @returns {Study} */
  content() {
    return { ...this.head, ...(this.start.length > 0 ? { start: this.start } : {}), nodes: this.tree.nodes() };
  }

  dispose() {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      void this.#keep();
    }
    super.dispose();
  }

  // What a table asks for, answered by the study.

  get isLive() {
    return true;
  }

  mySeats() {
    return [...SEATS];
  }

  /** @param {import('../types.js').Seat} seat */
  playerName(seat) {
    return this.head.tags?.[seat] ?? '';
  }

  /** The record up to a position. @param {number} [id] @returns {GameRecord} */
  recordTo(id = this.tree.at) {
    return { ...this.head, events: [...this.start, ...this.tree.path(id).map((node) => /** @type {Event} */ (node.event))] };
  }

  /** The record of the position that is shown, which lags behind the tree while it is fetched. */
  recordInSight() {
    return this.#record;
  }

  /** Brings what a table says about itself to the line in sight. */
  #rewrite() {
    const line = this.tree.line();
    const record = { ...this.head, events: [...this.start, ...line.map((node) => /** @type {Event} */ (node.event))] };
    const movers = this.startMovers + line.map((node) => (node.by === 'first' ? '1' : node.by === 'second' ? '2' : '-')).join('');
    this.#steps += 1;
    /** @type {TableState} */
    this.table = {
      ...this.table,
      record,
      events: record.events.length,
      movers,
      moves: moveRows(record, movers),
      view: this.view,
      turn: this.view.turn,
      version: this.#steps,
    };
    this.#record = this.recordTo();
    this.at = this.#record.events.length;
  }

  /** Stones that were set up have no numbers; the study's own count from 1. @param {View} view @returns {View} */
  #shown(view) {
    const before = this.start.length;
    if (before === 0) return view;
    return {
      ...view,
      pieces: view.pieces.map((piece) => ({ ...piece, number: piece.number && piece.number > before ? piece.number - before : null })),
    };
  }

  /** @param {number} id @returns {Promise<View>} */
  #viewOf(id) {
    const record = this.recordTo(id);
    return this.#cache.get(JSON.stringify(record.events), () => backend.view(record).then(({ view }) => this.#shown(view)));
  }

  /**
   * Shows the position of a tree.
   * @param {StudyTree} tree
   * @param {{ edited?: boolean, keep?: boolean }} [how] `edited` can be taken back; `keep` is for a tree that the history has already
   */
  async #arrive(tree, { edited = false, keep = false } = {}) {
    const before = this.tree;
    if (!keep) {
      if (edited) this.history.change(tree);
      else this.history.look(tree);
    }
    if (edited || keep) this.#keepSoon();
    this.#asked += 1;
    const mine = this.#asked;
    this.busy = true;
    try {
      const view = await this.#viewOf(this.tree.at);
      if (mine !== this.#asked) return false;
      this.busy = false;
      const near = this.tree.current.parent === before.at || (before.has(this.tree.at) && before.current.parent === this.tree.at);
      const forward = this.tree.current.parent === before.at;
      this.view = view;
      this.#rewrite();
      const drawn = forward && this.tree.current.event !== null && 'chance' in this.tree.current.event;
      this.show(view, { at: this.at, animate: near, reveal: drawn });
      if (view.spoken && this.tree.at !== before.at) speak(say(view.spoken));
      return true;
    } catch (error) {
      if (mine !== this.#asked) return false;
      this.busy = false;
      if (edited) this.history.undo();
      else this.history.look(before);
      this.#rewrite();
      this.changed();
      notifyError(error);
      return false;
    }
  }

  /** Changes what is said or drawn; the position stays. @param {StudyTree} tree */
  #annotate(tree) {
    if (tree === this.tree) return;
    this.history.change(tree);
    this.#keepSoon();
    this.changed();
  }

  /** Goes to a position. @param {number} id */
  goTo(id) {
    this.preview = null;
    return this.#arrive(this.tree.goTo(id));
  }

  /** Goes to a place on the line in sight, by the number of events before it. @param {number} n */
  async stepTo(n) {
    const line = this.tree.line();
    const index = Math.max(0, Math.min(line.length, n - this.start.length));
    await this.goTo(index === 0 ? ROOT : /** @type {import('./tree.js').TreeNode} */ (line[index - 1]).id);
  }

  /** Plays the move that would have been better than event `n`, as a variation. @param {number} n @param {string} text */
  async showBetter(n, text) {
    await this.stepTo(n - 1);
    await this.play(text);
  }

  /** @param {number} by */
  async step(by) {
    await this.goTo(this.tree.step(by).at);
  }

  /** Another variation instead of this one. @param {number} by */
  async turn(by) {
    await this.goTo(this.tree.turn(by).at);
  }

  /** Plays a move in the position in sight. @param {string} text */
  async play(text) {
    const { turn } = this.view;
    if (turn.kind !== 'seat') return false;
    const pieces = this.view.pieces.length;
    const known = this.tree.size;
    const next = this.tree.play({ move: text }, turn.seat);
    const arrived = await this.#arrive(next, { edited: next.size !== known });
    if (!arrived) return false;
    playSound(this.view.pieces.length < pieces ? 'take' : this.view.grid.style === 'cells' ? 'move' : 'place');
    if (this.view.turn.kind === 'chance') await this.#letChanceDecide();
    return true;
  }

  /** Plays several moves, as far as no chance comes between. @param {string[]} texts */
  async playLine(texts) {
    for (const text of texts) {
      if (this.view.turn.kind !== 'seat' || !(await this.play(text))) return;
    }
  }

  /** Goes to what chance decided here before, or lets it decide. */
  async #letChanceDecide() {
    const [known] = this.tree.current.children;
    if (known === undefined) await this.drawAgain();
    else await this.goTo(known);
  }

  /** Lets chance decide once more: another variation beside what it decided before. */
  async drawAgain() {
    if (this.view.turn.kind !== 'chance') return;
    try {
      const event = await backend.draw(this.recordInSight());
      if (await this.#arrive(this.tree.play(event, null), { edited: true })) playSound('observe');
    } catch (error) {
      notifyError(error);
    }
  }

  /** Takes back the last change of the tree. */
  async undo() {
    if (!this.history.canUndo) return false;
    this.history.undo();
    return this.#arrive(this.tree, { keep: true });
  }

  /** Does again what was taken back. */
  async redo() {
    if (!this.history.canRedo) return false;
    this.history.redo();
    return this.#arrive(this.tree, { keep: true });
  }

  /** Removes the position in sight and everything after it. */
  async remove() {
    if (this.tree.at === ROOT) return;
    await this.#arrive(this.tree.remove(), { edited: true });
    notify(t('study.removed'));
  }

  /** Puts the variation in sight one place forward. */
  promote() {
    this.#rearrange(this.tree.promote());
  }

  /** Makes the line in sight the main line. */
  makeMain() {
    this.#rearrange(this.tree.makeMain());
  }

  /** @param {StudyTree} tree */
  #rearrange(tree) {
    if (tree === this.tree) return;
    this.history.change(tree);
    this.#rewrite();
    this.#keepSoon();
    this.changed();
  }

  /** @param {string} text */
  say(text) {
    this.#annotate(this.tree.say(text));
  }

  /** @param {import('../types.js').Sign} sign */
  sign(sign) {
    this.#annotate(this.tree.sign(sign));
  }

  /** @param {import('../types.js').Square} from @param {import('../types.js').Square} to */
  arrow(from, to) {
    this.#annotate(this.tree.arrow(from, to));
  }

  /** @param {import('../types.js').Square} [at] */
  wipe(at) {
    this.#annotate(this.tree.wipe(at));
  }

  /** @param {string} title */
  rename(title) {
    if (title === this.title) return;
    this.title = title;
    this.#keepSoon();
    this.changed();
  }

  /** Keeps the study a moment after the last change. */
  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keep(), KEEP_MS);
  }

  async #keep() {
    this.#timer = undefined;
    try {
      await keepStudy({ id: this.id, title: this.title, study: this.content(), updated_at: Date.now() });
    } catch {
      notify(t('error.storage'), 'error');
    }
  }

  /** Starts a game of this browser's own from the position in sight. */
  async playFromHere() {
    const { events } = this.recordInSight();
    try {
      const created = await backend.createTable({
        game: this.info.id,
        rules: this.head.rules,
        seats: { first: { kind: 'human' }, second: { kind: 'human' } },
        record: { ...this.head, events: events.filter((event) => 'move' in event || 'chance' in event) },
      });
      keepTokens(created.table.id, created.tokens);
      await go(`/table/${created.table.id}`);
    } catch (error) {
      notifyError(error);
    }
  }
}

/** What a study says before its first move. @param {Study} study */
function headOf({ format, game, rules, tags }) {
  return { format, game, rules, ...(tags ? { tags } : {}) };
}

/** A study as if it were a table where the reader plays both sides. @param {Study} study @param {Viewed} start @returns {TableState} */
function tableOf(study, start) {
  const record = { ...headOf(study), events: study.start ?? [] };
  return {
    id: '',
    game: study.game,
    rules: study.rules,
    seats: { first: { kind: 'human' }, second: { kind: 'human' } },
    holders: {},
    version: 0,
    events: record.events.length,
    record,
    view: start.view,
    turn: start.turn,
    movers: start.movers,
    moves: start.moves,
    thinking: null,
    undoable: { first: false, second: false },
    next: null,
    created_at: '',
    updated_at: '',
    clock: null,
    offers: {},
    names: {},
    pace: 'running',
    apart: false,
    listed: false,
    options: {},
  };
}
