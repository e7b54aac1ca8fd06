"""What moves on a page without being moved: the browser's layout shifts, each with its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOTE = r"""
window.shifts = [];
window.noteShifts = (list) => {
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  for (const { value, hadRecentInput, sources } of list) {
    window.shifts.push({ value, asked: hadRecentInput, moved: sources.map((source) => {
      const element = source.node?.outerHTML ?? source.node?.parentElement?.outerHTML ?? 'gone';
      return `${element.slice(0, 120)}: ${box(source.previousRect)} -> ${box(source.currentRect)}`;
    }) });
  }
};
window.shiftsSeen = new PerformanceObserver((list) => noteShifts(list.getEntries()));
shiftsSeen.observe({ type: 'layout-shift', buffered: true });
"""
"""To be run before a page's own code."""
_TAKE = """() => {
  noteShifts(shiftsSeen.takeRecords());
  return shifts.splice(0);
}"""


class Shift(NamedTuple):
    """One frame in which something came to lie elsewhere."""

    value: float
    """How far what moved did so, by how much of the screen that was; 1 is all of it."""
    asked: bool
    """Whether somebody had just touched the page."""
    moved: list[str]
    """The largest elements, each with where it lay and where it lies."""

    def __str__(self) -> str:
        return "\n    ".join((f"{self.value:.4f}", *self.moved))


def take_shifts(page: Page) -> list[Shift]:
    """Return what has shifted since the last time."""
    return [Shift(**found) for found in page.evaluate(_TAKE)]
