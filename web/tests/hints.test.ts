// What the server says to who asks, how it is put in words, and that one question is asked at a time.

import { beforeEach, describe, expect, test } from 'vitest';

import { Game } from '../src/game/game.svelte';
import { explain, whyNoWin } from '../src/hints/explain';
import { inShort, mostOf, rowsOf } from '../src/hints/rows';
import { emptyView } from '../src/wire/fold';
import type { Action, ClientMessage, Hints, Prospect, ServerMessage } from '../src/wire/protocol';
import type { Tile } from '../src/wire/tiles';
import type { Offer } from '../src/wire/view';
import { en } from '../src/words/en';
import { hintWords } from '../src/words/hints';
import { zh } from '../src/words/zh';
import { decision, view } from './messages';

const CHOW: Action = { type: 'chow', tiles: ['3s', '4s'] };
const PASS: Action = { type: 'pass' };
const OFFER: Offer = { tile: '5s', source: 3, kind: 'discard' };

const prospect = (distance: number, unseen: number, ...useful: Tile[]): Prospect => ({
  distance,
  unseen,
  useful: useful.map((tile) => ({ tile, unseen: 2 })),
  waits: [],
});

const hints = (other: Partial<Hints>): Hints => ({
  type: 'hints',
  decision: 7,
  distance: 2,
  hand: null,
  discards: [],
  melds: [],
  no_win: 'far',
  ...other,
});

describe('asking', () => {
  let sent: ClientMessage[];
  let game: Game;
  const asked = (): (number | null)[] => sent.flatMap((message) => (message.type === 'hint' ? [message.decision] : []));
  const receive = (...messages: ServerMessage[]): void => messages.forEach((message) => game.receive(message));
  const refuse = (code: string, about: number | null): void => receive({ type: 'error', code, message: 'no', decision: about });

  beforeEach(() => {
    sent = [];
    game = new Game((message) => sent.push(message) > 0);
    game.linkChanged('open');
    receive(view({ ...emptyView(0, 'standard'), number: 7, hand: ['1m', '2m'], phase: 'turn' }));
  });

  test('one asks about a decision once, and is told of that one alone', () => {
    receive(decision(7, PASS));
    game.advice.ask();
    game.advice.ask();
    expect(asked()).toEqual([7]);
    expect(game.advice.hints).toBeNull();
    receive(hints({}));
    expect(game.advice.hints?.distance).toBe(2);
    game.advice.ask();
    expect(asked()).toEqual([7]);
    receive(decision(9, PASS));
    expect(game.advice.hints).toBeNull();
  });

  test('what was asked first is answered first, whatever there is to decide by then', () => {
    receive(decision(7, PASS));
    game.advice.ask();
    receive(decision(9, PASS));
    game.advice.ask();
    expect(asked()).toEqual([7]);
    refuse('stale_decision', 7);
    expect(asked()).toEqual([7, 9]);
    receive(hints({ decision: 7 }));
    expect(game.advice.hints, 'that is another one').toBeNull();
  });

  test('without a decision there is nothing to ask', () => {
    game.advice.ask();
    receive(decision(7, PASS));
    game.act(PASS);
    game.advice.ask();
    expect(asked()).toEqual([]);
  });

  test.each(['no_hints', 'hints_busy', 'too_fast', 'stale_decision'])('%s is said in the panel alone', (code) => {
    receive(decision(7, PASS));
    game.advice.ask();
    refuse(code, 7);
    expect(game.advice.failure).toBe(code);
    expect(game.fault).toBeNull();
    game.advice.ask();
    expect(asked()).toEqual([7]);
    receive(decision(9, PASS));
    expect(game.advice.failure).toBeNull();
    game.advice.ask();
    expect(asked()).toEqual([7, 9]);
  });

  test.each([
    ['hints_busy', true],
    ['too_fast', true],
    ['no_hints', false],
    ['stale_decision', false],
  ])('after %s asking again may help: %s', (code, helps) => {
    receive(decision(7, PASS));
    game.advice.ask();
    refuse(code, 7);
    expect(game.advice.passing).toBe(helps);
    game.advice.retry();
    expect([game.advice.failure, game.advice.passing]).toEqual([null, false]);
    expect(asked()).toEqual([7, 7]);
    receive(hints({}));
    expect(game.advice.hints?.distance).toBe(2);
  });

  test('a refusal of what one did is no refusal of hints', () => {
    receive(decision(7, PASS));
    game.advice.ask();
    game.act(PASS);
    refuse('illegal', 7);
    expect(game.fault?.code).toBe('illegal');
    expect(game.decision?.id).toBe(7);
    receive(hints({}));
    expect(game.advice.hints?.distance).toBe(2);
  });

  test('after a lost line one may ask again', () => {
    receive(decision(7, PASS));
    game.advice.ask();
    game.linkChanged('lost');
    game.linkChanged('open');
    receive(decision(7, PASS));
    game.advice.ask();
    expect(asked()).toEqual([7, 7]);
  });
});

