import * as backend from './backend/index.js';
import { wholeAddress } from './place.js';
import { keepTokens } from './seats.js';
import { pack } from './share.js';

/**
 * Games that two people play by sending each other links, without a server. Each link holds the whole game and the game's name, by
 * which the browser that opens it knows its own table again; the name is among the table's options.
 */

/** @typedef {import('./types.js').GameRecord} GameRecord */
/** @typedef {import('./types.js').TableState} TableState */

/** A name that no other game has. */
export const newLetterName = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The name of a table's game, if it is played by links. @param {TableState} table */
export const letterOf = (table) => (typeof table.options.letter === 'string' ? table.options.letter : null);

/** The link that brings a game to the other player. @param {GameRecord} record @param {string} name */
export const letterAddress = async (record, name) => wholeAddress(`/record#r=${await pack(record)}&g=${encodeURIComponent(name)}`);

/** The place inside the page that a link leads to, whatever edition it comes from; `null` if it is no link to a game. @param {string} text */
export function placeInLink(text) {
  const found = /\/record#(r=[\w-]+(?:&g=[\w-]+)?)/.exec(text);
  return found ? `/record#${found[1]}` : null;
}

/**
 * Takes a game that came in a link: the table here goes on with its moves; a game that is new here gets a table, at which the reader
 * plays the side to move.
 * @param {GameRecord} record
 * @param {string} name
 * @returns {Promise<string | null>} the table; `null` if the game is not played here
 */
export async function receive(record, name) {
  const letters = backend.letters();
  if (!letters) return null;
  const known = await letters.find(name);
  if (known) {
    await letters.extend(known, record);
    return known;
  }
  const { turn } = await backend.view(record);
  if (turn.kind !== 'seat') return null;
  const { table, tokens } = await backend.createTable({
    game: record.game,
    seats: { first: { kind: 'human' }, second: { kind: 'human' } },
    record,
    options: { opponent: 'link', letter: name },
  });
  keepTokens(table.id, { [turn.seat]: tokens[turn.seat] });
  return table.id;
}
