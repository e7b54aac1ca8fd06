// Tiles on their way: a copy travels above the table while the tile itself, where it lies already, is not seen.

export interface Course {
  /** Milliseconds until it sets out, and on its way. */
  wait: number;
  travel: number;
}

interface Flight {
  target: Element;
  face: string | null;
  animations: Animation[];
  copy: Element | null;
}

const GLIDE = 'cubic-bezier(0.25, 0.7, 0.3, 1)';
/** How much larger a tile looks halfway, being nearer to who looks on. */
const LIFT = 1.12;

const faceOf = (target: Element): string | null => target.getAttribute('data-tile');

export class Flights {
  readonly #layer: HTMLElement;
  readonly #flights = new Set<Flight>();

  /** `layer` covers the page and takes the copies. */
  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  /** Lay a copy of a tile, `width` pixels wide, into the corner of the page: what is there before all is measured is laid out with it. */
  copy(target: Element, width: number): HTMLElement {
    const copy = document.createElement('div');
    copy.className = 'flying';
    copy.style.setProperty('--tile', `${width}px`);
    copy.append(target.cloneNode(true));
    this.#layer.append(copy);
    return copy;
  }

  /** Carry a copy, which lies at a box, from another to where its tile is. All boxes are of the screen. */
  carry(target: Element, copy: HTMLElement, lies: DOMRect, from: DOMRect, to: DOMRect, { wait, travel }: Course): void {
    const flying = copy.animate({ transform: path(from, to, lies) }, glide(wait, travel, 'both'));
    this.#track(target, [flying, hide(target)], copy);
  }

  /** Let something that lies at its place already come to it from a box. */
  arrive(target: Element, from: DOMRect, to: DOMRect, { wait, travel }: Course): void {
    const [start = 'none'] = path(from, to, to);
    // Not seen while it waits. One animation: two of one element are not left to the compositor.
    const keyframes = { transform: [start, 'none'], opacity: [0, 1, 1], offset: [0, 0.01, 1] };
    this.#track(target, [target.animate(keyframes, glide(wait, travel))]);
  }

  /** Let a tile move to its new place in a row, from so many pixels beside it. */
  slide(target: Element, x: number, y: number, { wait, travel }: Course): void {
    this.#track(target, [target.animate({ transform: [`translate(${x}px, ${y}px)`, 'none'] }, glide(wait, travel))]);
  }

  /** Let a tile rise where it lies, and lie down again. */
  rise(target: Element, { wait, travel }: Course): void {
    const risen = 'translateY(-24%) scale(1.35)';
    const transform = ['none', risen, risen, 'none'];
    this.#track(target, [target.animate({ transform }, { delay: wait, duration: 2 * travel, easing: 'ease-in-out' })]);
  }

  /** Let a tile that lay face down be turned. */
  turnUp(target: Element, { wait, travel }: Course): void {
    this.#track(target, [target.animate({ transform: ['scaleX(0)', 'none'] }, glide(wait, travel))]);
  }

  /** Let go of what does not lie where it was to arrive, the table having changed since. */
  release(): void {
    for (const flight of this.#flights) {
      if (!flight.target.isConnected || faceOf(flight.target) !== flight.face) this.#end(flight);
    }
  }

  /** End everything at once: each tile is seen where it lies. */
  settle(): void {
    for (const flight of this.#flights) this.#end(flight);
  }

  #track(target: Element, animations: Animation[], copy: Element | null = null): void {
    const flight: Flight = { target, face: faceOf(target), animations, copy };
    this.#flights.add(flight);
    const over = (): void => this.#end(flight);
    // An animation that was ended before its time calls that a failure.
    Promise.all(animations.map(({ finished }) => finished)).then(over, over);
  }

  #end(flight: Flight): void {
    this.#flights.delete(flight);
    for (const animation of flight.animations) animation.cancel();
    flight.copy?.remove();
  }
}

const glide = (delay: number, duration: number, fill: FillMode = 'backwards'): KeyframeAnimationOptions => ({
  delay,
  duration,
  easing: GLIDE,
  fill,
});

/** Hide a tile until that is cancelled. It is over at once, and stays: while it ran, the page would be styled for every frame. */
const hide = (target: Element): Animation => target.animate({ opacity: [0, 0] }, { duration: 0, fill: 'forwards' });

/** The transforms at the start, halfway and at the end of a tile that lies at one box and travels from another to a third. */
function path(from: DOMRect, to: DOMRect, lies: DOMRect): string[] {
  const away = (box: DOMRect): { x: number; y: number } => ({
    x: box.x + box.width / 2 - (lies.x + lies.width / 2),
    y: box.y + box.height / 2 - (lies.y + lies.height / 2),
  });
  const [start, end] = [away(from), away(to)];
  // A tile that lies on its side in the end stands upright before.
  const turned = to.width > to.height && from.width < from.height;
  const size = to.width / lies.width;
  const scale = from.height / (turned ? to.width : to.height);
  const halfScale = Math.max((1 + scale) / 2, 1) * LIFT;
  const half = { x: end.x + (start.x - end.x) / 3, y: end.y + (start.y - end.y) / 3 };
  return [
    `translate(${start.x}px, ${start.y}px) rotate(${turned ? -90 : 0}deg) scale(${scale * size})`,
    `translate(${half.x}px, ${half.y}px) rotate(${turned ? -30 : 0}deg) scale(${halfScale * size})`,
    `translate(${end.x}px, ${end.y}px) rotate(0deg) scale(${size})`,
  ];
}
