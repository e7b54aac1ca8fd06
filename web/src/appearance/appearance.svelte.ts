// How the page looks: what is chosen here, and what the document then says to its styles.

import { MediaQuery } from 'svelte/reactivity';

import { choice, flag } from '../preferences/preference.svelte';
import { language } from '../words/language.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export const PALETTES = ['usual', 'distinct'] as const;

export const theme = choice('theme', THEMES, 'system');
export const palette = choice('palette', PALETTES, 'usual');
/** Numbers in the corners of tiles: whoever reads the page in English is likely to want them. */
export const numerals = flag('numerals', language.name === 'en');
/** Whether it may still be said that a phone is better held sideways. */
export const turning = flag('turning', true);

/** Let the document follow what is chosen, as long as the page is there. */
export function applyAppearance(): void {
  const light = new MediaQuery('prefers-color-scheme: light');
  const root = document.documentElement;
  $effect.root(() => {
    $effect.pre(() => {
      root.dataset.theme = theme.value;
      root.dataset.palette = palette.value;
      void light.current;
      // What the browser draws around the page has the page's own colour.
      const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
      if (meta !== null) meta.content = getComputedStyle(root).backgroundColor;
    });
  });
}
