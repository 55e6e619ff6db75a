import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button, segmented } from '../components/button.js';
import { copyText, explain, notify, notifyError } from '../components/notice.js';
import { h, fill } from '../dom.js';
import { number, t } from '../i18n.js';
import { formSection, optionsSection, partsSection, thermographSection, worthSection } from '../explore/answer.js';
import { exampleGroups, tiled } from '../explore/examples.js';
import { expressionBox } from '../explore/expression.js';
import { picture, read, whyNoBoard } from '../explore/picture.js';
import { Asker } from '../explore/run.js';
import * as position from '../explore/rows.js';
import { drawTrail, step } from '../explore/trail.js';
import { go } from '../router.js';
import { keepTokens } from '../seats.js';
import { enter, here as placeInSight } from '../place.js';

/** The explorer: any Konane position, its parts, its value, every move of both players. */

/** @typedef {import('../explore/answer.js').Answer} Answer */
/** @typedef {import('../explore/trail.js').Step} Step */

/** After an edit nothing is asked until the hands have rested this long. */
const REST_MS = 350;

/** Cells of a board for which no text is made. */
const TOO_LARGE = 10_000;

/** @returns {Promise<import('../router.js').Mounted>} */
export async function exploreKonanePage() {
  const asked = new URLSearchParams(placeInSight().search).get('board');
  const usual = tiled(3, 6);
  const first = await read(asked ?? usual).catch((error) => {
    notify(whyNoBoard(error), 'error');
    return read(usual);
  });
  const root = step(first, t('explore.start'), null);
  let here = root;
  /** @type {'any' | 'final'} */
  let jumps = 'any';
  /** @type {'cycle' | 'B' | 'W' | '.'} */
  let brush = 'cycle';
  const asker = new Asker();
  const stringAsker = new Asker();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const board = new Board({
    label: t('explore.board'),
    sideName: (seat) => t(seat === 'first' ? 'side.black' : 'side.white'),
    onSquare: (square) => edit(position.changed(here.rows, square, brush === 'cycle' ? undefined : brush)),
  });
  const answers = h('div', { class: 'explore-answers' });
  const steps = h('ol', { class: 'explore-trail' });
  const text = h('input', {
    type: 'text',
    class: 'field',
    id: 'explore-text',
    spellcheck: 'false',
    autocomplete: 'off',
    onchange: () => void paste(text.value),
  });
  const height = h('input', { type: 'number', class: 'field', id: 'explore-rows', min: 1, onchange: () => void resize() });
  const width = h('input', { type: 'number', class: 'field', id: 'explore-columns', min: 1, onchange: () => void resize() });

  /** A new position by hand. @param {string[]} rows */
  function edit(rows) {
    visit(rows, t('explore.edited'));
  }

  /** @param {string[]} rows @param {string} label */
  function visit(rows, label) {
    if (position.write(rows) === position.write(here.rows)) return;
    const known = here.children.find((child) => position.write(child.rows) === position.write(rows));
    here = known ?? step(rows, label, here);
    show();
  }

  /** @param {string} typed @param {string} [label] */
  async function paste(typed, label = t('explore.pasted')) {
    try {
      visit(await read(typed), label);
    } catch (error) {
      notify(whyNoBoard(error), 'error');
      fillIn();
    }
  }

  /** A size that the game does not take changes nothing. */
  async function resize() {
    /** @param {HTMLInputElement} input */
    const side = (input) => Math.max(1, Math.round(Number(input.value) || 1));
    // No board is that large, and no text of one need be made to learn it.
    if (side(height) * side(width) > TOO_LARGE) fillIn();
    else await paste(position.write(position.resized(here.rows, side(height), side(width))), t('explore.edited'));
  }

  /** Writes the position in sight into the fields. */
  function fillIn() {
    text.value = position.write(here.rows);
    height.value = String(here.rows.length);
    width.value = String(here.rows[0]?.length ?? 0);
  }

  function show() {
    board.setOverlay(null);
    const shown = here;
    picture(here.rows).then((view) => {
      if (shown === here) board.update(view, { playable: true });
    }, notifyError);
    fillIn();
    enter(`/explore/konane?board=${position.write(here.rows)}`, true);
    fill(steps, drawTrail(root, here, back));
    undo.disabled = here.parent === null;
    redo.disabled = here.children.length === 0;
    clearTimeout(timer);
    asker.stop();
    stringAsker.stop();
    timer = setTimeout(() => void ask(), REST_MS);
  }

  /** @param {Step} step */
  function back(step) {
    here = step;
    show();
  }

  async function ask() {
    const status = h('p', { class: 'explore-note', role: 'status' }, t('explore.working'));
    fill(
      answers,
      h(
        'div',
        { class: 'explore-busy' },
        status,
        button(t('analysis.stop'), () => asker.finish(), { kind: 'quiet' }),
      ),
    );
    try {
      const input = { board: position.write(here.rows), jumps };
      const state = await asker.ask('options', input, (progress) => {
        const { positions = 0 } = /** @type {{ positions?: number }} */ (progress);
        status.textContent = t('explore.progress', { positions: number(positions) });
      });
      if (!state) return;
      const answer = /** @type {Answer | null} */ (state.result);
      if (answer) draw(answer, state.status !== 'done');
      else fill(answers, h('p', { class: 'explore-note is-error' }, state.error?.detail ?? t('explore.unknown', { positions: '0' })));
    } catch (error) {
      fill(answers, h('p', { class: 'explore-note is-error' }, explain(error)));
    }
  }

  /** @param {Answer} answer @param {boolean} stopped */
  function draw(answer, stopped) {
    const regions = answer.components.map((part) => ({ name: part.letter, squares: part.cells.map(([y, x]) => ({ x, y })), value: part.unicode }));
    board.setOverlay({ regions });
    const string = h(
      'div',
      { class: 'explore-string' },
      button(t('explore.string'), () => void askString(string), { kind: 'plain' }),
    );
    fill(
      answers,
      stopped ? h('p', { class: 'explore-note' }, t('explore.stopped')) : null,
      worthSection(answer),
      h('div', { class: 'explore-pair' }, thermographSection(answer), partsSection(answer)),
      answer.left
        ? optionsSection(answer, {
            play: (option) => visit(option.board.split('/'), option.move),
            point: (option) => board.setOverlay({ regions, strokes: option ? [{ from: option.from, to: option.to, kind: 'jump' }] : [] }),
          })
        : null,
      formSection(answer),
      string,
    );
  }

  /** @param {HTMLElement} place */
  async function askString(place) {
    fill(place, h('p', { class: 'explore-note' }, t('explore.working')));
    try {
      const state = await stringAsker.ask('string', { board: position.write(here.rows), jumps });
      if (!state) return;
      const answer = /** @type {{ string: string | null, length: number | string } | null} */ (state.result);
      if (!answer) {
        fill(place, h('p', { class: 'explore-note is-error' }, state.error?.detail ?? t('explore.stopped')));
        return;
      }
      const whole = answer.string;
      fill(
        place,
        h('h3', {}, t('explore.string_length', { length: String(answer.length) })),
        whole ? h('code', { class: 'explore-code' }, whole) : null,
        whole ? button(t('explore.copy_text'), () => void copyText(whole), { kind: 'quiet', icon: 'copy' }) : null,
      );
    } catch (error) {
      fill(place, h('p', { class: 'explore-note is-error' }, explain(error)));
    }
  }

  /** A game from here against the computer. */
  async function play() {
    try {
      const rules = {
        rows: Math.max(2, here.rows.length),
        cols: Math.max(2, here.rows[0]?.length ?? 2),
        start: 'free',
        position: position.write(here.rows),
        first: 'black',
        jumps,
      };
      const made = await backend.createTable({
        game: 'konane',
        rules,
        seats: { first: { kind: 'human' }, second: { kind: 'level', level: 'hard' } },
      });
      keepTokens(made.table.id, made.tokens, made.table.holders);
      void go(`/table/${made.table.id}`);
    } catch (error) {
      notifyError(error);
    }
  }

  const undo = button(t('action.undo'), () => here.parent && back(here.parent), { icon: 'undo', kind: 'bar' });
  const redo = button(t('explore.redo'), () => here.children[0] && back(/** @type {Step} */ (here.children.at(-1))), { icon: 'redo', kind: 'bar' });
  const tools = h(
    'div',
    { class: 'explore-tools' },
    h(
      'div',
      { class: 'explore-bar', role: 'group', 'aria-label': t('explore.change') },
      button(t('explore.swap'), () => edit(position.swapped(here.rows)), { icon: 'swap', kind: 'bar' }),
      button(t('explore.rotate'), () => edit(position.turned(here.rows)), { icon: 'turn', kind: 'bar' }),
      button(t('explore.mirror'), () => edit(position.mirrored(here.rows)), { icon: 'mirror', kind: 'bar' }),
      button(t('explore.clear'), () => edit(position.empty(here.rows.length, here.rows[0]?.length ?? 1)), { icon: 'erase', kind: 'bar' }),
      undo,
      redo,
      button(t('action.play_game'), () => void play(), { icon: 'play', kind: 'bar', title: t('explore.play'), data: { action: 'explore-play' } }),
    ),
    h(
      'div',
      { class: 'explore-fields' },
      segmented({
        name: 'brush',
        label: t('explore.brush'),
        value: brush,
        options: [
          { value: /** @type {typeof brush} */ ('cycle'), label: t('explore.brush_cycle') },
          { value: /** @type {typeof brush} */ ('B'), label: t('side.black') },
          { value: /** @type {typeof brush} */ ('W'), label: t('side.white') },
          { value: /** @type {typeof brush} */ ('.'), label: t('explore.brush_empty') },
        ],
        onChange: (value) => {
          brush = value;
        },
      }),
      h('label', { class: 'explore-number', for: 'explore-rows' }, h('span', {}, t('game.konane.rule.rows')), height),
      h('label', { class: 'explore-number', for: 'explore-columns' }, h('span', {}, t('game.konane.rule.cols')), width),
    ),
    h('label', { class: 'text-field', for: 'explore-text' }, h('span', {}, t('explore.text')), text),
    segmented({
      name: 'jumps',
      label: t('game.konane.rule.jumps'),
      value: jumps,
      options: [
        { value: /** @type {typeof jumps} */ ('any'), label: t('game.konane.rule.jumps.any') },
        { value: /** @type {typeof jumps} */ ('final'), label: t('game.konane.rule.jumps.final') },
      ],
      onChange: (value) => {
        jumps = value;
        show();
      },
    }),
    h(
      'section',
      { class: 'explore-examples' },
      h('h2', {}, t('explore.examples')),
      exampleGroups().map(({ label, examples }) =>
        h(
          'div',
          { class: 'example-group', role: 'group', 'aria-label': label },
          h('span', { class: 'quiet' }, label),
          examples.map((example) => h('button', { type: 'button', class: 'chip', onclick: () => paste(example.rows, example.label) }, example.label)),
        ),
      ),
    ),
    h('section', { class: 'explore-past' }, h('h2', {}, t('explore.trail')), steps),
  );
  const expression = expressionBox((rows) => paste(rows));
  show();
  return {
    element: h(
      'div',
      { class: 'explore' },
      h('h1', { tabindex: -1 }, t('explore.title')),
      h('div', { class: 'explore-board' }, board.element),
      tools,
      answers,
      expression.element,
    ),
    title: t('explore.title'),
    dispose() {
      clearTimeout(timer);
      asker.stop();
      stringAsker.stop();
      expression.dispose();
      board.dispose();
    },
  };
}
