"""The teacher: a residual network that sees the whole board."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from .positions import ROLES


class Block(nn.Module):
    """Two convolutions around a shortcut; the second also sees the mean and the maximum of each channel over the board."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.pooled = nn.Linear(2 * channels, channels)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu(self.first_norm(self.first(x)))
        pooled = self.pooled(torch.cat([y.mean((2, 3)), y.amax((2, 3))], 1))
        y = self.second_norm(self.second(y + pooled[:, :, None, None]))
        return F.relu(x + y)


class Teacher(nn.Module):
    """Win, draw and loss of the side to move as logits, and a logit for each point."""

    def __init__(self, blocks: int = 8, channels: int = 128) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, channels, 5, padding=2, bias=False)
        self.roles = nn.Embedding(ROLES * ROLES, channels)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.policy = nn.Sequential(nn.Conv2d(channels, 32, 1), nn.ReLU(), nn.Conv2d(32, 1, 1))
        self.value = nn.Sequential(nn.Linear(2 * channels, 128), nn.ReLU(), nn.Linear(128, 3))

    def forward(self, stones: torch.Tensor, roles: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        # A plane of ones tells the board from the padding beyond its edge.
        planes = torch.cat([stones, torch.ones_like(stones[:, :1])], 1)
        role = self.roles(roles[:, 0] * ROLES + roles[:, 1])
        x = F.relu(self.stem_norm(self.stem(planes) + role[:, :, None, None]))
        x = self.blocks(x)
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        policy = self.policy(x).flatten(1)
        occupied = stones.sum(1).flatten(1) > 0
        return self.value(pooled), policy.masked_fill(occupied, -1e4)
