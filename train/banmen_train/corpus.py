"""Reads a corpus of self-play games, as written by `workshop gomoku corpus`; README.md describes the format."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

MAGIC = b"gmkgame1"

FREESTYLE, STANDARD, RENJU = 0, 1, 2
FULL_BOARD, PROVED_WIN, ADJOURNED = 0, 1, 2
PROVED, DEVIATED, REPEATED, UNSEARCHED = 1, 2, 4, 8

NO_MOVE = 0xFFFF


class CorpusError(Exception):
    """A file that is not a shard of games."""


@dataclass
class Games:
    """Games in columns. Those of `game` have a row a game, those of `move` a row a move, those of `label` a row a label."""

    number: np.ndarray
    size: np.ndarray
    rule: np.ndarray
    result: np.ndarray
    ending: np.ndarray
    opening: np.ndarray
    moves: np.ndarray
    labels: np.ndarray
    point: np.ndarray
    best: np.ndarray
    score: np.ndarray
    flags: np.ndarray
    shapes: np.ndarray
    threats: np.ndarray

    def __len__(self) -> int:
        return len(self.number)


_PER_GAME = [
    ("number", "<u4"),
    ("size", "u1"),
    ("rule", "u1"),
    ("result", "i1"),
    ("ending", "u1"),
    ("opening", "<u2"),
    ("moves", "<u2"),
    ("labels", "<u2"),
]


def _decode(raw: bytes) -> Games:
    offset = 4
    columns = {}

    def take(name: str, dtype: str, count: int) -> None:
        nonlocal offset
        columns[name] = np.frombuffer(raw, dtype, count, offset)
        offset += columns[name].nbytes

    games = int(np.frombuffer(raw, "<u4", 1)[0])
    for name, dtype in _PER_GAME:
        take(name, dtype, games)
    moves = int(columns["moves"].sum(dtype=np.int64))
    labels = int(columns["labels"].sum(dtype=np.int64))
    take("point", "<u2", moves)
    take("best", "<u2", labels)
    take("score", "<i2", labels)
    take("flags", "u1", labels)
    if offset != len(raw):
        raise ValueError(f"{len(raw) - offset} bytes too many")
    block = Games(**columns, shapes=np.zeros(labels, np.int16), threats=np.zeros(labels, np.uint16))
    block.best = _absolute_best(block)
    return block


def _absolute_best(block: Games) -> np.ndarray:
    """The best moves as points: 0 in the file means that the best move was played next."""
    first_move = np.cumsum(block.moves, dtype=np.int64) - block.moves
    ply = label_ply(block)
    game = label_game(block)
    played = block.point[np.minimum(first_move[game] + ply, max(len(block.point) - 1, 0))] if len(ply) else ply
    return np.where(block.best == 0, played, block.best - 1).astype(np.uint16)


def label_game(games: Games) -> np.ndarray:
    """For each label the index of its game."""
    return np.repeat(np.arange(len(games)), games.labels)


def label_ply(games: Games) -> np.ndarray:
    """For each label how many stones its position has."""
    first_label = np.cumsum(games.labels, dtype=np.int64) - games.labels
    game = label_game(games)
    return np.arange(len(game)) - first_label[game] + games.opening[game]


def read_shard(path: Path) -> list[Games]:
    """The blocks of a shard. An unfinished block at its end, left by a writer that was stopped, is not read."""
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise CorpusError(f"{path}: not a shard of games")
    blocks = []
    at = len(MAGIC)
    while at + 4 <= len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        packed = data[at + 4 : at + 4 + length]
        if len(packed) < length:
            break
        try:
            blocks.append(_decode(zlib.decompress(packed)))
        except (zlib.error, ValueError) as error:
            raise CorpusError(f"{path}: the block at byte {at} cannot be read: {error}") from error
        at += 4 + length
    return _with_shapes(path.with_suffix(".shapes"), blocks)


def _with_shapes(path: Path, blocks: list[Games]) -> list[Games]:
    """Adds what `workshop gomoku shapes` wrote beside a shard."""
    try:
        columns = np.fromfile(path, [("shapes", "<i2"), ("threats", "<u2")])
    except FileNotFoundError as error:
        raise CorpusError(f"{path}: not there; `workshop gomoku shapes` writes it") from error
    if len(columns) != sum(len(block.flags) for block in blocks):
        raise CorpusError(f"{path}: not of the same labels as the shard beside it")
    at = 0
    for block in blocks:
        block.shapes, block.threats = (columns[name][at : at + len(block.flags)] for name in ("shapes", "threats"))
        at += len(block.flags)
    return blocks


def read(folder: str | Path) -> Games:
    """All games of a folder, in the order of their numbers."""
    paths = sorted(Path(folder).glob("*.games"))
    if not paths:
        raise CorpusError(f"{folder}: there are no games")
    blocks = [block for path in paths for block in read_shard(path)]
    return join(blocks)


def join(blocks: list[Games]) -> Games:
    """Several sets of games as one."""
    return Games(**{field.name: np.concatenate([getattr(block, field.name) for block in blocks]) for field in fields(Games)})


def move_matrix(games: Games) -> np.ndarray:
    """The moves as a matrix, a row a game, with NO_MOVE after the last."""
    longest = int(games.moves.max(initial=0))
    matrix = np.full((len(games), longest), NO_MOVE, np.uint16)
    matrix[np.arange(longest) < games.moves[:, None]] = games.point
    return matrix


def last_deviation(games: Games) -> np.ndarray:
    """For each label whether a later move of its game was random, so that the result says less about it."""
    game = label_game(games)
    deviated = (games.flags & DEVIATED != 0).astype(np.int64)
    total = np.bincount(game, deviated, minlength=len(games)).astype(np.int64)
    running = np.cumsum(deviated)
    before_game = np.concatenate([[0], np.cumsum(total)])[:-1]
    return running - before_game[game] < total[game]
