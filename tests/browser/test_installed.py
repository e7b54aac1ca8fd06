"""The page as something installed: manifest, service worker, what is seen without a network."""

from __future__ import annotations

import json
import struct
from urllib.parse import urljoin

from tests.browser.conftest import Open, Serve

_IN_CHARGE = """
new Promise(done => {
  const workers = navigator.serviceWorker;
  if (workers.controller) done();
  else workers.addEventListener('controllerchange', done, { once: true });
}).then(() => true)
"""
_CACHED = """
caches.keys().then(async names => {
  const caches_ = await Promise.all(names.map(name => caches.open(name)));
  const lists = await Promise.all(caches_.map(cache => cache.keys()));
  return lists.flat().map(request => new URL(request.url).pathname.slice(1));
})
"""


def test_the_page_can_be_installed_and_says_so_without_a_network(
    open_page: Open, serve: Serve
) -> None:
    address = serve()
    page = open_page(service_workers="allow", loses_its_server=True)
    page.goto(address)
    page.locator("[data-page]").first.wait_for()

    manifest_at = urljoin(address, page.locator("link[rel=manifest]").get_attribute("href") or "")
    answer = page.request.get(manifest_at)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text())
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        body = page.request.get(urljoin(manifest_at, icon["src"])).body()
        width, height = struct.unpack(">II", body[16:24])
        assert icon["sizes"] == f"{width}x{height}"

    page.evaluate(_IN_CHARGE)
    kept = page.evaluate(_CACHED)
    assert {"offline.html", "offline.css", "offline.js", "icon-192.png"} <= set(kept)
    assert any(path.startswith("assets/tiles-usual") for path in kept)
    # What is asked of the server does not pass through it.
    with page.expect_response("**/api/me") as told:
        page.reload()
    assert not told.value.from_service_worker
    assert not any(path.startswith(("api/", "records/", "ws")) for path in page.evaluate(_CACHED))

    page.context.set_offline(True)
    page.reload()
    page.locator("#again").wait_for()
    assert page.url == address
    assert page.evaluate("getComputedStyle(document.querySelector('main')).textAlign") == "center"
    page.context.set_offline(False)
    page.locator("[data-page]").first.wait_for()
