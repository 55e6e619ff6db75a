import { BackendError } from './error.js';

export { BackendError };

/** @typedef {import('./interface.js').Backend} Backend */
/** @typedef {import('./interface.js').Job} Job */
/** @typedef {import('./interface.js').JobRequest} JobRequest */
/** @typedef {import('./interface.js').LiveWatcher} LiveWatcher */

/** The one in use, chosen by the edition before anything else runs. @type {Backend} */
let current;

/** Talks to a backend from now on. @param {Backend} backend */
export function use(backend) {
  current = backend;
}

/** Whether other people can reach the tables. */
export const shared = () => current.shared;
/** @type {Backend['keeps']} */
export const keeps = () => current.keeps();
/** All games as one file, where this browser keeps them. */
export const archive = () => current.archive;
/** Games that are played by sending links, where this browser keeps them. */
export const letters = () => current.letters;
/** Where there is a choice of who computes. */
export const computing = () => current.computing;
/** @type {Backend['games']} */
export const games = () => current.games();
/** @type {Backend['demos']} */
export const demos = () => current.demos();
/** @type {Backend['createTable']} */
export const createTable = (table) => current.createTable(table);
/** @type {Backend['tables']} */
export const tables = (limit) => current.tables(limit);
/** @type {Backend['lobby']} */
export const lobby = (report) => current.lobby(report);
/** @type {Backend['join']} */
export const join = (id, body) => current.join(id, body);
/** @type {Backend['myTables']} */
export const myTables = (ids) => current.myTables(ids);
/** @type {Backend['removeTable']} */
export const removeTable = (id, tokens) => current.removeTable(id, tokens);
/** @type {Backend['table']} */
export const table = (id) => current.table(id);
/** @type {Backend['viewAt']} */
export const viewAt = (id, n) => current.viewAt(id, n);
/** @type {Backend['move']} */
export const move = (id, body) => current.move(id, body);
/** @type {Backend['undo']} */
export const undo = (id, body) => current.undo(id, body);
/** @type {Backend['resign']} */
export const resign = (id, body) => current.resign(id, body);
/** @type {Backend['offer']} */
export const offer = (id, body) => current.offer(id, body);
/** @type {Backend['abort']} */
export const abort = (id, body) => current.abort(id, body);
/** @type {Backend['claim']} */
export const claim = (id, body) => current.claim(id, body);
/** @type {Backend['say']} */
export const say = (id, body) => current.say(id, body);
/** @type {Backend['stop']} */
export const stop = (id, body) => current.stop(id, body);
/** @type {Backend['setPace']} */
export const setPace = (id, body) => current.setPace(id, body);
/** @type {Backend['rematch']} */
export const rematch = (id, body) => current.rematch(id, body);
/** @type {Backend['takeSeat']} */
export const takeSeat = (body) => current.takeSeat(body);
/** @type {Backend['makePass']} */
export const makePass = (id, body) => current.makePass(id, body);
/** @type {Backend['contribute']} */
export const contribute = (id, body) => current.contribute(id, body);
/** @type {Backend['rename']} */
export const rename = (id, body) => current.rename(id, body);
/** @type {Backend['leaveSeat']} */
export const leaveSeat = (id, body) => current.leaveSeat(id, body);
/** @type {Backend['exportGame']} */
export const exportGame = (id, format) => current.exportGame(id, format);
/** @type {Backend['importGame']} */
export const importGame = (body) => current.importGame(body);
/** @type {Backend['view']} */
export const view = (record, at) => current.view(record, at);
/** @type {Backend['qr']} */
export const qr = (text) => current.qr(text);
/** @type {Backend['readStudy']} */
export const readStudy = (file) => current.readStudy(file);
/** @type {Backend['checkStudy']} */
export const checkStudy = (study) => current.checkStudy(study);
/** @type {Backend['writeStudy']} */
export const writeStudy = (study, format) => current.writeStudy(study, format);
/** @type {Backend['draw']} */
export const draw = (record) => current.draw(record);
/** @type {Backend['tools']} */
export const tools = () => current.tools();
/** @type {Backend['job']} */
export const job = (what, report, options) => current.job(what, report, options);
/** @type {Backend['live']} */
export const live = (id, table, watcher) => current.live(id, table, watcher);

/**
 * One game of the catalogue.
 * @param {string} id
 */
export async function game(id) {
  const found = (await games()).find((info) => info.id === id);
  if (!found) throw new BackendError(404, { title: 'unknown game', detail: id });
  return found;
}
