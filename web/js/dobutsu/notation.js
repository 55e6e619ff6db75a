import { h, s } from '../dom.js';
import { drawPiece } from '../glyphs/index.js';
import { t } from '../i18n.js';
import { settings } from '../settings.js';
import { registerMoveWords } from '../table/move-words.js';

/** The moves of animal shogi as people read them: with a picture of the animal, in Japanese, or as they are written in files. */

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').MoveRow} MoveRow */

/**
 * A move with what it moved.
 * @typedef {object} Told
 * @property {string} glyph the animal before it moved
 * @property {Seat} seat
 * @property {string} to
 * @property {boolean} takes
 * @property {boolean} promotes
 * @property {boolean} drops
 * @property {boolean} again whether it goes where the move before went
 */

/** The animals that a drop's letter may stand for; which of them depends on who is on the board. @type {Record<string, string[]>} */
const LETTERS = { C: ['chick'], E: ['elephant'], G: ['giraffe', 'dog'], D: ['deer'], P: ['chick'], S: ['cat'] };

const STEP = /^([a-z]\d+)([a-z]\d+)(\+?)$/;
const DROP = /^([A-Z])@([a-z]\d+)$/;

/**
 * Follows a game from its first position: which animal each move moved, and what it took.
 * @param {View} start
 * @param {MoveRow[]} rows
 * @param {import('../types.js').Promotion[]} promotions
 * @returns {(Told | null)[]} `null` for what is no move
 */
export function follow(start, rows, promotions) {
  const { column_labels: columns, row_labels: lines } = start.grid;
  /** @type {Map<string, string>} */
  const board = new Map(start.pieces.map(({ at, glyph }) => [`${columns[at.x]}${lines[at.y]}`, glyph]));
  const here = new Set(start.pieces.map(({ glyph }) => glyph));
  let last = '';
  return rows.map(({ text, seat }) => {
    const step = STEP.exec(text);
    const drop = DROP.exec(text);
    const to = step?.[2] ?? drop?.[2];
    if (!seat || !to) return null;
    const from = step?.[1] ?? '';
    const glyph = step ? board.get(from) : (LETTERS[drop?.[1] ?? ''] ?? []).find((one, _, all) => all.length === 1 || here.has(one));
    if (!glyph) return null;
    const promotes = step?.[3] === '+';
    const told = { glyph, seat, to, takes: board.has(to), promotes, drops: drop !== null, again: to === last };
    board.delete(from);
    board.set(to, promotes ? (promotions.find((one) => one.from === glyph)?.to ?? glyph) : glyph);
    last = to;
    return told;
  });
}

const DIGITS = '０１２３４５６７８９';
const KANJI = '〇一二三四五六七八九';

/**
 * A move as Japanese players write it: files are counted from the right, ranks from the top.
 * @param {Told} told
 * @param {View} start
 */
export function japanese({ glyph, seat, to, promotes, drops, again }, start) {
  const { columns, rows, column_labels: names, row_labels: lines } = start.grid;
  const file = columns - names.indexOf(to.slice(0, 1));
  const rank = lines.indexOf(to.slice(1)) + 1;
  const place = again ? '同' : `${DIGITS[file] ?? file}${KANJI[rank] ?? (rank <= rows ? rank : '')}`;
  return `${seat === 'first' ? '▲' : '△'}${place}${NAMES[glyph] ?? glyph}${promotes ? '成' : ''}${drops ? '打' : ''}`;
}

/** The animals as they are written in Japanese records, whatever the page's language. @type {Record<string, string>} */
const NAMES = {
  lion: 'ライオン',
  giraffe: 'きりん',
  elephant: 'ぞう',
  chick: 'ひよこ',
  hen: 'にわとり',
  dog: 'いぬ',
  cat: 'ねこ',
  lynx: 'おおやまねこ',
  deer: 'しか',
};

/** The animal, × where it takes something, and where it goes. @param {Told} told */
function pictured({ glyph, seat, to, takes, promotes, drops }) {
  const picture = s(
    'svg',
    { viewBox: '-54 -54 108 108', class: 'move-picture', 'aria-hidden': 'true', focusable: 'false' },
    drawPiece({ glyph, owner: seat }),
  );
  const sign = takes ? '×' : drops ? '∗' : '';
  return h('span', { class: 'move-told' }, picture, h('span', { class: 'unseen' }, `${t(`piece.${glyph}`)} `), `${sign}${to}${promotes ? '+' : ''}`);
}

registerMoveWords('dobutsu', {
  style: () => settings.get().notation,
  needsStart: () => settings.get().notation !== 'usi',
  words(start, rows, info) {
    const style = settings.get().notation;
    if (style === 'usi' || !start) return rows.map(() => null);
    return follow(start, rows, info.promotions).map((told) => {
      if (!told) return null;
      return style === 'japanese' ? h('span', { lang: 'ja' }, japanese(told, start)) : pictured(told);
    });
  },
});
