import { saveArchive } from '../archive.js';
import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { h, motionReduced } from '../dom.js';
import { MyGames } from '../home/my-games.js';
import { t } from '../i18n.js';
import { pages } from '../pages.js';
import { gameName, gameSentence } from '../rules-words.js';
import { openFile, openLink } from '../table/open.js';
import { openCode } from '../table/seat.js';

/** @typedef {import('../types.js').Demo} Demo */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').View} View */

/** Time between two moves of a board that plays itself, and the rest at the end of its game. */
const BEAT_MS = 1400;
const REST_MS = 4500;

/** A game that plays itself slowly. */
class LivingBoard {
  #stopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {GameInfo} info @param {Demo | undefined} start where it begins @param {number} delay */
  constructor(info, start, delay) {
    this.info = info;
    this.board = new Board({ label: t('home.picture', { game: gameName(info) }), sideName: () => '', still: true });
    this.element = this.board.element;
    if (start) this.board.update(start.view);
    void this.#run(delay, start);
  }

  dispose() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.board.dispose();
  }

  /** @param {number} ms */
  #wait(ms) {
    return new Promise((resolve) => {
      this.#timer = setTimeout(resolve, ms);
    });
  }

  /** @param {number} delay @param {Demo | undefined} start */
  async #run(delay, start) {
    const { demo } = this.info;
    const last = demo.events.length;
    /** @type {Map<number, View>} */
    const views = new Map(start ? [[start.at, start.view]] : []);
    /** @param {number} n @param {boolean} animate */
    const show = async (n, animate) => {
      let view = views.get(n);
      if (!view) {
        view = (await backend.view(demo, n)).view;
        views.set(n, view);
      }
      if (!this.#stopped) this.board.update(view, { animate, reveal: animate && 'chance' in (demo.events[n - 1] ?? {}) });
    };
    try {
      if (motionReduced()) {
        await show(last, false);
        return;
      }
      const opening = start?.at ?? 0;
      await this.#wait(delay);
      for (let n = opening; !this.#stopped;) {
        n = n === last ? 0 : n + 1;
        if (!document.hidden) await show(n, n !== 0);
        await this.#wait(n === last ? REST_MS : BEAT_MS);
      }
    } catch {
      /* a picture that cannot be fetched stays as it is */
    }
  }
}

/** @param {GameInfo} info @param {LivingBoard} living */
function gameCard(info, living) {
  return h(
    'article',
    { class: 'game-card' },
    h('a', { class: 'game-picture', href: `/new/${info.id}`, tabindex: -1, 'aria-hidden': 'true' }, living.element),
    h('h2', {}, gameName(info)),
    h('p', {}, gameSentence(info)),
    h(
      'a',
      { class: 'button button-primary', href: `/new/${info.id}`, data: { play: info.id } },
      h('span', { class: 'button-label' }, t('action.play_game'), h('span', { class: 'unseen' }, ` ${gameName(info)}`)),
    ),
  );
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function homePage() {
  const [games, demos, kept] = await Promise.all([backend.games(), backend.demos().catch(() => /** @type {Demo[]} */ ([])), backend.keeps()]);
  const living = games.map(
    (info, index) =>
      new LivingBoard(
        info,
        demos.find((demo) => demo.game === info.id),
        500 + index * 350,
      ),
  );
  const mine = new MyGames(games);
  const element = h(
    'div',
    { class: 'home' },
    h('div', { class: 'home-head' }, h('h1', { tabindex: -1 }, t('home.title')), h('p', {}, t('home.sentence'))),
    h(
      'div',
      { class: 'game-cards' },
      games.map((info, index) => gameCard(info, /** @type {LivingBoard} */ (living[index]))),
    ),
    h(
      'nav',
      { class: 'home-links', 'aria-label': t('home.more') },
      pages().map(({ path, label }) => h('a', { class: 'button button-plain', href: path }, h('span', { class: 'button-label' }, t(label)))),
      backend.shared()
        ? h('a', { class: 'button button-plain', href: '/lobby', data: { action: 'lobby' } }, h('span', { class: 'button-label' }, t('lobby.title')))
        : null,
      button(t('action.open_file'), () => void openFile(), { icon: 'upload' }),
      backend.letters() ? button(t('action.open_link'), openLink, { icon: 'link', data: { action: 'open-link' } }) : null,
      backend.shared() ? button(t('seat.enter_code'), () => void openCode(), { icon: 'person', data: { action: 'code' } }) : null,
      backend.archive() ? button(t('local.save_all'), () => void saveArchive(), { icon: 'download' }) : null,
    ),
    kept ? null : h('p', { class: 'note', role: 'note', data: { forgets: '' } }, t('local.forgets')),
    mine.element,
  );
  return {
    element,
    title: '',
    dispose() {
      for (const one of living) one.dispose();
      mine.dispose();
    },
  };
}
