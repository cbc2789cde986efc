// Short move sounds, synthesized here; off by default.

import { setting } from './settings.js';

/**
 * A sound: the frequencies of its tones in hertz, the duration of each in seconds, and its volume.
 * @typedef {{pitches: number[], length: number, loudness: number}} Sound
 */

/** @type {Readonly<Record<'move' | 'capture' | 'check' | 'end', Sound>>} */
const SOUNDS = Object.freeze({
  move: { pitches: [320], length: 0.05, loudness: 0.25 },
  capture: { pitches: [240, 170], length: 0.05, loudness: 0.35 },
  check: { pitches: [520, 660], length: 0.07, loudness: 0.25 },
  end: { pitches: [392, 330, 262], length: 0.14, loudness: 0.25 },
});

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound, if sounds are on. @param {keyof typeof SOUNDS} name */
export function playSound(name) {
  if (setting('sounds') !== 'on' || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  const { pitches, length, loudness } = SOUNDS[name];
  const { destination, currentTime } = context;
  for (const [i, pitch] of pitches.entries()) {
    const [tone, volume, start] = [context.createOscillator(), context.createGain(), currentTime + i * length];
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length * 1.6);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + length * 1.6);
  }
}
