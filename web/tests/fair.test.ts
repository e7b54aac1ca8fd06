import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { contributionFor, contributionTo, noteTaken } from '../src/fair/contributions';
import { verify } from '../src/fair/verify';
import { commitmentOf, digestOf, seedOf, toHex, wallOf } from '../src/fair/wall';
import { seenIn, type Seen } from '../src/fair/witness';
import type { GameEvent } from '../src/wire/events';
import { emptyView, fold } from '../src/wire/fold';

interface Case {
  secret: string;
  contributions: (string | null)[];
  commitment: string;
  seed: string;
  wall: string;
}

interface Header {
  ruleset: string;
  secret: string;
  commitment: string;
  contributions: (string | null)[];
}

const TESTS = new URL('../../tests/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, TESTS), 'utf8');
const cases = JSON.parse(read('cases/wall.json')) as Case[];
const SEAT = 1;

test.each(cases)('the wall of secret $secret', ({ secret, contributions, commitment, seed, wall }) => {
  expect(commitmentOf(secret)).toBe(commitment);
  expect(toHex(seedOf(secret, contributions))).toBe(seed);
  expect(wallOf(secret, contributions).join(' ')).toBe(wall);
});

test('a contribution is made once for a commitment, and different for another', () => {
  expect(contributionTo('aa')).toBeNull();
  const made = contributionFor('aa');
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(contributionFor('aa')).toBe(made);
  expect(contributionTo('aa')).toEqual({ value: made, taken: false });
  expect(contributionFor('bb')).not.toBe(made);
});

test('a contribution is taken only once that has been noted, and may be refused after that', () => {
  const value = contributionFor('cc');
  contributionFor('dd');
  noteTaken('cc', true);
  expect(contributionTo('cc')).toEqual({ value, taken: true });
  expect(contributionTo('dd')?.taken).toBe(false);
  noteTaken('cc', false);
  expect(contributionTo('cc')).toEqual({ value, taken: false });
  noteTaken('of another browser', true);
  expect(contributionTo('of another browser')).toBeNull();
});

/** A record whose lines were changed, with a digest that fits them. */
function sealed(lines: readonly object[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return `${text}{"sha256":"${digestOf(text)}"}\n`;
}

function parsed(record: string): [Header, ...object[]] {
  const lines = record.trimEnd().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as object) as [Header, ...object[]];
}

function redacted(event: GameEvent): GameEvent {
  if (event.type === 'drawn' && event.seat !== SEAT) return { ...event, tile: null };
  if (event.type === 'opening_kong_made' && event.seat !== SEAT) return { ...event, tiles: null };
  return event;
}

/** What the seat saw of a round, event after event. */
function watch(record: string): Seen[] {
  const [{ ruleset }, ...entries] = parsed(record);
  let view = emptyView(SEAT, ruleset);
  const seen = new Map<number, Seen>();
  let playing = false;
  for (const { event, number = null } of entries as { event?: GameEvent; number?: number | null }[]) {
    if (event === undefined) continue;
    view = fold(view, redacted(event), number);
    playing ||= event.type === 'play_began';
    if (playing) seen.set(view.number, seenIn(view));
  }
  return [...seen.values()];
}

const golden = readdirSync(new URL('golden/', TESTS)).filter((name) => /^[^.]+\.jsonl$/.test(name));

describe.each(golden)('the record %s', (name) => {
  const record = read(`golden/${name}`);
  const [header, ...entries] = parsed(record);
  const recorded = header.contributions[SEAT] ?? null;
  const contribution = recorded === null ? null : { value: recorded, taken: true };
  const watched = { seat: SEAT, commitment: header.commitment, contribution, seen: watch(record) };

  test('agrees with what was seen', () => {
    expect(watched.seen.length).toBeGreaterThan(3);
    expect(verify(record, watched)).toEqual({ holds: true, own: contribution === null ? 'none' : 'in' });
  });

  test('does not hold without the own contribution', () => {
    const given = { ...watched, contribution: { value: 'c0ffee', taken: true } };
    const contributions = [...header.contributions];
    contributions[SEAT] = null;
    expect(verify(sealed([{ ...header, contributions }, ...entries]), given)).toMatchObject({
      difference: 'contribution_missing',
    });
    contributions[SEAT] = 'c0ffef';
    expect(verify(sealed([{ ...header, contributions }, ...entries]), given)).toMatchObject({
      difference: 'contribution_changed',
    });
  });

  test('holds without the own contribution where the server never had it in time, and says so', () => {
    const late = { ...watched, contribution: { value: 'c0ffee', taken: false } };
    expect(verify(record, late)).toEqual({ holds: true, own: 'late' });
  });

  test('does not hold with another secret than promised', () => {
    const secret = '0'.repeat(64);
    const changed = { ...header, secret, commitment: commitmentOf(secret) };
    expect(verify(sealed([changed, ...entries]), watched)).toMatchObject({ difference: 'commitment' });
  });

  test('does not hold with another wall', () => {
    const contributions = [...header.contributions];
    contributions[SEAT + 1] = 'ff00';
    expect(verify(sealed([{ ...header, contributions }, ...entries]), watched)).toMatchObject({ difference: 'wall' });
  });

  test('does not hold if other tiles were seen', () => {
    const [first, ...rest] = watched.seen;
    const seen = [{ ...first, hand: [...(first?.hand ?? [])].reverse() } as Seen, ...rest];
    expect(verify(record, { ...watched, seen })).toMatchObject({ difference: 'seen' });
  });

  test('does not hold with a byte changed or a line missing', () => {
    expect(verify(record.replace('"time"', '"tjme"').replace('"seat":2', '"seat":3'), watched)).toMatchObject({
      difference: 'digest',
    });
    expect(verify(record.split('\n').slice(0, 5).join('\n'), watched)).toMatchObject({ difference: 'digest' });
    expect(verify('', watched)).toMatchObject({ difference: 'unreadable' });
  });
});
