//! Endgame tables: what they say is true, what is won with them is won, and damaged files do no harm.

use crate::data::data;
use crate::random::Random;
use kempelen::eval::Model;
use kempelen::game::{Game, Key, Outcome, Side};
use kempelen::games::chess::syzygy::SyzygyTables;
use kempelen::games::chess::{Chess, ChessMove, ChessPosition};
use kempelen::notation::Notation;
use kempelen::player::{player, referee_with};
use kempelen::protocol::{ProtocolOutput, ProtocolSession};
use kempelen::search::clock::SearchLimits;
use kempelen::search::key_history::occurrences;
use kempelen::search::listener::Silent;
use kempelen::search::{
    Knowledge, ProbeSettings, Score, Search, SearchInfo, SearchListener, SearchRequest, Tablebase,
    TranspositionTable,
};
use kempelen::search::{SearchResult, task::SearchTask};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn tables() -> Arc<SyzygyTables> {
    let folder = data("syzygy");
    let tables = SyzygyTables::open(folder.to_str().unwrap()).unwrap();
    let about = "found 35 endgame tables with results and 35 with distances, of up to 4 men";
    assert_eq!((tables.max_pieces(), tables.summary().as_str()), (4, about));
    Arc::new(tables)
}

fn position(fen: &str) -> ChessPosition {
    ChessPosition::parse(fen).unwrap()
}

/// Positions with their results and distances.
fn endgames() -> Vec<(ChessPosition, i32, i32)> {
    let text = fs::read_to_string(data("endgame/endgame.epd")).unwrap();
    let read = |line: &str| {
        let number = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name} ")).unwrap();
            rest.split(';').next().unwrap().parse().unwrap()
        };
        let fen: Vec<&str> = line.split(' ').take(4).collect();
        (position(&fen.join(" ")), number("wdl"), number("dtz"))
    };
    let endgames: Vec<_> = text.lines().map(read).collect();
    assert_eq!(endgames.len(), 200);
    endgames
}

struct Thinker {
    search: Search<Chess>,
    probing: ProbeSettings,
}

impl Thinker {
    fn new(tables: Arc<SyzygyTables>) -> Thinker {
        let model = <Chess as Knowledge>::Model::embedded().unwrap();
        let mut search = Search::new(Arc::new(TranspositionTable::new(4).unwrap()), &model);
        search.tablebase = tables;
        Thinker {
            search,
            probing: ProbeSettings::default(),
        }
    }

    fn think(
        &mut self,
        position: &ChessPosition,
        past: &[Key],
        nodes: u64,
    ) -> SearchResult<ChessMove> {
        self.consider(position, past, position.moves(), nodes, 1, &mut Silent)
    }

    fn consider(
        &mut self,
        position: &ChessPosition,
        past: &[Key],
        moves: Vec<ChessMove>,
        nodes: u64,
        lines: usize,
        report: &mut dyn SearchListener<ChessPosition>,
    ) -> SearchResult<ChessMove> {
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let request = SearchRequest {
            limits,
            moves,
            multi_pv: lines,
            probe_settings: self.probing,
            ..SearchRequest::default()
        };
        let task = SearchTask {
            game_keys: past,
            request,
            ..SearchTask::new(position, SearchLimits::default())
        };
        self.search.think(task, report)
    }

