"""Teaches the small networks of quantum gomoku (`crates/quantum/src/search/perceptron.rs`).

`python3 -m banmen_train.perceptron SAMPLES... --out NETWORK.bin` reads what `cargo bench -p banmen-quantum --bench samples` printed:
in each row the number of the game, the inputs, the result and its weight. Every twentieth game is held out. It needs numpy alone and takes seconds.
"""

import argparse
import pathlib

import numpy

HIDDEN = (32, 16)
LEAK = numpy.float32(0.125)
BATCH = 512
RATE = 3e-3
WARM_UP = 300


class Network:
    """Dense layers with a leaky activation between them; the last gives a logit."""

    def __init__(self, inputs: int, seed: int):
        random = numpy.random.default_rng(seed)
        sizes = (inputs, *HIDDEN, 1)
        self.layers = []
        for rows, columns in zip(sizes, sizes[1:]):
            weights = random.normal(0, numpy.sqrt(2 / rows), (rows, columns)).astype(numpy.float32)
            self.layers += [weights, numpy.zeros(columns, numpy.float32)]

    def activations(self, inputs: numpy.ndarray) -> list[numpy.ndarray]:
        """The inputs and what comes out of each layer."""
        found = [inputs]
        for at in range(0, len(self.layers), 2):
            sums = found[-1] @ self.layers[at] + self.layers[at + 1]
            last = at == len(self.layers) - 2
            found.append(sums if last else numpy.maximum(sums, sums * LEAK))
        return found

    def logits(self, inputs: numpy.ndarray) -> numpy.ndarray:
        return self.activations(inputs)[-1][:, 0]

    def gradients(self, inputs: numpy.ndarray, results: numpy.ndarray, weights: numpy.ndarray) -> list[numpy.ndarray]:
        """Of the weighted log loss, summed over the batch and divided by its size."""
        found = self.activations(inputs)
        chance = 1 / (1 + numpy.exp(-found[-1][:, 0]))
        back = ((chance - results) * weights / len(inputs))[:, None].astype(numpy.float32)
        gradients: list[numpy.ndarray] = []
        for at in range(len(self.layers) - 2, -1, -2):
            gradients = [found[at // 2].T @ back, back.sum(0), *gradients]
            if at:
                back = (back @ self.layers[at].T) * numpy.where(found[at // 2] > 0, numpy.float32(1), LEAK)
        return gradients

    def write(self, path: pathlib.Path) -> None:
        """Layer by layer the weights, input by input, then the biases, as little-endian numbers of four bytes."""
        path.write_bytes(b"".join(layer.astype("<f4").tobytes() for layer in self.layers))


def loss(network: Network, inputs: numpy.ndarray, results: numpy.ndarray, weights: numpy.ndarray) -> float:
    """The weighted mean of the log loss."""
    logits = network.logits(inputs)
    return float(numpy.average(numpy.logaddexp(0, logits) - results * logits, weights=weights))


def train(inputs, results, weights, epochs: int, seed: int) -> Network:
    """Adam with a warm-up and a cosine schedule."""
    network = Network(inputs.shape[1], seed)
    random = numpy.random.default_rng(seed)
    means = [numpy.zeros_like(layer) for layer in network.layers]
    squares = [numpy.zeros_like(layer) for layer in network.layers]
    batch = min(BATCH, len(inputs))
    starts = range(0, len(inputs) - batch + 1, batch)
    steps, step = epochs * len(starts), 0
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in starts:
            chosen = order[start : start + batch]
            step += 1
            rate = RATE * min(1, step / WARM_UP) * (0.5 + 0.5 * numpy.cos(numpy.pi * step / steps))
            gradients = network.gradients(inputs[chosen], results[chosen], weights[chosen])
            for layer, mean, square, gradient in zip(network.layers, means, squares, gradients):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                change = mean / (1 - 0.9**step) / (numpy.sqrt(square / (1 - 0.999**step)) + 1e-8)
                layer -= (rate * change).astype(numpy.float32)
    return network


def read(paths: list[pathlib.Path]) -> tuple[numpy.ndarray, ...]:
    """The games' numbers, inputs, results and weights of all files."""
    rows = numpy.vstack([numpy.loadtxt(path, ndmin=2) for path in paths])
    games, inputs, results, weights = rows[:, 0], rows[:, 1:-2], rows[:, -2].clip(0, 1), rows[:, -1]
    return games, *(part.astype(numpy.float32) for part in (inputs, results, weights))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games, *data = read(options.samples)
    held_out = games % 20 == 0
    network = train(*(part[~held_out] for part in data), options.epochs, options.seed)
    network.write(options.out)
    taught, tested = (loss(network, *(part[chosen] for part in data)) for chosen in (~held_out, held_out))
    print(f"{len(games)} positions, log loss {taught:.4f}, held out {tested:.4f}")


if __name__ == "__main__":
    main()
