import './glyphs/stone.js';
import './glyphs/pebble.js';
import './glyphs/animals.js';
import './dobutsu/notation.js';
import './konane/value-display.js';
import './quantum/fairness.js';
import './quantum/odds-meter.js';
import './quantum/heat-hint.js';
import './quantum/pass.js';
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
import { draw, route, startRouter } from './router.js';
import { recordAddress } from './share.js';
import { startTheme } from './theme.js';
import { editorPage } from './views/editor.js';
import { experimentsPage } from './views/experiments.js';
import { exploreKonanePage } from './views/explore-konane.js';
import { homePage } from './views/home.js';
import { learnPage } from './views/learn.js';
import { lessonPage } from './views/lesson.js';
import { lobbyPage } from './views/lobby.js';
import { newGamePage } from './views/new-game.js';
import { puzzlePage } from './views/puzzle.js';
import { puzzlesPage } from './views/puzzles.js';
import { recordPage } from './views/record.js';
import { studyLinkPage, studyPage } from './views/study.js';
import { tablePage } from './views/table.js';

route('/', homePage);
route('/new/:game', newGamePage);
route('/table/:id', tablePage);
route('/lobby', lobbyPage);
route('/record', recordPage);
route('/edit/:game', editorPage);
route('/study', studyLinkPage);
route('/study/:id', studyPage);
route('/learn', learnPage);
route('/learn/:game', lessonPage);
route('/puzzles', puzzlesPage);
route('/puzzle/:game/:id', puzzlePage);
route('/explore/konane', exploreKonanePage);
route('/experiments', experimentsPage);
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

/** Starts the page. What it does can also be asked for in the browser's console: `await banmen.games()`. */
export async function start() {
  Object.assign(globalThis, { banmen: { ...backend, here, recordAddress } });
  startTheme();
  await startLanguage();
  const outlet = h('main', { id: 'main' });
  const skipLink = h('a', { class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => skip(event, outlet) }, t('app.skip'));
  language.watch(() => {
    skipLink.textContent = t('app.skip');
  });
  document.body.replaceChildren(skipLink, header(), outlet);
  startNotices();
  startKeys();
  await startRouter(outlet, brokenPage);
}

/** @param {Event} event @param {HTMLElement} outlet */
function skip(event, outlet) {
  event.preventDefault();
  /** @type {HTMLElement | null} */ (outlet.querySelector('[role="gridcell"][tabindex="0"], h1, button'))?.focus();
}
