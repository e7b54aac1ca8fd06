// The golden rounds shown again: whichever way one comes to a moment, it is what the fold from the start gives.

import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { digestOf } from '../src/fair/wall';
import { positionIn, withPosition } from '../src/replay/position';
import { readRecord, RecordFault, type RoundRecord } from '../src/replay/record';
import { Replay } from '../src/replay/replay.svelte';
import { tell } from '../src/replay/telling';
import { SEATS, START, Timeline } from '../src/replay/timeline';
import { emptyView, fold } from '../src/wire/fold';
import { redact } from '../src/wire/redaction';
import type { Seat, View } from '../src/wire/view';
import { en } from '../src/words/en';
import { replayWords } from '../src/words/replay';
import { zh } from '../src/words/zh';

const GOLDEN = new URL('../../tests/golden/', import.meta.url);
const names = readdirSync(GOLDEN).filter((name) => /^[^.]+\.jsonl$/.test(name));
const textOf = (name: string): string => readFileSync(new URL(name, GOLDEN), 'utf8');
const START_OF = { at: START, seat: 0, open: true };

/** The views of a seat after every event, folded from the deal on. */
function folded({ header, steps }: RoundRecord, seat: Seat): View[] {
  let view = emptyView(seat, header.ruleset);
  return [view, ...steps.map(({ event, number }) => {
    const told = redact(event, seat);
    return (view = told === null ? view : fold(view, told, number));
  })];
}

function sealed(lines: readonly string[]): string {
  const body = lines.map((line) => `${line}\n`).join('');
  return `${body}{"sha256":"${digestOf(body)}"}\n`;
}

const bodyOf = (text: string): string[] => text.trimEnd().split('\n').slice(0, -1);

function faultOf(text: string): string {
  try {
    readRecord(text);
  } catch (fault) {
    if (fault instanceof RecordFault) return `${fault.code} ${fault.line}`;
    throw fault;
  }
  return 'none';
}

describe.each(names)('%s', (name) => {
  const record = readRecord(textOf(name));

  test('every step forward and back shows what the fold from the start gives', () => {
    const views = SEATS.map((seat) => folded(record, seat));
    for (const seat of SEATS) {
      const replay = new Replay(record, { ...START_OF, seat }, 'Player');
      for (let at = START; at <= replay.end; at += 1) {
        expect(replay.at).toBe(at);
        expect(replay.game.view, `forward, ${at}`).toEqual(views[seat]?.[at]);
        expect(replay.game.opened?.map(({ hand }) => hand)).toEqual(views.map((each) => each[at]?.hand));
        replay.step(1);
      }
      for (let at = replay.end; at >= START; at -= 7) {
        replay.go(at);
        expect(replay.game.view, `back, ${at}`).toEqual(views[seat]?.[at]);
        expect(replay.game.lastDiscarder === null).toBe(!record.steps.slice(0, at).some(({ event }) => event.type === 'discarded'));
      }
    }
  });

  test('a seat looked from alone sees no other hand, and is not stopped by what it does not know', () => {
    const replay = new Replay(record, { ...START_OF, seat: 2, open: false }, 'Player');
    let stops = 1;
    while (replay.at < replay.end) {
      expect(replay.game.opened).toBeNull();
      expect(replay.timeline.isSeen(replay.at, 2)).toBe(true);
      replay.step(1);
      stops += 1;
    }
    expect(stops).toBe(record.steps.filter(({ event }) => redact(event, 2) !== null).length);
    expect(replay.game.over?.match.points).toEqual(replay.game.view?.result?.points);
    replay.step(-1);
    expect(replay.game.over).toBeNull();
  });

  test('decisions are the moments before an action of the record', () => {
    const actions = bodyOf(textOf(name)).filter((line) => line.startsWith('{"action"'));
    const replay = new Replay(record, START_OF, 'Player');
    const met: Seat[] = [];
    for (replay.decide(1); replay.at < replay.end; replay.decide(1)) met.push(record.steps[replay.at]?.choice?.seat ?? -1);
    const owners = actions.map((line) => (JSON.parse(line) as { seat: Seat }).seat);
    expect(met).toEqual(owners.slice(owners.length - met.length));
    // What was chosen before the first step cannot be stopped before.
    expect(owners.length - met.length).toBe(record.steps[0]?.choice ? 1 : 0);
    replay.setOpen(false);
    replay.look(1);
    replay.go(START);
    let own = 0;
    for (replay.decide(1); replay.at < replay.end; replay.decide(1)) own += 1;
    expect(own).toBe(owners.filter((seat) => seat === 1).length);
    replay.decide(-1);
    expect(record.steps[replay.at]?.choice?.seat ?? 1).toBe(1);
  });

  test('every event is told in both languages', () => {
    for (const { event } of record.steps) {
      for (const seat of SEATS) {
        const told = redact(event, seat);
        if (told === null) continue;
        for (const [words, replay] of [[zh, replayWords.zh], [en, replayWords.en]] as const) {
          expect(tell(told, record.header.dealer, replay, words)).toMatch(/^(?!.*(?:undefined|null)).{3,}$/);
        }
      }
    }
  });

  test('the wall is used up from both ends as it was drawn', () => {
    const timeline = new Timeline(record);
    for (let at = START; at <= timeline.end; at += 1) {
      const { head, tail } = timeline.ends(at);
      expect(tail - head + 1).toBe(timeline.view(at, 0).left);
    }
  });
});

