/** What only one game has: a notation of its own, meters, buttons. Whatever shows a game being played imports this. */
import './dobutsu/notation.js';
import './konane/value-display.js';
import './quantum/fairness.js';
import './quantum/heat-hint.js';
import './quantum/odds-meter.js';
import './quantum/pass.js';
