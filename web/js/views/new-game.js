import '../every-game.js';
import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button, segmented, toggle } from '../components/button.js';
import { explain } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { optionsOf } from '../game-options.js';
import { number, t } from '../i18n.js';
import { newLetterName } from '../letters.js';
import { go } from '../router.js';
import { gameName, gameSentence, levelLine, levelName, levelsFor, optionName, presetName, ruleHelp, ruleName, rulesFor } from '../rules-words.js';
import { keepInvites, keepTokens } from '../seats.js';
import { settings } from '../settings.js';
import { remember, remembered } from '../store.js';
import { NO_CLOCK, clockFields, controlFor } from './new-clock.js';

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').RuleField} RuleField */
/** @typedef {import('../types.js').Rules} Rules */
/** @typedef {import('../types.js').SeatSpec} SeatSpec */
/** @typedef {import('../types.js').Seats} Seats */

/** @typedef {'computer' | 'here' | 'link' | 'watch'} Opponent */
/** @typedef {'first' | 'second' | 'random'} Side */
/** @typedef {{ opponent: Opponent, level: string, other: string, side: Side, seconds?: number | null, rules: Rules, options: Record<string, boolean>, clock: import('./new-clock.js').ClockChoice, listed: boolean }} Choice */

/** @type {Record<Opponent, import('../components/icons.js').IconName>} */
const OPPONENT_ICONS = { computer: 'computer', here: 'people', link: 'link', watch: 'eye' };

/** What the computer's time for a move may be, in seconds. */
const TIMES = [1, 3, 10, 30];

/** @param {string} game */
const keyOf = (game) => `banmen.new.${game}`;

/**
 * Who sits where.
 * @param {Pick<Choice, 'opponent' | 'level' | 'other' | 'side'>} choice
 * @param {() => number} [random]
 * @returns {Seats}
 */
export function seatsFor(choice, random = Math.random) {
  /** @type {SeatSpec} */
  const human = { kind: 'human' };
  /** @type {SeatSpec} */
  const level = { kind: 'level', level: choice.level };
  if (choice.opponent === 'watch') return { first: level, second: { kind: 'level', level: choice.other } };
  if (choice.opponent !== 'computer') return { first: human, second: human };
  const first = choice.side === 'random' ? random() < 0.5 : choice.side === 'first';
  return first ? { first: human, second: level } : { first: level, second: human };
}

/**
 * Whether the named sets of rules offer more than one of the rules already does.
 * @param {GameInfo} info
 */
export function presetsHelp(info) {
  const names = JSON.stringify(info.presets.map((preset) => preset.id));
  const repeated = info.rules.some(({ kind }) => kind.kind === 'choice' && JSON.stringify(kind.options) === names);
  return info.presets.length > 0 && !repeated && info.rules.some((field) => field.advanced);
}

/**
 * The seats to which somebody else is invited.
 * @param {Pick<Choice, 'opponent' | 'side'>} choice
 * @param {() => number} [random]
 * @returns {import('../types.js').Seat[]}
 */
export function invitedTo(choice, random = Math.random) {
  if (choice.opponent !== 'link') return [];
  const first = choice.side === 'random' ? random() < 0.5 : choice.side === 'first';
  return [first ? 'second' : 'first'];
}