test('who did not choose is marked until choosing again', () => {
  const lines = bodyOf(textOf('standard-robbed-kong.jsonl'));
  const first = lines.findIndex((line) => line.includes('"by":"bot"'));
  const second = lines.findIndex((line, index) => index > first && line.includes('"by":"bot","seat":0'));
  lines[first] = (lines[first] ?? '').replace('"by":"bot"', '"by":"clock"');
  const replay = new Replay(readRecord(sealed(lines)), START_OF, 'Player');
  const marked: boolean[] = [];
  while (replay.at < replay.end) {
    marked.push(replay.game.players[0]?.autopilot ?? false);
    replay.step(1);
  }
  const from = marked.indexOf(true);
  expect(replay.timeline.step(from + 1)?.choice).toEqual({ seat: 0, by: 'clock', first: true });
  expect(marked.lastIndexOf(true) + 2).toBe(lines.slice(0, second + 2).filter((line) => line.startsWith('{"event"')).length);
});

test('a film stops for what is done by hand, and begins anew from its end', () => {
  const replay = new Replay(readRecord(textOf('standard-robbed-kong.jsonl')), { ...START_OF, at: 10_000 }, 'Player');
  expect(replay.at).toBe(replay.end);
  replay.setPlaying(true);
  expect([replay.playing, replay.at]).toEqual([true, START]);
  expect(replay.pause).toBe(1000);
  for (const pause of [500, 250, 2000, 1000]) {
    replay.hurry();
    expect(replay.pause).toBe(pause);
  }
});

test('a round that a fault has stopped is shown as far as it went', () => {
  const lines = bodyOf(textOf('standard-robbed-kong.jsonl'));
  const replay = new Replay(readRecord(sealed(lines.slice(0, 40))), START_OF, 'Player');
  replay.go(replay.end);
  expect(replay.game.over).toBeNull();
  expect(replay.game.view?.result).toBeNull();
});

test('what is no record of a round is refused, with the line', () => {
  const text = textOf('standard-robbed-kong.jsonl');
  const lines = bodyOf(text);
  const changed = (line: number, from: string | RegExp, to: string): string =>
    sealed(lines.map((one, index) => (index === line - 1 ? one.replace(from, to) : one)));
  expect(faultOf(text)).toBe('none');
  expect(faultOf(sealed(lines))).toBe('none');
  expect(faultOf('')).toBe('foreign 1');
  expect(faultOf('null')).toBe('foreign 1');
  expect(faultOf('<html>')).toBe('foreign 1');
  expect(faultOf('{"title":["天鳳"],"log":[]}')).toBe('foreign 1');
  expect(faultOf(changed(1, '"version":1', '"version":2'))).toBe('version 1');
  expect(faultOf(changed(1, '"secret":"', '"secret":"x'))).toBe('line 1');
  expect(faultOf(text.replace('"seat":2', '"seat":3'))).toBe(`digest ${lines.length + 1}`);
  expect(faultOf(text.slice(0, 5000))).toMatch(/^cut/);
  expect(faultOf(lines.join('\n'))).toBe(`cut ${lines.length}`);
  expect(faultOf(sealed(lines.slice(0, 1)))).toMatch(/^cut/);
  expect(faultOf(changed(2, '"1m"', '"1x"'))).toBe('line 2');
  expect(faultOf(changed(3, '"seat":1', '"seat":7'))).toBe('line 3');
  expect(faultOf(changed(4, /.*/, 'null'))).toBe('line 4');
  expect(faultOf(changed(4, /.*/, '{"event":{"type":"toString"},"number":3}'))).toBe('line 4');
  expect(faultOf(changed(lines.length, '"points":[', '"points":["1",'))).toBe(`line ${lines.length}`);
  expect(faultOf(sealed([...lines, lines[1] ?? '']))).toBe(`line ${lines.length + 1}`);
});

test('an address names a moment, and what is not one is the start', () => {
  const position = { at: 57, seat: 2, open: false };
  const address = withPosition('http://a/?replay=r1', position);
  expect(address).toBe('http://a/?replay=r1&step=57&seat=2&open=0');
  expect(positionIn(new URL(address).search)).toEqual(position);
  expect(positionIn(new URL(withPosition(address, START_OF)).search)).toEqual(START_OF);
  for (const search of ['', '?step=-3&seat=9', '?step=x&seat=1.5.', '?step=NaN&seat=&open=2']) {
    expect(positionIn(search)).toMatchObject({ at: START, open: true });
  }
});
