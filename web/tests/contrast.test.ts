// What is written can be read: contrast AA of every colour of text on whatever it lies on, by day and by night, in both palettes.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Paint = readonly [red: number, green: number, blue: number, alpha: number];

const css = readFileSync(new URL('../src/appearance/colours.css', import.meta.url), 'utf8');
const AA = 4.5;

const TEXTS = ['ink', 'mist', 'title', 'gold', 'good', 'minus', 'danger'];
const FELTS = ['felt-light', 'felt', 'felt-deep'];
/** Translucent ones lie on felt. */
const SURFACES = ['plate', 'plate-strong', 'card', 'panel', 'sheet', 'sheet-deep', 'field', 'button', 'banner'];
/** Text of some colours alone lies on these. */
const PAIRS = [
  ...['ink', 'mist', 'title', 'gold', 'good'].map((text) => [text, 'chip']),
  ...['ink', 'title', 'gold'].map((text) => [text, 'notice']),
  ...['ink', 'title'].flatMap((text) => ['chosen', 'bar', 'slate-light', 'slate'].map((on) => [text, on])),
  ...['brass-light', 'brass'].map((on) => ['on-brass', on]),
  ...['jade-light', 'jade'].map((on) => ['on-jade', on]),
  ...['red', 'red-deep'].map((on) => ['on-red', on]),
  ...['alarm', 'away', 'gone', 'helped', 'bubble'].map((on) => [`on-${on}`, on]),
  ...['call', 'call-win'].map((text) => [text, 'banner']),
] as [string, string][];

function paintOf(text: string): Paint {
  const hex = text.slice(1);
  const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (at: number): number => parseInt(full.slice(at, at + 2) || 'ff', 16) / 255;
  return [part(0), part(2), part(4), part(6)];
}

/** The colours of a theme and palette, by name. */
function palette(theme: 0 | 1, distinct: boolean): (name: string) => Paint {
  const [usual = '', own = ''] = css.split("[data-palette='distinct']");
  const paints = new Map<string, Paint>();
  for (const part of distinct ? [usual, own] : [usual]) {
    for (const [, name = '', value = ''] of part.matchAll(/--([\w-]+): ([^;]+);/g)) {
      const both = [...value.matchAll(/#[\da-f]+/g)].map(([hex]) => hex);
      const found = both[theme] ?? both[0];
      if (found !== undefined) paints.set(name, paintOf(found));
    }
  }
  return (name) => {
    const paint = paints.get(name);
    if (paint === undefined) throw new Error(`no colour --${name}`);
    return paint;
  };
}

const over = ([r, g, b, a]: Paint, below: Paint): Paint => [
  r * a + below[0] * (1 - a),
  g * a + below[1] * (1 - a),
  b * a + below[2] * (1 - a),
  1,
];

function luminance([red, green, blue]: Paint): number {
  const [r, g, b] = [red, green, blue].map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(text: Paint, on: Paint): number {
  const [low = 0, high = 0] = [luminance(over(text, on)), luminance(on)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ['day', 0, false],
  ['night', 1, false],
  ['day, distinct', 0, true],
  ['night, distinct', 1, true],
] as const)('all that is written by %s is read', (_, theme, distinct) => {
  const paint = palette(theme, distinct);
  const faint: string[] = [];
  const check = (text: string, on: string, felt: Paint): void => {
    const ratio = contrast(paint(text), over(paint(on), felt));
    if (ratio < AA) faint.push(`--${text} on --${on}: ${ratio.toFixed(2)}`);
  };
  for (const felt of FELTS) {
    // Beside a table only these are written on the felt itself.
    for (const text of ['ink', 'mist', 'title', 'gold']) check(text, felt, paint(felt));
    for (const text of TEXTS) for (const on of SURFACES) check(text, on, paint(felt));
    for (const [text, on] of PAIRS) check(text, on, paint(felt));
  }
  expect([...new Set(faint)]).toEqual([]);
});
