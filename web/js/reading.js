/** Reads what is sent shortly: fills in what was left out because it is empty, and follows a table from change to change. */

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Layer} Layer */
/** @typedef {import('./types.js').LegalMove} LegalMove */
/** @typedef {import('./types.js').Square} Square */
/** @typedef {import('./types.js').Grid} Grid */
/** @typedef {NonNullable<import('./wire.js').View['moves']>[number]} PackedMove */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').MoveRow} MoveRow */
/** @typedef {import('./types.js').TableState} TableState */
/** @typedef {import('./types.js').TableSummary} TableSummary */
/** @typedef {import('./types.js').GameRecord} GameRecord */
/** @typedef {import('./wire.js').TableChange} TableChange */
/** @typedef {import('./wire.js').ViewChange} ViewChange */
/** @typedef {[Record<string, unknown>, string]} Group what some members of a list have in common, and their places */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Who decided an event, by letter. @type {Record<string, Seat>} */
const MOVERS = { 1: 'first', 2: 'second' };

/**
 * A set of places: one bit for each in reading order, six to a letter.
 * @param {string} text
 * @param {number} columns
 * @returns {Square[]}
 */
export function readPlaces(text, columns) {
  /** @type {Square[]} */
  const places = [];
  for (const [place, letter] of [...text].entries()) {
    const six = LETTERS.indexOf(letter);
    for (let bit = 0; bit < 6; bit += 1) {
      if (six & (0b100000 >> bit)) places.push(placeAt(place * 6 + bit, columns));
    }
  }
  return places;
}

/** @param {number} index @param {number} columns @returns {Square} */
const placeAt = (index, columns) => ({ x: index % columns, y: Math.floor(index / columns) });

/** @param {any} piece @returns {Piece} */
const wholePiece = (piece) => ({ owner: null, number: null, label: null, shade: null, kept: false, steps: [], ...piece });

/** @param {any} mark */
const wholeMark = (mark) => ({ label: null, ...mark });

/** @param {any} layer @returns {Layer} */
const wholeLayer = ({ pieces = [], strokes = [], ...layer }) => ({ ...layer, pieces: pieces.map(wholePiece), strokes });

/** The view with everything that was left out. @param {import('./wire.js').View} view @returns {View} */
export function wholeView({ points = '', moves = [], ...view }) {
  return filledView(view, [...pointMoves(points, view.grid), ...otherMoves(moves, view.grid)]);
}

/** @param {Omit<import('./wire.js').View, 'points' | 'moves'>} view @param {LegalMove[]} moves @returns {View} */
function filledView(view, moves) {
  const { pieces = [], hands = [], marks = [], compare = null, ghost = null, counters = [], ...rest } = view;
  return {
    strokes: [],
    regions: [],
    spoken: null,
    exchanged: false,
    ...rest,
    pieces: pieces.map(wholePiece),
    hands: hands.map((hand) => ({ ...hand, pieces: hand.pieces.map((piece) => ({ steps: [], ...piece })) })),
    moves,
    marks: marks.map(wholeMark),
    compare: compare && wholeLayer(compare),
    ghost: ghost && { owner: null, label: null, shade: null, ...ghost },
    counters: counters.map((counter) => ({ seat: null, ...counter })),
  };
}

/**
 * The list of moves of a record.
 * @param {GameRecord} record
 * @param {string} movers who decided each event
 * @returns {MoveRow[]}
 */
export function moveRows(record, movers) {
  return record.events.map((event, index) => {
    const seat = MOVERS[movers.charAt(index)] ?? null;
    const number = index + 1;
    if ('chance' in event) return { number, seat: null, text: event.chance, ending: null, chance: true };
    if ('move' in event) return { number, seat, text: event.move, ending: null, chance: false };
    const ending = 'end' in event ? event.end : (Object.keys(event)[0] ?? null);
    return { number, seat, text: '', ending, chance: false };
  });
}

/** The table with everything that was left out. @param {import('./wire.js').TableState} table @returns {TableState} */
export function wholeTable(table) {
  const {
    view,
    record,
    movers,
    thinking = null,
    next = null,
    clock = null,
    offers = {},
    names = {},
    pace = 'running',
    apart = false,
    listed = false,
  } = table;
  return { ...table, view: wholeView(view), moves: moveRows(record, movers), thinking, next, clock, offers, names, pace, apart, listed };
}

/**
 * The table after a change.
 * @param {TableState} table
 * @param {number} version the table's version after the change
 * @param {TableChange} change
 * @returns {TableState}
 */
export function changedTable(table, version, change) {
  const {
    keep,
    events = [],
    movers = '',
    seal,
    view,
    thinking = null,
    next = null,
    clock = null,
    offers = {},
    names = {},
    pace = 'running',
    ...rest
  } = change;
  const record = { ...table.record, events: [...table.record.events.slice(0, keep), ...events] };
  if (seal) record.seal = seal;
  const decided = table.movers.slice(0, keep) + movers;
  return {
    ...table,
    ...rest,
    version,
    record,
    events: record.events.length,
    movers: decided,
    moves: keep === table.moves.length && events.length === 0 ? table.moves : moveRows(record, decided),
    thinking,
    next,
    clock,
    offers,
    names,
    pace,
    view: view ? changedView(table.view, view) : table.view,
  };
}

