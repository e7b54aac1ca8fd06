// How strong the computer players are that one plays against.

import { choice } from './preference.svelte';

export const LEVELS = ['easy', 'normal', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

export const isLevel = (name: unknown): name is Level => LEVELS.some((level) => level === name);

/** The level that was chosen last for playing alone. */
export const ownLevel = choice('level', LEVELS, 'normal');
