"""Reference pictures: how still states of the page look, coarsely, kept to be compared with.

A picture is kept as the mean colour of each square of `CELL` pixels, as a small PNG. Text is set in
blocks (see `blocks`), so that neither the fonts of a machine nor their version count. What may
differ is how a Chromium smooths edges and rounds a part of a pixel.
"""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.browser.blocks import style
from tests.browser.gallery import GALLERY, hang
from tests.browser.staging import SIZES, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

Cells = npt.NDArray[np.uint8]
"""Mean colours: rows, columns, red-green-blue."""

FOLDER = Path(__file__).parent / "references"
CELL = 8
"""The side of a square, in CSS pixels."""
FAR = 40
"""How much a square may differ, of 255. An edge between a tile and the table moved by 1 px makes
about 25, by 2 px about 50."""
APART = 1.5
"""How much brighter or darker all may be in a colour: a hue is seen before a square is far off."""
STEP = 8
"""How finely colours are kept, of 255: otherwise the files would be twice as large."""

OPTIONS: dict[str, Any] = {"bypass_csp": True, "timezone_id": "Asia/Shanghai"}
"""How their page is opened; the page's policy would refuse the font."""


class Still(NamedTuple):
    """A state of the gallery in which nothing moves and no clock runs, by day or by night."""

    name: str
    scheme: str = "dark"

    def path(self, size: tuple[int, int]) -> Path:
        """Return where its picture of a size is kept."""
        return FOLDER / f"{self.name}-{self.scheme}-{size[0]}x{size[1]}.png"


STILLS = [
    *map(Still, ("every_button", "full", "hints", "sheet", "lobby", "calculator")),
    *(Still(name, "light") for name in ("own_turn", "sheet")),
]
ALL = [(still, size) for still in STILLS for size in SIZES]

_MEANS = """
async ({ png, cell }) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: 'none' });
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const sums = new Float64Array(columns * rows * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x);
      const to = 3 * (Math.floor(y / cell) * columns + Math.floor(x / cell));
      for (let colour = 0; colour < 3; colour += 1) sums[to + colour] += data[from + colour];
    }
  }
  const means = [...sums].map((sum, index) => {
    const across = Math.min(cell, width - (Math.floor(index / 3) % columns) * cell);
    const down = Math.min(cell, height - Math.floor(index / 3 / columns) * cell);
    return String.fromCharCode(Math.round(sum / (across * down)));
  });
  return [rows, columns, btoa(means.join(''))];
}
"""


def stage(page: Page, address: str, still: Still) -> None:
    """Show a state, its text set in blocks."""
    hang(page, address, GALLERY[still.name])
    page.add_style_tag(content=style())
    assert page.evaluate("document.fonts.load('16px Blocks').then(found => found.length)") == 1
    # What lies under the mouse may look different.
    page.mouse.move(0, 0)


def look(page: Page, size: tuple[int, int] | None = None) -> Cells:
    """Take a picture of what the page shows, at another size if one is given."""
    if size is not None:
        resize(page, size)
    png = base64.b64encode(page.screenshot(animations="disabled")).decode()
    rows, columns, means = page.evaluate(_MEANS, {"png": png, "cell": CELL})
    return np.frombuffer(base64.b64decode(means), np.uint8).reshape(rows, columns, 3)


def differences(found: Cells, kept: Cells) -> list[str]:
    """Return in sentences where a picture differs from its reference; empty if it does not."""
    if found.shape != kept.shape:
        return [f"{found.shape} squares, {kept.shape} in the reference"]
    change = found.astype(int) - kept
    faults = []
    hue = change.mean(axis=(0, 1))
    if abs(hue).max() > APART:
        faults.append(f"all of it differs by {hue.round(1).tolist()} in the mean")
    apart = abs(change)
    far = apart.max(axis=2) > FAR
    if far.any():
        rows, columns = np.nonzero(far)
        x, y = CELL * columns, CELL * rows
        row, column = divmod(int(apart.max(axis=2).argmax()), far.shape[1])
        faults.append(
            f"{far.sum()} squares differ, between ({x.min()}, {y.min()}) and "
            f"({x.max() + CELL}, {y.max() + CELL}); the most at ({CELL * column}, {CELL * row}): "
            f"{found[row, column].tolist()} instead of {kept[row, column].tolist()}"
        )
    return faults


def write(path: Path, cells: Cells) -> None:
    """Keep a picture as a PNG of a pixel for each square, its colours rounded to a `STEP`."""
    rows, columns, _ = cells.shape
    rounded = ((cells.astype(int) + STEP // 2) // STEP * STEP).clip(0, 255).astype(np.uint8)
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    # Each line says first that it is as it is, PNG's filter 0: so it is easily read again.
    data = zlib.compress(b"".join(b"\0" + line.tobytes() for line in rounded), 9)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
        )
    )


def read(path: Path) -> Cells:
    """Read a picture that `write` has kept."""
    stored = path.read_bytes()
    columns, rows = struct.unpack(">II", stored[16:24])
    (length,) = struct.unpack(">I", stored[33:37])
    lines = np.frombuffer(zlib.decompress(stored[41 : 41 + length]), np.uint8)
    return lines.reshape(rows, 1 + 3 * columns)[:, 1:].reshape(rows, columns, 3)
