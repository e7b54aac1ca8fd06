// Where the spots of a table are on the page, found by the marks that its parts carry.

import { placeOf, type Place } from '../game/seating';
import type { Seat, View } from '../wire/view';
import type { Spot } from './spots';

type HandSpot = Extract<Spot, { at: 'hand' }>;

/** The drawing of a tile within something that holds one. */
export const faceIn = (holder: Element | undefined): Element | undefined =>
  holder?.querySelector('[data-tile]') ?? undefined;

export class Places {
  readonly #root: Element;

  /** `root` holds the whole table, as one seat sees it. */
  constructor(root: Element) {
    this.#root = root;
  }

  /** The places of the own hand, each with its tile. */
  get hand(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[data-hand]')];
  }

  /** The backs of a rival's tiles. */
  backs(place: Place): Element[] {
    return this.#at(place, '[data-backs] > *');
  }

  get indicators(): Element[] {
    return [...this.#root.querySelectorAll('[data-indicators] [data-tile]')];
  }

  bonus(place: Place): Element[] {
    return this.#at(place, '[data-bonus] [data-tile]');
  }

  /** What is drawn at a spot now: a tile or a back. */
  find(spot: Spot, view: View): Element | undefined {
    if (spot.at === 'wall') return undefined;
    const place = placeOf(spot.seat, view.seat);
    switch (spot.at) {
      case 'river':
        return faceIn(this.#root.querySelector(`[data-river="${place}"]`)?.children[spot.index]);
      case 'bonus':
        return this.bonus(place)[spot.index];
      case 'meld':
        return this.#at(place, '[data-meld]')[spot.meld]?.querySelectorAll('[data-tile]')[spot.index];
      case 'hand':
        return this.#inHand(spot, place);
    }
  }

  /** Where a tile comes from that lies at no spot any more, or never lay face up. */
  origin(spot: Spot, view: View): DOMRect | undefined {
    if (spot.at === 'wall') {
      const end = spot.end === 'tail' ? this.indicators.at(-1) : this.#root.querySelector('[data-left]');
      return end?.getBoundingClientRect();
    }
    const found = this.find(spot, view) ?? this.#seat(spot.seat, view);
    return found?.getBoundingClientRect();
  }

  #inHand({ tile }: HandSpot, place: Place): Element | undefined {
    const own = place === 'own' ? this.hand : [];
    if (own.length > 0) return faceIn(own.filter(({ dataset }) => dataset.hand === tile).at(-1));
    const open = this.#at(place, '[data-open] [data-tile]');
    if (open.length > 0) return open.filter((one) => one.getAttribute('data-tile') === tile).at(-1);
    return this.backs(place).at(-1);
  }

  #seat(seat: Seat, view: View): Element | undefined {
    const place = placeOf(seat, view.seat);
    return place === 'own' ? this.hand.at(-1) : (this.#root.querySelector(`[data-place="${place}"]`) ?? undefined);
  }

  /** What belongs to a seat: rivals have a part of the table of their own, all else is one's own. */
  #at(place: Place, selector: string): Element[] {
    const part = this.#root.querySelector(`[data-place="${place}"]`);
    const found = [...(part ?? this.#root).querySelectorAll(selector)];
    return part === null ? found.filter((one) => one.closest('[data-place]') === null) : found;
  }
}
