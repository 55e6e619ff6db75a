"""Positions with the integers that the engine must find for them."""

from __future__ import annotations

import hashlib

import numpy as np

from . import corpus, integer, patterns


def board(points: np.ndarray, size: int) -> np.ndarray:
    """The board after some moves: 1 the side to move, 2 the other side."""
    cells = np.zeros(size * size, np.int64)
    for ply, point in enumerate(points.tolist()):
        cells[point] = 1 if (len(points) - ply) % 2 == 0 else 2
    return cells.reshape(size, size)


def vectors(games: corpus.Games, network: integer.Network, each: int, seed: int) -> dict:
    """A few positions of each kind of board in the corpus and rows of the tables they used."""
    random = np.random.default_rng(seed)
    first = np.cumsum(games.moves, dtype=np.int64) - games.moves
    positions = []
    for size, rule in sorted(set(zip(games.size.tolist(), games.rule.tolist(), strict=True))):
        there = np.flatnonzero((games.size == size) & (games.rule == rule))
        for game in random.choice(there, min(each, len(there)), replace=False):
            count = int(random.integers(0, games.moves[game] + 1))
            points = games.point[first[game] : first[game] + count]
            # Not what shapes say of the position, but a number of that kind.
            shapes = int(random.integers(-1500, 1501))
            value, policy = network.evaluate(board(points, size), integer.roles_of(rule, count), shapes)
            positions.append(
                {"size": size, "rule": rule, "moves": points.tolist(), "shapes": shapes, "value": value.tolist(), "policy": policy.reshape(-1).tolist()}
            )
    rows = []
    tables = {}
    for role in sorted({role for item in positions for role in integer.roles_of(item["rule"], 0)}):
        table = network.table(role)
        tables[str(role)] = hashlib.sha256(table.astype(np.int8).tobytes()).hexdigest()
        for pattern in random.integers(0, patterns.PATTERNS, 8).tolist():
            rows.append({"role": role, "pattern": pattern, "row": table[pattern].tolist()})
    return {"positions": positions, "rows": rows, "tables": tables}
