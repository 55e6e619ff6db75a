// Generated from the server's OpenAPI document by `cargo xtask wire`; a test fails when it differs. Do not edit.

/** What is known about a position, for people: one vocabulary for all games. */
export interface Analysis {
  /** The first player's share of the bar, 0 to 1. */
  bar: number | null;
  certainty: Certainty | null;
  /** Depth finished. */
  depth: number | null;
  /** Further numbers with their names. */
  figures: Figure[];
  /** One sentence in words. */
  headline: Text;
  /** A value for points of the board. */
  heat: Heat[];
  /** Best lines, best first. */
  lines: AnalysisLine[];
  /** Marks on the board. */
  marks: Mark[];
  /** Nodes so far. */
  nodes: number;
  /** What chance would bring if it decided now, as parts of a whole. */
  odds: Odds[];
  /** Parts of the board. */
  regions: Region[];
  score: Score | null;
  /** Seconds so far. */
  seconds: number;
  /** Strokes on the board. */
  strokes: Stroke[];
}

/** A kind of analysis. */
export interface AnalysisInfo {
  /** Its name in requests. */
  id: string;
  /** How long it may take unless it is stopped, in seconds. */
  seconds: number;
  when: Condition | null;
}

/** One line of an analysis. */
export interface AnalysisLine {
  /** The first player's share of the bar, 0 to 1. */
  bar: number | null;
  certainty: Certainty | null;
  /** The moves from the position on, in the game's notation. */
  moves: string[];
  note: Text | null;
  score: Score | null;
}

/** What is asked of an analysis. */
export interface AnalysisRequest {
  /** What to find: empty for the game's usual analysis, else one of the kinds in its `GameInfo`, such as `threats`, `forced_win`, `odds`. */
  kind?: string;
  /** How many lines are wanted; 0 for the game's usual number. */
  lines?: number;
}

/** How a number is known. */
export type Certainty = "exact" | "proved" | "estimate" | "score";

/** Something that there is only under some rules: a field of the rules has one of these values. */
export interface Condition {
  /** The field's name in the rules' JSON. */
  field: string;
  /** The values. */
  values: unknown[];
}

/** A number that stays in sight. */
export interface Counter {
  /** What it counts. */
  label: Text;
  seat: Seat | null;
  /** The number, as text. */
  value: string;
}

/** How to set up a table. */
export interface CreateTable {
  /** The game's name in the catalogue. */
  game: string;
  /** Anything else worth keeping, at most 4 KiB of JSON. */
  options?: { [key: string]: unknown } | null;
  record?: Record | null;
  /** The rules; what is missing has its default value. */
  rules?: { [key: string]: unknown } | null;
  /** Who sits where. */
  seats: Seats;
}

/** A table that was just set up, and the tokens of its people. Nobody can ask for the tokens again. */
export interface Created {
  /** The table. */
  table: TableState;
  /** A token for each person. */
  tokens: Tokens;
}

/** A decision that needs a seat and the version it is about: taking back, giving up. */
export interface Decision {
  /** To take back a human opponent's answer as well: the opponent's token. */
  consent?: string | null;
  /** The token of the seat that decides. */
  token: string;
  /** The version of the table that it is about. */
  version: number;
}

/** One thing that happened, with its text in the game's notation. */
export type Event = {
  /** A player's move. */
  move: string;
} | {
  /** The outcome of a draw. */
  chance: string;
} | {
  /** A player gave up. */
  resign: Seat;
};

/** A named number of an analysis. */
export interface Figure {
  certainty: Certainty | null;
  /** Its name. */
  label: Text;
  /** Its value as people read it. */
  value: string;
}

/** A format that games are exchanged in. */
export interface FormatInfo {
  /** Its name and file ending, such as `sgf`. */
  id: string;
  /** Its media type. */
  media_type: string;
}

