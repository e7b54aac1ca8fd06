// How long everything takes, in milliseconds, and how much faster or slower a player wants it.

import { number } from '../preferences/preference.svelte';

export type SceneName = 'deal' | 'draw' | 'replacement' | 'discard' | 'claim' | 'kong' | 'win' | 'still';

export interface Pace {
  /** How long a tile is on its way. */
  travel: number;
  /** After what time the next scene may begin. */
  hold: number;
}

export const SPEEDS = [1, 2, 3, 4, 5] as const;

/** 1, the slowest, to 5. */
export const speed = number('speed', { min: 1, max: 5, fallback: 3 });

const PACES: Readonly<Record<SceneName, Pace>> = {
  deal: { travel: 240, hold: 520 },
  draw: { travel: 200, hold: 90 },
  replacement: { travel: 220, hold: 80 },
  discard: { travel: 210, hold: 120 },
  claim: { travel: 280, hold: 200 },
  kong: { travel: 320, hold: 240 },
  win: { travel: 420, hold: 420 },
  still: { travel: 0, hold: 0 },
};

const FACTORS = [1.8, 1.35, 1, 0.7, 0.45];

const factorOf = (chosen: number): number => FACTORS[Math.round(chosen) - 1] ?? 1;

export function paceOf(scene: SceneName, chosen: number): Pace {
  const { travel, hold } = PACES[scene];
  const factor = factorOf(chosen);
  return { travel: travel * factor, hold: hold * factor };
}

/** Whether the player has asked the system for fewer movements. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