    /// Plays both sides; who won, and the plies it took.
    fn game(&mut self, start: &ChessPosition, nodes: u64) -> (Option<Side>, usize) {
        let mut position = *start;
        let mut past = Vec::new();
        loop {
            let third = || occurrences(&past, position.key(), position.reversible_plies()) >= 3;
            let over = position
                .outcome()
                .or_else(|| third().then_some(Outcome::Draw));
            if let Some(outcome) = over {
                return (outcome.winner(position.side()), past.len());
            }
            let best = self.think(&position, &past, nodes).pv[0];
            past.push(position.key());
            position = position.play(best);
        }
    }
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn results_and_distances_are_the_true_ones() {
    let (tables, endgames) = (tables(), endgames());
    for (position, wdl, dtz) in endgames {
        let found = tables.wdl(&position).map(i32::from);
        assert_eq!(found, Some(wdl), "{position}");
        let distance = tables.dtz(&position).unwrap();
        assert_eq!(distance.plies, dtz, "{position}");
    }
    assert_eq!(tables.take_error(), None);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn chosen_moves_keep_the_result() {
    let (tables, endgames) = (tables(), endgames());
    let mut thinker = Thinker::new(Arc::clone(&tables));
    for (position, wdl, _) in endgames {
        if position.outcome().is_some() {
            continue;
        }
        let thought = thinker.think(&position, &[], 300);
        let child = position.play(thought.pv[0]);
        let after = match child.is_dead_position() {
            true => 0,
            false => tables.wdl(&child).map(i32::from).unwrap(),
        };
        assert_eq!(after, -wdl, "{position}: {:?}", thought.pv);
        let told = match wdl {
            2 => thought.score.is_win(),
            -2 => thought.score.is_loss(),
            _ => thought.score == Score::DRAW,
        };
        assert!(told, "{position}: {:?}", thought.score);
        assert!(thinker.search.tb_hits > 0);
    }
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn won_endings_are_won_against_the_best_defence() {
    let tables = tables();
    for (fen, nodes) in [
        ("8/8/8/3k4/8/8/8/K2NB3 w - - 0 1", 1),
        ("8/8/8/3k4/8/8/8/K2NB3 w - - 0 1", 2000),
        ("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1", 1),
        ("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1", 1000),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", 1),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", 5000),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", 1000),
        ("8/3k4/8/8/1B6/8/8/K2B4 w - - 0 1", 1),
    ] {
        let position = position(fen);
        assert_eq!(tables.wdl(&position).map(i32::from), Some(2), "{fen}");
        let (winner, plies) = Thinker::new(Arc::clone(&tables)).game(&position, nodes);
        println!("{fen}, {nodes} nodes a move: {plies} plies");
        assert_eq!(winner, Some(position.side()), "{fen} after {plies} plies");
    }
}

/// The tables count from a capture or a pawn move on.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn tables_are_asked_only_where_the_count_begins() {
    let tables = tables();
    let mut search = Thinker::new(tables).search;
    search.probe_limit = 4;
    for (fen, null, expected) in [
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", false, true),
        ("8/8/8/3k4/8/8/7R/K7 w - - 1 1", false, false),
        ("8/8/8/3k4/8/8/7R/K7 w - - 99 90", false, false),
        ("8/8/8/3k4/8/8/7R/K7 w - - 0 1", true, false),
    ] {
        search.stack[0].null_move = null;
        let told = Chess::probe_tablebase(&mut search, &position(fen), 1, 1);
        let won = told.is_some_and(|(score, _)| score.is_win());
        assert_eq!((told.is_some(), won), (expected, expected), "{fen} {null}");
    }
}

/// Queen, rook, two bishops, bishop and knight mate the best defence without tables of their own.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn basic_mates_are_found_without_tables() {
    let tables = tables();
    for (fen, nodes) in [
        ("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", 1000),
        ("8/8/8/3k4/8/8/1R6/K7 w - - 0 1", 3000),
        ("4kB2/8/K7/8/8/7B/8/8 w - - 0 1", 3000),
        ("8/8/3k4/8/8/8/8/KBB5 w - - 0 1", 3000),
        ("8/8/3k4/8/8/8/8/KBN5 w - - 0 1", 10_000),
    ] {
        let mut white = Thinker::new(Arc::default());
        let mut position = position(fen);
        let mut past = Vec::new();
        while position.outcome().is_none() {
            let mv = match position.side() {
                Side::First => white.think(&position, &past, nodes).pv[0],
                Side::Second => position
                    .moves()
                    .into_iter()
                    .max_by_key(|&mv| tables.dtz(&position.play(mv)).unwrap().plies)
                    .unwrap(),
            };
            past.push(position.key());
            position = position.play(mv);
        }
        let outcome = position.outcome();
        assert_eq!(outcome, Some(Outcome::Loss), "{fen}, {} plies", past.len());
    }
}