/** A game as it is offered. Names and sentences are on the page, by key: `game.ID.name`, `game.ID.level.LEVEL`, `game.ID.rule.FIELD`, … */
export interface GameInfo {
  /** The texts of moves that are buttons, such as `observe`; their words are `move.NAME`. */
  actions: string[];
  /** Kinds of analysis, the usual one first. */
  analyses: AnalysisInfo[];
  /** Whether chance plays a part, so that a table needs a seal. */
  chance: boolean;
  /** The level offered first. */
  default_level: string;
  /** The default rules, whole. */
  default_rules: { [key: string]: unknown };
  /** A short game in the game's notation for the home page's small living board. */
  demo: Record;
  /** Formats besides the record's own JSON. */
  formats: FormatInfo[];
  /** The level that gives hints. */
  hint_level: string;
  /** Name in the catalogue. */
  id: string;
  /** Levels of the computer, weakest first. */
  levels: LevelInfo[];
  /** English name for the terminal. */
  name: string;
  /** Named sets of choices. */
  presets: Preset[];
  /** What pieces turn into. */
  promotions: Promotion[];
  /** What may be chosen. */
  rules: RuleField[];
  /** Both sides, first player first. */
  seats: [SeatInfo, SeatInfo];
}

/** What would be placed by the player to move. */
export interface Ghost {
  /** Its drawing. */
  glyph: string;
  /** Text on it. */
  label: string | null;
  owner: Seat | null;
  /** Probability of being the first player's colour. */
  shade: number | null;
}

/** The board itself. */
export interface Grid {
  /** Names of the columns from the left. */
  column_labels: string[];
  /** Number of columns. */
  columns: number;
  /** Names of the rows from the top. */
  row_labels: string[];
  /** Number of rows. */
  rows: number;
  /** Star points. */
  stars: Square[];
  /** Where pieces stand. */
  style: GridStyle;
}

/** Where pieces stand on a board. */
export type GridStyle = "points" | "cells" | "hollows";

/** The pieces that one player holds beside the board. */
export interface Hand {
  /** What is in it; kinds with a count of 0 keep their place. */
  pieces: HandPiece[];
  /** Whose hand. */
  seat: Seat;
}

/** One kind of piece in a hand. */
export interface HandPiece {
  /** How many. */
  count: number;
  /** Its drawing. */
  glyph: string;
  /** Directions it can step, as (right, up) seen by its owner. */
  steps: [number, number][];
}

/** How the server is. */
export interface Health {
  /** `ok`. */
  status: string;
  /** The program's version. */
  version: string;
  /** Open watchers of tables. */
  watchers: number;
}

/** A value for a place, drawn as warmth. */
export interface Heat {
  /** Where. */
  at: Square;
  score: Score | null;
  /** 0 (nothing) to 1 (the best place). */
  weight: number;
}

/** A good move. */
export interface Hint {
  /** The line expected. */
  line: string[];
  /** The move in the game's notation. */
  move: string;
  score: Score | null;
}

/** A game in another format. */
export interface Import {
  /** `json` for a record, or one of the game's formats. */
  format: string;
  /** The game's name in the catalogue; may be left out for `json`, and where only one game has the format. */
  game?: string | null;
  seats?: Seats | null;
  /** The file's text. */
  text: string;
}

/** Work to be done on the server's search threads. */
export type JobRequest = {
  /** Its question. */
  input?: { [key: string]: unknown };
  kind: "tool";
  /** Longest time in seconds. */
  seconds?: number | null;
  /** Its name, such as `konane.value`. */
  tool: string;
} | {
  /** After how many events; all of them unless told. */
  at?: number | null;
  kind: "analysis";
  /** The game. */
  record: Record;
  /** What is asked. */
  request?: AnalysisRequest;
  /** Longest time in seconds. */
  seconds?: number | null;
} | {
  /** After how many events; all of them unless told. */
  at?: number | null;
  kind: "hint";
  /** The game. */
  record: Record;
  /** Longest time in seconds. */
  seconds?: number | null;
};

/** A job. */
export interface JobState {
  error: Problem | null;
  /** Its name in addresses. */
  id: string;
  /** How far it has got, in the form of its kind. */
  progress: unknown;
  /** Whether it still waits for a free thread. */
  queued: boolean;
  /** The answer, in the form of its kind. */
  result: unknown;
  /** How it stands. */
  status: JobStatus;
}

/** How a job stands. */
export type JobStatus = "running" | "done" | "stopped" | "failed";

/** Another picture of the same board. */
export interface Layer {
  /** The pieces in it. */
  pieces: Piece[];
  /** Strokes in it, such as the winning row. */
  strokes: Stroke[];
  /** What it shows. */
  title: Text;
}

