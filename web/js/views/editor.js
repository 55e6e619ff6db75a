import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button, iconButton, segmented } from '../components/button.js';
import { openDialog } from '../components/dialog.js';
import { notifyError } from '../components/notice.js';
import { fill, h, s } from '../dom.js';
import { DraftError, choosesTurn, emptyRules, isEditable, studyOfDraft } from '../editor/build.js';
import { cleared, draftOf, hold, put } from '../editor/position.js';
import { drawPiece } from '../glyphs/index.js';
import { say, t } from '../i18n.js';
import { here } from '../place.js';
import { gameName, levelName, levelsFor, optionName } from '../rules-words.js';
import { go } from '../router.js';
import { keepTokens } from '../seats.js';
import { studyAddress, unpack } from '../share.js';
import { openStudy } from '../study/open.js';
import { linkRow } from '../components/link-row.js';

/** A position put together by hand: to be studied, played from or shared. */

/** @typedef {import('../editor/position.js').Brush} Brush */
/** @typedef {import('../editor/position.js').Draft} Draft */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').Study} Study */

/** How long after the last change the rules are asked, in milliseconds. */
const REST_MS = 150;

/** @type {readonly Seat[]} */
const SEATS = ['first', 'second'];

/**
 * The editor of a game, perhaps with the position of a record that came in the link.
 * @param {Record<string, string>} params
 * @returns {Promise<import('../router.js').Mounted>}
 */
