"""Taipao mahjong (台炮麻将): rules, engine, records, bots and a table to play at."""

__version__ = "0.1.0"
