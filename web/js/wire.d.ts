// Generated from the Rust types by `cargo xtask wire`; a test fails when it differs. Do not edit.

/**
 * How players end a game without a winner.
 */
export type Agreement = "draw" | "abort";

/**
 * What is known about a position, for people: one vocabulary for all games.
 */
export type Analysis = {
/**
 * One sentence in words.
 */
headline: Text,
/**
 * The first player's share of the bar, 0 to 1.
 */
bar: number | null,
/**
 * What the position is worth.
 */
score: Score | null,
/**
 * How the score is known.
 */
certainty: Certainty | null,
/**
 * What chance would bring if it decided now, as parts of a whole.
 */
odds: Array<Odds>,
/**
 * Best lines, best first.
 */
lines: Array<AnalysisLine>,
/**
 * Further numbers with their names.
 */
figures: Array<Figure>,
/**
 * A value for points of the board.
 */
heat: Array<Heat>,
/**
 * Where a strong player would look, the likeliest first, before any search.
 */
candidates: Array<Candidate>,
/**
 * Marks on the board.
 */
marks: Array<Mark>,
/**
 * Strokes on the board.
 */
strokes: Array<Stroke>,
/**
 * Parts of the board.
 */
regions: Array<Region>,
/**
 * Depth finished.
 */
depth: number | null,
/**
 * Nodes so far.
 */
nodes: number,
/**
 * Seconds so far.
 */
seconds: number, };

/**
 * A kind of analysis.
 */
export type AnalysisInfo = {
/**
 * Its name in requests.
 */
id: string,
/**
 * How long it may take unless it is stopped, in seconds.
 */
seconds: number,
/**
 * Where there is such an analysis under some rules only.
 */
when: Condition | null, };

/**
 * One line of an analysis.
 */
export type AnalysisLine = {
/**
 * The moves from the position on, in the game's notation.
 */
moves: Array<string>,
/**
 * What the first move leads to.
 */
score: Score | null,
/**
 * The first player's share of the bar, 0 to 1.
 */
bar: number | null,
/**
 * How the score is known.
 */
certainty: Certainty | null,
/**
 * A remark (`dominated`, `reversible`, `blocks the four`).
 */
note: Text | null, };

/**
 * What is asked of an analysis.
 */
export type AnalysisRequest = {
/**
 * What to find: empty for the game's usual analysis, else one of the kinds in its `GameInfo`, such as `threats`, `forced_win`, `odds`.
 */
kind: string,
/**
 * How many lines are wanted; 0 for the game's usual number.
 */
lines: number, };

/**
 * An arrow that a reader drew.
 */
export type Arrow = {
/**
 * Its tail.
 */
from: Square,
/**
 * Its head.
 */
to: Square, };

/**
 * A move that a strong player would look at.
 */
export type Candidate = {
/**
 * The move in the game's notation.
 */
text: string,
/**
 * Where it is seen on the board.
 */
at: Square,
/**
 * How likely it is the best one, 0 to 1.
 */
share: number, };

/**
 * How a number is known.
 */
export type Certainty = "exact" | "proved" | "estimate" | "score";

/**
 * A study to be checked.
 */
export type CheckStudy = {
/**
 * The study.
 */
study: Study, };

/**
 * A study whose every move is legal.
 */
export type CheckedStudy = {
/**
 * The study.
 */
study: Study,
/**
 * The side that each node is about, a letter each: `1` for the first, `2` for the second, `-` for chance and the start.
 */
movers: string, };

/**
 * What people see of a clock.
 */
export type ClockReading = {
/**
 * How time is given.
 */
control: TimeControl,
/**
 * What the first player had when their turn began.
 */
first: Remaining,
/**
 * What the second player had when their turn began.
 */
second: Remaining,
/**
 * Whose time runs.
 */
running?: Seat,
/**
 * For how long it had run when this was sent, in milliseconds.
 */
elapsed_ms: number, };

/**
 * Something that there is only under some rules: a field of the rules has one of these values.
 */
export type Condition = {
/**
 * The field's name in the rules' JSON.
 */
field: string,
/**
 * The values.
 */
values: unknown[], };

/**
 * What a player adds to the draws of a table.
 */
export type Contribute = {
/**
 * The token of the caller's seat.
 */
token: string,
/**
 * 32 random bytes of the caller's own making, as 64 hexadecimal digits.
 */
nonce: string, };

/**
 * A number that stays in sight.
 */
export type Counter = {
/**
 * Whose it is, or both players'.
 */
seat?: Seat,
/**
 * What it counts.
 */
label: Text,
/**
 * The number, as text.
 */
value: string, };

/**
 * How to set up a table.
 */
export type CreateTable = {
/**
 * The game's name in the catalogue.
 */
game: string,
/**
 * The rules; what is missing has its default value.
 */
rules?: { [key: string]: unknown } | null,
/**
 * Who sits where.
 */
seats: Seats,
/**
 * A game to go on from, instead of `rules`.
 */
record?: Record | null,
/**
 * Anything else worth keeping, at most 4 KiB of JSON.
 */
options?: { [key: string]: unknown } | null,
/**
 * How time is given, if it is limited.
 */
clock?: TimeControl | null,
/**
 * Whether strangers are shown the table. Otherwise only who knows its address finds it.
 */
listed?: boolean,
/**
 * Whether two people play from two places. Then taking back needs the other's consent, and nobody is given hints.
 */
apart?: boolean,
/**
 * What people call themselves; 24 characters of each name are kept.
 */
names?: Names,
/**
 * Seats of people that are not the caller's: the answer has an invitation for each of them instead of a token.
 */
invite?: Array<Seat>, };

