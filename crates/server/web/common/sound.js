// @ts-check
// Sounds of the board, synthesised by Web Audio. Silent until the reader has pressed something, as
// browsers require.

/** Volume of all sounds together, 0 to 1. */
const VOLUME = 1 / 3;

/** @typedef {'dice' | 'checker' | 'hit' | 'cube' | 'won' | 'lost'} SoundName */

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioNode | null} */
let output = null;
/** @type {AudioBuffer | null} */
let noise = null;
let isOn = () => false;

/**
 * Waits for the first press, then makes sounds possible.
 *
 * @param {import('./settings.js').Settings} settings
 */
export function startSound(settings) {
  isOn = () => settings.get('sound');
  const open = () => {
    if (!isOn() || typeof AudioContext === 'undefined') return;
    if (audio === null) {
      audio = new AudioContext();
      const gain = audio.createGain();
      gain.gain.value = VOLUME;
      gain.connect(audio.destination);
      output = gain;
      noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
      const samples = noise.getChannelData(0);
      for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    }
    // Some browsers suspend it again, for example after a call.
    if (audio.state === 'suspended') void audio.resume();
  };
  for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, open, { capture: true });
}

/**
 * Plays a sound, unless sounds are off or nothing has been pressed yet.
 *
 * @param {SoundName} name
 */
export function playSound(name) {
  if (audio?.state !== 'running' || !isOn() || document.hidden) return;
  SOUNDS[name](audio.currentTime + 0.005);
}

/** Each sound, from a start time in seconds. @type {Record<SoundName, (at: number) => void>} */
const SOUNDS = {
  checker: (at) => {
    click(at, 2100, 0.035, 0.8);
    tone(at, 'sine', 240, 150, 0.06, 0.5);
  },
  hit: (at) => {
    click(at, 1500, 0.06, 1);
    tone(at, 'sine', 170, 80, 0.14, 0.9);
    click(at + 0.11, 2300, 0.03, 0.5);
  },
  dice: (at) => {
    let when = at;
    for (const loud of [0.5, 0.8, 0.45, 0.7, 0.35, 0.5, 0.25]) {
      click(when, 2400 + Math.random() * 1600, 0.025, loud);
      when += 0.03 + Math.random() * 0.03;
    }
  },
  cube: (at) => {
    for (const [late, loud] of [[0, 0.8], [0.09, 0.4]]) {
      click(at + late, 1100, 0.04, loud);
      tone(at + late, 'triangle', 330, 260, 0.09, loud);
    }
  },
  won: (at) => chime(at, [523, 659, 784, 1047]),
  lost: (at) => chime(at, [440, 392, 330]),
};

/**
 * @param {number} at
 * @param {number[]} pitches in Hz
 */
function chime(at, pitches) {
  pitches.forEach((pitch, index) => tone(at + index * 0.13, 'triangle', pitch, pitch, 0.5, 0.4));
}

/**
 * A short burst of filtered noise.
 *
 * @param {number} at
 * @param {number} pitch in Hz
 * @param {number} lasts
 * @param {number} loud 0 to 1
 */
function click(at, pitch, lasts, loud) {
  if (!audio) return;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  source.connect(filter);
  fade(filter, at, lasts, loud);
  source.start(at, Math.random() * 0.1);
  source.stop(at + lasts);
}

/**
 * A tone that glides from one pitch to another.
 *
 * @param {number} at
 * @param {OscillatorType} kind
 * @param {number} from in Hz
 * @param {number} to in Hz
 * @param {number} lasts
 * @param {number} loud 0 to 1
 */
function tone(at, kind, from, to, lasts, loud) {
  if (!audio) return;
  const source = audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  fade(source, at, lasts, loud);
  source.start(at);
  source.stop(at + lasts);
}

/**
 * Connects a source to the output with a volume that falls to silence.
 *
 * @param {AudioNode} source
 * @param {number} at
 * @param {number} lasts
 * @param {number} loud
 */
function fade(source, at, lasts, loud) {
  if (!audio || !output) return;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  source.connect(gain).connect(output);
}
