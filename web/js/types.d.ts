/** What goes over the wire between page and server. Names are those of the Rust types. */

export type Seat = 'first' | 'second';

export interface Text {
  key: string;
  args?: Record<string, string>;
}

export interface Outcome {
  winner: Seat | null;
  reason: string;
}

export type Turn = { kind: 'seat'; seat: Seat } | { kind: 'chance' } | { kind: 'over'; outcome: Outcome };

export interface Square {
  x: number;
  y: number;
}

export type GridStyle = 'points' | 'cells' | 'hollows';

export interface Grid {
  columns: number;
  rows: number;
  style: GridStyle;
  stars: Square[];
  column_labels: string[];
  row_labels: string[];
}

export interface Piece {
  at: Square;
  glyph: string;
  owner: Seat | null;
  label: string | null;
  shade: number | null;
  kept: boolean;
  steps: [number, number][];
}

export interface HandPiece {
  glyph: string;
  count: number;
  steps: [number, number][];
}

export interface Hand {
  seat: Seat;
  pieces: HandPiece[];
}

export type Source = { kind: 'board'; at: Square } | { kind: 'hand'; glyph: string };

export interface LegalMove {
  text: string;
  from: Source | null;
  to: Square | null;
  over: Square[];
  action: string | null;
  choice: string | null;
}

export type MarkKind = 'last' | 'forbidden' | 'threat' | 'best' | 'mistake' | 'danger';

export interface Mark {
  at: Square;
  kind: MarkKind;
  label: string | null;
}

export type StrokeKind = 'win' | 'arrow' | 'jump' | 'threat';

export interface Stroke {
  from: Square;
  to: Square;
  kind: StrokeKind;
}

export interface Heat {
  at: Square;
  weight: number;
  label: string | null;
}

export interface Region {
  name: string;
  squares: Square[];
  value: string | null;
}

export interface Layer {
  title: Text;
  pieces: Piece[];
  strokes: Stroke[];
}

export interface Ghost {
  glyph: string;
  owner: Seat | null;
  label: string | null;
  shade: number | null;
}

export interface Counter {
  seat: Seat | null;
  label: Text;
  value: string;
}

export interface View {
  grid: Grid;
  pieces: Piece[];
  hands: Hand[];
  moves: LegalMove[];
  marks: Mark[];
  strokes: Stroke[];
  regions: Region[];
  compare: Layer | null;
  ghost: Ghost | null;
  counters: Counter[];
  turn: Turn;
  status: Text;
  spoken: Text | null;
}

export type Event = { move: string } | { chance: string } | { resign: Seat };

export interface SealNote {
  construction: string;
  hash: string;
  seed?: string;
}

export type Rules = Record<string, unknown>;

export interface Record_ {
  format: number;
  game: string;
  rules: Rules;
  events: Event[];
  seal?: SealNote;
  tags?: Record<string, string>;
}

export type Certainty = 'exact' | 'proved' | 'estimate' | 'score';

export interface AnalysisRequest {
  kind?: string;
  lines?: number;
}

export interface AnalysisLine {
  moves: string[];
  score: string;
  bar: number | null;
  certainty: Certainty | null;
  note: Text | null;
}

export interface Figure {
  label: Text;
  value: string;
  certainty: Certainty | null;
}

export interface Analysis {
  headline: Text;
  bar: number | null;
  score: string | null;
  certainty: Certainty | null;
  lines: AnalysisLine[];
  figures: Figure[];
  heat: Heat[];
  marks: Mark[];
  strokes: Stroke[];
  regions: Region[];
  depth: number | null;
  nodes: number;
  seconds: number;
}

export interface Progress {
  depth: number | null;
  nodes: number;
  fraction: number | null;
  score: string | null;
  line: string[];
}

export interface LevelInfo {
  id: string;
  seconds: number;
  elo: number | null;
  only: [string, string[]] | null;
}

export type RuleKind =
  | { kind: 'number'; min: number; max: number; usual: number[] }
  | { kind: 'choice'; options: string[] }
  | { kind: 'flag' }
  | { kind: 'numbers'; min: number; max: number; longest: number }
  | { kind: 'text'; longest: number };

export interface RuleField {
  key: string;
  kind: RuleKind;
  advanced: boolean;
}

export interface Preset {
  id: string;
  rules: Rules;
}

export interface FormatInfo {
  id: string;
  media_type: string;
}

export interface GameInfo {
  id: string;
  name: string;
  seats: [{ key: string }, { key: string }];
  levels: LevelInfo[];
  default_level: string;
  hint_level: string;
  rules: RuleField[];
  presets: Preset[];
  default_rules: Rules;
  formats: FormatInfo[];
  analyses: string[];
  chance: boolean;
  demo: Record_;
}

export type SeatSpec = { kind: 'human' } | { kind: 'level'; level: string };

export interface Seats {
  first: SeatSpec;
  second: SeatSpec;
}

export interface MoveRow {
  number: number;
  seat: Seat | null;
  text: string;
  chance: boolean;
}

export interface Thinking {
  seat: Seat;
  since_ms: number;
  progress: Progress | null;
}

export interface TableState {
  id: string;
  game: string;
  rules: Rules;
  seats: Seats;
  version: number;
  events: number;
  record: Record_;
  view: View;
  turn: Turn;
  moves: MoveRow[];
  thinking: Thinking | null;
  undoable: { first: boolean; second: boolean };
  next: string | null;
  created_at: string;
  updated_at: string;
  options: Record<string, unknown>;
}

export interface TableSummary {
  id: string;
  game: string;
  seats: Seats;
  turn: Turn;
  events: number;
  updated_at: string;
  view: View;
}

export type Tokens = Partial<Record<Seat, string>>;

export interface CreatedTable {
  table: TableState;
  tokens: Tokens;
}

export interface Viewed {
  view: View;
  events: number;
  turn: Turn;
  moves: MoveRow[];
}

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
}

export interface JobState {
  id: string;
  status: 'running' | 'done' | 'stopped' | 'failed';
  progress: unknown;
  result: unknown;
  error: Problem | null;
}

export interface Hint {
  move: string;
  line: string[];
  score: string | null;
}
