// Shows what happens at a table, after it has happened: the table is true at once, and this is decoration.

import type { Happened } from '../game/game.svelte';
import { cueOf } from '../sound/cues';
import { speaker } from '../sound/speaker';
import type { GameEvent } from '../wire/events';
import type { Action } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { Seat, View } from '../wire/view';
import { deal } from './deal';
import { Flights, type Course } from './flights';
import { isStill, paceOf, type SceneName } from './pace';
import { faceIn, Places } from './places';
import { Queue } from './queue';
import { placeOfLeaving, sources } from './slides';
import { begins, sceneOf, type Scene, type Spot } from './spots';

/** What is to be shown in the next frame; without an event the deal, which the server shows only when it is done. */
interface Happening {
  event: GameEvent | null;
  scene: Scene;
  view: View;
}

/** A tile of the own hand, and where on the screen it lay before something happened. */
interface Kept {
  tile: Tile;
  box: DOMRect;
}

/** Sets something going that has been measured. */
type Start = () => void;

const DEAL: Scene = { name: 'deal', travels: [] };
/** How long a tap's answer takes, and how long sounds stay apart where nothing moves; in milliseconds. */
const TAP = 90;
const APART = 60;

export class Stage {
  readonly #root: HTMLElement;
  readonly #places: Places;
  readonly #flights: Flights;
  readonly #queue = new Queue();
  readonly #speed: () => number;
  #view: View | null = null;
  #count = 0;
  #batch: Happening[] = [];
  #frame = 0;
  /** The own hand before the batch, and the places of it whose tiles are on their way. */
  #hand: Kept[] = [];
  #gone = new Set<number>();
  /** The tile of the own hand that was touched last, and its place. */
  #touched: Element | null = null;
  #touchedAt = -1;
  #lifted: Animation | undefined;
  /** How wide tiles were when they were measured last, by where they lie. */
  readonly #widths = new Map<string, number>();

  /** `layer` covers the table that it is a child of; `speed` is from 1 to 5. */
  constructor(layer: HTMLElement, speed: () => number) {
    this.#root = layer.parentElement ?? layer;
    this.#places = new Places(this.#root);
    this.#flights = new Flights(layer);
    this.#speed = speed;
    for (const type of ['pointerdown', 'click']) this.#root.addEventListener(type, this.#onTouch, { capture: true });
  }

  /** Note how the own hand lies, while the page still shows it as it was before something happens. */
  remember(own: Seat, happened: Happened | null): void {
    // Measuring costs time, and what rivals do leaves the own hand as it is.
    if (this.#batch.some(isOwn) || happened === null || !isBy(happened.event, own)) return;
    this.#gone.clear();
    this.#hand = this.#places.hand.map((holder, place) => {
      if (holder === this.#touched) this.#touchedAt = place;
      // Where a tap has lifted it, it sets out from there.
      const lain = holder === this.#touched ? (faceIn(holder) ?? holder) : holder;
      return { tile: holder.dataset.hand as Tile, box: lain.getBoundingClientRect() };
    });
  }

  /** Show how `view` has come about, once the page shows it. */
  show(view: View, happened: Happened | null): void {
    const before = this.#view;
    const expected = this.#count + 1;
    this.#view = view;
    this.#count = happened?.count ?? 0;
    if (before === view) return;
    if (happened === null || before === null || happened.count !== expected) {
      this.settle();
      if (happened === null && begins(before, view)) this.#happen({ event: null, scene: DEAL, view });
    } else {
      this.#happen({ event: happened.event, scene: sceneOf(happened.event, view), view });
    }
  }

