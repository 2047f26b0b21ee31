#!/usr/bin/env python3
"""Plays whole games with real clients: chess over UCI with python-chess, English draughts over Hub with pydraughts as the
referee and then as the client. Also starts the engine in the way of the chess program Arena, lets Stockfish annotate a game, and runs the
Python of the documents."""

import argparse
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time

import chess
import chess.engine
import chess.pgn
import draughts
import draughts.engine


def play_chess(command):
    """Plays one game of the engine against itself. python-chess refuses illegal moves."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        info = engine.analyse(board, chess.engine.Limit(depth=8), multipv=2)
        assert len(info) == 2 and info[0]["pv"][0] in board.legal_moves, info
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            board.push(engine.play(board, chess.engine.Limit(nodes=5000)).move)
        print(f"chess: {board.ply()} plies, {board.result(claim_draw=True)}")


def analyse_several_lines(command):
    """Searches for three lines with limits that stop them at any moment. Their moves must differ, and the best comes first."""
    fens = [
        chess.STARTING_FEN,
        "r1bqkb1r/ppp1pp2/n5pn/3pN2P/8/7P/PPPPPP2/RNBQKB1R w KQkq - 0 6",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    ]
    limits = [chess.engine.Limit(nodes=nodes) for nodes in (200, 1000, 3000, 10000)]
    limits += [chess.engine.Limit(time=seconds) for seconds in (0.01, 0.03, 0.1)]
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        for board in map(chess.Board, fens):
            for limit in limits:
                lines = engine.analyse(board, limit, multipv=3)
                moves = [line["pv"][0] for line in lines]
                scores = [line["score"].relative for line in lines]
                told = f"{board.fen()}, {limit}: {moves} {scores}"
                assert len(set(moves)) == len(moves), told
                assert scores == sorted(scores, reverse=True), told
                assert len(lines) == 3 or lines[0]["depth"] == 1, told
    print(f"python-chess: {len(fens) * len(limits)} searches for three lines")


def try_limits_of_python_chess(command):
    """Tries limits and options of python-chess, and positions that the engine must refuse."""
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        board = chess.Board()
        # Sends `go depth 300`, and `go searchmoves 0000` for an empty list.
        played = engine.play(board, chess.engine.Limit(depth=300, time=0.1), ponder=True)
        assert played.move in board.legal_moves, played
        played = engine.play(board, chess.engine.Limit(nodes=500), root_moves=[])
        assert played.move in board.legal_moves, played
        opponent = chess.engine.Opponent("Some One", "GM", 2700, False)
        engine.send_opponent_information(opponent=opponent)
        board = chess.Board.from_chess960_pos(100)
        assert engine.play(board, chess.engine.Limit(nodes=500)).move in board.legal_moves
        # If a position is refused or has no moves, the engine must not answer for the position before.
        for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            played = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
            assert played.move is None, played
    print("python-chess: limits, refused positions")


def end_while_thinking(command):
    """Checks that a search ends within a second after its input or its output is closed."""
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
    """A minimal Hub client."""

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
    """The move of pydraughts that has the start, target and captured squares of a Hub move."""
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
    """The squares of the captured pieces."""

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
    """Plays one game from an opening. pydraughts checks every move."""
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


# The games that pydraughts knows, by its own names and by those of the Hub parameter `variant`.
VARIANTS = {
    "english": "english",
    "italian": "italian",
    "russian": "russian",
    "brazilian": "brazilian",
    "standard": "normal",
    "frisian": "frisian",
    "frysk!": "frysk",
    "breakthrough": "bt",
    "antidraughts": "losing",
}


def play_by_pydraughts(command, variant="english", start="startpos"):
    """Plays a game with the Hub client of pydraughts, which refuses illegal moves. It numbers the squares differently, and
    it starts the engine through a shell."""
    program = [shutil.which(command[0]), *map(shlex.quote, command[1:])]
    engine = draughts.engine.HubEngine(program)
    engine.configure({"variant": VARIANTS[variant], "numbering": "pydraughts"})
    engine.init()
    board = draughts.Board(variant=variant, fen=start)
    limit = draughts.engine.Limit(movetime=0.02)
    while not board.is_over():
        move = engine.play(board, limit, ponder=False).move
        legal = [legal.steps_move for legal in board.legal_moves()]
        assert move.steps_move in legal, f"{move.steps_move} in {board.fen}"
        board.push(move)
    with engine.p as process:
        engine.quit()
        assert process.wait(timeout=5) == 0
    print(f"pydraughts, {variant}: {len(board.move_stack)} plies, ended at {board.fen}")


def start_like_arena(command):
    """Starts the engine like Arena, which sends `xboard`, and `uci` if there is no answer within 20 ms."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("xboard\n")
        process.stdin.flush()
        time.sleep(0.02)
        answer, _ = process.communicate("uci\nisready\nquit\n", timeout=60)
    lines = answer.splitlines()
    assert lines[0].startswith("id name Kempelen") and lines[-1] == "readyok", lines
    print("started like Arena")