/**
 * A table and what opens the caller's seats there. Nobody can ask for that again.
 */
export type Created = {
/**
 * The table.
 */
table: TableState,
/**
 * The tokens of the caller's seats. Whoever has two computers play gets one too, to pause them with.
 */
tokens: Tokens,
/**
 * Invitations to the seats that the caller asked them for. Each lets one person sit down once.
 */
invitations?: Tokens, };

/**
 * A decision that needs a seat and the version it is about: taking back, giving up.
 */
export type Decision = {
/**
 * The token of the seat that decides.
 */
token: string,
/**
 * The version of the table that it is about.
 */
version: number,
/**
 * To take back a human opponent's answer as well: the opponent's token.
 */
consent?: string | null, };

/**
 * Where a game's demonstration begins, so that a page can show every game without asking for each.
 */
export type Demo = {
/**
 * The game's name in the catalogue.
 */
game: string,
/**
 * After how many events of `GameInfo::demo`.
 */
at: number,
/**
 * The position there. It is only looked at, so it lists no moves.
 */
view: View, };

/**
 * A game in which chance decides next.
 */
export type DrawRequest = {
/**
 * The game.
 */
record: Record,
/**
 * What the draw follows from; nothing is sealed in a study.
 */
seed: number, };

/**
 * What chance decided.
 */
export type Drawn = {
/**
 * The event, which has still to happen.
 */
event: Event, };

/**
 * One thing that happened, with its text in the game's notation.
 */
export type Event = { "move": string } | { "chance": string } | { "resign": Seat } | { "timeout": Seat } | { "absent": Seat } | { "end": Agreement };

/**
 * A named number of an analysis.
 */
export type Figure = {
/**
 * Its name.
 */
label: Text,
/**
 * Its value as people read it.
 */
value: string,
/**
 * How it is known.
 */
certainty: Certainty | null, };

/**
 * A format that games are exchanged in.
 */
export type FormatInfo = {
/**
 * Its name and file ending, such as `sgf`.
 */
id: string,
/**
 * Its media type.
 */
media_type: string,
/**
 * Whether it is made of bytes, not of text.
 */
binary: boolean,
/**
 * Whether games are written in it; all formats are read.
 */
writes: boolean, };

/**
 * A game as it is offered. Names and sentences are on the page, by key: `game.ID.name`, `game.ID.level.LEVEL`, `game.ID.rule.FIELD`, …
 */
export type GameInfo = {
/**
 * Name in the catalogue.
 */
id: string,
/**
 * English name for the terminal.
 */
name: string,
/**
 * Both sides, first player first.
 */
seats: [SeatInfo, SeatInfo],
/**
 * Levels of the computer, weakest first.
 */
levels: Array<LevelInfo>,
/**
 * The level offered first.
 */
default_level: string,
/**
 * Who gives hints: a level, or a player that nobody plays against.
 */
hint_level: string,
/**
 * What may be chosen.
 */
rules: Array<RuleField>,
/**
 * Named sets of choices.
 */
presets: Array<Preset>,
/**
 * The default rules, whole.
 */
default_rules: { [key: string]: unknown },
/**
 * Formats besides the record's own JSON.
 */
formats: Array<FormatInfo>,
/**
 * Kinds of analysis, the usual one first.
 */
analyses: Array<AnalysisInfo>,
/**
 * The texts of moves that are buttons, such as `observe`; their words are `move.NAME`.
 */
actions: Array<string>,
/**
 * What pieces turn into.
 */
promotions: Array<Promotion>,
/**
 * Whether chance plays a part, so that a table needs a seal.
 */
chance: boolean,
/**
 * A short game in the game's notation for the home page's small living board.
 */
demo: Record, };

/**
 * What would be placed by the player to move.
 */
export type Ghost = {
/**
 * Its drawing.
 */
glyph: string,
/**
 * Whose it would be.
 */
owner?: Seat,
/**
 * Text on it.
 */
label?: string,
/**
 * Probability of being the first player's colour.
 */
shade?: number, };

/**
 * The board itself.
 */
export type Grid = {
/**
 * Number of columns.
 */
columns: number,
/**
 * Number of rows.
 */
rows: number,
/**
 * Where pieces stand.
 */
style: GridStyle,
/**
 * Star points.
 */
stars: Array<Square>,
/**
 * Names of the columns from the left.
 */
column_labels: Array<string>,
/**
 * Names of the rows from the top.
 */
row_labels: Array<string>, };

/**
 * Where pieces stand on a board.
 */
export type GridStyle = "points" | "cells" | "hollows";

/**
 * The pieces that one player holds beside the board.
 */
export type Hand = {
/**
 * Whose hand.
 */
seat: Seat,
/**
 * What is in it; kinds with a count of 0 keep their place.
 */
pieces: Array<HandPiece>, };

/**
 * One kind of piece in a hand.
 */
export type HandPiece = {
/**
 * Its drawing.
 */
glyph: string,
/**
 * How many.
 */
count: number,
/**
 * Directions it can step, as (right, up) seen by its owner.
 */
steps?: Array<[number, number]>, };

