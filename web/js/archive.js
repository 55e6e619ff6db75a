import * as backend from './backend/index.js';
import { BackendError } from './backend/error.js';
import { notify, notifyError } from './components/notice.js';
import { download } from './download.js';
import { t } from './i18n.js';
import { allTokens, keepTokens } from './seats.js';
import { allStudies, takeStudies } from './study/shelf.js';

/** All games and studies of this browser as one file, to be kept elsewhere or taken to another browser. */

const FORMAT = 'banmen-archive';
const VERSION = 1;

/** The reader's games on a server, as records. @returns {Promise<{ record: import('./types.js').GameRecord, seats: import('./types.js').Seats }[]>} */
async function recordsOfMine() {
  const games = [];
  for (const id of Object.keys(allTokens())) {
    try {
      const { record, seats } = await backend.table(id);
      games.push({ record, seats });
    } catch {
      /* it is gone, or the server has forgotten it */
    }
  }
  return games;
}

/** Saves every game and every study as one file: tables where this browser keeps them, records where a server does. */
export async function saveArchive() {
  try {
    const shelf = backend.archive();
    const kept = shelf ? { tables: await shelf.save(), tokens: allTokens() } : { tables: [], games: await recordsOfMine() };
    const text = JSON.stringify({ format: FORMAT, version: VERSION, ...kept, studies: await allStudies() });
    download(`banmen-${new Date().toISOString().slice(0, 10)}.json`, text, 'application/json');
  } catch (error) {
    notifyError(error);
  }
}

/** Sets up tables with games that were kept as records. @param {unknown} games @returns {Promise<number>} how many */
async function takeGames(games) {
  if (!Array.isArray(games)) return 0;
  let taken = 0;
  for (const game of games) {
    const { seal, ...record } = game?.record ?? {};
    const { table, tokens } = await backend.createTable({ game: record.game, rules: record.rules, seats: game.seats, record });
    keepTokens(table.id, tokens);
    taken += 1;
  }
  return taken;
}

/**
 * Takes the games and studies of such a file; `false` if the text is something else.
 * @param {string} text
 */
export async function loadArchive(text) {
  /** @type {any} */
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return false;
  }
  if (content?.format !== FORMAT) return false;
  if (content.version > VERSION) throw new BackendError(422, { code: 'newer-archive', title: 'newer archive' });
  if (!Array.isArray(content.tables)) throw new BackendError(422, { code: 'bad-record', title: 'bad archive', detail: 'tables' });
  const shelf = backend.archive();
  let taken = (await takeStudies(content.studies)) + (await takeGames(content.games));
  if (shelf) {
    taken += await shelf.load(content.tables);
    for (const [id, tokens] of Object.entries(content.tokens ?? {})) keepTokens(id, /** @type {any} */ (tokens));
  }
  notify(t('local.loaded', { count: taken }));
  return true;
}
