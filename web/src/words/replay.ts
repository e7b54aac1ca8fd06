// What the replay of a round says: every event in a line, the buttons, and why a record cannot be shown.

import type { Chooser, FaultCode } from '../replay/record';
import type { MarkKind } from '../replay/timeline';
import type { LanguageName } from './language.svelte';

type DrawReason = 'opening' | 'turn' | 'kong' | 'bonus' | 'share_out';
type KongKind = 'exposed_kong' | 'added_kong' | 'concealed_kong';

export interface ReplayWords {
  title: string;
  round(number: number): string;
  /** A player of whom the record tells no name. */
  person: string;
  /** Whoever has this wind. */
  seat(wind: string): string;
  hidden: string;
  events: {
    dealt(dealer: string, indicators: string): string;
    openingKong(who: string, tiles: string): string;
    bonus(who: string, tiles: string): string;
    drawn(who: string, tile: string, why: DrawReason): string;
    began(who: string): string;
    ready(who: string): string;
    readyCancelled(who: string): string;
    discarded(who: string, tile: string, drawn: boolean): string;
    chow(who: string, source: string, tile: string, tiles: string): string;
    pung(who: string, source: string, tile: string): string;
    kong(who: string, source: string, tile: string, kind: KongKind): string;
    added(who: string, tile: string): string;
    shareOut(who: string): string;
    selfDraw(who: string, tile: string): string;
    winOn(who: string, source: string, tile: string): string;
    robbed(who: string, source: string, tile: string): string;
    opening: Record<'heavenly' | 'earthly', string>;
    over(who: string, points: string): string;
    draw: string;
  };
  /** Why a choice was not the seat's own. */
  by: Record<Exclude<Chooser, 'player' | 'bot'>, string>;
  controls: string;
  backDecision: string;
  back: string;
  play: string;
  pause: string;
  forward: string;
  forwardDecision: string;
  moment: string;
  momentOf(at: number, end: number): string;
  marks: Record<MarkKind, string>;
  speed(times: number): string;
  look(wind: string): string;
  open: string;
  openLine: string;
  wall: string;
  wallLine(left: number): string;
  wallParts: Record<'taken' | 'next' | 'indicator', string>;
  verify: string;
  promised: string;
  verifyLine: string;
  /** It is checked that the record fits its own promise; whether that was made before, who played knows. */
  holdsLine: string;
  close: string;
  menu: string;
  link: string;
  download: string;
  openOther: string;
  rounds: string;
  home: string;
  keys: string;
  choose: string;
  chooseLine: string;
  chooseFile: string;
  drop: string;
  loading: string;
  again: string;
  missing: string;
  unreachable: string;
  tooLarge: string;
  faults: Record<FaultCode, (line: number) => string>;
}