/**
 * How the server is.
 */
export type Health = {
/**
 * `ok`.
 */
status: string,
/**
 * The program's version.
 */
version: string,
/**
 * Open watchers of tables.
 */
watchers: number, };

/**
 * A value for a place, drawn as warmth.
 */
export type Heat = {
/**
 * Where.
 */
at: Square,
/**
 * 0 (nothing) to 1 (the best place).
 */
weight: number,
/**
 * What a move there leads to.
 */
score: Score | null, };

/**
 * A good move.
 */
export type Hint = {
/**
 * The move in the game's notation.
 */
move: string,
/**
 * The line expected.
 */
line: Array<string>,
/**
 * What the position is worth.
 */
score: Score | null, };

/**
 * Who holds the seats of people, each by a sign that changes when the seat changes hands and is no secret. Whoever is given a
 * token notes its seat's sign; once the sign is another one, the token opens nothing any more.
 */
export type Holders = {
/**
 * Who holds the first seat, if a person does.
 */
first?: string,
/**
 * Who holds the second seat, if a person does.
 */
second?: string, };

/**
 * A game in another format.
 */
export type Import = {
/**
 * `json` for a record, or one of the game's formats.
 */
format: string,
/**
 * The game's name in the catalogue; may be left out for `json`, and where only one game has the format.
 */
game?: string | null,
/**
 * The file's text.
 */
text: string,
/**
 * Who sits where; two people unless told.
 */
seats?: Seats | null, };

/**
 * Work beside a table: long enough to be watched and stopped.
 */
export type JobRequest = { "kind": "tool",
/**
 * Its name, such as `konane.value`.
 */
tool: string,
/**
 * Its question.
 */
input: { [key: string]: unknown },
/**
 * Longest time in seconds.
 */
seconds?: number | null, } | { "kind": "analysis",
/**
 * The game.
 */
record: Record,
/**
 * After how many events; all of them unless told.
 */
at?: number | null,
/**
 * What is asked.
 */
request?: AnalysisRequest,
/**
 * Longest time in seconds.
 */
seconds?: number | null, } | { "kind": "hint",
/**
 * The game.
 */
record: Record,
/**
 * After how many events; all of them unless told.
 */
at?: number | null,
/**
 * Longest time in seconds.
 */
seconds?: number | null, };

/**
 * A job.
 */
export type JobState = {
/**
 * Its name in addresses.
 */
id: string,
/**
 * How it stands.
 */
status: JobStatus,
/**
 * Whether it still waits for a free thread.
 */
queued: boolean,
/**
 * How far it has got, in the form of its kind.
 */
progress: unknown,
/**
 * The answer, in the form of its kind.
 */
result: unknown,
/**
 * What went wrong, or which limit ended it.
 */
error: Problem | null, };

/**
 * How a job stands.
 */
export type JobStatus = "running" | "done" | "stopped" | "failed";

/**
 * A wish to sit down at a table of the lobby.
 */
export type JoinTable = {
/**
 * A token of the caller's own making, as in `TakeSeat`. Left out, the answer brings one.
 */
token?: string | null,
/**
 * What the caller is called.
 */
name?: string | null, };

/**
 * Another picture of the same board.
 */
export type Layer = {
/**
 * What it shows.
 */
title: Text,
/**
 * The pieces in it.
 */
pieces?: Array<Piece>,
/**
 * Strokes in it, such as the winning row.
 */
strokes?: Array<Stroke>, };

/**
 * A wish to give up a seat.
 */
export type LeaveSeat = {
/**
 * The token of the seat.
 */
token: string, };

/**
 * A level of the computer.
 */
export type LevelInfo = {
/**
 * Its name in requests and on the command line.
 */
id: string,
/**
 * How long it thinks at most by default, in seconds.
 */
seconds: number,
/**
 * Measured strength relative to the game's other levels, where it was measured.
 */
elo: number | null,
/**
 * Where the level plays under some rules only.
 */
when: Condition | null, };

/**
 * What a watcher of a table is sent.
 */
export type LiveEvent = { "kind": "table",
/**
 * The table's version.
 */
seq: number,
/**
 * The table now.
 */
table: TableState, } | { "kind": "change",
/**
 * The table's version after the change, one more than before. After a gap, fetch the table again.
 */
seq: number,
/**
 * What is different.
 */
change: TableChange, } | { "kind": "presence",
/**
 * The table's version.
 */
seq: number,
/**
 * Who.
 */
presence: Presence, } | { "kind": "phrase",
/**
 * The table's version.
 */
seq: number,
/**
 * Who says it.
 */
seat: Seat,
/**
 * What.
 */
phrase: Phrase, } | { "kind": "thinking",
/**
 * The table's version.
 */
seq: number,
/**
 * The computer that is thinking, if one is.
 */
thinking?: Thinking, };

/**
 * The tables that strangers are shown.
 */
export type Lobby = {
/**
 * Those with a seat that waits for somebody.
 */
open: Array<TableSummary>,
/**
 * Games to watch.
 */
playing: Array<TableSummary>, };

/**
 * An offer, or the answer to one.
 */
export type MakeOffer = {
/**
 * The token of the seat that offers.
 */
token: string,
/**
 * The version of the table that it is about.
 */
version: number,
/**
 * What.
 */
offer: Offer,
/**
 * `true` to decline what the opponent offers, or to withdraw the caller's own offer.
 */
decline?: boolean, };

