import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { notifyError } from '../components/notice.js';
import { fill, h, motionReduced } from '../dom.js';
import { MyGames } from '../home/my-games.js';
import { t } from '../i18n.js';
import { loaded } from '../later.js';
import { pages } from '../pages.js';
import { gameName, gameSentence } from '../rules-words.js';

/** @typedef {import('../types.js').Demo} Demo */
/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').View} View */

/** Time between two moves of a board that plays itself, and the rest at the end of its game. */
const BEAT_MS = 1400;
const REST_MS = 4500;

/** When what is on the page now has been painted. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** A game that plays itself slowly. */
class LivingBoard {
  #stopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {GameInfo} info @param {Demo | undefined} start where it begins @param {number} place among the boards of the page */
  constructor(info, start, place) {
    this.info = info;
    this.board = new Board({ label: t('home.picture', { game: gameName(info) }), sideName: () => '', still: true });
    this.element = this.board.element;
    void this.#appear(start, place);
  }

  /** The first board is painted at once, each other one a frame after the one before. @param {Demo | undefined} start @param {number} place */
  async #appear(start, place) {
    for (let n = 0; n < place; n += 1) await painted();
    if (this.#stopped) return;
    if (start) this.board.update(start.view);
    await this.#run(500 + place * 350, start);
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

/**
 * What a button does whose script is not loaded with the home page.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(script: T) => unknown} run
 */
const pressed = (load, run) => () => void loaded(load).then(run).catch(notifyError);

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

const opener = () => import('../table/open.js');

/** Where one can go from here beside the games. */
function homeLinks() {
  return h(
    'nav',
    { class: 'home-links', 'aria-label': t('home.more') },
    pages().map(({ path, label }) => h('a', { class: 'button button-plain', href: path }, h('span', { class: 'button-label' }, t(label)))),
    backend.shared()
      ? h('a', { class: 'button button-plain', href: '/lobby', data: { action: 'lobby' } }, h('span', { class: 'button-label' }, t('lobby.title')))
      : null,
    button(
      t('action.open_file'),
      pressed(opener, ({ openFile }) => openFile()),
      { icon: 'upload' },
    ),
    backend.letters()
      ? button(
          t('action.open_link'),
          pressed(opener, ({ openLink }) => openLink()),
          { icon: 'link', data: { action: 'open-link' } },
        )
      : null,
    backend.shared()
      ? button(
          t('seat.enter_code'),
          pressed(
            () => import('../table/seat.js'),
            ({ openCode }) => openCode(),
          ),
          { icon: 'person', data: { action: 'code' } },
        )
      : null,
    backend.archive()
      ? button(
          t('local.save_all'),
          pressed(
            () => import('../archive.js'),
            ({ saveArchive }) => saveArchive(),
          ),
          { icon: 'download' },
        )
      : null,
  );
}

/** What lies below the games: it comes when they are painted. */
class Below {
  /** @type {MyGames | null} */
  #mine = null;
  #gone = false;
  element = h('div', { class: 'home-below' });

  /** @param {GameInfo[]} games */
  constructor(games) {
    void this.#appear(games);
  }

  /** @param {GameInfo[]} games */
  async #appear(games) {
    await painted();
    const kept = await backend.keeps();
    if (this.#gone) return;
    this.#mine = new MyGames(games);
    fill(
      this.element,
      homeLinks(),
      kept ? null : h('p', { class: 'note', role: 'note', data: { forgets: '' } }, t('local.forgets')),
      this.#mine.element,
    );
  }

  dispose() {
    this.#gone = true;
    this.#mine?.dispose();
  }
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function homePage() {
  const [games, demos] = await Promise.all([backend.games(), backend.demos().catch(() => /** @type {Demo[]} */ ([]))]);
  const living = games.map(
    (info, index) =>
      new LivingBoard(
        info,
        demos.find((demo) => demo.game === info.id),
        index,
      ),
  );
  const below = new Below(games);
  const element = h(
    'div',
    { class: 'home' },
    h('div', { class: 'home-head' }, h('h1', { tabindex: -1 }, t('home.title')), h('p', {}, t('home.sentence'))),
    h(
      'div',
      { class: 'game-cards' },
      games.map((info, index) => gameCard(info, /** @type {LivingBoard} */ (living[index]))),
    ),
    below.element,
  );
  return {
    element,
    title: '',
    dispose() {
      for (const one of living) one.dispose();
      below.dispose();
    },
  };
}
