// How a player likes to handle the tiles.

import { choice, flag } from '../preferences/preference.svelte';

/** Whether the hand sorts itself; else it lies as its owner has dragged it. */
export const sorting = flag('table.sorting', true);

export const WAYS = ['fitting', 'at_once', 'confirmed'] as const;

/** How a tile is discarded: `fitting` is at once by mouse, and confirmed by finger, which may slip. */
export const discarding = choice('table.discarding', WAYS, 'fitting');
