"""Trains a network from a corpus within a given time: `python3 -m banmen_train.run --corpus DIR --out DIR --minutes N`."""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from . import integer, judge, vectors, weights
from .learn import TEACHER_POLICY, TEACHER_VALUE, Plan, Sampler, opinion, student_step, teacher_step, train
from .library import Library
from .positions import Positions, of_games
from .student import Shape, Student
from .teacher import Teacher

# The teacher's share of the time; what is left over at the end for quantising, judging and writing, and at least so many seconds.
TEACHER_SHARE = 0.4
FINISH_SHARE = 0.06
LEAST_FINISH = 5.0
# Most held-out positions of one size that are judged.
JUDGED = 100_000


def arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="banmen_train.run", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, action="append", help="folder of *.games; may be given again")
    parser.add_argument("--follow", type=Path, help="folder in which corpora may come up while the student learns; each is read when it has a file `done`")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights, record and checkpoints")
    parser.add_argument("--minutes", type=float, required=True, help="wall time of the whole run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--blocks", type=int, default=8, help="of the teacher")
    parser.add_argument("--width", type=int, default=128, help="channels of the teacher")
    parser.add_argument("--teacher", type=Path, help="a trained teacher of that size: it is not trained again")
    parser.add_argument("--no-teacher", action="store_true", help="teach the student by results and scores alone")
    parser.add_argument("--start", type=Path, help="a trained student from which to go on: student.pt or weights.bin")
    parser.add_argument("--teacher-rate", type=float, default=2e-3)
    parser.add_argument("--student-rate", type=float, default=2e-3)
    parser.add_argument("--teacher-value", type=float, default=TEACHER_VALUE, help="the teacher's share of the student's values")
    parser.add_argument("--teacher-policy", type=float, default=TEACHER_POLICY, help="the teacher's share of the student's moves")
    parser.add_argument("--shape", type=lambda text: [int(part) for part in text.split(",")], help="widths of the student's layers")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(argv)


def shortened(positions: Positions, most: int) -> Positions:
    """Positions evenly spread over a set."""
    if len(positions) <= most:
        return positions
    chosen = torch.linspace(0, len(positions) - 1, most, device=positions.game.device, dtype=torch.float64).long()
    names = ["game", "ply", "best", "value", "weight", "outcome", "chance", "proved", "shapes"]
    return replace(positions, **{name: getattr(positions, name)[chosen] for name in names})


def main(argv: list[str] | None = None) -> int:
    options = arguments(argv)
    started = time.monotonic()
    total = options.minutes * 60
    options.out.mkdir(parents=True, exist_ok=True)

    def log(text: str) -> None:
        line = f"[{time.monotonic() - started:6.1f}] {text}"
        print(line, flush=True)
        with (options.out / "log.txt").open("a") as file:
            print(line, file=file)

    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    device = torch.device(options.device)

    library = Library(options.corpus, options.follow, device)
    taught = library.first
    log(f"{library.positions} positions to learn from, on {device.type}")

    finish = max(FINISH_SHARE * total, LEAST_FINISH)
    record: dict = {
        "seed": options.seed,
        "minutes": options.minutes,
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": np.__version__},
    }

    if not options.no_teacher:
        teach(options, record, library, device, TEACHER_SHARE * total - (time.monotonic() - started), log)

    # Products of ten bits would round the table otherwise than the integers do.
    torch.set_float32_matmul_precision("highest")
    student = begun(options).to(device)
    seconds = total - finish - (time.monotonic() - started)
    plan = Plan(seconds=seconds, batch=options.batch, rate=options.student_rate)
    step = student_step(student, options.teacher_value, options.teacher_policy)
    record["student"] = train("student", student, step, Sampler(taught, plan.batch, options.seed + 1), plan, options.out, log, library.more)
    games = library.all_games()
    held_out = held_out_of(library, device)
    record["corpus"] = library.record()
    record["student"] |= {"shape": student.shape.as_dict(), "share_of_shapes": round(student.shapes.item(), 4)}
    if not options.no_teacher:
        record["student"] |= {"teacher_value": options.teacher_value, "teacher_policy": options.teacher_policy}
    if options.start:
        record["student"] |= {"start": options.start.name}

    integers = weights.of_student(student)
    data = weights.to_bytes(integers)
    (options.out / "weights.bin").write_bytes(data)
    log(f"weights.bin: {len(data)} bytes")
    parts = [(positions, opinion(student, positions, options.batch)) for positions in held_out]
    student_losses: dict = {}
    for positions, said in parts:
        student_losses |= judge.losses(positions, said)
    record["student"]["held_out"] = student_losses
    log(f"student on games held out: {json.dumps(student_losses)}")
    record["reliability"] = judge.reliability(parts)
    record["weights"] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    record["seconds"] = round(time.monotonic() - started, 1)
    write(options.out / "record.json", record)

    network = integer.Network(weights.from_bytes(data))
    cases = vectors.vectors(games, network, each=4, seed=options.seed)
    write(options.out / "vectors.json", cases)
    record["integers"] = agreement(student, cases, device)
    log(f"integers against the trained network: {record['integers']}")
    record["seconds"] = round(time.monotonic() - started, 1)
    write(options.out / "record.json", record)
    log("done")
    return 0


