"""The sheet of one hand, in the terminal, in Chinese or English."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from taipao.rules.appraisal import Appraisal, difference
from taipao.rules.position import Position
from taipao.rules.scoring import Item, Reading, Score
from taipao.tiles import FACES_OF, NAMES, ZH, Tile, format_tiles

_LANGUAGES: Final = ("zh", "en")
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "title": ("台炮麻将", "Taipao mahjong"),
    "standard": ("标准", "standard"),
    "alternate": ("另计", "alternate"),
    "changed": ("有改动", "changed"),
    "east": ("东家（庄）", "East, dealer"),
    "south": ("南家", "South"),
    "west": ("西家", "West"),
    "north": ("北家", "North"),
    "winner": ("和家", "winner"),
    "non_winner": ("非和家", "not the winner"),
    "indicators": ("翻牌", "indicators"),
    "wild": ("财神", "wild"),
    "hand": ("手牌", "hand"),
    "melds": ("副露", "melds"),
    "bonus": ("补花", "set aside"),
    "won_on": ("和牌", "won on"),
    "self_draw": ("自摸", "by self-draw"),
    "discard": ("别家打出", "by discard"),
    "robbed_kong": ("抢杠", "by robbing a kong"),
    "after_exposed_kong": ("明杠后补牌", "after an exposed kong"),
    "after_concealed_kong": ("暗杠后补牌", "after a concealed kong"),
    "after_bonus": ("补花后", "after a bonus tile"),
    "heavenly": ("天胡", "heavenly"),
    "earthly": ("地胡", "earthly"),
    "share_out": ("分牌", "in the share-out"),
    "ready": ("听牌", "had declared ready"),
    "chow": ("吃", "chow"),
    "pung": ("碰", "pung"),
    "exposed_kong": ("明杠", "exposed kong"),
    "added_kong": ("补杠", "added kong"),
    "concealed_kong": ("暗杠", "concealed kong"),
    "bonus_kong": ("花杠", "bonus kong"),
    "reading": ("牌型", "reading"),
    "pair": ("将", "pair"),
    "kill_pig": ("杀猪，不看牌型", "kill-pig: wins without the shape"),
    "stands_for": ("财神作", "wild tiles stand for"),
    "rule": ("规则", "rule"),
    "tai": ("台", "tai"),
    "zh": ("名称", "Chinese"),
    "en": ("英文", "English"),
    "sum": ("合计", "sum"),
    "total": ("总台数", "total"),
    "doubled": ("翻一番", "doubled"),
    "nothing": ("无台", "nothing counts"),
    "pays": ("应付和家", "pays the winner"),
    "others": (
        "其他三家之间另行互相结算。",
        "The other three then settle among themselves (S3).",
    ),
    "runner_up": ("次优牌型", "best other reading"),
    "less": ("少", "less"),
    "same": ("总数相同", "the same total"),
    "lacks": ("缺", "lacks"),
    "has": ("另有", "has instead"),
    "only_reading": ("别的拆法台数也一样。", "Every other reading has the same items."),
    "waits": ("听", "waits for"),
    "unseen": ("未见", "unseen"),
    "if_drawn": ("自摸总数", "total by self-draw"),
    "if_discarded": ("点炮总数", "total by discard"),
    "from_ready": ("离听牌还差 {} 张", "tiles from ready: {}"),
    "dead": ("牌型已听，但所听的牌已无", "has the shape of a ready hand, but no such tile is left"),
    "shared": (
        "已摸得分牌一张；要比较打哪张，加 --discards",
        "with a tile from the share-out; to compare discards add --discards",
    ),
    "to_discard": ("待打出一张", "about to discard"),
    "throw": ("打", "discard"),
    "away": ("离听牌", "from ready"),
    "useful": ("有用的牌（未见张数）", "useful tiles (unseen)"),
    "colon": ("：", ": "),
    "list": ("、", ", "),
}


def _in_chinese(tiles: Iterable[Tile]) -> str:
    written = ""
    for suit, group in groupby((ZH[tile] for tile in sorted(tiles)), key=lambda name: name[1:]):
        written += "".join(name[0] for name in group) + suit
    return written


def print_sheet(appraisal: Appraisal, language: str) -> None:
    """Print the sheet on standard output; `language` is zh or en."""
    Console(highlight=False).print(_Sheet(appraisal, language).render())


class _Sheet:
    """Lay out one appraised position in one language."""

    def __init__(self, appraisal: Appraisal, language: str) -> None:
        self.appraisal = appraisal
        self.position: Position = appraisal.position
        self.score: Score = appraisal.score
        self.column = _LANGUAGES.index(language)

    def word(self, key: str) -> str:
        return _WORDS[key][self.column]

    def render(self) -> RenderableType:
        parts: list[RenderableType] = [self.tiles(), self.items(), self.sums()]
        if self.appraisal.payments is not None:
            parts += [self.payments(), self.runner_up()]
        if self.appraisal.discards is not None:
            parts.append(self.discards())
        elif self.appraisal.waits:
            parts.append(self.waits())
        elif self.appraisal.distance is not None:
            parts.append(Text("\n" + self.distance(self.appraisal.distance)))
        return Panel(Group(*parts), title=self.title(), title_align="left", expand=False)

    def title(self) -> str:
        ruleset = self.position.ruleset
        name = self.word(ruleset.name)
        if isinstance(ruleset.spec(), dict):
            name += f" ({self.word('changed')})"
        seat = self.word(_SEAT_KEYS[self.position.seat_wind])
        return " · ".join([self.word("title"), name, seat, self.word(self.score.role)])

    def shown(self, tiles: Iterable[Tile]) -> Text:
        """Write tiles sorted and grouped by suit, wild ones apart and starred."""
        wild = self.position.hand.wild
        parts: list[Text] = []
        for _, suit in groupby(sorted(tiles), key=lambda tile: NAMES[tile][1]):
            group = list(suit)
            plain = [tile for tile in group if tile not in wild]
            if plain:
                parts.append(self.plain(plain))
            parts += (self.one(tile) for tile in group if tile in wild)
        return Text(" ").join(parts)

    def plain(self, tiles: Iterable[Tile]) -> Text:
        """Write tiles sorted, the suit once: 123m, 一二三万."""
        if self.column:
            return Text(format_tiles(tiles))
        return Text(_in_chinese(tiles))

    def one(self, tile: Tile) -> Text:
        name = (ZH, NAMES)[self.column][tile]
        if tile in self.position.hand.wild:
            return Text(f"{name}*", style="bold yellow")
        return Text(name)

    def tiles(self) -> Table:
        """Lay out what was given and how it is read."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        position = self.position
        indicators = Text(" ").join(
            Text((ZH, NAMES)[self.column][tile]) for tile in position.indicators
        )
        indicators.append(f"  (* = {self.word('wild')})", style="dim")
        grid.add_row(self.word("indicators"), indicators)
        grid.add_row(self.word("hand"), self.shown(position.hand.tiles()))
        for place, meld in enumerate(position.melds):
            line = self.shown(meld.tiles).append(f"  {self.word(meld.kind)}", style="dim")
            grid.add_row("" if place else self.word("melds"), line)
        if position.bonus:
            grid.add_row(self.word("bonus"), self.shown(position.bonus))
        if position.win is not None:
            grid.add_row(self.word("won_on"), self.how_won())
            self.add_reading(grid)
        elif self.appraisal.distance is None:
            key = "shared" if self.appraisal.discards is None else "to_discard"
            grid.add_row("", Text(self.word(key), style="dim"))
        return grid

    def how_won(self) -> Text:
        win = self.position.win
        if win is None:
            return Text()
        words = [self.word(win.by)]
        if win.after is not None:
            words.append(self.word(f"after_{win.after}"))
        if win.opening is not None:
            words.append(self.word(win.opening))
        if win.share_out:
            words.append(self.word("share_out"))
        if win.ready:
            words.append(self.word("ready"))
        return self.one(win.tile).append("  " + self.word("list").join(words), style="not bold")

    def add_reading(self, grid: Table) -> None:
        reading = self.score.reading
        if reading is None:
            grid.add_row(self.word("reading"), self.word("kill_pig"))
            return
        grid.add_row(self.word("reading"), self.read(reading))
        if reading.wilds:
            grid.add_row(self.word("wild"), self.stand_ins(reading))

    def read(self, reading: Reading) -> Text:
        sets = Text("  ").join(self.plain(tiles) for tiles in reading.sets)
        return sets.append(f"  {self.word('pair')} ").append_text(self.plain(reading.pair))

    def stand_ins(self, reading: Reading) -> Text:
        names = (ZH, NAMES)[self.column]
        return Text("  ").join(
            self.one(held).append(f" → {names[shown]}", style="not bold")
            for held, shown in reading.wilds
        )

    def items(self) -> RenderableType:
        if not self.score.items:
            return Text(f"\n{self.word('nothing')}")
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for key in ("rule", "zh", "en"):
            table.add_column(self.word(key))
        table.add_column(self.word("tai"), justify="right")
        for item in self.score.items:
            table.add_row(item.rule, item.zh, item.en, str(item.tai))
        return table

    def sums(self) -> Text:
        score = self.score
        text = Text()
        if score.doubled:
            text.append(f"{self.word('sum')} {score.tai} × 2 ({self.word('doubled')}, S1)   ")
        return text.append(f"{self.word('total')} {score.total}", style="bold")

    def payments(self) -> Text:
        text = Text("\n")
        for seat, points in enumerate(self.appraisal.payments or ()):
            if seat != self.position.seat_wind:
                payer = self.word(_SEAT_KEYS[seat])
                text.append(f"{payer} {self.word('pays')}{self.word('colon')}{points}\n")
        return text.append(self.word("others") + "\n", style="dim")

    def runner_up(self) -> Text:
        other = self.score.runner_up
        if other is None:
            return Text(self.word("only_reading"), style="dim")
        text = Text().append(self.word("runner_up") + self.word("colon"), style="bold")
        text.append_text(self.read(other.reading))
        less = self.score.total - other.total
        told = f"{less} {self.word('less')}" if less else self.word("same")
        text.append(f"\n{self.word('total')} {other.total} ({told})")
        lacks, has = difference(self.score.items, other.items)
        for key, items in (("lacks", lacks), ("has", has)):
            if items:
                listed = self.word("list").join(self.brief(item) for item in items)
                text.append(f"\n{self.word(key)}{self.word('colon')}{listed}")
        return text

    def brief(self, item: Item) -> str:
        return f"{item.rule} {(item.zh, item.en)[self.column]} {item.tai}"

    def waits(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(self.word("waits"))
        for key in ("unseen", "if_drawn", "if_discarded"):
            table.add_column(self.word(key), justify="right")
        for wait in self.appraisal.waits or ():
            table.add_row(
                self.one(wait.tile), str(wait.unseen), str(wait.self_draw), str(wait.discard)
            )
        return table

    def discards(self) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(self.word("throw"))
        for key in ("away", "unseen"):
            table.add_column(self.word(key), justify="right")
        table.add_column(self.word("useful"))
        for option in self.appraisal.discards or ():
            useful = Text("  ").join(
                self.one(FACES_OF[kind][0]).append(f" {unseen}", style="not bold")
                for kind, unseen in option.useful
            )
            table.add_row(
                self.one(option.discard), str(option.distance), str(option.unseen), useful
            )
        return table

    def distance(self, distance: int) -> str:
        return self.word("from_ready").format(distance) if distance else self.word("dead")


_SEAT_KEYS: Final = ("east", "south", "west", "north")
