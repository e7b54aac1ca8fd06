// What the frame around all pages says, and what it says when something cannot be had.

import type { LanguageName } from './language.svelte';

export interface PageWords {
  navigation: string;
  lobby: string;
  guide: string;
  leaderboards: string;
  profile: string;
  ledger: string;
  settings: string;
  signIn: string;
  loading: string;
  again: string;
  more: string;
  noPage: string;
}

export const pageWords: Record<LanguageName, PageWords> = {
  zh: {
    navigation: '页面',
    lobby: '大厅',
    guide: '规则',
    leaderboards: '排行',
    profile: '战绩',
    ledger: '账本',
    settings: '设置',
    signIn: '登录',
    loading: '正在读取…',
    again: '再试一次',
    more: '更早的',
    noPage: '没有这一页。',
  },
  en: {
    navigation: 'Pages',
    lobby: 'Lobby',
    guide: 'Rules',
    leaderboards: 'Ranking',
    profile: 'Profile',
    ledger: 'Ledger',
    settings: 'Settings',
    signIn: 'Sign in',
    loading: 'Loading…',
    again: 'Try again',
    more: 'Older ones',
    noPage: 'There is no such page.',
  },
};
