"""Who sits at which tables."""

from __future__ import annotations

from taipao.server.places import Places


def test_tables_are_noted_once_and_forgotten() -> None:
    places = Places()
    assert places.of("a") == ()
    for table in ("one", "two", "one"):
        places.note("a", table)
    places.note("b", "two")
    assert places.of("a") == ("two", "one")
    places.forget("a", "one")
    places.forget("a", "one")
    places.forget("nobody", "one")
    assert (places.of("a"), places.of("b")) == (("two",), ("two",))
    places.forget("a", "two")
    places.forget("b", "two")
    assert places._tables == {}, "nothing is left behind"
