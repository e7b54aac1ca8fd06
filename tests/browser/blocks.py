"""A font of blocks, made here: text in it looks the same on every machine.

Each character is a filled rectangle, an em wide if it is Chinese and about half an em otherwise,
as high as letters are. So a picture of a page shows where text is, how much, and in which colour,
whatever fonts a machine has, and which version of them.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable

EM = 1000
"""Font units to the em."""
ASCENT, DESCENT = 1160, -288
"""The height of a line in the Chinese fonts that people have."""

Box = tuple[int, int, int, int]
_NARROW, _WIDE = (50, 0, 500, 700), (60, -60, 940, 820)
_GLYPHS: list[tuple[int, Box | None]] = [(EM, _WIDE), (550, _NARROW), (EM, _WIDE), (280, None)]
"""Each with its width and its rectangle: what is unknown, narrow, wide, a space."""
_CHARACTERS = [
    (0x20, 0x20, 3),
    (0x21, 0x9F, 1),
    (0xA0, 0xA0, 3),
    (0xA1, 0x2E7F, 1),
    (0x2E80, 0x10FFFF, 2),
]
"""First and last character of a range, and the glyph that all of it has."""

STYLE = """
@font-face { font-family: Blocks; src: url(data:font/ttf;base64,%s); font-weight: 1 1000; }
*, *::before, *::after { font-family: Blocks !important; font-synthesis: none !important; }
"""


def style() -> str:
    """Return the style that sets a whole page in blocks."""
    return STYLE % base64.b64encode(font()).decode()


def font() -> bytes:
    """Return the font, as TrueType."""
    outlines = [_outline(box) for _, box in _GLYPHS]
    boxes = [box for _, box in _GLYPHS if box is not None]
    bounds = (min(b[0] for b in boxes), min(b[1] for b in boxes))
    bounds += (max(b[2] for b in boxes), max(b[3] for b in boxes))
    places = [sum(map(len, outlines[:number])) for number in range(len(outlines) + 1)]
    return _file(
        {
            b"OS/2": _os2(),
            b"cmap": _cmap(),
            b"glyf": b"".join(outlines),
            b"head": struct.pack(
                ">IIIIHHqqhhhhHHhhh",
                *(0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0),
                *(*bounds, 0, 8, 2, 0, 0),
            ),
            b"hhea": struct.pack(
                ">IhhhHhhhhhhhhhhhH",
                *(0x10000, ASCENT, DESCENT, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0),
                len(_GLYPHS),
            ),
            b"hmtx": b"".join(
                struct.pack(">Hh", width, box[0] if box else 0) for width, box in _GLYPHS
            ),
            b"loca": b"".join(struct.pack(">H", place // 2) for place in places),
            b"maxp": struct.pack(">I14H", 0x10000, len(_GLYPHS), 4, 1, 0, 0, 2, *[0] * 8),
            b"name": _name(),
            b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
        }
    )


def _outline(box: Box | None) -> bytes:
    """Return the outline of a rectangle, clockwise; its length is even."""
    if box is None:
        return b""
    left, low, right, high = box
    xs, ys = (left, 0, right - left, 0), (low, high - low, 0, low - high)
    drawn = struct.pack(">hhhhhHH4B4h4h", 1, *box, 3, 0, 1, 1, 1, 1, *xs, *ys)
    return drawn + b"\0" * (len(drawn) % 2)


def _cmap() -> bytes:
    """Return the table of characters; in its format 13 all of a range have the same glyph."""
    groups = b"".join(struct.pack(">III", *group) for group in _CHARACTERS)
    table = struct.pack(">HHIII", 13, 0, 16 + len(groups), 0, len(_CHARACTERS)) + groups
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table


def _os2() -> bytes:
    return struct.pack(
        ">HhHHH10hh10B4I4sHHHhhhHHIIhhHHH",
        *(4, EM, 400, 5, 0, *[0] * 10, 0, *[0] * 10, *[0] * 4, b"none", 0x40, 0x20, 0xFFFF),
        *(880, -120, 0, ASCENT, -DESCENT, 0, 0, 500, 700, 0, 0x20, 1),
    )


def _name() -> bytes:
    texts = {1: "Blocks", 2: "Regular", 4: "Blocks", 6: "Blocks"}
    records, stored = b"", b""
    for what, text in texts.items():
        encoded = text.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, what, len(encoded), len(stored))
        stored += encoded
    return struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + stored


def _sum(data: bytes) -> int:
    words: Iterable[tuple[int]] = struct.iter_unpack(">I", data + b"\0" * (-len(data) % 4))
    return sum(word for (word,) in words) % 2**32


def _file(tables: dict[bytes, bytes]) -> bytes:
    """Return tables as one file, with their places and check sums."""
    power = len(tables).bit_length() - 1
    head = struct.pack(
        ">IHHHH", 0x10000, len(tables), 16 << power, power, 16 * len(tables) - (16 << power)
    )
    place = len(head) + 16 * len(tables)
    entries, bodies = b"", b""
    for tag, table in sorted(tables.items()):
        entries += struct.pack(">4sIII", tag, _sum(table), place + len(bodies), len(table))
        bodies += table + b"\0" * (-len(table) % 4)
    return head + entries + bodies