/**
 * A wish to let somebody sit down.
 */
export type MakePass = {
/**
 * The token of the caller's seat.
 */
token: string,
/**
 * The seat: one on which nobody sits, or the caller's own, which is the caller's until the pass is used.
 */
seat?: Seat | null,
/**
 * Whether it is to be a code of ten letters for the next ten minutes, instead of a long invitation without an end.
 */
short?: boolean, };

/**
 * A mark on a place.
 */
export type Mark = {
/**
 * Where.
 */
at: Square,
/**
 * What it means.
 */
kind: MarkKind,
/**
 * A short text on it.
 */
label: string | null, };

/**
 * What a mark means.
 */
export type MarkKind = "last" | "forbidden" | "threat" | "offered" | "best" | "mistake" | "danger";

/**
 * What people call themselves.
 */
export type Names = {
/**
 * The first player.
 */
first?: string,
/**
 * The second player.
 */
second?: string, };

/**
 * A position of a study, by the event that leads to it.
 */
export type Node = {
/**
 * The number of the node before, counted from 0; the one just before in the list unless told.
 */
after?: number,
/**
 * What happened; nothing at the start.
 */
event?: Event,
/**
 * What is said about it.
 */
comment?: string,
/**
 * What is drawn on places.
 */
signs?: Array<Sign>,
/**
 * Arrows from place to place.
 */
arrows?: Array<Arrow>, };

/**
 * What the players added to the draws of a game. All of it came before the first draw, so it is part of every draw.
 */
export type Nonces = {
/**
 * The first player's, as 64 hexadecimal digits.
 */
first?: string,
/**
 * The second player's, as 64 hexadecimal digits.
 */
second?: string, };

/**
 * A request that only needs a seat.
 */
export type Nudge = {
/**
 * The token of a seat. A table without people needs none.
 */
token?: string | null, };

/**
 * One thing that chance may bring.
 */
export type Odds = {
/**
 * Who wins by it; `None` where the game goes on or is drawn.
 */
winner: Seat | null,
/**
 * How probable it is, 0 to 1.
 */
share: number, };

/**
 * What can be offered to the opponent.
 */
export type Offer = "draw" | "takeback";

/**
 * What is offered, and by whom. Whatever happens in the game makes it void.
 */
export type Offers = {
/**
 * Who offers a draw.
 */
draw?: Seat,
/**
 * Who asks to take back.
 */
takeback?: Seat,
/**
 * Offers that were declined or withdrawn; they can be made again after the next move.
 */
spent?: Array<[Offer, Seat]>, };

/**
 * How a game ended.
 */
export type Outcome = {
/**
 * The winner, or `None` for a draw.
 */
winner: Seat | null,
/**
 * Why, as a key that the page translates (`reason.five`, `reason.lion_taken`, …, without the `reason.`).
 */
reason: string, };

/**
 * How a game of two computers goes on.
 */
export type Pace = "running" | "paused" | "step";

/**
 * What lets one person sit down once.
 */
export type PassMade = {
/**
 * The invitation, or the code.
 */
pass: string,
/**
 * The seat that it is for.
 */
seat: Seat,
/**
 * The end of its time, in milliseconds since 1970 (UTC), if it has one.
 */
until?: number, };

/**
 * What can be said to the opponent. The page has the words, in the reader's language.
 */
export type Phrase = "hello" | "have-fun" | "good-move" | "one-moment" | "oops" | "well-played" | "thanks" | "bye";

/**
 * The board and the pieces on it, and nothing that a small picture does not show.
 */
export type Picture = {
/**
 * Number of columns.
 */
columns: number,
/**
 * Number of rows.
 */
rows: number,
/**
 * Where pieces stand.
 */
style: GridStyle,
/**
 * Star points, written like the places of a group in a `ViewChange`.
 */
stars?: string,
/**
 * Whether each player has taken over the side with which the other one began.
 */
exchanged?: boolean,
/**
 * What stands on the board, in groups as in a `ViewChange`.
 */
pieces: [{ [field: string]: unknown }, string][], };

/**
 * A piece on the board.
 */
export type Piece = {
/**
 * Where it stands.
 */
at: Square,
/**
 * Its drawing: `stone`, `pebble`, `lion`, `hen`, …
 */
glyph: string,
/**
 * Whose it is; decides colour or direction. Where sides have been exchanged, the first player's is still the first colour.
 */
owner?: Seat,
/**
 * The number of the move that put it there, for those who want to see it.
 */
number?: number,
/**
 * Text that is always on the piece.
 */
label?: string,
/**
 * Probability of being the first player's colour, 0 to 1, for a stone that has not decided yet.
 */
shade?: number,
/**
 * A colour that stays for good.
 */
kept?: boolean,
/**
 * Directions it can step, as (right, up) seen by its owner.
 */
steps?: Array<[number, number]>, };

/**
 * A move.
 */
export type PlayMove = {
/**
 * The token of the seat to move.
 */
token: string,
/**
 * The version of the table that the move answers.
 */
version: number,
/**
 * The move in the game's notation.
 */
move: string,
/**
 * How long the mover thought, by the mover's own clock in milliseconds. What the network took beyond that is not charged,
 * within bounds.
 */
thought_ms?: number | null, };