describe('rows', () => {
  test('the best come first, and what is made shows its set', () => {
    const discards = [
      { tile: '1m' as const, best: false, leaves: prospect(2, 30, '9m') },
      { tile: '2m' as const, best: false, leaves: prospect(1, 8) },
      { tile: '3m' as const, best: true, leaves: prospect(1, 9) },
    ];
    expect(rowsOf(hints({ discards }), { offer: null }).map(({ key }) => key)).toEqual(['3m', '2m', '1m']);
    const melds = [{ action: CHOW, kind: 'chow' as const, discard: '9p' as const, leaves: prospect(1, 5) }];
    const rows = rowsOf(hints({ melds, hand: prospect(2, 20) }), { offer: OFFER });
    expect(rows.map(({ does, tiles, then }) => [does, tiles, then])).toEqual([
      ['claim', ['3s', '4s', '5s'], '9p'],
      ['pass', [], null],
    ]);
  });

  test('what a hand pays at most is the most of its waits', () => {
    const wait = { tile: '3p' as const, unseen: 1, self_draw: 42, discard: 40, self_draw_tai: 21, discard_tai: 20 };
    const found = mostOf({ ...prospect(0, 1), waits: [wait, { ...wait, self_draw: 4, discard: 3 }] });
    expect(found).toEqual({ selfDraw: 42, discard: 40 });
    expect(mostOf(prospect(1, 3))).toBeNull();
  });

  test('the first row can be said in one breath', () => {
    const [row] = rowsOf(hints({ discards: [{ tile: '1m', best: true, leaves: prospect(1, 9, '9m') }] }), { offer: null });
    expect(row && inShort(row, zh, hintWords.zh)).toBe('打一万，最快，差 1 张听，9 张有用');
    const melds = [{ action: CHOW, kind: 'chow' as const, discard: '9p' as const, leaves: prospect(0, 2) }];
    const [claim] = rowsOf(hints({ melds }), { offer: OFFER });
    expect(claim && inShort(claim, en, hintWords.en)).toMatch(/^3 of bamboos.*, then 9 of circles, ready, 2 tiles win$/);
  });
});

