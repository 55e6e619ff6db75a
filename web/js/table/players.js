import { fill, h, s } from '../dom.js';
import { button } from '../components/button.js';
import { drawPiece } from '../glyphs/index.js';
import { speak } from '../components/notice.js';
import { number, say, t } from '../i18n.js';
import { play as playSound } from '../sound.js';
import { overtimeText, timeLeft, timeText } from './clock.js';
import { readersSeat } from './words.js';

/** One player's bar: who sits there, whose turn it is, what is counted, and a calm pulse while a computer thinks. */

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').Seat} Seat */

/** The piece that stands for a side. @param {import('../types.js').GameInfo} info @param {Seat} seat */
export function emblem(info, seat) {
  const { emblem: glyph } = info.seats[seat === 'first' ? 0 : 1];
  return s('svg', { viewBox: '-54 -54 108 108', class: 'emblem', 'aria-hidden': 'true', focusable: 'false' }, drawPiece({ glyph, owner: seat }));
}

export class PlayerBar {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  /** @type {Seat | null} */
  #drawn = null;
  /** Whether the reader has been told that the flag falls soon. */
  #warned = false;

  /**
   * @param {TableModel} model
   * @param {'near' | 'far'} place
   */
  constructor(model, place) {
    this.model = model;
    this.place = place;
    this.time = h('span', { class: 'thinking-time' });
    this.emblemHolder = h('span', { class: 'player-emblem' });
    this.name = h('span', { class: 'player-name' });
    this.side = h('span', { class: 'player-side' });
    this.counters = h('span', { class: 'player-counters' });
    this.state = h('span', { class: 'player-state' });
    this.time_left = h('span', { class: 'clock-time' });
    this.overtime = h('span', { class: 'clock-overtime' });
    this.clock = h('span', { class: 'clock', role: 'timer', hidden: true, data: { clock: place } }, this.time_left, this.overtime);
    this.stop = button(t('action.stop'), () => void model.stopThinking(), {
      kind: 'quiet',
      title: t('thinking.stop_help'),
      data: { action: 'stop' },
    });
    this.thinking = h(
      'span',
      { class: 'thinking', hidden: true },
      h('span', { class: 'pulse', 'aria-hidden': 'true' }),
      h('span', { class: 'thinking-words' }, t('thinking.label'), ' ', this.time),
      this.stop,
    );
    this.presence = h('span', { class: 'presence', role: 'img', hidden: true });
    this.phrase = h('span', { class: 'player-phrase', hidden: true });
    this.element = h(
      'div',
      { class: `player player-${place}` },
      this.emblemHolder,
      h('span', { class: 'player-words' }, h('span', { class: 'player-title' }, this.presence, this.name), this.side),
      this.phrase,
      this.counters,
      this.thinking,
      this.state,
      this.clock,
    );
    this.#clock = setInterval(() => this.#tick(), 100);
  }

  dispose() {
    clearInterval(this.#clock);
  }

  /** @returns {Seat} */
  get seat() {
    const near = this.model.flipped ? 'second' : 'first';
    if (this.place === 'near') return near;
    return near === 'first' ? 'second' : 'first';
  }

  update() {
    const { model, seat } = this;
    const view = model.preview ?? model.view;
    const plays = model.sideOf(seat);
    if (this.#drawn !== plays) {
      this.#drawn = plays;
      fill(this.emblemHolder, emblem(model.info, plays));
    }
    const name = model.playerName(seat);
    const side = model.sideName(seat);
    this.name.textContent = name || side;
    // Others see the reader's name; to the reader the bar says "You".
    const called = model.mySeats().length === 1 && model.mySeats()[0] === seat ? model.table.names[seat] : undefined;
    this.side.textContent = name ? [called, side].filter(Boolean).join(' · ') : '';
    this.#updatePresence();
    const turn = view.turn;
    const toMove = turn.kind === 'seat' && turn.seat === seat;
    const won = turn.kind === 'over' && turn.outcome.winner === seat;
    this.element.classList.toggle('is-to-move', toMove);
    this.element.classList.toggle('has-won', won);
    const thinking = model.table.thinking?.seat === seat && model.isLive;
    this.thinking.hidden = !thinking;
    this.element.classList.toggle('is-thinking', thinking);
    this.stop.hidden = model.mySeats().length === 0;
    this.state.textContent = thinking
      ? ''
      : won
        ? t('player.won')
        : toMove
          ? t(readersSeat(model) === seat ? 'player.your_turn' : 'player.to_move')
          : '';
    fill(
      this.counters,
      view.counters
        .filter((counter) => counter.seat === seat)
        .map((counter) =>
          h(
            'span',
            { class: 'counter', title: say(counter.label) },
            h('span', { class: 'counter-label' }, say(counter.label)),
            h('b', {}, counter.value),
          ),
        ),
    );
    this.#tick();
  }

  /** Whether whoever plays from elsewhere is there. */
  #updatePresence() {
    const { model, seat } = this;
    const known = model.table.apart && model.table.seats[seat].kind === 'human' && model.presence !== null;
    const there = Boolean(model.presence?.[seat]) || model.apartSeat === seat;
    this.presence.hidden = !known;
    this.presence.classList.toggle('is-there', there);
    this.presence.setAttribute('aria-label', t(there ? 'presence.there' : 'presence.away'));
    this.presence.title = t(there ? 'presence.there' : 'presence.away');
  }

  #tickPhrase() {
    const said = this.model.said[this.seat];
    const shown = said !== undefined && said.until > performance.now();
    this.phrase.hidden = !shown;
    if (shown) this.phrase.textContent = said.words;
  }

  /** What is left of the player's time. */
  #tickClock() {
    const { model, seat } = this;
    const { clock } = model.table;
    this.clock.hidden = clock === null;
    this.element.classList.toggle('has-clock', clock !== null);
    if (!clock) return;
    const left = timeLeft(clock, seat, performance.now() - model.clockSince);
    this.time_left.textContent = timeText(left.ms);
    this.overtime.textContent = overtimeText(clock, left);
    this.clock.classList.toggle('is-running', left.running);
    this.clock.classList.toggle('is-low', left.low && !model.isOver);
    this.clock.setAttribute('aria-label', t('clock.label', { name: model.playerName(seat) || model.sideName(seat) }));
    const warn = left.low && left.running && model.mySeats().includes(seat);
    if (warn && !this.#warned) {
      playSound('low');
      speak(t('clock.low'));
    }
    this.#warned = left.low && left.running;
  }

  #tick() {
    this.#tickClock();
    this.#tickPhrase();
    const since = this.model.thinkingSince;
    if (this.thinking.hidden || since === null) return;
    const seconds = Math.max(0, (Date.now() - since) / 1000);
    this.time.textContent = t('thinking.seconds', { seconds: number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
  }
}
