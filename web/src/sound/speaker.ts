// What the table is heard through. Browsers let a page sound only after somebody has touched it, and so does this.

import { flag, number } from '../preferences/preference.svelte';
import { CUES, type Cue, type Note } from './cues';
import { wave, type Instrument } from './waves';

export const volume = number('volume', { min: 0, max: 100, fallback: 60 });
export const muted = flag('muted', false);

/** What counts as touching the page. */
const GESTURES = ['pointerdown', 'pointerup', 'keydown', 'click'] as const;

/** The time left to all else between two waves. */
const BREATH_MS = 30;

class Speaker {
  #context: AudioContext | null = null;
  #output: GainNode | null = null;
  readonly #waves = new Map<string, AudioBuffer>();
  readonly #playing = new Set<AudioBufferSourceNode>();
  #listening = false;

  /** Wait for somebody to touch the page. */
  listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    for (const gesture of GESTURES) addEventListener(gesture, () => void this.wake(), { capture: true, passive: true });
  }

  /** Get ready to be heard. Only while somebody touches the page. */
  async wake(): Promise<void> {
    if (muted.value || typeof AudioContext === 'undefined') return;
    if (this.#context === null) {
      const context = new AudioContext({ latencyHint: 'interactive' });
      const output = new GainNode(context);
      // Several cues at once are not to be louder than one can be.
      output.connect(new DynamicsCompressorNode(context)).connect(context.destination);
      [this.#context, this.#output] = [context, output];
      this.#prepare(context, Object.values(CUES).flat());
    }
    if (this.#context.state !== 'running') await this.#context.resume();
  }

  /** Play a cue in so many milliseconds, if the page may be heard by then. */
  play({ name, pan = 0 }: Cue, wait = 0): void {
    if (muted.value || volume.value === 0) return;
    const [context, output] = [this.#context, this.#output];
    // What was not to be heard must not be made up for later.
    if (context?.state !== 'running' || output === null) return;
    output.gain.value = loudness(volume.value);
    const panner = new StereoPannerNode(context, { pan });
    panner.connect(output);
    const start = context.currentTime + wait / 1000;
    for (const { at, instrument, pitch, gain } of CUES[name]) {
      const source = new AudioBufferSourceNode(context, { buffer: this.#waveOf(context, instrument, pitch) });
      source.connect(new GainNode(context, { gain })).connect(panner);
      source.addEventListener('ended', () => this.#playing.delete(source));
      this.#playing.add(source);
      source.start(start + at);
    }
  }

  /** Fall silent, and leave out what has yet to be heard. */
  hush(): void {
    for (const source of this.#playing) source.stop();
    this.#playing.clear();
  }

  /** Compute what will be played while there is time: one wave, and after a while the next. */
  #prepare(context: AudioContext, [next, ...notes]: readonly Note[]): void {
    if (next === undefined) return;
    const known = this.#waves.size;
    this.#waveOf(context, next.instrument, next.pitch);
    if (this.#waves.size === known) this.#prepare(context, notes);
    else setTimeout(() => this.#prepare(context, notes), BREATH_MS);
  }

  #waveOf(context: AudioContext, instrument: Instrument, pitch: number): AudioBuffer {
    const key = `${instrument} ${pitch}`;
    const known = this.#waves.get(key);
    if (known !== undefined) return known;
    const samples = wave(instrument, pitch, context.sampleRate);
    const made = new AudioBuffer({ length: samples.length, sampleRate: context.sampleRate });
    made.copyToChannel(samples, 0);
    this.#waves.set(key, made);
    return made;
  }
}

/** How loud a volume from 0 to 100 is: equal steps are to be heard as equal. */
const loudness = (chosen: number): number => (chosen / 100) ** 2;

export const speaker = new Speaker();
