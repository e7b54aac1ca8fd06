// What can be said at the table, and what there is to do about who says too much.

import type { Phrase } from '../wire/protocol';
import type { LanguageName } from './language.svelte';

export interface TalkWords {
  open: string;
  phrases: Record<Phrase, string>;
  says(player: string, phrase: string): string;
  muteAll: string;
  seatMenu(player: string): string;
  mute: string;
  unmute: string;
  report: string;
  reportTitle(player: string): string;
  reportLine: string;
  what: string;
  send: string;
  cancel: string;
  close: string;
  thanks: string;
  /** Why a report was not taken. */
  notTaken: string;
}

export const talkWords: Record<LanguageName, TalkWords> = {
  zh: {
    open: '说句话',
    phrases: {
      hello: '大家好！',
      thanks: '多谢！',
      well_played: '打得漂亮！',
      what_luck: '手气真好！',
      so_close: '就差一张！',
      let_me_think: '等我想想…',
      hurry: '快点吧，茶都凉了',
      one_more: '再来一局！',
      smiling: '微笑',
      laughing: '大笑',
      winking: '眨眼',
      amazed: '惊讶',
      sweating: '冒汗',
      crying: '大哭',
    },
    says: (player, phrase) => `${player}：${phrase}`,
    muteAll: '不听别人说话',
    seatMenu: (player) => `${player}：屏蔽或举报`,
    mute: '屏蔽发言',
    unmute: '恢复发言',
    report: '举报',
    reportTitle: (player) => `举报 ${player}`,
    reportLine: '只有管理员看得到。这一桌和这一局会一起记下。',
    what: '发生了什么？',
    send: '提交',
    cancel: '取消',
    close: '关闭',
    thanks: '谢谢，已经交给管理员。',
    notTaken: '这个玩家或这一局无法举报。',
  },
  en: {
    open: 'Say something',
    phrases: {
      hello: 'Hello everyone!',
      thanks: 'Thank you!',
      well_played: 'Well played!',
      what_luck: 'What luck!',
      so_close: 'One tile short!',
      let_me_think: 'Let me think…',
      hurry: 'The tea is getting cold',
      one_more: 'One more round!',
      smiling: 'Smiles',
      laughing: 'Laughs',
      winking: 'Winks',
      amazed: 'Is amazed',
      sweating: 'Sweats',
      crying: 'Cries',
    },
    says: (player, phrase) => `${player}: ${phrase}`,
    muteAll: 'Hear nobody',
    seatMenu: (player) => `${player}: mute or report`,
    mute: 'Mute',
    unmute: 'Unmute',
    report: 'Report',
    reportTitle: (player) => `Report ${player}`,
    reportLine: 'Only the operators read it. The table and the round are noted with it.',
    what: 'What happened?',
    send: 'Send',
    cancel: 'Cancel',
    close: 'Close',
    thanks: 'Thank you: the operators have it.',
    notTaken: 'This player or this round cannot be reported.',
  },
};