/** A legal move, by what the hand does: pick something up (`from`), put it down (`to`), or press a button (`action`). */
export interface LegalMove {
  /** For a move that is a button: its name, such as `observe`. */
  action: string | null;
  /** Tells apart moves with the same hands, such as `promote` and `stay`. */
  choice: string | null;
  from: Source | null;
  /** Places passed over, in order (the stones a Konane jump takes). */
  over: Square[];
  /** The move in the game's notation; this is what is sent back. */
  text: string;
  to: Square | null;
}

/** A level of the computer. */
export interface LevelInfo {
  /** Measured strength relative to the game's other levels, where it was measured. */
  elo: number | null;
  /** Its name in requests and on the command line. */
  id: string;
  /** How long it thinks at most by default, in seconds. */
  seconds: number;
  when: Condition | null;
}

/** What a watcher of a table is sent. */
export type LiveEvent = {
  kind: "table";
  /** The table's version. A gap means that something was missed. */
  seq: number;
  /** The table now. */
  table: TableState;
} | {
  kind: "thinking";
  /** The table's version. */
  seq: number;
  thinking: Thinking | null;
};

/** A mark on a place. */
export interface Mark {
  /** Where. */
  at: Square;
  /** What it means. */
  kind: MarkKind;
  /** A short text on it. */
  label: string | null;
}

/** What a mark means. */
export type MarkKind = "last" | "forbidden" | "threat" | "best" | "mistake" | "danger";

/** One line of the list of moves. */
export interface MoveRow {
  /** Whether it is the outcome of a draw. */
  chance: boolean;
  /** Counted from 1. */
  number: number;
  seat: Seat | null;
  /** The event in the game's notation; `resign` for a resignation. */
  text: string;
}

/** A request that only needs a seat. */
export interface Nudge {
  /** The token of a seat. A table without people needs none. */
  token?: string | null;
}

/** One thing that chance may bring. */
export interface Odds {
  /** How probable it is, 0 to 1. */
  share: number;
  winner: Seat | null;
}

/** How a game ended. */
export interface Outcome {
  /** Why, as a key that the page translates (`reason.five`, `reason.lion_taken`, …, without the `reason.`). */
  reason: string;
  winner: Seat | null;
}

/** A piece on the board. */
export interface Piece {
  /** Where it stands. */
  at: Square;
  /** Its drawing: `stone`, `pebble`, `lion`, `hen`, … */
  glyph: string;
  /** A colour that stays for good. */
  kept: boolean;
  /** Text that is always on the piece. */
  label: string | null;
  /** The number of the move that put it there, for those who want to see it. */
  number: number | null;
  owner: Seat | null;
  /** Probability of being the first player's colour, 0 to 1, for a stone that has not decided yet. */
  shade: number | null;
  /** Directions it can step, as (right, up) seen by its owner. */
  steps: [number, number][];
}

/** A move. */
export interface PlayMove {
  /** The move in the game's notation. */
  move: string;
  /** The token of the seat to move. */
  token: string;
  /** The version of the table that the move answers. */
  version: number;
}

/** A named set of rules. */
export interface Preset {
  /** Its name. */
  id: string;
  /** The rules, whole. */
  rules: { [key: string]: unknown };
}

/** An error as it is sent: RFC 9457 problem details. */
export interface Problem {
  /** The kind, for programs. */
  code: ProblemCode;
  /** What was wrong, where, and what was expected. */
  detail: string;
  /** The HTTP status. */
  status: number;
  /** The kind in a few words. */
  title: string;
  /** Where this kind of problem is described. */
  type: string;
  /** The table's current version, when the request was about an older one. */
  version?: number;
}

/** What kind of thing went wrong, for programs. */
export type ProblemCode = "malformed" | "not-found" | "method-not-allowed" | "unsupported-media" | "too-large" | "timeout" | "invalid" | "unknown-game" | "unknown-level" | "unknown-tool" | "unknown-format" | "bad-record" | "illegal-move" | "game-over" | "game-not-over" | "wrong-token" | "not-your-turn" | "nothing-to-undo" | "stale-version" | "foreign-origin" | "foreign-host" | "too-many-requests" | "busy" | "internal";

/** How far a player or a long computation has got. */
export interface Progress {
  /** Depth finished, where the work has a depth. */
  depth: number | null;
  doing: Text | null;
  /** Share of the work done, 0 to 1, where it can be known. */
  fraction: number | null;
  /** The line expected, in the game's notation. */
  line: string[];
  /** Nodes, positions or samples so far. */
  nodes: number;
  score: Score | null;
}

