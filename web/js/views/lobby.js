import * as backend from '../backend/index.js';
import { Board } from '../board/board.js';
import { button } from '../components/button.js';
import { notifyError } from '../components/notice.js';
import { fill, h } from '../dom.js';
import { ago, t } from '../i18n.js';
import { go } from '../router.js';
import { gameName } from '../rules-words.js';
import { keepTokens, seatsOf } from '../seats.js';
import { settings } from '../settings.js';
import { controlText } from '../table/clock.js';

/** Open seats and games to watch, as they come and go. */

/** @typedef {import('../types.js').TableSummary} TableSummary */
/** @typedef {import('../types.js').GameInfo} GameInfo */

/** Sits down at a table. @param {string} id */
async function join(id) {
  try {
    const created = await backend.join(id, { name: settings.get().name || null });
    keepTokens(id, created.tokens);
    await go(`/table/${id}`);
  } catch (error) {
    notifyError(error);
  }
}

/** Who plays, as far as they have names. @param {TableSummary} table @param {GameInfo | undefined} info */
function players(table, info) {
  return /** @type {const} */ (['first', 'second'])
    .map((seat, index) => {
      if (table.vacant?.includes(seat)) return t('lobby.vacant');
      const spec = table.seats[seat];
      const side = info ? t(`side.${info.seats[/** @type {0 | 1} */ (table.view.exchanged ? 1 - index : index)].key}`) : '';
      return spec.kind === 'level' ? t('new.opponent.computer') : (table.names?.[seat] ?? (side || t('player.person')));
    })
    .join(' – ');
}

/** @returns {Promise<import('../router.js').Mounted>} */
export async function lobbyPage() {
  const infos = new Map((await backend.games()).map((info) => [info.id, info]));
  /** @type {Map<string, Board>} */
  const boards = new Map();
  const open = h('ul', { class: 'lobby-list', data: { lobby: 'open' } });
  const playing = h('ul', { class: 'lobby-list', data: { lobby: 'playing' } });

  /** @param {TableSummary} table @param {boolean} vacant */
  const row = (table, vacant) => {
    const info = infos.get(table.game);
    const name = info ? gameName(info) : table.game;
    const board = boards.get(table.id) ?? new Board({ label: name, sideName: () => '', still: true });
    boards.set(table.id, board);
    board.update(table.view);
    const sits = seatsOf(table).length > 0;
    const look = () => void go(`/table/${table.id}`);
    return h(
      'li',
      { class: 'lobby-row', data: { table: table.id } },
      h('span', { class: 'lobby-picture', 'aria-hidden': 'true' }, board.element),
      h(
        'span',
        { class: 'table-words' },
        h('strong', {}, name),
        h('span', {}, players(table, info)),
        h('span', { class: 'quiet' }, table.control ? controlText(table.control) : t('new.clock.none'), ' · ', ago(table.updated_at)),
      ),
      vacant && !sits
        ? button(t('lobby.join'), () => void join(table.id), { kind: 'primary', data: { action: 'join' } })
        : button(t(sits ? 'lobby.return' : 'lobby.watch'), look, { data: { action: 'watch' } }),
    );
  };

  /** @param {import('../backend/interface.js').Lobby} lobby */
  const show = (lobby) => {
    fill(open, lobby.open.length > 0 ? lobby.open.map((table) => row(table, true)) : h('li', { class: 'quiet' }, t('lobby.no_seats')));
    fill(playing, lobby.playing.length > 0 ? lobby.playing.map((table) => row(table, false)) : h('li', { class: 'quiet' }, t('lobby.no_games')));
    const there = new Set([...lobby.open, ...lobby.playing].map((table) => table.id));
    for (const [id, board] of boards) {
      if (there.has(id)) continue;
      board.dispose();
      boards.delete(id);
    }
  };

  const close = backend.lobby(show);
  return {
    element: h(
      'div',
      { class: 'page lobby' },
      h('h1', { tabindex: -1 }, t('lobby.title')),
      h('p', { class: 'quiet' }, t('lobby.sentence')),
      h('section', { class: 'shelf' }, h('h2', {}, t('lobby.open')), open),
      h('section', { class: 'shelf' }, h('h2', {}, t('lobby.playing')), playing),
    ),
    title: t('lobby.title'),
    dispose() {
      close();
      for (const board of boards.values()) board.dispose();
    },
  };
}
