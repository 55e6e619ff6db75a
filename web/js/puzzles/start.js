import * as backend from '../backend/index.js';
import { notifyError } from '../components/notice.js';
import { go } from '../router.js';
import { keepTokens } from '../seats.js';
import { PUZZLES, recordOf } from './list.js';

/** Sits down at a puzzle. @param {string} id */
export async function startPuzzle(id) {
  const puzzle = PUZZLES.find((one) => one.id === id);
  if (!puzzle) return;
  const human = /** @type {const} */ ({ kind: 'human' });
  const level = /** @type {const} */ ({ kind: 'level', level: puzzle.level });
  try {
    const made = await backend.createTable({
      game: puzzle.game,
      rules: puzzle.rules,
      record: recordOf(puzzle),
      seats: puzzle.solver === 'first' ? { first: human, second: level } : { first: level, second: human },
      options: { puzzle: puzzle.id },
    });
    keepTokens(made.table.id, made.tokens, made.table.holders);
    await go(`/table/${made.table.id}`);
  } catch (error) {
    notifyError(error);
  }
}