/**
 * Who is at the table now.
 */
export type Presence = {
/**
 * Whether whoever holds the first seat is there.
 */
first: boolean,
/**
 * Whether whoever holds the second seat is there.
 */
second: boolean,
/**
 * How many others watch.
 */
watchers: number,
/**
 * The player who has to move is away: after so many milliseconds more, the other one may claim the win.
 */
claim_ms?: number, };

/**
 * A named set of rules.
 */
export type Preset = {
/**
 * Its name.
 */
id: string,
/**
 * The rules, whole.
 */
rules: { [key: string]: unknown }, };

/**
 * An error as it is sent: RFC 9457 problem details.
 */
export type Problem = {
/**
 * Where this kind of problem is described.
 */
type: string,
/**
 * The kind in a few words.
 */
title: string,
/**
 * The HTTP status.
 */
status: number,
/**
 * What was wrong, where, and what was expected.
 */
detail: string,
/**
 * The kind, for programs.
 */
code: ProblemCode,
/**
 * The table's current version, when the request was about an older one.
 */
version?: number, };

/**
 * What kind of thing went wrong, for programs.
 */
export type ProblemCode = "malformed" | "not-found" | "method-not-allowed" | "unsupported-media" | "too-large" | "timeout" | "invalid" | "unknown-game" | "unknown-level" | "unknown-tool" | "unknown-format" | "bad-record" | "illegal-move" | "game-over" | "game-not-over" | "wrong-token" | "wrong-pass" | "seat-taken" | "not-your-turn" | "not-now" | "nothing-to-undo" | "stale-version" | "foreign-origin" | "foreign-host" | "too-many-requests" | "storage-full" | "busy" | "internal";

/**
 * How far a player or a long computation has got.
 */
export type Progress = {
/**
 * Depth finished, where the work has a depth.
 */
depth: number | null,
/**
 * Nodes, positions or samples so far.
 */
nodes: number,
/**
 * Share of the work done, 0 to 1, where it can be known.
 */
fraction: number | null,
/**
 * What the position is worth, as far as known.
 */
score: Score | null,
/**
 * The line expected, in the game's notation.
 */
line: Array<string>,
/**
 * What is being done, where that is more than to choose a move: *Perfect* builds its table once.
 */
doing: Text | null, };

/**
 * What a piece turns into.
 */
export type Promotion = {
/**
 * The drawing of the piece.
 */
from: string,
/**
 * The drawing of what it turns into.
 */
to: string,
/**
 * Directions that can step, as (right, up) seen by its owner.
 */
steps: Array<[number, number]>, };

/**
 * A text as a QR code, ready to be drawn.
 */
export type QrCode = {
/**
 * Squares on each side, the light border included.
 */
size: number,
/**
 * The dark squares as the data of an SVG path, one square a unit.
 */
path: string, };

/**
 * A text to be drawn as a QR code.
 */
export type QrRequest = {
/**
 * The text, such as a link.
 */
text: string, };

/**
 * A file to be studied.
 */
export type ReadStudy = {
/**
 * `json` for a record or a study, or one of the game's formats.
 */
format: string,
/**
 * The game's name in the catalogue; may be left out for `json`, and where only one game has the format.
 */
game?: string | null,
/**
 * The file's text; the bytes of a binary format are the characters U+0000 to U+00FF.
 */
text: string, };

/**
 * What a change is answered with when the caller asks for no more (`Prefer: return=minimal`).
 */
export type Receipt = {
/**
 * The table's version afterwards. Watchers are sent what changed.
 */
version: number, };

/**
 * A whole game: the rules and what happened. Everything else is derived from it by replaying.
 */
export type Record = {
/**
 * Version of this form, `RECORD_FORMAT`.
 */
format: number,
/**
 * The game's name in the catalogue, such as `gomoku`.
 */
game: string,
/**
 * The game's rules, in its own form.
 */
rules: { [key: string]: unknown },
/**
 * What happened, in order.
 */
events: Array<Event>,
/**
 * The fairness seal of a game with chance.
 */
seal?: SealNote,
/**
 * Names, dates and remarks, which change nothing: `first`, `second`, `date`, `event`, …
 */
tags?: { [key in string]: string }, };

/**
 * A place in a record.
 */
export type RecordView = {
/**
 * What is to be drawn.
 */
view: View,
/**
 * How many events the whole record has.
 */
events: number,
/**
 * Whose decision comes next at that place.
 */
turn: Turn,
/**
 * Who decided each event of the whole record, a letter each: `1` for the first player, `2` for the second, `-` for chance or for both.
 */
movers: string, };

/**
 * A part of the board, drawn in a tint of its own with a letter.
 */
export type Region = {
/**
 * Its letter or name.
 */
name: string,
/**
 * Its cells.
 */
squares: Array<Square>,
/**
 * What it is worth, if known.
 */
value: string | null, };

/**
 * The time that a player has left.
 */
export type Remaining = {
/**
 * Main time in milliseconds; of correspondence, the time for this move.
 */
main_ms: number,
/**
 * Milliseconds of the period that is or would be used after the main time.
 */
period_ms: number,
/**
 * Periods of byoyomi that are left, the one in use included.
 */
periods: number,
/**
 * Moves still to be played within the period of Canadian overtime.
 */
moves: number,
/**
 * How much of the network's delay is still made up for, in milliseconds.
 */
lag_ms: number, };

