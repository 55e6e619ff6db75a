import * as backend from '../backend/index.js';
import { BackendError } from '../backend/index.js';
import { has, t } from '../i18n.js';
import { remember, remembered } from '../store.js';

/** The puzzles that come with the games, who judges them, and what this browser remembers of them. */

/** @typedef {import('../types.js').GameInfo} GameInfo */
/** @typedef {import('../types.js').GameRecord} GameRecord */
/** @typedef {import('../wire.js').Event} Event */
/** @typedef {import('../types.js').Rules} Rules */

/**
 * A position with a task.
 * @typedef {object} Task
 * @property {string} game
 * @property {string} kind
 * @property {number} [length] own moves that it takes
 * @property {Rules} [rules]
 * @property {Event[]} [events] what led to the position
 * @property {string[]} [choices] what may be answered, where the answer is no move
 */

/** @typedef {Task & { id: string, depth?: number }} Puzzle */

/** @typedef {{ key: string, args?: Record<string, string> }} Note */

/**
 * @typedef {object} Judgement
 * @property {'right' | 'longer' | 'wrong'} verdict
 * @property {boolean} solved
 * @property {Event[]} [reply]
 * @property {Event[]} [refutation]
 * @property {number} [length]
 * @property {Note} [note]
 */

/** How long the judge may think, in seconds. */
const PATIENCE = 20;

/** @param {string} tool @param {unknown} input */
async function ask(tool, input) {
  const state = await backend.job({ kind: 'tool', tool, input, seconds: PATIENCE }).finished;
  if (state.status !== 'done') throw new BackendError(0, { title: tool, detail: state.error?.detail ?? t('puzzles.no_answer') });
  return state.result;
}

/** @type {Promise<Puzzle[]> | null} */
let loading = null;

/** Every puzzle of every game. @returns {Promise<Puzzle[]>} */
export function puzzles() {
  loading ??= ask('puzzle.list', {}).then(
    (listed) => inOrder(/** @type {Puzzle[]} */ (listed)),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * Easy ones first within each kind. Equally hard ones are mixed by their names, which say nothing about the answer.
 * @param {Puzzle[]} listed
 */
function inOrder(listed) {
  const kinds = [...new Set(listed.map(groupOf))];
  /** @param {Puzzle} puzzle @returns {[number, number]} */
  const rank = (puzzle) => [kinds.indexOf(groupOf(puzzle)), puzzle.depth ?? 0];
  return [...listed].sort((a, b) => {
    const [[kindA, depthA], [kindB, depthB]] = [rank(a), rank(b)];
    return kindA - kindB || depthA - depthB || (a.id < b.id ? -1 : 1);
  });
}

/** Puzzles that ask the same. @param {Puzzle} puzzle */
const groupOf = ({ game, kind, length = 0 }) => `${game} ${kind} ${length}`;

/** A move, or what chance drew, as the game writes it. @param {Event} event */
export const wordOf = (event) => ('move' in event ? event.move : 'chance' in event ? event.chance : '');

/** What the judge is told of a task. @param {Task} task */
const told = ({ kind, length = 0, rules, events = [], choices = [] }) => ({
  kind,
  length,
  rules: rules ?? null,
  moves: events.map(wordOf).join(' '),
  choices,
});

/**
 * Has an answer judged.
 * @param {Task} task
 * @param {Event[]} played the right moves so far, each with its reply
 * @param {string} answer
 * @returns {Promise<Judgement>}
 */
export async function judge(task, played, answer) {
  return /** @type {Promise<Judgement>} */ (ask('puzzle.judge', { game: task.game, puzzle: told(task), played, answer }));
}

/** The right answers. @param {Task} task @param {Event[]} played @returns {Promise<string[]>} */
export async function answers(task, played) {
  return /** @type {Promise<string[]>} */ (ask('puzzle.answers', { game: task.game, puzzle: told(task), played }));
}

/** The record of a task after some moves. @param {Task} task @param {Event[]} [played] @returns {GameRecord} */
export const recordOf = ({ game, rules, events = [] }, played = []) => ({ format: 1, game, rules: rules ?? {}, events: [...events, ...played] });

/** What is to be done, in words. @param {Task} task @param {string} side the name of the side to move */
export function taskWords(task, side) {
  const { game, kind, length = 0 } = task;
  const key = `puzzle.${game}.${kind}`;
  return t(has(key) ? key : 'puzzle.task', { side, moves: length });
}

/** Rules that differ from puzzle to puzzle, in words; empty where there are none. @param {Task} task */
export function rulesWords({ game, rules = {} }) {
  const key = `puzzle.${game}.rules.${rules.observations ?? 'unlimited'}`;
  return has(key) ? t(key, { row: Number(rules.row ?? 0), count: Number(rules.observation_count ?? 0) }) : '';
}

/** From 1 to 5, by how many moves of both sides a player has to look ahead. @param {number} depth */
export const difficulty = (depth) => Math.min(5, 1 + Math.floor(depth / 2));

/** Stars for the eye; the words are beside them. @param {number} level */
export const stars = (level) => '★'.repeat(level) + '☆'.repeat(5 - level);

/** Points for a puzzle solved without help. */
export const FULL_POINTS = 3;

const KEY = 'banmen.puzzles';

/** Points by puzzle; 0 means that the answer was shown. @returns {Record<string, number>} */
export function progress() {
  const known = remembered(KEY, /** @type {unknown} */ ({}));
  // An older page kept a list of names, none of which there is any more.
  return known && typeof known === 'object' && !Array.isArray(known) ? /** @type {Record<string, number>} */ (known) : {};
}

/** Remembers the best result of a puzzle. @param {string} id @param {number} points */
export function keepPoints(id, points) {
  const known = progress();
  remember(KEY, { ...known, [id]: Math.max(points, known[id] ?? 0) });
}

const DAY_MS = 86_400_000;

/** The puzzle of a day, the same for everybody: another game every day. @param {Puzzle[]} all @param {Date} [now] */
export function puzzleOfTheDay(all, now = new Date()) {
  const day = Math.floor(now.getTime() / DAY_MS);
  const games = [...new Set(all.map((puzzle) => puzzle.game))];
  const game = games[day % games.length];
  const own = all.filter((puzzle) => puzzle.game === game).sort((a, b) => (a.id < b.id ? -1 : 1));
  // The names are as good as random, so going through them in order is a mix of all kinds.
  return own[Math.floor(day / games.length) % own.length];
}

/** The address of a puzzle. @param {Puzzle} puzzle */
export const addressOf = ({ game, id }) => `/puzzle/${game}/${id}`;
