import { fileAddress } from './files.js';
import { Store } from './store.js';
import { settings } from './settings.js';

/** @typedef {import('./types.js').Text} Text */
/** @typedef {Record<string, string>} Dictionary */

/** The languages of the page with their own names. */
export const LANGUAGES = Object.freeze({ en: 'English', ja: '日本語', 'zh-Hant': '繁體中文' });

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Map<string, Dictionary>} */
const dictionaries = new Map();

/** The language in force; views are drawn anew when it changes. @type {Store<Language>} */
export const language = new Store(/** @type {Language} */ ('en'));

/**
 * The best of our languages for a list of preferred ones.
 * @param {readonly string[]} preferred
 * @returns {Language}
 */
export function bestLanguage(preferred) {
  for (const tag of preferred) {
    const lower = tag.toLowerCase();
    if (lower.startsWith('ja')) return 'ja';
    if (lower.startsWith('zh')) return 'zh-Hant';
    if (lower.startsWith('en')) return 'en';
  }
  return 'en';
}

/** @param {string} address @returns {Promise<Dictionary>} */
export async function fetchDictionary(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the dictionary ${address} could not be read: ${response.status}`);
  return response.json();
}

/** Reads a dictionary. @type {(name: string) => Promise<Dictionary>} */
let read = (name) => {
  const plain = `/i18n/${name}.json`;
  const lasting = fileAddress(plain);
  // The server may be newer than this page and have other words under another name.
  return fetchDictionary(lasting).catch((error) => (lasting === plain ? Promise.reject(error) : fetchDictionary(plain)));
};

/** Reads the dictionaries from elsewhere. @param {typeof read} reader */
export function dictionariesFrom(reader) {
  read = reader;
}

/** @param {Language} name */
async function load(name) {
  if (!dictionaries.has(name)) dictionaries.set(name, await read(name));
}

async function apply() {
  const chosen = settings.get().language;
  const name = chosen in LANGUAGES ? /** @type {Language} */ (chosen) : bestLanguage(navigator.languages);
  await load(name);
  document.documentElement.lang = name;
  language.set(name);
}

/** Loads the dictionaries and keeps to the language that the reader chooses. */
export async function startLanguage() {
  await apply();
  // Every language has all words; English is for what a new game has not been given yet.
  if (language.get() !== 'en') load('en').catch(() => {});
  settings.watch(() => void apply());
}

/**
 * Puts a dictionary in place without fetching it.
 * @param {Language} name
 * @param {Dictionary} dictionary
 */
export function install(name, dictionary) {
  dictionaries.set(name, dictionary);
}

/**
 * The entry of a key in the language in force or in English; `undefined` if there is none.
 * @param {string} key
 */
function entry(key) {
  return dictionaries.get(language.get())?.[key] ?? dictionaries.get('en')?.[key];
}

/**
 * Whether there are words for a key.
 * @param {string} key
 */
export function has(key) {
  return entry(key) !== undefined;
}

/**
 * The words of a key with its arguments filled in. `{name}` stands for an argument; `{name?one|many}` chooses by whether it is 1.
 * An unknown key shows its last part, so that a page with a gap is still usable.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const words = entry(key);
  if (words === undefined) return (key.split('.').pop() ?? key).replaceAll('_', ' ');
  return words.replace(/\{(\w+)(?:\?([^|{}]*)\|([^{}]*))?\}/g, (whole, name, one, many) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (one !== undefined) return String(value) === '1' ? one : many;
    return String(value);
  });
}

/** Arguments whose words are kept under another name. @type {Record<string, string>} */
const FAMILIES = { taken: 'piece', winner: 'side', loser: 'side', by: 'side' };

/**
 * The words of a sentence from the server. An argument whose value has words of its own (`side` = `black` → `side.black`) is
 * translated too.
 * @param {Text} text
 */
export function say(text) {
  /** @type {Record<string, string>} */
  const args = {};
  for (const [name, value] of Object.entries(text.args ?? {})) {
    const key = `${FAMILIES[name] ?? name}.${value}`;
    args[name] = has(key) ? t(key) : value;
  }
  return t(text.key, args);
}

/**
 * A number as the language writes it, with a minus sign and not a hyphen.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  return new Intl.NumberFormat(language.get(), options).format(value).replaceAll('-', '−');
}

/** A number that was written elsewhere, with a minus sign and not a hyphen. @param {string | number} text */
export const minus = (text) => String(text).replaceAll('-', '−');

/**
 * How long ago a moment was, in words.
 * @param {string | number} moment
 */
export function ago(moment) {
  const then = typeof moment === 'number' ? moment : Date.parse(moment);
  const seconds = (then - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language.get(), { numeric: 'auto' });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
  ];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(Math.round(Math.min(0, seconds)), 'second');
}