/** Whether two sets of rules are the same, in whatever order they are written. @param {Rules} a @param {Rules} b */
export function sameRules(a, b) {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/**
 * @param {Record<string, string>} params
 * @returns {Promise<import('../router.js').Mounted>}
 */
export async function newGamePage({ game: id = '' }) {
  const info = await backend.game(id);
  const form = new NewGame(info);
  return { element: form.element, title: t('new.title', { game: gameName(info) }), dispose: () => form.dispose() };
}

class NewGame {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;
  #advancedOpen = false;
  #eloShown = false;

  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    /** @type {Choice} */
    const fresh = {
      opponent: 'computer',
      level: info.default_level,
      other: info.default_level,
      side: 'first',
      seconds: null,
      rules: { ...info.default_rules },
      options: Object.fromEntries(optionsOf(info.id).map((option) => [option.key, option.initial])),
      clock: NO_CLOCK,
      listed: false,
    };
    const last = remembered(keyOf(info.id), /** @type {Partial<Choice>} */ ({}));
    /** @type {Choice} */
    this.choice = {
      ...fresh,
      ...last,
      rules: { ...fresh.rules, ...last.rules },
      options: { ...fresh.options, ...last.options },
      clock: { ...NO_CLOCK, ...last.clock },
    };
    this.board = new Board({ label: t('new.preview'), sideName: () => '', still: true });
    this.fields = h('div', { class: 'new-fields' });
    this.error = h('p', { class: 'warning', role: 'alert', hidden: true });
    this.start = button(t('action.start'), () => {}, { kind: 'primary', data: { action: 'start' } });
    this.start.type = 'submit';
    this.element = h(
      'div',
      { class: 'new-page' },
      h('div', { class: 'new-picture' }, this.board.element),
      h(
        'form',
        {
          class: 'new-form',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.#start();
          },
        },
        h('h1', { tabindex: -1 }, gameName(info)),
        h('p', { class: 'quiet' }, gameSentence(info)),
        this.fields,
        this.error,
        h('div', { class: 'new-start' }, this.start),
      ),
    );
    this.#draw();
    void this.#preview();
  }

  dispose() {
    clearTimeout(this.#timer);
    this.board.dispose();
  }

  /** @param {Partial<Choice>} changes @param {boolean} [redraw] */
  #set(changes, redraw = true) {
    this.choice = { ...this.choice, ...changes };
    const levels = levelsFor(this.info, this.choice.rules).map((level) => level.id);
    for (const key of /** @type {const} */ (['level', 'other'])) {
      if (!levels.includes(this.choice[key]))
        this.choice[key] = levels.includes(this.info.default_level) ? this.info.default_level : (levels.at(-1) ?? '');
    }
    remember(keyOf(this.info.id), this.choice);
    if (redraw) this.#draw();
    if (changes.rules) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#preview(), 120);
    }
  }

  /** @param {string} key @param {unknown} value @param {boolean} [redraw] */
  #setRule(key, value, redraw = true) {
    this.#set({ rules: { ...this.choice.rules, [key]: value } }, redraw);
  }

  /** The rules as chosen; what means nothing beside the other choices has its usual value, whatever was once typed there. */
  #rules() {
    const { info, choice } = this;
    const shown = new Set(rulesFor(info, choice.rules).map((field) => field.key));
    return Object.fromEntries(Object.entries(choice.rules).map(([key, value]) => [key, shown.has(key) ? value : (info.default_rules[key] ?? value)]));
  }

  async #preview() {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const { view } = await backend.view({ format: 1, game: this.info.id, rules: this.#rules(), events: [] });
      if (mine !== this.#asked) return;
      this.board.update(view);
      this.error.hidden = true;
      this.start.disabled = false;
    } catch (error) {
      if (mine !== this.#asked) return;
      this.error.textContent = explain(error);
      this.error.hidden = false;
      this.start.disabled = true;
    }
  }

  async #start() {
    this.start.disabled = true;
    // Where nobody else can reach a table, two people send each other the game itself.
    const letter = this.choice.opponent === 'link' && backend.letters() ? { letter: newLetterName() } : {};
    // Who sits where is settled before others hear of it.
    const side = this.choice.side === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : this.choice.side;
    const choice = { ...this.choice, side };
    const away = invitedTo(choice);
    try {
      const created = await backend.createTable({
        game: this.info.id,
        rules: this.#rules(),
        seats: seatsFor(choice),
        options: {
          ...this.choice.options,
          opponent: this.choice.opponent,
          ...letter,
          ...(this.choice.seconds && this.#withComputer() ? { seconds: this.choice.seconds } : {}),
        },
        ...(this.#hasClock() ? { clock: controlFor(this.choice.clock) } : {}),
        ...(choice.opponent === 'link' ? { apart: true, listed: choice.listed, names: { [choice.side]: settings.get().name } } : {}),
        invite: backend.shared() ? away : [],
      });
      const mine = Object.entries(created.tokens).filter(([seat]) => !away.some((one) => one === seat));
      keepTokens(created.table.id, Object.fromEntries(mine), created.table.holders);
      if (created.invitations) keepInvites(created.table.id, created.invitations);
      await go(`/table/${created.table.id}`);
    } catch (error) {
      this.error.textContent = explain(error);
      this.error.hidden = false;
      this.start.disabled = false;
    }
  }

  /** Whether time may be limited: somebody plays, and somebody keeps the clock. Nobody does for a game that goes to and fro in links. */
  #hasClock() {
    const { opponent } = this.choice;
    return opponent !== 'watch' && (backend.shared() || opponent !== 'link');
  }

  #withComputer() {
    return this.choice.opponent === 'computer' || this.choice.opponent === 'watch';
  }

  #draw() {
    const { info, choice } = this;
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
    const mark = focused ? { name: focused.name, value: focused.value } : null;
    const seatName = (/** @type {0 | 1} */ index) => t(`side.${info.seats[index].key}`);
    const fields = rulesFor(info, choice.rules);
    const plain = fields.filter((field) => !field.advanced);
    const advanced = fields.filter((field) => field.advanced);
    fill(
      this.fields,
      segmented({
        name: 'opponent',
        label: t('new.opponent'),
        value: choice.opponent,
        columns: 2,
        options: /** @type {Opponent[]} */ (['computer', 'here', 'link', 'watch']).map((value) => ({
          value,
          label: t(`new.opponent.${value}`),
          icon: OPPONENT_ICONS[value],
        })),
        onChange: (opponent) => this.#set({ opponent }),
      }),
      choice.opponent === 'computer' || choice.opponent === 'watch'
        ? this.#levels('level', choice.opponent === 'watch' ? seatName(0) : t('new.level'))
        : null,
      choice.opponent === 'watch' ? this.#levels('other', seatName(1)) : null,
      this.#withComputer() ? this.#time() : null,
      choice.opponent === 'computer' || choice.opponent === 'link'
        ? segmented({
            name: 'side',
            label: t('new.side'),
            value: choice.side,
            options: [
              { value: 'first', label: seatName(0), hint: t('new.moves_first') },
              { value: 'second', label: seatName(1) },
              { value: 'random', label: t('new.random') },
            ],
            onChange: (side) => this.#set({ side }),
          })
        : null,
      choice.opponent === 'link' && backend.shared() ? toggle(t('new.listed'), choice.listed, (listed) => this.#set({ listed }, false)) : null,
      this.#hasClock() ? clockFields(choice.clock, choice.opponent === 'link', (clock) => this.#set({ clock })) : null,
      presetsHelp(info)
        ? segmented({
            name: 'preset',
            label: t('new.preset'),
            value: info.presets.find((preset) => sameRules(preset.rules, choice.rules))?.id ?? '',
            options: info.presets.map((preset) => ({ value: preset.id, label: presetName(info, preset.id) })),
            onChange: (value) => {
              const preset = info.presets.find((one) => one.id === value);
              if (preset) this.#set({ rules: { ...preset.rules } });
            },
          })
        : null,
      plain.map((field) => this.#rule(field)),
      h(
        'div',
        { class: 'new-options' },
        optionsOf(info.id).map((option) =>
          toggle(t(option.label), choice.options[option.key] ?? option.initial, (on) =>
            this.#set({ options: { ...this.choice.options, [option.key]: on } }, false),
          ),
        ),
      ),
      advanced.length > 0
        ? h(
            'details',
            {
              class: 'drawer',
              open: this.#advancedOpen,
              ontoggle: (/** @type {Event} */ event) => {
                const drawer = /** @type {HTMLDetailsElement} */ (event.target);
                if (drawer.open && !this.#advancedOpen) drawer.scrollIntoView({ block: 'nearest' });
                this.#advancedOpen = drawer.open;
              },
            },
            h('summary', {}, t('new.advanced')),
            advanced.map((field) => this.#rule(field)),
          )
        : null,
    );
    if (mark) {
      const again = [...this.fields.querySelectorAll('input')].find(
        (input) => input.name === mark.name && (input.type !== 'radio' || input.value === mark.value),
      );
      again?.focus();
    }
  }

  /** The levels, counted from the weakest, with a line about the chosen one. @param {'level' | 'other'} key @param {string} label */
  #levels(key, label) {
    const { info, choice } = this;
    const levels = levelsFor(info, choice.rules);
    const measured = levels.some((level) => level.elo !== null);
    /** @param {import('../types.js').LevelInfo} level */
    const elo = (level) => (this.#eloShown && level.elo !== null ? t('level.elo', { elo: number(level.elo, { signDisplay: 'exceptZero' }) }) : '');
    const zero = levels.find((level) => level.elo === 0);
    return h(
      'div',
      { class: 'rule levels' },
      segmented({
        name: key,
        label,
        value: choice[key],
        columns: levels.length === 4 ? 2 : 3,
        options: levels.map((level, index) => ({
          value: level.id,
          label: t('level.numbered', { number: index + 1, name: levelName(info, level.id) }),
          hint: elo(level),
        })),
        onChange: (value) => this.#set({ [key]: value }),
      }),
      h('p', { class: 'quiet level-line', data: { level: choice[key] } }, levelLine(info, choice[key])),
      measured
        ? h(
            'button',
            {
              type: 'button',
              class: 'link-button',
              'aria-pressed': String(this.#eloShown),
              onclick: () => {
                this.#eloShown = !this.#eloShown;
                this.#draw();
              },
              data: { action: 'elo' },
            },
            t('level.show_elo'),
          )
        : null,
      measured && this.#eloShown && zero ? h('p', { class: 'quiet' }, t('level.elo_note', { name: levelName(info, zero.id) })) : null,
    );
  }

  /** How long the computer may think about a move. */
  #time() {
    return segmented({
      name: 'seconds',
      label: t('new.time'),
      value: String(this.choice.seconds ?? 'usual'),
      options: [
        { value: 'usual', label: t('new.time.usual') },
        ...TIMES.map((seconds) => ({ value: String(seconds), label: t('new.time.seconds', { seconds }) })),
      ],
      onChange: (value) => this.#set({ seconds: value === 'usual' ? null : Number(value) }),
    });
  }

  /** @param {RuleField} field */
  #rule(field) {
    const { info } = this;
    const { key, kind } = field;
    const value = this.choice.rules[key];
    const label = ruleName(info, key);
    const help = ruleHelp(info, key);
    const note = help ? h('p', { class: 'quiet rule-help' }, help) : null;
    switch (kind.kind) {
      case 'choice':
        return h(
          'div',
          { class: 'rule' },
          segmented({
            name: `rule-${key}`,
            label,
            value: String(value),
            options: kind.options.map((option) => ({ value: option, label: optionName(info, key, option) })),
            onChange: (option) => this.#setRule(key, option),
          }),
          note,
        );
      case 'flag':
        return h(
          'div',
          { class: 'rule' },
          toggle(label, Boolean(value), (on) => this.#setRule(key, on)),
          note,
        );
      case 'number': {
        const usual = kind.usual.map(String);
        const field = h('input', {
          type: 'number',
          name: `number-${key}`,
          'aria-label': label,
          min: kind.min,
          max: kind.max,
          value: String(value),
          onchange: () => {
            const typed = Math.round(Number(field.value));
            if (Number.isFinite(typed)) this.#setRule(key, Math.max(kind.min, Math.min(kind.max, typed)));
          },
        });
        return h(
          'div',
          { class: 'rule rule-number' },
          segmented({
            name: `rule-${key}`,
            label,
            value: String(value),
            options: usual.map((option) => ({ value: option, label: option })),
            onChange: (option) => this.#setRule(key, Number(option)),
          }),
          h('label', { class: 'number-other' }, h('span', {}, t('new.other_number')), field),
          note,
        );
      }
      case 'numbers': {
        const field = h('input', {
          type: 'text',
          name: `numbers-${key}`,
          inputmode: 'numeric',
          value: Array.isArray(value) ? value.join(', ') : '',
          onchange: () => {
            const numbers = field.value
              .split(/[\s,、，]+/)
              .filter(Boolean)
              .map(Number)
              .filter((one) => Number.isFinite(one))
              .map((one) => Math.max(kind.min, Math.min(kind.max, Math.round(one))))
              .slice(0, kind.longest);
            this.#setRule(key, numbers);
          },
        });
        return h('div', { class: 'rule' }, h('label', { class: 'text-field' }, h('span', {}, label), field), note);
      }
      default: {
        const field = h('textarea', {
          name: `text-${key}`,
          rows: 3,
          maxlength: kind.longest,
          spellcheck: 'false',
          onchange: () => this.#setRule(key, field.value.trim() === '' ? info.default_rules[key] : field.value, false),
        });
        field.value = typeof value === 'string' ? value : '';
        return h('div', { class: 'rule' }, h('label', { class: 'text-field' }, h('span', {}, label), field), note);
      }
    }
  }
}