export const replayWords: Record<LanguageName, ReplayWords> = {
  zh: {
    title: '牌谱回放',
    round: (number) => `第 ${number} 局`,
    person: '玩家',
    seat: (wind) => `${wind}家`,
    hidden: '一张牌',
    events: {
      dealt: (dealer, indicators) => `${dealer}坐庄，发牌；翻出${indicators}`,
      openingKong: (who, tiles) => `${who}起手暗杠${tiles}`,
      bonus: (who, tiles) => `${who}亮出${tiles}补花`,
      drawn: (who, tile, why) =>
        ({
          opening: `${who}补进${tile}`,
          turn: `${who}摸到${tile}`,
          kong: `${who}杠后补到${tile}`,
          bonus: `${who}补花摸到${tile}`,
          share_out: `${who}分到${tile}`,
        })[why],
      began: (who) => `开打，${who}先出`,
      ready: (who) => `${who}报听`,
      readyCancelled: (who) => `${who}取消报听`,
      discarded: (who, tile, drawn) => `${who}打出${drawn ? '刚摸的' : ''}${tile}`,
      chow: (who, source, tile, tiles) => `${who}吃${source}的${tile}（${tiles}）`,
      pung: (who, source, tile) => `${who}碰${source}的${tile}`,
      kong: (who, source, tile, kind) =>
        ({
          exposed_kong: `${who}杠${source}的${tile}`,
          added_kong: `${who}补杠${tile}`,
          concealed_kong: `${who}暗杠${tile}`,
        })[kind],
      added: (who, tile) => `${who}要补杠${tile}，可以抢杠`,
      shareOut: (who) => `剩最后四张，从${who}起分牌`,
      selfDraw: (who, tile) => `${who}自摸${tile}，和了`,
      winOn: (who, source, tile) => `${who}和了${source}打的${tile}`,
      robbed: (who, source, tile) => `${who}抢${source}的杠，和了${tile}`,
      opening: { heavenly: '天胡', earthly: '地胡' },
      over: (who, points) => `结算：${who} ${points}`,
      draw: '黄牌，无人和牌',
    },
    by: { autopilot: '托管代打', clock: '超时代打', ready: '报听后自动打出' },
    controls: '回放',
    backDecision: '上一次选择',
    back: '退一步',
    play: '播放',
    pause: '暂停',
    forward: '进一步',
    forwardDecision: '下一次选择',
    moment: '进度',
    momentOf: (at, end) => `第 ${at} 步，共 ${end} 步`,
    marks: { claim: '吃碰', kong: '杠', ready: '报听', share_out: '分牌', win: '和' },
    speed: (times) => `播放速度 ${times} 倍`,
    look: (wind) => `从${wind}家看；按一下换下一家`,
    open: '明牌',
    openLine: '四家手牌都亮出来',
    wall: '牌墙',
    wallLine: (left) => `牌墙里还有 ${left} 张`,
    wallParts: { taken: '已拿走', next: '下一张', indicator: '翻牌' },
    verify: '核对牌墙',
    promised: '牌墙校验码',
    verifyLine: '用牌谱里公开的随机数重新洗出牌墙，逐张比对发到和摸到的牌。',
    holdsLine: '每张牌都和校验码对应的牌墙一致。',
    close: '关闭',
    menu: '菜单',
    link: '这一步的链接',
    download: '下载牌谱',
    openOther: '打开牌谱文件',
    rounds: '选一局',
    home: '大厅',
    keys: '← → 一步 · ↑ ↓ 一次选择 · 空格 播放 · Home End 头尾 · S 换家 · O 明牌 · W 牌墙',
    choose: '打开牌谱',
    chooseLine: '牌桌上下载的、taipao sim 写出的 .jsonl 文件都可以，一次可以选好几局。文件只在这个浏览器里读，不会上传。',
    chooseFile: '选择文件…',
    drop: '也可以把文件拖到这里',
    loading: '正在读取牌谱…',
    again: '再试一次',
    missing: '没有这份牌谱：链接不完整，或者那一局还没打完。',
    unreachable: '牌谱没能读到，请检查网络后再试。',
    tooLarge: '这个文件太大，不会是一局的牌谱。',
    faults: {
      foreign: () => '这不是台炮麻将的牌谱。',
      version: () => '这份牌谱是更新的版本写的，请更新网页后再看。',
      cut: (line) => `牌谱不完整，到第 ${line} 行就断了。`,
      digest: () => '牌谱被改动过：内容和最后一行的校验值对不上。',
      line: (line) => `牌谱第 ${line} 行有错，读不下去。`,
    },
  },
  en: {
    title: 'Replay',
    round: (number) => `Round ${number}`,
    person: 'Player',
    seat: (wind) => wind,
    hidden: 'a tile',
    events: {
      dealt: (dealer, indicators) => `${dealer} deals; turned up: ${indicators}`,
      openingKong: (who, tiles) => `${who} lays a concealed kong: ${tiles}`,
      bonus: (who, tiles) => `${who} sets aside ${tiles}`,
      drawn: (who, tile, why) =>
        ({
          opening: `${who} takes ${tile} in place`,
          turn: `${who} draws ${tile}`,
          kong: `${who} draws ${tile} after the kong`,
          bonus: `${who} draws ${tile} in place of a bonus tile`,
          share_out: `${who} is given ${tile}`,
        })[why],
      began: (who) => `Play begins with ${who}`,
      ready: (who) => `${who} declares ready`,
      readyCancelled: (who) => `${who} is no longer ready`,
      discarded: (who, tile, drawn) => `${who} discards ${tile}${drawn ? ', just drawn' : ''}`,
      chow: (who, source, tile, tiles) => `${who} chows ${tile} from ${source} (${tiles})`,
      pung: (who, source, tile) => `${who} pungs ${tile} from ${source}`,
      kong: (who, source, tile, kind) =>
        ({
          exposed_kong: `${who} kongs ${tile} from ${source}`,
          added_kong: `${who} adds ${tile} to a kong`,
          concealed_kong: `${who} has a concealed kong of ${tile}`,
        })[kind],
      added: (who, tile) => `${who} would add ${tile} to a kong; it can be robbed`,
      shareOut: (who) => `The last four tiles are shared out, ${who} first`,
      selfDraw: (who, tile) => `${who} wins by drawing ${tile}`,
      winOn: (who, source, tile) => `${who} wins on ${tile} from ${source}`,
      robbed: (who, source, tile) => `${who} wins by robbing ${source} of ${tile}`,
      opening: { heavenly: 'heavenly hand', earthly: 'earthly hand' },
      over: (who, points) => `Settled: ${who} ${points}`,
      draw: 'No tiles left, nobody has won',
    },
    by: { autopilot: 'by autopilot', clock: 'time was up', ready: 'by itself, ready' },
    controls: 'Replay',
    backDecision: 'Last choice',
    back: 'One step back',
    play: 'Play',
    pause: 'Pause',
    forward: 'One step on',
    forwardDecision: 'Next choice',
    moment: 'Moment',
    momentOf: (at, end) => `Step ${at} of ${end}`,
    marks: { claim: 'chow or pung', kong: 'kong', ready: 'ready', share_out: 'share-out', win: 'win' },
    speed: (times) => `Speed: ${times} times`,
    look: (wind) => `Seen from ${wind}; press for the next seat`,
    open: 'Open',
    openLine: 'All four hands open',
    wall: 'Wall',
    wallLine: (left) => (left === 1 ? '1 tile is left in the wall' : `${left} tiles are left in the wall`),
    wallParts: { taken: 'taken', next: 'next', indicator: 'indicator' },
    verify: 'Verify the wall',
    promised: 'Commitment of the wall',
    verifyLine: 'Shuffles the wall anew from what the record reveals, and compares every tile dealt and drawn.',
    holdsLine: 'Every tile is that of the wall that was committed to.',
    close: 'Close',
    menu: 'Menu',
    link: 'Link to this moment',
    download: 'Download the record',
    openOther: 'Open a record file',
    rounds: 'Round',
    home: 'Lobby',
    keys: '← → step · ↑ ↓ choice · Space play · Home End ends · S seat · O open hands · W wall',
    choose: 'Open a record',
    chooseLine:
      'A .jsonl file, downloaded from a table or written by taipao sim; several at once are several rounds. It is read in this browser alone and sent nowhere.',
    chooseFile: 'Choose a file…',
    drop: 'or drop it here',
    loading: 'Reading the record…',
    again: 'Try again',
    missing: 'There is no such record: the link is cut short, or the round is not over yet.',
    unreachable: 'The record could not be read. Check the connection and try again.',
    tooLarge: 'This file is too large to be the record of a round.',
    faults: {
      foreign: () => 'This is no record of Taipao mahjong.',
      version: () => 'This record was written by a newer version. Update the page to see it.',
      cut: (line) => `The record is cut short: it breaks off at line ${line}.`,
      digest: () => 'The record has been changed: it does not fit the digest in its last line.',
      line: (line) => `Line ${line} of the record is wrong, so it cannot be shown.`,
    },
  },
};
