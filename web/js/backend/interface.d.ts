/** What the page needs of whoever keeps the tables and computes: a server, or this browser alone. No view knows which one it is. */

import type {
  AnalysisRequest,
  CheckedStudy,
  CreatedTable,
  Demo,
  Event,
  GameInfo,
  GameRecord,
  JobState,
  Names,
  Offer,
  PassMade,
  Phrase,
  Presence,
  Receipt,
  Rules,
  Seat,
  Seats,
  Study,
  TableState,
  TableSummary,
  Thinking,
  TimeControl,
  View,
  Viewed,
} from '../types.js';
import type { Store } from '../store.js';
import type { QrCode } from '../wire.js';

/** A game as a file. */
export interface GameFile {
  name: string;
  mediaType: string;
  text: string;
}

/** How to set up a table. */
export interface NewTable {
  game: string;
  rules?: Rules | null;
  seats: Seats;
  record?: GameRecord;
  options?: Record<string, unknown>;
  /** Seats of people that somebody else is invited to. */
  invite?: Seat[];
  /** How time is given. */
  clock?: TimeControl | null;
  /** Whether strangers are shown the table. */
  listed?: boolean;
  /** Whether two people play from two places. */
  apart?: boolean;
  /** What people call themselves. */
  names?: Names;
}

/** Tables that strangers are shown. */
export interface Lobby {
  open: TableSummary[];
  playing: TableSummary[];
}

/** Work that takes long enough to be watched and stopped. */
export type JobRequest =
  | { kind: 'tool'; tool: string; input: unknown; seconds?: number }
  | { kind: 'analysis'; record: GameRecord; at?: number; request: AnalysisRequest; seconds?: number }
  | { kind: 'hint'; record: GameRecord; at?: number; seconds?: number };

export interface Job {
  /** Fulfilled with the last state, also of a job that was stopped or failed. */
  finished: Promise<JobState>;
  stop(): void;
}

/** Somebody who follows a table. */
export interface LiveWatcher {
  /** A newer state of the table. */
  onTable(table: TableState): void;
  onThinking(thinking: Thinking | null): void;
  onConnection(connected: boolean): void;
  /** Who is there. */
  onPresence?(presence: Presence): void;
  /** A player says something. */
  onPhrase?(seat: Seat, phrase: Phrase): void;
}

export interface Live {
  close(): void;
  /** The caller has this state of the table already. */
  seen(table: TableState): void;
  /** Waits until the watcher has been told of this version of the table. */
  reach(version: number): Promise<void>;
  /** Tries at once to connect again. */
  retry(): void;
}

/** All games of a browser as one file. */
export interface Archive {
  /** Every table, in the form in which they are kept. */
  save(): Promise<unknown[]>;
  /** Takes such tables; one that is here already stays if it is newer. Gives back how many were taken. */
  load(tables: unknown[]): Promise<number>;
}

/** Games that are played by sending links back and forth. */
export interface Letters {
  /** The table of the game that goes by this name, if it is here. */
  find(name: string): Promise<string | null>;
  /** Takes the moves that a record has beyond the table's own; refuses a record of another game. */
  extend(id: string, record: GameRecord): Promise<TableState>;
}

/** Where there is a choice of who computes: this browser or the server. */
export interface Computing {
  /** Why this browser cannot, by a code; `null` if it can. */
  readonly obstacle: Store<string | null>;
  /** Finds out whether it can. */
  look(): Promise<void>;
}

