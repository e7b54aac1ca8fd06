// What the pages about the own account say: signing in, settings, the ledger.

import type { EntryKind } from '../rest/account';
import type { LanguageName } from './language.svelte';

export interface AccountWords {
  signInTitle: string;
  keepTitle: string;
  which: string;
  signInLine: string;
  keepLine: string;
  guestWarning: string;
  name: string;
  nameLine: string;
  password: string;
  passwordLine: string;
  signIn: string;
  keep: string;
  wrong: string;
  badName: string;

  settingsTitle: string;
  signedInAs(name: string): string;
  guest: string;
  passwordTitle: string;
  oldPassword: string;
  newPassword: string;
  change: string;
  changed: string;
  sessionsTitle: string;
  sessionsLine: string;
  guestSessionsLine: string;
  signOut: string;
  signOutEverywhere: string;
  signOutSure: string;
  deleteTitle: string;
  deleteLine: string;
  deleteSure: string;
  delete: string;

  ledgerTitle: string;
  ledgerLine: string;
  nothing: string;
  when: string;
  what: string;
  amount: string;
  balance: string;
  openFile: string;
  kinds: Record<EntryKind, string>;
}

export const accountWords: Record<LanguageName, AccountWords> = {
  zh: {
    signInTitle: '登录',
    keepTitle: '新账号',
    which: '登录还是开新账号',
    signInLine: '用名字和密码接着打。',
    keepLine: '起个名字、设个密码，就能在任何设备上登录；现在的金币、积分和座位都保留。',
    guestWarning: '你现在的游客账号没有密码，登录别的账号以后就回不来了。想保住它，先开新账号。',
    name: '名字',
    nameLine: '1 到 16 个字',
    password: '密码',
    passwordLine: '至少 8 个字符',
    signIn: '登录',
    keep: '保存账号',
    wrong: '名字或密码不对。',
    badName: '这个名字不能用：名字 1 到 16 个字。',

    settingsTitle: '设置',
    signedInAs: (name) => `你是 ${name}`,
    guest: '（游客，没有密码）',
    passwordTitle: '改密码',
    oldPassword: '现在的密码',
    newPassword: '新密码',
    change: '改密码',
    changed: '密码已改，其他设备都已退出登录。',
    sessionsTitle: '退出登录',
    sessionsLine: '丢了手机，或在别人的电脑上登录过，就在所有设备上退出。',
    guestSessionsLine: '游客没有密码：退出以后，这个账号和金币都回不来了。',
    signOut: '退出登录',
    signOutEverywhere: '在所有设备上退出',
    signOutSure: '我知道回不来了',
    deleteTitle: '删除账号',
    deleteLine: '名字、密码和金币都没了，不能恢复；牌谱里只留下不带名字的座位。',
    deleteSure: '我知道不能恢复',
    delete: '删除账号',

    ledgerTitle: '账本',
    ledgerLine: '金币的每一笔进出，新的在上；打牌的每一笔都连着那一局的牌谱。',
    nothing: '还没有一笔账。',
    when: '时间',
    what: '事由',
    amount: '金币',
    balance: '余额',
    openFile: '打开牌谱文件',
    kinds: { signup: '开户赠送', refill: '每日补足', round: '牌局', correction: '更正', deletion: '销户' },
  },
  en: {
    signInTitle: 'Sign in',
    keepTitle: 'New account',
    which: 'Sign in, or a new account',
    signInLine: 'Go on with your name and password.',
    keepLine: 'With a name and a password you can sign in anywhere; your coins, rank points and seat stay yours.',
    guestWarning: 'Your guest account has no password: once you sign in as somebody else you cannot come back to it. To keep it, make a new account first.',
    name: 'Name',
    nameLine: '1 to 16 characters',
    password: 'Password',
    passwordLine: 'at least 8 characters',
    signIn: 'Sign in',
    keep: 'Keep my account',
    wrong: 'The name or the password is wrong.',
    badName: 'This name cannot be used: a name has 1 to 16 characters.',

    settingsTitle: 'Settings',
    signedInAs: (name) => `You are ${name}`,
    guest: '(a guest, without a password)',
    passwordTitle: 'Change the password',
    oldPassword: 'Password so far',
    newPassword: 'New password',
    change: 'Change it',
    changed: 'The password is changed, and all other devices are signed out.',
    sessionsTitle: 'Sign out',
    sessionsLine: 'If you lost a phone or used a computer of somebody else, sign out everywhere.',
    guestSessionsLine: 'A guest has no password: once signed out, this account and its coins cannot be had back.',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    signOutSure: 'I know that I cannot come back',
    deleteTitle: 'Delete the account',
    deleteLine: 'Its name, password and coins are gone for good; records keep a seat without a name.',
    deleteSure: 'I know that it cannot be undone',
    delete: 'Delete the account',

    ledgerTitle: 'Ledger',
    ledgerLine: 'Every movement of your coins, the latest first; those of rounds lead to the record.',
    nothing: 'Nothing has moved yet.',
    when: 'When',
    what: 'What for',
    amount: 'Coins',
    balance: 'Balance',
    openFile: 'Open a record file',
    kinds: { signup: 'Sign-up gift', refill: 'Daily refill', round: 'Round', correction: 'Correction', deletion: 'Deletion' },
  },
};
