// Colours have names, so that a theme is one list of them.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = new URL('../src/', import.meta.url);
/** Drawings, alike by day and by night, and the list itself. */
const PAINTED = ['TileFace.svelte', 'RankBadge.svelte', 'FaceSign.svelte', 'colours.css'];
const COLOUR = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|color)a?\(/gi;
const USED = /var\((--[\w-]+)/g;
const MADE = /(?:^|[\s{;])(--[\w-]+)\s*:|style:(--[\w-]+)=/g;

const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|css)$/.test(name));
const texts = new Map(names.map((name) => [name, readFileSync(new URL(name, SOURCES), 'utf8')]));
const styleOf = (text: string): string => text.split('<style>').at(-1) ?? '';

test('no style names a colour of its own', () => {
  const found = [...texts].flatMap(([name, text]) => {
    if (PAINTED.some((painted) => name.endsWith(painted))) return [];
    // A mask is not seen.
    const lines = styleOf(text).split('\n').filter((line) => !line.includes('mask'));
    return lines.flatMap((line) => line.match(COLOUR) ?? []).map((colour) => `${name}: ${colour}`);
  });
  expect(found).toEqual([]);
});

test('every property that a style asks for is there', () => {
  const made = new Set([...texts.values()].flatMap((text) => [...text.matchAll(MADE)].map(([, css, given]) => css ?? given)));
  const missing = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(USED)].flatMap(([, used]) => (made.has(used) ? [] : [`${name}: ${used}`])),
  );
  expect(missing).toEqual([]);
});