describe('explanations', () => {
  const at = { offer: OFFER, seat: 0, phase: 'claims' as const };
  const told = (actions: Action[], found: Hints | null = null) => ({
    view: at,
    decision: { actions, waits: [], win: null },
    hints: found,
  });

  test('a claim says with what it takes which tile from whom', () => {
    const pung: Action = { type: 'pung' };
    const lines = explain(told([{ type: 'kong', tile: '5s' }, pung, CHOW, PASS]), zh, hintWords.zh);
    expect(lines).toEqual([
      { button: 'chow', text: '用三条、四条吃上家的五条' },
      { button: 'pung', text: '用两张五条碰上家的五条' },
      { button: 'kong', text: '用三张五条杠上家的五条，再补一张牌' },
      { button: 'pass', text: '这张牌不要' },
    ]);
    const [first] = explain(told([CHOW, { type: 'chow', tiles: ['4s', '6s'] }]), en, hintWords.en);
    expect(first?.text).toBe('take 5 of bamboos from your left in one of 2 ways');
    expect(explain(told([CHOW]), en, hintWords.en)[0]?.text).toBe('with 3 of bamboos, 4 of bamboos take 5 of bamboos from your left');
  });

  test('with hints it says how much nearer it brings the hand', () => {
    const melds = [{ action: CHOW, kind: 'chow' as const, discard: '9p' as const, leaves: prospect(1, 5) }];
    const [chow, pass] = explain(told([CHOW, PASS], hints({ melds })), zh, hintWords.zh);
    expect(chow?.text).toBe('用三条、四条吃上家的五条（差 2 张听 → 差 1 张听）');
    expect(pass?.text).toBe('这张牌不要');
  });

  test('a kong on the own turn is called what the server calls it', () => {
    const kong: Action = { type: 'kong', tile: '7z' };
    const own = { ...told([kong]), view: { offer: null, seat: 0, phase: 'turn' as const } };
    const kinds = ['concealed_kong', 'added_kong'] as const;
    const texts = kinds.map((kind) => {
      const melds = [{ action: kong, kind, discard: null, leaves: prospect(1, 5) }];
      return explain({ ...own, hints: hints({ melds }) }, zh, hintWords.zh)[0]?.text;
    });
    expect(texts).toEqual(['手里有四张中，可以暗杠，再补一张牌', '把中补到碰出的三张上，再补一张牌']);
    expect(explain(own, zh, hintWords.zh)[0]?.text).toBe('杠中，再补一张牌');
  });

  test('a win says what it comes to, and ready what it waits for', () => {
    const win = { shape: 'sets' as const, tai: 20, total: 40, points: 160 };
    const [line] = explain({ ...told([{ type: 'win' }]), decision: { actions: [{ type: 'win' }], waits: [], win } }, zh, hintWords.zh);
    expect(line?.text).toBe('上家的五条正好成牌；20 台，翻倍成 40 点，三家共付你 160 点');
    const ready: Action = { type: 'discard', tile: '1z', ready: true };
    const waits = [{ tile: '1z' as const, waits: [{ tile: '3p' as const, unseen: 3, self_draw: 2, discard: 1, self_draw_tai: 2, discard_tai: 1 }] }];
    const own = { view: { offer: null, seat: 0, phase: 'turn' as const }, hints: null };
    const lines = explain({ ...own, decision: { actions: [{ ...ready, ready: false }, ready], waits, win: null } }, zh, hintWords.zh);
    expect(lines).toEqual([
      { button: 'ready', text: '打东就听三筒' },
      { button: null, text: '选一张手牌打出去' },
    ]);
  });

  test('why a hand does not win is what the server says', () => {
    const reasons = (found: Partial<Hints>) => [zh, en].map((words) => whyNoWin({ view: at, hints: hints(found) }, words, words === zh ? hintWords.zh : hintWords.en));
    expect(reasons({ distance: 2 })).toEqual(['还不能和：差 2 张听，听了再等 1 张。', 'Not yet: 2 from ready, and then one more tile.']);
    expect(reasons({ distance: 0 })).toEqual(['还不能和：差 1 张。', 'Not yet: one tile is missing.']);
    expect(reasons({ distance: 0, no_win: 'other' })[0]).toBe('已经听牌，但等的不是五条。');
    expect(reasons({ distance: -1, no_win: 'claimed' })[0]).toBe('牌型成了，但刚吃碰过的这一手不能和。');
    expect(reasons({ no_win: null })).toEqual(['', '']);
    expect(whyNoWin({ view: at, hints: null }, zh, hintWords.zh)).toBe('');
  });
});