/** What a piece turns into. */
export interface Promotion {
  /** The drawing of the piece. */
  from: string;
  /** Directions that can step, as (right, up) seen by its owner. */
  steps: [number, number][];
  /** The drawing of what it turns into. */
  to: string;
}

/** A whole game: the rules and what happened. Everything else is derived from it by replaying. */
export interface Record {
  /** What happened, in order. */
  events: Event[];
  /** Version of this form, `RECORD_FORMAT`. */
  format: number;
  /** The game's name in the catalogue, such as `gomoku`. */
  game: string;
  /** The game's rules, in its own form. */
  rules: { [key: string]: unknown };
  /** The fairness seal of a game with chance. */
  seal?: SealNote;
  /** Names, dates and remarks, which change nothing: `first`, `second`, `date`, `event`, … */
  tags?: { [key: string]: string };
}

/** A place in a record. */
export interface RecordView {
  /** How many events the whole record has. */
  events: number;
  /** The whole record's events, one row each. */
  moves: MoveRow[];
  /** Whose decision comes next at that place. */
  turn: Turn;
  /** What is to be drawn. */
  view: View;
}

/** A part of the board, drawn in a tint of its own with a letter. */
export interface Region {
  /** Its letter or name. */
  name: string;
  /** Its cells. */
  squares: Square[];
  /** What it is worth, if known. */
  value: string | null;
}

/** How to play again. */
export interface Rematch {
  /** Whether the players exchange seats. */
  swap?: boolean;
  /** The token of a seat. A table without people needs none. */
  token?: string | null;
}

/** Something that may be chosen before the game. */
export interface RuleField {
  /** Shown only in the advanced drawer. */
  advanced: boolean;
  /** Its name in the rules' JSON. */
  key: string;
  /** What may be put in. */
  kind: RuleKind;
  when: Condition | null;
}

/** What may be put into a field of the rules. */
export type RuleKind = {
  kind: "number";
  /** Largest. */
  max: number;
  /** Smallest. */
  min: number;
  /** Values worth offering as buttons. */
  usual: number[];
} | {
  kind: "choice";
  /** The names. */
  options: string[];
} | {
  kind: "flag";
} | {
  kind: "numbers";
  /** Longest list. */
  longest: number;
  /** Largest. */
  max: number;
  /** Smallest. */
  min: number;
} | {
  kind: "text";
  /** Longest text. */
  longest: number;
};

/**
 * What a position or a move is worth. A number without a seat is the **first** player's, whoever is to move: bar, graph and labels all
 * have this one point of view.
 */
export type Score = {
  kind: "value";
  /** The number. */
  value: number;
} | {
  kind: "share";
  /** 0 to 1. */
  share: number;
} | {
  kind: "win";
  /** With which of the winner's own moves from here: 1 for a win at the winner's next move, 0 if it is won already. */
  moves: number;
  /** Whose. */
  seat: Seat;
} | {
  kind: "draw";
} | {
  kind: "exact";
  /** The value. */
  text: string;
};

/** The published part of a game's seal. */
export interface SealNote {
  /** How draws follow from the seed. */
  construction: string;
  /** The hash of the seed, known from the start. */
  hash: string;
  /** The seed, once the game has ended. */
  seed?: string;
}

/** One of the two sides of a game. `First` makes the first move: Black in gomoku and Konane, the lower side in animal shogi. */
export type Seat = "first" | "second";

/** One side of a game. */
export interface SeatInfo {
  /** The drawing of a piece that stands for this side. */
  emblem: string;
  /** `black`, `white`, `sente`, …: the key of its name. */
  key: string;
}

/** Who sits on a seat. */
export type SeatSpec = {
  kind: "human";
} | {
  kind: "level";
  /** One of the game's levels. */
  level: string;
};

/** Who sits where. */
export interface Seats {
  /** The side that moves first. */
  first: SeatSpec;
  /** The side that moves second. */
  second: SeatSpec;
}

/** Where a move comes from. */
export type Source = {
  /** That place. */
  at: Square;
  kind: "board";
} | {
  /** The drawing of the piece. */
  glyph: string;
  kind: "hand";
};

/** A place on the board: column from the left and row from the **top**, both from 0. */
export interface Square {
  /** Column from the left. */
  x: number;
  /** Row from the top. */
  y: number;
}

