"""The small network of quantum gomoku, which needs numpy alone."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from banmen_train import perceptron

INPUTS = 24


def samples(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Inputs with a result that no sum of them is: the product of two."""
    random = np.random.default_rng(seed)
    inputs = random.random((count, INPUTS), np.float32)
    results = 1 / (1 + np.exp(-16 * (inputs[:, 0] - 0.5) * (inputs[:, 1] - 0.5)))
    return inputs, results.astype(np.float32), random.random(count, np.float32)


class Learning(unittest.TestCase):
    def test_gradients_are_those_of_the_loss(self):
        inputs, results, weights = samples(40, seed=1)
        network = perceptron.Network(INPUTS, seed=2)
        network.layers = [layer.astype(np.float64) for layer in network.layers]

        def loss() -> float:
            logits = network.logits(inputs)
            return float((weights * (np.logaddexp(0, logits) - results * logits)).mean())

        random = np.random.default_rng(3)
        for layer, gradient in zip(network.layers, network.gradients(inputs, results, weights)):
            for _ in range(5):
                at = tuple(random.integers(0, size) for size in layer.shape)
                before, step = layer[at], 1e-5
                layer[at] = before + step
                above = loss()
                layer[at] = before - step
                below = loss()
                layer[at] = before
                self.assertAlmostEqual((above - below) / (2 * step), float(gradient[at]), places=4)

    def test_learns_what_no_sum_tells(self):
        network = perceptron.train(*samples(30000, seed=4), epochs=12, seed=5)
        tested = samples(1000, seed=6)
        floor = -np.average(tested[1] * np.log(tested[1]) + (1 - tested[1]) * np.log(1 - tested[1]), weights=tested[2])
        # Any sum of the inputs is as good as a guess.
        self.assertGreater(np.log(2) - floor, 0.1)
        self.assertLess(perceptron.loss(network, *tested) - floor, 0.04)

    def test_rows_are_read_and_weights_written(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        inputs, results, weights = samples(50, seed=7)
        rows = np.c_[np.arange(50), inputs, results, weights]
        np.savetxt(folder / "rows", rows, fmt="%.4f")
        games, *data = perceptron.read([folder / "rows", folder / "rows"])
        self.assertEqual(len(games), 100)
        for found, said in zip(data, (inputs, results, weights)):
            self.assertLess(np.abs(found[:50] - said).max(), 1e-4)
        network = perceptron.Network(INPUTS, seed=8)
        network.write(folder / "weights")
        # What the engine reads: 24 inputs, layers of 32 and 16, one output, each with its biases.
        self.assertEqual((folder / "weights").stat().st_size, 4 * (25 * 32 + 33 * 16 + 17))
        first = np.fromfile(folder / "weights", "<f4", 32)
        np.testing.assert_array_equal(first, network.layers[0][0])


if __name__ == "__main__":
    unittest.main()