def held_out_of(library: Library, device: torch.device) -> list[Positions]:
    """A sample of the positions that nothing is learnt from, by size."""
    games = library.all_games()
    found = (shortened(of_games(games, size, device, held_out=True), JUDGED) for size in sorted(set(games.size.tolist())))
    return [positions for positions in found if len(positions)]


def begun(options: argparse.Namespace) -> Student:
    """The student with which training begins."""
    if options.start and options.start.suffix == ".bin":
        return weights.to_student(weights.from_bytes(options.start.read_bytes()))
    student = Student(Shape(*options.shape) if options.shape else Shape())
    if options.start:
        student.load_state_dict(torch.load(options.start, map_location="cpu"))
    return student


def teach(options: argparse.Namespace, record: dict, library: Library, device: torch.device, seconds: float, log: Callable[[str], None]) -> None:
    """Lets a teacher, read or trained, judge all positions."""
    teacher = Teacher(options.blocks, options.width).to(device, memory_format=torch.channels_last)
    if options.teacher:
        teacher.load_state_dict(torch.load(options.teacher, map_location=device))
        record["teacher"] = {"read": options.teacher.name}
    else:
        plan = Plan(seconds=seconds, batch=options.batch, rate=options.teacher_rate)
        record["teacher"] = train("teacher", teacher, teacher_step(teacher), Sampler(library.first, plan.batch, options.seed), plan, options.out, log)
    record["teacher"] |= {"blocks": options.blocks, "channels": options.width}
    teacher_losses: dict = {}
    for positions in held_out_of(library, device):
        teacher_losses |= judge.losses(positions, opinion(teacher, positions, options.batch))
    record["teacher"]["held_out"] = teacher_losses
    log(f"teacher on games held out: {json.dumps(teacher_losses)}")
    for positions in library.first:
        positions.taught = opinion(teacher, positions, options.batch)
    log("positions labelled by the teacher")


def write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, separators=(",", ":") if "vectors" in path.name else None, indent=None if "vectors" in path.name else 1) + "\n")


@torch.no_grad()
def agreement(student: Student, cases: dict, device: torch.device) -> dict[str, float]:
    """How far the integers are from the trained network, in logits."""
    student.eval()
    far_value, far_policy = [0.0], [0.0]
    for case in cases["positions"]:
        size = case["size"]
        cells = torch.from_numpy(vectors.board(np.array(case["moves"], np.int64), size)).to(device)
        stones = torch.stack([cells == 1, cells == 2]).float()[None]
        roles = torch.tensor([integer.roles_of(case["rule"], len(case["moves"]))], device=device)
        value, policy = student(stones, roles, torch.tensor([float(case["shapes"])], device=device))
        free = (cells.flatten() == 0).cpu().numpy()
        expected = np.array(case["value"]) / 256
        far_value.append(float(np.abs(value[0].cpu().numpy() - expected).max()))
        if free.any():
            far_policy.append(float(np.abs(policy[0].cpu().numpy() - np.array(case["policy"]) / 256)[free].max()))
    return {"largest_value_difference": round(max(far_value), 4), "largest_policy_difference": round(max(far_policy), 4)}


if __name__ == "__main__":
    sys.exit(main())