/// Bishop and knight need 59 plies here; the count leaves 20.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn the_fifty_move_rule_curses_a_win() {
    let tables = tables();
    let position = position("8/8/8/3k4/8/8/8/K2NB3 w - - 80 90");
    let mut thinker = Thinker::new(Arc::clone(&tables));
    assert_eq!(thinker.think(&position, &[], 2000).score, Score::DRAW);
    thinker.probing.move_count_rule = false;
    let distance = tables.dtz(&position).unwrap().plies;
    let score = thinker.think(&position, &[], 10).score;
    assert_eq!(score.tablebase_distance(), Some(distance), "{score:?}");
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn all_lines_asked_for_are_shown_and_only_moves_asked_for() {
    let tables = tables();
    #[derive(Default)]
    struct Lines(Vec<(usize, Score)>);
    impl SearchListener<ChessPosition> for Lines {
        fn info(&mut self, finding: &SearchInfo, _: &[ChessMove]) {
            self.0.push((finding.multi_pv, finding.score));
        }
    }
    let position = position("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1");
    let mut thinker = Thinker::new(tables);
    let mut lines = Lines::default();
    let moves = position.moves();
    thinker.consider(&position, &[], moves.clone(), 20_000, 99, &mut lines);
    // The node limit ends it with one more line, the best.
    lines.0.pop();
    let last: Vec<_> = lines.0[lines.0.len() - moves.len()..].to_vec();
    assert!(
        last.iter().map(|line| line.0).eq(1..=moves.len()),
        "{last:?}"
    );
    assert!(last.is_sorted_by_key(|&(_, score)| -score), "{last:?}");
    let losing = position.parse_move("d2d5").unwrap();
    let thought = thinker.consider(&position, &[], vec![losing], 1000, 1, &mut Silent);
    assert_eq!(thought.pv[0], losing);
}

/// White wins the exchange and with it the game; the tables know it, and the search a mate.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn the_search_finds_its_way_into_the_tables() {
    let tables = tables();
    let position = position("8/8/8/8/2k5/5n2/8/K1QR4 b - - 0 1");
    assert!(position.occupied().count() > tables.max_pieces());
    let mut thinker = Thinker::new(tables);
    let thought = thinker.think(&position, &[], 30_000);
    assert!(thinker.search.tb_hits > 0);
    assert!(thought.score.is_loss(), "{:?}", thought.score);
    thinker.probing.max_pieces = 0;
    thinker.think(&position, &[], 3000);
    assert_eq!(thinker.search.tb_hits, 0);
}

#[test]
fn a_player_tells_what_it_loaded_and_keeps_it_when_a_path_is_wrong() {
    let mut chess = player("chess", 1).unwrap();
    let error = chess.load_tables("/no/such/folder").unwrap_err();
    assert!(
        error.starts_with("cannot read the folder '/no/such/folder': "),
        "{error}"
    );
    assert_eq!(chess.take_messages(), Vec::<String>::new());
    chess.load_tables("").unwrap();
    assert_eq!(chess.take_messages(), ["no endgame tables"]);
    assert_eq!(chess.take_messages(), Vec::<String>::new());
    let mut draughts = player("english", 1).unwrap();
    assert!(draughts.load_tables("x").is_err());
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_folder_that_cannot_be_read_is_left_out() {
    let mut chess = player("chess", 1).unwrap();
    let path = format!("/no/such/folder;{}", data("syzygy").display());
    chess.load_tables(&path).unwrap();
    let notes = chess.take_messages().join("\n");
    assert!(
        notes.contains("found 35 ") && notes.contains("left out: cannot"),
        "{notes}"
    );
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_referee_foresees_results_where_the_count_begins() {
    let path = data("syzygy");
    let mut referee = referee_with("chess", path.to_str()).unwrap();
    for (fen, expected) in [
        ("8/8/8/8/8/3k4/8/R3K3 w - - 0 1", Some(Outcome::Win)),
        ("8/8/8/8/8/3k4/8/R3K3 b - - 0 1", Some(Outcome::Loss)),
        ("8/8/8/8/8/3k4/8/R3K3 w - - 1 1", None),
        ("8/8/8/8/8/3k4/8/R3K3 w Q - 0 1", None),
        ("8/8/8/3k4/8/8/8/B3K3 w - - 0 1", Some(Outcome::Draw)),
        ("8/pp6/8/3k4/8/8/1P6/R3K3 w - - 0 1", None),
    ] {
        referee.set_position(Some(fen), &[]).unwrap();
        assert_eq!(referee.tablebase_result(), expected, "{fen}");
    }
    assert_eq!(
        referee_with("chess", None).unwrap().tablebase_result(),
        None
    );
}

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_table_win_over_uci() {
    let paper = Paper::default();
    let path = data("syzygy");
    let lines = [
        "setoption name SyzygyPath value <empty>",
        &format!("setoption name SyzygyPath value {}", path.display()),
        "setoption name SyzygyProbeDepth value 2",
        "position fen 8/8/8/3k4/8/8/8/K2NB3 w - - 0 1",
        "setoption name Threads value 2",
        "go nodes 3000",
        "setoption name SyzygyPath value /nowhere",
        "setoption name Syzygy50MoveRule value false",
        "setoption name SyzygyProbeLimit value 3",
        "go nodes 3000",
    ];
    ProtocolSession::new(ProtocolOutput::new(paper.clone())).run_lines(&lines.map(str::to_owned));
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    let told: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("info string"))
        .collect();
    assert_eq!(told[0], "info string no endgame tables");
    assert!(
        told[1].starts_with("info string found 35 endgame tables"),
        "{told:?}"
    );
    assert!(
        told[2].starts_with("info string cannot read the folder '/nowhere'"),
        "{told:?}"
    );
    let [first, second] = text.split("bestmove").collect::<Vec<_>>()[..2] else {
        panic!("{text}");
    };
    assert!(
        first.contains(" score cp 199") && !first.contains(" tbhits 0 "),
        "{first}"
    );
    assert!(second.contains(" tbhits 0 "), "{second}");
}

#[test]
fn what_is_no_table_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let open =
        || SyzygyTables::open(folder.path().to_str().unwrap()).map(|tables| tables.summary());
    let error = open().unwrap_err();
    assert!(
        error.starts_with("found no new endgame tables (.rtbw) in '"),
        "{error}"
    );
    for (bytes, told) in [
        (&b""[..], "is shorter than any table"),
        (
            b"KQvK",
            "begins with [4b, 51, 76, 4b], expected [71, e8, 23, 5d]",
        ),
        (b"\x71\xe8\x23\x5d....", "found a length that no table has"),
    ] {
        fs::write(folder.path().join("KQvK.rtbw"), bytes).unwrap();
        let error = open().unwrap_err();
        assert!(error.ends_with(told), "{error}");
        assert!(error.contains("KQvK.rtbw'"), "{error}");
    }
    fs::create_dir(folder.path().join("KRvK.rtbw")).unwrap();
    assert!(open().is_err());
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_table_that_is_cut_short_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let position = position("8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1");
    let bytes = fs::read(data("syzygy/KQvKR.rtbw")).unwrap();
    for keep in [16, 80, 16 + 64 * 20] {
        fs::write(folder.path().join("KQvKR.rtbw"), &bytes[..keep]).unwrap();
        let tables = Arc::new(SyzygyTables::open(folder.path().to_str().unwrap()).unwrap());
        let mut thinker = Thinker::new(Arc::clone(&tables));
        assert!(thinker.think(&position, &[], 1000).score.is_estimate());
        let trouble = tables.take_error().unwrap();
        assert_eq!(
            trouble, "the endgame table KQvKR.rtbw is damaged",
            "{keep} bytes"
        );
        assert_eq!(tables.wdl(&position), None);
        assert_eq!(tables.take_error(), None);
    }
}

