// The wall that follows from a secret and four contributions (docs/wall.md).
// crypto.subtle is there on secure pages alone, and a table in the house is served over plain http.

import { sha256 } from '@noble/hashes/sha2.js';

import { TILES, suitOf, type Tile } from '../wire/tiles';

const DOMAIN = 'taipao-wall-1';
const ORDERED: readonly Tile[] = TILES.flatMap((tile) => Array<Tile>(suitOf(tile) === 'f' ? 1 : 4).fill(tile));

export function fromHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new RangeError(`not hex: ${text.slice(0, 80)}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Hex SHA-256 of a text in UTF-8. */
export const digestOf = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));

/** What is published before the players contribute. */
export const commitmentOf = (secret: string): string => toHex(sha256(fromHex(secret)));

export function seedOf(secret: string, contributions: readonly (string | null)[]): Uint8Array {
  const hash = sha256.create().update(new TextEncoder().encode(DOMAIN)).update(fromHex(secret));
  for (const contribution of contributions) {
    const value = fromHex(contribution ?? '');
    hash.update(Uint8Array.of(value.length)).update(value);
  }
  return hash.digest();
}

/** The 144 tiles, head first. */
export function wallOf(secret: string, contributions: readonly (string | null)[]): Tile[] {
  const words = wordsOf(seedOf(secret, contributions));
  const tiles = [...ORDERED];
  for (let i = tiles.length - 1; i > 0; i -= 1) {
    const j = below(words, i + 1);
    [tiles[i], tiles[j]] = [tiles[j] as Tile, tiles[i] as Tile];
  }
  return tiles;
}

function* wordsOf(seed: Uint8Array): Generator<number, never> {
  for (let counter = 0n; ; counter += 1n) {
    const place = new Uint8Array(8);
    new DataView(place.buffer).setBigUint64(0, counter);
    const block = sha256.create().update(seed).update(place).digest();
    const words = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let at = 0; at < block.byteLength; at += 4) yield words.getUint32(at);
  }
}

/** A number from 0 to n − 1; the words that would favour the small ones are skipped. */
function below(words: Generator<number, never>, n: number): number {
  const bound = Math.floor(2 ** 32 / n) * n;
  let word = words.next().value;
  while (word >= bound) word = words.next().value;
  return word % n;
}
