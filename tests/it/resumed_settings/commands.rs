//! The commands with `--resume`, and what it does if their arguments change.

/// What `--resume` does if an argument has another value.
#[derive(Clone, Copy)]
pub enum AtResume {
    /// It refuses: words of the command line, which replace those of the same option, and a part of the message.
    Refuse(&'static str, &'static str),
    /// It goes on with these words, since what was written does not depend on them.
    GoOn(&'static str),
    /// The argument cannot be given together with those of the run.
    Excluded,
}

use AtResume::{Excluded, GoOn, Refuse};

/// A command with `--resume`.
#[derive(Clone, Copy)]
pub struct Resumable {
    pub command: &'static str,
    /// The words of the first run. `ENGINE` stands for the program.
    pub words: &'static str,
    /// All other arguments than the output and `--resume`.
    pub arguments: &'static [(&'static str, AtResume)],
}

/// `egdb build` is not among them: it needs no `--resume`, and its arguments name its files.
pub const RESUMABLE: [Resumable; 6] = [
    Resumable {
        command: "analyse",
        words: "positions --output rows --nodes 100",
        arguments: &[
            ("input", Refuse("others", "with input of ")),
            ("game", Refuse("--game breakthrough", "with game chess, now it is breakthrough")),
            ("depth", Refuse("--depth 1", "with depth nothing, now it is 1")),
            ("nodes", Refuse("--nodes 1000", "with nodes 100, now it is 1000")),
            ("movetime", Refuse("--movetime 9", "with movetime nothing, now it is 9")),
            ("mate", Refuse("--mate 1", "with mate nothing, now it is 1")),
            ("multipv", Refuse("--multipv 2", "with multipv 1, now it is 2")),
            ("hash", Refuse("--hash 2", "with hash 0, now it is 2")),
            ("json", Refuse("--json", "with format plain, now it is json")),
            ("csv", Refuse("--csv", "with format plain, now it is csv")),
            ("jobs", GoOn("--jobs 2")),
            ("games", Excluded),
            ("svg", Excluded),
            ("html", Excluded),
            ("threads", Excluded),
            ("fen", Excluded),
            ("random", Excluded),
            ("moves", Excluded),
        ],
    },
    Resumable {
        command: "match",
        words: "--engine cmd=ENGINE name=a nodes=50 --engine cmd=ENGINE name=b --each depth=1 --game english \
                --openings random --plies 2 --rounds 3 --max-plies 4 --pgn pgn",
        arguments: &[
            ("game", Refuse("--game pongor", "expected a game of pongor")),
            ("engine", Refuse("--engine cmd=ENGINE name=a nodes=51 --engine cmd=ENGINE name=b", "nodes=51")),
            ("each", Refuse("--each depth=2", "depth=2")),
            ("rounds", Refuse("--rounds 1", "--rounds choose")),
            // Two engines meet in the same games in every format; more would have other names in the same rounds.
            ("format", GoOn("--format gauntlet")),
            ("shuffle", Refuse("--shuffle", "--shuffle and --rounds choose")),
            ("openings", Refuse("--openings ballots", "--openings, ")),
            ("plies", Refuse("--plies 3", "--plies, ")),
            ("seed", Refuse("--seed 2", "--seed, ")),
            ("draw", Refuse("--draw move=1", "expected draw move=1 ")),
            ("resign", Refuse("--resign count=2", "expected resign count=2 ")),
            ("tables", Refuse("--tables endgames", "expected tables=endgames ")),
            ("max_plies", Refuse("--max-plies 5", "expected max-plies=5 ")),
            ("margin", Refuse("--margin 7", "margin=7")),
            ("ponder", Refuse("--ponder", "expected max-plies=4 margin=500 ponder")),
            ("concurrency", GoOn("--concurrency 2")),
            ("sprt", GoOn("--sprt elo0=0 elo1=5")),
            ("json", GoOn("--json")),
        ],
    },
    Resumable {
        command: "tune options",
        words: "--engine cmd=ENGINE nodes=50 --option hash=4,1..16 --game english --pairs 1 --max-plies 4 --output tuned",
        arguments: &[
            ("game", Refuse("--game pongor", "game: found english, expected pongor")),
            ("engine", Refuse("--engine cmd=ENGINE nodes=51", "nodes: found 50, expected 51")),
            ("option", Refuse("--option hash=4,1..16,3", "option hash: found ")),
            ("pairs", Refuse("--pairs 2", "pairs: found 1, expected 2")),
            ("rate", Refuse("--rate 0.5", "rate: found 0.004, expected 0.5")),
            ("openings", Refuse("--openings random", "openings: found nothing, expected random")),
            ("plies", Refuse("--plies 3", "plies: found nothing, expected 3")),
            ("seed", Refuse("--seed 2", "seed: found 1, expected 2")),
            ("draw", Refuse("--draw move=1", "draw move: found nothing, expected 1")),
            ("resign", Refuse("--resign count=2", "resign count: found nothing, expected 2")),
            ("tables", Refuse("--tables endgames", "tables: found nothing, expected endgames")),
            ("max_plies", Refuse("--max-plies 5", "max-plies: found 4, expected 5")),
            ("margin", Refuse("--margin 7", "margin: found 500, expected 7")),
            ("concurrency", GoOn("--concurrency 2")),
        ],
    },
    Resumable {
        command: "train",
        words: "--data games --output net --neurons 32 --epochs 1 --threads 1",
        arguments: &[
            ("data", Refuse("--data games more", "data: found ")),
            ("from", Refuse("--from net", "from: found nothing, expected net ")),
            ("neurons", Refuse("--neurons 64", "neurons: found 32, expected 64")),
            ("epochs", Refuse("--epochs 2", "epochs: found 1, expected 2")),
            ("batch", Refuse("--batch 64", "batch: found 2048, expected 64")),
            ("rate", Refuse("--rate 0.5", "rate: found 0.001, expected 0.5")),
            ("final_rate", Refuse("--final-rate 0.5", "final-rate: found 0.00001, expected 0.5")),
            ("blend", Refuse("--blend 0.5", "blend: found 0.1, expected 0.5")),
            ("final_blend", Refuse("--final-blend 0.5", "final-blend: found 0.1, expected 0.5")),
            ("lambda", Refuse("--lambda 0.5 --scale 100", "lambda: found 1, expected 0.5")),
            ("scale", Refuse("--scale 100", "scale: found ")),
            ("skip_plies", Refuse("--skip-plies 1", "skip-plies: found 0, expected 1")),
            ("positions", Refuse("--positions 50", "positions: found 100000000, expected 50")),
            ("seed", Refuse("--seed 2", "seed: found 1, expected 2")),
            ("curve", GoOn("--curve curve.svg")),
            // The sums are rounded in another order, which the network hardly depends on.
            ("threads", GoOn("--threads 2")),
        ],
    },
    Resumable {
        command: "datagen play",
        words: "--output played --game international --games 2 --nodes 30 --hash 1 --max-plies 40",
        arguments: &[
            ("game", Refuse("--game bt", "game: found international, expected bt")),
            ("seed", Refuse("--seed 2", "seed: found 1, expected 2")),
            ("openings", Refuse("--openings openings", "openings: found none, expected ")),
            ("random_plies", Refuse("--random-plies 3..4", "random-plies: found 8..12, expected 3..4")),
            ("balance", Refuse("--balance 7", "balance: found 400, expected 7")),
            ("resign", Refuse("--resign count=2", "resign: found ")),
            ("draw", Refuse("--draw count=2", "draw: found ")),
            ("max_plies", Refuse("--max-plies 41", "max-plies: found 40, expected 41")),
            ("nodes", Refuse("--nodes 31", "nodes: found 30, expected 31")),
            ("hash", Refuse("--hash 2", "hash: found 1, expected 2")),
            ("tables", Refuse("--tables tables", "tables: found 0, expected 2")),
            ("eval", Refuse("--eval weights", "eval: found ")),
            ("games", GoOn("--games 3")),
            ("positions", GoOn("--positions 1000")),
            ("threads", GoOn("--threads 2")),
        ],
    },
    Resumable {
        command: "datagen rescore",
        words: "games --output rescored --nodes 30 --hash 1",
        arguments: &[
            ("files", Refuse("more", "rescored: found ")),
            ("nodes", Refuse("--nodes 31", "nodes: found 30, expected 31")),
            ("hash", Refuse("--hash 2", "hash: found 1, expected 2")),
            ("tables", Refuse("--tables tables", "tables: found 0, expected 2")),
            ("eval", Refuse("--eval weights", "eval: found ")),
            ("threads", GoOn("--threads 2")),
        ],
    },
];