/**
 * How to play again.
 */
export type Rematch = {
/**
 * The token of a seat. A table without people needs none.
 */
token?: string | null,
/**
 * Whether the players exchange seats.
 */
swap?: boolean, };

/**
 * The wish to be rid of a table.
 */
export type Removal = {
/**
 * The tokens that the caller holds.
 */
tokens: Array<string>, };

/**
 * What a player is called from now on.
 */
export type Rename = {
/**
 * The token of the caller's seat.
 */
token: string,
/**
 * The name, of which 24 characters are kept; empty for none.
 */
name: string, };

/**
 * Something that may be chosen before the game.
 */
export type RuleField = {
/**
 * Its name in the rules' JSON.
 */
key: string,
/**
 * What may be put in.
 */
kind: RuleKind,
/**
 * Shown only in the advanced drawer.
 */
advanced: boolean,
/**
 * Where the choice means something beside some other choices only.
 */
when: Condition | null, };

/**
 * What may be put into a field of the rules.
 */
export type RuleKind = { "kind": "number",
/**
 * Smallest.
 */
min: number,
/**
 * Largest.
 */
max: number,
/**
 * Values worth offering as buttons.
 */
usual: Array<number>, } | { "kind": "choice",
/**
 * The names.
 */
options: Array<string>, } | { "kind": "flag" } | { "kind": "numbers",
/**
 * Smallest.
 */
min: number,
/**
 * Largest.
 */
max: number,
/**
 * Longest list.
 */
longest: number, } | { "kind": "text",
/**
 * Longest text.
 */
longest: number, };

/**
 * Something said to the opponent.
 */
export type Say = {
/**
 * The token of the seat that says it.
 */
token: string,
/**
 * What.
 */
phrase: Phrase, };

/**
 * What a position or a move is worth. A number without a seat is the **first** player's, whoever is to move: bar, graph and labels all
 * have this one point of view.
 */
export type Score = { "kind": "value",
/**
 * The number.
 */
value: number, } | { "kind": "share",
/**
 * 0 to 1.
 */
share: number, } | { "kind": "win",
/**
 * Whose.
 */
seat: Seat,
/**
 * With which of the winner's own moves from here: 1 for a win at the winner's next move, 0 if it is won already.
 */
moves: number, } | { "kind": "draw" } | { "kind": "exact",
/**
 * The value.
 */
text: string, };

/**
 * The published part of a game's seal.
 */
export type SealNote = {
/**
 * How draws follow from the seed.
 */
construction: string,
/**
 * The hash of the seed, known from the start.
 */
hash: string,
/**
 * The seed, once the game has ended.
 */
seed?: string,
/**
 * What the players added to the draws after the hash was published.
 */
nonces?: Nonces, };

/**
 * One of the two sides of a game. `First` makes the first move: Black in gomoku and Konane, the lower side in animal shogi.
 */
export type Seat = "first" | "second";

/**
 * One side of a game.
 */
export type SeatInfo = {
/**
 * `black`, `white`, `sente`, …: the key of its name.
 */
key: string,
/**
 * The drawing of a piece that stands for this side.
 */
emblem: string, };

/**
 * Who sits on a seat.
 */
export type SeatSpec = { "kind": "human", } | { "kind": "level",
/**
 * One of the game's levels.
 */
level: string, };

/**
 * Who sits where.
 */
export type Seats = {
/**
 * The side that moves first.
 */
first: SeatSpec,
/**
 * The side that moves second.
 */
second: SeatSpec, };

/**
 * How two computers are to go on.
 */
export type SetPace = {
/**
 * How.
 */
pace: Pace,
/**
 * The token that whoever set up the table was given.
 */
token?: string | null, };

/**
 * Something that a reader drew on a place.
 */
export type Sign = {
/**
 * Where.
 */
at: Square,
/**
 * What.
 */
kind: SignKind,
/**
 * The text of a label.
 */
label?: string, };

/**
 * What may be drawn on a place.
 */
export type SignKind = "circle" | "square" | "triangle" | "cross" | "label";

/**
 * A place on the board: column from the left and row from the **top**, both from 0.
 */
export type Square = {
/**
 * Column from the left.
 */
x: number,
/**
 * Row from the top.
 */
y: number, };

/**
 * A line across the board.
 */
export type Stroke = {
/**
 * One end.
 */
from: Square,
/**
 * The other end.
 */
to: Square,
/**
 * What it means.
 */
kind: StrokeKind, };

/**
 * What a stroke means.
 */
export type StrokeKind = "win" | "arrow" | "jump" | "threat";

/**
 * A game with its variations: what may happen, what was said about it, and what was drawn on the board.
 *
 * The nodes are a flat list, so that a deep tree needs no recursion. The first one is the start; every other one has an
 * event and comes after an earlier node. Of several nodes after the same one, the first belongs to the main line.
 */
export type Study = {
/**
 * Version of this form, `RECORD_FORMAT`.
 */
format: number,
/**
 * The game's name in the catalogue, such as `gomoku`.
 */
game: string,
/**
 * The game's rules, in its own form.
 */
rules: { [key: string]: unknown },
/**
 * What happens before the study begins, where it begins from a position that was set up.
 */
start?: Array<Event>,
/**
 * The start, and everything that follows from it.
 */
nodes: Array<Node>,
/**
 * Names, dates and remarks, which change nothing: `first`, `second`, `date`, `event`, …
 */
tags?: { [key in string]: string }, };

