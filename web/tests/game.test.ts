import { beforeEach, describe, expect, test } from 'vitest';

import { Game } from '../src/game/game.svelte';
import { emptyView } from '../src/wire/fold';
import type { Action, ClientMessage, ServerMessage } from '../src/wire/protocol';
import { Controls } from '../src/table/controls.svelte';
import { lossOf } from '../src/table/news';
import { en } from '../src/words/en';
import type { Words } from '../src/words/words';
import { zh } from '../src/words/zh';
import { person, welcome } from './messages';

const DISCARD: Action = { type: 'discard', tile: '1m', ready: false };
const CHOWS: Action[] = [
  { type: 'chow', tiles: ['1p', '2p'] },
  { type: 'chow', tiles: ['2p', '4p'] },
];

let sent: ClientMessage[];
let game: Game;
let online: boolean;

function receive(...messages: ServerMessage[]): void {
  for (const message of messages) game.receive(message);
}

const decision = (id: number, ...actions: Action[]): ServerMessage => ({
  type: 'decision',
  id,
  actions,
  waits: [],
  win_total: null,
  seconds: null,
  reserve: null,
});

const refusal = (code: string, answered: number | null = null): ServerMessage => ({
  type: 'error',
  code,
  message: 'no',
  decision: answered,
});

beforeEach(() => {
  sent = [];
  online = true;
  game = new Game((message) => {
    if (online) sent.push(message);
    return online;
  });
  game.linkChanged('open');
  receive({
    type: 'view',
    view: { ...emptyView(0, 'standard'), number: 7, hand: ['1m', '2m'], phase: 'turn' },
    players: [],
    match: { ruleset: 'standard', round: 1, circle: 1, dealer: 0, points: [0, 0, 0, 0] },
    commitment: 'aa',
    next_commitment: 'bb',
    round: 'r1',
  });
});

describe('an answer', () => {
  test('is sent once, however often it is given', () => {
    receive(decision(7, DISCARD));
    game.act(DISCARD);
    game.act(DISCARD);
    expect(sent).toEqual([{ type: 'act', decision: 7, action: DISCARD }]);
    expect(game.decision).toBeNull();
  });

  test('can be given again if the server found it illegal', () => {
    receive(decision(7, DISCARD));
    game.act(DISCARD);
    receive(refusal('illegal', 7));
    expect(game.decision?.id).toBe(7);
    expect(game.fault?.code).toBe('illegal');
  });

  test('can be given again if it came too fast to be read', () => {
    receive(decision(7, { type: 'pung' }, { type: 'pass' }));
    game.act({ type: 'pass' });
    expect(game.decision).toBeNull();
    receive(refusal('too_fast'));
    expect(game.decision?.id).toBe(7);
    expect(game.fault?.code).toBe('too_fast');
    game.act({ type: 'pung' });
    expect(sent).toHaveLength(2);
  });

  test('that comes too late is no fault to speak of', () => {
    receive(decision(7, DISCARD));
    game.act(DISCARD);
    receive(refusal('stale_decision', 7), refusal('already_answered', 7));
    expect(game.fault).toBeNull();
    expect(game.decision).toBeNull();
  });

  test('is kept back while the line is down, and the decision stays', () => {
    receive(decision(7, DISCARD));
    online = false;
    game.act(DISCARD);
    expect(game.decision?.id).toBe(7);
    game.linkChanged('lost');
    expect(game.decision).toBeNull();
  });
});

describe('a decision', () => {
  test('says what winning now would come to, where the server does', () => {
    receive({ ...decision(7, { type: 'win' }), win_total: 42 } as ServerMessage);
    expect(game.decision?.winTotal).toBe(42);
    receive(decision(9, DISCARD));
    expect(game.decision?.winTotal).toBeNull();
  });

  test('is closed by an event with a greater number', () => {
    receive(decision(7, { type: 'pung' }, { type: 'pass' }));
    receive({ type: 'event', number: 8, event: { type: 'share_out_began', seat: 2 } });
    expect(game.decision).toBeNull();
  });

  test('survives an event known to the seat alone', () => {
    receive(decision(7, DISCARD));
    receive({ type: 'event', number: null, event: { type: 'ready_cancelled', seat: 0 } });
    expect(game.decision?.id).toBe(7);
    expect(game.view?.number).toBe(7);
  });

  test('forgets what was picked for the one before', () => {
    const controls = new Controls(game);
    receive(decision(7, DISCARD));
    controls.pick('1m', 0, false);
    expect(controls.picked?.tile).toBe('1m');
    receive(decision(9, DISCARD));
    expect(controls.picked).toBeNull();
  });
});