# The Immortal Game, Anderssen against Kieseritzky, London 1851.
IMMORTAL_GAME = """[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5
12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
"""


def annotate_by_stockfish(command):
    """Lets Stockfish annotate a game beside this program. python-chess reads the evaluations and plays the better lines."""
    stockfish = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if not stockfish:
        raise SystemExit("smoke: found no program 'stockfish', expected that of the package of this name")
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "game.pgn")
        pathlib.Path(games).write_text(IMMORTAL_GAME)
        engines = ["--engine", f"cmd={stockfish} option.Hash=16", "--engine", f"cmd={os.path.abspath(command[0])}"]
        analyse = [*command, "analyse", "--nodes", "20000", "--reasons", *engines, games]
        ran = subprocess.run(analyse, check=True, capture_output=True, text=True, timeout=120)
    game = chess.pgn.read_game(io.StringIO(ran.stdout))
    assert not game.errors, game.errors
    nodes = list(game.mainline())
    assert len(nodes) == 45 and nodes[-1].board().is_checkmate(), ran.stdout
    missing = [node.san() for node in nodes[:-1] if node.eval() is None or "[%evals " not in node.comment]
    assert not missing, f"no evaluation by both after {missing}"
    # Mate in 2, which every engine sees.
    assert nodes[-4].eval().white().mate() == 2, nodes[-4].comment
    better = [node for node in nodes if len(node.parent.variations) > 1]
    assert better, "no better line"
    print(f"stockfish: {len(nodes)} moves annotated, {len(better)} better lines")


# The Python of the documents that does not run here: the beginnings of snippets, and why.
SKIPPED_SNIPPETS = {"from pyspark": "needs Apache Spark"}


def snippets(page):
    """The code blocks of a page that are Python: they begin with an import."""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", page.read_text(), re.MULTILINE)
    blocks = [textwrap.dedent(block).strip() for block in blocks]
    return [block for block in blocks if re.match(r"import |from \S+ import ", block)]


def run_snippets(command):
    """Runs the Python of the documents. The reader of game files reads those of two games."""
    root = pathlib.Path(__file__).resolve().parent.parent
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    found = [(page.name, snippet) for page in pages for snippet in snippets(page)]
    for start in SKIPPED_SNIPPETS:
        assert any(snippet.startswith(start) for _, snippet in found), f"no document has '{start}'"
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "two.games")
        play = ["datagen", "play", "--games", "2", "--nodes", "50", "--output", games]
        subprocess.run([*command, *play], check=True, capture_output=True)
        for page, snippet in found:
            first_line = snippet.splitlines()[0]
            skipped = [why for start, why in SKIPPED_SNIPPETS.items() if snippet.startswith(start)]
            if skipped:
                print(f"{page}: not run: {first_line} ({skipped[0]})")
                continue
            for path in ["/path/to/kempelen", "target/release/kempelen"]:
                snippet = snippet.replace(path, os.path.abspath(command[0]))
            if "def games(path)" in snippet:
                snippet += f"\n\nassert len(list(games({games!r}))) == 2"
            subprocess.run([sys.executable, "-c", snippet], check=True, timeout=60)
            print(f"{page}: {first_line}: runs")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("command", nargs="+", help="the engine, after the command that starts it if there is one (wine)")
    arguments = parser.parse_args()
    openings = [["9-13", "24-20"], ["11-15", "23-19"], ["10-14", "22-17"], ["12-16", "24-20"], ["9-14", "22-18"]]
    start_like_arena(arguments.command)
    if arguments.command[0] != "wine":
        # Under Wine the process ends too slowly, and a closed output is noticed only at the next write.
        end_while_thinking(arguments.command)
        run_snippets(arguments.command)
        annotate_by_stockfish(arguments.command)
    try_limits_of_python_chess(arguments.command)
    analyse_several_lines(arguments.command)
    for game in range(arguments.games):
        play_chess(arguments.command)
        play_english(arguments.command, openings[game % len(openings)])
        for variant in VARIANTS:
            play_by_pydraughts(arguments.command, variant)
    # An asymmetric position with White to move.
    play_by_pydraughts(arguments.command, start="W:W18,24,27:B1,4,K15")


if __name__ == "__main__":
    main()
