// Two ways to read one hand, side by side: what only one of them has, and what both have.

import type { Item } from '../wire/view';

export interface Compared {
  item: Item;
  /** Its tai in the reading that was taken, and in the other one; null where it has none of it. */
  taken: number | null;
  other: number | null;
}

export interface Comparison {
  differing: Compared[];
  alike: Item[];
}

const equal = (a: Item, b: Item): boolean => a.rule === b.rule && a.tai === b.tai && a.zh === b.zh;

export function compare(taken: readonly Item[], other: readonly Item[]): Comparison {
  const rest = [...other];
  const alike: Item[] = [];
  const lost: Item[] = [];
  for (const item of taken) {
    const at = rest.findIndex((one) => equal(one, item));
    if (at < 0) lost.push(item);
    else alike.push(...rest.splice(at, 1));
  }
  // The same thing at another price is one line.
  const differing = lost.map((item): Compared => {
    const at = rest.findIndex(({ rule, zh }) => rule === item.rule && zh === item.zh);
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    return { item, taken: item.tai, other: found?.tai ?? null };
  });
  return { differing: [...differing, ...rest.map((item): Compared => ({ item, taken: null, other: item.tai }))], alike };
}
