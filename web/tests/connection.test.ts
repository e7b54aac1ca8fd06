import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Connection, tableAddress, type LinkState } from '../src/game/connection';
import type { ServerMessage } from '../src/wire/protocol';

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];

  constructor(readonly address: string) {
    super();
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  closes(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

let states: LinkState[];
let shown: string | null;
let received: ServerMessage[];
let connection: Connection;
const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  states = [];
  shown = null;
  received = [];
  connection = new Connection('ws://table/ws', {
    hello: () => ({ type: 'hello', protocol: 1, table: 't', round: shown, last: null, watch: false, level: null }),
    receive: (message) => received.push(message),
    linkChanged: (state) => states.push(state),
  });
  connection.open();
  last().opens();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('says hello first, and anew each time', () => {
  const hello = (round: string | null): string =>
    JSON.stringify({ type: 'hello', protocol: 1, table: 't', round, last: null, watch: false, level: null });
  expect(last().sent).toEqual([hello(null)]);
  last().closes(1012);
  shown = 'r';
  vi.advanceTimersByTime(1000);
  last().opens();
  expect(FakeSocket.all).toHaveLength(2);
  expect(last().sent).toEqual([hello('r')]);
});

test('comes back by itself, after longer and longer pauses', () => {
  const pauses: number[] = [];
  for (let loss = 0; loss < 7; loss += 1) {
    const before = FakeSocket.all.length;
    last().closes(1006);
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(50);
      waited += 50;
    }
    pauses.push(waited);
  }
  expect(states.every((state) => state === 'lost')).toBe(true);
  expect(pauses[0]).toBeLessThanOrEqual(600);
  expect(pauses[3]).toBeGreaterThan(pauses[0] ?? 0);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_050);
});

test('hurries when the network is back', () => {
  last().closes(1006);
  connection.hurry();
  expect(FakeSocket.all).toHaveLength(2);
  connection.hurry();
  expect(FakeSocket.all).toHaveLength(2);
});

test.each([
  [4000, 'replaced'],
  [4001, 'outdated'],
  [4004, 'signed_out'],
  [4005, 'freed'],
  [4006, 'banned'],
] as const)('stays away after code %i', (code, state) => {
  last().closes(code);
  vi.advanceTimersByTime(60_000);
  expect(states).toEqual([state]);
  expect(FakeSocket.all).toHaveLength(1);
});

test('finds the table beside the page', () => {
  expect(tableAddress(new URL('http://127.0.0.1:8000/?a=1#b') as unknown as Location)).toBe('ws://127.0.0.1:8000/ws');
  expect(tableAddress(new URL('https://example.org/play/') as unknown as Location)).toBe('wss://example.org/play/ws');
});
