// A tile of the own hand under a moving finger or mouse: out of the hand it is discarded, along it, it is put elsewhere.

/** Less than this, in pixels, is a tap by an unsteady hand. */
const LEAST_PX = 10;
/** How far up a tile has to be taken to leave the hand, in heights of a tile. */
const OUT = 0.6;

export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Held<T> {
  readonly place: number;
  /** What holds until the drag ends, as it was when that began. */
  readonly frozen: T;
  /** How far it has been moved, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Whether it is out of the hand. */
  readonly out: boolean;
  /** The place that it is over, or -1 where it cannot be put elsewhere. */
  readonly over: number;
}

interface Origin<T> {
  readonly point: Point;
  readonly pointer: number;
  readonly place: number;
  readonly frozen: T;
  readonly boxes: readonly Box[];
  readonly movable: number;
}

export class Drag<T> {
  /** What is being dragged, once it has been moved far enough. */
  held = $state.raw<Held<T> | null>(null);
  #from: Origin<T> | null = null;
  /** Whether the click that follows belongs to a drag. */
  #clicks = false;

  /** A pointer goes down on the tile at a place of `boxes`, of which the first `movable` may change places. */
  begin(point: Point & { pointerId: number }, place: number, boxes: readonly Box[], movable: number, frozen: T): void {
    if (this.#from !== null) return;
    this.#from = { point, pointer: point.pointerId, place, frozen, boxes, movable: place < movable ? movable : 0 };
  }

  move(point: Point & { pointerId: number }): void {
    if (this.#from === null || point.pointerId !== this.#from.pointer) return;
    const { place, frozen, boxes, movable } = this.#from;
    const box = boxes[place];
    const x = point.clientX - this.#from.point.clientX;
    const y = point.clientY - this.#from.point.clientY;
    if (box === undefined || (this.held === null && Math.hypot(x, y) < LEAST_PX)) return;
    const middle = { x: box.left + box.width / 2 + x, y: box.top + box.height / 2 + y };
    this.held = { place, frozen, x, y, out: y < -OUT * box.height, over: nearest(boxes.slice(0, movable), middle) };
  }

  /** The pointer is up, or `lost`: return what was being dragged, and where to. */
  end(pointerId: number, lost = false): Held<T> | null {
    if (this.#from === null || pointerId !== this.#from.pointer) return null;
    const { held } = this;
    this.#clicks = held !== null && !lost;
    this.cancel();
    return lost ? null : held;
  }

  /** Put everything back. */
  cancel(): void {
    this.#from = null;
    this.held = null;
  }

  /** Whether a click only ends a drag. */
  get swallows(): boolean {
    return this.#clicks;
  }

  /** Another tap begins: its click is one. */
  forget(): void {
    this.#clicks = false;
  }

  /** How far the tile at a place makes way, in pixels, where the one dragged would be put in. */
  shift(place: number): { x: number; y: number } | null {
    const { held } = this;
    const boxes = this.#from?.boxes ?? [];
    if (held === null || held.out || held.over < 0) return null;
    const away = held.place < place && place <= held.over ? -1 : held.over <= place && place < held.place ? 1 : 0;
    const [here, there] = [boxes[place], boxes[place + away]];
    return away === 0 || !here || !there ? null : { x: there.left - here.left, y: there.top - here.top };
  }
}

function nearest(boxes: readonly Box[], { x, y }: { x: number; y: number }): number {
  const far = boxes.map((box) => Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y));
  return far.indexOf(Math.min(...far));
}
