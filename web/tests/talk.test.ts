// What is said at a table, who is heard, and for how long.

import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Game } from '../src/game/game.svelte';
import { FACES, SPOKEN } from '../src/talk/phrases';
import { Talk } from '../src/talk/talk.svelte';
import type { ClientMessage, Phrase } from '../src/wire/protocol';
import { talkWords } from '../src/words/talk';
import { person, welcome } from './messages';

const generated = readFileSync(new URL('../src/wire/generated.ts', import.meta.url), 'utf8');
const phrases = (/interface Say \{[^}]*?\bphrase: ([^;]*);/.exec(generated)?.[1] ?? '').split(' | ').map((one) => one.slice(1, -1));

const other = person('b', { account: 'B' });

let sent: ClientMessage[];
let game: Game;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memory());
  sent = [];
  game = new Game((message) => sent.push(message) > 0, 't1');
  game.receive(welcome([person('a', { account: 'A' }), person('me', { account: 'M' }), other, person('greedy', { kind: 'bot' })]));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const hear = (seat: number, phrase: string): void => game.receive({ type: 'said', seat, phrase: phrase as Phrase });
const heard = (): (string | undefined)[] => [0, 1, 2, 3].map((seat) => game.talk.sayings[seat]?.phrase);

test('the page knows all that the server lets people say, and has words for it', () => {
  expect([...SPOKEN, ...Object.keys(FACES)].sort()).toEqual([...phrases].sort());
  for (const [language, words] of Object.entries(talkWords)) {
    expect(Object.keys(words.phrases).sort()).toEqual([...phrases].sort());
    for (const said of Object.values(words.phrases)) expect(/\p{Script=Han}/u.test(said)).toBe(language === 'zh');
  }
});

test('a phrase is sent as it is, and shown when the server has said it', () => {
  game.say('hello');
  expect(sent).toEqual([{ type: 'say', phrase: 'hello' }]);
  expect(heard()).toEqual([undefined, undefined, undefined, undefined]);
  hear(1, 'hello');
  expect(heard()[1]).toBe('hello');
});

test('what is said is shown for three seconds, the last of each seat', () => {
  hear(0, 'hello');
  vi.advanceTimersByTime(2000);
  hear(0, 'crying');
  hear(2, 'thanks');
  vi.advanceTimersByTime(2000);
  expect(heard()).toEqual(['crying', undefined, 'thanks', undefined]);
  vi.advanceTimersByTime(1000);
  expect(heard()).toEqual([undefined, undefined, undefined, undefined]);
});

test('what a newer server lets people say is not shown', () => {
  hear(0, 'something else');
  hear(2, 'toString');
  expect(heard()).toEqual([undefined, undefined, undefined, undefined]);
});

test('who is muted is not heard, at other tables neither, until that is undone', () => {
  game.talk.mute(other, true);
  hear(2, 'hurry');
  hear(0, 'hurry');
  expect(heard()).toEqual(['hurry', undefined, undefined, undefined]);
  const later = new Talk();
  expect([later.isMuted(other), later.isMuted(person('a', { account: 'A' })), later.allMuted]).toEqual([true, false, false]);
  game.talk.mute(other, false);
  hear(2, 'hurry');
  expect(heard()[2]).toBe('hurry');
});

test('who mutes all hears only what is said from the own seat', () => {
  game.talk.mute(other, true);
  game.talk.muteAll(true);
  hear(0, 'hello');
  hear(1, 'hello');
  expect(heard()).toEqual([undefined, 'hello', undefined, undefined]);
  expect(new Talk().allMuted).toBe(true);
  game.talk.muteAll(false);
  expect([game.talk.allMuted, game.talk.isMuted(other)]).toEqual([false, true]);
});

test.each(['not JSON', '{"a":1}', 'null'])('what is kept but cannot be read mutes nobody: %s', (kept) => {
  localStorage.setItem('taipao.muted', kept);
  expect([new Talk().allMuted, new Talk().isMuted(other)]).toEqual([false, false]);
});

test('a browser that keeps nothing mutes as long as the page is open', () => {
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  const talk = new Talk();
  talk.mute(other, true);
  expect(talk.isMuted(other)).toBe(true);
});
