"""The weights file: the student as integers. README.md describes the format."""

from __future__ import annotations

import struct
from dataclasses import dataclass, fields

import numpy as np
import torch

from . import patterns
from .positions import ROLES
from .student import ARM_LIMIT, CONV_BITS, HIDDEN_LIMIT, POINT_UNIT, Shape, Student, UNIT

MAGIC = b"gmknet02"
MOST_SHIFT = 12
# Accumulators of dense layers are 32 bits wide.
MOST_SUM = 2**31 - 1
# Inputs of the first policy layer are channels of points, whose unit is twice that of all others.
INPUT_BITS = {"policy1": 7}


@dataclass
class Dense:
    """`(sum of inputs * weight + bias, rounded) >> shift`; inputs are at most HIDDEN_LIMIT in size."""

    shift: int
    weight: np.ndarray  # (outputs, inputs) i16
    bias: np.ndarray  # (outputs,) i32


@dataclass
class Weights:
    """Everything in the file, in its order."""

    shape: Shape
    arms: np.ndarray  # (roles, arms, line1) i16
    middle: np.ndarray  # (roles, 3, line1) i16
    line2: Dense
    line3: Dense
    conv_weight: np.ndarray  # (9, conv) i16
    conv_bias: np.ndarray  # (conv,) i16
    region: Dense
    value1: Dense
    value_role: np.ndarray  # (roles, value) i16
    value2: Dense
    value3: Dense
    shapes: np.ndarray  # (1,) i16, the share of shapes in units of 1/256
    policy1: Dense
    policy_role: np.ndarray  # (roles, policy) i16
    policy_board: Dense
    policy2: Dense


def _rounded(tensor: torch.Tensor, unit: float, limit: int, dtype: type) -> np.ndarray:
    values = tensor.detach().double().cpu().numpy() / unit
    return np.clip(np.round(values), -limit, limit).astype(dtype)


def _dense(name: str, layer: torch.nn.Linear) -> Dense:
    """The layer on the finest grid on which no sum can overflow."""
    bits = INPUT_BITS.get(name, 8)
    weight = layer.weight.detach().double().cpu().numpy()
    bias = layer.bias.detach().double().cpu().numpy() if layer.bias is not None else np.zeros(len(weight))
    for shift in range(MOST_SHIFT, 0, -1):
        whole = np.round(weight * 2**shift)
        offset = np.round(bias * 2 ** (shift + bits))
        sums = np.abs(whole).sum(1) * HIDDEN_LIMIT + np.abs(offset) + 2**shift
        if np.abs(whole).max() <= 32767 and sums.max() <= MOST_SUM:
            # Sums have the unit of the input times that of the weight; results have 1/256.
            return Dense(shift + bits - 8, whole.astype(np.int16), offset.astype(np.int32))
    raise ValueError(f"{name}: the weights are too large for the integers")


def of_student(student: Student) -> Weights:
    """The student's weights as integers."""
    conv = student.conv_weight.detach().reshape(student.shape.conv, 9).t()
    dense = {name: _dense(name, layer) for name, layer in student.dense_layers().items()}
    return Weights(
        shape=student.shape,
        arms=_rounded(student.arm_table(), UNIT, ARM_LIMIT, np.int16),
        middle=_rounded(student.middle, UNIT, ARM_LIMIT, np.int16),
        conv_weight=_rounded(conv, 2.0**-CONV_BITS, 12288, np.int16),
        conv_bias=_rounded(student.conv_bias, POINT_UNIT, 2048, np.int16),
        value_role=_rounded(student.value_role, UNIT, HIDDEN_LIMIT, np.int16),
        shapes=_rounded(student.shapes.reshape(1), UNIT, 1024, np.int16),
        policy_role=_rounded(student.policy_role, UNIT, HIDDEN_LIMIT, np.int16),
        **dense,
    )


