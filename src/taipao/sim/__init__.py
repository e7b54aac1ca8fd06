"""The rules as compiled code, for millions of rounds; installed with the extra `taipao[sim]`.

Proven equal to `taipao.game` and `taipao.rules` by tests. Nothing is compiled on import.
"""
