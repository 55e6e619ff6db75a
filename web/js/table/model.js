import * as backend from '../backend/index.js';
import { notify, notifyError, speak } from '../components/notice.js';
import { go } from '../router.js';
import { carriedOver, keepTokens, otherSeat, SEATS } from '../seats.js';
import { play as playSound } from '../sound.js';
import { say, t } from '../i18n.js';
import { levelName, moveName } from '../rules-words.js';
import { announce } from './announce.js';
import { overlayOf } from './overlay.js';
import { since } from './thinking.js';
import { statusSentence } from './words.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').TableState} TableState */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Thinking} Thinking */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('../board/marks.js').Overlay} Overlay */

/** How long a phrase is shown. */
const PHRASE_MS = 6000;

/** Everything that the parts of a table's page share: the table, which of its positions is in sight, and what can be done. */
export class TableModel {
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {ReturnType<typeof backend.live> | null} */
  #live = null;
  /** @type {backend.Job | null} */
  #hint = null;
  /** The position that was asked for last; the one in sight follows when it has come. @type {number} */
  #heading;

  /**
   * @param {GameInfo} info
   * @param {TableState} table
   * @param {Source} source
   */
  constructor(info, table, source) {
    this.info = info;
    this.table = table;
    this.source = source;
    /** The number of events before the position in sight. */
    this.at = table.events;
    this.#heading = table.events;
    /** The position in sight. @type {View} */
    this.view = table.view;
    /** A position shown instead of it while the reader points at a line. @type {View | null} */
    this.preview = null;
    this.connected = true;
    /** A request is under way that will change the table. */
    this.busy = false;
    const mine = this.mySeats();
    /** Whether the second player sits at the near side. Who plays one side sits there. */
    this.flipped = mine.length === 1 && mine[0] === 'second';
    /** Laid over the board: the hint or the analysis. @type {Overlay | null} */
    this.overlay = null;
    /** The hint's move, while it is shown. @type {string | null} */
    this.hinted = null;
    this.hinting = false;
    /** Whether the next drawing may move pieces. */
    this.animate = false;
    /** Whether the step to the next drawing drew something by chance. */
    this.reveal = false;
    /** Whether the other picture of the same board is in sight: the last observation, or the probabilities before it. */
    this.comparing = false;
    /** When the computer's thinking began, by this machine's clock. @type {number | null} */
    this.thinkingSince = since(table.thinking, null, null);
    /** Who is there, as far as is known. @type {import('../types.js').Presence | null} */
    this.presence = null;
    /** When that was told, by `performance.now()`. */
    this.presenceSince = 0;
    /** What players said last, and until when it is shown. @type {Partial<Record<Seat, { words: string, until: number }>>} */
    this.said = {};
    /** When the clock was last told, by `performance.now()`. */
    this.clockSince = performance.now();
    this.#keepRecord();
  }

