// How tiles are handled: put in an order, dragged, tapped, and answered by toggles.

import { beforeEach, describe, expect, test } from 'vitest';

import { Drag } from '../src/table/drag.svelte';
import { followed, HandOrder, moved } from '../src/table/order.svelte';
import { previewOf, setOf } from '../src/table/prompts';
import { Presses, Taps } from '../src/table/taps';
import { Toggles, type ToggleName } from '../src/table/toggles.svelte';
import { parseTiles, type Tile } from '../src/wire/tiles';
import type { Action } from '../src/wire/protocol';
import type { View } from '../src/wire/view';

const tiles = parseTiles;

describe('an order of one’s own', () => {
  test('keeps its tiles where they are, and takes new ones on the right', () => {
    expect(followed(tiles('7z1m5p'), tiles('1m5p7z'))).toEqual(tiles('7z1m5p'));
    expect(followed(tiles('7z1m5p'), tiles('1m3m5p7z'))).toEqual(tiles('7z1m5p3m'));
    expect(followed(tiles('7z1m5p'), tiles('1m9s'))).toEqual(tiles('1m9s'));
  });

  test('loses the copy that was taken out, or else the rightmost', () => {
    expect(followed(tiles('5p1m5p9s'), tiles('1m5p9s'), 0)).toEqual(tiles('1m5p9s'));
    expect(followed(tiles('5p1m5p9s'), tiles('1m5p9s'))).toEqual(tiles('5p1m9s'));
    // What was taken out is still there: it was another tile that left.
    expect(followed(tiles('5p1m5p9s'), tiles('5p5p9s'), 0)).toEqual(tiles('5p5p9s'));
    expect(followed(tiles('5p5p1m'), tiles('1m'), 0)).toEqual(tiles('1m'));
  });

  test('is changed by moving a tile, to either side', () => {
    expect(moved(tiles('1234m'), 0, 2)).toEqual(tiles('2314m'));
    expect(moved(tiles('1234m'), 3, 1)).toEqual(tiles('1423m'));
  });

  test('survives draws, discards and claims, and ends with the round', () => {
    const order = new HandOrder();
    order.follow('r1', tiles('1m5p5p7z'));
    order.move(tiles('1m5p5p7z'), 3, 0);
    expect(order.lay(tiles('1m5p5p7z'))).toEqual(tiles('7z1m5p5p'));
    order.take(2);
    order.follow('r1', tiles('1m5p7z9s'));
    expect(order.lay(tiles('1m5p7z9s'))).toEqual(tiles('7z1m5p9s'));
    order.follow('r1', tiles('1m9s'));
    expect(order.lay(tiles('1m9s'))).toEqual(tiles('1m9s'));
    order.follow('r2', tiles('1m2m3m'));
    expect(order.lay(tiles('1m2m3m'))).toEqual(tiles('1m2m3m'));
  });
});