/** A line across the board. */
export interface Stroke {
  /** One end. */
  from: Square;
  /** What it means. */
  kind: StrokeKind;
  /** The other end. */
  to: Square;
}

/** What a stroke means. */
export type StrokeKind = "win" | "arrow" | "jump" | "threat";

/** Tables, the one that changed last first. */
export interface TableList {
  /** The tables. */
  tables: TableSummary[];
}

/** A table as everybody sees it. */
export interface TableState {
  /** When it was set up (RFC 3339, UTC). */
  created_at: string;
  /** How many events have happened. */
  events: number;
  /** The game's name in the catalogue. */
  game: string;
  /** Its name in addresses. */
  id: string;
  /** The events, one row each. */
  moves: MoveRow[];
  /** The table of the next game, once somebody asked for a rematch. */
  next: string | null;
  /**
   * What the creator chose beside the rules. The server knows `seconds` (thinking time of the computer)
   * and `pause_ms` (between moves of two computers); the rest is the page's.
   */
  options: { [key: string]: unknown };
  /** Rules and events; the seal's seed only when the game is over. */
  record: Record;
  /** The rules, whole. */
  rules: { [key: string]: unknown };
  /** Who sits where. */
  seats: Seats;
  thinking: Thinking | null;
  /** Whose decision comes next. */
  turn: Turn;
  /** Which seats may take back now. */
  undoable: Undoable;
  /** When it changed last (RFC 3339, UTC). */
  updated_at: string;
  /** Grows by one with every change, also when something is taken back. */
  version: number;
  /** What is to be drawn. */
  view: View;
}

/** A table in a list. */
export interface TableSummary {
  /** How many events have happened. */
  events: number;
  /** The game's name in the catalogue. */
  game: string;
  /** Its name in addresses. */
  id: string;
  /** Who sits where. */
  seats: Seats;
  /** Whose decision comes next. */
  turn: Turn;
  /** When it changed last (RFC 3339, UTC). */
  updated_at: string;
  /** What is to be drawn. */
  view: View;
}

/** A sentence for people, as a key and its arguments; the page has the words in each language. */
export interface Text {
  /** What is filled in, by name. */
  args?: { [key: string]: string };
  /** The key in the page's dictionaries, such as `spoken.stone_placed`. */
  key: string;
}

/** A computer that is thinking. */
export interface Thinking {
  progress: Progress | null;
  /** Whose turn it is. */
  seat: Seat;
  /** When it began, in milliseconds since 1970 (UTC). */
  since_ms: number;
}

/** What opens the seats of people. */
export interface Tokens {
  /** The first player's, if a person sits there. */
  first?: string;
  /** The second player's, if a person sits there. */
  second?: string;
}

/** A tool. */
export interface ToolInfo {
  /** The name it is asked for by. */
  name: string;
  /** One sentence on what it answers. */
  summary: string;
}

/** Whose decision comes next. */
export type Turn = {
  kind: "seat";
  /** Which one. */
  seat: Seat;
} | {
  kind: "chance";
} | {
  kind: "over";
  /** The result. */
  outcome: Outcome;
};

/** Which seats may take back now. */
export interface Undoable {
  /** Whether the first player may, alone or with the other's consent. */
  first: boolean;
  /** Whether the second player may, alone or with the other's consent. */
  second: boolean;
}

/** A picture of a position, complete enough that whoever draws it needs no rules. */
export interface View {
  compare: Layer | null;
  /** Numbers in sight beside the board, such as observations left. */
  counters: Counter[];
  ghost: Ghost | null;
  /** The board. */
  grid: Grid;
  /** What is held beside it. */
  hands: Hand[];
  /** Marks on points or cells: the last move, forbidden points. */
  marks: Mark[];
  /** Every legal move. */
  moves: LegalMove[];
  /** What stands on it. */
  pieces: Piece[];
  /** Tinted parts of the board. */
  regions: Region[];
  spoken: Text | null;
  /** One sentence on the state of the game, to be shown and read out. */
  status: Text;
  /** Strokes across the board: the winning row, the path of a jump. */
  strokes: Stroke[];
  /** Whose turn it is. */
  turn: Turn;
}

/** A record and a place in it. */
export interface ViewRequest {
  /** After how many events; all of them unless told. */
  at?: number | null;
  /** The game. */
  record: Record;
}
