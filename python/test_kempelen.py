"""Tests of the module, with python-chess and pydraughts: `python python/test_kempelen.py`. The program must be installed with
the module, or lie in the folder of Python's scripts."""

import doctest
import importlib.metadata
import sysconfig
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import chess
import draughts
import draughts.engine

import kempelen


class Engines(unittest.TestCase):
    def test_chess_has_its_options(self):
        with kempelen.chess(Hash=2, **{"Move Overhead": 50}) as engine:
            self.assertEqual(engine.id["name"].split()[0], "Kempelen")
            info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=2)
            self.assertEqual(len(info), 2)

    def test_chess_refuses_unknown_options(self):
        with self.assertRaisesRegex(chess.engine.EngineError, "Size"):
            kempelen.chess(Size=2)

    def test_hub_plays_every_game_by_both_names(self):
        for game, variant in [
            ("standard", "standard"),
            ("international", "standard"),
            ("antidraughts", "antidraughts"),
            ("losing", "antidraughts"),
            ("breakthrough", "breakthrough"),
            ("frysk!", "frysk!"),
            ("brazilian", "brazilian"),
            ("english", "english"),
        ]:
            engine = kempelen.hub(game, move_overhead=10, ownbook=True)
            board = draughts.Board(variant=variant)
            first = board.turn
            board.push(engine.play(board, draughts.engine.Limit(nodes=1000), ponder=False).move)
            self.assertNotEqual(board.turn, first, game)
            engine.quit()
            engine.kill_process()

    def test_hub_takes_values_with_blanks(self):
        engine = kempelen.hub("russian", algorithm="alpha-beta depth=3")
        found = engine.play(draughts.Board(variant="russian"), draughts.engine.Limit(depth=5), ponder=False)
        self.assertEqual(found.info["depth"], 3)
        engine.quit()
        engine.kill_process()

    def test_hub_refuses_unknown_games_and_options(self):
        with self.assertRaisesRegex(ValueError, "^found the game 'halma', expected one of: brazilian, bt, czech, "):
            kempelen.hub("halma")
        with self.assertRaisesRegex(ValueError, "^found the option 'size', expected one of: algorithm, "):
            kempelen.hub(size=1)

    def test_hub_leaves_no_process_behind(self):
        hub = draughts.engine.HubEngine
        with mock.patch.object(hub, "configure", side_effect=OSError), mock.patch.object(hub, "kill_process", autospec=True,
                                                                                        side_effect=hub.kill_process) as killed:
            with self.assertRaises(OSError):
                kempelen.hub()
            killed.assert_called_once()


class Analyses(unittest.TestCase):
    def test_rows_come_in_order_and_name_what_is_wrong(self):
        rows = list(kempelen.analyse([chess.STARTING_FEN, "x"] * 20, nodes=200, multipv=2, jobs=2))
        self.assertEqual([row["line"] for row in rows], list(range(1, 41)))
        self.assertEqual([len(row.get("lines", [])) for row in rows], [2, 0] * 20)
        self.assertEqual(["error" in row for row in rows], [False, True] * 20)

    def test_what_would_have_no_answer_is_an_error(self):
        for text in ["", " \n", "#", " # a comment"]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, "^position 2: found '.*', which the program skips; expected"):
                list(kempelen.analyse([chess.STARTING_FEN, text, chess.STARTING_FEN], nodes=1))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows"
            with self.assertRaisesRegex(ValueError, "^found the option 'output', expected none: "):
                list(kempelen.analyse([chess.STARTING_FEN], nodes=1, output=file))
            self.assertFalse(file.exists())

    def test_no_positions_have_no_answers(self):
        self.assertEqual(list(kempelen.analyse([])), [])

    def test_a_caller_may_stop(self):
        rows = kempelen.analyse([chess.STARTING_FEN] * 1000, movetime=100)
        self.assertEqual(next(rows)["line"], 1)
        rows.close()

    def test_what_the_program_refuses_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "--size"):
            next(kempelen.analyse([], size=3))
        with self.assertRaisesRegex(ValueError, "halma"):
            next(kempelen.analyse([], game="halma"))


class Program(unittest.TestCase):
    def test_it_is_found(self):
        self.assertTrue(Path(kempelen.path()).is_file())

    def test_a_missing_program_is_one_clear_line(self):
        nothing = importlib.metadata.PackageNotFoundError
        with mock.patch.object(importlib.metadata, "files", side_effect=nothing), \
                mock.patch.object(sysconfig, "get_path", return_value="/nowhere"), \
                mock.patch.object(Path, "is_file", return_value=False), \
                self.assertRaisesRegex(FileNotFoundError, "^found no program 'kempelen[^\n]*' in '/nowhere', expected .*pip install"):
            kempelen.path()


def load_tests(_loader, tests, _pattern):
    tests.addTests(doctest.DocFileSuite("../docs/python.md"))
    return tests


if __name__ == "__main__":
    unittest.main()
