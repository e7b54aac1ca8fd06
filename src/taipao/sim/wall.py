"""The wall that a secret decides: `game/wall.py`, compiled, and secrets one after the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from taipao.sim.kernel import kernel

Bytes = NDArray[np.uint8]
Words = NDArray[np.int64]

_MASK = 0xFFFFFFFF
_BLOCKS = 1 << 32

# fmt: off
_ROUND = np.array([
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
], np.int64)
_START = np.array([
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
], np.int64)
# fmt: on

_ORDERED = np.array([*(face for face in range(34) for _ in range(4)), *range(34, 42)])
_SEED = 32
_DOMAIN = np.frombuffer(b"taipao-wall-1", np.uint8)


@kernel
def _turned(word: int, by: int) -> int:
    return (word >> by | word << 32 - by) & _MASK


@kernel
def _digest(message: Bytes, length: int, schedule: Words, out: Words) -> None:
    """Write the eight words of SHA-256 of a message into `out`; at most 55 bytes, one block."""
    for place in range(14):
        word = 0
        for byte in range(4 * place, 4 * place + 4):
            word <<= 8
            if byte < length:
                word |= int(message[byte])
            elif byte == length:
                word |= 0x80
        schedule[place] = word
    schedule[14], schedule[15] = 0, 8 * length
    for place in range(16, 64):
        one, two = schedule[place - 15], schedule[place - 2]
        small = _turned(one, 7) ^ _turned(one, 18) ^ one >> 3
        large = _turned(two, 17) ^ _turned(two, 19) ^ two >> 10
        schedule[place] = (schedule[place - 16] + small + schedule[place - 7] + large) & _MASK
    a, b, c, d = _START[0], _START[1], _START[2], _START[3]
    e, f, g, h = _START[4], _START[5], _START[6], _START[7]
    for place in range(64):
        large = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        choice = (e & f) ^ (~e & _MASK & g)
        first = (h + large + choice + _ROUND[place] + schedule[place]) & _MASK
        small = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
        second = (small + ((a & b) ^ (a & c) ^ (b & c))) & _MASK
        h, g, f, e = g, f, e, (d + first) & _MASK
        d, c, b, a = c, b, a, (first + second) & _MASK
    out[0], out[1], out[2], out[3] = a, b, c, d
    out[4], out[5], out[6], out[7] = e, f, g, h
    for place in range(8):
        out[place] = (out[place] + _START[place]) & _MASK


@kernel
def _put(message: Bytes, start: int, word: int, number: int) -> None:
    """Write a word into that many bytes of a message, the highest first."""
    for place in range(number):
        message[start + place] = word >> 8 * (number - 1 - place) & 255


@kernel
def secret_of(master: Bytes, number: int, secret: Bytes) -> None:
    """Write the secret of a number, SHA-256 of 32 bytes and the number as 8, into `secret`."""
    message, schedule = np.zeros(_SEED + 8, np.uint8), np.zeros(64, np.int64)
    words = np.zeros(8, np.int64)
    message[:_SEED] = master
    _put(message, _SEED, number, 8)
    _digest(message, _SEED + 8, schedule, words)
    for place in range(8):
        _put(secret, 4 * place, words[place], 4)


@kernel
def seed_of(secret: Bytes, seed: Bytes) -> None:
    """Write the seed that a secret alone gives, nobody contributing, into `seed`."""
    length = _DOMAIN.shape[0] + _SEED + 4
    message, schedule = np.zeros(length, np.uint8), np.zeros(64, np.int64)
    words = np.zeros(8, np.int64)
    message[: _DOMAIN.shape[0]] = _DOMAIN
    message[_DOMAIN.shape[0] : _DOMAIN.shape[0] + _SEED] = secret
    _digest(message, length, schedule, words)
    for place in range(8):
        _put(seed, 4 * place, words[place], 4)


@kernel
def shuffle(seed: Bytes, wall: Words) -> None:
    """Write the 144 tiles, head first, that the 32 bytes of a seed give into `wall`."""
    message, schedule = np.zeros(_SEED + 8, np.uint8), np.zeros(64, np.int64)
    words = np.zeros(8, np.int64)
    message[:_SEED] = seed
    wall[:] = _ORDERED
    counter, used = 0, 8
    for last in range(143, 0, -1):
        number = last + 1
        bound = _BLOCKS // number * number
        while True:
            if used == 8:
                _put(message, _SEED, counter, 8)
                _digest(message, _SEED + 8, schedule, words)
                counter += 1
                used = 0
            word = words[used]
            used += 1
            # Words that would favour the small numbers are skipped.
            if word < bound:
                break
        other = word % number
        wall[last], wall[other] = wall[other], wall[last]
