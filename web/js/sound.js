import { settings } from './settings.js';

/** Short wooden sounds, made on the spot: a knock is a burst of noise through a resonance, over a quickly fading tone. */

/** @typedef {'place' | 'take' | 'move' | 'observe' | 'win' | 'lose' | 'refuse' | 'low'} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** What all sounds go through: the volume. @type {GainNode | null} */
let volume = null;

function audio() {
  if (!context) {
    context = new AudioContext();
    noise = context.createBuffer(1, Math.ceil(context.sampleRate * 0.1), context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    volume = context.createGain();
    volume.connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

/**
 * One knock on wood.
 * @param {number} delay seconds from now
 * @param {number} pitch in hertz
 * @param {number} loudness 0 to 1
 * @param {number} length seconds until it has faded
 */
function knock(delay, pitch, loudness, length) {
  const ctx = audio();
  const out = volume ?? ctx.destination;
  // Loudness is heard by its logarithm; the square of the handle's place comes near enough.
  if (volume) volume.gain.value = settings.get().volume ** 2;
  const at = ctx.currentTime + delay;

  const burst = ctx.createBufferSource();
  burst.buffer = noise;
  const body = ctx.createBiquadFilter();
  body.type = 'bandpass';
  body.frequency.value = pitch * 1.9;
  body.Q.value = 1.4;
  const crack = ctx.createGain();
  crack.gain.setValueAtTime(loudness * 0.9, at);
  crack.gain.exponentialRampToValueAtTime(0.001, at + length * 0.45);
  burst.connect(body).connect(crack).connect(out);
  burst.start(at);
  burst.stop(at + length);

  const tone = ctx.createOscillator();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(pitch * 1.12, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + length * 0.3);
  const ring = ctx.createGain();
  ring.gain.setValueAtTime(loudness * 0.5, at);
  ring.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(ring).connect(out);
  tone.start(at);
  tone.stop(at + length);
}

/** @type {Record<Sound, () => void>} */
const SOUNDS = {
  place: () => knock(0, 620, 0.5, 0.09),
  move: () => knock(0, 480, 0.4, 0.1),
  take: () => {
    knock(0, 480, 0.35, 0.09);
    knock(0.07, 700, 0.45, 0.08);
  },
  observe: () => {
    for (let i = 0; i < 5; i += 1) knock(i * 0.09, 520 + i * 55, 0.22, 0.07);
  },
  win: () => {
    knock(0, 523, 0.4, 0.16);
    knock(0.14, 659, 0.4, 0.16);
    knock(0.28, 784, 0.45, 0.26);
  },
  lose: () => {
    knock(0, 440, 0.35, 0.18);
    knock(0.16, 349, 0.4, 0.26);
  },
  refuse: () => knock(0, 180, 0.3, 0.08),
  low: () => {
    knock(0, 880, 0.3, 0.08);
    knock(0.12, 880, 0.3, 0.08);
  },
};

/**
 * Makes a sound, if sounds are on.
 * @param {Sound} name
 */
export function play(name) {
  if (!settings.get().sound || typeof AudioContext === 'undefined') return;
  if (!navigator.userActivation?.hasBeenActive) return;
  SOUNDS[name]();
}
