// What the form for a friends' table says; the fields of a rule set have their names from the server.

import type { LanguageName } from './language.svelte';

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
  /** What is told of the changes to whoever sits down. */
  changes: string;
  colon: string;
  comma: string;
  usually(value: string): string;
  yes: string;
  no: string;
  none: string;
}

export const friendsWords: Record<LanguageName, FriendsWords> = {
  zh: {
    title: '开一桌',
    line: '开好以后把链接或六位桌号发给朋友。记分不记金币。',
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
    changes: '这桌改了的规则',
    colon: '：',
    comma: '，',
    usually: (value) => `（原为：${value}）`,
    yes: '是',
    no: '否',
    none: '都不算',
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
    changes: 'Rules changed at this table',
    colon: ': ',
    comma: ', ',
    usually: (value) => `(otherwise: ${value})`,
    yes: 'yes',
    no: 'no',
    none: 'none',
  },
};
