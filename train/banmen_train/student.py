"""The student: what the engine plays, in floating point with the rounding of the integers.

For each point, direction and colour a line pattern is looked up in a table of `CHANNELS` numbers; the table is filled by a small line
network. The four directions are added and activated (`X`); half the channels go through a depthwise 3×3 convolution (`Y`). Both
colours see the board with their own stones as `OWN` and share all weights, so nothing that is kept per point depends on the turn.
Sums over nine regions of the board, less those of an empty plain, feed the value; a point's own channels the policy. The value is what
has to be added to a share of the evaluation by shapes.
`integer.py` says the same in integers; the engine is tested against it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from . import patterns
from .positions import ROLES, SCALE

# Grids of the integers: a table entry, a channel after the convolution, an activation of a dense layer.
TABLE_UNIT = 1 / 32
POINT_UNIT = 1 / 128
UNIT = 1 / 256
TABLE_LIMIT = 127
ARM_LIMIT = 8191
HIDDEN_LIMIT = 8191
CONV_LIMIT = 1.5
CONV_BITS = 13
# How much the sums over a region and over the board are scaled down.
REGION_SHIFT = 3
BOARD_SHIFT = 5
REGIONS = 9
LEAK = 3


@dataclass(frozen=True)
class Shape:
    """How wide the layers are."""

    line1: int = 128
    line2: int = 64
    channels: int = 32
    conv: int = 16
    region: int = 16
    value: int = 32
    policy: int = 16

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def leaky(x: torch.Tensor) -> torch.Tensor:
    return F.leaky_relu(x, 1 / (1 << LEAK))


class _Round(torch.autograd.Function):
    """Rounds to a grid within limits; the gradient is that of the clamp."""

    @staticmethod
    def forward(ctx, x, unit, limit):
        scaled = x / unit
        ctx.save_for_backward(scaled.abs() <= limit)
        return scaled.round().clamp(-limit, limit) * unit

    @staticmethod
    def backward(ctx, gradient):
        (inside,) = ctx.saved_tensors
        return gradient * inside, None, None


def grid(x: torch.Tensor, unit: float, limit: float) -> torch.Tensor:
    """`x` as the integers hold it."""
    return _Round.apply(x, unit, limit)


def region_of(size: int) -> np.ndarray:
    """The region of each point of a board."""
    third = np.arange(size) * 3 // size
    return (third[:, None] * 3 + third[None, :]).reshape(-1)


class Student(nn.Module):
    """Win, draw and loss of the side to move as logits, and a logit for each point."""

    def __init__(self, shape: Shape = Shape()) -> None:
        super().__init__()
        self.shape = shape
        s = shape
        # An arm is the sum of its cells and of a correction of its own, and of another for each role.
        self.cells = nn.Parameter(torch.randn(patterns.REACH * 4, s.line1) * 0.3)
        self.arms = nn.Parameter(torch.randn(patterns.ARMS, s.line1) * 0.05)
        self.role_arms = nn.Parameter(torch.zeros(ROLES, patterns.ARMS, s.line1))
        self.middle = nn.Parameter(torch.randn(ROLES, 3, s.line1) * 0.3)
        self.line2 = nn.Linear(s.line1, s.line2)
        self.line3 = nn.Linear(s.line2, s.channels)
        self.conv_weight = nn.Parameter(torch.randn(s.conv, 1, 3, 3) * 0.1)
        self.conv_bias = nn.Parameter(torch.zeros(s.conv))
        self.region = nn.Linear(2 * s.channels, s.region)
        self.value1 = nn.Linear(2 * s.channels + REGIONS * s.region, s.value)
        self.value_role = nn.Parameter(torch.zeros(ROLES, s.value))
        self.value2 = nn.Linear(s.value, s.value)
        self.value3 = nn.Linear(s.value, 3)
        # The share of the evaluation by shapes, to which the rest is added.
        self.shapes = nn.Parameter(torch.tensor(0.5))
        self.policy1 = nn.Linear(2 * s.channels, s.policy)
        self.policy_role = nn.Parameter(torch.zeros(ROLES, s.policy))
        self.policy_board = nn.Linear(s.value, s.policy, bias=False)
        self.policy2 = nn.Linear(s.policy, 1)
        with torch.no_grad():
            self.conv_weight[:, 0, 1, 1] += 0.7
        cells = torch.from_numpy(patterns.ARM_CELLS)
        one_hot = F.one_hot(cells, 4).reshape(patterns.ARMS, -1).float()
        low, high = patterns.pair_arms()
        self.register_buffer("one_hot", one_hot, persistent=False)
        self.register_buffer("pairs", torch.from_numpy(low * patterns.ARMS + high), persistent=False)
        self.register_buffer("codes", torch.from_numpy(patterns.CODES), persistent=False)

    def clamp_weights(self) -> None:
        """Keeps the weights where the integers can hold them; after each step."""
        with torch.no_grad():
            self.conv_weight.clamp_(-CONV_LIMIT, CONV_LIMIT)
            self.conv_bias.clamp_(-16, 16)
            for layer in self.dense_layers().values():
                layer.weight.clamp_(-4, 4)

    def dense_layers(self) -> dict[str, nn.Linear]:
        """The dense layers in the order of the weights file."""
        names = ["line2", "line3", "region", "value1", "value2", "value3", "policy1", "policy_board", "policy2"]
        return {name: getattr(self, name) for name in names}

    def arm_table(self) -> torch.Tensor:
        """The hidden layer's share of each arm for each role: (roles, arms, line1)."""
        return self.one_hot @ self.cells + self.arms + self.role_arms

    def table(self, roles: torch.Tensor | slice = slice(None)) -> torch.Tensor:
        """The channels of each pattern for some roles: (roles * patterns, channels)."""
        arms = grid(self.arm_table()[roles], UNIT, ARM_LIMIT)
        middle = grid(self.middle[roles], UNIT, ARM_LIMIT)
        # All ordered pairs, of which each unordered one is taken: the gradient of a sum is quicker than that of two look-ups.
        both = (arms[:, :, None] + arms[:, None]).flatten(1, 2).index_select(1, self.pairs)
        x = grid(leaky(both[:, :, None] + middle[:, None]).flatten(0, 2), UNIT, HIDDEN_LIMIT)
        x = grid(leaky(self.line2(x)), UNIT, HIDDEN_LIMIT)
        x = self.line3(x)
        return grid(x.float(), TABLE_UNIT, TABLE_LIMIT)

    def indices(self, stones: torch.Tensor, roles: torch.Tensor) -> torch.Tensor:
        """Rows of the table, (2 * batch, points, 4): the mover's view of all positions, then the other side's. Roles are numbered as in the table."""
        size = stones.shape[-1]
        reach = patterns.REACH
        cells = (stones[:, 0] + 2 * stones[:, 1]).to(torch.int32)
        padded = F.pad(cells, (reach,) * 4, value=patterns.WALL)
        rows = []
        centre = torch.stack([cells, torch.where(cells > 0, 3 - cells, cells)])
        for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            bits = []
            for sign in (-1, 1):
                arm = torch.zeros_like(cells)
                for step in range(reach):
                    x, y = reach + sign * dx * (step + 1), reach + sign * dy * (step + 1)
                    arm += padded[:, y : y + size, x : x + size] << (2 * step)
                bits.append(arm.long())
            one, two = self.codes[:, bits[0]], self.codes[:, bits[1]]
            low, high = torch.minimum(one, two), torch.maximum(one, two)
            rows.append((high * (high + 1) // 2 + low) * 3 + centre)
        index = torch.stack(rows, -1).flatten(0, 1).flatten(1, 2)
        return index + (roles.t().reshape(-1) * patterns.PATTERNS)[:, None, None]

    def channels(self, summed: torch.Tensor) -> torch.Tensor:
        """`Y` of points (batch, channels, height, width) from the sums of their four table rows."""
        conv = self.shape.conv
        x = leaky_on_grid(summed, TABLE_UNIT)
        weight = grid(self.conv_weight, 2.0**-CONV_BITS, 2**15 - 1)
        near = F.conv2d(x[:, :conv].contiguous(), weight, self.conv_bias, padding=1, groups=conv)
        near = leaky_on_grid(near, POINT_UNIT).clamp(max=HIDDEN_LIMIT * POINT_UNIT)
        return torch.cat([near, x[:, conv:]], 1)

    def plain(self, table: torch.Tensor) -> torch.Tensor:
        """`Y` of a point with nothing around it for each role of a table: (roles, channels)."""
        index = torch.arange(0, len(table), patterns.PATTERNS, device=table.device)
        summed = (4 * table[index])[:, :, None, None].expand(-1, -1, 3, 3)
        return self.channels(summed)[:, :, 1, 1]

    def forward(self, stones: torch.Tensor, roles: torch.Tensor, shapes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """`shapes` is what shapes say for the mover."""
        batch, _, size, _ = stones.shape
        # Most batches are of one rule, and filling the table of a role that nobody has is wasted.
        present, place = roles.unique(return_inverse=True)
        table = self.table(present)
        index = self.indices(stones, place)
        summed = F.embedding_bag(index.reshape(-1, 4), table, mode="sum")
        summed = summed.view(2 * batch, size, size, -1).permute(0, 3, 1, 2)
        y = self.channels(summed)
        level = self.plain(table)[place.t().reshape(-1)]
        regions = torch.from_numpy(region_of(size)).to(stones.device)
        member = F.one_hot(regions, REGIONS).to(y.dtype)
        relative = (y - level[:, :, None, None]).flatten(2)
        sums = (relative @ member).view(2, batch, self.shape.channels, REGIONS)
        sums = torch.cat([sums[0], sums[1]], 1).transpose(1, 2)  # (batch, regions, 2 * channels)
        limit = HIDDEN_LIMIT * UNIT
        local = leaky(self.region((sums / 16).clamp(-limit, limit))).clamp(-limit, limit)
        whole = (sums.sum(1) / 64).clamp(-limit, limit)
        mover = roles[:, 0]
        hidden = leaky(self.value1(torch.cat([whole, local.flatten(1)], 1)) + self.value_role[mover]).clamp(-limit, limit)
        hidden = leaky(self.value2(hidden)).clamp(-limit, limit)
        half = 0.5 * self.shapes * shapes / SCALE
        value = self.value3(hidden) + torch.stack([half, torch.zeros_like(half), -half], 1)
        points = torch.cat([y[:batch], y[batch:]], 1).flatten(2).transpose(1, 2)
        about = self.policy_board(hidden) + self.policy_role[mover]
        looked = leaky(self.policy1(points) + about[:, None]).clamp(-limit, limit)
        policy = self.policy2(looked).squeeze(-1)
        occupied = stones.sum(1).flatten(1) > 0
        return value, policy.masked_fill(occupied, -1e4)


class _Floor(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.floor(x)

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def leaky_on_grid(x: torch.Tensor, unit: float) -> torch.Tensor:
    """The leaky activation as a shift of integers, which rounds down."""
    scaled = x / unit
    scaled = torch.where(scaled < 0, _Floor.apply(scaled / (1 << LEAK)), scaled)
    return scaled * unit
