// What the page makes of messages that tables with several persons, a clock and a fair wall send.

import { beforeEach, expect, test } from 'vitest';

import { contributionTo } from '../src/fair/contributions';
import { Game } from '../src/game/game.svelte';
import { nameAt, namePlayed } from '../src/game/naming';
import { asksToPlay, codeOf, levelIn, tableIn, watchedIn } from '../src/rooms/addresses';
import { emptyView } from '../src/wire/fold';
import type { ClientMessage, Player, ServerMessage } from '../src/wire/protocol';
import { en } from '../src/words/en';
import { person, welcome } from './messages';

const bot: Player = person('greedy', { kind: 'bot' });
const free: Player = person('', { kind: 'free', connected: false });

const whole = (round: string, players: Player[], commitment = 'c1'): ServerMessage => ({
  type: 'view',
  view: { ...emptyView(1, 'standard'), number: 9, phase: 'turn', hand: ['1m', '2m'] },
  players,
  match: { ruleset: 'standard', round: 1, circle: 1, dealer: 0, points: [0, 0, 0, 0] },
  commitment,
  next_commitment: 'c2',
  round,
});

let sent: ClientMessage[];
let game: Game;

beforeEach(() => {
  sent = [];
  game = new Game((message) => sent.push(message) > 0, 't1');
  game.receive(welcome([person('a'), person('b'), bot, bot]));
  game.linkChanged('open');
});

test('hello tells what is shown already', () => {
  expect(new Game(() => true).hello()).toEqual({ type: 'hello', protocol: 1, table: null, round: null, last: null, watch: false, level: null });
  game.receive(whole('r1', []));
  game.receive({ type: 'event', number: 12, event: { type: 'share_out_began', seat: 2 } });
  expect(game.hello()).toEqual({ type: 'hello', protocol: 1, table: 't1', round: 'r1', last: 12, watch: false, level: null });
});

test('what is shown goes on after `resumed`', () => {
  game.receive(whole('r1', game.players));
  const { view, witness } = game;
  game.linkChanged('lost');
  game.receive(welcome(game.players));
  game.receive({ type: 'resumed', round: 'r1', last: 9 });
  expect(game.view).toBe(view);
  expect(game.witness).toBe(witness);
  game.receive({ type: 'event', number: 10, event: { type: 'discarded', seat: 1, tile: '1m', drawn: false } });
  expect(game.view?.hand).toEqual(['2m']);
});

test('the seats are those of the last message that tells of them', () => {
  expect(game.self?.name).toBe('b');
  game.receive({ type: 'seats', players: [person('a', { connected: false }), person('b', { autopilot: true }), bot, bot] });
  expect(game.self?.autopilot).toBe(true);
  expect(game.players[0]?.connected).toBe(false);
  game.setAutopilot(false);
  expect(sent).toEqual([{ type: 'autopilot', on: false }]);
});

test('who is several: persons and those who may still come', () => {
  expect(game.several).toBe(true);
  game.receive({ type: 'seats', players: [bot, person('b'), bot, bot] });
  expect(game.several).toBe(false);
  game.receive({ type: 'seats', players: [free, person('b'), bot, bot] });
  expect(game.several).toBe(true);
});

test('ready is said once, and can be said again after a refusal', () => {
  game.start(null);
  game.start(null);
  expect(sent).toHaveLength(1);
  game.receive({ type: 'seats', players: [person('a'), person('b', { ready: true }), bot, bot] });
  expect(game.starting).toBe(false);
});

test('a seal is answered with one value, kept with its commitment', () => {
  game.receive({ type: 'seal', commitment: 'sealed' });
  const value = contributionTo('sealed')?.value;
  expect(sent).toEqual([{ type: 'contribute', contribution: value }]);
  game.receive({ type: 'seal', commitment: 'sealed' });
  expect(sent[1]).toEqual(sent[0]);
  game.receive(whole('r9', [], 'sealed'));
  expect(game.witness?.contribution).toEqual({ value, taken: true });
});

test('the points are those of the match as the last round has left it', () => {
  const match = { ruleset: 'standard', round: 2, circle: 1, dealer: 0, points: [24, -8, -8, -8] };
  expect(game.points).toEqual([]);
  game.receive(whole('r1', game.players));
  expect(game.points).toEqual([0, 0, 0, 0]);
  game.receive({ type: 'round_over', match, record: 'records/r1', next_commitment: 'c3', results: null });
  expect(game.points).toEqual([24, -8, -8, -8]);
  expect(game.match?.round).toBe(1);
  game.receive({ ...whole('r2', game.players), match: { ...match, points: [24, -8, -8, -8] } } as ServerMessage);
  expect(game.points).toEqual([24, -8, -8, -8]);
});

