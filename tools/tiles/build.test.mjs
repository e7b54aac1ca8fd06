import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { bamboos } from './bamboos.mjs';
import { buildSprite } from './build.mjs';
import { circles } from './circles.mjs';
import { flowerColour } from './flowers.mjs';
import { openBrush } from './glyphs.mjs';
import * as palette from './palette.mjs';

const SUITS = [['m', 9], ['p', 9], ['s', 9], ['z', 7], ['f', 8]];
const FACES = SUITS.flatMap(([suit, count]) => Array.from({ length: count }, (_, i) => `t-${i + 1}${suit}`));

const sprite = await buildSprite();
const symbols = [...sprite.matchAll(/<symbol id="([^"]*)" viewBox="0 0 300 400">(.*?)<\/symbol>/g)];

test('the sprite holds the 42 faces in the order of the wall, then the back', () => {
  assert.deepEqual(symbols.map(([, id]) => id), [...FACES, 't-back']);
  assert.equal([...sprite.matchAll(/ id="/g)].length, 43);
});

test('no two symbols look the same', () => {
  assert.equal(new Set(symbols.map(([, , markup]) => markup)).size, 43);
});

test('a symbol is filled and traced paths in colours of the palette, and refers to nothing', () => {
  const paint = /^<path fill="(none|#[0-9a-f]{6})"( fill-rule="evenodd"| stroke="(#[0-9a-f]{6})"( stroke-[a-z]+="[\w.]+")+)? d="[-\dMLHVQCAZmlhvqcaz. ]+"\/>/;
  const colours = new Set(['none', ...Object.values(palette)]);
  for (const [, id, markup] of symbols) {
    let rest = markup;
    while (rest !== '') {
      const path = paint.exec(rest);
      assert.ok(path !== null, `${id}: ${rest.slice(0, 80)}`);
      assert.ok(colours.has(path[1]) && colours.has(path[3] ?? 'none'), `${id}: ${path[1]} ${path[3]}`);
      rest = rest.slice(path[0].length);
    }
  }
  assert.doesNotMatch(sprite.replace('xmlns="http://www.w3.org/2000/svg"', ''), /href|url\(|https?:|<style|<script|<image/);
});

test('the distinct paints change colours alone, and no two of them are one', async () => {
  const distinct = await buildSprite('distinct');
  const bare = (markup) => markup.replace(/#[0-9a-f]{6}/g, '');
  assert.equal(bare(distinct), bare(sprite));
  const paints = (markup) => new Set(markup.match(/#[0-9a-f]{6}/g));
  assert.equal(paints(distinct).size, paints(sprite).size);
  assert.ok(!paints(distinct).has(palette.RED) && !paints(distinct).has(palette.GREEN));
});

test('a coin is four rings and a stick three outlines, so the numbers can be counted', () => {
  const outlines = (markup) => [...markup.matchAll(/M/g)].length;
  for (let number = 2; number <= 9; number += 1) {
    assert.equal(outlines(circles(number)), 4 * number, `${number}p`);
    assert.equal(outlines(bamboos(number)), 3 * number, `${number}s`);
  }
});

test('seasons are labelled red and plants dark', () => {
  const labels = [1, 2, 3, 4, 5, 6, 7, 8].map(flowerColour);
  assert.deepEqual(labels, [...Array(4).fill(palette.RED), ...Array(4).fill(palette.INK)]);
});

test('a character the face lacks is named', () => {
  assert.throws(() => openBrush()('\u{1f004}', { x: 0, y: 0, size: 1 }), /no glyph for \u{1f004}/u);
});

test('building again gives the same bytes, few enough for a phone', async () => {
  assert.equal(await buildSprite(), sprite);
  assert.ok(gzipSync(sprite).length < 60_000);
});