/**
 * A study as a file.
 */
export type StudyFile = {
/**
 * A name for it.
 */
name: string,
/**
 * Its media type.
 */
media_type: string,
/**
 * What is in it.
 */
text: string, };

/**
 * What turns a table's state into the next one. Whatever is not named stays.
 */
export type TableChange = {
/**
 * How many events stay.
 */
keep: number,
/**
 * What happened after them.
 */
events?: Array<Event>,
/**
 * Who decided these events, as in the table's state.
 */
movers?: string,
/**
 * The record's seal, when it has changed: at the end of the game it tells the seed.
 */
seal?: SealNote,
/**
 * Whose decision comes next.
 */
turn: Turn,
/**
 * Who holds the seats of people, when somebody sat down or left.
 */
holders?: Holders,
/**
 * Which seats may take back now.
 */
undoable: Undoable,
/**
 * The computer that is thinking; nobody thinks where this is left out.
 */
thinking?: Thinking,
/**
 * The clock, if there is one.
 */
clock?: ClockReading,
/**
 * What is offered; nothing where this is left out.
 */
offers?: Offers,
/**
 * What people call themselves; nobody has a name where this is left out.
 */
names?: Names,
/**
 * How two computers go on; by themselves where this is left out.
 */
pace?: Pace,
/**
 * The table of the next game, once somebody asked for a rematch.
 */
next?: string,
/**
 * When the game changed last (RFC 3339, UTC).
 */
updated_at: string,
/**
 * What is different in the picture.
 */
view?: ViewChange, };

/**
 * Tables, the one that changed last first.
 */
export type TableList = {
/**
 * The tables.
 */
tables: Array<TableSummary>, };

/**
 * A table as everybody sees it.
 */
export type TableState = {
/**
 * Its name in addresses.
 */
id: string,
/**
 * The game's name in the catalogue.
 */
game: string,
/**
 * The rules, whole.
 */
rules: { [key: string]: unknown },
/**
 * Who sits where.
 */
seats: Seats,
/**
 * Who holds the seats of people; a person's seat that is not named here waits for somebody.
 */
holders: Holders,
/**
 * Grows by one with every change, also when something is taken back.
 */
version: number,
/**
 * How many events have happened.
 */
events: number,
/**
 * Rules and events; the seal's seed only when the game is over.
 */
record: Record,
/**
 * What is to be drawn.
 */
view: View,
/**
 * Whose decision comes next.
 */
turn: Turn,
/**
 * The side that each event of the record is about, a letter each: `1` for the first, `2` for the second, `-` for chance or for both.
 */
movers: string,
/**
 * The computer that is thinking, if one is.
 */
thinking?: Thinking,
/**
 * Which seats may take back now.
 */
undoable: Undoable,
/**
 * The clock, if there is one.
 */
clock?: ClockReading,
/**
 * What is offered.
 */
offers?: Offers,
/**
 * What people call themselves.
 */
names?: Names,
/**
 * How two computers go on, where nobody else plays.
 */
pace?: Pace,
/**
 * Whether two people play from two places. Then taking back needs the other's consent, and there are no hints and no
 * analysis until the game is over.
 */
apart?: boolean,
/**
 * Whether strangers are shown the table.
 */
listed?: boolean,
/**
 * The table of the next game, once somebody asked for a rematch.
 */
next?: string,
/**
 * When it was set up (RFC 3339, UTC).
 */
created_at: string,
/**
 * When it changed last (RFC 3339, UTC).
 */
updated_at: string,
/**
 * What the creator chose beside the rules. The server knows `seconds` (thinking time of the computer)
 * and `pause_ms` (between moves of two computers); the rest is the page's.
 */
options: { [key: string]: unknown }, };

/**
 * A table in a list.
 */
export type TableSummary = {
/**
 * Its name in addresses.
 */
id: string,
/**
 * The game's name in the catalogue.
 */
game: string,
/**
 * Who sits where.
 */
seats: Seats,
/**
 * Whose decision comes next.
 */
turn: Turn,
/**
 * How many events have happened.
 */
events: number,
/**
 * When it changed last (RFC 3339, UTC).
 */
updated_at: string,
/**
 * How time is given, if it is limited.
 */
control?: TimeControl,
/**
 * When the running flag falls, in milliseconds since 1970 (UTC).
 */
deadline_ms?: number,
/**
 * Seats that wait for somebody.
 */
vacant?: Array<Seat>,
/**
 * What people call themselves.
 */
names?: Names,
/**
 * A small picture of the board.
 */
picture: Picture, };

/**
 * A wish to sit down.
 */
export type TakeSeat = {
/**
 * The invitation, or the code.
 */
pass: string,
/**
 * A token of the caller's own making, 26 random letters and digits of Crockford's base 32 in lower case. Whoever gets no
 * answer can ask again with the same token. Left out, the answer brings one.
 */
token?: string | null, };

/**
 * A sentence for people, as a key and its arguments; the page has the words in each language.
 */
export type Text = {
/**
 * The key in the page's dictionaries, such as `spoken.stone_placed`.
 */
key: string,
/**
 * What is filled in, by name.
 */
args?: { [key in string]: string }, };