/// Bytes that were changed can make a table lie, but never make the engine fail.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn altered_tables_do_no_harm() {
    let (folder, endgames) = (data("syzygy"), endgames());
    let mut random = Random(2013);
    for name in ["KQvKR", "KPvKP", "KBNvK", "KRvK"] {
        let files = ["rtbw", "rtbz"].map(|ending| format!("{name}.{ending}"));
        let read = |file: &String| fs::read(folder.join(file)).unwrap();
        let whole = files.each_ref().map(read);
        for _ in 0..40 {
            let folder = tempfile::tempdir().unwrap();
            for (file, bytes) in files.iter().zip(&whole) {
                let altered = alter(bytes.clone(), &mut random);
                fs::write(folder.path().join(file), altered).unwrap();
            }
            probe_all(folder.path(), &endgames);
        }
    }
}

fn alter(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..8 {
        // Most damage is done near the beginning, where lengths and codes stand.
        let reach = if random.below(2) == 0 {
            200
        } else {
            bytes.len()
        };
        let place = 4 + random.below(reach.min(bytes.len()) - 4);
        bytes[place] = random.below(256) as u8;
    }
    bytes
}

fn probe_all(folder: &Path, endgames: &[(ChessPosition, i32, i32)]) {
    let Ok(tables) = SyzygyTables::open(folder.to_str().unwrap()) else {
        return;
    };
    for (position, ..) in endgames {
        let _ = (tables.wdl(position), tables.dtz(position));
    }
    let extra = [
        "8/8/4k3/4r3/8/8/3Q4/K7 w - - 0 1",
        "8/8/8/3k4/8/8/8/K2NB3 b - - 0 1",
    ];
    for fen in extra {
        let _ = (tables.wdl(&position(fen)), tables.dtz(&position(fen)));
    }
    if let Some(trouble) = tables.take_error() {
        assert!(!trouble.contains('\n'), "{trouble}");
    }
}
