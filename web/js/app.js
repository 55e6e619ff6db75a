import './glyphs/stone.js';
import './glyphs/pebble.js';
import './glyphs/animals.js';
import * as backend from './backend/index.js';
import { button } from './components/button.js';
import { header } from './components/header.js';
import { brandMark } from './components/icons.js';
import { startKeys } from './components/keys.js';
import { explain, startNotices } from './components/notice.js';
import { h } from './dom.js';
import { language, startLanguage, t } from './i18n.js';
import { listPage } from './pages.js';
import { here } from './place.js';
import { loadWhenIdle } from './later.js';
import { draw, later, route, startRouter } from './router.js';
import { recordAddress } from './share.js';
import { startTheme } from './theme.js';
import { homePage } from './views/home.js';

// Only the home page is loaded at first; the likeliest places to go from there come next.
route('/', homePage);
const newGame = later('/new/:game', () => import('./views/new-game.js').then((view) => view.newGamePage));
const table = later('/table/:id', () => import('./views/table.js').then((view) => view.tablePage));
const others = [
  later('/puzzles', () => import('./views/puzzles.js').then((view) => view.puzzlesPage)),
  later('/puzzle/:game/:id', () => import('./views/puzzle.js').then((view) => view.puzzlePage)),
  later('/learn', () => import('./views/learn.js').then((view) => view.learnPage)),
  later('/learn/:game', () => import('./views/lesson.js').then((view) => view.lessonPage)),
  later('/explore/konane', () => import('./views/explore-konane.js').then((view) => view.exploreKonanePage)),
  later('/experiments', () => import('./views/experiments.js').then((view) => view.experimentsPage)),
  later('/study', () => import('./views/study.js').then((view) => view.studyLinkPage)),
  later('/study/:id', () => import('./views/study.js').then((view) => view.studyPage)),
  later('/edit/:game', () => import('./views/editor.js').then((view) => view.editorPage)),
  later('/record', () => import('./views/record.js').then((view) => view.recordPage)),
  later('/lobby', () => import('./views/lobby.js').then((view) => view.lobbyPage)),
  () => import('./components/settings-dialog.js'),
  () => import('./table/open.js'),
  () => import('./table/seat.js'),
];
listPage('/study', 'study.title');
listPage('/puzzles', 'puzzles.title');
listPage('/explore/konane', 'explore.title');
listPage('/experiments', 'experiments.title');
listPage('/learn', 'learn.title');

/** The page for what went wrong. @param {unknown} error @returns {import('./router.js').Mounted} */
function brokenPage(error) {
  const unreachable = error instanceof backend.BackendError && error.status === 0;
  const missing = !(error instanceof backend.BackendError) || error.status === 404;
  const title = unreachable ? t('broken.unreachable') : missing ? t('broken.missing') : t('broken.title');
  if (!(error instanceof backend.BackendError) && !(error instanceof Error && error.message === 'not found')) console.error(error);
  return {
    element: h(
      'div',
      { class: 'broken' },
      brandMark(),
      h('h1', { tabindex: -1 }, title),
      h('p', {}, missing ? t('broken.missing_help') : explain(error)),
      h(
        'div',
        { class: 'button-row' },
        h('a', { class: 'button button-primary', href: '/' }, h('span', { class: 'button-label' }, t('app.home'))),
        button(t('connection.retry'), () => void draw(true), { icon: 'again' }),
      ),
    ),
    title,
  };
}

/** What is seen until a page is there that takes long to load. */
const waiting = () => h('div', { class: 'page-wait', role: 'status' }, brandMark(), h('p', {}, t('app.waiting')));

/** Starts the page. What it does can also be asked for in the browser's console: `await banmen.games()`. */
export async function start() {
  // The script ends first: developer tools that note who asks for a file would otherwise parse all of it again.
  await null;
  Object.assign(globalThis, { banmen: { ...backend, here, recordAddress } });
  startTheme();
  await startLanguage();
  const outlet = h('main', { id: 'main' });
  const skipLink = h('a', { class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => skip(event, outlet) }, t('app.skip'));
  language.watch(() => {
    skipLink.textContent = t('app.skip');
  });
  // The one file is still being read: what else is in the body stays there.
  document.querySelector('.loading')?.replaceWith(skipLink, header(), outlet);
  startNotices();
  startKeys();
  await startRouter({ outlet, fallback: brokenPage, waiting });
  void loadWhenIdle([newGame, table, ...others]);
}

/** @param {Event} event @param {HTMLElement} outlet */
function skip(event, outlet) {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (outlet.querySelector('[role="gridcell"][tabindex="0"], h1, button'))?.focus();
}
