"""Positions of a corpus as tensors, made on the device from the moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from . import corpus

# A score of this much is a winning chance of e / (1 + e), as in the engine.
SCALE = 200.0
# Roles a colour can have: the rule as far as it concerns that colour.
ROLES = 4
FREESTYLE, STANDARD, RENJU_BLACK, RENJU_WHITE = range(ROLES)


@dataclass
class Positions:
    """Labelled positions of boards of one size; everything is on one device."""

    size: int
    moves: torch.Tensor  # (games, longest) int16, size * size after the last
    game: torch.Tensor  # (positions,) int32
    ply: torch.Tensor  # (positions,) int16
    best: torch.Tensor  # (positions,) int16
    value: torch.Tensor  # (positions, 3) win, draw, loss of the side to move
    weight: torch.Tensor  # (positions,) of the value
    rule: torch.Tensor  # (games,) int8

    def __len__(self) -> int:
        return len(self.game)

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


def of_games(games: corpus.Games, size: int, device: torch.device, result_share: float = 0.5) -> Positions:
    """The positions of the games on boards of a size that are neither repeated nor unsearched."""
    on_board = games.size == size
    game = corpus.label_game(games)
    usable = on_board[game] & (games.flags & (corpus.REPEATED | corpus.UNSEARCHED) == 0)
    row_of_game = np.cumsum(on_board) - 1
    ply = corpus.label_ply(games)
    mover = np.where(ply % 2 == 0, 1, -1)
    result = games.result[game].astype(np.int64) * mover
    proved = games.flags & corpus.PROVED != 0
    score = games.score.astype(np.float32)
    chance = np.where(proved, score > 0, 1 / (1 + np.exp(-score / SCALE))).astype(np.float32)
    outcome = np.stack([result > 0, result == 0, result < 0], 1).astype(np.float32)
    said = np.stack([chance, np.zeros_like(chance), 1 - chance], 1)
    # A random move between a position and the end of its game makes the result say less about it.
    share = np.where(proved, 0.0, np.where(corpus.last_deviation(games), 0.5, 1.0) * result_share)[:, None].astype(np.float32)
    value = share * outcome + (1 - share) * said
    moves = corpus.move_matrix(games)[on_board].astype(np.int32)
    moves = np.where(moves == corpus.NO_MOVE, size * size, moves).astype(np.int16)
    put = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)  # noqa: E731
    return Positions(
        size=size,
        moves=put(moves),
        game=put(row_of_game[game[usable]].astype(np.int32)),
        ply=put(ply[usable].astype(np.int16)),
        best=put(games.best[usable].astype(np.int16)),
        value=put(value[usable]),
        weight=put(np.ones(usable.sum(), np.float32)),
        rule=put(games.rule[on_board].astype(np.int8)),
    )


def turn(stones: torch.Tensor, best: torch.Tensor, symmetry: int) -> tuple[torch.Tensor, torch.Tensor]:
    """A batch and its best moves under one of the eight symmetries."""
    size = stones.shape[-1]
    x, y = best % size, best // size
    if symmetry & 1:
        stones, x = stones.flip(-1), size - 1 - x
    if symmetry & 2:
        stones, y = stones.flip(-2), size - 1 - y
    if symmetry & 4:
        stones, x, y = stones.transpose(-1, -2), y, x
    return stones.contiguous(), y * size + x
