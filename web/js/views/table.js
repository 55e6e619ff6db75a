import '../every-game.js';
import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { speak } from '../components/notice.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { gameName } from '../rules-words.js';
import { readInvite } from '../seats.js';
import { play as playSound } from '../sound.js';
import { AboutTable } from '../table/about.js';
import { ActionBar } from '../table/actions.js';
import { AnalysisPanel } from '../table/analysis.js';
import { choose } from '../table/choose.js';
import { extrasFor } from '../table/extras.js';
import { GameGraph } from '../table/graph.js';
import { TableModel } from '../table/model.js';
import { MoveList } from '../table/moves.js';
import { Now } from '../table/now.js';
import { NudgeBar } from '../table/nudge.js';
import { study } from '../table/onward.js';
import { PlayerBar } from '../table/players.js';
import { whyRefused } from '../table/refusal.js';
import { answerInvitation } from '../table/seat.js';
import { openShare } from '../table/share.js';
import { Sheet } from '../table/sheet.js';
import { LiveSource } from '../table/source.js';
import { WatchBar } from '../table/watch.js';
import { enter, here } from '../place.js';

/** @typedef {import('../types.js').Square} Square */
/** @typedef {import('../router.js').Mounted} Mounted */

/**
 * A table on the server.
 * @param {Record<string, string>} params
 * @returns {Promise<Mounted>}
 */
export async function tablePage({ id = '' }) {
  const invitation = readInvite(here().fragment);
  if (here().fragment) enter(here().path, true);
  const table = await backend.table(id);
  const info = await backend.game(table.game);
  const model = new TableModel(info, table, new LiveSource(id));
  const page = new TablePage(model);
  model.follow();
  if (invitation && backend.shared()) void answerInvitation(model, invitation);
  return page;
}

/** The page of a table, whatever its source: the board, and everything about the game around it. */
export class TablePage {
  #abort = new AbortController();

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.title = gameName(model.info);
    this.nudge = new NudgeBar(() => this.board);
    this.board = new Board({
      label: t('board.label', { game: this.title }),
      sideName: (seat) => model.colourName(seat),
      onMove: (moves) => void choose(model, moves),
      onPending: (square) => this.#showPending(square),
      onRefused: (square) => {
        playSound('refuse');
        speak(whyRefused(model, square));
      },
      onPhase: () => this.now.updateCompare(),
    });
    this.far = new PlayerBar(model, 'far');
    this.near = new PlayerBar(model, 'near');
    this.moves = new MoveList(model);
    this.analysis = new AnalysisPanel(model);
    this.graph = new GameGraph(model);
    this.about = new AboutTable(model);
    const meters = extrasFor(model, 'meter');
    const analysisExtras = extrasFor(model, 'analysis');
    const tableExtras = extrasFor(model, 'table');
    this.extras = [...meters, ...analysisExtras, ...tableExtras];
    this.analysis.element.append(this.graph.element, ...analysisExtras.map((extra) => extra.element));
    this.sheet = new Sheet([
      { id: 'moves', label: t('tabs.moves'), content: this.moves.element },
      { id: 'analysis', label: t('tabs.analysis'), content: this.analysis.element },
      { id: 'table', label: t('tabs.table'), content: h('div', {}, this.about.element, ...tableExtras.map((extra) => extra.element)) },
    ]);
    this.actions = new ActionBar(model, (tab) => this.sheet.open(tab));
    this.watching = new WatchBar(model);
    this.now = new Now(model, {
      board: this.board,
      meters: [this.watching.element, ...meters.map((extra) => extra.element)],
      handlers: { onAnalyse: () => void study(model), onShare: () => void openShare(model) },
    });
    this.banner = h(
      'div',
      { class: 'banner', role: 'alert', hidden: true },
      h('span', {}, t('connection.lost')),
      button(t('connection.retry'), () => model.retryConnection(), { kind: 'quiet' }),
    );
    this.element = h(
      'div',
      { class: 'table-page', data: { game: model.info.id, ...(model.source.id && { table: model.source.id }) } },
      h('h1', { class: 'unseen', tabindex: -1 }, this.title),
      this.banner,
      this.far.element,
      this.board.element,
      this.near.element,
      this.now.element,
      this.actions.element,
      this.nudge.element,
      this.sheet.element,
    );
    this.unwatch = model.watch(() => this.#draw());
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: this.#abort.signal });
    this.#draw();
  }

  dispose() {
    this.#abort.abort();
    this.unwatch();
    for (const part of [...this.extras, this.now, this.far, this.near, this.moves, this.analysis, this.graph, this.board, this.model])
      part.dispose?.();
  }

  #draw() {
    const { model, element } = this;
    this.board.update(model.preview ?? model.view, {
      playable: model.playable,
      flipped: model.flipped,
      animate: model.animate,
      reveal: model.reveal,
      comparing: model.comparing && !model.preview,
      numbers: model.preview !== null,
    });
    element.style.setProperty('--ratio', String(this.board.ratio));
    this.board.setOverlay(model.preview ? (model.previewOverlay ?? null) : model.overlay);
    for (const part of [this.far, this.near, this.watching, this.now, this.actions, this.moves, this.analysis, this.graph, this.about]) part.update();
    this.banner.hidden = model.connected;
    element.classList.toggle('is-offline', !model.connected);
    element.dataset.at = String(model.at);
    element.dataset.version = String(model.table.version);
    element.toggleAttribute('data-preview', model.preview !== null);
  }

  /** @param {Square | null} square */
  #showPending(square) {
    this.actions.cover(square !== null);
    this.nudge.show(this.model.view.grid, square);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    const { model, actions } = this;
    const run = {
      u: () => !actions.undo.disabled && actions.undo.click(),
      h: () => !actions.hint.disabled && actions.hint.click(),
      f: () => model.flip(),
      b: () => this.board.focus(),
      '[': () => void model.step(-1),
      ']': () => void model.step(1),
    }[event.key.toLowerCase()];
    if (this.now.decisions.press(event.key)) event.preventDefault();
    else if (run) {
      event.preventDefault();
      run();
    } else if (event.key === 'Escape') {
      this.sheet.close();
    }
  }
}
