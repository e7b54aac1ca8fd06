"""Environments for learning to play: `aec` (PettingZoo), `single` (Gymnasium), `batched` (NumPy).

docs/environment.md describes actions, masks, observations and rewards, which are the same in all.
They come with the extra `taipao[env]`; `batched` needs no more than `taipao[sim]`.
"""
