"""How good a network is on games held out of training."""

from __future__ import annotations

import torch

from .positions import SCALE, Opinion, Positions

RULES = ["freestyle", "standard", "renju"]
BINS = 20


def log_loss(chance: torch.Tensor, outcome: torch.Tensor) -> float:
    chance = chance.double().clamp(1e-4, 1 - 1e-4)
    outcome = outcome.double()
    return float(-(outcome * chance.log() + (1 - outcome) * (1 - chance).log()).mean())


def chance_of(value: torch.Tensor) -> torch.Tensor:
    """What is expected for the side to move: a draw is half a win."""
    return value[:, 0].float() + 0.5 * value[:, 1].float()


def losses(positions: Positions, said: Opinion) -> dict[str, dict]:
    """By board: the log loss of predicting the result where no forced win is in sight, also by the search's score, and how often
    the best move is guessed."""
    rule = positions.rule[positions.game.long()]
    found = {}
    for code in rule.unique().tolist():
        quiet = (rule == code) & ~positions.proved
        if not bool(quiet.any()):
            continue
        chance, outcome = chance_of(said.value[quiet]), positions.outcome[quiet]
        policy, best = said.policy[quiet].float(), positions.best[quiet].long()
        guess = policy.argmax(1) == best
        top = policy.topk(min(5, policy.shape[1]), 1).indices == best[:, None]
        found[f"{RULES[code]}{positions.size}"] = {
            "positions": int(quiet.sum()),
            "log_loss": round(log_loss(chance, outcome), 4),
            "log_loss_of_shapes": round(log_loss((positions.shapes[quiet].float() / SCALE).sigmoid(), outcome), 4),
            "log_loss_of_search": round(log_loss(positions.chance[quiet], outcome), 4),
            "log_loss_to_search": round(log_loss(chance, positions.chance[quiet]), 4),
            "best_move": round(float(guess.float().mean()), 4),
            "best_of_five": round(float(top.any(1).float().mean()), 4),
        }
    return found


def reliability(parts: list[tuple[Positions, Opinion]]) -> list[dict]:
    """Of positions to which about the same chance was given, what the side to move got in the end."""
    chance = torch.cat([chance_of(said.value)[~positions.proved] for positions, said in parts])
    outcome = torch.cat([positions.outcome[~positions.proved] for positions, _ in parts])
    which = (chance * BINS).long().clamp(0, BINS - 1)
    curve = []
    for number in range(BINS):
        inside = which == number
        if bool(inside.any()):
            said, got = chance[inside].mean(), outcome[inside].mean()
            curve.append({"positions": int(inside.sum()), "said": round(float(said), 4), "got": round(float(got), 4)})
    return curve