export interface Backend {
  /** Whether other people can reach its tables. */
  readonly shared: boolean;
  /** Whether games outlive the page. */
  keeps(): Promise<boolean>;
  readonly archive: Archive | null;
  /** `null` where a table can be shared instead. */
  readonly letters: Letters | null;
  /** `null` where there is no choice. */
  readonly computing: Computing | null;
  /** Every game there is. */
  games(): Promise<GameInfo[]>;
  /** A position of every game for a small board. */
  demos(): Promise<Demo[]>;
  createTable(table: NewTable): Promise<CreatedTable>;
  /** The latest tables that this browser sits or has sat at, newest first. */
  tables(limit: number): Promise<TableSummary[]>;
  /** Tells of open seats and games to watch until the returned function is called. */
  lobby(report: (lobby: Lobby) => void): () => void;
  /** Sits down at a table of the lobby. */
  join(id: string, body: { name?: string | null }): Promise<CreatedTable>;
  /** The tables of these names, newest first; where everything is kept in this browser, all of them. */
  myTables(ids: string[]): Promise<TableSummary[]>;
  /** Removes a table for good; needs the token of every person's seat. */
  removeTable(id: string, tokens: string[]): Promise<void>;
  table(id: string): Promise<TableState>;
  /** The position after `n` events. */
  viewAt(id: string, n: number): Promise<View>;
  move(id: string, body: { token: string; version: number; move: string; thought_ms?: number }): Promise<Receipt>;
  undo(id: string, body: { token: string; version: number; consent?: string }): Promise<Receipt>;
  /** Offers something to the opponent, accepts what the opponent offers, or declines. Only where other people reach the table. */
  offer(id: string, body: { token: string; version: number; offer: Offer; decline?: boolean }): Promise<Receipt>;
  /** Ends a game that has hardly begun. */
  abort(id: string, body: { token: string; version: number }): Promise<Receipt>;
  /** Takes the win from an opponent who has gone. */
  claim(id: string, body: { token: string; version: number }): Promise<Receipt>;
  /** Says one of a few phrases to the opponent. */
  say(id: string, body: { token: string; phrase: Phrase }): Promise<void>;
  resign(id: string, body: { token: string; version: number }): Promise<Receipt>;
  /** Lets the thinking computer play its best move so far. */
  stop(id: string, body: { token?: string }): Promise<Receipt>;
  /** Lets two computers pause, play one move, or go on; while they pause, nobody thinks. */
  setPace(id: string, body: { pace: Pace; token?: string }): Promise<Receipt>;
  rematch(id: string, body: { token?: string; swap: boolean }): Promise<CreatedTable>;
  /** Takes a seat with an invitation or a code, which work once. */
  takeSeat(body: { pass: string; token?: string }): Promise<CreatedTable>;
  /** Makes an invitation to a seat, or a short code that moves the reader's own to another device. */
  makePass(id: string, body: { token: string; seat?: Seat; short: boolean }): Promise<PassMade>;
  /** Adds a random number of the reader's to the draws of a table. */
  contribute(id: string, body: { token: string; nonce: string }): Promise<Receipt>;
  /** Tells what a player is called; empty for no name. */
  rename(id: string, body: { token: string; name: string }): Promise<Receipt>;
  /** Gives up a seat. */
  leaveSeat(id: string, body: { token: string }): Promise<Receipt>;
  exportGame(id: string, format: string): Promise<GameFile>;
  importGame(body: { format: string; game?: string; text: string; seats?: Seats }): Promise<CreatedTable>;
  /** The picture of a record; nothing is kept. */
  view(record: GameRecord, at?: number): Promise<Viewed>;
  /** A text as a QR code. */
  qr(text: string): Promise<QrCode>;
  /** Reads a file with its variations and comments; nothing is kept. */
  readStudy(file: { format: string; game?: string; text: string }): Promise<CheckedStudy>;
  /** Plays every move of a study; refuses one with an illegal move. */
  checkStudy(study: Study): Promise<CheckedStudy>;
  writeStudy(study: Study, format: string): Promise<GameFile>;
  /** What chance decides next in a record; the event has still to happen. */
  draw(record: GameRecord): Promise<Event>;
  tools(): Promise<{ name: string; summary: string }[]>;
  /** Starts a job. Every state is reported, the last one too. One that is `endless` runs until it is stopped, wherever that can be. */
  job(what: JobRequest, report?: (state: JobState) => void, options?: { endless?: boolean }): Job;
  /** Follows a table from the state that the caller has. Whatever was missed is fetched. */
  live(id: string, table: TableState, watcher: LiveWatcher): Live;
}