/** @param {View} view @param {ViewChange} change @returns {View} */
function changedView(view, { set = {}, gone = [], lists = {}, groups = {}, points, moves }) {
  /** @type {any} */
  const now = { ...view, ...set };
  for (const name of gone) delete now[name];
  const before = gone.includes('compare') ? null : view.compare;
  if (now.compare && !('pieces' in now.compare)) now.compare = { ...now.compare, pieces: before?.pieces ?? [] };
  const { columns } = now.grid;
  /** @param {string} name @param {unknown[]} list */
  const list = (name, list) => {
    if (name in lists) return inReadingOrder(/** @type {Group[]} */ (lists[name]).flatMap((group) => membersOf(group, columns)));
    return name in groups ? regrouped(list, /** @type {Group[]} */ (groups[name]), columns, name === 'marks' ? wholeMark : wholePiece) : list;
  };
  now.pieces = list('pieces', now.pieces ?? []);
  now.marks = list('marks', now.marks ?? []);
  if (now.compare) now.compare = { ...now.compare, pieces: list('compare', now.compare.pieces) };
  return filledView(now, changedMoves(view, now.grid, points, moves));
}

/** The members of a group. @param {Group} group @param {number} columns @returns {any[]} */
const membersOf = ([common, places], columns) => readPlaces(places, columns).map((at) => ({ ...common, at }));

/** @template {{ at: Square }} T @param {T[]} members @returns {T[]} */
const inReadingOrder = (members) => members.sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x);

/** What a member has in common with its group. @param {any} member */
const commonOf = ({ at: _, ...common }) => JSON.stringify(Object.entries(common).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * A list of which some groups are different.
 * @param {any[]} list
 * @param {Group[]} groups
 * @param {number} columns
 * @param {(member: any) => any} whole
 */
function regrouped(list, groups, columns, whole) {
  const different = new Set(groups.map(([common]) => commonOf(whole(common))));
  const kept = list.filter((member) => !different.has(commonOf(member)));
  return inReadingOrder([...kept, ...groups.flatMap((group) => membersOf(group, columns))]);
}

/**
 * The legal moves after a change: first those that only name a place, then the others.
 * @param {View} view the view before
 * @param {Grid} grid
 * @param {string | undefined} points
 * @param {PackedMove[] | undefined} others
 * @returns {LegalMove[]}
 */
function changedMoves(view, grid, points, others) {
  /** @param {LegalMove} move */
  const isPoint = ({ text, from, to, over, action, choice }) =>
    to !== null && text === nameOf(to, grid) && !from && over.length === 0 && !action && !choice;
  const placed = points === undefined ? view.moves.filter(isPoint) : pointMoves(points, grid);
  const rest = others === undefined ? view.moves.filter((move) => !isPoint(move)) : otherMoves(others, grid);
  return [...placed, ...rest];
}

/** What a place is called. @param {Square} at @param {Grid} grid */
const nameOf = (at, grid) => `${grid.column_labels[at.x]}${grid.row_labels[at.y]}`;

/** Moves that only name a place. @param {string} points @param {Grid} grid @returns {LegalMove[]} */
const pointMoves = (points, grid) =>
  readPlaces(points, grid.columns).map((to) => ({ text: nameOf(to, grid), from: null, to, over: [], action: null, choice: null }));

/** All other moves. @param {PackedMove[]} moves @param {Grid} grid @returns {LegalMove[]} */
function otherMoves(moves, { columns }) {
  /** @param {number} index */
  const at = (index) => placeAt(index, columns);
  return moves.map(([text, from = null, to = null, over = null, action = null, choice = null]) => ({
    text,
    from: typeof from === 'string' ? { kind: 'hand', glyph: from } : from === null ? null : { kind: 'board', at: at(from) },
    to: to === null ? null : at(to),
    over: (over ?? []).map(at),
    action,
    choice,
  }));
}

/**
 * A small picture of a table as a view: nothing but the board and the pieces on it.
 * @param {import('./wire.js').TableSummary} summary
 * @returns {TableSummary}
 */
export function summaryWithView({ picture, ...summary }) {
  const { columns, rows, style, stars = '', exchanged = false, pieces } = picture;
  const groups = /** @type {Group[]} */ (/** @type {unknown} */ (pieces));
  const view = wholeView({
    grid: {
      columns,
      rows,
      style,
      stars: readPlaces(stars, columns),
      column_labels: Array.from({ length: columns }, (_, x) => String.fromCharCode(97 + x)),
      row_labels: Array.from({ length: rows }, (_, y) => String(rows - y)),
    },
    pieces: inReadingOrder(groups.flatMap((group) => membersOf(group, columns))),
    turn: summary.turn,
    exchanged,
    status: { key: '', args: {} },
  });
  return { ...summary, view };
}
