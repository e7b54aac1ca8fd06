"""Rounds by the thousand, and what they show.

`arena` lets bots play one another on the same walls; `census` counts what happens in very many
rounds. Both say how far off their figures may be (`intervals`).
"""
