"""Texts of others, written to a terminal."""


def clean(text: str) -> str:
    """Return a text as one that can do nothing to a terminal: what is not seen is escaped."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )
