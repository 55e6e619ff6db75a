"""Tests that need no accelerator: `python3 -m unittest` in this folder's parent."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from banmen_train import corpus, integer, patterns, positions, run, vectors, weights
from banmen_train.learn import Plan, Sampler, teacher_step, train
from banmen_train.library import Library
from banmen_train.student import Shape, Student
from banmen_train.teacher import Teacher

from . import games as make

TINY = Shape(line1=8, line2=8, channels=8, conv=4, region=4, value=8, policy=4)
CPU = torch.device("cpu")


def random_boards(count: int, size: int, seed: int) -> np.ndarray:
    """Boards with stones of both colours, 1 and 2."""
    random = np.random.default_rng(seed)
    density = random.uniform(0, 0.6, (count, 1, 1))
    return np.where(random.random((count, size, size)) < density, random.integers(1, 3, (count, size, size)), 0)


class Corpus(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_reads_what_was_written(self):
        make.write(self.folder, 30, seed=1)
        games = corpus.read(self.folder)
        self.assertEqual(len(games), 30)
        self.assertEqual(int(games.labels.sum()), 30 * 8)
        # The best move is the one played next.
        first = games.point[: games.moves[0]]
        np.testing.assert_array_equal(games.best[:8], first[4:12])

    def test_an_unfinished_block_is_not_read(self):
        make.write(self.folder, 5, seed=1)
        path = next(self.folder.glob("*.games"))
        whole = path.read_bytes()
        path.write_bytes(whole + whole[8:-3])
        self.assertEqual(len(corpus.read(self.folder)), 5)

    def test_games_without_what_shapes_say_are_refused(self):
        make.write(self.folder, 5, seed=1)
        path = next(self.folder.glob("*.shapes"))
        whole = path.read_bytes()
        path.write_bytes(whole[:-2])
        with self.assertRaises(corpus.CorpusError):
            corpus.read(self.folder)
        path.unlink()
        with self.assertRaises(corpus.CorpusError):
            corpus.read(self.folder)

    def test_a_strange_file_is_refused(self):
        (self.folder / "0.games").write_bytes(b"something else")
        with self.assertRaises(corpus.CorpusError):
            corpus.read(self.folder)

    def test_boards_follow_the_moves(self):
        make.write(self.folder, 40, seed=2, rule=corpus.RENJU)
        games = corpus.read(self.folder)
        for held_out in (False, True):
            found = positions.of_games(games, 15, CPU, held_out)
            stones, roles = found.boards(torch.arange(len(found)))
            for at in range(0, len(found), 7):
                ply = int(found.ply[at])
                cells = vectors.board(found.moves[found.game[at], :ply].numpy(), 15)
                np.testing.assert_array_equal(stones[at, 0].numpy(), cells == 1)
                np.testing.assert_array_equal(stones[at, 1].numpy(), cells == 2)
                self.assertEqual(tuple(roles[at].tolist()), integer.roles_of(corpus.RENJU, ply))


class Symmetry(unittest.TestCase):
    def test_points_turn_with_their_board(self):
        for symmetry in range(8):
            for point in (0, 7, 100, 224):
                plane = torch.zeros(1, 15, 15)
                plane.view(-1)[point] = 1
                turned = positions.turn(plane, symmetry)
                self.assertEqual(int(turned.argmax()), int(positions.turn_points(torch.tensor(point), 15, symmetry)))


class Patterns(unittest.TestCase):
    def test_arms_are_told_apart(self):
        self.assertEqual(patterns.ARMS, 364)
        self.assertEqual(len({tuple(cells) for cells in patterns.ARM_CELLS.tolist()}), patterns.ARMS)

    def test_nothing_around_is_pattern_nought(self):
        self.assertEqual(patterns.CODES[0][0], 0)
        self.assertEqual(patterns.pair_number(np.array(0), np.array(0)), 0)

    def test_pairs_are_numbered_without_gaps(self):
        low, high = patterns.pair_arms()
        np.testing.assert_array_equal(patterns.pair_number(low, high), np.arange(patterns.PAIRS))

    def test_a_cell_beyond_the_wall_does_not_matter(self):
        wall_second = patterns.OWN | patterns.WALL << 2
        self.assertEqual(patterns.CODES[0][wall_second], patterns.CODES[0][wall_second | patterns.OWN << 4])


class Integers(unittest.TestCase):
    def student(self) -> Student:
        torch.manual_seed(3)
        student = Student(TINY)
        with torch.no_grad():
            for parameter in [student.role_arms, student.value_role, student.policy_role]:
                parameter += 0.1 * torch.randn_like(parameter)
        student.clamp_weights()
        return student.eval()

    def test_they_agree_with_the_trained_network(self):
        student = self.student()
        network = integer.Network(weights.of_student(student))
        for size, rule, ply in [(15, 0, 0), (15, 2, 0), (20, 2, 1)]:
            roles = integer.roles_of(rule, ply)
            boards = random_boards(6, size, seed=size + ply)
            cells = torch.from_numpy(boards)
            stones = torch.stack([cells == 1, cells == 2], 1).float()
            with torch.no_grad():
                shapes = torch.arange(len(boards)) * 300 - 700
                value, policy = student(stones, torch.tensor([roles] * len(boards)), shapes.float())
            for at, board in enumerate(boards):
                expected_value, expected_policy = network.evaluate(board, roles, int(shapes[at]))
                np.testing.assert_allclose(value[at].numpy(), expected_value / 256, atol=0.08)
                free = (board == 0).reshape(-1)
                np.testing.assert_allclose(policy[at].numpy()[free], expected_policy.reshape(-1)[free] / 256, atol=0.08)

    def test_weights_read_back(self):
        before = weights.of_student(self.student())
        data = weights.to_bytes(before)
        self.assertEqual(weights.to_bytes(weights.from_bytes(data)), data)
        for broken in (data[:-2], data + b"\0\0", b"x" + data[1:]):
            with self.assertRaises(ValueError):
                weights.from_bytes(broken)

    def test_a_student_goes_on_from_its_weights(self):
        data = weights.to_bytes(weights.of_student(self.student()))
        self.assertEqual(weights.to_bytes(weights.of_student(weights.to_student(weights.from_bytes(data)))), data)

    def test_the_table_of_a_role_does_not_depend_on_the_others(self):
        student = self.student()
        whole = student.table()
        for roles in ([0], [3], [2, 3]):
            parts = [whole[role * patterns.PATTERNS : (role + 1) * patterns.PATTERNS] for role in roles]
            torch.testing.assert_close(student.table(torch.tensor(roles)), torch.cat(parts), rtol=0, atol=0)


class Learning(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_teacher_learns(self):
        make.write(self.folder, 200, seed=4)
        found = positions.of_games(corpus.read(self.folder), 15, CPU, held_out=False)
        torch.manual_seed(5)
        teacher = Teacher(blocks=1, channels=8)
        step = teacher_step(teacher)
        everything = (found, torch.arange(len(found)), 0)
        with torch.no_grad():
            before = sum(map(float, step(*everything)))
        train("teacher", teacher, step, Sampler([found], 64, 6), Plan(seconds=6, batch=64, rate=5e-3), self.folder, lambda _: None)
        with torch.no_grad():
            after = sum(map(float, step(*everything)))
        self.assertLess(after, before - 0.1)

    def test_the_whole_run(self):
        make.write(self.folder / "games", 60, seed=7)
        make.write(self.folder / "games", 40, seed=8, size=19, rule=corpus.RENJU)
        out = self.folder / "out"
        shape = ",".join(str(width) for width in TINY.as_dict().values())
        options = ["--corpus", str(self.folder / "games"), "--out", str(out), "--minutes", "0.4", "--batch", "16"]
        options += ["--blocks", "1", "--width", "8", "--shape", shape, "--device", "cpu"]
        self.assertEqual(run.main(options), 0)
        record = json.loads((out / "record.json").read_text())
        self.assertEqual(record["corpus"]["games"], 100)
        self.assertGreater(record["student"]["steps"], 0)
        self.assertTrue(record["reliability"])
        self.assertLess(record["integers"]["largest_value_difference"], 0.1)
        cases = json.loads((out / "vectors.json").read_text())
        self.assertEqual({case["size"] for case in cases["positions"]}, {15, 19})
        network = integer.Network(weights.from_bytes((out / "weights.bin").read_bytes()))
        case = cases["positions"][-1]
        cells = vectors.board(np.array(case["moves"]), case["size"])
        value, _ = network.evaluate(cells, integer.roles_of(case["rule"], len(case["moves"])), case["shapes"])
        self.assertEqual(value.tolist(), case["value"])

    def test_corpora_that_come_up_while_it_learns_are_read_once(self):
        first, follow = self.folder / "first", self.folder / "follow"
        make.write(first, 40, seed=9)
        library = Library([first], follow, CPU)
        before = library.positions
        self.assertEqual(library.more(), [])
        make.write(follow / "two", 40, seed=10, rule=corpus.RENJU)
        self.assertEqual(library.more(), [], "not finished yet")
        (follow / "two" / "done").touch()
        sets = library.more()
        self.assertEqual(library.positions, before + sum(map(len, sets)))
        self.assertGreater(library.positions, before)
        self.assertEqual(library.more(), [])
        self.assertEqual(library.record()["games"], 80)
        sampler = Sampler(library.first, 16, 1)
        sampler.add(sets)
        drawn = {id(sampler.next()[0]) for _ in range(64)}
        self.assertEqual(drawn, {id(positions) for positions in library.first + sets})


if __name__ == "__main__":
    unittest.main()
