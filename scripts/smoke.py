#!/usr/bin/env python3
"""Plays whole games through real clients: chess by python-chess over UCI, English draughts over
Hub with pydraughts as the referee, and with pydraughts as the client; and starts the engine as the
chess program Arena does."""

import argparse
import shlex
import shutil
import subprocess
import time

import chess
import chess.engine
import draughts
import draughts.engine


def play_chess(command):
    """One game against itself; python-chess refuses illegal moves."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        info = engine.analyse(board, chess.engine.Limit(depth=8), multipv=2)
        assert len(info) == 2 and info[0]["pv"][0] in board.legal_moves, info
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            board.push(engine.play(board, chess.engine.Limit(nodes=5000)).move)
        print(f"chess: {board.ply()} plies, {board.result(claim_draw=True)}")


def try_limits_of_python_chess(command):
    """What python-chess sends beside moves and clocks, and what it makes of the answers."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        # `go depth 300`, and `go searchmoves 0000` for an empty list.
        played = engine.play(board, chess.engine.Limit(depth=300, time=0.1), ponder=True)
        assert played.move in board.legal_moves, played
        played = engine.play(board, chess.engine.Limit(nodes=500), root_moves=[])
        assert played.move in board.legal_moves, played
        opponent = chess.engine.Opponent("Some One", "GM", 2700, False)
        engine.send_opponent_information(opponent=opponent)
        board = chess.Board.from_chess960_pos(100)
        assert engine.play(board, chess.engine.Limit(nodes=500)).move in board.legal_moves
        # No move of the position before where this one is refused, or has none.
        for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            played = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
            assert played.move is None, played
    print("python-chess: limits, refused positions")


def end_while_thinking(command):
    """The end of the input, and nobody who reads, end a search within a second."""
    for closed in ["stdin", "stdout"]:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            process.stdin.write("go infinite\n")
            process.stdin.flush()
            process.stdout.readline()
            getattr(process, closed).close()
            began = time.time()
            if closed == "stdin":
                process.stdout.read()
            process.wait(timeout=10)
            assert time.time() - began < 1, f"{time.time() - began} s after the end of {closed}"
    print("ended while thinking")


class Hub:
    """The few words of Hub that a game needs."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("hub", "wait")
        self.ask("init", "ready")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        self.tell(line)
        while True:
            answer = self.process.stdout.readline()
            assert answer and not answer.startswith("error"), f"{line}: {answer!r}"
            if answer.split()[0] == last:
                return answer.strip()

    def quit(self):
        self.tell("quit")
        assert self.process.wait(timeout=5) == 0
        self.process.stdin.close()
        self.process.stdout.close()


def referee_move(board, text):
    """The referee's move for a Hub move: from, to and the captured squares decide."""
    squares = [int(number) for number in text.replace("x", "-").split("-")]
    fitting = [
        move
        for move in board.legal_moves()
        if (move.steps_move[0], move.steps_move[-1]) == tuple(squares[:2])
        and sorted(captured_squares(move)) == sorted(squares[2:])
    ]
    assert fitting, f"illegal move {text} in {board.fen}"
    return fitting[0]


def captured_squares(move):
    """The squares between the steps of a capture."""

    def place(square):
        row = (square - 1) // 4
        return row, 2 * ((square - 1) % 4) + 1 - row % 2

    taken = []
    for here, there in zip(move.steps_move, move.steps_move[1:]):
        (row, column), (row2, column2) = place(here), place(there)
        if abs(row - row2) == 2:
            middle_row, middle_column = (row + row2) // 2, (column + column2) // 2
            taken.append(4 * middle_row + middle_column // 2 + 1)
    return taken


def play_english(command, opening):
    """One game from an opening, every move judged by pydraughts."""
    engine = Hub(command)
    board = draughts.Board(variant="english")
    moves = []
    for move in opening:
        board.push(referee_move(board, move))
        moves.append(move)
    while not board.is_over() and len(moves) < 200:
        engine.tell('pos start moves="' + " ".join(moves) + '"')
        engine.tell("level nodes=5000")
        done = engine.ask("go think", "done")
        move = done.split()[1].removeprefix("move=")
        board.push(referee_move(board, move))
        moves.append(move)
    engine.quit()
    print(f"english: {len(moves)} plies, ended at {board.fen}")


def play_by_pydraughts(command, start="startpos"):
    """A game by the Hub client of pydraughts, which refuses illegal moves. It writes positions in a
    way of its own, and its command line goes through a shell."""
    program = [shutil.which(command[0]), *map(shlex.quote, command[1:])]
    engine = draughts.engine.HubEngine(program)
    engine.configure({"variant": "english", "numbering": "pydraughts"})
    engine.init()
    board = draughts.Board(variant="english", fen=start)
    limit = draughts.engine.Limit(movetime=0.02)
    while not board.is_over():
        board.push(engine.play(board, limit, ponder=False).move)
    with engine.p as process:
        engine.quit()
        assert process.wait(timeout=5) == 0
    print(f"pydraughts: {len(board.move_stack)} plies, ended at {board.fen}")


def start_like_arena(command):
    """Arena says `xboard` to every engine and 20 ms later `uci` to one that keeps silent."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("xboard\n")
        process.stdin.flush()
        time.sleep(0.02)
        answer, _ = process.communicate("uci\nisready\nquit\n", timeout=60)
    lines = answer.splitlines()
    assert lines[0].startswith("id name Kempelen") and lines[-1] == "readyok", lines
    print("started like Arena")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("command", nargs="+", help="the engine, with the words before it if there are any")
    arguments = parser.parse_args()
    openings = [["9-13", "24-20"], ["11-15", "23-19"], ["10-14", "22-17"], ["12-16", "24-20"], ["9-14", "22-18"]]
    start_like_arena(arguments.command)
    if arguments.command[0] != "wine":
        # There it takes longer to leave, and the next line tells that nobody reads.
        end_while_thinking(arguments.command)
    try_limits_of_python_chess(arguments.command)
    for game in range(arguments.games):
        play_chess(arguments.command)
        play_english(arguments.command, openings[game % len(openings)])
        play_by_pydraughts(arguments.command)
    # A position that is not the same from both sides, with White to move.
    play_by_pydraughts(arguments.command, "W:W18,24,27:B1,4,K15")


if __name__ == "__main__":
    main()
