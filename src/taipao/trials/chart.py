"""Plots as SVG, for pages and terminals without anything to draw with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from taipao.trials.intervals import Estimate

_WIDTH: Final = 720
_SIDE: Final = 24
_TOP: Final = 48
_INK, _SOFT, _FILL, _PAPER = "#1f2a30", "#c9d1d4", "#2f7d6b", "#ffffff"


def intervals(title: str, rows: Sequence[tuple[str, Estimate]], axis: str) -> str:
    """Draw a mean and its interval a row, over an axis that shows zero."""
    row, names = 34, 12 + 7 * max(len(name) for name, _ in rows)
    ends = [end for _, one in rows for end in (one.low, one.high)]
    ticks = _ticks(min(0.0, *ends), max(0.0, *ends))
    left, right = _SIDE + names, _WIDTH - _SIDE - 90
    bottom = _TOP + row * len(rows)

    def across(value: float) -> float:
        return left + (right - left) * (value - ticks[0]) / (ticks[-1] - ticks[0])

    parts = [_text(_SIDE, 28, title, size=16)]
    for tick in ticks:
        x = across(tick)
        parts.append(_line(x, _TOP, x, bottom, _INK if tick == 0 else _SOFT))
        parts.append(_text(x, bottom + 18, f"{tick:g}", anchor="middle"))
    for place, (name, one) in enumerate(rows):
        y = _TOP + row * place + row / 2
        parts.append(_text(left - 12, y + 4, name, anchor="end"))
        parts.append(_line(across(one.low), y, across(one.high), y, _FILL, width=3))
        parts.append(f'<circle cx="{across(one.mean):.1f}" cy="{y:.1f}" r="5" fill="{_FILL}"/>')
        parts.append(_text(right + 16, y + 4, f"{one.mean:+.2f}"))
    parts.append(_text((left + right) / 2, bottom + 40, axis, anchor="middle"))
    return _svg(bottom + 56, parts)


def bars(title: str, columns: Sequence[tuple[str, float]], axis: str) -> str:
    """Draw shares, from 0 to 1, as upright bars with their names below."""
    height, bottom = 220, _TOP + 220
    ticks = _ticks(0.0, max(share for _, share in columns) or 1.0)
    left, right = _SIDE + 44, _WIDTH - _SIDE
    step = (right - left) / len(columns)
    parts = [_text(_SIDE, 28, title, size=16)]
    for tick in ticks:
        y = bottom - height * tick / ticks[-1]
        parts.append(_line(left, y, right, y, _SOFT if tick else _INK))
        parts.append(_text(left - 8, y + 4, f"{100 * tick:g} %", anchor="end"))
    for place, (name, share) in enumerate(columns):
        x, tall = left + step * place, height * share / ticks[-1]
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{bottom - tall:.1f}" width="{step * 0.8:.1f}" '
            f'height="{tall:.1f}" fill="{_FILL}"/>'
        )
        parts.append(_text(x + step / 2, bottom + 18, name, anchor="middle"))
    parts.append(_text((left + right) / 2, bottom + 40, axis, anchor="middle"))
    return _svg(bottom + 56, parts)


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers at equal steps, from at most `low` to at least `high`, which differ."""
    rough = (high - low or 1.0) / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(place * step, 10) for place in range(first, max(last, first + 1) + 1)]


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, *, width: int = 1) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">'
        f"{escape(words)}</text>"
    )


def _svg(height: int, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="sans-serif" fill="{_INK}">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>\n{inside}\n</svg>\n'
    )