  /** @param {() => void} watcher @returns {() => void} */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  changed() {
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Follows the table on the server. */
  follow() {
    if (!this.source.id) return;
    this.#live = backend.live(this.source.id, this.table, {
      onTable: (table) => this.take(table),
      onThinking: (thinking) => this.#think(thinking),
      onPresence: (presence) => {
        this.presence = presence;
        this.presenceSince = performance.now();
        this.changed();
      },
      onPhrase: (seat, phrase) => this.#hear(seat, phrase),
      onConnection: (connected) => {
        if (connected === this.connected) return;
        this.connected = connected;
        this.changed();
      },
    });
  }

  dispose() {
    this.#live?.close();
    this.#hint?.stop();
    this.#watchers.clear();
  }

  retryConnection() {
    this.#live?.retry();
  }

  #keepRecord() {
    if ('record' in this.source) this.source.record = this.table.record;
  }

  /** How many of the first events set up the position in which the game began. */
  get setUp() {
    return Math.min(Number(this.table.record.tags?.set_up ?? 0) || 0, this.table.events);
  }

  /** Whether the position in sight is the table's last one. */
  get isLast() {
    return this.at === this.table.events;
  }

  /** Whether the position in sight is the present, and not one that the reader holds on to. */
  get isLive() {
    return this.isLast;
  }

  /** Goes to the present and follows it. */
  toNow() {
    void this.stepTo(this.table.events);
  }

  get isOver() {
    return this.table.turn.kind === 'over';
  }

  /** Whether two people play each other here: then nobody is helped until the game is over. */
  get isUnaided() {
    const people = SEATS.every((seat) => this.table.seats[seat].kind === 'human');
    return people && Boolean(this.source.id) && !this.isOver && this.mySeats().length < 2;
  }

  /** The record up to the position in sight. @returns {GameRecord} */
  recordInSight() {
    return { ...this.table.record, events: this.table.record.events.slice(0, this.at) };
  }

  /** The seats that this browser plays. @returns {Seat[]} */
  mySeats() {
    const tokens = this.source.tokens(this.table.holders);
    return SEATS.filter((seat) => tokens[seat] && this.table.seats[seat].kind === 'human');
  }

  /** Whether the reader is to move in the position in sight. */
  get playable() {
    const { turn } = this.table;
    return this.isLive && !this.busy && !this.preview && turn.kind === 'seat' && this.mySeats().includes(turn.seat);
  }

  /** The side with which the player in a seat began, and whose pieces are called so for good. @param {Seat} seat @returns {string} */
  colourName(seat) {
    return t(`side.${this.info.seats[seat === 'first' ? 0 : 1].key}`);
  }

  /** The side that the player in a seat plays in the position in sight. @param {Seat} seat @returns {Seat} */
  sideOf(seat) {
    const { exchanged } = this.preview ?? this.view;
    return exchanged ? otherSeat(seat) : seat;
  }

  /** Its name. @param {Seat} seat */
  sideName(seat) {
    return this.colourName(this.sideOf(seat));
  }

  /** @param {string} level */
  levelName(level) {
    return levelName(this.info, level);
  }

  /** Who sits there; empty for somebody of whom nothing more is known than the side. @param {Seat} seat */
  playerName(seat) {
    const spec = this.table.seats[seat];
    if (spec.kind === 'level') return this.levelName(spec.level);
    const named = this.table.names[seat] ?? this.table.record.tags?.[seat];
    const mine = this.mySeats();
    if (mine.length === 1) return mine[0] === seat ? t('player.you') : (named ?? t('player.opponent'));
    return named ?? '';
  }

  /** The reader's seat in a game with somebody elsewhere. @returns {Seat | null} */
  get apartSeat() {
    const mine = this.mySeats();
    return this.table.apart && mine.length === 1 ? (mine[0] ?? null) : null;
  }

  /** Whether there may be hints and analysis. Not in a game between two people that goes on, for whoever looks at it. */
  get mayAnalyse() {
    return !this.isUnaided && (!this.table.apart || this.isOver);
  }

  /** Whether each player has decided something. */
  get bothMoved() {
    return SEATS.every((seat) => this.table.moves.some((row) => row.seat === seat));
  }

  /** In how many milliseconds the win may be claimed from the player who has to move and is away; `null` if they are there. */
  get claimIn() {
    const claim = this.presence?.claim_ms;
    return claim === undefined || this.isOver ? null : Math.max(0, claim - (performance.now() - this.presenceSince));
  }

  /** @param {Seat} seat @param {import('../types.js').Phrase} phrase */
  #hear(seat, phrase) {
    const words = t(`phrase.${phrase}`);
    this.said = { ...this.said, [seat]: { words, until: performance.now() + PHRASE_MS } };
    if (seat !== this.apartSeat) speak(`${this.playerName(seat) || this.sideName(seat)}: ${words}`);
    this.changed();
  }

  /** A token of the reader's, of the seat to move if there is one. */
  #token() {
    const tokens = this.source.tokens();
    const { turn } = this.table;
    const seats = this.mySeats();
    const seat = turn.kind === 'seat' && seats.includes(turn.seat) ? turn.seat : seats[0];
    // Whoever has two computers play holds a token too, although none of the seats is theirs.
    return (seat ? tokens[seat] : Object.values(tokens)[0]) ?? '';
  }

  /** Whether the reader may pause the computers here: whoever set up the table, and everybody where nobody holds a token. */
  get mayPace() {
    const { first, second } = this.table.seats;
    if (!this.source.id || first.kind !== 'level' || second.kind !== 'level') return false;
    const { holders } = this.table;
    return !backend.shared() || Object.keys(holders).length === 0 || Object.keys(this.source.tokens(holders)).length > 0;
  }

  /** Takes a newer state of the table. @param {TableState} table */
  take(table) {
    const before = this.table;
    if (table.version < before.version) return;
    const wasLive = this.isLive && this.#heading === this.at;
    if (table.version > before.version) this.busy = false;
    // The same state comes twice, as the answer to a request and live; the picture in sight stays the same one.
    this.table = table.version === before.version ? { ...table, view: before.view, moves: before.moves } : table;
    this.#keepRecord();
    this.#live?.seen(this.table);
    this.thinkingSince = since(table.thinking, before.thinking, this.thinkingSince);
    this.clockSince = performance.now();
    if (table.version === before.version || table.view === before.view) {
      // Nothing happened in the game: a computer began to think, or somebody asked for a rematch.
      this.changed();
    } else if (wasLive || this.at > table.events) {
      const grown = table.events > before.events;
      this.show(table.view, { at: table.events, animate: true, reveal: this.#drawn(before.events, table.events) });
      announce(this, before, grown);
    } else {
      this.changed();
    }
  }

  /** @param {Thinking | null} thinking */
  #think(thinking) {
    this.thinkingSince = since(thinking, this.table.thinking, this.thinkingSince);
    this.table = { ...this.table, thinking };
    this.changed();
  }

  /** Whether chance decided something on the way from one position forward to another. @param {number} from @param {number} to */
  #drawn(from, to) {
    return this.table.moves.slice(from, to).some((row) => row.chance);
  }

  /**
   * Brings a position into sight.
   * @param {View} view
   * @param {{ at: number, animate: boolean, reveal: boolean, compare?: boolean }} how
   */
  show(view, { at, animate, reveal, compare = false }) {
    this.at = at;
    this.#heading = at;
    this.view = view;
    this.preview = null;
    this.overlay = null;
    this.hinted = null;
    this.comparing = compare && view.compare !== null;
    this.#hint?.stop();
    this.animate = animate && !this.comparing;
    this.reveal = reveal && !this.comparing;
    this.changed();
    this.animate = false;
    this.reveal = false;
  }

  /** One sentence on the state of the game. */
  statusText() {
    const doing = this.table.thinking?.progress?.doing;
    if (this.isLive && doing) return say(doing);
    return statusSentence(this, this.preview ?? this.view);
  }

  /**
   * Goes to the position after `n` events.
   * @param {number} n
   * @param {boolean} [compare] whether to show an observation there as it came out
   */
  async stepTo(n, compare = false) {
    const to = Math.max(this.setUp, Math.min(this.table.events, n));
    if (to === this.#heading && to === this.at && !this.preview && !compare) return;
    this.#heading = to;
    try {
      const view = to === this.table.events ? this.table.view : await this.source.viewAt(to);
      if (this.#heading !== to) return;
      const near = Math.abs(to - this.at) === 1;
      const whole = compare && view.strokes.length === 0 && view.pieces.some((piece) => piece.shade !== null);
      this.show(view, { at: to, animate: near, reveal: near && this.#drawn(this.at, to), compare: whole });
      if (view.spoken) speak(say(view.spoken));
    } catch (error) {
      this.#heading = this.at;
      notifyError(error);
    }
  }

  /** Shows the move that would have been better than event `n`. @param {number} n @param {string} text */
  async showBetter(n, text) {
    await this.stepTo(n - 1);
    const move = this.view.moves.find((legal) => legal.text === text);
    if (move) this.setOverlay(overlayOf(move, this.view));
  }

  /** Goes a number of events on or back from the position asked for last. @param {number} by */
  step(by) {
    return this.stepTo(this.#heading + by);
  }

  /** Shows another position while the reader points at it; `null` returns. @param {View | null} view @param {Overlay | null} [overlay] */
  showPreview(view, overlay = null) {
    this.preview = view;
    this.previewOverlay = overlay;
    this.animate = false;
    this.changed();
  }

  /** Lays something over the board. @param {Overlay | null} overlay */
  setOverlay(overlay) {
    this.overlay = overlay;
    this.changed();
  }

  /** Shows the other picture of the same board, or the position again. */
  toggleCompare() {
    this.comparing = !this.comparing && this.view.compare !== null;
    this.changed();
  }

  flip() {
    this.flipped = !this.flipped;
    this.changed();
  }

  /**
   * Does something that changes the table.
   * @param {(token: string, version: number) => Promise<import('../types.js').Receipt>} work
   */
  async #change(work) {
    if (!this.source.id || this.busy) return false;
    if (!this.connected) {
      notify(t('error.offline_move'), 'error');
      playSound('refuse');
      return false;
    }
    this.busy = true;
    const { events } = this.table.record;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { version } = await work(this.#token(), this.table.version);
        await this.#live?.reach(version);
        this.busy = false;
        this.changed();
        return true;
      } catch (error) {
        if (error instanceof backend.BackendError && error.status === 409) {
          await backend.table(this.source.id).then(
            (table) => this.take(table),
            () => {},
          );
          // Somebody sat down or left meanwhile; the position is the same.
          if (attempt < 3 && JSON.stringify(this.table.record.events) === JSON.stringify(events)) continue;
        }
        this.busy = false;
        notifyError(error);
        this.changed();
        return false;
      }
    }
  }

  /** @param {string} text */
  play(text) {
    const { clock } = this.table;
    // What the network takes on its way is not the player's.
    const thought = clock?.running ? { thought_ms: Math.round(clock.elapsed_ms + performance.now() - this.clockSince) } : {};
    return this.#change((token, version) => backend.move(this.#id(), { token, version, move: text, ...thought }));
  }

  /** Whether there is something that the reader may take back. */
  get undoable() {
    return Boolean(this.source.id) && this.mySeats().some((seat) => this.table.undoable[seat]);
  }

  /** Takes back the reader's last decision; who plays both sides takes back one move at a time. */
  undo() {
    const tokens = this.source.tokens();
    const mine = this.mySeats();
    const last = this.table.moves.filter((row) => row.seat && mine.includes(row.seat)).at(-1)?.seat;
    return this.#change((token, version) => backend.undo(this.#id(), { token: (last && tokens[last]) ?? token, version }));
  }

  /** Offers something to the opponent, or accepts what the opponent offers. @param {import('../types.js').Offer} offer */
  offer(offer) {
    return this.#change((token, version) => backend.offer(this.#id(), { token, version, offer }));
  }

  /** Declines the opponent's offer, or withdraws the reader's own. @param {import('../types.js').Offer} offer */
  decline(offer) {
    return this.#change((token, version) => backend.offer(this.#id(), { token, version, offer, decline: true }));
  }

  abort() {
    return this.#change((token, version) => backend.abort(this.#id(), { token, version }));
  }

  /** Takes the win from an opponent who has gone. */
  claim() {
    return this.#change((token, version) => backend.claim(this.#id(), { token, version }));
  }

  /** @param {import('../types.js').Phrase} phrase */
  async greet(phrase) {
    try {
      await backend.say(this.#id(), { token: this.#token(), phrase });
    } catch (error) {
      notifyError(error);
    }
  }

  resign() {
    return this.#change((token, version) => backend.resign(this.#id(), { token, version }));
  }

  /** Has the thinking computer play at once. */
  stopThinking() {
    return this.#change((token) => backend.stop(this.#id(), { token }));
  }

  /** Lets two computers pause, play one move, or go on. @param {import('../types.js').Pace} pace */
  setPace(pace) {
    return this.#change((token) => backend.setPace(this.#id(), token ? { pace, token } : { pace }));
  }

  #id() {
    return /** @type {string} */ (this.source.id);
  }

  /** The same again. @param {boolean} swap whether the players change sides */
  async rematch(swap) {
    try {
      const token = this.#token();
      const created = await backend.rematch(this.#id(), { token, swap });
      keepTokens(created.table.id, carriedOver(this.source.tokens(), token, created.tokens), created.table.holders);
      await go(`/table/${created.table.id}`);
    } catch (error) {
      notifyError(error);
    }
  }

  /** Asks for a good move and marks it. */
  async hint() {
    if (this.hinting || !this.isLive || this.isOver || this.isUnaided) return;
    const { version } = this.table;
    this.hinting = true;
    this.changed();
    try {
      this.#hint = backend.job({ kind: 'hint', record: this.table.record, at: this.at });
      const state = await this.#hint.finished;
      if (state.status === 'failed') throw new backend.BackendError(state.error?.status ?? 500, state.error ?? {});
      const found = /** @type {import('../types.js').Hint | null} */ (state.result);
      if (!found || version !== this.table.version || !this.isLive) return;
      this.hinted = found.move;
      const move = this.view.moves.find((legal) => legal.text === found.move);
      if (move) this.overlay = overlayOf(move, this.view);
      speak(t('hint.spoken', { move: moveName(this.info, found.move) }));
    } catch (error) {
      notifyError(error);
    } finally {
      this.hinting = false;
      this.#hint = null;
      this.changed();
    }
  }

  /** Whether the game may be studied: not while somebody else plays against the reader. */
  get studiable() {
    const people = SEATS.filter((seat) => this.table.seats[seat].kind === 'human').length;
    return this.isOver || people < 2 || this.mySeats().length !== 1;
  }
}
