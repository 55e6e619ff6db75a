import { Store, remember, remembered } from './store.js';

/**
 * What a reader may choose for this browser.
 * @typedef {object} Settings
 * @property {string} language `auto` or one of the languages
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'wood' | 'slate' | 'paper'} board what boards are made of
 * @property {boolean} sound
 * @property {number} volume 0 to 1
 * @property {boolean} coordinates names of columns and rows at the board's edge
 * @property {boolean} numbers move numbers on stones
 * @property {'auto' | 'always' | 'never'} confirm whether a tap needs a second one
 * @property {boolean} askAlways whether to ask about an observation that cannot show a row
 * @property {'icons' | 'japanese' | 'usi'} notation how the moves of animal shogi are written
 * @property {'browser' | 'server'} computing who computes analyses where there is a choice
 * @property {string} name what others call the reader
 * @property {boolean} heat whether an analysis may warm the board
 * @property {boolean} looks whether it shows where a strong player would look
 */

/** The longest name that others see. */
export const LONGEST_NAME = 24;

const KEY = 'banmen.settings';

/** @type {Settings} */
const DEFAULTS = {
  language: 'auto',
  theme: 'auto',
  board: 'wood',
  sound: true,
  volume: 0.8,
  coordinates: true,
  numbers: false,
  confirm: 'auto',
  askAlways: false,
  notation: 'icons',
  computing: 'browser',
  name: '',
  heat: true,
  looks: false,
};

/** @type {Store<Settings>} */
export const settings = new Store({ ...DEFAULTS, ...remembered(KEY, {}) });

settings.watch((value) => remember(KEY, value));

/**
 * Changes some of the settings.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  settings.set({ ...settings.get(), ...changes });
}
