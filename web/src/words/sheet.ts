// What the score sheet says beside the figures, and what comes after a match.

import type { LanguageName } from './language.svelte';

export interface SheetWords {
  rule(id: string): string;
  /** The difference between two ways to read a hand. */
  item: string;
  taken: string;
  other: string;
  alike(count: number): string;
  sum: string;
  points: string;
  less(points: number): string;
  equal: string;
  /** How a payment comes about: several times so many points. */
  times(points: number, factor: number): string;
  drawn(stays: boolean): string;
  proof: string;
  promotedFrom(before: string, after: string): string;
  coinsTold(coins: string): string;
  /** Another match of the same players. */
  rematch: string;
  rematchLine: string;
  opened(name: string): string;
  openedByOwn: string;
  join: string;
  watchNext: string;
}

export const sheetWords: Record<LanguageName, SheetWords> = {
  zh: {
    rule: (id) => `规则 ${id}`,
    item: '项目',
    taken: '这种',
    other: '另一种',
    alike: (count) => `其余相同的 ${count} 项`,
    sum: '台数',
    points: '得点',
    less: (points) => `另一种拆法少得 ${points} 点：`,
    equal: '另一种拆法得点一样：',
    times: (points, factor) => `${points}×${factor}`,
    drawn: (stays) => `无人和牌，这一局不结算，庄家${stays ? '连庄' : '下庄'}。`,
    proof: '牌墙校验与牌谱',
    promotedFrom: (before, after) => `恭喜！从${before}升为${after}`,
    coinsTold: (coins) => `金币 ${coins}`,
    rematch: '再来一场',
    rematchLine: '规则、局数照旧，其他人同意了再入座。',
    opened: (name) => `${name}想再来一场，已经开好桌了。`,
    openedByOwn: '你已经开好桌，等大家入座。',
    join: '入座',
    watchNext: '去旁观',
  },
  en: {
    rule: (id) => `Rule ${id}`,
    item: 'Item',
    taken: 'This',
    other: 'Other',
    alike: (count) => (count === 1 ? '1 item alike' : `${count} items alike`),
    sum: 'Tai',
    points: 'Points',
    less: (points) => `The other reading pays ${points === 1 ? '1 point' : `${points} points`} less:`,
    equal: 'The other reading pays the same:',
    times: (points, factor) => `${points}×${factor}`,
    drawn: (stays) => (stays ? 'Nobody won: nothing is paid, and the dealer deals again.' : 'Nobody won: nothing is paid, and the deal passes on.'),
    proof: 'Check of the wall, and the record',
    promotedFrom: (before, after) => `Promoted from ${before} to ${after}!`,
    coinsTold: (coins) => `${coins} coins`,
    rematch: 'Play again',
    rematchLine: 'The same rules and length; the others sit down if they like.',
    opened: (name) => `${name} would like to play again, and has opened a table.`,
    openedByOwn: 'You have opened a table: the others may sit down.',
    join: 'Sit down',
    watchNext: 'Watch it',
  },
};
