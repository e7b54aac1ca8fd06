// What the guide and the calculator say themselves; rules and lessons come from the server in both languages.

import type { Fault, FaultCode, Wind } from '../rest/guide';
import type { Place } from '../calculator/composing.svelte';
import type { Tile } from '../wire/tiles';
import type { LanguageName } from './language.svelte';

export interface GuideWords {
  title: string;
  close: string;
  awaited: string;
  tabs: Record<'how' | 'rules' | 'calculator', string>;
  contents: string;
  ruleset: string;
  example: string;
  compute: string;
  pays: string;
  payment(payer: string, points: number): string;
  winner: string;
  dealer: string;
  more: string;
  clear: string;
  /** The address of the hand that is composed. */
  link: string;
  linkCopied: string;
  linkLine: string;
  put: Record<Place, string>;
  /** Where the tiles of the pad go. */
  to(place: string): string;
  colon: string;
  meld: string;
  seat: string;
  winds: Record<Wind, string>;
  by: string;
  ways: Record<'self_draw' | 'discard' | 'robbed_kong', string>;
  after: string;
  afters: Record<'none' | 'exposed_kong' | 'concealed_kong' | 'bonus', string>;
  kongTile: string;
  opening: string;
  openings: Record<'none' | 'heavenly' | 'earthly', string>;
  shareOut: string;
  ready: string;
  remove(what: string): string;
  begin: string;
  notWon: string;
  waits: string;
  noWaits: string;
  others: string;
  faults: Record<FaultCode, (fault: Fault, tile: string) => string>;
  /** Say a fault; one that this page does not know yet in the server's own words. */
  faultOf(fault: Fault, name: (tile: Tile) => string): string;
}

function faultOf(this: GuideWords, fault: Fault, name: (tile: Tile) => string): string {
  const faults: { [code: string]: GuideWords['faults'][FaultCode] } = this.faults;
  return faults[fault.code]?.(fault, fault.tile === null ? '' : name(fault.tile)) ?? fault.message;
}

const few = ({ count, expected }: Fault): number => (expected ?? 0) - (count ?? 0);

