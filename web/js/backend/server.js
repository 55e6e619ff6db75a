import { changedTable, moveRows, summaryWithView, wholeTable, wholeView } from '../reading.js';
import { allTokens, tokensOf } from '../seats.js';
import { BackendError } from './error.js';

/** The only place that talks to the server: HTTP, WebSocket and Server-Sent Events. */

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').TableState} TableState */
/** @typedef {import('../types.js').TableSummary} TableSummary */
/** @typedef {import('../types.js').CreatedTable} CreatedTable */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Viewed} Viewed */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../types.js').Seats} Seats */
/** @typedef {import('../types.js').Problem} Problem */
/** @typedef {import('../types.js').JobState} JobState */
/** @typedef {import('../types.js').Receipt} Receipt */

/**
 * Sends a request and waits for an answer that is not a problem.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 */
async function answer(method, path, body, headers = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new BackendError(0, { title: 'unreachable' });
  }
  if (response.ok) return response;
  /** @type {Partial<Problem>} */
  let problem = { title: response.statusText };
  try {
    problem = await response.json();
  } catch {
    /* not every broken thing answers in JSON */
  }
  throw new BackendError(response.status, problem);
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<T>}
 */
const request = async (method, path, body, headers) => (await answer(method, path, body, headers)).json();

/** Everybody who reaches the server reaches its tables. */
export const shared = true;
/** The server keeps the games. */
export const keeps = async () => true;
export const archive = null;
export const letters = null;
export const computing = null;

/** @type {Promise<GameInfo[]> | null} */
let catalogue = null;

/** What the first page shows comes inside the page, unless its files are read from a folder. @param {'games' | 'demos'} what @returns {Promise<any>} */
async function first(what) {
  const inside = document.getElementById('first')?.textContent;
  return inside ? JSON.parse(inside)[what] : request('GET', `/api/${what}`);
}

/** Every game there is; asked for once. @returns {Promise<GameInfo[]>} */
export function games() {
  catalogue ??= first('games').catch((error) => {
    catalogue = null;
    throw error;
  });
  return /** @type {Promise<GameInfo[]>} */ (catalogue);
}

/** @type {Promise<import('../types.js').Demo[]> | null} */
let positions = null;

/** A position of every game; asked for once. @returns {Promise<import('../types.js').Demo[]>} */
export function demos() {
  positions ??= first('demos').then(
    (/** @type {any} */ answer) => answer.map((/** @type {any} */ demo) => ({ ...demo, view: wholeView(demo.view) })),
    (error) => {
      positions = null;
      throw error;
    },
  );
  return /** @type {Promise<import('../types.js').Demo[]>} */ (positions);
}

/** @param {import('./interface.js').NewTable} table @returns {Promise<CreatedTable>} */
export const createTable = (table) => request('POST', '/api/tables', table).then(wholeCreated);

/** @param {any} created @returns {CreatedTable} */
const wholeCreated = ({ table, ...rest }) => ({ ...rest, table: wholeTable(table) });

/**
 * The latest tables of this browser, newest first.
 * @param {number} limit
 * @returns {Promise<TableSummary[]>}
 */
export async function tables(limit) {
  const ids = Object.keys(allTokens()).slice(-LONGEST_LIST);
  if (ids.length === 0) return [];
  /** @type {import('../wire.js').TableList} */
  const answer = await request('GET', `/api/tables?ids=${ids.map(encodeURIComponent).join(',')}`);
  return answer.tables.slice(0, limit).map(summaryWithView);
}

/** Tables that the server tells of at once. */
const LONGEST_LIST = 100;

/** @type {import('./interface.js').Backend['lobby']} */
export function lobby(report) {
  const events = new EventSource('/api/lobby/events');
  events.onmessage = (message) => {
    /** @type {import('../wire.js').Lobby} */
    const { open, playing } = JSON.parse(message.data);
    report({ open: open.map(summaryWithView), playing: playing.map(summaryWithView) });
  };
  return () => events.close();
}

/** @type {import('./interface.js').Backend['join']} */
export const join = (id, body) => act(id, 'join', body).then(wholeCreated);

/** Tables asked for at once. */
const TOGETHER = 100;

