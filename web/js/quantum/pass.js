import { h } from '../dom.js';
import { settings } from '../settings.js';
import { registerExtra } from '../table/extras.js';

/** Nobody is asked about an observation that cannot show a row: the turn passes by itself, unless the reader wants to be asked. */

registerExtra('quantum', 'table', (model) => {
  /** The version of the table that was passed at last. */
  let passed = -1;
  const look = () => {
    const { version } = model.table;
    if (settings.get().askAlways || !model.playable || passed === version) return;
    if (model.view.status.key !== 'status.quantum.decide_in_vain') return;
    passed = version;
    // Not while the model tells its watchers of the stone.
    queueMicrotask(() => void model.play('skip'));
  };
  const unwatch = model.watch(look);
  queueMicrotask(look);
  return { element: h('div', { hidden: true }), dispose: unwatch };
});
