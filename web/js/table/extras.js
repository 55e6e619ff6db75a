/** Where a game hangs up what only it has: an odds meter, a value, buttons of its own. */

/** @typedef {import('./model.js').TableModel} TableModel */

/**
 * Places on a table's page: `meter` under the players, `analysis` at the end of the Analysis tab, `table` at the end of the Table tab.
 * @typedef {'meter' | 'analysis' | 'table'} Slot
 */

/**
 * A part of the page for the tables of one game. It watches the model itself and is told when the page goes away.
 * @typedef {(model: TableModel) => { element: Element, dispose?: () => void }} Extra
 */

/** @type {{ game: string, slot: Slot, create: Extra }[]} */
const extras = [];

/**
 * @param {string} game
 * @param {Slot} slot
 * @param {Extra} create
 */
export function registerExtra(game, slot, create) {
  extras.push({ game, slot, create });
}

/**
 * The parts for a table.
 * @param {TableModel} model
 * @param {Slot} slot
 */
export function extrasFor(model, slot) {
  return extras.filter((extra) => extra.game === model.info.id && extra.slot === slot).map((extra) => extra.create(model));
}
