// What the lobby says: playing at once, the coin rooms and their queues, friends' tables.

import type { LanguageName } from './language.svelte';

export interface LobbyWords {
  backTitle: string;
  backLine: string;
  back: string;
  botsTitle: string;
  botsLine: string;
  play: string;
  friendsTitle: string;
  friendsLine: string;
  code: string;
  join: string;
  open: string;
  roomsTitle: string;
  roomsLine: string;
  rulesets: string;
  terms(rate: string, entry: string): string;
  busy(players: number, tables: number, waiting: number): string;
  quickMatch: string;
  short(coins: string): string;
  queueTitle: string;
  queueLine: string;
  waited(seconds: number): string;
  others(waiting: number): string;
  leaveQueue: string;
  found: string;
  gone: string;
  refillLine: string;
  refill: string;
  keepLine: string;
  keep: string;
  newLine: string;
  signIn: string;
}

export const lobbyWords: Record<LanguageName, LobbyWords> = {
  zh: {
    backTitle: '牌桌还在等你',
    backLine: '你有一桌还没打完。',
    back: '回到牌桌',
    botsTitle: '和电脑打',
    botsLine: '马上开局，不用登录，不动金币。',
    play: '马上开局',
    friendsTitle: '和朋友打',
    friendsLine: '自己定规则，记分不记金币。',
    code: '六位桌号',
    join: '入座',
    open: '开一桌',
    roomsTitle: '金币场',
    roomsLine: '和真人打，四人随机同桌；人不够时由电脑补位。金币只供玩乐，不能买卖。',
    rulesets: '算法',
    terms: (rate, entry) => `每分\u00a0${rate} · 入场\u00a0${entry}`,
    busy: (players, tables, waiting) => `${players} 人在打 · ${tables} 桌 · ${waiting} 人在等`,
    quickMatch: '快速开始',
    short: (coins) => `还差 ${coins} 金币`,
    queueTitle: '正在凑一桌',
    queueLine: '凑齐四人就开局；等得久了，空位由电脑补上。',
    waited: (seconds) => `已等 ${seconds} 秒`,
    others: (waiting) => `${waiting} 人在等`,
    leaveQueue: '不等了',
    found: '找到了，正在入座…',
    gone: '排队断了，请再点一次。',
    refillLine: '金币不多了：今天可以补到 20,000。',
    refill: '领取',
    keepLine: '你现在是游客，金币只认这个浏览器。起个名字、设个密码，换设备也能接着打。',
    keep: '保住金币',
    newLine: '第一次来？直接开打就行，会送 30,000 金币。',
    signIn: '已有账号，登录',
  },
  en: {
    backTitle: 'Your table is waiting',
    backLine: 'You have not finished playing there.',
    back: 'Back to the table',
    botsTitle: 'Against the computer',
    botsLine: 'Starts at once: no sign-in, no coins at stake.',
    play: 'Play now',
    friendsTitle: 'With friends',
    friendsLine: 'Your own rules; points instead of coins.',
    code: 'Six-letter code',
    join: 'Join',
    open: 'Open a table',
    roomsTitle: 'Coin rooms',
    roomsLine: 'Four players seated by lot; the computer fills in where some are missing. Coins are for play: they cannot be bought or sold.',
    rulesets: 'Way of counting',
    terms: (rate, entry) => `${rate}/point · entry\u00a0${entry}`,
    busy: (players, tables, waiting) => `${players} playing · ${tables === 1 ? '1 table' : `${tables} tables`} · ${waiting} waiting`,
    quickMatch: 'Play',
    short: (coins) => `${coins} coins short`,
    queueTitle: 'Looking for players',
    queueLine: 'The round begins with four; after a while the computer takes the free seats.',
    waited: (seconds) => `Waiting for ${seconds} s`,
    others: (waiting) => `${waiting} waiting`,
    leaveQueue: 'Stop waiting',
    found: 'Found one, sitting down…',
    gone: 'You wait no longer; please start again.',
    refillLine: 'Your coins are running out: today you can have them filled up to 20,000.',
    refill: 'Fill up',
    keepLine: 'You are a guest, and only this browser knows your coins. With a name and a password you can go on anywhere.',
    keep: 'Keep my coins',
    newLine: 'New here? Just play: you begin with 30,000 coins.',
    signIn: 'I have an account',
  },
};