describe('a drag', () => {
  // Six tiles in a row, 30 by 40 pixels.
  const boxes = Array.from({ length: 6 }, (_, place) => ({ left: 30 * place, top: 300, width: 30, height: 40 }));
  const at = (clientX: number, clientY: number, pointerId = 1): { clientX: number; clientY: number; pointerId: number } => ({
    clientX,
    clientY,
    pointerId,
  });
  let drag: Drag<string>;

  beforeEach(() => {
    drag = new Drag();
    drag.begin(at(45, 320), 1, boxes, 5, 'frozen');
  });

  test('begins only when the pointer has moved far enough', () => {
    drag.move(at(50, 314));
    expect(drag.held).toBeNull();
    expect(drag.end(1)).toBeNull();
    expect(drag.swallows).toBe(false);
  });

  test('out of the hand is a discard; its click is swallowed, the next is not', () => {
    drag.move(at(60, 290));
    expect(drag.held).toMatchObject({ out: true, frozen: 'frozen', x: 15, y: -30 });
    expect(drag.end(1)).toMatchObject({ place: 1, out: true });
    expect([drag.held, drag.swallows]).toEqual([null, true]);
    drag.forget();
    expect(drag.swallows).toBe(false);
  });

  test('along the hand makes the tiles between give way', () => {
    drag.move(at(108, 318));
    expect(drag.held).toMatchObject({ out: false, over: 3 });
    expect([0, 2, 3, 4].map((place) => drag.shift(place)?.x)).toEqual([undefined, -30, -30, undefined]);
    drag.move(at(8, 318));
    expect(drag.shift(0)).toEqual({ x: 30, y: 0 });
  });

  test('puts nothing behind the tile just drawn, and moves that only out of the hand', () => {
    drag.move(at(400, 318));
    expect(drag.held?.over).toBe(4);
    drag.end(1);
    drag.begin(at(165, 320), 5, boxes, 5, 'drawn');
    drag.move(at(20, 318));
    expect(drag.held).toMatchObject({ place: 5, over: -1 });
    expect(drag.shift(0)).toBeNull();
  });

  test('follows one finger alone, and is put back when that is lost', () => {
    drag.begin(at(100, 320, 2), 3, boxes, 5, 'other');
    drag.move(at(100, 250, 2));
    expect(drag.held).toBeNull();
    expect(drag.end(2)).toBeNull();
    drag.move(at(45, 250));
    expect(drag.end(1, true)).toBeNull();
    expect(drag.swallows).toBe(false);
  });
});

describe('a tap', () => {
  test('acts on what was asked when it began', () => {
    const taps = new Taps();
    taps.begin(1000, 7);
    expect(taps.mayAct(7)).toBe(true);
    expect(taps.mayAct(9)).toBe(false);
    expect(taps.mayAct(null)).toBe(false);
  });

  test('and the second one of two in a row on that, too', () => {
    const taps = new Taps();
    taps.begin(1000, 7);
    taps.begin(1200, 9);
    expect([taps.mayAct(7), taps.mayAct(9)]).toEqual([true, false]);
    taps.begin(1301, 9);
    expect(taps.mayAct(9)).toBe(true);
  });

  test('and so is a press of a key that clicks, until it is up; a click without one may act', async () => {
    const presses = new Presses();
    expect(presses.mayClick(7)).toBe(true);
    presses.press(1000, 7);
    presses.press(1200, 9);
    expect([presses.mayClick(7), presses.mayClick(9)]).toEqual([true, false]);
    presses.release();
    // The click of a space bar comes when it is up.
    expect(presses.mayClick(9)).toBe(false);
    await new Promise((done) => setTimeout(done));
    expect(presses.mayClick(9)).toBe(true);
  });
});

