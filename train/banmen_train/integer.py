"""The student in integers, plainly: the engine must give exactly these numbers."""

from __future__ import annotations

import numpy as np

from . import patterns
from .positions import ROLES
from .student import BOARD_SHIFT, HIDDEN_LIMIT, LEAK, REGION_SHIFT, REGIONS, TABLE_LIMIT, region_of
from .weights import Dense, Weights


def leaky(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, x >> LEAK)


def limited(x: np.ndarray) -> np.ndarray:
    return np.clip(x, -HIDDEN_LIMIT, HIDDEN_LIMIT)


def dense(layer: Dense, x: np.ndarray) -> np.ndarray:
    # Sums stay below 2^31 (weights.py sees to that), far within what doubles hold exactly, and doubles multiply faster.
    total = (x.astype(np.float64) @ layer.weight.T.astype(np.float64)).astype(np.int64) + layer.bias
    return (total + (1 << (layer.shift - 1))) >> layer.shift


def product(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """A channel times a weight of the convolution, rounded as one 16-bit multiplication does it (`pmulhrsw`)."""
    return ((x << 4) * weight + (1 << 14)) >> 15


class Network:
    """Weights with the tables of their roles, which are filled when first asked for."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._tables: dict[int, np.ndarray] = {}

    def rows(self, role: int, pairs: slice = slice(None)) -> np.ndarray:
        """Rows of the table of a role: (pairs, 3, channels)."""
        w = self.weights
        low, high = patterns.pair_arms()
        arms = w.arms[role].astype(np.int64)
        x = (arms[low[pairs]] + arms[high[pairs]])[:, None] + w.middle[role].astype(np.int64)
        x = limited(leaky(x))
        x = limited(leaky(dense(w.line2, x)))
        # Table entries are in units of 1/32.
        return np.clip((dense(w.line3, x) + 4) >> 3, -TABLE_LIMIT, TABLE_LIMIT)

    def table(self, role: int) -> np.ndarray:
        if role not in self._tables:
            step = 1 << 13
            parts = [self.rows(role, slice(at, at + step)) for at in range(0, patterns.PAIRS, step)]
            self._tables[role] = np.concatenate(parts).reshape(patterns.PATTERNS, -1).astype(np.int8)
        return self._tables[role]

    def _convolved(self, x: np.ndarray) -> np.ndarray:
        """`Y` of a board from its `X` (size, size, channels)."""
        w = self.weights
        size, conv = x.shape[0], w.shape.conv
        padded = np.zeros((size + 2, size + 2, conv), np.int64)
        padded[1:-1, 1:-1] = x[..., :conv]
        near = np.broadcast_to(w.conv_bias.astype(np.int64), (size, size, conv)).copy()
        for offset in range(9):
            dy, dx = divmod(offset, 3)
            near += product(padded[dy : dy + size, dx : dx + size], w.conv_weight[offset].astype(np.int64))
        near = np.minimum(leaky(near), HIDDEN_LIMIT)
        return np.concatenate([near, x[..., conv:] << 2], -1)

    def points(self, cells: np.ndarray, role: int) -> np.ndarray:
        """`Y` (size, size, channels) of a board of 0 empty, 1 own, 2 other."""
        size = len(cells)
        reach = patterns.REACH
        padded = np.pad(cells, reach, constant_values=patterns.WALL)
        table = self.table(role)
        total = np.zeros((size, size, self.weights.shape.channels), np.int64)
        for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            codes = []
            for sign in (-1, 1):
                bits = np.zeros_like(cells)
                for step in range(reach):
                    x, y = reach + sign * dx * (step + 1), reach + sign * dy * (step + 1)
                    bits |= padded[y : y + size, x : x + size] << (2 * step)
                codes.append(patterns.CODES[0][bits])
            total += table[patterns.pair_number(*codes) * 3 + cells]
        return self._convolved(leaky(total))

    def plain(self, role: int) -> np.ndarray:
        """`Y` of a point with nothing around it."""
        x = leaky(4 * self.table(role)[0].astype(np.int64))
        return self._convolved(np.broadcast_to(x, (3, 3, len(x))))[1, 1]

    def evaluate(self, cells: np.ndarray, roles: tuple[int, int], shapes: int) -> tuple[np.ndarray, np.ndarray]:
        """The logits of win, draw and loss, and of each point; both in units of 1/256. `cells`: 1 is the mover."""
        w = self.weights
        cells = cells.astype(np.int64)
        size = len(cells)
        views = [cells, np.where(cells > 0, 3 - cells, cells)]
        y = [self.points(view, role) for view, role in zip(views, roles, strict=True)]
        member = region_of(size)[:, None] == np.arange(REGIONS)
        sums = [member.T.astype(np.int64) @ (part.reshape(size * size, -1) - self.plain(role)) for part, role in zip(y, roles, strict=True)]
        sums = np.concatenate(sums, 1)
        local = limited(leaky(dense(w.region, limited(sums >> REGION_SHIFT))))
        whole = limited(sums.sum(0) >> BOARD_SHIFT)
        mover = roles[0]
        hidden = dense(w.value1, np.concatenate([whole, local.reshape(-1)])) + w.value_role[mover]
        hidden = limited(leaky(hidden))
        hidden = limited(leaky(dense(w.value2, hidden)))
        half = shapes * int(w.shapes[0]) // 400
        value = dense(w.value3, hidden) + np.array([half, 0, -half])
        about = dense(w.policy_board, hidden) + w.policy_role[mover]
        looked = limited(leaky(dense(w.policy1, np.concatenate(y, -1)) + about))
        return value, dense(w.policy2, looked)[..., 0]


def roles_of(rule: int, ply: int) -> tuple[int, int]:
    """The roles of the side to move and of the other side."""
    if rule < 2:
        return rule, rule
    return (2, 3) if ply % 2 == 0 else (3, 2)


assert ROLES == 4
