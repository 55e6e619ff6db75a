import '../every-game.js';
import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { menuButton } from '../components/menu.js';
import { speak } from '../components/notice.js';
import { h } from '../dom.js';
import { isEditable } from '../editor/build.js';
import { say, t } from '../i18n.js';
import { here } from '../place.js';
import { gameName } from '../rules-words.js';
import { go } from '../router.js';
import { pack, unpackStudy } from '../share.js';
import { play as playSound } from '../sound.js';
import { Drawing } from '../study/drawing.js';
import { EnginePanel } from '../study/engine.js';
import { StudyModel } from '../study/model.js';
import { openStudy } from '../study/open.js';
import { openStudyShare } from '../study/share.js';
import { loadStudy } from '../study/shelf.js';
import { TreeView } from '../study/tree-view.js';
import { choose } from '../table/choose.js';
import { DecisionBar } from '../table/decisions.js';
import { extrasFor } from '../table/extras.js';
import { GameGraph } from '../table/graph.js';
import { NudgeBar } from '../table/nudge.js';
import { PlayerBar } from '../table/players.js';
import { whyRefused } from '../table/refusal.js';
import { Sheet } from '../table/sheet.js';
import { studiesPage } from './studies.js';

/** @typedef {import('../router.js').Mounted} Mounted */
/** @typedef {import('../types.js').Square} Square */

/**
 * A study that this browser keeps.
 * @param {Record<string, string>} params
 * @returns {Promise<Mounted>}
 */
export async function studyPage({ id = '' }) {
  const kept = await loadStudy(id);
  if (!kept) throw new backend.BackendError(404, { title: 'no such study' });
  const info = await backend.game(kept.study.game);
  const checked = await backend.checkStudy(kept.study);
  const at = Number(new URLSearchParams(here().search).get('at')) || 0;
  const model = await StudyModel.open(info, { ...checked, id, title: kept.title, at: at < checked.study.nodes.length ? at : 0 });
  return new StudyPage(model);
}

