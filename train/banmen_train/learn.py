"""Training of teacher and student within a given time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from .positions import Opinion, Positions, turn, turn_points
from .student import Student
from .teacher import Teacher

# The part of the time in which the learning rate rises.
WARM_UP = 0.03
# How much of the student's targets are the teacher's opinion, unless told otherwise.
TEACHER_VALUE = 0.6
TEACHER_POLICY = 0.8
LOG_SECONDS = 10
CHECKPOINT_SECONDS = 60


@dataclass
class Plan:
    """How one network is trained."""

    seconds: float
    batch: int
    rate: float
    decay: float = 0.01
    clip: float = 1.0


class Diverged(Exception):
    """A loss was not a number."""


def rate_at(progress: float) -> float:
    """The share of the learning rate after a part of the time: up in a line, down in a cosine."""
    if progress < WARM_UP:
        return max(progress / WARM_UP, 0.01)
    return 0.5 * (1 + math.cos(math.pi * min((progress - WARM_UP) / (1 - WARM_UP), 1.0))) + 1e-3


def precision(device: torch.device) -> torch.autocast:
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def value_loss(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return (weight * -(target * F.log_softmax(logits.float(), 1)).sum(1)).mean()


class Sampler:
    """Batches of positions of one set and one symmetry, in the proportions of the sets."""

    def __init__(self, sets: list[Positions], batch: int, seed: int) -> None:
        self.sets: list[Positions] = []
        self.batch = batch
        self.random = torch.Generator().manual_seed(seed)
        self.orders: list[torch.Tensor] = []
        self.seen = 0
        self.add(sets)

    def add(self, sets: list[Positions]) -> None:
        """More sets to draw from."""
        self.sets += [positions for positions in sets if len(positions)]
        self.shares = torch.tensor([float(len(positions)) for positions in self.sets])
        self.orders += [torch.empty(0, dtype=torch.long)] * (len(self.sets) - len(self.orders))

    def next(self) -> tuple[Positions, torch.Tensor, int]:
        which = int(torch.multinomial(self.shares, 1, generator=self.random))
        positions = self.sets[which]
        if len(self.orders[which]) < min(self.batch, len(positions)):
            order = torch.randperm(len(positions), generator=self.random)
            self.orders[which] = order.to(positions.game.device)
        index, self.orders[which] = self.orders[which][: self.batch], self.orders[which][self.batch :]
        self.seen += len(index)
        return positions, index, int(torch.randint(8, (1,), generator=self.random))


Step = Callable[[Positions, torch.Tensor, int], tuple[torch.Tensor, torch.Tensor]]


def train(
    name: str,
    network: nn.Module,
    step: Step,
    sampler: Sampler,
    plan: Plan,
    folder: Path,
    log: Callable[[str], None],
    more: Callable[[], list[Positions]] = list,
) -> dict:
    """Trains until the time is over, at least one step. `step` gives the losses of value and policy on a batch; `more` is asked now and
    then for sets of positions that have come up since."""
    decayed = [p for p in network.parameters() if p.ndim > 1]
    plain = [p for p in network.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": plan.decay}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.99), eps=1e-7)
    start = time.monotonic()
    logged = saved = start
    steps = skipped = 0
    recent: list[torch.Tensor] = []
    network.train()
    while (elapsed := time.monotonic() - start) < plan.seconds or steps == 0:
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * rate_at(elapsed / max(plan.seconds, 1e-3))
        value, policy = step(*sampler.next())
        optimiser.zero_grad(set_to_none=True)
        (value + policy).backward()
        norm = nn.utils.clip_grad_norm_(network.parameters(), plan.clip)
        # One bad batch must not spoil the run; asking the device each time would slow it down, so the step is scaled to nothing.
        for parameter in network.parameters():
            if parameter.grad is not None:
                parameter.grad = torch.where(torch.isfinite(norm), parameter.grad, torch.zeros_like(parameter.grad))
        optimiser.step()
        if isinstance(network, Student):
            network.clamp_weights()
        steps += 1
        if steps % 16 == 0:
            # The loop's clock is the host's: without waiting now and then it would run ahead of the device.
            recent.append(torch.stack([value.detach(), policy.detach(), norm.detach()]).float().cpu())
            recent = recent[-32:]
            if not bool(torch.isfinite(recent[-1][:2]).all()):
                skipped += 1
                if skipped > 20:
                    raise Diverged(f"{name}: the loss is not a number at step {steps}")
        now = time.monotonic()
        if recent and now - logged > LOG_SECONDS:
            mean = torch.stack(recent).nanmean(0).tolist()
            log(f"{name} {now - start:6.0f} s  step {steps}  value {mean[0]:.4f}  policy {mean[1]:.4f}  gradient {mean[2]:.2f}  seen {sampler.seen}")
            logged = now
            sampler.add(more())
        if now - saved > CHECKPOINT_SECONDS:
            save(network, folder / f"{name}.pt")
            saved = now
    save(network, folder / f"{name}.pt")
    seconds = time.monotonic() - start
    log(f"{name}: {steps} steps of {plan.batch} in {seconds:.0f} s")
    return {"steps": steps, "batch": plan.batch, "positions": sampler.seen, "seconds": round(seconds, 1), "rate": plan.rate}


def save(network: nn.Module, path: Path) -> None:
    """Writes the parameters; half as many bits are enough for reading them again."""
    half = {name: p.to(torch.bfloat16) if isinstance(network, Teacher) and p.is_floating_point() else p for name, p in network.state_dict().items()}
    torch.save(half, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def teacher_step(teacher: Teacher) -> Step:
    def step(positions: Positions, index: torch.Tensor, symmetry: int) -> tuple[torch.Tensor, torch.Tensor]:
        stones, roles = positions.boards(index)
        stones = turn(stones, symmetry).to(memory_format=torch.channels_last)
        best = turn_points(positions.best[index].long(), positions.size, symmetry)
        with precision(stones.device):
            value, policy = teacher(stones, roles)
        return value_loss(value, positions.value[index], positions.weight[index]), F.cross_entropy(policy.float(), best)

    return step


@torch.no_grad()
def opinion(network: nn.Module, positions: Positions, batch: int) -> Opinion:
    """What a network says of positions, as chances."""
    device = positions.game.device
    network.eval()
    value = torch.empty(len(positions), 3, dtype=torch.float16, device=device)
    policy = torch.empty(len(positions), positions.size**2, dtype=torch.float16, device=device)
    for at in range(0, len(positions), batch):
        index = torch.arange(at, min(at + batch, len(positions)), device=device)
        stones, roles = positions.boards(index)
        if isinstance(network, Teacher):
            stones = stones.to(memory_format=torch.channels_last)
            with precision(device):
                logits = network(stones, roles)
        else:
            logits = network(stones, roles, positions.by_shapes(index))
        value[index] = logits[0].float().softmax(1).half()
        policy[index] = logits[1].float().softmax(1).half()
    network.train()
    return Opinion(value, policy)


def student_step(student: Student, of_value: float = TEACHER_VALUE, of_policy: float = TEACHER_POLICY) -> Step:
    """Teaches labels, mixed with a teacher's opinions where there are any."""

    def step(positions: Positions, index: torch.Tensor, symmetry: int) -> tuple[torch.Tensor, torch.Tensor]:
        stones, roles = positions.boards(index)
        size = positions.size
        best = turn_points(positions.best[index].long(), size, symmetry)
        value, policy = student(turn(stones, symmetry), roles, positions.by_shapes(index))
        target, policy_loss = positions.value[index], F.cross_entropy(policy, best)
        if said := positions.taught:
            soft = turn(said.policy[index].view(-1, size, size), symmetry).flatten(1).float()
            target = of_value * said.value[index].float() + (1 - of_value) * target
            policy_loss = of_policy * -(soft * F.log_softmax(policy, 1)).sum(1).mean() + (1 - of_policy) * policy_loss
        return value_loss(value, target, positions.weight[index]), policy_loss

    return step