export async function editorPage({ game = '' }) {
  const info = await backend.game(game);
  if (!isEditable(game)) throw new backend.BackendError(404, { title: 'no editor' });
  const packed = new URLSearchParams(here().fragment.replace(/^#/, '')).get('r');
  const record = packed === null ? { format: 1, game, rules: info.default_rules, events: [] } : await unpack(packed);
  const { view } = await backend.view(record);
  const editor = new Editor(info, draftOf(game, record.rules, view));
  await editor.measure();
  return editor;
}

class Editor {
  /** The empty board that the draft is drawn on. @type {View | null} */
  #empty = null;
  /** What may be put down. @type {Brush[]} */
  #palette = [];
  /** What is put down; `null` takes away. @type {Brush | null} */
  #brush = null;
  /** @type {Study | null} */
  #study = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;
  #opponent = '';
  /** @type {Seat} */
  #mine = 'first';

  /** @param {GameInfo} info @param {Draft} draft */
  constructor(info, draft) {
    this.info = info;
    this.draft = draft;
    this.title = `${t('editor.title')} · ${gameName(info)}`;
    this.board = new Board({
      label: t('board.label', { game: gameName(info) }),
      sideName: (seat) => this.#sideName(seat),
      onSquare: (square) => this.#change(put(this.draft, square, this.#brush)),
    });
    this.brushes = h('div', { class: 'editor-brushes', role: 'radiogroup', 'aria-label': t('editor.palette') });
    this.choices = h('div', { class: 'editor-choices' });
    this.hands = h('div', { class: 'editor-hands' });
    this.verdict = h('p', { class: 'editor-verdict', role: 'status', data: { verdict: '' } });
    this.study = button(t('editor.study'), () => void this.#open(), {
      kind: 'primary',
      icon: 'analysis',
      data: { action: 'editor-study' },
    });
    this.play = button(t('editor.play'), () => void this.#play(), { icon: 'play', data: { action: 'editor-play' } });
    this.share = button(t('editor.share'), () => void this.#share(), { icon: 'share', data: { action: 'editor-share' } });
    this.opponents = h('div', { class: 'editor-opponents' });
    this.element = h(
      'div',
      { class: 'table-page editor-page', data: { game: info.id } },
      h('h1', { class: 'unseen', tabindex: -1 }, this.title),
      this.board.element,
      h(
        'section',
        { class: 'editor-panel panel is-open', 'aria-label': t('editor.title') },
        h(
          'div',
          { class: 'editor-body' },
          this.brushes,
          h(
            'div',
            { class: 'button-row' },
            button(t('editor.clear'), () => this.#change(cleared(this.draft)), { icon: 'erase', data: { action: 'editor-clear' } }),
            button(t('editor.reset'), () => void this.#reset(), { icon: 'again', data: { action: 'editor-reset' } }),
          ),
          this.hands,
          this.choices,
          this.verdict,
          this.opponents,
          h('div', { class: 'button-row' }, this.study, this.play, this.share),
        ),
      ),
    );
  }

  dispose() {
    clearTimeout(this.#timer);
    this.board.dispose();
  }

  /** @param {Seat} seat */
  #sideName(seat) {
    return t(`side.${this.info.seats[seat === 'first' ? 0 : 1].key}`);
  }

  /** Fetches the empty board and the pieces of these rules, and draws everything. */
  async measure() {
    const { draft, info } = this;
    const head = { format: 1, game: info.id, events: [] };
    const empty = await backend.view({ ...head, rules: emptyRules(draft) });
    this.#empty = { ...empty.view, pieces: [], moves: [], marks: [], strokes: [], regions: [], compare: null, ghost: null };
    this.#palette = paletteOf(info, draft, empty.view);
    this.#brush = this.#palette[0] ?? null;
    this.#drawPalette();
    this.#drawChoices();
    this.#drawOpponents();
    this.#change(draft);
  }

  /** @param {Draft} draft */
  #change(draft) {
    this.draft = draft;
    this.#draw();
    clearTimeout(this.#timer);
    this.verdict.dataset.verdict = 'pending';
    this.#timer = setTimeout(() => void this.#judge(), REST_MS);
  }

  /** The position on the board, also right after it was changed, or `null` if it cannot be played. @returns {Promise<Study | null>} */
  async #current() {
    clearTimeout(this.#timer);
    if (this.verdict.dataset.verdict === 'pending') await this.#judge();
    return this.#study;
  }

  #draw() {
    if (!this.#empty) return;
    const { draft } = this;
    const pieces = [...draft.pieces].map(([at, { glyph, owner, percent, steps }]) => {
      const [x = 0, y = 0] = at.split(',').map(Number);
      const shade = percent === undefined || percent === 0 || percent === 100 ? null : percent / 100;
      return { at: { x, y }, glyph, owner, number: null, label: shade === null ? null : `${percent}`, shade, kept: false, steps: steps ?? [] };
    });
    const hands = this.#empty.hands.map((hand) => ({
      ...hand,
      pieces: hand.pieces.map((piece) => ({ ...piece, count: draft.hands[hand.seat][piece.glyph] ?? 0 })),
    }));
    this.board.update({ ...this.#empty, pieces, hands }, {});
    this.element.style.setProperty('--ratio', String(this.board.ratio));
    this.#drawHands();
  }

  /** Asks the rules whether the position can be played. */
  async #judge() {
    this.#asked += 1;
    const mine = this.#asked;
    /** @type {Study | null} */
    let study = null;
    /** @type {string} */
    let words;
    try {
      study = await studyOfDraft(this.draft);
      const { view } = await backend.view({ format: 1, game: study.game, rules: study.rules, events: study.start ?? [] });
      words = view.turn.kind === 'over' ? t('editor.over') : `${t('editor.legal')} ${say(view.status)}`;
    } catch (error) {
      if (error instanceof DraftError) words = t(error.key, error.args);
      else words = [t('editor.illegal'), error instanceof backend.BackendError ? error.problem.detail : ''].filter(Boolean).join(' ');
    }
    if (mine !== this.#asked) return;
    this.#study = study;
    this.verdict.textContent = words;
    this.verdict.classList.toggle('is-wrong', study === null);
    this.verdict.dataset.verdict = study === null ? 'wrong' : 'right';
    for (const action of [this.study, this.play, this.share]) action.disabled = study === null;
  }

  #drawPalette() {
    const choose = (/** @type {Brush | null} */ brush, /** @type {HTMLElement} */ chosen) => {
      this.#brush = brush;
      for (const one of this.brushes.children) one.setAttribute('aria-checked', String(one === chosen));
    };
    const brushButton = (/** @type {Brush | null} */ brush, /** @type {string} */ label, /** @type {Node} */ face, /** @type {string} */ name) => {
      const made = h(
        'button',
        {
          type: 'button',
          class: 'editor-brush',
          role: 'radio',
          'aria-checked': String(brush === this.#brush),
          'aria-label': label,
          title: label,
          onclick: () => choose(brush, made),
          data: { brush: name },
        },
        face,
      );
      return made;
    };
    fill(
      this.brushes,
      this.#palette.map((brush) => {
        const { glyph, owner, percent, steps } = brush;
        const shade = percent === undefined || percent === 0 || percent === 100 ? null : percent / 100;
        const look = { glyph, owner, shade, label: shade === null ? null : `${percent}`, steps: steps ?? [] };
        const face = s('svg', { viewBox: '-54 -54 108 108', 'aria-hidden': 'true', focusable: 'false' }, drawPiece(look, owner === 'second'));
        const side = owner ? this.#sideName(owner) : '';
        const label = shade === null ? `${side} ${t(`piece.${glyph}`)}`.trim() : `${percent} %`;
        return brushButton(brush, label, face, shade === null ? `${owner ?? 'none'}-${glyph}` : String(percent));
      }),
      brushButton(null, t('editor.erase'), h('span', { class: 'editor-erase', 'aria-hidden': 'true' }, '×'), 'erase'),
    );
  }

  #drawHands() {
    const { draft } = this;
    const held = SEATS.filter((seat) => Object.keys(draft.hands[seat]).length > 0);
    this.hands.hidden = held.length === 0;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.hold : undefined;
    fill(
      this.hands,
      held.map((seat) =>
        h(
          'div',
          { class: 'editor-hand', role: 'group', 'aria-label': t('editor.hand', { side: this.#sideName(seat) }) },
          h('span', {}, t('editor.hand', { side: this.#sideName(seat) })),
          Object.entries(draft.hands[seat]).map(([glyph, count]) =>
            h(
              'span',
              { class: 'editor-held' },
              iconButton('down', t('editor.fewer', { piece: t(`piece.${glyph}`) }), () => this.#change(hold(this.draft, seat, glyph, -1)), {
                disabled: count === 0,
                data: { hold: `${seat}-${glyph}-fewer` },
              }),
              `${t(`piece.${glyph}`)} ${count}`,
              iconButton('up', t('editor.more', { piece: t(`piece.${glyph}`) }), () => this.#change(hold(this.draft, seat, glyph, 1)), {
                data: { hold: `${seat}-${glyph}-more` },
              }),
            ),
          ),
        ),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.hands.querySelector(`[data-hold="${focused}"]`))?.focus();
  }

  /** The board's size, its rules, and who is to move. */
  #drawChoices() {
    const { info, draft } = this;
    const fields = info.rules.filter(({ key }) => ['size', 'rule', 'board', 'jumps'].includes(key));
    /** @param {string} name @param {string} label @param {number} value @param {number} min @param {number} max @param {(value: number) => void} onChange */
    const numberField = (name, label, value, min, max, onChange) => {
      const input = h('input', { type: 'number', class: 'field', name, min, max, value: String(value), 'aria-label': label });
      input.addEventListener('change', () => {
        const chosen = Math.round(Number(input.value));
        if (chosen >= min && chosen <= max) onChange(chosen);
        else input.value = String(value);
      });
      return h('label', { class: 'editor-number' }, h('span', {}, label), input);
    };
    const ruled = (/** @type {string} */ key, /** @type {unknown} */ value) => void this.#rebuild({ ...this.draft.rules, [key]: value });
    fill(
      this.choices,
      choosesTurn(info.id)
        ? segmented({
            name: 'editor-turn',
            label: t('editor.to_move'),
            value: draft.turn,
            options: SEATS.map((seat) => ({ value: seat, label: this.#sideName(seat) })),
            onChange: (turn) => this.#change({ ...this.draft, turn }),
          })
        : null,
      fields.map((field) => {
        if (field.kind.kind === 'number') {
          const { min, max } = field.kind;
          return numberField(field.key, t('editor.size'), Number(draft.rules[field.key]), min, max, (value) => ruled(field.key, value));
        }
        if (field.kind.kind !== 'choice') return null;
        return segmented({
          name: `editor-${field.key}`,
          label: t(`game.${info.id}.rule.${field.key}`),
          value: String(draft.rules[field.key]),
          options: field.kind.options.map((option) => ({ value: option, label: optionName(info, field.key, option) })),
          onChange: (value) => ruled(field.key, value),
        });
      }),
      info.id === 'konane'
        ? [
            numberField('rows', t('editor.rows'), draft.rows, 1, 16, (rows) => void this.#resize(rows, this.draft.columns)),
            numberField('columns', t('editor.columns'), draft.columns, 1, 16, (columns) => void this.#resize(this.draft.rows, columns)),
          ]
        : null,
    );
  }

  /** Who plays, if it is played. */
  #drawOpponents() {
    const { info, draft } = this;
    const select = h(
      'select',
      { class: 'engine-lines', 'aria-label': t('editor.against'), onchange: () => (this.#opponent = select.value) },
      h('option', { value: '' }, t('editor.nobody')),
      levelsFor(info, draft.rules).map((level) => h('option', { value: level.id, selected: level.id === this.#opponent }, levelName(info, level.id))),
    );
    const side = h(
      'select',
      { class: 'engine-lines', 'aria-label': t('editor.side'), onchange: () => (this.#mine = side.value === 'second' ? 'second' : 'first') },
      SEATS.map((seat) => h('option', { value: seat, selected: seat === this.#mine }, this.#sideName(seat))),
    );
    fill(
      this.opponents,
      h('label', { class: 'editor-number' }, h('span', {}, t('editor.against')), select),
      h('label', { class: 'editor-number' }, h('span', {}, t('editor.side')), side),
    );
  }

  /** Other rules: pieces that are still on the board stay. @param {import('../types.js').Rules} rules */
  async #rebuild(rules) {
    const head = { format: 1, game: this.info.id, events: [] };
    try {
      const { view } = await backend.view({ ...head, rules: this.info.id === 'dobutsu' ? { board: rules.board } : rules });
      const fresh = draftOf(this.info.id, rules, view);
      const kept =
        this.info.id === 'dobutsu' && rules.board !== this.draft.rules.board
          ? fresh
          : { ...this.draft, rules, columns: fresh.columns, rows: fresh.rows };
      await this.#settle(this.info.id === 'konane' ? { ...this.draft, rules } : within(kept));
    } catch (error) {
      notifyError(error);
    }
  }

  /** @param {number} rows @param {number} columns */
  async #resize(rows, columns) {
    await this.#settle(within({ ...this.draft, rows, columns }));
  }

  /** @param {Draft} draft */
  async #settle(draft) {
    this.draft = draft;
    await this.measure();
  }

  async #reset() {
    const { info, draft } = this;
    const rules = { ...draft.rules, ...(info.id === 'konane' ? { start: 'traditional', position: '', rows: draft.rows, cols: draft.columns } : {}) };
    if (info.id === 'dobutsu') delete rules.position;
    try {
      const { view } = await backend.view({ format: 1, game: info.id, rules, events: [] });
      await this.#settle(draftOf(info.id, rules, view));
    } catch (error) {
      notifyError(error);
    }
  }

  async #open() {
    const study = await this.#current();
    if (study) await openStudy(study);
  }

  async #play() {
    const study = await this.#current();
    if (!study) return;
    const human = /** @type {const} */ ({ kind: 'human' });
    const start = study.start ?? [];
    const tags = start.length > 0 ? { tags: { set_up: String(start.length) } } : {};
    const other = this.#opponent ? /** @type {const} */ ({ kind: 'level', level: this.#opponent }) : human;
    try {
      const created = await backend.createTable({
        game: study.game,
        rules: study.rules,
        seats: this.#mine === 'first' ? { first: human, second: other } : { first: other, second: human },
        record: { format: 1, game: study.game, rules: study.rules, events: start, ...tags },
      });
      keepTokens(created.table.id, created.tokens);
      await go(`/table/${created.table.id}`);
    } catch (error) {
      notifyError(error);
    }
  }

  async #share() {
    const study = await this.#current();
    if (!study) return;
    const address = await studyAddress(study);
    openDialog(t('editor.share'), () => [linkRow(t('study.share.link'), t('study.share.link_help'), address)], { class: 'dialog-wide' });
  }
}

/** What stands on a board that has become smaller is gone. @param {Draft} draft @returns {Draft} */
function within(draft) {
  const on = ([at = '']) => {
    const [x = 0, y = 0] = at.split(',').map(Number);
    return x < draft.columns && y < draft.rows;
  };
  return { ...draft, pieces: new Map([...draft.pieces].filter(([at]) => on([at]))) };
}

/**
 * What may be put down: what there is in the game.
 * @param {GameInfo} info
 * @param {Draft} draft
 * @param {View} start
 * @returns {Brush[]}
 */
function paletteOf(info, draft, start) {
  if (info.id === 'gomoku') return SEATS.map((owner) => ({ glyph: 'stone', owner }));
  if (info.id === 'konane') return [...SEATS.map((owner) => ({ glyph: 'pebble', owner })), { glyph: 'block', owner: null }];
  if (info.id === 'quantum') {
    const percents = (/** @type {unknown} */ cycle) => [...new Set(/** @type {number[]} */ (cycle))];
    return [
      ...percents(draft.rules.black_cycle).map((percent) => ({ glyph: 'stone', owner: /** @type {const} */ ('first'), percent })),
      ...percents(draft.rules.white_cycle).map((percent) => ({ glyph: 'stone', owner: /** @type {const} */ ('second'), percent })),
    ];
  }
  const known = new Map(start.pieces.map((piece) => [piece.glyph, piece.steps]));
  for (const { from, to, steps } of info.promotions) if (known.has(from)) known.set(to, /** @type {[number, number][]} */ (steps));
  return SEATS.flatMap((owner) => [...known].map(([glyph, steps]) => ({ glyph, owner, steps })));
}
