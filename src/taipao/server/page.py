"""The built page, served from the package's own folder."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

PAGE: Final = Path(__file__).parent.parent / "web"

_INDEX: Final = "index.html"
_HASHED: Final = "assets"
"""The folder whose files carry a hash of their contents in their names."""

_NOT_BUILT: Final = (
    "The page has not been built. In a clone, run `make play`; it installs and builds all.\n"
    "网页尚未构建。请在项目目录运行 make play，它会安装并构建一切。\n"
)
# What the system's own table may not know, or name otherwise.
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(state: State, path: FromPath[str] = "") -> Response[bytes]:
    """Answer with a file of the page's folder, `state.page`; the page itself for `/`."""
    return await asyncio.to_thread(_answer, state.page, path.strip("/") or _INDEX)


def _answer(folder: Path, name: str) -> Response[bytes]:
    file = _file_below(folder, name)
    if file is None and name == _INDEX:
        return Response(_NOT_BUILT.encode(), status_code=503, media_type="text/plain")
    if file is None:
        raise NotFoundException("there is no such file")
    hashed = Path(name).parts[0] == _HASHED
    return Response(
        file.read_bytes(),
        media_type=_media_type(file),
        headers={
            "cache-control": "public, max-age=31536000, immutable" if hashed else "no-cache",
        },
    )


def _file_below(folder: Path, name: str) -> Path | None:
    try:
        file = (folder / name).resolve()
        if file.is_relative_to(folder.resolve()) and file.is_file():
            return file
    except (OSError, ValueError):
        # Names that no file can have: a NUL byte, too long.
        return None
    return None


def _media_type(file: Path) -> str:
    """Name a file's type; Litestar adds the charset to texts."""
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    return kind or "application/octet-stream"