/** The tables of these names, newest first. @param {string[]} ids @returns {Promise<TableSummary[]>} */
export async function myTables(ids) {
  /** @type {TableSummary[]} */
  const found = [];
  for (let from = 0; from < ids.length; from += TOGETHER) {
    /** @type {import('../wire.js').TableList} */
    const answer = await request(
      'GET',
      `/api/tables?ids=${ids
        .slice(from, from + TOGETHER)
        .map(encodeURIComponent)
        .join(',')}`,
    );
    found.push(...answer.tables.map(summaryWithView));
  }
  return found.sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

/** @param {string} id @param {string[]} tokens */
export async function removeTable(id, tokens) {
  await answer('DELETE', `/api/tables/${encodeURIComponent(id)}`, { tokens });
}

/** @param {string} id @returns {Promise<TableState>} */
export const table = (id) => request('GET', `/api/tables/${encodeURIComponent(id)}`).then((state) => wholeTable(/** @type {any} */ (state)));

/**
 * The position after `n` events.
 * @param {string} id
 * @param {number} n
 * @returns {Promise<View>}
 */
export const viewAt = (id, n) =>
  request('GET', `/api/tables/${encodeURIComponent(id)}/views/${n}`).then((view) => wholeView(/** @type {any} */ (view)));

/**
 * @template T
 * @param {string} id
 * @param {string} verb
 * @param {object} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<T>}
 */
const act = (id, verb, body, headers) => request('POST', `/api/tables/${encodeURIComponent(id)}/${verb}`, body, headers);

/** What changes comes live, so the answer only tells which version to wait for. */
const BRIEF = { prefer: 'return=minimal' };

/** @param {string} id @param {{ token: string, version: number, move: string, thought_ms?: number }} body @returns {Promise<Receipt>} */
export const move = (id, body) => act(id, 'moves', body, BRIEF);

/** @param {string} id @param {{ token: string, version: number }} body @returns {Promise<Receipt>} */
export const undo = (id, body) => act(id, 'undo', body, BRIEF);

/** @param {string} id @param {{ token: string, version: number }} body @returns {Promise<Receipt>} */
export const resign = (id, body) => act(id, 'resign', body, BRIEF);

/** @type {import('./interface.js').Backend['offer']} */
export const offer = (id, body) => act(id, 'offers', body, BRIEF);

/** @type {import('./interface.js').Backend['abort']} */
export const abort = (id, body) => act(id, 'abort', body, BRIEF);

/** @type {import('./interface.js').Backend['claim']} */
export const claim = (id, body) => act(id, 'claim', body, BRIEF);

/** @type {import('./interface.js').Backend['say']} */
export const say = (id, body) => act(id, 'phrases', body);

/** @param {string} id @param {{ token?: string }} body @returns {Promise<Receipt>} */
export const stop = (id, body) => act(id, 'stop', body, BRIEF);

/** @type {import('./interface.js').Backend['setPace']} */
export const setPace = (id, body) => act(id, 'pace', body, BRIEF);

/** @param {string} id @param {{ token?: string, swap: boolean }} body @returns {Promise<CreatedTable>} */
export const rematch = (id, body) => act(id, 'rematch', body).then(wholeCreated);

/** @param {{ pass: string, token?: string }} body @returns {Promise<CreatedTable>} */
export const takeSeat = (body) => request('POST', '/api/seats', body).then(wholeCreated);

/** @param {string} id @param {{ token: string, seat?: import('../types.js').Seat, short: boolean }} body @returns {Promise<import('../types.js').PassMade>} */
export const makePass = (id, body) => act(id, 'passes', body);

/** @type {import('./interface.js').Backend['contribute']} */
export const contribute = (id, body) => act(id, 'nonce', body, BRIEF);

/** @type {import('./interface.js').Backend['rename']} */
export const rename = (id, body) => act(id, 'name', body, BRIEF);

/** @param {string} id @param {{ token: string }} body @returns {Promise<Receipt>} */
export const leaveSeat = (id, body) => act(id, 'leave', body, BRIEF);

/**
 * A table's game as a file.
 * @param {string} id
 * @param {string} format
 * @returns {Promise<import('./interface.js').GameFile>}
 */
export async function exportGame(id, format) {
  const response = await answer('GET', `/api/tables/${encodeURIComponent(id)}/export?format=${encodeURIComponent(format)}`);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return {
    name: name ?? `banmen-${id}.${format}`,
    mediaType: response.headers.get('content-type') ?? 'text/plain',
    text: await response.text(),
  };
}

/** @param {{ format: string, game?: string, text: string, seats?: Seats }} body @returns {Promise<CreatedTable>} */
export const importGame = (body) => request('POST', '/api/import', body).then(wholeCreated);

/**
 * The picture of a record, with nothing kept on the server.
 * @param {GameRecord} record
 * @param {number} [at]
 * @returns {Promise<Viewed>}
 */
export async function view(record, at) {
  /** @type {import('../wire.js').RecordView} */
  const seen = await request('POST', '/api/view', { record, at });
  return { ...seen, view: wholeView(seen.view), moves: moveRows(record, seen.movers) };
}

/** A text as a QR code. @param {string} text @returns {Promise<import('../wire.js').QrCode>} */
export const qr = (text) => request('POST', '/api/qr', { text });

/** @type {import('./interface.js').Backend['readStudy']} */
export const readStudy = (file) => request('POST', '/api/study/read', file);

/** @type {import('./interface.js').Backend['checkStudy']} */
export const checkStudy = (study) => request('POST', '/api/study/check', { study });

/** @param {import('../wire.js').StudyFile} file @returns {import('./interface.js').GameFile} */
export const gameFile = ({ name, media_type: mediaType, text }) => ({ name, mediaType, text });

/** @type {import('./interface.js').Backend['writeStudy']} */
export const writeStudy = (study, format) => request('POST', '/api/study/write', { study, format }).then(gameFile);

/** @type {import('./interface.js').Backend['draw']} */
export async function draw(record) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  /** @type {import('../wire.js').Drawn} */
  const { event } = await request('POST', '/api/study/draw', { record, seed });
  return event;
}

