// How much help a player likes.

import { choice, flag } from '../preferences/preference.svelte';

/** Whether each button is explained; it is asked once, at the first table. */
export const beginner = choice('hints.beginner', ['unasked', 'on', 'off'], 'unasked');

/** Whether hints are shown whenever there is something to decide. */
export const hinting = flag('hints.shown', false);

/** Whether the parts of the table have been shown to a beginner. */
export const shownAround = flag('hints.shown_around', false);
