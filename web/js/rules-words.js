import { has, number, t } from './i18n.js';

/** The words for a game's rules. */

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').RuleField} RuleField */

/** @param {GameInfo} info */
export const gameName = (info) => t(`game.${info.id}.name`);

/** @param {GameInfo} info @param {string} key */
export const ruleName = (info, key) => t(`game.${info.id}.rule.${key}`);

/** One sentence on a rule, where there is one. @param {GameInfo} info @param {string} key */
export function ruleHelp(info, key) {
  const help = `game.${info.id}.rule.${key}.help`;
  return has(help) ? t(help) : null;
}

/** @param {GameInfo} info @param {string} key @param {string} option */
export const optionName = (info, key, option) => t(`game.${info.id}.rule.${key}.${option}`);

/** @param {GameInfo} info @param {string} preset */
export const presetName = (info, preset) => t(`game.${info.id}.preset.${preset}`);

/**
 * Rules that mean something only when another one has one of these values, by game.
 * @type {Record<string, Record<string, [string, unknown[]]>>}
 */
const NEEDS = {
  konane: {
    rows: ['start', ['traditional']],
    cols: ['start', ['traditional']],
    position: ['start', ['free']],
    first: ['start', ['free']],
  },
  quantum: {
    observation_count: ['observations', ['each', 'shared']],
    out_of_observations: ['observations', ['each', 'shared']],
  },
};

/**
 * Whether a rule means something beside the others.
 * @param {GameInfo} info
 * @param {string} key
 * @param {import('./types.js').Rules} rules
 */
export function ruleMatters(info, key, rules) {
  const need = NEEDS[info.id]?.[key];
  return !need || need[1].includes(rules[need[0]]);
}

/**
 * What a rule is set to.
 * @param {GameInfo} info
 * @param {RuleField} field
 * @param {unknown} value
 */
export function ruleValue(info, field, value) {
  switch (field.kind.kind) {
    case 'number':
      return typeof value === 'number' ? number(value) : t('rule.unlimited');
    case 'choice':
      return optionName(info, field.key, String(value));
    case 'flag':
      return t(value ? 'rule.yes' : 'rule.no');
    case 'numbers':
      return Array.isArray(value) ? value.join(', ') : '';
    default:
      return typeof value === 'string' && value !== '' ? value : t('rule.usual');
  }
}

/**
 * The kinds of analysis that there are under these rules: the whole 3×4 game of animal shogi is solved, and quantum games of a few points.
 * @param {GameInfo} info
 * @param {import('./types.js').Rules} rules
 */
export function analysesFor(info, rules) {
  const solvable = info.id === 'dobutsu' ? rules.board === 'classic' : info.id !== 'quantum' || Number(rules.size) <= 4;
  return info.analyses.filter((kind) => kind !== 'exact' || solvable);
}
