// What a player has chosen once and for all: one entry in the browser's storage for each, declared where it is used.
//
//   export const volume = number('volume', { min: 0, max: 100, fallback: 60 });
//   volume.value = 30;      // kept at once, in all windows; what reads `volume.value` follows

const PREFIX = 'taipao.preference.';

export class Preference<T> {
  readonly key: string;
  /** What holds until something is chosen, and where nothing sensible is kept. */
  readonly fallback: T;
  readonly #isValid: (kept: unknown) => kept is T;
  #value = $state.raw() as T;

  /** Read what is kept under `key`, which no other preference has, if `isValid` accepts it. */
  constructor(key: string, fallback: T, isValid: (kept: unknown) => kept is T) {
    this.key = PREFIX + key;
    this.fallback = fallback;
    this.#isValid = isValid;
    this.#value = this.#recall();
    // Another window of this browser may choose, too.
    globalThis.addEventListener?.('storage', ({ key: changed }: StorageEvent) => {
      if (changed === this.key || changed === null) this.#value = this.#recall();
    });
  }

  get value(): T {
    return this.#value;
  }

  set value(chosen: T) {
    this.#value = chosen;
    // A browser may forbid pages to keep anything; the choice then lasts as long as the page.
    try {
      localStorage.setItem(this.key, JSON.stringify(chosen));
    } catch {
      return;
    }
  }

  #recall(): T {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? 'null');
      return this.#isValid(kept) ? kept : this.fallback;
    } catch {
      return this.fallback;
    }
  }
}

/** Declare something that is on or off. */
export const flag = (key: string, fallback: boolean): Preference<boolean> =>
  new Preference(key, fallback, (kept): kept is boolean => typeof kept === 'boolean');

/** Declare one of several, by name. */
export const choice = <Name extends string>(key: string, names: readonly Name[], fallback: Name): Preference<Name> =>
  new Preference(key, fallback, (kept): kept is Name => names.some((name) => name === kept));

/** Declare a number within bounds, both included. */
export const number = (key: string, { min, max, fallback }: { min: number; max: number; fallback: number }): Preference<number> =>
  new Preference(key, fallback, (kept): kept is number => typeof kept === 'number' && kept >= min && kept <= max);
