// What the frame around all pages says, and what it says when something cannot be had.

import type { LanguageName } from './language.svelte';

export interface PageWords {
  navigation: string;
  lobby: string;
  leaderboards: string;
  profile: string;
  ledger: string;
  settings: string;
  signIn: string;
  loading: string;
  failed: string;
  again: string;
  more: string;
  noPage: string;
  /** Why a request was refused, by the status of the answer. */
  refusals: { [status: number]: string };
}

export const pageWords: Record<LanguageName, PageWords> = {
  zh: {
    navigation: '页面',
    lobby: '大厅',
    leaderboards: '排行',
    profile: '战绩',
    ledger: '账本',
    settings: '设置',
    signIn: '登录',
    loading: '正在读取…',
    failed: '没有成功',
    again: '再试一次',
    more: '更早的',
    noPage: '没有这一页。',
    refusals: {
      0: '连不上服务器，请稍后再试。',
      401: '请先登录。',
      403: '这个账号不能这样做。',
      404: '没有找到。',
      429: '试得太频繁了，请过一会儿再试。',
      503: '服务器现在忙，请稍后再试。',
    },
  },
  en: {
    navigation: 'Pages',
    lobby: 'Lobby',
    leaderboards: 'Ranking',
    profile: 'Profile',
    ledger: 'Ledger',
    settings: 'Settings',
    signIn: 'Sign in',
    loading: 'Loading…',
    failed: 'That did not work',
    again: 'Try again',
    more: 'Older ones',
    noPage: 'There is no such page.',
    refusals: {
      0: 'The server cannot be reached; try again later.',
      401: 'Please sign in first.',
      403: 'This account may not do that.',
      404: 'Not found.',
      429: 'Too many tries; wait a while and try again.',
      503: 'The server is busy; try again later.',
    },
  },
};
