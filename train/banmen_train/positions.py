"""Positions of a corpus as tensors, made on the device from the moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from . import corpus

# A score of this much is a winning chance of e / (1 + e), as in the engine.
SCALE = 200.0
# The largest score of shapes that is told from larger ones.
MOST_SHAPES = 2000
# Roles a colour can have: the rule as far as it concerns that colour.
ROLES = 4
FREESTYLE, STANDARD, RENJU_BLACK, RENJU_WHITE = range(ROLES)


@dataclass
class Opinion:
    """What a network says of a set of positions, as chances."""

    value: torch.Tensor  # (positions, 3)
    policy: torch.Tensor  # (positions, points)


@dataclass
class Positions:
    """Labelled positions of boards of one size; everything is on one device."""

    size: int
    moves: torch.Tensor  # (games, longest) int16, size * size after the last
    rule: torch.Tensor  # (games,) int8
    game: torch.Tensor  # (positions,) int32
    ply: torch.Tensor  # (positions,) int16
    best: torch.Tensor  # (positions,) int16
    value: torch.Tensor  # (positions, 3) win, draw, loss of the side to move: what a network is taught
    weight: torch.Tensor  # (positions,) of that value
    outcome: torch.Tensor  # (positions,) what the side to move got in the end: 1, 0.5 or 0
    chance: torch.Tensor  # (positions,) what the search said it would get
    proved: torch.Tensor  # (positions,) whether the search was certain
    shapes: torch.Tensor  # (positions,) int16, what shapes say
    taught: Opinion | None = None  # what the teacher says

    def __len__(self) -> int:
        return len(self.game)

    def by_shapes(self, index: torch.Tensor) -> torch.Tensor:
        """What shapes say of positions."""
        return self.shapes[index].float().clamp(-MOST_SHAPES, MOST_SHAPES)

    def boards(self, index: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Stones (batch, 2, size, size) of the mover and of the other side, and their roles (batch, 2)."""
        points = self.size * self.size
        game, ply = self.game[index].long(), self.ply[index].long()
        moves = self.moves[game].long()
        when = torch.arange(moves.shape[1], device=moves.device)
        moves = torch.where(when < ply[:, None], moves, points)
        theirs = (when - ply[:, None]) % 2 != 0  # the last stone is the other side's
        stones = torch.zeros(len(index), 2 * (points + 1), device=moves.device)
        stones.scatter_(1, moves + theirs * (points + 1), 1.0)
        stones = stones.view(-1, 2, points + 1)[:, :, :points]
        black = ply % 2 == 0
        rule = self.rule[game].long()
        renju = rule == corpus.RENJU
        mine = torch.where(renju & ~black, RENJU_WHITE, rule)
        other = torch.where(renju & black, RENJU_WHITE, rule)
        return stones.reshape(-1, 2, self.size, self.size), torch.stack([mine, other], 1)


# Every n-th game is held out of training.
HELD_OUT = 20
# The share of the result in the value that is taught; the rest is the search's score.
RESULT_SHARE = 0.5
# The search finds forced wins by itself, so positions that have one count less.
PROVED_WEIGHT = 0.5


def boards_of(games: corpus.Games) -> list[tuple[int, int]]:
    """The sizes and rules that occur."""
    return sorted(set(zip(games.size.tolist(), games.rule.tolist(), strict=True)))


def of_games(games: corpus.Games, size: int, device: torch.device, held_out: bool, rule: int | None = None) -> Positions:
    """The positions of the games on boards of a size, under one rule or all, that are neither repeated nor unsearched."""
    wanted = (games.size == size) & ((games.number % HELD_OUT == 0) == held_out)
    if rule is not None:
        wanted &= games.rule == rule
    game = corpus.label_game(games)
    usable = wanted[game] & (games.flags & (corpus.REPEATED | corpus.UNSEARCHED) == 0)
    ply = corpus.label_ply(games)[usable]
    spoiled = corpus.last_deviation(games)[usable]
    best, score, flags = games.best[usable], games.score[usable].astype(np.float32), games.flags[usable]
    moves = corpus.move_matrix(games)[wanted]
    row = (np.cumsum(wanted) - 1)[game[usable]]
    result = games.result[game[usable]].astype(np.int64) * np.where(ply % 2 == 0, 1, -1)
    proved = flags & corpus.PROVED != 0
    chance = np.where(proved, score > 0, 1 / (1 + np.exp(-np.clip(score, -6000, 6000) / SCALE))).astype(np.float32)
    outcome = np.stack([result > 0, result == 0, result < 0], 1).astype(np.float32)
    said = np.stack([chance, np.zeros_like(chance), 1 - chance], 1)
    # A random move between a position and the end of its game makes the result say less about it.
    share = np.where(proved, 0.0, np.where(spoiled, 0.5, 1.0) * RESULT_SHARE)[:, None].astype(np.float32)
    moves = np.where(moves == corpus.NO_MOVE, size * size, moves.astype(np.int32)).astype(np.int16)
    put = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)  # noqa: E731
    return Positions(
        size=size,
        moves=put(moves),
        rule=put(games.rule[wanted].astype(np.int8)),
        game=put(row.astype(np.int32)),
        ply=put(ply.astype(np.int16)),
        best=put(best.astype(np.int16)),
        value=put(share * outcome + (1 - share) * said),
        weight=put(np.where(proved, PROVED_WEIGHT, 1.0).astype(np.float32)),
        outcome=put(((result + 1) / 2).astype(np.float32)),
        chance=put(chance),
        proved=put(proved),
        shapes=put(games.shapes[usable].astype(np.int16)),
    )


def turn(planes: torch.Tensor, symmetry: int) -> torch.Tensor:
    """Planes (…, size, size) under one of the eight symmetries."""
    if symmetry & 1:
        planes = planes.flip(-1)
    if symmetry & 2:
        planes = planes.flip(-2)
    if symmetry & 4:
        planes = planes.transpose(-1, -2)
    return planes.contiguous()


def turn_points(points: torch.Tensor, size: int, symmetry: int) -> torch.Tensor:
    """Points `y * size + x` under the same symmetry."""
    x, y = points % size, points // size
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    if symmetry & 4:
        x, y = y, x
    return y * size + x
