// Says of each button why it is there: from the legal actions and the hints that the server sent, and nothing else.

import { placeOf } from '../game/seating';
import type { Decision } from '../game/game.svelte';
import type { Action, Hints, MeldHint } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { View } from '../wire/view';
import type { HintWords } from '../words/hints';
import type { ButtonName, Words } from '../words/words';

export interface Line {
  /** The button, or null for the discard that there is none for. */
  button: ButtonName | null;
  text: string;
}

type Of<Type extends Action['type']> = Extract<Action, { type: Type }>;

interface Told {
  view: Pick<View, 'offer' | 'seat' | 'phase'>;
  decision: Pick<Decision, 'actions' | 'waits' | 'win'>;
  hints: Hints | null;
}

export function explain({ view, decision, hints }: Told, words: Words, say: HintWords): Line[] {
  const { offer, phase } = view;
  const source = offer === null ? '' : say.who[placeOf(offer.source, view.seat)];
  const offered = offer === null ? '' : words.tile(offer.tile);
  const named = (tiles: readonly Tile[]): string => tiles.map(words.tile).join(words.listed);
  const all = <Type extends Action['type']>(type: Type): Of<Type>[] =>
    decision.actions.filter((action): action is Of<Type> => action.type === type);
  const hintOf = (action: Action): MeldHint | undefined => hints?.melds.find((hint) => isSame(hint.action, action));

  /** How much nearer some claims bring the hand, where the server has said so. */
  function progress(actions: readonly Action[]): string {
    const left = actions.flatMap((action) => hintOf(action)?.leaves.distance ?? []);
    if (hints === null || offer === null || left.length === 0) return '';
    return say.nearer(say.toGo(hints.distance), say.toGo(Math.min(...left)));
  }

  function kong(action: Of<'kong'>): string {
    const tile = words.tile(action.tile);
    if (offer !== null) return say.kong.claimed(source, tile);
    const kind = hintOf(action)?.kind;
    return kind === 'concealed_kong' ? say.kong.concealed(tile) : kind === 'added_kong' ? say.kong.added(tile) : say.kong.own(tile);
  }

  function ready(tiles: readonly Tile[]): string {
    const [only] = tiles;
    const waits = decision.waits.find(({ tile }) => tile === only)?.waits ?? [];
    if (only === undefined || tiles.length > 1 || waits.length === 0) return say.readyAmong(named(tiles));
    return say.ready(words.tile(only), named(waits.map(({ tile }) => tile)));
  }

  function win(): string {
    const { win: prize } = decision;
    const how =
      prize?.shape === 'kill_pig' ? say.win.killPig : offer === null ? say.win.drawn
      : offer.kind === 'added_kong' ? say.win.robbed(source, offered) : say.win.discarded(source, offered);
    return prize === null ? how : [how, say.prize(prize.tai, prize.total, prize.points)].join(say.clause);
  }

  const [chows, pungs, kongs] = [all('chow'), all('pung'), all('kong')];
  const declared = all('discard').flatMap(({ ready: declares, tile }) => (declares ? [tile] : []));
  const lines: Line[] = [];
  if (all('win').length > 0) lines.push({ button: 'win', text: win() });
  if (chows.length > 0) {
    const sets = chows.map(({ tiles }) => named(tiles));
    lines.push({ button: 'chow', text: say.chow(sets, source, offered) + progress(chows) });
  }
  if (pungs.length > 0) lines.push({ button: 'pung', text: say.pung(source, offered) + progress(pungs) });
  if (kongs.length > 0) lines.push({ button: 'kong', text: kongs.map(kong).join(say.clause) + progress(kongs) });
  if (declared.length > 0) lines.push({ button: 'ready', text: ready(declared) });
  if (all('discard').length > 0) lines.push({ button: null, text: say.discard });
  if (all('pass').length > 0 && phase !== 'opening' && phase !== 'ended') lines.push({ button: 'pass', text: say.pass[phase] });
  return lines;
}

/** Why no win is offered, in words; empty where one is, or nothing is known. */
export function whyNoWin({ view, hints }: Pick<Told, 'view' | 'hints'>, words: Words, say: HintWords): string {
  switch (hints?.no_win) {
    case 'far':
      return say.whyNot.far(hints.distance);
    case 'other':
      return say.whyNot.other(view.offer === null ? '' : words.tile(view.offer.tile));
    case 'claimed':
      return say.whyNot.claimed;
    default:
      return '';
  }
}

function isSame(a: Action, b: Action): boolean {
  if (a.type === 'chow' && b.type === 'chow') return a.tiles.every((tile, at) => tile === b.tiles[at]);
  if (a.type === 'kong' && b.type === 'kong') return a.tile === b.tile;
  return a.type === b.type;
}
