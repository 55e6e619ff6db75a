import * as backend from '../backend.js';
import { Board } from '../board/board.js';
import { nameOf } from '../board/geometry.js';
import { button, iconButton } from '../components/button.js';
import { ask, confirmed } from '../components/dialog.js';
import { icon } from '../components/icons.js';
import { menuButton } from '../components/menu.js';
import { notify } from '../components/notice.js';
import { Tabs } from '../components/tabs.js';
import { fill, h, isNarrow, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { say, t } from '../i18n.js';
import { go } from '../router.js';
import { gameName } from '../rules-words.js';
import { keepTokens, readInvite } from '../seats.js';
import { play as playSound } from '../sound.js';
import { AboutTable } from '../table/about.js';
import { AnalysisPanel } from '../table/analysis.js';
import { DecisionBar } from '../table/decisions.js';
import { extrasFor } from '../table/extras.js';
import { GameGraph } from '../table/graph.js';
import { TableModel } from '../table/model.js';
import { MoveList } from '../table/moves.js';
import { PlayerBar } from '../table/players.js';
import { ResultCard } from '../table/result.js';
import { openShare, pendingInvite } from '../table/share.js';
import { LiveSource } from '../table/source.js';

/** @typedef {import('../types.js').LegalMove} LegalMove */
/** @typedef {import('../router.js').Mounted} Mounted */

/**
 * A table on the server.
 * @param {Record<string, string>} params
 * @returns {Promise<Mounted>}
 */
export async function tablePage({ id = '' }) {
  const invited = readInvite(location.hash);
  if (invited.first || invited.second) {
    keepTokens(id, invited);
    history.replaceState(null, '', location.pathname);
  }
  const table = await backend.table(id);
  const info = await backend.game(table.game);
  const model = new TableModel(info, table, new LiveSource(id));
  const page = drawTable(model);
  model.follow();
  return page;
}

/**
 * The page of a table, whatever its source.
 * @param {TableModel} model
 * @returns {Mounted}
 */
export function drawTable(model) {
  const { info } = model;
  const sheet = new Sheet();

  const board = new Board({
    label: t('board.label', { game: gameName(info) }),
    sideName: (seat) => model.sideName(seat),
    onMove: (moves) => void choose(model, moves),
    onPending: (square) => showNudge(square),
    onRefused: () => playSound('refuse'),
  });
  const players = [new PlayerBar(model, 'far'), new PlayerBar(model, 'near')];
  const decisions = new DecisionBar(model);
  const moves = new MoveList(model);
  const analysis = new AnalysisPanel(model);
  const graph = new GameGraph(model);
  const about = new AboutTable(model);
  const meter = extrasFor(model, 'meter');
  const analysisExtras = extrasFor(model, 'analysis');
  const tableExtras = extrasFor(model, 'table');
  analysis.element.append(graph.element, ...analysisExtras.map((extra) => extra.element));
  const aboutHolder = h('div', {}, about.element, ...tableExtras.map((extra) => extra.element));

  const tabs = new Tabs(t('tabs.label'), [
    { id: 'moves', label: t('tabs.moves'), content: moves.element },
    { id: 'analysis', label: t('tabs.analysis'), content: analysis.element },
    { id: 'table', label: t('tabs.table'), content: aboutHolder },
  ]);
  const panel = h(
    'section',
    { class: 'panel', 'aria-label': t('tabs.label') },
    h('div', { class: 'panel-head' }, tabs.row, iconButton('down', t('action.close'), () => sheet.close(), { class: 'sheet-close' })),
    tabs.panels,
  );
  sheet.attach(panel);
  const openTab = (/** @type {string} */ id) => {
    tabs.choose(id);
    sheet.open();
  };
  const result = new ResultCard(model, {
    onAnalyse: () => {
      openTab('analysis');
      analysis.start();
    },
    onShare: () => void openShare(model),
  });

  const status = h('p', { class: 'status', data: { status: '' } });
  const banner = h(
    'div',
    { class: 'banner', role: 'alert', hidden: true },
    h('span', {}, t('connection.lost')),
    button(t('connection.retry'), () => model.retryConnection(), { kind: 'quiet' }),
  );
  const past = h(
    'div',
    { class: 'past', hidden: true },
    h('span', { class: 'past-words' }),
    button(t('step.back_to_now'), () => void model.stepTo(model.table.events), { kind: 'quiet', icon: 'last' }),
  );
  const pastWords = /** @type {HTMLElement} */ (past.firstElementChild);
  const compareWords = h('span', { class: 'button-label' });
  const compare = h('button', { type: 'button', class: 'button button-plain compare', hidden: true, 'aria-pressed': 'false', data: { action: 'compare' } }, icon('eye'), compareWords);
  compare.addEventListener('click', () => model.toggleCompare());
  const compareTitle = () => (model.view.compare ? say(model.view.compare.title) : '');
  const shared = h('div', { class: 'counters-shared' });
  const waiting = h('div', { class: 'waiting', hidden: true });
  let waitingShown = '';

  const undo = button(t('action.undo'), () => void model.undo(), { icon: 'undo', kind: 'bar', data: { action: 'undo' } });
  const hint = button(t('action.hint'), () => void model.hint(), { icon: 'hint', kind: 'bar', data: { action: 'hint' } });
  const flip = button(t('action.flip'), () => model.flip(), { icon: 'flip', kind: 'bar', data: { action: 'flip' } });
  flip.classList.add('only-wide');
  const resign = button(t('action.resign'), () => void askResign(model), { icon: 'resign', kind: 'bar', data: { action: 'resign' } });
  resign.classList.add('only-wide');
  const share = button(t('action.share'), () => void openShare(model), { icon: 'share', kind: 'bar', data: { action: 'share' } });
  share.classList.add('only-wide');
  const openMoves = button(t('tabs.moves'), () => openTab('moves'), { icon: 'moves', kind: 'bar' });
  openMoves.classList.add('only-narrow');
  const openAnalysis = button(t('tabs.analysis'), () => openTab('analysis'), { icon: 'analysis', kind: 'bar' });
  openAnalysis.classList.add('only-narrow');
  const more = menuButton({
    label: t('action.more'),
    icon: 'more',
    class: 'button button-bar',
    data: { action: 'more' },
    items: () => [
      ...(isNarrow()
        ? [
            { label: t('action.flip'), icon: /** @type {const} */ ('flip'), run: () => model.flip(), id: 'flip' },
            { label: t('action.share'), icon: /** @type {const} */ ('share'), run: () => void openShare(model), id: 'share' },
            { label: t('tabs.table'), icon: /** @type {const} */ ('table'), run: () => openTab('table'), id: 'table' },
            { label: t('action.resign'), icon: /** @type {const} */ ('resign'), run: () => void askResign(model), disabled: !canAct(model), id: 'resign' },
          ]
        : []),
      { label: t('action.rematch'), icon: 'again', run: () => void model.rematch(false), disabled: model.mySeats().length === 0, id: 'rematch' },
      { label: t('action.swap'), icon: 'swap', run: () => void model.rematch(true), disabled: model.mySeats().length === 0, id: 'swap' },
      { label: t('action.new_game'), icon: 'new', run: () => void go(`/new/${info.id}`), id: 'new-game' },
      { label: t('action.play_from_here'), icon: 'play', run: () => void model.playFromHere(), id: 'play-from-here' },
    ],
  });
  const actions = h('div', { class: 'actions', role: 'group', 'aria-label': t('actions.label') }, undo, hint, openMoves, openAnalysis, flip, share, resign, more);
  if (!model.source.id) for (const part of [undo, hint, resign]) part.hidden = true;

  const nudgeName = h('span', { class: 'nudge-name' });
  const nudge = h(
    'div',
    { class: 'nudge', role: 'group', 'aria-label': t('nudge.label'), hidden: true },
    iconButton('close', t('action.cancel'), () => board.cancel()),
    iconButton('left', t('nudge.left'), () => board.nudge(-1, 0)),
    iconButton('up', t('nudge.up'), () => board.nudge(0, -1)),
    iconButton('down', t('nudge.down'), () => board.nudge(0, 1)),
    iconButton('right', t('nudge.right'), () => board.nudge(1, 0)),
    h('button', { type: 'button', class: 'button button-primary nudge-place', onclick: () => board.confirm(), data: { action: 'place' } }, '✓ ', nudgeName),
  );
  /** @param {import('../types.js').Square | null} square */
  const showNudge = (square) => {
    nudge.hidden = square === null;
    actions.classList.toggle('is-covered', square !== null);
    if (square && board.view) nudgeName.textContent = nameOf(board.view.grid, square);
  };

  const element = h(
    'div',
    { class: 'table-page', data: { game: info.id } },
    h('h1', { class: 'unseen', tabindex: -1 }, gameName(info)),
    banner,
    /** @type {PlayerBar} */ (players[0]).element,
    board.element,
    /** @type {PlayerBar} */ (players[1]).element,
    h('div', { class: 'now' }, ...meter.map((extra) => extra.element), result.element, waiting, past, status, shared, decisions.element, compare),
    actions,
    nudge,
    panel,
  );

  const draw = () => {
    const view = model.preview ?? model.view;
    board.update(view, { playable: model.playable, flipped: model.flipped, animate: model.animate, numbers: model.preview !== null });
    board.setOverlay(model.preview ? (model.previewOverlay ?? null) : model.overlay);
    for (const player of players) player.update();
    decisions.update();
    moves.update();
    analysis.update();
    graph.update();
    about.update();
    result.update();
    banner.hidden = model.connected;
    element.classList.toggle('is-offline', !model.connected);
    past.hidden = model.isLive;
    pastWords.textContent = t('step.past', { at: model.at, all: model.table.events });
    status.textContent = model.hinted && model.isLive ? t('hint.shown', { move: model.hinted }) : model.statusText();
    status.hidden = !result.element.hidden || !model.isLive;
    compare.hidden = !view.compare;
    compare.setAttribute('aria-pressed', String(model.comparing));
    compareWords.textContent = model.comparing ? t('board.compare_end') : compareTitle();
    board.compare(model.comparing);
    const waitingFor = `${model.table.moves.length}:${model.isOver}`;
    if (waitingFor !== waitingShown) {
      waitingShown = waitingFor;
      const invite = pendingInvite(model);
      waiting.hidden = invite === null;
      fill(waiting, invite);
    }
    // A position that has come once out of so many times repeats nothing yet.
    const common = view.counters.filter((counter) => counter.seat === null && !/^1\//.test(counter.value));
    shared.hidden = common.length === 0;
    fill(shared, common.map((counter) => h('span', { class: 'counter' }, h('span', {}, say(counter.label)), h('b', {}, counter.value))));
    undo.disabled = !model.undoable || model.busy;
    hint.disabled = !model.playable || model.hinting;
    hint.classList.toggle('is-busy', model.hinting);
    resign.disabled = !canAct(model);
  };
  const unwatch = model.watch(draw);

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (typing) return;
    const run = {
      u: () => !undo.disabled && undo.click(),
      h: () => !hint.disabled && hint.click(),
      f: () => model.flip(),
      b: () => board.focus(),
      '[': () => void model.stepTo(model.at - 1),
      ']': () => void model.stepTo(model.at + 1),
    }[event.key.toLowerCase()];
    if (decisions.press(event.key)) event.preventDefault();
    else if (run) {
      event.preventDefault();
      run();
    } else if (event.key === 'Escape') {
      sheet.close();
    }
  };
  document.addEventListener('keydown', onKey);
  draw();

  return {
    element,
    title: gameName(info),
    dispose() {
      document.removeEventListener('keydown', onKey);
      unwatch();
      for (const extra of [...meter, ...analysisExtras, ...tableExtras]) extra.dispose?.();
      for (const player of players) player.dispose();
      analysis.dispose();
      graph.dispose();
      board.dispose();
      model.dispose();
    },
  };
}

/** Whether the reader sits at a game that goes on. @param {TableModel} model */
const canAct = (model) => model.mySeats().length > 0 && !model.isOver && Boolean(model.source.id);

/** @param {TableModel} model */
async function askResign(model) {
  if (!canAct(model)) return;
  if (await confirmed(t('resign.title'), t('resign.sentence'), t('action.resign'))) await model.resign();
}

/**
 * Plays a move; moves with the same hands are told apart by asking.
 * @param {TableModel} model
 * @param {LegalMove[]} moves
 */
async function choose(model, moves) {
  let [move] = moves;
  if (moves.length > 1) {
    const owner = model.view.turn.kind === 'seat' ? model.view.turn.seat : null;
    const picked = await ask(
      t('choice.title'),
      moves.map((option) => {
        const name = option.choice ?? option.text;
        const label = t(`choice.${name}`);
        return { value: option, label, face: [choicePicture(model, option, owner), h('span', {}, label)] };
      }),
    );
    if (!picked) return;
    move = picked;
  }
  if (!move) return;
  if (!model.connected) notify(t('error.offline_move'), 'error');
  else await model.play(move.text);
}

/** What a piece turns into, so that a promotion can be seen before it is chosen. @type {Record<string, string>} */
const GROWN = { chick: 'hen', cat: 'lynx' };

/** @param {TableModel} model @param {LegalMove} move @param {import('../types.js').Seat | null} owner */
function choicePicture(model, move, owner) {
  const from = move.from?.kind === 'board' ? move.from.at : null;
  const piece = from ? model.view.pieces.find((standing) => standing.at.x === from.x && standing.at.y === from.y) : null;
  if (!piece) return null;
  const grown = move.choice === 'promote' ? (GROWN[piece.glyph] ?? piece.glyph) : piece.glyph;
  return s(
    'svg',
    { viewBox: '-50 -50 100 100', class: 'choice-picture', 'aria-hidden': 'true' },
    drawPiece({ glyph: grown, owner, steps: grown === piece.glyph ? piece.steps : [] }),
  );
}

/** The panel that slides up on a narrow page; on a wide one it is simply there. */
class Sheet {
  /** @type {HTMLElement | null} */
  #panel = null;
  /** @type {Element | null} */
  #opener = null;

  /** @param {HTMLElement} panel */
  attach(panel) {
    this.#panel = panel;
  }

  open() {
    this.#opener = document.activeElement;
    this.#panel?.classList.add('is-open');
    this.#panel?.parentElement?.classList.add('has-sheet');
    if (isNarrow()) /** @type {HTMLElement | null | undefined} */ (this.#panel?.querySelector('[role="tab"][aria-selected="true"]'))?.focus();
  }

  close() {
    if (!this.#panel?.classList.contains('is-open')) return;
    this.#panel.classList.remove('is-open');
    this.#panel.parentElement?.classList.remove('has-sheet');
    if (this.#opener instanceof HTMLElement && isNarrow()) this.#opener.focus();
  }
}