describe('toggles', () => {
  const WIN: Action = { type: 'win' };
  const KONG: Action = { type: 'kong', tile: '2p' };
  const PUNG: Action = { type: 'pung' };
  const PASS: Action = { type: 'pass' };
  const discard = (tile: Tile, ready = false): Action => ({ type: 'discard', tile, ready });
  const TURN = [discard('1m'), discard('5p'), discard('5p', true)];

  function answered(on: readonly ToggleName[], actions: readonly Action[], phase: 'turn' | 'claims' | 'share_out', drawn: Tile | null = null): Action | null {
    const toggles = new Toggles();
    for (const name of on) toggles.flip(name);
    return toggles.answer({ id: 7, actions }, { phase, drawn });
  }

  test.each<[string, readonly ToggleName[], readonly Action[], 'turn' | 'claims' | 'share_out', Tile | null, Action | null]>([
    ['none asks', [], [PUNG, PASS], 'claims', null, null],
    ['a win is taken', ['win'], [WIN, KONG, PUNG, PASS], 'claims', null, WIN],
    ['a win is taken on one’s own turn', ['win', 'discard_drawn'], [WIN, ...TURN], 'turn', '5p', WIN],
    ['a win is taken in the share-out', ['win'], [WIN, PASS], 'share_out', '5p', WIN],
    ['claims are passed', ['no_claims'], [PUNG, PASS], 'claims', null, PASS],
    ['but no win', ['no_claims', 'discard_drawn'], [WIN, PUNG, PASS], 'claims', null, null],
    ['nor a win in the share-out', ['no_claims', 'discard_drawn'], [WIN, PASS], 'share_out', '5p', null],
    ['nor one by the tile just drawn', ['discard_drawn'], [WIN, ...TURN], 'turn', '5p', null],
    ['the tile just drawn is discarded, without a declaration', ['discard_drawn'], TURN, 'turn', '5p', discard('5p')],
    ['a kong asks', ['discard_drawn'], [KONG, ...TURN], 'turn', '5p', null],
    ['even where no claims are wanted', ['discard_drawn', 'no_claims'], [KONG, ...TURN], 'turn', '5p', null],
    ['a tile that must be kept asks', ['discard_drawn'], TURN, 'turn', '9s', null],
    ['after a claim nothing is drawn', ['discard_drawn'], TURN, 'turn', null, null],
    ['a ready seat passes on its turn', ['discard_drawn'], [PASS], 'turn', '2p', PASS],
    ['a ready seat is asked about a kong', ['discard_drawn', 'no_claims'], [KONG, PASS], 'turn', '2p', null],
    ['no claims leaves the own turn alone', ['no_claims'], TURN, 'turn', '5p', null],
  ])('%s', (_, on, actions, phase, drawn, answer) => {
    expect(answered(on, actions, phase, drawn)).toEqual(answer);
  });

  test('answer each decision once', () => {
    const toggles = new Toggles();
    toggles.flip('no_claims');
    const asked = { id: 7, actions: [PUNG, PASS] };
    toggles.note(7);
    expect(toggles.answer(asked, { phase: 'claims', drawn: null })).toBeNull();
    expect(toggles.answer({ ...asked, id: 9 }, { phase: 'claims', drawn: null })).toEqual(PASS);
  });

  test('are off again when a round begins, and only then', () => {
    const toggles = new Toggles();
    toggles.follow('r1');
    toggles.flip('win');
    toggles.flip('no_claims');
    toggles.flip('no_claims');
    toggles.follow('r1');
    expect([toggles.isOn('win'), toggles.isOn('no_claims')]).toEqual([true, false]);
    toggles.follow('r2');
    expect(toggles.isOn('win')).toBe(false);
  });
});

describe('a button', () => {
  const view: Pick<View, 'offer' | 'drawn' | 'wild'> = { offer: { tile: '4p', source: 3, kind: 'discard' }, drawn: null, wild: ['8m'] };
  const chow = (text: string): Action => ({ type: 'chow', tiles: tiles(text) as [Tile, Tile] });

  test('shows the set that it would make', () => {
    expect(previewOf('chow', [chow('35p')], view)).toEqual(tiles('345p'));
    expect(previewOf('pung', [{ type: 'pung' }], view)).toEqual(tiles('444p'));
    expect(previewOf('kong', [{ type: 'kong', tile: '2z' }], view)).toEqual(tiles('2222z'));
    expect(previewOf('win', [{ type: 'win' }], view)).toEqual(tiles('4p'));
    expect(previewOf('win', [{ type: 'win' }], { ...view, offer: null, drawn: '9s' })).toEqual(tiles('9s'));
    expect(previewOf('pass', [{ type: 'pass' }], view)).toEqual([]);
  });

  test('shows what there is to choose from, where one has to', () => {
    expect(previewOf('chow', [chow('23p'), chow('35p'), chow('56p')], view)).toEqual(tiles('23456p'));
    expect(previewOf('kong', [{ type: 'kong', tile: '2z' }, { type: 'kong', tile: '7z' }], view)).toEqual(tiles('27z'));
    const ready: Action[] = [
      { type: 'discard', tile: '1m', ready: false },
      { type: 'discard', tile: '1m', ready: true },
      { type: 'discard', tile: '8m', ready: true },
    ];
    expect(previewOf('ready', ready, view)).toEqual(tiles('8m1m'));
  });

  test('has a set for each of its choices', () => {
    expect(setOf(chow('56p'), view)).toEqual(tiles('456p'));
    expect(setOf({ type: 'kong', tile: '2z' }, { offer: null })).toEqual(tiles('2222z'));
  });
});
