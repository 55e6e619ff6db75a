import * as backend from '../backend/index.js';
import { overlayOf } from './overlay.js';

/** @typedef {import('./model.js').TableModel} TableModel */
/** @typedef {import('../types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('../types.js').View} View */

/** Time between two moves of a line that is played out. */
const BEAT_MS = 700;

/** A line of an analysis shown on the board while the reader points at it. */
export class LinePreview {
  /** Counts the positions pointed at, so that a late answer is not shown. */
  #pointing = 0;
  /** Whether the reader points at a line now; then it must not move away. */
  held = false;

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
  }

  /** Shows the position after the first `count` moves of a line. @param {AnalysisLine} line @param {number} count */
  async show(line, count) {
    this.#pointing += 1;
    this.held = true;
    const mine = this.#pointing;
    const { model } = this;
    const record = model.recordInSight();
    const first = model.view.moves.find((move) => move.text === line.moves[0]);
    const events = [...record.events, ...line.moves.slice(0, count).map((move) => ({ move }))];
    try {
      const { view } = await backend.view({ ...record, events });
      if (mine !== this.#pointing) return;
      model.showPreview(asPreview(view, model.at), first?.from ? overlayOf(first) : null);
    } catch {
      /* a line that cannot be replayed, as after chance, is simply not shown */
    }
  }

  /** Shows a line move by move. @param {AnalysisLine} line */
  async playOut(line) {
    for (let count = 1; count <= line.moves.length; count += 1) {
      const shown = this.show(line, count);
      const mine = this.#pointing;
      await shown;
      await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
      if (mine !== this.#pointing) return;
    }
  }

  /** Lets go of the line without a word to the board. */
  release() {
    this.#pointing += 1;
    this.held = false;
  }

  /** The board is itself again. Returns whether a line was shown. */
  end() {
    const held = this.held;
    this.release();
    if (held && this.model.preview) this.model.showPreview(null);
    return held;
  }
}

/**
 * A position shown ahead of time: the stones of the line are numbered from 1, nothing can be played.
 * @param {View} view
 * @param {number} at the number of events before the line
 * @returns {View}
 */
export function asPreview(view, at) {
  const pieces = view.pieces.map((piece) => {
    const number = (piece.number ?? 0) - at;
    return { ...piece, number: number > 0 ? number : null };
  });
  return { ...view, pieces, marks: view.marks.filter((mark) => mark.kind !== 'last'), moves: [] };
}
