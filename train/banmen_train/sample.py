"""Writes a small network of random weights and its test vectors: `python3 -m banmen_train.sample FOLDER`, for tests of the engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch

from . import corpus, integer, vectors, weights
from .positions import ROLES
from .student import Shape, Student

SEED = 20


def random_games(random: np.random.Generator) -> corpus.Games:
    """Games of random moves on boards of all sizes and rules that the network knows."""
    kinds = [(15, 0), (15, 1), (15, 2), (16, 1), (17, 2), (18, 0), (19, 2), (20, 0), (20, 1)]
    rows = [(size, rule) for size, rule in kinds for _ in range(3)]
    moves = [random.permutation(size * size)[: random.integers(1, size * size // 2)].astype(np.uint16) for size, _ in rows]
    column = lambda values, dtype: np.array(values, dtype)  # noqa: E731
    return corpus.Games(
        number=np.arange(len(rows), dtype=np.uint32),
        size=column([size for size, _ in rows], np.uint8),
        rule=column([rule for _, rule in rows], np.uint8),
        result=np.zeros(len(rows), np.int8),
        ending=np.zeros(len(rows), np.uint8),
        opening=np.zeros(len(rows), np.uint16),
        moves=column([len(points) for points in moves], np.uint16),
        labels=np.zeros(len(rows), np.uint16),
        point=np.concatenate(moves),
        best=np.zeros(0, np.uint16),
        score=np.zeros(0, np.int16),
        flags=np.zeros(0, np.uint8),
        shapes=np.zeros(0, np.int16),
        threats=np.zeros(0, np.uint16),
    )


def main() -> int:
    folder = Path(sys.argv[1])
    torch.manual_seed(SEED)
    student = Student(Shape(line1=16, line2=16))
    with torch.no_grad():
        # Larger than training makes them, so that clamps and negative sums occur.
        for parameter in student.parameters():
            parameter += 0.2 * torch.randn_like(parameter)
        student.line3.weight *= 3
    student.clamp_weights()
    data = weights.to_bytes(weights.of_student(student))
    cases = vectors.vectors(random_games(np.random.default_rng(SEED)), integer.Network(weights.from_bytes(data)), each=2, seed=SEED)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "small.bin").write_bytes(data)
    (folder / "small.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
    return 0


assert ROLES == 4

if __name__ == "__main__":
    sys.exit(main())
