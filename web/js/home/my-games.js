import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button, iconButton } from '../components/button.js';
import { confirmed } from '../components/dialog.js';
import { notify, notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { ago, language, t } from '../i18n.js';
import { gameName, levelName } from '../rules-words.js';
import { SEATS, allTokens, forgetTokens, seatsOf, tokensOf } from '../seats.js';
import { controlText, timeText } from '../table/clock.js';

/** The reader's own games: how they stand, against whom, since when; filtered, a few at a time, and to be deleted. */

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').TableSummary} TableSummary */

/** Games shown at first, and added each time. */
const PAGE = 12;

/** How a game stands for the reader. @param {TableSummary} table @param {GameInfo | undefined} info */
export function standing(table, info) {
  const { turn } = table;
  const mine = seatsOf(table);
  if (turn.kind === 'over') {
    const { winner } = turn.outcome;
    if (!winner) return t('home.result.draw');
    if (mine.length === 1) return t(winner === mine[0] ? 'home.result.you_won' : 'home.result.you_lost');
    const key = info?.seats[(winner === 'first') === !table.view.exchanged ? 0 : 1].key;
    return t('home.result.won', { side: key ? t(`side.${key}`) : winner });
  }
  return t(turn.kind === 'seat' && mine.length === 1 && mine[0] === turn.seat ? 'home.result.your_turn' : 'home.result.playing');
}

/** Against whom the reader plays. @param {TableSummary} table @param {GameInfo | undefined} info */
function opponent(table, info) {
  /** @param {Seat} seat */
  const who = (seat) => {
    const spec = table.seats[seat];
    if (spec.kind === 'human') return table.names?.[seat] ?? t('player.person');
    if (!info) return spec.level;
    const number = info.levels.findIndex((level) => level.id === spec.level) + 1;
    return t('level.numbered', { number, name: levelName(info, spec.level) });
  };
  const mine = seatsOf(table);
  if (mine.length === 1) return t('home.against', { name: who(mine[0] === 'first' ? 'second' : 'first') });
  return t('home.versus', { first: who('first'), second: who('second') });
}

/** Whether somebody elsewhere waits for the reader's move. @param {TableSummary} table */
function waits(table) {
  const { turn } = table;
  const mine = seatsOf(table);
  return turn.kind === 'seat' && mine.length === 1 && mine[0] === turn.seat && SEATS.every((seat) => table.seats[seat].kind === 'human');
}

/** How much time the reader has for a move; empty where it is not limited. @param {TableSummary} table */
function timeLeft({ control, deadline_ms: deadline }) {
  if (deadline !== undefined) return t('home.time_left', { time: timeText(Math.max(0, deadline - Date.now())) });
  return control ? controlText(control) : '';
}

/** The day of a game, as the language writes it; of the last days, how long ago. @param {string} moment */
function day(moment) {
  const then = Date.parse(moment);
  if (Date.now() - then < 3 * 86_400_000) return ago(moment);
  return new Intl.DateTimeFormat(language.get(), { dateStyle: 'medium' }).format(then);
}

export class MyGames {
  /** @type {TableSummary[]} */
  #tables = [];
  /** @type {Map<string, Board>} */
  #boards = new Map();
  #shown = PAGE;
  #gone = false;

  /** @param {GameInfo[]} games */
  constructor(games) {
    this.games = games;
    this.filter = { state: 'all', game: 'all' };
    this.list = h('div', { class: 'table-cards', data: { mine: '' } });
    this.waitingList = h('div', { class: 'table-cards', data: { waiting: '' } });
    this.waiting = h('section', { class: 'shelf shelf-waiting', hidden: true }, h('h2', {}, t('home.your_turn')), this.waitingList);
    this.none = h('p', { class: 'quiet' }, t('home.none'));
    this.more = button(
      t('home.show_more'),
      () => {
        this.#shown += PAGE;
        this.#draw();
      },
      { data: { action: 'more-games' } },
    );
    /** @param {string} name @param {'state' | 'game'} key @param {[string, string][]} options */
    const select = (name, key, options) => {
      const picker = h(
        'select',
        {
          'aria-label': name,
          data: { filter: key },
          onchange: () => {
            this.filter[key] = picker.value;
            this.#shown = PAGE;
            this.#draw();
          },
        },
        options.map(([value, label]) => h('option', { value }, label)),
      );
      return picker;
    };
    this.filters = h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': t('home.filter'), hidden: true },
      select(t('home.filter'), 'state', [
        ['all', t('home.filter.all')],
        ['playing', t('home.filter.playing')],
        ['over', t('home.filter.over')],
      ]),
      select(t('home.filter.game'), 'game', [
        ['all', t('home.filter.all_games')],
        ...games.map((info) => /** @type {[string, string]} */ ([info.id, gameName(info)])),
      ]),
    );
    this.element = h(
      'div',
      { class: 'my-games' },
      this.waiting,
      h(
        'section',
        { class: 'shelf shelf-mine' },
        h('div', { class: 'shelf-head' }, h('h2', {}, t('home.mine')), this.filters),
        this.none,
        this.list,
        h('div', { class: 'button-row' }, this.more),
      ),
    );
    this.#draw();
    void this.#load();
  }

  dispose() {
    this.#gone = true;
    for (const board of this.#boards.values()) board.dispose();
  }

  async #load() {
    try {
      const ids = Object.keys(allTokens()).reverse();
      const tables = await backend.myTables(ids);
      if (this.#gone) return;
      this.#tables = tables.filter((table) => table.events > 0 || waits(table));
      this.#draw();
    } catch {
      /* the games above can be played all the same */
    }
  }

  #draw() {
    const { state, game } = this.filter;
    // What is most urgent comes first.
    const waiting = this.#tables.filter(waits).sort((one, other) => (one.deadline_ms ?? Infinity) - (other.deadline_ms ?? Infinity));
    this.waiting.hidden = waiting.length === 0;
    fill(
      this.waitingList,
      waiting.map((table) => this.#card(table)),
    );
    const others = this.#tables.filter((table) => !waits(table));
    const fits = others.filter(
      (table) => (state === 'all' || (table.turn.kind === 'over') === (state === 'over')) && (game === 'all' || table.game === game),
    );
    this.filters.hidden = others.length === 0;
    this.none.hidden = fits.length > 0;
    this.none.textContent = t(this.#tables.length === 0 ? 'home.none' : 'home.none_such');
    this.list.hidden = fits.length === 0;
    this.more.hidden = fits.length <= this.#shown;
    fill(
      this.list,
      fits.slice(0, this.#shown).map((table) => this.#card(table)),
    );
  }

  /** @param {TableSummary} table */
  #card(table) {
    const info = this.games.find((one) => one.id === table.game);
    const name = info ? gameName(info) : table.game;
    let board = this.#boards.get(table.id);
    if (!board) {
      board = new Board({ label: name, sideName: () => '', still: true });
      board.update(table.view);
      this.#boards.set(table.id, board);
    }
    return h(
      'div',
      { class: `table-card${table.turn.kind === 'over' ? ' is-over' : ''}`, data: { table: table.id } },
      h(
        'a',
        { class: 'table-link', href: `/table/${table.id}` },
        h('span', { class: 'table-picture', 'aria-hidden': 'true' }, board.element),
        h(
          'span',
          { class: 'table-words' },
          h('strong', {}, name),
          h('span', {}, opponent(table, info)),
          h('span', { class: 'table-standing' }, standing(table, info)),
          waits(table) && timeLeft(table) ? h('span', { class: 'table-time' }, timeLeft(table)) : null,
          h('span', { class: 'quiet' }, t('home.moves', { count: table.events }), ' · ', day(table.updated_at)),
        ),
      ),
      iconButton('erase', t('home.delete'), () => void this.#remove(table), { class: 'table-delete', data: { action: 'delete' } }),
    );
  }

  /** @param {TableSummary} table */
  async #remove(table) {
    const people = SEATS.filter((seat) => table.seats[seat].kind === 'human');
    const tokens = tokensOf(table.id);
    const held = people.length > 0 ? people.every((seat) => tokens[seat] || table.vacant?.includes(seat)) : Object.keys(tokens).length > 0;
    const whole = !backend.shared() || held;
    const sure = await confirmed(t('home.delete_title'), t(whole ? 'home.delete_sentence' : 'home.delete_own'), t('home.delete'));
    if (!sure) return;
    try {
      // Somebody else's game too goes when they remove it as well.
      await backend.removeTable(table.id, Object.values(tokens));
    } catch (error) {
      // A game that is gone, or whose seat was moved elsewhere, only leaves the list.
      if (!(error instanceof backend.BackendError && [403, 404].includes(error.status))) {
        notifyError(error);
        return;
      }
    }
    forgetTokens(table.id);
    this.#tables = this.#tables.filter((one) => one.id !== table.id);
    this.#boards.get(table.id)?.dispose();
    this.#boards.delete(table.id);
    this.#draw();
    notify(t('home.deleted'));
  }
}