  /** Answer a tap at once, before the server does; null: what was tapped is not on its way any more. */
  lift(action: Action | null): void {
    this.#lifted?.cancel();
    this.#lifted = undefined;
    if (action?.type !== 'discard') return;
    speaker.play({ name: 'pick' });
    const hand = this.#places.hand;
    const place = placeOfLeaving(hand.map(tileOf), new Set(), action.tile, {
      drawn: false,
      touched: hand.findIndex((holder) => holder === this.#touched),
    });
    const tapped = hand[place];
    if (tapped === undefined || isStill()) return;
    this.#touched = tapped;
    const transform = ['none', 'translateY(-22%)'];
    this.#lifted = faceIn(tapped)?.animate({ transform }, { duration: TAP, easing: 'ease-out', fill: 'forwards' });
  }

  /** Leave everything that is still to be seen or heard out. */
  settle(): void {
    cancelAnimationFrame(this.#frame);
    this.#batch = [];
    this.#queue.clear();
    this.#flights.settle();
    speaker.hush();
  }

  close(): void {
    this.settle();
    for (const type of ['pointerdown', 'click']) this.#root.removeEventListener(type, this.#onTouch, { capture: true });
  }

  readonly #onTouch = ({ target }: Event): void => {
    const holder = target instanceof Element ? target.closest('[data-hand]') : null;
    if (holder !== null) this.#touched = holder;
  };

  #happen(happening: Happening): void {
    this.#batch.push(happening);
    // What happens between two frames is measured together, and seen before the page is.
    if (document.hidden) this.#perform();
    else if (this.#batch.length === 1) this.#frame = requestAnimationFrame(() => this.#perform());
  }

  #perform(): void {
    const batch = this.#batch;
    this.#batch = [];
    const still = document.hidden || isStill();
    const holds = batch.map(({ scene }) => this.#holdOf(scene.name, still));
    const { settle, slots } = this.#queue.enter(performance.now(), holds);
    if (settle) {
      this.#flights.settle();
      speaker.hush();
    } else this.#flights.release();

    const measures: (() => Start | null)[] = [];
    const starts: Start[] = [];
    let closingUp: Course | null = null;
    batch.forEach((happening, at) => {
      const slot = slots[at];
      if (slot === null || slot === undefined) return;
      const { travel, hold } = paceOf(happening.scene.name, this.#speed());
      const course = { wait: slot.wait, travel: still ? 0 : travel / slot.rate };
      this.#sound(happening, course);
      if (still) return;
      if (happening.scene.name === 'deal') starts.push(() => this.#deal(happening.view, course, hold / slot.rate));
      else measures.push(...this.#prepare(happening, course));
      if (isOwn(happening)) closingUp ??= course;
    });
    // All copies lie on the page by now: what is new is laid out once, for the first that is measured.
    for (const measure of measures) {
      const start = measure();
      if (start !== null) starts.push(start);
    }
    if (closingUp !== null) starts.push(...this.#closeUp(closingUp));
    // All is measured by now: setting them going lays nothing out.
    for (const start of starts) start();
  }

  #holdOf(name: SceneName, still: boolean): number {
    const { hold } = paceOf(name, this.#speed());
    return still ? Math.min(hold, APART) : hold;
  }

  #sound({ event, view }: Happening, { wait, travel }: Course): void {
    const cue = event === null ? { name: 'deal' as const } : cueOf(event, view.seat);
    if (cue !== null) speaker.play(cue, cue.landing ? wait + travel : wait);
  }

  #deal(view: View, course: Course, hold: number): void {
    deal(this.#places, this.#flights, view, course, hold / 16);
  }

  /** Lay the copies that a scene needs; return what measures each of its travels, and that in turn what sets it going. */
  #prepare({ scene, view }: Happening, course: Course): (() => Start | null)[] {
    return scene.travels.flatMap(({ from, to }) => {
      const target = this.#places.find(to, view);
      if (target === undefined) return [];
      if (from === to) return [() => () => this.#flights.rise(target, course)];
      // Only tiles can be copied: backs are drawn by the row they stand in.
      const size = target.hasAttribute('data-tile') ? sizeKey(to, target) : null;
      const width = size === null ? undefined : this.#widths.get(size);
      const laid = width === undefined ? null : this.#flights.copy(target, width);
      return [
        () => {
          const start = this.#origin(from, view);
          const end = target.getBoundingClientRect();
          if (start === undefined) {
            laid?.remove();
            return null;
          }
          if (size === null) return () => this.#flights.arrive(target, start, end, course);
          this.#widths.set(size, Math.min(end.width, end.height));
          const copy = laid ?? this.#flights.copy(target, Math.min(end.width, end.height));
          const lies = copy.getBoundingClientRect();
          return () => this.#flights.carry(target, copy, lies, start, end, course);
        },
      ];
    });
  }

  #origin(spot: Spot, view: View): DOMRect | undefined {
    if (spot.at !== 'hand' || spot.seat !== view.seat) return this.#places.origin(spot, view);
    const place = placeOfLeaving(this.#hand.map(({ tile }) => tile), this.#gone, spot.tile, {
      drawn: spot.drawn,
      touched: this.#touchedAt,
    });
    this.#gone.add(place);
    return this.#hand[place]?.box ?? this.#places.origin(spot, view);
  }

  /** Let the tiles that stay in the own hand move to their new places. */
  #closeUp(course: Course): (() => void)[] {
    const hand = this.#places.hand;
    const came = sources(this.#hand.map(({ tile }) => tile), hand.map(tileOf), this.#gone);
    return hand.flatMap((holder, place) => {
      const face = faceIn(holder);
      const before = this.#hand[came[place] ?? -1]?.box;
      if (face === undefined || before === undefined) return [];
      const now = holder.getBoundingClientRect();
      const [x, y] = [before.x - now.x, before.y - now.y];
      return Math.hypot(x, y) < 1 ? [] : [() => this.#flights.slide(face, x, y, course)];
    });
  }
}

/** What tells tiles of one size from others, as long as the window keeps its own. */
const sizeKey = (spot: Spot, target: Element): string =>
  `${spot.at} ${spot.at === 'wall' ? '' : spot.seat} ${target.classList.contains('turned')}`;

const tileOf = (holder: HTMLElement): Tile => holder.dataset.hand as Tile;

const isBy = (event: GameEvent, seat: Seat): boolean => 'seat' in event && event.seat === seat;

const isOwn = ({ event, view }: Happening): boolean => event !== null && isBy(event, view.seat);
