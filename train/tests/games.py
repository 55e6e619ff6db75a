"""Small corpora for tests."""

import struct
import zlib
from pathlib import Path

import numpy as np

from banmen_train import corpus


def write(folder: Path, count: int, seed: int, size: int = 15, rule: int = corpus.FREESTYLE) -> None:
    """Games of random moves about the middle in which the left half of the board is good for Black: something to learn."""
    random = np.random.default_rng(seed)
    opening, length = 4, 12
    columns: dict[str, list] = {name: [] for name in ["number", "result", "point", "best", "score", "flags"]}
    for number in range(count):
        middle = random.integers(3, size - 3, 2)
        near = [(x, y) for x in range(middle[0] - 3, middle[0] + 4) for y in range(middle[1] - 3, middle[1] + 4)]
        points = [near[at][1] * size + near[at][0] for at in random.permutation(len(near))[:length]]
        good = bool(middle[0] < size // 2)
        columns["number"].append(number)
        columns["result"].append(1 if good else -1)
        columns["point"] += points
        for ply in range(opening, length):
            black = ply % 2 == 0
            columns["best"].append(0)
            columns["score"].append(200 if black == good else -200)
            columns["flags"].append(0)
    games = count
    labels = length - opening
    raw = struct.pack("<I", games)
    for name, dtype in [("number", "<u4"), (size, "u1"), (rule, "u1"), ("result", "i1"), (corpus.ADJOURNED, "u1")]:
        values = columns[name] if isinstance(name, str) else [name] * games
        raw += np.array(values, dtype).tobytes()
    for number in (opening, length, labels):
        raw += np.full(games, number, "<u2").tobytes()
    for name, dtype in [("point", "<u2"), ("best", "<u2"), ("score", "<i2"), ("flags", "u1")]:
        raw += np.array(columns[name], dtype).tobytes()
    packed = zlib.compress(raw)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{size}-{rule}.games").write_bytes(corpus.MAGIC + struct.pack("<I", len(packed)) + packed)
    labels = np.zeros(len(columns["score"]), [("shapes", "<i2"), ("threats", "<u2")])
    labels["shapes"] = random.integers(-300, 301, len(labels))
    labels["threats"] = random.integers(0, 1 << 10, len(labels))
    labels.tofile(folder / f"{size}-{rule}.shapes")