const refusal = (code: string): ServerMessage => ({ type: 'error', code, message: 'no', decision: null });

test('a value that came too late is known to be so, also after the deal', () => {
  game.receive({ type: 'seal', commitment: 'made without' });
  game.receive(whole('r9', [], 'made without'));
  game.receive(refusal('too_late'));
  expect(game.witness?.contribution?.taken).toBe(false);
  expect(game.fault).toBeNull();
});

test('a value that came with a start behind the deal is known to be late', () => {
  game.receive(welcome(game.players, { next_commitment: 'dealt meanwhile' }));
  game.start(null);
  game.receive(whole('r9', [], 'dealt meanwhile'));
  game.receive(refusal('round_running'));
  expect(game.witness?.contribution?.taken).toBe(false);
});

test.each([false, true])('a value whose line was lost before the deal is taken if it is sent again: %s', (again) => {
  const next_commitment = `lost, sent again: ${again}`;
  game.receive(welcome(game.players, { next_commitment }));
  game.start(null);
  game.linkChanged('lost');
  game.linkChanged('open');
  game.receive(welcome(game.players, { next_commitment }));
  if (again) game.receive({ type: 'seal', commitment: next_commitment });
  game.receive(whole('r9', [], next_commitment));
  expect(game.witness?.contribution?.taken).toBe(again);
});

test('a value once taken stays so when the page comes back, or something else is refused', () => {
  game.receive({ type: 'seal', commitment: 'given' });
  game.receive(whole('r9', [], 'given'));
  game.receive(refusal('too_fast'));
  game.linkChanged('lost');
  game.linkChanged('open');
  game.receive(welcome(game.players));
  game.receive(whole('r9', [], 'given'));
  expect(game.witness?.contribution?.taken).toBe(true);
});

test('a wall to which nothing was given has a witness too', () => {
  game.receive(whole('r9', [], 'from elsewhere'));
  expect(game.witness).toMatchObject({ seat: 1, commitment: 'from elsewhere', contribution: null });
});

test('the server is draining until it welcomes again', () => {
  game.receive({ type: 'draining', message: 'soon' });
  expect(game.draining).toBe(true);
  game.receive(welcome([]));
  expect(game.draining).toBe(false);
});

test('a decision has a clock where the server counts', () => {
  const decision = { type: 'decision', id: 9, actions: [], waits: [], win: null } as const;
  game.receive({ ...decision, actions: [], waits: [], seconds: null, reserve: null });
  expect(game.decision?.clock).toBeNull();
  game.receive({ ...decision, actions: [], waits: [], seconds: 12, reserve: 60 });
  expect(game.decision?.clock).toMatchObject({ seconds: 12, reserve: 60 });
});

test('plates name persons, and bots where several play', () => {
  expect(nameAt(person('a'), 'left', true, en)).toBe('a');
  expect(nameAt(person('a'), 'own', true, en)).toBe('You');
  expect(nameAt(bot, 'left', true, en)).toBe('Computer');
  expect(nameAt(bot, 'left', false, en)).toBe('Left');
  expect(nameAt({ ...bot, name: 'solid' }, 'left', true, en)).toBe('Computer (hard)');
});

test('the own table is asked for at the level that its address names', () => {
  expect(levelIn('?play=hard')).toBe('hard');
  expect(levelIn('?play')).toBeNull();
  expect(levelIn('?play=solid')).toBeNull();
  expect(asksToPlay('?play=hard')).toBe(true);
  const lone = new Game(() => true, null, false, 'hard');
  expect(lone.hello()).toMatchObject({ table: null, level: 'hard' });
  expect(new Game(() => true, 'abc', false, 'hard').hello()).toMatchObject({ table: 'abc', level: null });
});

test('an address names a table, by its id or its code, or asks for the own one', () => {
  expect(tableIn('?lang=zh&table=kq3v-_X')).toEqual({ table: 'kq3v-_X' });
  expect(tableIn('?code=ABCDEF')).toEqual({ code: 'ABCDEF' });
  expect(tableIn('?table=')).toBeNull();
  expect(asksToPlay('?play')).toBe(true);
  expect(asksToPlay('?table=play')).toBe(false);
});

test('an address names a table to be watched', () => {
  expect(watchedIn('?lang=en&watch=kq3v-_X')).toBe('kq3v-_X');
  expect([watchedIn('?watch='), watchedIn('?table=a'), tableIn('?watch=a')]).toEqual([null, null, null]);
});