export const guideWords: Record<LanguageName, GuideWords> = {
  zh: {
    title: '规则',
    close: '关闭',
    awaited: '轮到你了，回牌桌',
    tabs: { how: '怎么玩', rules: '规则', calculator: '算台器' },
    contents: '目录',
    ruleset: '算法',
    example: '例子',
    compute: '放进算台器',
    pays: '付给和家',
    payment: (payer, points) => `${payer} ${points} 点`,
    winner: '和家',
    dealer: '庄家',
    more: '接着看：规则一条一条讲',
    clear: '清空',
    link: '复制链接',
    linkCopied: '已复制',
    linkLine: '这手牌的链接：',
    put: {
      indicators: '翻牌',
      hand: '手牌',
      win: '和的那张',
      bonus: '补花',
      chow: '吃',
      pung: '碰',
      exposed_kong: '明杠',
      added_kong: '补杠',
      concealed_kong: '暗杠',
      bonus_kong: '花杠',
    },
    to: (place) => `往这里放：${place}`,
    colon: '：',
    meld: '副露',
    seat: '门风',
    winds: { east: '东（庄）', south: '南', west: '西', north: '北' },
    by: '怎么和的',
    ways: { self_draw: '自摸', discard: '别人打的', robbed_kong: '抢杠' },
    after: '摸牌之前',
    afters: { none: '没有杠', exposed_kong: '明杠', concealed_kong: '暗杠', bonus: '补花' },
    kongTile: '杠的是',
    opening: '起手',
    openings: { none: '不是', heavenly: '天胡', earthly: '地胡' },
    shareOut: '分牌时和的',
    ready: '报了听',
    remove: (what) => `拿掉${what}`,
    begin: '先选两张翻牌，再选手里的牌。',
    notWon: '没和，这些台照算',
    waits: '听',
    noWaits: '还没有听牌',
    others: '其他三家之间另外互付。',
    faults: {
      not_a_win: () => '这副牌没有和：凑不成五副加一对将。',
      wild_melded: (_, tile) => `${tile}是财神，不能吃碰杠。`,
      no_chow: () => '这种打法不能吃。',
      meld_size: ({ expected }) => `这一副要 ${expected} 张。`,
      bonus_melded: (_, tile) => `${tile}是补花牌，不能吃碰杠。`,
      not_a_run: (_, tile) => `从${tile}起不是同花色连着三张。`,
      not_alike: (_, tile) => `这一副要都一样，${tile}不一样。`,
      no_bonus_kong: () => '这种打法没有起手花杠。',
      not_a_bonus_kong: () => '花杠是四张白，或者四张同色的花。',
      bonus_in_hand: (_, tile) => `${tile}要补花，不留在手里：放到“补花”去。`,
      not_bonus: (_, tile) => `${tile}不是补花牌。`,
      wild_aside: (_, tile) => `${tile}是财神，不补，留在手里。`,
      too_many: ({ count, expected }, tile) => `${tile}用了 ${count} 张，一共只有 ${expected} 张（翻牌也算）。`,
      too_many_melds: ({ expected }) => `副露最多 ${expected} 副。`,
      hand_size: (fault) => (few(fault) > 0 ? `手里还差 ${few(fault)} 张。` : `手里多了 ${-few(fault)} 张。`),
      won_on_bonus: (_, tile) => `${tile}要补花，不能用来和。`,
      kong_without_bloom: () => '没有杠，就不用选杠的牌。',
      bloom_not_drawn: () => '杠后、补花后和，只能是自摸。',
      nothing_aside: () => '还没有补过花。',
      no_such_kong: () => '副露里没有这样的杠。',
      robbed_wild: (_, tile) => `${tile}是财神，没有人能杠它。`,
      robbed_held: (_, tile) => `抢${tile}的杠，另外三张都在别人那里。`,
      opening_melded: () => '天胡、地胡之前不能有吃碰杠。',
      heavenly_not_east: () => '只有庄家能天胡。',
      heavenly_not_drawn: () => '天胡是自摸。',
      heavenly_bloom: () => '天胡之前没有杠，也不算补花。',
      earthly_east: () => '庄家没有地胡。',
      earthly_robbed: () => '抢杠不能是地胡。',
      no_share_out: () => '这种打法没有分牌。',
      share_out_not_drawn: () => '分牌时和的算自摸。',
      share_out_bloom: () => '分牌时不杠也不补花。',
      share_out_opening: () => '分牌时已经不是天胡、地胡。',
    },
    faultOf,
  },
  en: {
    title: 'Rules',
    close: 'Close',
    awaited: 'Your turn: back',
    tabs: { how: 'How to play', rules: 'Rules', calculator: 'Calculator' },
    contents: 'Contents',
    ruleset: 'Way of counting',
    example: 'Example',
    compute: 'Open in the calculator',
    pays: 'To the winner',
    payment: (payer, points) => `${payer} ${points} points`,
    winner: 'winner',
    dealer: 'dealer',
    more: 'Go on: the rules one by one',
    clear: 'Clear',
    link: 'Copy the link',
    linkCopied: 'Copied',
    linkLine: 'The link to this hand:',
    put: {
      indicators: 'Indicators',
      hand: 'Hand',
      win: 'Win tile',
      bonus: 'Bonus',
      chow: 'Chow',
      pung: 'Pung',
      exposed_kong: 'Exposed kong',
      added_kong: 'Added kong',
      concealed_kong: 'Concealed kong',
      bonus_kong: 'Flower kong',
    },
    to: (place) => `Tap tiles for: ${place}`,
    colon: ': ',
    meld: 'Melds',
    seat: 'Own wind',
    winds: { east: 'East (dealer)', south: 'South', west: 'West', north: 'North' },
    by: 'Won',
    ways: { self_draw: 'By self-draw', discard: 'On a discard', robbed_kong: 'Robbing a kong' },
    after: 'Drawn after',
    afters: { none: 'No kong', exposed_kong: 'Exposed kong', concealed_kong: 'Concealed kong', bonus: 'Bonus tile' },
    kongTile: 'Kong of',
    opening: 'At the start',
    openings: { none: 'No', heavenly: 'Heavenly', earthly: 'Earthly' },
    shareOut: 'In the share-out',
    ready: 'Had declared ready',
    remove: (what) => `Take away ${what}`,
    begin: 'Choose the two indicators, the tiles turned up, then the tiles of the hand.',
    notWon: 'Not won; this counts all the same',
    waits: 'Waits for',
    noWaits: 'Not ready yet',
    others: 'The other three settle among themselves as well.',
    faults: {
      not_a_win: () => 'This hand does not win: it makes no five sets and a pair.',
      wild_melded: (_, tile) => `The ${tile} is wild and cannot be melded.`,
      no_chow: () => 'There is no chow in this game.',
      meld_size: ({ expected }) => `This meld has ${expected} tiles.`,
      bonus_melded: (_, tile) => `The ${tile} is a bonus tile and cannot be melded.`,
      not_a_run: (_, tile) => `From the ${tile} on there are no three in a row of one suit.`,
      not_alike: (_, tile) => `This meld is of one tile; the ${tile} is another.`,
      no_bonus_kong: () => 'There is no flower kong in this game.',
      not_a_bonus_kong: () => 'A flower kong is of four whites, or four flowers of one colour.',
      bonus_in_hand: (_, tile) => `The ${tile} is replaced and does not stay in the hand: it belongs to the tiles set aside.`,
      not_bonus: (_, tile) => `The ${tile} is no bonus tile.`,
      wild_aside: (_, tile) => `The ${tile} is wild: it is not replaced and stays in the hand.`,
      too_many: ({ count, expected }, tile) =>
        `${count} × ${tile}, but only ${expected} ${expected === 1 ? 'exists' : 'exist'}, those turned up included.`,
      too_many_melds: ({ expected }) => `There are ${expected} melds at most.`,
      hand_size: (fault) =>
        few(fault) > 0
          ? `${few(fault)} ${few(fault) === 1 ? 'tile is' : 'tiles are'} missing in the hand.`
          : `${-few(fault)} ${few(fault) === -1 ? 'tile' : 'tiles'} too many in the hand.`,
      won_on_bonus: (_, tile) => `The ${tile} is a bonus tile; nobody wins on it.`,
      kong_without_bloom: () => 'Without a kong before there is no tile of it.',
      bloom_not_drawn: () => 'After a kong or a bonus tile one can only win by self-draw.',
      nothing_aside: () => 'No bonus tile is set aside.',
      no_such_kong: () => 'There is no such kong among the melds.',
      robbed_wild: (_, tile) => `The ${tile} is wild: nobody can kong it.`,
      robbed_held: (_, tile) => `To rob a kong of the ${tile}, another must have the other three.`,
      opening_melded: () => 'Before a heavenly or earthly win there are no melds.',
      heavenly_not_east: () => 'Only the dealer can win heavenly.',
      heavenly_not_drawn: () => 'A heavenly win is a self-draw.',
      heavenly_bloom: () => 'Nothing comes before a heavenly win.',
      earthly_east: () => 'The dealer has no earthly win.',
      earthly_robbed: () => 'Robbing a kong is no earthly win.',
      no_share_out: () => 'There is no share-out in this game.',
      share_out_not_drawn: () => 'A win in the share-out is a self-draw.',
      share_out_bloom: () => 'In the share-out nothing is replaced.',
      share_out_opening: () => 'The share-out is too late for a heavenly or earthly win.',
    },
    faultOf,
  },
};