/**
 * A computer that is thinking.
 */
export type Thinking = {
/**
 * Whose turn it is.
 */
seat: Seat,
/**
 * When it began, in milliseconds since 1970 (UTC).
 */
since_ms: number,
/**
 * How far it has got.
 */
progress?: Progress, };

/**
 * How time is given.
 */
export type TimeControl = { "kind": "fischer",
/**
 * Main time, up to six hours.
 */
seconds: number,
/**
 * Added after every move, up to ten minutes.
 */
increment: number, } | { "kind": "byoyomi",
/**
 * Main time, up to six hours.
 */
seconds: number,
/**
 * How many periods, 1 to 30.
 */
periods: number,
/**
 * Seconds of each, up to an hour.
 */
period: number, } | { "kind": "canadian",
/**
 * Main time, up to six hours.
 */
seconds: number,
/**
 * Moves to be played in each period, 1 to 100.
 */
moves: number,
/**
 * Seconds of each, up to an hour.
 */
period: number, } | { "kind": "correspondence",
/**
 * How many, 1 to 30.
 */
days: number, };

/**
 * What opens the seats of people.
 */
export type Tokens = {
/**
 * The first player's, if a person sits there.
 */
first?: string,
/**
 * The second player's, if a person sits there.
 */
second?: string, };

/**
 * A tool.
 */
export type ToolInfo = {
/**
 * The name it is asked for by.
 */
name: string,
/**
 * One sentence on what it answers.
 */
summary: string, };

/**
 * Whose decision comes next.
 */
export type Turn = { "kind": "seat",
/**
 * Which one.
 */
seat: Seat, } | { "kind": "chance" } | { "kind": "over",
/**
 * The result.
 */
outcome: Outcome, };

/**
 * Which seats may take back now.
 */
export type Undoable = {
/**
 * Whether the first player may, alone or with the other's consent.
 */
first: boolean,
/**
 * Whether the second player may, alone or with the other's consent.
 */
second: boolean, };

/**
 * A picture of a position, complete enough that whoever draws it needs no rules. In JSON, what is empty is left out and the
 * moves are packed.
 */
export type View = {
/**
 * The board.
 */
grid: Grid,
/**
 * What stands on it.
 */
pieces?: Array<Piece>,
/**
 * What is held beside it.
 */
hands?: Array<Hand>,
/**
 * The places where a piece may be put down by a move that is called like the place: one bit for each place of the board in
 * reading order, six to a letter (`A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`; the first place is the highest bit).
 * Letters at the end without a place are left out. These moves come first in the list of moves.
 */
points?: string,
/**
 * All other legal moves: `[text, from, to, over, action, choice]`, where what is empty is `null` or left out at the end. A
 * place is its number in reading order; `from` is a place, or the drawing of a piece in hand.
 */
moves?: [text: string, from?: number | string | null, to?: number | null, over?: number[] | null, action?: string | null, choice?: string][],
/**
 * Marks on points or cells: the last move, forbidden points.
 */
marks?: Array<Mark>,
/**
 * Strokes across the board: the winning row, the path of a jump.
 */
strokes?: Array<Stroke>,
/**
 * Tinted parts of the board.
 */
regions?: Array<Region>,
/**
 * Another picture of the same board to compare with, such as the last observation.
 */
compare?: Layer,
/**
 * What would be placed now, drawn under the pointer.
 */
ghost?: Ghost,
/**
 * Numbers in sight beside the board, such as observations left.
 */
counters?: Array<Counter>,
/**
 * Whose turn it is.
 */
turn: Turn,
/**
 * Whether each player has taken over the side with which the other one began.
 */
exchanged?: boolean,
/**
 * One sentence on the state of the game, to be shown and read out.
 */
status: Text,
/**
 * The last event in words, to be read out.
 */
spoken?: Text, };

/**
 * What turns one picture into the next. Whatever is not named stays.
 *
 * A *group* is everything of a list that differs in its place only: `[{"glyph": "stone", "owner": "first"}, PLACES]`. PLACES
 * has one bit for each place of the board in reading order, six to a letter (`A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`, the
 * first place is the highest bit); letters at the end without a place are left out. Lists made of groups are in reading order.
 */
export type ViewChange = {
/**
 * Fields as they are now. A `compare` without `pieces` keeps those it had, unless `lists` or `groups` say otherwise.
 */
set?: { [field: string]: unknown },
/**
 * Fields that are left out now.
 */
gone?: Array<string>,
/**
 * Lists (`pieces`, `marks`, and `compare` for its pieces) made anew of these groups.
 */
lists?: { [list: string]: [{ [field: string]: unknown }, string][] },
/**
 * Lists of which only these groups differ; a group without places is gone.
 */
groups?: { [list: string]: [{ [field: string]: unknown }, string][] },
/**
 * The legal moves that only name a place, as in `View`.
 */
points?: string,
/**
 * All other legal moves, as in `View`.
 */
moves?: NonNullable<View['moves']>, };

/**
 * A record and a place in it.
 */
export type ViewRequest = {
/**
 * The game.
 */
record: Record,
/**
 * After how many events; all of them unless told.
 */
at?: number | null, };

/**
 * A study to be written as a file.
 */
export type WriteStudy = {
/**
 * The study.
 */
study: Study,
/**
 * `json`, or one of the game's formats.
 */
format: string, };