test('who watches has no seat, vouches for no wall, and calls nobody "you"', () => {
  const watcher = new Game((message) => sent.push(message) > 0, 't1', true);
  expect(watcher.hello()).toMatchObject({ table: 't1', watch: true });
  const players = [person('a'), person('b'), bot, bot];
  const friends = { code: 'KQPXZW', host: 'a', rounds: 8, drawn: false, hints: true, watch: 'hidden' } as const;
  watcher.receive(welcome(players, { seat: 0, friends, watching: true }));
  expect([watcher.seat, watcher.self]).toEqual([null, null]);
  const shown = { ...emptyView(-1, 'standard'), number: 9, phase: 'turn' } as const;
  watcher.receive({ ...whole('r1', players), view: shown } as ServerMessage);
  expect(watcher.witness).toBeNull();
  watcher.receive({ type: 'event', number: 10, event: { type: 'drawn', seat: 0, end: 'head', why: 'turn', after: null, kong_tile: null, tile: null } });
  expect(watcher.view?.hand).toEqual([]);
  expect(watcher.view?.seats[0]?.size).toBe(1);
  expect(nameAt(person('a'), 'own', true, { ...en, places: en.placesSeen, watching: true })).toBe('a');
});

const paidInFull = { rate: 100, due: -500, had: null, short: [] };

test('a code is read as it is written, whatever was typed', () => {
  expect(codeOf(' abc-def g')).toBe('ABCDEF');
});

test('at a table of a coin room or of friends others may come, whoever sits there now', () => {
  const alone = [person('a', { coins: 30_000, rank: '白板' }), bot, bot, bot];
  game.receive(welcome(alone));
  expect(game.several).toBe(false);
  game.receive(welcome(alone, { room: 'novice' }));
  expect([game.several, game.room]).toEqual([true, 'novice']);
  const friends = { code: 'KQPXZW', host: 'a', rounds: 8, drawn: false, hints: true, watch: 'no' } as const;
  game.receive(welcome(alone, { friends }));
  expect([game.several, game.room, game.friends?.code]).toEqual([true, null, 'KQPXZW']);
});

test('a round in a coin room has results, and a seat may be given up or lost', () => {
  game.receive(whole('r1', game.players));
  const result = { coins: -500, balance: 0, gained: 0, rank_points: 0, rank_before: '白板', rank: '白板', name: 'a', bot: false, ...paidInFull };
  const match = { ruleset: 'standard', round: 2, circle: 1, dealer: 0, points: [0, 0, 0, 0] };
  game.receive({ type: 'round_over', match, record: '/r', next_commitment: 'c3', results: [result, result, result, result] });
  expect(game.over?.results?.[1]?.coins).toBe(-500);
  game.leave();
  expect(sent.at(-1)).toEqual({ type: 'leave' });
  game.receive({ type: 'freed', why: 'broke' });
  expect(game.freed).toBe('broke');
});

test('a round that the server has yet to show is waited for', () => {
  expect(game.expecting).toBe(false);
  game.receive(welcome(game.players, { round: 'r1' }));
  expect(game.expecting).toBe(true);
  game.receive(whole('r1', game.players));
  expect(game.expecting).toBe(false);
  game.receive(welcome(game.players, { round: 'r1' }));
  game.receive({ type: 'resumed', round: 'r1', last: 9 });
  expect(game.expecting).toBe(false);
});

test('results name who played the round, whoever has the seat by now', () => {
  const result = { coins: -500, balance: 200, gained: 0, rank_points: 0, rank_before: '白板', rank: '白板', name: 'a', bot: false, ...paidInFull };
  expect(namePlayed(result, 'right', en)).toBe('a');
  expect(namePlayed({ ...result, balance: null, name: 'greedy', bot: true }, 'right', en)).toBe(en.together.bots.greedy);
  // The account has been deleted.
  expect(namePlayed({ ...result, name: null }, 'right', en)).toBe(en.places.right);
  expect(namePlayed(result, 'own', en)).toBe(en.places.own);
});

test('the host says where bots sit', () => {
  game.fill(2, true);
  expect(sent.at(-1)).toEqual({ type: 'fill', seat: 2, on: true });
});

test("a friends' match ends with its standings, after its rounds or by a vote", () => {
  game.dissolve(true);
  expect(sent.at(-1)).toEqual({ type: 'dissolve', on: true });
  game.receive({ type: 'standings', why: 'dissolved', rounds: 3, places: [{ seat: 1, place: 1, points: 12 }] });
  expect([game.standings?.why, game.standings?.places[0]?.points]).toEqual(['dissolved', 12]);
});
