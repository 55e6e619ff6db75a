import * as backend from '../backend/index.js';
import { dobutsuText, gomokuText, konaneText, quantumEvents, turnByCounts } from './position.js';

/** From a draft to a study that begins there, by what each game's rules take. */

/** @typedef {import('./position.js').Draft} Draft */
/** @typedef {import('../types.js').Study} Study */

/** A draft that cannot be a position, with a sentence that says why. */
export class DraftError extends Error {
  /** @param {string} key @param {Record<string, string>} [args] */
  constructor(key, args = {}) {
    super(key);
    this.key = key;
    this.args = args;
  }
}

/** @type {Record<string, (draft: Draft) => Promise<Study>>} */
const builders = {
  gomoku: async (draft) => {
    if (turnByCounts(draft) === null) throw new DraftError('editor.counts');
    return (await backend.readStudy({ format: 'sgf', game: 'gomoku', text: gomokuText(draft) })).study;
  },
  quantum: async (draft) => {
    const built = quantumEvents(draft);
    if ('wrong' in built) throw new DraftError('editor.quantum_counts', { stones: built.wrong.map((percent) => `${percent} %`).join(', ') });
    return { format: 1, game: draft.game, rules: draft.rules, start: built.events, nodes: [{}] };
  },
  dobutsu: async (draft) => ({ format: 1, game: draft.game, rules: { ...draft.rules, position: dobutsuText(draft) }, nodes: [{}] }),
  konane: async (draft) => {
    const rules = { ...draft.rules, start: 'free', position: konaneText(draft), first: draft.turn === 'first' ? 'black' : 'white' };
    return { format: 1, game: draft.game, rules, nodes: [{}] };
  },
};

/** Whether positions of a game can be edited. @param {string} game */
export const isEditable = (game) => game in builders;

/** Whether the side to move is the reader's choice; elsewhere the stones say it. @param {string} game */
export const choosesTurn = (game) => game === 'dobutsu' || game === 'konane';

/**
 * A study that begins with the draft. Refused where the rules do not know such a position.
 * @param {Draft} draft
 * @returns {Promise<Study>}
 */
export async function studyOfDraft(draft) {
  const build = builders[draft.game];
  if (!build) throw new DraftError('editor.illegal');
  const study = await build(draft);
  await backend.checkStudy(study);
  return study;
}

/** The rules of an empty board with these choices, whose picture shows the grid. @param {Draft} draft */
export function emptyRules({ game, rules, rows, columns }) {
  if (game === 'konane') return { ...rules, start: 'free', position: Array.from({ length: rows }, () => '.'.repeat(columns)).join('/') };
  if (game === 'dobutsu') return { board: rules.board };
  return rules;
}
