"""The corpora of a run: those that are there when it starts, and those that come up while it learns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch

from . import corpus
from .positions import Positions, boards_of, of_games

# A corpus in the followed folder is whole when it holds a file of this name.
DONE = "done"


class Library:
    """Corpora and what was read from them. Of each corpus the positions to learn from are a set for each board and rule."""

    def __init__(self, folders: list[Path], follow: Path | None, device: torch.device) -> None:
        self.follow = follow
        self.device = device
        self.read: list[Path] = []
        self.games: list[corpus.Games] = []
        self.positions = 0
        self.first = [positions for folder in folders for positions in self._read(folder)]

    def more(self) -> list[Positions]:
        """Sets from corpora that have been finished since this was last asked."""
        if self.follow is None:
            return []
        done = sorted(mark.parent for mark in self.follow.glob(f"*/{DONE}"))
        return [positions for folder in done if folder not in self.read for positions in self._read(folder)]

    def _read(self, folder: Path) -> list[Positions]:
        games = corpus.read(folder)
        self.read.append(folder)
        self.games.append(games)
        sets = [of_games(games, size, self.device, held_out=False, rule=rule) for size, rule in boards_of(games)]
        self.positions += sum(map(len, sets))
        return sets

    def all_games(self) -> corpus.Games:
        """The games of all corpora; their numbers tell only which are held out."""
        return corpus.join(self.games)

    def record(self) -> dict:
        """What there was to learn from."""
        games = self.all_games()
        plans = [json.loads((folder / "plan.json").read_text()) for folder in self.read if (folder / "plan.json").exists()]
        return {"games": len(games), "labels": int(games.labels.sum(dtype=np.int64)), "positions": self.positions, "plans": plans}
