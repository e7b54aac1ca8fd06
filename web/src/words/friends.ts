// What the form for a friends' table says, with every field of a rule set in plain words.

import type { LanguageName } from './language.svelte';

export interface FieldWords {
  name: string;
  options?: { [option: string]: string };
}

export interface FriendsWords {
  title: string;
  line: string;
  ruleset: string;
  rounds: string;
  roundsOf(count: number): string;
  clock: string;
  noClock: string;
  clockOf(seconds: number, reserve: number): string;
  seats: string;
  chosen: string;
  drawn: string;
  bots: string;
  botsOf(count: number): string;
  hints: string;
  watch: string;
  watching: Record<'no' | 'hidden' | 'later', string>;
  change: string;
  changedOf(count: number): string;
  play: string;
  tai: string;
  reset: string;
  open: string;
  fields: { [field: string]: FieldWords };
}

export const friendsWords: Record<LanguageName, FriendsWords> = {
  zh: {
    title: '开一桌',
    line: '开好以后把链接或六位桌号发给朋友。记点不记金币。',
    ruleset: '算法',
    rounds: '打几局',
    roundsOf: (count) => `${count} 局`,
    clock: '出牌时间',
    noClock: '不限时',
    clockOf: (seconds, reserve) => `${seconds} 秒，另备 ${reserve} 秒`,
    seats: '座位',
    chosen: '先到先坐',
    drawn: '抽签',
    bots: '电脑',
    botsOf: (count) => (count === 0 ? '不要' : `${count} 个`),
    hints: '提示能听什么牌',
    watch: '旁观',
    watching: { no: '不让旁观', hidden: '可以旁观，看不到手牌', later: '可以旁观，晚一局' },
    change: '改规则',
    changedOf: (count) => `改了 ${count} 处`,
    play: '打法',
    tai: '台数',
    reset: '全部改回',
    open: '开桌',
    fields: {
      double_from: { name: '满几台翻倍（0 为不翻倍）' },
      chow: { name: '可以吃' },
      white_is_bonus: { name: '白当花补' },
      discard_wild: { name: '财神可以打出' },
      earthly: { name: '地胡', options: { first_discard: '和庄家的第一张', first_draw: '自己第一摸就和' } },
      share_out: { name: '最后四张分给四家' },
      reserve: { name: '留几张不摸' },
      reserve_per_kong: { name: '杠了多留两张', options: { each: '每杠都留', second: '同类每两杠才留' } },
      dealer_stays_on_win: { name: '庄家和牌连庄' },
      dealer_stays_on_draw: { name: '黄牌连庄' },
      kill_pig: {
        name: '不看牌型的杀猪',
        options: { three_and_one: '三张相同财神带一张', any_four: '任意四张财神', off: '不许' },
      },
      four_winds_pair: { name: '四风会齐，一风可作将' },
      bloom_through_bonus: { name: '杠后补花也算杠开' },
      opening_four_kong: { name: '起手四张白或同色花算暗杠' },
      ready: { name: '听', options: { assist: '只帮自己，可以取消', locked: '公开，不能取消' } },
      ready_tai: { name: '报听加几台' },
    },
  },
  en: {
    title: 'Open a table',
    line: 'Then send your friends the link or the six-letter code. Points instead of coins.',
    ruleset: 'Way of counting',
    rounds: 'How many rounds',
    roundsOf: (count) => `${count} rounds`,
    clock: 'Time to think',
    noClock: 'No limit',
    clockOf: (seconds, reserve) => `${seconds} s, and ${reserve} s in reserve`,
    seats: 'Seats',
    chosen: 'First come, first served',
    drawn: 'By lot',
    bots: 'Computer players',
    botsOf: (count) => (count === 0 ? 'None' : String(count)),
    hints: 'Show what a hand waits for',
    watch: 'Onlookers',
    watching: { no: 'Nobody may watch', hidden: 'May watch, without seeing hands', later: 'May watch, one round later' },
    change: 'Change the rules',
    changedOf: (count) => (count === 1 ? '1 changed' : `${count} changed`),
    play: 'Play',
    tai: 'Tai',
    reset: 'Undo all changes',
    open: 'Open the table',
    fields: {
      double_from: { name: 'Doubled from how many tai (0: never)' },
      chow: { name: 'Chows may be claimed' },
      white_is_bonus: { name: 'White dragons are bonus tiles' },
      discard_wild: { name: 'Wild tiles may be discarded' },
      earthly: {
        name: 'Earthly win',
        options: { first_discard: "on the dealer's first discard", first_draw: 'on the own first draw' },
      },
      share_out: { name: 'The last four tiles are shared out' },
      reserve: { name: 'Tiles that are never drawn' },
      reserve_per_kong: { name: 'Two more for kongs', options: { each: 'for every kong', second: 'for every second of a kind' } },
      dealer_stays_on_win: { name: 'A dealer who wins deals again' },
      dealer_stays_on_draw: { name: 'The dealer deals again after a draw' },
      kill_pig: {
        name: 'Kill-pig without the shape',
        options: { three_and_one: 'three equal wild tiles and another', any_four: 'any four wild tiles', off: 'not allowed' },
      },
      four_winds_pair: { name: 'One of the four winds may be the pair' },
      bloom_through_bonus: { name: 'A bonus tile does not break a bloom' },
      opening_four_kong: { name: 'Four whites or flowers dealt are a kong' },
      ready: { name: 'Ready', options: { assist: 'a help for oneself, can be cancelled', locked: 'shown to all and final' } },
      ready_tai: { name: 'Tai for ready' },
    },
  },
};
