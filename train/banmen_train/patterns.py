"""Line patterns: the eleven cells of a line around a point, numbered for a table.

A pattern is two arms of five cells, read outwards from the point, and the cell in the middle. An arm has 364 codes: beyond the edge
of the board everything is wall. A pattern and its mirror image have one number, for a line has no direction.
"""

from __future__ import annotations

import itertools

import numpy as np

REACH = 5
EMPTY, OWN, OTHER, WALL = range(4)


def _arms() -> list[tuple[int, ...]]:
    """All arms, nearest cell first: by how many cells lie on the board, longest first, then as base-3 digits."""
    arms = []
    for inside in range(REACH, -1, -1):
        for digits in itertools.product(range(3), repeat=inside):
            arms.append(digits[::-1] + (WALL,) * (REACH - inside))
    return arms


ARM_CELLS = np.array(_arms(), np.int64)
ARMS = len(ARM_CELLS)
PAIRS = ARMS * (ARMS + 1) // 2
PATTERNS = 3 * PAIRS


def _codes(swapped: bool) -> np.ndarray:
    """The code of an arm from its cells as two-bit digits, nearest lowest; also with the colours exchanged."""
    code_of = {tuple(cells): code for code, cells in enumerate(ARM_CELLS.tolist())}
    codes = np.zeros(4**REACH, np.int64)
    for bits in range(4**REACH):
        cells, walled = [], False
        for place in range(REACH):
            cell = bits >> (2 * place) & 3
            walled |= cell == WALL
            if swapped and cell in (OWN, OTHER):
                cell = OWN + OTHER - cell
            cells.append(WALL if walled else cell)
        codes[bits] = code_of[tuple(cells)]
    return codes


CODES = np.stack([_codes(False), _codes(True)])


def pair_number(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The number of an unordered pair of arms."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return high * (high + 1) // 2 + low


def pair_arms() -> tuple[np.ndarray, np.ndarray]:
    """The two arms of each pair, in the order of their numbers."""
    high = np.repeat(np.arange(ARMS), np.arange(1, ARMS + 1))
    low = np.arange(PAIRS) - high * (high + 1) // 2
    return low, high