describe('a choice half made when time runs out', () => {
  const KONGS: Action[] = [
    { type: 'kong', tile: '1m' },
    { type: 'kong', tile: '2m' },
  ];
  const onAutopilot = (on: boolean): ServerMessage => ({
    type: 'seats',
    players: [person('a', { autopilot: on })],
  });

  beforeEach(() => {
    receive(welcome([], { seat: 0 }));
  });

  test.each([
    ['chow', CHOWS],
    ['kong', KONGS],
  ] as const)('%s: is put away by the autopilot, and nothing is sent', (button, choices) => {
    const controls = new Controls(game);
    receive(decision(7, ...choices, { type: 'pass' }));
    controls.press(button);
    expect(controls.options).toEqual(choices);
    receive(onAutopilot(true));
    expect([controls.mode, controls.options, controls.buttons]).toEqual(['plain', [], []]);
    controls.choose(choices[0] as Action);
    expect(sent).toEqual([]);
  });

  test('is put away by what the autopilot has done', () => {
    const controls = new Controls(game);
    receive(decision(7, ...KONGS, DISCARD));
    controls.press('kong');
    receive({ type: 'event', number: 8, event: { type: 'discarded', seat: 0, tile: '1m', drawn: false } });
    expect([controls.mode, controls.options, controls.buttons]).toEqual(['plain', [], []]);
    expect(sent).toEqual([]);
  });

  test('is not taken up again when the same decision is asked anew', () => {
    const controls = new Controls(game);
    receive(decision(7, ...CHOWS, { type: 'pass' }));
    controls.press('chow');
    receive(onAutopilot(true), onAutopilot(false), decision(7, ...CHOWS, { type: 'pass' }));
    expect(controls.mode).toBe('plain');
    expect(controls.buttons).toEqual(['chow', 'pass']);
  });
});

describe('a claim outranked', () => {
  const PUNG: Action = { type: 'pung' };
  const PASS: Action = { type: 'pass' };
  const taken: ServerMessage = { type: 'event', number: 9, event: { type: 'pung_made', seat: 2, source: 3, tile: '5m' } };

  beforeEach(() => {
    receive({ type: 'event', number: 8, event: { type: 'discarded', seat: 3, tile: '5m', drawn: false } }, decision(8, PUNG, PASS));
  });

  test.each([
    ['before it was answered', null, true],
    ['after it was made', PUNG, true],
    ['after one passed', PASS, false],
  ])('%s', (_, answer, outranked) => {
    if (answer !== null) game.act(answer);
    receive(taken);
    expect(game.happened?.outranked).toBe(outranked);
  });

  test('is not one that succeeded', () => {
    game.act(PUNG);
    receive({ type: 'event', number: 9, event: { type: 'pung_made', seat: 0, source: 3, tile: '5m' } });
    expect(game.happened?.outranked).toBe(false);
  });

  test('is not a tile that was never offered', () => {
    receive({ type: 'event', number: 9, event: { type: 'discarded', seat: 0, tile: '1m', drawn: false } }, taken);
    expect(game.happened?.outranked).toBe(false);
  });

  test('is said with the name of who took it', () => {
    receive(taken);
    const said = (words: Words): string | null => (game.happened === null ? null : lossOf(game.happened, 0, words));
    expect([said(zh), said(en)]).toEqual(['对家碰走了', 'Taken by Across: pung']);
  });
});

describe('the buttons', () => {
  test('are those of the legal list, in the order of the rules', () => {
    const controls = new Controls(game);
    receive(decision(7, { type: 'win' }, { type: 'pung' }, ...CHOWS, { type: 'pass' }));
    expect(controls.buttons).toEqual(['chow', 'pung', 'win', 'pass']);
  });

  test('open a choice where there is one, and answer at once where there is none', () => {
    const controls = new Controls(game);
    receive(decision(7, ...CHOWS, { type: 'pass' }));
    controls.press('chow');
    expect(controls.options).toEqual(CHOWS);
    expect(sent).toEqual([]);
    controls.press('pass');
    expect(sent).toHaveLength(1);
  });

  test('do nothing when their action is not legal', () => {
    const controls = new Controls(game);
    receive(decision(7, DISCARD));
    controls.press('win');
    controls.pick('2m', 1, true);
    expect(sent).toEqual([]);
  });

  test('do not close what they have opened when they are pressed twice', () => {
    const controls = new Controls(game);
    receive(decision(7, ...CHOWS, { type: 'pass' }));
    expect(controls.idle).toBe(true);
    controls.press('chow');
    controls.press('chow');
    expect([controls.mode, controls.idle]).toEqual(['chow', false]);
    controls.cancel();
    expect(controls.idle).toBe(true);
  });

  test('let a tile be dropped only while what it was taken for is asked', () => {
    const controls = new Controls(game);
    receive(decision(7, DISCARD));
    controls.dragging = true;
    expect(controls.idle).toBe(false);
    receive(decision(9, DISCARD));
    controls.drop('1m', 7);
    controls.drop('2m', 9);
    expect(sent).toEqual([]);
    controls.drop('1m', 9);
    expect(sent).toEqual([{ type: 'act', decision: 9, action: DISCARD }]);
  });

  test('declare ready with a discard only after it was picked twice', () => {
    const controls = new Controls(game);
    const ready: Action = { type: 'discard', tile: '2m', ready: true };
    receive(decision(7, DISCARD, { ...ready, ready: false }, ready));
    controls.press('ready');
    expect(controls.picked?.tile).toBe('2m');
    expect(controls.canDiscard('1m')).toBe(false);
    controls.pick('2m', 1, true);
    expect(sent).toEqual([{ type: 'act', decision: 7, action: ready }]);
  });
});

test('a round is started once, with a contribution to the wall', () => {
  game.start(null);
  game.start(null);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ type: 'start', ruleset: null, contribution: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test('a declaration is taken back without a decision, once', () => {
  receive({ type: 'waits', waits: [], can_cancel_ready: true });
  game.cancelReady();
  game.cancelReady();
  expect(sent).toEqual([{ type: 'act', decision: null, action: { type: 'cancel_ready' } }]);
});
