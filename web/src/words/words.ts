// All that the page says. A language is one value of this type, so none can lack a word.

import type { Place } from '../game/seating';
import type { ErrorCode } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { MeldKind } from '../wire/view';
import type { CoinWords } from './coins';
import type { TogetherWords } from './together';

export type ButtonName = 'chow' | 'pung' | 'kong' | 'ready' | 'win' | 'pass';

export interface WinWords {
  by: 'self_draw' | 'discard' | 'robbed_kong';
  source: string;
  opening: 'heavenly' | 'earthly' | null;
  shareOut: boolean;
  killPig: boolean;
}

export interface Words {
  htmlLang: string;
  /** The language's own name, and the name of the one that the switch leads to. */
  otherLanguage: string;
  title: string;
  tagline: string;
  /** Where the rules are read and hands counted. */
  guide: string;
  /** What stands between the names in a list. */
  listed: string;
  winds: readonly [string, string, string, string];
  places: Record<Place, string>;
  /** The places as somebody sees them who has none. */
  placesSeen: Record<Place, string>;
  /** Whether one only looks on: then nobody is "you". */
  watching: boolean;
  buttons: Record<ButtonName, string>;
  calls: Record<MeldKind | 'win' | 'self_draw' | 'ready', string>;
  rulesets: { [name: string]: { name: string; line: string } };
  tile(tile: Tile): string;
  hiddenTile: string;
  wildTile(name: string): string;
  takenTile(name: string): string;
  drawnTile(name: string): string;

  start: {
    choose: string;
    begin: string;
    connecting: string;
    back: string;
    abandon: string;
    /** A rule set with fields of its own. */
    changed(name: string): string;
  };
  table: {
    wild: string;
    /** What stands before and after the number of tiles left. */
    left: readonly [string, string];
    leftLong(count: number): string;
    shareOut: string;
    dealer: string;
    round(circle: string, round: number): string;
    hand: string;
    tilesInHand(count: number): string;
    river(player: string): string;
    melds(player: string): string;
    bonus(player: string): string;
    seat(who: string, wind: string, dealer: boolean): string;
    points(points: string): string;
    ready: string;
    discard: string;
    discardReady: string;
    cancelReady: string;
    chooseChow: string;
    chooseKong: string;
    chooseReady: string;
    yourClaim: string;
    actions: string;
    menu: string;
    newMatch: string;
    showSheet: string;
    showTable: string;
  };
  waits: {
    title: string;
    after(tile: string): string;
    unseen: string;
    selfDraw: string;
    byDiscard: string;
    total(count: number): string;
    one(tile: string, unseen: number, selfDraw: number, discard: number): string;
  };
  news: {
    discarded(player: string, tile: string): string;
    called(player: string, call: string, tile: string): string;
    drew(tile: string): string;
    turn: string;
    won(player: string): string;
    draw: string;
    shareOut: string;
    /** A claim of one's own came to nothing: another one ranked higher. */
    outranked(player: string, call: string): string;
  };
  sheet: {
    title: string;
    draw: string;
    winner(player: string): string;
    how(win: WinWords): string;
    tai(count: number): string;
    points(count: string): string;
    doubled: string;
    notDoubled: string;
    total: string;
    nothing: string;
    reading: string;
    noShape: string;
    standsFor(wild: string, tile: string): string;
    runnerUp: string;
    payments: string;
    paymentsLine: string;
    payer: string;
    net: string;
    running: string;
    nextRound: string;
    record: string;
    replay: string;
    commitment: string;
    nextCommitment: string;
    copy: string;
    copied: string;
    commitmentLine: string;
    hand: string;
  };
  faults: {
    lost: string;
    outdated: string;
    replaced: string;
    reload: string;
    partMissing: string;
    takeBack: string;
    signed_out: string;
    banned(reason: string, until: string): string;
    /** The table has stopped for good: why, and what that means for whoever sits there. */
    stopped: Record<'title' | 'fault' | 'operator' | 'kept' | 'alone' | 'withFriends' | 'inRoom', string>;
    other(message: string): string;
    close: string;
    known: Record<ErrorCode, string>;
  };
  together: TogetherWords;
  coins: CoinWords;
}
