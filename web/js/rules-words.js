import { has, number, t } from './i18n.js';

/** The words for a game's rules. */

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').RuleField} RuleField */
/** @typedef {import('./types.js').Rules} Rules */

/** The name of a game; its own English name where the dictionaries do not know it. @param {GameInfo} info */
export function gameName(info) {
  const key = `game.${info.id}.name`;
  return has(key) ? t(key) : info.name;
}

/** One sentence on a game, where there is one. @param {GameInfo} info */
export function gameSentence(info) {
  const key = `game.${info.id}.sentence`;
  return has(key) ? t(key) : '';
}

/** A level's name. @param {GameInfo} info @param {string} level */
export function levelName(info, level) {
  const own = `game.${info.id}.level.${level}`;
  return t(has(own) ? own : `level.${level}`);
}

/** One line about a level. @param {GameInfo} info @param {string} level */
export function levelLine(info, level) {
  const own = `game.${info.id}.level.${level}.line`;
  const common = `level.${level}.line`;
  return has(own) ? t(own) : has(common) ? t(common) : '';
}

/** A move as people read it: one that is a button has a name in words. @param {GameInfo} info @param {string} text */
export const moveName = (info, text) => (info.actions.includes(text) ? t(`move.${text}`) : text);

/** The same where there is little room. @param {GameInfo} info @param {string} text */
export function shortMoveName(info, text) {
  const short = `move.${text}.short`;
  return info.actions.includes(text) && has(short) ? t(short) : moveName(info, text);
}

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
 * Whether a condition holds under these rules; what has none always does.
 * @param {import('./types.js').Condition | null | undefined} condition
 * @param {Rules} rules
 */
export const holds = (condition, rules) => !condition || condition.values.includes(rules[condition.field]);

/** The choices that mean something beside the others. @param {GameInfo} info @param {Rules} rules */
export const rulesFor = (info, rules) => info.rules.filter((field) => holds(field.when, rules));

/** The levels that there are under these rules. @param {GameInfo} info @param {Rules} rules */
export const levelsFor = (info, rules) => info.levels.filter((level) => holds(level.when, rules));

/** The kinds of analysis that there are under these rules. @param {GameInfo} info @param {Rules} rules */
export const analysesFor = (info, rules) => info.analyses.filter((kind) => holds(kind.when, rules));

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
