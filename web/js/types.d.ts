/** The wire types under the names that the page uses. The types themselves are generated from the server's. */

import type * as wire from './wire.js';

export * from './wire.js';
export type { Record as GameRecord } from './wire.js';

/** A game's rules, in its own form. */
export type Rules = { [key: string]: unknown };

/** A type of which empty fields are left out on the way, with everything filled in (`reading.js`). */
type Filled<T> = {
  [K in keyof T]-?: undefined extends T[K]
    ? NonNullable<T[K]> extends readonly unknown[] | boolean
      ? NonNullable<T[K]>
      : NonNullable<T[K]> | null
    : T[K];
};

export type Piece = Filled<wire.Piece>;
/** What is picked up: a piece on the board, or one in hand by its drawing. */
export type Source = { kind: 'board'; at: wire.Square } | { kind: 'hand'; glyph: string };

/** A legal move, by what the hand does: pick something up (`from`), put it down (`to`), or press a button (`action`). */
export interface LegalMove {
  /** The move in the game's notation; this is what is sent back. */
  text: string;
  /** What is picked up, if anything. */
  from: Source | null;
  /** Where it is put down. */
  to: wire.Square | null;
  /** Places passed over, in order (the stones that a Konane jump takes). */
  over: wire.Square[];
  /** For a move that is a button: its name, such as `observe`. */
  action: string | null;
  /** Tells apart moves with the same hands, such as `promote` and `stay`. */
  choice: string | null;
}
export type Ghost = Filled<wire.Ghost>;
export type Counter = Filled<wire.Counter>;
export type HandPiece = Filled<wire.HandPiece>;
export type Hand = Omit<wire.Hand, 'pieces'> & { pieces: HandPiece[] };
export type Layer = Omit<Filled<wire.Layer>, 'pieces'> & { pieces: Piece[] };
export type View = Omit<Filled<wire.View>, 'pieces' | 'hands' | 'points' | 'moves' | 'compare' | 'ghost' | 'counters'> & {
  pieces: Piece[];
  hands: Hand[];
  moves: LegalMove[];
  compare: Layer | null;
  ghost: Ghost | null;
  counters: Counter[];
};

/** One line of the list of moves. */
export interface MoveRow {
  /** Counted from 1. */
  number: number;
  /** Whose decision it was; `null` for chance. */
  seat: wire.Seat | null;
  /** A move or a draw in the game's notation; empty where the game was ended. */
  text: string;
  /** How the game was ended, where it was not by a move. */
  ending: string | null;
  /** Whether it is the outcome of a draw. */
  chance: boolean;
}

export type TableState = Omit<Filled<wire.TableState>, 'view' | 'offers' | 'names'> & {
  view: View;
  moves: MoveRow[];
  offers: wire.Offers;
  names: wire.Names;
  pace: wire.Pace;
};
export type TableSummary = Omit<wire.TableSummary, 'picture'> & { view: View };
export type Demo = Omit<wire.Demo, 'view'> & { view: View };
export type Viewed = Omit<wire.RecordView, 'view'> & { view: View; moves: MoveRow[] };
export type CreatedTable = Omit<wire.Created, 'table'> & { table: TableState };
