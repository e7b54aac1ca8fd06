import { rankOf, suitOf, type Tile } from '../wire/tiles';
import { coinsEn } from './coins';
import { togetherEn } from './together';
import type { Words } from './words';

const SUITS = { m: 'characters', p: 'circles', s: 'bamboos' };
const HONOURS = ['east wind', 'south wind', 'west wind', 'north wind', 'white dragon', 'green dragon', 'red dragon'];
const FLOWERS = ['spring', 'summer', 'autumn', 'winter', 'plum', 'orchid', 'bamboo flower', 'chrysanthemum'];

function tile(face: Tile): string {
  const suit = suitOf(face);
  const rank = rankOf(face);
  if (suit === 'z') return HONOURS[rank - 1] ?? face;
  if (suit === 'f') return FLOWERS[rank - 1] ?? face;
  return `${rank} of ${SUITS[suit]}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const isYou = (player: string): boolean => player === 'You';
const owner = (player: string): string => (isYou(player) ? 'your' : `${player}'s`);

export const en: Words = {
  htmlLang: 'en',
  otherLanguage: '中文',
  title: 'Taipao Mahjong',
  listed: ', ',
  tagline: 'as played in Pingyang and Cangnan',
  guide: 'Rules',
  winds: ['East', 'South', 'West', 'North'],
  placesSeen: { own: 'Bottom', right: 'Right', across: 'Top', left: 'Left' },
  watching: false,
  places: { own: 'You', right: 'Right', across: 'Across', left: 'Left' },
  buttons: { chow: 'Chow', pung: 'Pung', kong: 'Kong', ready: 'Ready', win: 'Win', pass: 'Pass' },
  calls: {
    chow: 'Chow',
    pung: 'Pung',
    exposed_kong: 'Kong',
    added_kong: 'Added kong',
    concealed_kong: 'Concealed kong',
    bonus_kong: 'Concealed kong',
    win: 'Win',
    self_draw: 'Self-draw',
    ready: 'Ready',
  },
  rulesets: {
    standard: {
      name: 'Standard',
      line: 'The last tiles are shared out, and high totals are doubled. Hands with no wild tile, plain hands and one-suit hands score high.',
    },
    alternate: {
      name: 'Alternate',
      line: 'Another way to count: four whites or four flowers of one kind dealt are a kong, clean hands and single waits score high. No share-out.',
    },
  },
  tile,
  hiddenTile: 'hidden tile',
  wildTile: (name) => `${name}, wild`,
  takenTile: (name) => `${name}, taken`,
  drawnTile: (name) => `${name}, just drawn`,

  start: {
    choose: 'Which way of counting?',
    begin: 'Start',
    connecting: 'Connecting to the table…',
    back: 'Back to the table',
    abandon: 'A new match ends the one being played.',
    changed: (name) => `${name}, changed`,
  },
  table: {
    wild: 'Wild',
    left: ['', 'left'],
    leftLong: (count) => `${count} tiles still to be drawn`,
    shareOut: 'Share-out',
    dealer: 'D',
    round: (circle, round) => `${circle} · round ${round}`,
    hand: 'Your hand',
    tilesInHand: (count) => `${count} tiles in hand`,
    river: (player) => `${capital(owner(player))} discards`,
    melds: (player) => `${capital(owner(player))} melds`,
    bonus: (player) => `${capital(owner(player))} bonus tiles`,
    seat: (who, wind, dealer) => `${who}, ${wind}${dealer ? ', dealer' : ''}`,
    points: (points) => `${points} points so far`,
    ready: 'Ready',
    discard: 'Discard',
    discardReady: 'Discard, ready',
    cancelReady: 'Cancel ready',
    chooseChow: 'Chow with which two?',
    chooseKong: 'Kong of which tile?',
    chooseReady: 'Ready with which discard?',
    yourClaim: 'Claim it?',
    actions: 'Actions',
    menu: 'Menu',
    newMatch: 'New match',
    showSheet: 'Show the sheet',
    showTable: 'Show the table',
  },
  waits: {
    title: 'Waiting for',
    after: (name) => `After ${name}, waiting for`,
    unseen: 'unseen',
    selfDraw: 'self-draw',
    byDiscard: 'discard',
    total: (count) => (count === 1 ? '1 tile' : `${count} tiles`),
    one: (name, unseen, selfDraw, discard) =>
      `${name}, ${unseen} unseen, ${selfDraw} by self-draw, ${discard} by discard`,
  },
  news: {
    discarded: (player, name) => `${player}: ${name}`,
    called: (player, call, name) => `${player}: ${[call, name].filter(Boolean).join(', ')}`,
    drew: (name) => `You drew ${name}`,
    turn: 'Your turn to discard',
    won: (player) => (isYou(player) ? 'You win' : `${player} wins`),
    draw: 'Exhaustive draw, nobody wins',
    shareOut: 'The share-out begins',
    outranked: (player, call) => `Taken by ${player}: ${call.toLowerCase()}`,
  },
  sheet: {
    title: 'Score sheet',
    draw: 'Exhaustive draw',
    winner: (player) => (isYou(player) ? 'You win' : `${player} wins`),
    how: ({ by, source, opening, shareOut, killPig }) =>
      capital(
        [
          opening === 'heavenly' ? 'heavenly' : opening === 'earthly' ? 'earthly' : '',
          shareOut ? 'share-out' : '',
          by === 'self_draw' ? 'self-draw' : by === 'discard' ? `on ${owner(source)} discard` : `robbing ${owner(source)} kong`,
          killPig ? 'kill-pig' : '',
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    tai: (count) => `${count} tai`,
    points: (count) => (count === '1' ? '1 point' : `${count} points`),
    doubled: 'Doubled',
    notDoubled: 'Not doubled',
    total: 'Total',
    nothing: 'No tai',
    reading: 'How it was read',
    noShape: 'Kill-pig: no shape needed',
    standsFor: (wild, name) => `wild ${wild} as ${name}`,
    runnerUp: 'Why not another reading?',
    payments: 'Payments of all four',
    paymentsLine: 'Each row pays each column, in points.',
    payer: 'from ＼ to',
    net: 'Net',
    running: 'Match',
    nextRound: 'Next round',
    record: 'Download the record',
    replay: 'Replay',
    commitment: "This wall's commitment",
    nextCommitment: "The next wall's commitment",
    copy: 'Copy',
    copied: 'Copied',
    commitmentLine: 'Published before the round and checkable after it: proof that the wall was never touched. Check the record with taipao verify.',
    hand: 'Hand',
  },
  faults: {
    lost: 'The connection is lost, reconnecting…',
    outdated: 'The table has been updated: please reload the page.',
    replaced: 'This seat is now open in another window.',
    reload: 'Reload',
    partMissing: 'This part could not be fetched: there is a newer page, or no network. Please reload.',
    takeBack: 'Continue here',
    signed_out: 'You have been signed out here.',
    banned: (reason, until) => `This account may not play until ${until}. Reason: ${reason}`,
    stopped: {
      title: 'This table has stopped',
      fault: 'The program met a fault, and this round cannot go on.',
      operator: 'An operator has stopped this table.',
      kept: 'What was played is in the record.',
      alone: 'This match is not continued: you can begin a new one at once.',
      withFriends: 'This match is not continued: open another table from the lobby.',
      inRoom: 'The round does not count and no coins have moved: find another table from the lobby.',
    },
    other: (message) => `The server refused: ${message}`,
    close: 'Close',
    known: {
      already_answered: 'That has been answered already.',
      already_greeted: 'This page made a mistake: please reload it.',
      bad_message: 'This page made a mistake: please reload it.',
      bad_ruleset: 'The server does not have this way of counting.',
      draining: 'The server restarts in a moment: please try again then.',
      frozen: 'The table has stopped: please start a new match.',
      watching: 'You only watch this table.',
      not_watched: 'This table may not be watched, or too many watch it already.',
      fixed_ruleset: 'The rules of this table were agreed on before.',
      not_in_room: 'This table is in no coin room: the seat stays yours.',
      not_friends: "This is no friends' table.",
      not_host: 'The host says where the computer sits.',
      match_begun: 'The match has begun: all stay where they sit.',
      other_seat: 'That seat has just changed: please look again.',
      leaving: 'You are leaving: the seat is given up after this round.',
      match_over: 'The match is over.',
      hello_expected: 'This page made a mistake: please reload it.',
      illegal: 'That is not legal here; nothing was done.',
      no_match: 'There is no match yet.',
      no_round: 'No round is being played.',
      no_table: 'There is no table for you: it may be closed, have no seat for you, or the server is full.',
      not_alone: 'Others sit at this table: no new match can be started at it.',
      replaced: 'This seat is now open in another window.',
      round_running: 'The round is not over yet.',
      stale_decision: 'That came too late; nothing was done.',
      too_fast: 'Too fast: that did not count, please do it again.',
      too_late: 'The random value came too late for the wall.',
      wrong_protocol: 'The table has been updated: please reload the page.',
      no_hints: 'There are no hints at this table.',
      hints_busy: 'Too many ask for hints just now; try again.',
    },
  },
  together: togetherEn,
  coins: coinsEn,
};
