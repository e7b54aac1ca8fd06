// Folds the golden rounds as the page does, and compares every view with the engine's (tests/golden/README.md).

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { GameEvent } from '../src/wire/events';
import { emptyView, fold } from '../src/wire/fold';
import { redact } from '../src/wire/redaction';
import type { View } from '../src/wire/view';

interface Step {
  line: number;
  event?: GameEvent;
  number?: number | null;
  digests?: string[];
  views?: View[];
}

const FOLDER = new URL('../../tests/golden/', import.meta.url);
const SUFFIX = '.steps.jsonl';
const SEATS = [0, 1, 2, 3];

function lines<Line>(name: string): Line[] {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** JSON with sorted keys and no spaces. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const digest = (view: View): string => createHash('sha256').update(canonical(view)).digest('hex');

const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(SUFFIX)) : [];

test('there are golden rounds', () => {
  expect(names).not.toEqual([]);
});

describe.each(names)('%s', (name) => {
  test('every event leads to the views that the engine has', () => {
    const [header] = lines<{ ruleset: View['ruleset'] }>(name.replace(SUFFIX, '.jsonl'));
    const ruleset = header?.ruleset ?? 'standard';
    let views = SEATS.map((seat) => emptyView(seat, ruleset));
    for (const step of lines<Step>(name)) {
      const { event, number = null } = step;
      if (event === undefined) continue;
      views = views.map((view) => {
        const seen = redact(event, view.seat);
        return seen === null ? view : fold(view, seen, number);
      });
      if (step.views !== undefined) expect(views, `line ${step.line}`).toEqual(step.views);
      if (step.digests !== undefined) expect(views.map(digest), `line ${step.line}`).toEqual(step.digests);
    }
  });
});