def _to_linear(name: str, dense: Dense, layer: torch.nn.Linear) -> None:
    bits = INPUT_BITS.get(name, 8)
    shift = dense.shift - bits + 8
    layer.weight.copy_(torch.from_numpy(dense.weight / 2.0**shift))
    if layer.bias is not None:
        layer.bias.copy_(torch.from_numpy(dense.bias / 2.0 ** (shift + bits)))


@torch.no_grad()
def to_student(weights: Weights) -> Student:
    """A student with these weights, from which training can go on."""
    student = Student(weights.shape)
    put = lambda array, unit: torch.from_numpy(array * unit).float()  # noqa: E731
    arms = put(weights.arms, UNIT)
    # What all roles have in common is learnt together again.
    common = arms.mean(0)
    student.cells.zero_()
    student.arms.copy_(common)
    student.role_arms.copy_(arms - common)
    student.middle.copy_(put(weights.middle, UNIT))
    student.conv_weight.copy_(put(weights.conv_weight, 2.0**-CONV_BITS).t().reshape(student.conv_weight.shape))
    student.conv_bias.copy_(put(weights.conv_bias, POINT_UNIT))
    student.value_role.copy_(put(weights.value_role, UNIT))
    student.policy_role.copy_(put(weights.policy_role, UNIT))
    student.shapes.copy_(put(weights.shapes, UNIT)[0])
    for name, layer in student.dense_layers().items():
        _to_linear(name, getattr(weights, name), layer)
    return student


def _shape_of(field: str, s: Shape) -> tuple[int, ...]:
    return {
        "arms": (ROLES, patterns.ARMS, s.line1),
        "middle": (ROLES, 3, s.line1),
        "line2": (s.line2, s.line1),
        "line3": (s.channels, s.line2),
        "conv_weight": (9, s.conv),
        "conv_bias": (s.conv,),
        "region": (s.region, 2 * s.channels),
        "value1": (s.value, 2 * s.channels + 9 * s.region),
        "value_role": (ROLES, s.value),
        "value2": (s.value, s.value),
        "value3": (3, s.value),
        "shapes": (1,),
        "policy1": (s.policy, 2 * s.channels),
        "policy_role": (ROLES, s.policy),
        "policy_board": (s.policy, s.value),
        "policy2": (1, s.policy),
    }[field]


def to_bytes(weights: Weights) -> bytes:
    """The weights as a file."""
    out = [MAGIC, struct.pack("<7H", *weights.shape.as_dict().values())]
    for field in fields(Weights)[1:]:
        part = getattr(weights, field.name)
        assert (part.weight if isinstance(part, Dense) else part).shape == _shape_of(field.name, weights.shape)
        if isinstance(part, Dense):
            out.append(struct.pack("<H", part.shift))
            out.append(part.weight.astype("<i2").tobytes())
            out.append(part.bias.astype("<i4").tobytes())
        else:
            out.append(part.astype("<i2").tobytes())
    return b"".join(out)


def from_bytes(data: bytes) -> Weights:
    """Reads what `to_bytes` wrote."""
    if not data.startswith(MAGIC):
        raise ValueError("not a file of weights")
    at = len(MAGIC)
    shape = Shape(*struct.unpack_from("<7H", data, at))
    at += 14
    parts: dict[str, object] = {}

    def take(dtype: str, dims: tuple[int, ...]) -> np.ndarray:
        nonlocal at
        array = np.frombuffer(data, dtype, int(np.prod(dims)), at).reshape(dims)
        at += array.nbytes
        return array

    for field in fields(Weights)[1:]:
        dims = _shape_of(field.name, shape)
        if field.type == "Dense":
            shift = int(take("<u2", (1,))[0])
            parts[field.name] = Dense(shift, take("<i2", dims), take("<i4", dims[:1]))
        else:
            parts[field.name] = take("<i2", dims)
    if at != len(data):
        raise ValueError(f"{len(data) - at} bytes too many")
    return Weights(shape=shape, **parts)