/** @returns {Promise<{ name: string, summary: string }[]>} */
export const tools = () => request('GET', '/api/tools');

/**
 * Starts a job. Every state is reported, the last one too.
 * @param {import('./interface.js').JobRequest} what
 * @param {(state: JobState) => void} [report]
 * @returns {import('./interface.js').Job}
 */
export function job(what, report = () => {}) {
  let stopped = false;
  /** @type {string | null} */
  let id = null;

  const end = () => {
    if (id !== null) void request('DELETE', `/api/jobs/${encodeURIComponent(id)}`).catch(() => {});
  };

  /** @param {JobState} state @returns {Promise<JobState>} */
  const follow = (state) =>
    new Promise((resolve, reject) => {
      if (state.status !== 'running') {
        resolve(state);
        return;
      }
      const address = `/api/jobs/${encodeURIComponent(state.id)}`;
      const events = new EventSource(`${address}/events`);
      events.onmessage = (message) => {
        /** @type {JobState} */
        const next = JSON.parse(message.data);
        report(next);
        if (next.status === 'running') return;
        events.close();
        resolve(next);
      };
      events.onerror = () => {
        events.close();
        request('GET', address).then((next) => {
          const state = /** @type {JobState} */ (next);
          if (state.status === 'running') {
            setTimeout(() => follow(state).then(resolve, reject), 500);
          } else {
            report(state);
            resolve(state);
          }
        }, reject);
      };
    });

  const finished = (async () => {
    /** @type {JobState} */
    const state = await request('POST', '/api/jobs', what);
    id = state.id;
    if (stopped) end();
    report(state);
    return follow(state);
  })();

  return {
    finished,
    stop() {
      if (stopped) return;
      stopped = true;
      end();
    },
  };
}

/** Waiting times between attempts to reconnect, in milliseconds; the last one repeats. */
const BACKOFF = [250, 500, 1000, 2000, 4000, 8000];

/** How long a change that was answered may take to come live, in milliseconds; then the table is fetched. */
const PATIENCE = 1500;

/**
 * Follows a table live. Reconnects by itself; whatever was missed is fetched.
 * @param {string} id
 * @param {TableState} table the table as the caller has it
 * @param {import('./interface.js').LiveWatcher} watcher
 * @returns {import('./interface.js').Live}
 */
export function live(id, table, watcher) {
  let known = table;
  let attempts = 0;
  let closed = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Those who wait for a version. @type {Set<() => void>} */
  const waiting = new Set();

  /** @param {TableState} state */
  const take = (state) => {
    if (closed || state.version < known.version) return;
    known = state;
    watcher.onTable(state);
    for (const look of [...waiting]) look();
  };

  const refetch = () => fetchTable(id).then(take, () => {});

  /** @param {import('../wire.js').LiveEvent} event */
  const hear = (event) => {
    if (event.kind === 'table') take(wholeTable(event.table));
    else if (event.kind === 'presence') watcher.onPresence?.(event.presence);
    else if (event.kind === 'phrase') watcher.onPhrase?.(event.seat, event.phrase);
    else if (event.seq < known.version || (event.kind === 'change' && event.seq === known.version)) return;
    else if (event.kind === 'change' && event.seq === known.version + 1) take(changedTable(known, event.seq, event.change));
    else if (event.kind === 'thinking' && event.seq === known.version) watcher.onThinking(event.thinking ?? null);
    else void refetch();
  };

  const connect = () => {
    clearTimeout(timer);
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const attempt = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/live?version=${known.version}`);
    socket = attempt;
    attempt.onopen = () => {
      attempts = 0;
      // Says who is there, so that the opponent sees it.
      const token = Object.values(tokensOf(id))[0];
      if (token) attempt.send(JSON.stringify({ token }));
      watcher.onConnection(true);
    };
    attempt.onmessage = (message) => hear(JSON.parse(message.data));
    attempt.onclose = () => {
      if (closed || socket !== attempt) return;
      watcher.onConnection(false);
      const wait = /** @type {number} */ (BACKOFF[Math.min(attempts, BACKOFF.length - 1)]);
      attempts += 1;
      timer = setTimeout(connect, wait * (0.8 + Math.random() * 0.4));
    };
  };

  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
      for (const look of [...waiting]) look();
    },
    seen(table) {
      if (table.version >= known.version) known = table;
    },
    /** Waits until the table has this version; what does not come live in time is fetched. */
    reach(version) {
      return new Promise((resolve) => {
        const late = setTimeout(() => void refetch().then(end), PATIENCE);
        const end = () => {
          clearTimeout(late);
          waiting.delete(look);
          resolve();
        };
        const look = () => {
          if (closed || known.version >= version) end();
        };
        waiting.add(look);
        look();
      });
    },
    retry() {
      if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return;
      attempts = 0;
      connect();
    },
  };
}

/** The table, where a parameter has its name. */
const fetchTable = table;