/** All studies, or the one that came in the link. @returns {Promise<Mounted>} */
export async function studyLinkPage() {
  const packed = new URLSearchParams(here().fragment.replace(/^#/, '')).get('s');
  if (packed === null) return studiesPage();
  const study = await unpackStudy(packed).catch(() => {
    throw new backend.BackendError(422, { title: 'not a study' });
  });
  await backend.checkStudy(study);
  // The link is opened once and becomes a study of this browser.
  void openStudy(study, { replace: true });
  return { element: h('div', { class: 'page' }), title: t('study.title') };
}

/** The page of a study: the board, and everything known and said about the game around it. */
export class StudyPage {
  #abort = new AbortController();

  /** @param {StudyModel} model */
  constructor(model) {
    this.model = model;
    this.title = model.title || `${t('study.title')} · ${gameName(model.info)}`;
    this.nudge = new NudgeBar(() => this.board);
    this.board = new Board({
      label: t('board.label', { game: gameName(model.info) }),
      sideName: (seat) => model.colourName(seat),
      onMove: (moves) => void choose(model, moves),
      onPending: (square) => this.#showPending(square),
      onStroke: (from, to) => this.drawing.stroke(from, to),
      onRefused: (square) => {
        playSound('refuse');
        speak(whyRefused(model, square));
      },
      onPhase: () => this.#updateCompare(),
    });
    this.drawing = new Drawing(model, this.board, () => this.#draw());
    this.far = new PlayerBar(model, 'far');
    this.near = new PlayerBar(model, 'near');
    this.treeView = new TreeView(model);
    this.engine = new EnginePanel(model);
    this.graph = new GameGraph(model);
    this.decisions = new DecisionBar(model);
    const meters = extrasFor(model, 'meter');
    const extras = extrasFor(model, 'analysis');
    this.extras = [...meters, ...extras];
    this.status = h('p', { class: 'status', data: { status: '' } });
    this.again = button(t('study.draw_again'), () => void model.drawAgain(), { kind: 'primary', data: { action: 'draw-again' } });
    this.compare = button('', () => this.#compare(), { icon: 'eye', data: { action: 'compare' } });
    this.now = h(
      'div',
      { class: 'now' },
      meters.map((extra) => extra.element),
      this.status,
      this.decisions.element,
      this.again,
      this.compare,
    );
    this.name = h('input', {
      class: 'study-name',
      type: 'text',
      maxlength: 120,
      value: model.title,
      'aria-label': t('study.name'),
      placeholder: t('study.name'),
    });
    this.name.addEventListener('change', () => model.rename(this.name.value.trim()));
    this.sheet = new Sheet([
      { id: 'moves', label: t('tabs.moves'), content: this.treeView.element },
      {
        id: 'analysis',
        label: t('tabs.analysis'),
        content: h(
          'div',
          { class: 'analysis' },
          this.engine.element,
          this.graph.element,
          extras.map((extra) => extra.element),
        ),
      },
      {
        id: 'draw',
        label: t('study.draw'),
        content: h(
          'div',
          { class: 'study-about' },
          this.drawing.element,
          h('label', { class: 'study-title' }, h('span', {}, t('study.name')), this.name),
        ),
      },
    ]);
    this.back = barButton(t('study.back'), 'previous', () => void model.step(-1), 'step-back');
    this.on = barButton(t('study.on'), 'next', () => void model.step(1), 'step-on');
    this.engineButton = barButton(t('engine.short'), 'computer', () => this.#toggleEngine(), 'engine');
    this.actions = this.#actionBar();
    this.element = h(
      'div',
      { class: 'table-page study-page', data: { game: model.info.id, study: model.id } },
      h('h1', { class: 'unseen', tabindex: -1 }, this.title),
      this.far.element,
      this.board.element,
      this.near.element,
      this.now,
      this.actions,
      this.nudge.element,
      this.sheet.element,
    );
    this.unwatch = model.watch(() => this.#draw());
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal: this.#abort.signal });
    this.#draw();
  }

  #actionBar() {
    const { model } = this;
    const moves = barButton(t('tabs.moves'), 'moves', () => this.sheet.open('moves'), 'tab-moves');
    const analysis = barButton(t('tabs.analysis'), 'analysis', () => this.sheet.open('analysis'), 'tab-analysis');
    for (const narrow of [moves, analysis]) narrow.classList.add('only-narrow');
    const flip = barButton(t('action.flip'), 'flip', () => model.flip(), 'flip');
    const share = barButton(t('action.share'), 'share', () => void openStudyShare(model), 'share');
    for (const wide of [flip, share]) wide.classList.add('only-wide');
    const more = menuButton({
      label: t('action.more'),
      icon: 'more',
      class: 'button button-bar',
      data: { action: 'more' },
      items: () => [
        { label: t('study.draw'), icon: 'new', run: () => this.sheet.open('draw'), id: 'draw' },
        { label: t('action.flip'), icon: 'flip', run: () => model.flip(), id: 'flip' },
        { label: t('action.share'), icon: 'share', run: () => void openStudyShare(model), id: 'share' },
        { label: t('action.play_from_here'), icon: 'play', run: () => void model.playFromHere(), id: 'play-from-here' },
        { label: t('study.edit_position'), icon: 'settings', run: () => void editPosition(model), disabled: !isEditable(model.info.id), id: 'edit' },
      ],
    });
    return h(
      'div',
      { class: 'actions', role: 'group', 'aria-label': t('actions.label') },
      this.back,
      this.on,
      this.engineButton,
      moves,
      analysis,
      flip,
      share,
      more,
    );
  }

  dispose() {
    this.#abort.abort();
    this.unwatch();
    for (const part of [...this.extras, this.far, this.near, this.engine, this.graph, this.board, this.model]) part.dispose?.();
  }

  #toggleEngine() {
    this.engine.turn(!this.engine.on);
    if (this.engine.on) this.sheet.open('analysis');
    this.#draw();
  }

  #draw() {
    const { model, element } = this;
    this.board.update(model.preview ?? model.view, {
      playable: model.playable && !this.drawing.active,
      flipped: model.flipped,
      animate: model.animate,
      reveal: model.reveal,
      comparing: model.comparing && !model.preview,
      numbers: model.preview !== null,
    });
    element.style.setProperty('--ratio', String(this.board.ratio));
    this.board.setOverlay(model.preview ? (model.previewOverlay ?? null) : { ...model.overlay, ...this.drawing.overlay() });
    for (const part of [this.far, this.near, this.decisions, this.treeView, this.engine, this.graph]) part.update();
    this.status.textContent = say((model.preview ?? model.view).status);
    this.again.hidden = model.view.turn.kind !== 'chance';
    this.back.disabled = model.tree.current.parent === null;
    this.on.disabled = model.tree.current.children.length === 0;
    this.engineButton.setAttribute('aria-pressed', String(this.engine.on));
    this.#updateCompare();
    element.dataset.at = String(model.at);
    // What is on the board, for whoever wants to check the picture.
    element.dataset.record = JSON.stringify(model.recordInSight());
    element.toggleAttribute('data-busy', model.busy);
    element.toggleAttribute('data-preview', model.preview !== null);
  }

  /** Turns to the other picture of the position, or back. */
  #compare() {
    if (this.board.phase === 'observed') this.board.settle();
    else this.model.toggleCompare();
  }

  #updateCompare() {
    const { compare } = this.model.preview ?? this.model.view;
    const other = this.board.phase !== 'position';
    this.compare.hidden = !compare;
    this.compare.setAttribute('aria-pressed', String(other));
    const label = this.compare.querySelector('.button-label');
    if (label) label.textContent = other ? t('board.compare_end') : compare ? say(compare.title) : '';
  }

  /** @param {Square | null} square */
  #showPending(square) {
    this.actions.classList.toggle('is-covered', square !== null);
    this.nudge.show(this.model.view.grid, square);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select')) return;
    const { model } = this;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === 'z') {
      event.preventDefault();
      void (event.shiftKey ? model.redo() : model.undo());
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const run = {
      u: () => model.undo(),
      f: () => model.flip(),
      b: () => this.board.focus(),
      e: () => this.#toggleEngine(),
      m: () => {
        this.sheet.open('moves');
        this.treeView.comment.focus();
      },
      p: () => model.promote(),
      v: () => model.turn(1),
      d: () => {
        this.sheet.open('draw');
        this.drawing.buttons.get('circle')?.focus();
      },
      '[': () => model.step(-1),
      ']': () => model.step(1),
      delete: () => model.remove(),
    }[key];
    if (this.decisions.press(event.key)) event.preventDefault();
    else if (run) {
      event.preventDefault();
      void run();
    } else if (event.key === 'Escape') {
      if (this.drawing.active) this.drawing.choose(null);
      else this.sheet.close();
    }
  }
}

/** Opens the position in sight in the editor. @param {StudyModel} model */
async function editPosition(model) {
  await go(`/edit/${model.info.id}#r=${await pack(model.recordInSight())}`);
}

/** A button of the action row. @param {string} label @param {import('../components/icons.js').IconName} icon @param {() => void} run @param {string} action */
function barButton(label, icon, run, action) {
  return button(label, run, { icon, kind: 'bar', data: { action } });
}
