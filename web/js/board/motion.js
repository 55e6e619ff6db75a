import { s } from '../dom.js';

/**
 * Movement as decoration. The pieces of the layer are already what they ought to be; an animation only delays how they are seen, and
 * pictures of what was there before pass over them. Stopping it at any moment leaves the pieces alone.
 */

/** @typedef {{ animations: Animation[], passing: SVGElement[] }} Running */

export class Motion {
  /** What moves now, by the place it belongs to. @type {Map<string, Running>} */
  #running = new Map();

  /** Pictures that are only passing. */
  element = s('g', { class: 'passing' });

  /**
   * Moves something that is in its place already.
   * @param {string} key
   * @param {Element | null | undefined} target
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} timing
   */
  play(key, target, keyframes, timing) {
    if (!target) return;
    this.#of(key).animations.push(this.#ending(key, target.animate(keyframes, timing)));
  }

  /**
   * Lets a picture pass over the pieces; it is gone when its movement ends.
   * @param {string} key
   * @param {SVGElement} picture
   * @param {Element | null | undefined} target the part of it that moves
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} timing
   */
  pass(key, picture, target, keyframes, timing) {
    this.element.append(picture);
    this.#of(key).passing.push(picture);
    this.play(key, target, keyframes, { ...timing, fill: 'both' });
  }

  /** Ends all movement of a place; what is painted is seen at once. @param {string} key */
  stop(key) {
    const running = this.#running.get(key);
    if (!running) return;
    this.#running.delete(key);
    for (const picture of running.passing) picture.remove();
    for (const animation of running.animations) animation.cancel();
  }

  stopAll() {
    for (const key of [...this.#running.keys()]) this.stop(key);
  }

  /** @param {string} key */
  #of(key) {
    let running = this.#running.get(key);
    if (!running) {
      running = { animations: [], passing: [] };
      this.#running.set(key, running);
    }
    return running;
  }

  /** Cleans up after the last animation of a place. @param {string} key @param {Animation} animation */
  #ending(key, animation) {
    animation.onfinish = () => {
      const running = this.#running.get(key);
      if (running?.animations.every((one) => one.playState === 'finished')) this.stop(key);
    };
    return animation;
  }
}
