//! The commands that do not run as they stand in the documents.

/// Commands and snippets that do not run here: how they begin, and why.
pub const SKIPPED: &[(&str, &str)] = &[
    ("KEMPELEN_GAME=", "compiles for minutes"),
    ("cargo build", "compiles for minutes"),
    ("cargo test", "runs this test"),
    ("cat >> ~/.config", "changes the settings of GNOME Chess"),
    ("cc -O2", "tests/it/checkerboard.rs compiles these files"),
    ("cp /etc/gnome-chess", "changes the settings of GNOME Chess"),
    ("cutechess-cli", "needs that program"),
    ("fastchess", "needs that program"),
    ("from pyspark", "needs Apache Spark"),
    ("import chess", "scripts/smoke.py runs it, with the package"),
    ("import draughts", "scripts/smoke.py runs it, with the package"),
    ("import lz4.block", "scripts/smoke.py runs it, with the package"),
    ("kempelen dxp", "waits for another program; tests/it/dxp.rs plays like this"),
    (
        "kempelen match --game english --engine cmd=./checkerboard_host",
        "needs another engine; tests/it/checkerboard.rs",
    ),
    ("kempelen match --game international --each tc=300", "needs a program that listens; tests/it/dxp_match.rs"),
    ("kempelen match --game international --engine cmd=./scan", "needs another engine"),
    ("kempelen solve --fen \"8/8/8/8/8/5k2/8/5K1R", "needs Syzygy tables"),
    ("kempelen train --data two.games", "the page says how to add the input features that it needs"),
    ("kempelen tune options", "needs an engine with these options; tests/it/tune.rs"),
    ("mkdir -p ~/.config/gnome-chess", "changes the settings of GNOME Chess"),
    ("parallel", "needs that program"),
    ("scripts/screen.py", "draws a picture of README.md, with a package of Python"),
    ("scripts/selfplay.sh", "tests/it/datagen/play.rs runs it"),
    ("x86_64-w64-mingw32-gcc", "scripts/windows.sh compiles these files"),
    ("xboard", "needs that program"),
];

/// Words of commands, and the smaller limits that stand here instead. The output of such a command is not compared.
pub const SMALLER: &[(&str, &str)] = &[
    ("cargo run --release -- analyse", "kempelen analyse --movetime 10"),
    ("| dot -Tsvg", "| cat"),
    // Limits of a search.
    ("--movetime 300", "--movetime 1"),
    ("--movetime 5000", "--movetime 10"),
    ("--depth 6", "--depth 2"),
    ("--depth 7", "--depth 2"),
    ("--depth 8", "--depth 2"),
    ("--depth 10", "--depth 2"),
    ("--depth 12", "--depth 2"),
    ("--depth 14", "--depth 1"),
    ("go depth 12", "go depth 2"),
    ("--nodes 100000", "--nodes 100"),
    ("--nodes 300000", "--nodes 1"),
    ("--nodes 1000000", "--nodes 100"),
    // Depths to compare.
    ("--depth 2,4,6,8,10", "--depth 2,4"),
    ("--depth 2,4,6,8", "--depth 2,4"),
    ("--depth 2,4,6", "--depth 2"),
    ("--depth 4,6", "--depth 2"),
    ("compare --game english --moves 11-15", "compare --game english --moves 11-15 --depth 2"),
    // Matches.
    ("--rounds 5", "--rounds 1"),
    ("--rounds 10", "--rounds 1"),
    ("--rounds 50", "--rounds 1"),
    ("--rounds 100", "--rounds 1"),
    ("tc=2+0.02", "tc=0.05+0.001"),
    ("tc=10+0.1", "tc=0.05+0.001"),
    ("st=0.1", "st=0.001"),
    ("depth=6", "depth=2"),
    ("depth=8", "depth=2"),
    ("depth=9", "depth=2"),
    ("nodes=5000", "nodes=50"),
    ("nodes=10000", "nodes=50"),
    ("min=6 max=6", "min=2 max=2"),
    // Games of the engine against itself, and training.
    ("--positions 10000000 --threads 8", "--games 2 --nodes 50 --threads 2"),
    ("--positions 1000000 --threads 2", "--games 2 --nodes 50 --threads 2"),
    ("--nodes 1000 --positions 20000000 --threads 2", "--nodes 50 --games 2 --threads 2"),
    ("--nodes 5000 --seed 2", "--nodes 50 --games 2 --seed 2"),
    ("--nodes 1000 --threads 8", "--nodes 50 --threads 2"),
    ("--games 1000 --nodes 2000", "--games 2 --nodes 50"),
    ("--pieces 5", "--pieces 3"),
];

/// Commands that need files of their own: how they begin, and what makes the files.
pub const BEFORE: &[(&str, &str)] = &[
    ("kempelen datagen export", "rm positions.txt"),
    ("kempelen book show book.bin", "cp opera.pgn games.pgn; kempelen book make games.pgn --plies 2 --output book.bin"),
    ("kempelen book make --game english games.pdn", "cp given.pdn games.pdn"),
    ("kempelen book merge mine.txt", "echo 'Mine: e4 e5' > mine.txt; echo 'Theirs: d4 d5' > theirs.txt"),
    ("kempelen compare --game pongor games.pdn --depth 2,4,6", "cp given.pdn games.pdn"),
    ("kempelen match --game pongor --engine \"builtin=history", "rm -f games.pdn"),
    (
        "kempelen datagen merge monday.games",
        "for day in monday tuesday weak; do kempelen datagen play --games 2 --nodes 50 --output $day.games; done",
    ),
    ("kempelen match --engine cmd=kempelen --engine cmd=stockfish --each tc=10", "cp positions.txt openings.epd"),
    (
        "kempelen perft --game my-rules.toml --depth 5",
        "printf 'like = \"russian\"\\n\\nboard = 1000\\n' > my-rules.toml",
    ),
    ("kempelen play --load game.pgn", "cp opera.pgn game.pgn"),
    (
        "kempelen solve --check strategy.txt",
        "kempelen solve --game tictactoe --for value --method proof --output strategy.txt",
    ),
    ("kempelen tune weights --data chess.games", "kempelen datagen play --games 2 --nodes 50 --output chess.games"),
    (
        "kempelen tune weights --data english.games --output",
        "kempelen datagen play --game english --games 2 --nodes 50 --output english.games",
    ),
    ("kempelen tune weights --data english.games --weights", "cp eval/english.toml start.toml"),
];

/// Commands that end with another status than 0.
pub const STATUS: &[(&str, i32)] = &[
    ("kempelen perft --game my-rules.toml --depth 5", 2),
    ("kempelen solve --nodes 100000", 1),
    ("kempelen tree --depth 3", 2),
];

/// Files that the documents name.
pub const FILES: &[(&str, &str)] = &[
    ("opera.pgn", "1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0\n"),
    ("given.pdn", "1. 11-15 23-19 2. 8-11 22-17 1-0\n"),
    ("positions.txt", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\n"),
];
