// The sounds of the table, computed: struck bodies that ring in a few modes, and plucked strings.

export type Instrument = 'tile' | 'string' | 'block' | 'bell' | 'gong';

interface Mode {
  /** In multiples of the pitch. */
  ratio: number;
  /** Of the whole, from 0 to 1. */
  share: number;
  /** Seconds until it has faded to about a third. */
  fade: number;
}

interface Body {
  modes: readonly Mode[];
  /** How much of the stroke itself is heard, and for how many seconds. */
  stroke: number;
  struck: number;
}

const BODIES: Readonly<Record<Exclude<Instrument, 'string'>, Body>> = {
  // A hard tile on a wooden table: two dry clicks above a dull knock.
  tile: {
    modes: [
      { ratio: 1, share: 0.5, fade: 0.012 },
      { ratio: 1.83, share: 0.34, fade: 0.008 },
      { ratio: 0.11, share: 0.5, fade: 0.03 },
    ],
    stroke: 0.35,
    struck: 0.003,
  },
  block: {
    modes: [
      { ratio: 1, share: 0.7, fade: 0.03 },
      { ratio: 2.57, share: 0.2, fade: 0.012 },
    ],
    stroke: 0.1,
    struck: 0.002,
  },
  bell: {
    modes: [
      { ratio: 1, share: 0.5, fade: 0.5 },
      { ratio: 2.76, share: 0.2, fade: 0.25 },
      { ratio: 5.4, share: 0.08, fade: 0.1 },
    ],
    stroke: 0.02,
    struck: 0.002,
  },
  gong: {
    modes: [
      { ratio: 1, share: 0.4, fade: 0.65 },
      { ratio: 1.52, share: 0.26, fade: 0.5 },
      { ratio: 2.31, share: 0.18, fade: 0.35 },
      { ratio: 3.17, share: 0.1, fade: 0.3 },
      { ratio: 4.63, share: 0.06, fade: 0.2 },
    ],
    stroke: 0.05,
    struck: 0.008,
  },
};

/** After so many fades nothing is heard any more. */
const FADES = 5;
const STRING_SECONDS = 0.9;
/** How much of a string's ring is left after each period. */
const STRING_KEPT = 0.994;
/** The last part of a sound is drawn to silence, so that its end is no click. */
const END_SECONDS = 0.01;

/** Compute a sound of a pitch in Hz, at so many samples a second: from -1 to 1, silent at its end. */
export function wave(instrument: Instrument, pitch: number, rate: number): Float32Array<ArrayBuffer> {
  const samples = instrument === 'string' ? plucked(pitch, rate) : struck(BODIES[instrument], pitch, rate);
  const ending = Math.min(Math.round(END_SECONDS * rate), samples.length);
  for (let at = 0; at < ending; at++) samples[samples.length - 1 - at]! *= at / ending;
  return samples;
}

function struck({ modes, stroke, struck }: Body, pitch: number, rate: number): Float32Array<ArrayBuffer> {
  const longest = Math.max(...modes.map(({ fade }) => fade));
  const samples = new Float32Array(Math.ceil(longest * FADES * rate));
  for (const { ratio, share, fade } of modes) {
    // A mode above what can be sampled would come back as another.
    if (pitch * ratio < rate / 2) ring(samples, (2 * Math.PI * pitch * ratio) / rate, share, Math.exp(-1 / (fade * rate)));
  }
  const noise = noises();
  const length = Math.min(Math.round(FADES * struck * rate), samples.length);
  for (let at = 0; at < length; at++) samples[at]! += stroke * noise() * Math.exp(-at / (struck * rate));
  return bounded(samples);
}

/** Add a fading oscillation of `step` radians a sample; each sample follows from the two before it. */
function ring(samples: Float32Array, step: number, share: number, decay: number): void {
  const next = 2 * decay * Math.cos(step);
  let [older, old] = [0, share * Math.sin(step)];
  for (let at = 1; at < samples.length; at++) {
    samples[at]! += old;
    [older, old] = [old, next * old - decay * decay * older];
  }
}

/** A string after Karplus and Strong: noise that goes round and loses its edges. */
function plucked(pitch: number, rate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(STRING_SECONDS * rate));
  const period = Math.max(Math.round(rate / pitch), 2);
  const noise = noises();
  for (let at = 0; at < samples.length; at++) {
    const [near, far] = [samples[at - period], samples[at - period - 1]];
    samples[at] = near === undefined ? noise() : (STRING_KEPT * (near + (far ?? near))) / 2;
  }
  return bounded(samples);
}

/** Keep the loudest sample at 1. */
function bounded(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak > 0) for (let at = 0; at < samples.length; at++) samples[at]! /= peak;
  return samples;
}

/** Numbers from -1 to 1, the same every time: a tile sounds as it did before. */
function noises(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x7fffffff - 1;
  };
}
