import { rankOf, suitOf, type Tile } from '../wire/tiles';
import { coinsZh } from './coins';
import { togetherZh } from './together';
import type { Words } from './words';

const DIGITS = '一二三四五六七八九';
const SUITS = { m: '万', p: '筒', s: '条' };
const HONOURS = ['东', '南', '西', '北', '白', '发', '中'];
const FLOWERS = ['春', '夏', '秋', '冬', '梅', '兰', '竹', '菊'];

function tile(face: Tile): string {
  const suit = suitOf(face);
  const index = rankOf(face) - 1;
  if (suit === 'z') return HONOURS[index] ?? face;
  if (suit === 'f') return FLOWERS[index] ?? face;
  return `${DIGITS[index] ?? ''}${SUITS[suit]}`;
}

export const zh: Words = {
  htmlLang: 'zh-CN',
  otherLanguage: 'English',
  title: '台炮麻将',
  tagline: '平阳 · 苍南',
  listed: '、',
  winds: ['东', '南', '西', '北'],
  places: { own: '你', right: '下家', across: '对家', left: '上家' },
  buttons: { chow: '吃', pung: '碰', kong: '杠', ready: '听', win: '和', pass: '过' },
  calls: {
    chow: '吃',
    pung: '碰',
    exposed_kong: '杠',
    added_kong: '补杠',
    concealed_kong: '暗杠',
    bonus_kong: '暗杠',
    win: '和',
    self_draw: '自摸',
    ready: '听',
  },
  rulesets: {
    standard: { name: '标准', line: '最后四张分给四家（分牌），满 13 台翻倍；硬牌、平胡、清一色台数高。' },
    alternate: { name: '另计', line: '起手四张白或四张同色花算暗杠，满 10 台翻倍；剩 20 张时黄牌。' },
  },
  tile,
  hiddenTile: '暗牌',
  wildTile: (name) => `${name}，财神`,
  takenTile: (name) => `${name}，已被拿走`,
  drawnTile: (name) => `${name}，刚摸到`,

  start: {
    choose: '选哪种算法？',
    begin: '开局',
    connecting: '正在连接牌桌…',
    back: '回到牌桌',
    abandon: '开新的一场，正在打的这一场就不再继续。',
    changed: (name) => `${name}（有改动）`,
  },
  table: {
    wild: '财神',
    left: ['余', ''],
    leftLong: (count) => `还可摸 ${count} 张`,
    shareOut: '分牌',
    dealer: '庄',
    round: (circle, round) => `${circle}风圈 · 第 ${round} 局`,
    hand: '你的手牌',
    tilesInHand: (count) => `手牌 ${count} 张`,
    river: (player) => `${player}打出的牌`,
    melds: (player) => `${player}的副露`,
    bonus: (player) => `${player}的补花`,
    seat: (who, wind, dealer) => `${who}，${wind}风${dealer ? '，庄家' : ''}`,
    points: (points) => `累计 ${points} 点`,
    ready: '听',
    discard: '打出',
    discardReady: '报听',
    cancel: '返回',
    cancelReady: '取消报听',
    chooseChow: '用哪两张吃？',
    chooseKong: '杠哪一种？',
    chooseReady: '打哪张报听？',
    yourClaim: '要吗？',
    actions: '操作',
    menu: '菜单',
    newMatch: '新的一场',
    showSheet: '看结算',
    showTable: '看牌桌',
  },
  waits: {
    title: '听牌',
    after: (name) => `打${name}后听`,
    unseen: '余',
    selfDraw: '自摸',
    byDiscard: '点炮',
    total: (count) => `共 ${count} 张`,
    one: (name, unseen, selfDraw, discard) => `${name}，余 ${unseen} 张，自摸 ${selfDraw} 点，点炮 ${discard} 点`,
  },
  news: {
    discarded: (player, name) => `${player}打${name}`,
    called: (player, call, name) => `${player}${call}${name}`,
    drew: (name) => `你摸到${name}`,
    turn: '轮到你出牌',
    won: (player) => `${player}和了`,
    draw: '黄牌，无人和牌',
    shareOut: '开始分牌',
    outranked: (player, call) => `${player}${call}走了`,
  },
  sheet: {
    title: '结算',
    draw: '黄牌',
    drawLine: '无人和牌，这一局不结算，庄家下庄。',
    winner: (player) => `${player}和牌`,
    how: ({ by, source, opening, shareOut, killPig }) =>
      [
        opening === 'heavenly' ? '天胡' : opening === 'earthly' ? '地胡' : '',
        shareOut ? '分牌' : '',
        by === 'self_draw' ? '自摸' : by === 'discard' ? `${source}点炮` : `抢${source}的杠`,
        killPig ? '杀猪' : '',
      ]
        .filter(Boolean)
        .join(' · '),
    tai: (count) => `${count} 台`,
    points: (count) => `${count} 点`,
    doubled: '翻倍',
    total: '合计',
    nothing: '没有台数',
    reading: '牌型',
    noShape: '杀猪：不看牌型',
    standsFor: (wild, name) => `财神${wild}当${name}`,
    runnerUp: '为什么不是另一种拆法？',
    runnerUpLine: (tai, total, best) => `次好的拆法 ${tai} 台，得 ${total} 点，少于 ${best} 点。`,
    runnerUpSame: (total) => `另一种拆法同样得 ${total} 点。`,
    lost: '少了',
    gained: '换得',
    payments: '四家收付',
    paymentsLine: '每行付给每列，单位是点；和庄家的来往都是双倍。',
    payer: '付 ＼ 收',
    net: '本局',
    running: '累计',
    nextRound: '下一局',
    record: '下载牌谱',
    commitment: '本局牌墙校验码',
    nextCommitment: '下一局牌墙校验码',
    copy: '复制',
    copied: '已复制',
    commitmentLine: '开局前公布、局后可核对，证明牌墙没有被动过手脚；用 taipao verify 核对牌谱。',
    hand: '手牌',
  },
  faults: {
    lost: '连接断了，正在重新连接…',
    outdated: '牌桌已经更新，请刷新页面。',
    replaced: '这个座位已在另一个窗口打开。',
    reload: '刷新',
    takeBack: '在这里继续',
    signed_out: '这个账号已在这里退出登录。',
    frozen: '牌桌出了故障，已停下；到目前为止的牌谱已保存。',
    other: (message) => `服务器拒绝了：${message}`,
    close: '关闭',
    known: {
      illegal: '这一步不合规则，没有执行。',
      no_round: '现在没有进行中的牌局。',
      no_match: '还没有开始一场。',
      round_running: '这一局还没有打完。',
      frozen: '牌桌已停下，请开新的一场。',
      leaving: '你正在离开，这一局打完就走。',
      match_over: '这一场已经打完。',
    },
  },
  together: togetherZh,
  coins: coinsZh,
};
