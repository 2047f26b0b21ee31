//! Play with endgame tables of draughts.

use super::embedded;
use crate::data::folder;
use crate::prelude::*;
use kempelen::games::draughts::egdb::board::EgdbBoard;
use kempelen::games::draughts::fen;
use kempelen::search::root_ranking::{RootRanking, TablebaseClass};

/// A search with these tables.
fn searcher(tables: &Arc<Egdb>) -> Search<Draughts<English>> {
    let mut search = new_search(16, &DraughtsModel::<English>::embedded().unwrap());
    search.tablebase = Arc::clone(tables);
    search
}

/// The result of a search of `nodes` nodes with these tables.
fn think(tables: &Arc<Egdb>, position: &DraughtsPosition<English>, nodes: u64) -> SearchResult<DraughtsMove> {
    search_result(&mut searcher(tables), position, of_nodes(nodes))
}

/// A random position with this number of pieces, half of them of each side; `None` if it is illegal.
fn random_position(pieces: usize, random: &mut Random) -> Option<DraughtsPosition<English>> {
    let mut squares: Vec<u8> = (1..=32).collect();
    let mut next = || squares.swap_remove(random.below(squares.len()));
    let [white, black]: [Vec<String>; 2] = [0, 1].map(|colour| {
        (0..pieces)
            .filter(|piece| piece % 2 == colour)
            .map(|_| next())
            .map(|square| match square % 3 {
                0 => format!("K{square}"),
                _ => square.to_string(),
            })
            .collect()
    });
    fen::parse(English, &format!("B:W{}:B{}", white.join(","), black.join(","))).ok()
}

fn kings(position: &DraughtsPosition<English>) -> u32 {
    Side::each(|side| position.kings(side).count()).iter().sum()
}

/// Plays a won ending to its end against the best defence by the tables. Every conversion must come as soon as the tables
/// say.
fn win(tables: &Arc<Egdb>, start: &DraughtsPosition<English>) {
    let mut position = *start;
    let mut left = u32::from(tables.distance(&EgdbBoard::of(&position)).unwrap());
    let winner = position.side_to_move();
    while position.has_moves() {
        let mv = if position.side_to_move() == winner {
            think(tables, &position, 300).pv[0]
        } else {
            position.moves().into_iter().max_by_key(|&mv| tables.distance(&EgdbBoard::of(&position.play(mv)))).unwrap()
        };
        assert!(left > 0, "no conversion: {}, {start:?}", fen::show(&position));
        let next = position.play(mv);
        let converted = mv.captures() || kings(&next) > kings(&position);
        position = next;
        left = if converted { tables.distance(&EgdbBoard::of(&position)).unwrap_or(0).into() } else { left - 1 };
    }
    assert_ne!(position.side_to_move(), winner, "{start:?}");
}

/// Wins `count` random endings with this number of pieces.
fn win_random_endings(tables: &Arc<Egdb>, pieces: usize, count: usize) {
    let mut random = Random::new(3);
    let mut won = 0;
    while won < count {
        let Some(position) = random_position(pieces, &mut random) else { continue };
        if tables.probe(&EgdbBoard::of(&position)) == Some(Outcome::Win) {
            win(tables, &position);
            won += 1;
        }
    }
}

#[test]
fn won_endings_are_won_against_the_best_defence() {
    win_random_endings(&embedded(), 4, 100);
}

/// The stored values of positions with a capture are meaningless.
#[test]
fn tables_are_not_probed_if_a_capture_is_possible() {
    let position = fen::parse(English, "B:WK10,25,30:B1,K7,12").unwrap();
    let score =
        |tables: &Arc<Egdb>, depth| search_result(&mut searcher(tables), &position, to_depth(depth)).score.value();
    assert!(score(&embedded(), 5).abs() < 300);
    // Deeper, the tables show a win. It is one without them, too.
    assert!(score(&embedded(), 15) > 5000 && score(&Arc::default(), 33) > 5000);
    assert_eq!(probe(&fen::parse(English, "B:WK10,25:BK7").unwrap()), None);
}

/// The score that the search gets from the tables for a position below the root.
fn probe(position: &DraughtsPosition<English>) -> Option<Score> {
    let mut search = searcher(&embedded());
    search.probe_limit = 4;
    let answer = Draughts::<English>::probe_tablebase(&mut search, position, 1, 1)?;
    assert_eq!(search.tb_hits, 1);
    Some(answer.0)
}

#[test]
fn a_lost_ending_is_defended_as_long_as_possible() {
    let position = fen::parse(English, "W:BK22,K23,K15:WK32").unwrap();
    assert_eq!(position.show_move(think(&embedded(), &position, 300).pv[0], MoveStyle::Short), "32-28");
}

#[test]
fn table_wins_do_not_count_close_to_the_draw_rule() {
    let at = |clock: u16| probe(&fen::parse(English, &format!("W:WK1,K2:BK32:H{clock}")).unwrap());
    let half = English.rules().draws.plies / 2;
    for clock in [0, half] {
        assert!(at(clock).is_some_and(Score::is_win), "{clock}");
    }
    for clock in [half + 1, English.rules().draws.plies - 1] {
        assert_eq!(at(clock), None, "{clock}");
    }
    assert_eq!(probe(&fen::parse(English, "W:WK1:BK32:H79").unwrap()), Some(Score::DRAW));
}

fn tables_beside_the_program(pieces: u32) -> Arc<Egdb> {
    let folder = folder("KEMPELEN_EGDB");
    let tables: Egdb = Tablebase::open(&DraughtsPosition::<English>::start(), folder.to_str().unwrap()).unwrap();
    assert!(tables.max_pieces() >= pieces, "{} pieces", tables.max_pieces());
    Arc::new(tables)
}

#[test]
#[ignore = "needs KEMPELEN_EGDB"]
fn endings_of_five_pieces_are_won() {
    win_random_endings(&tables_beside_the_program(5), 5, 100);
}

/// Tables of six pieces take minutes to build.
#[test]
#[ignore = "needs KEMPELEN_EGDB with six pieces"]
fn endings_and_the_fourth_position_are_won_with_six_pieces() {
    let tables = tables_beside_the_program(6);
    win_random_endings(&tables, 6, 100);
    assert!(think(&tables, &fen::parse(English, "B:W30,K31,K32:BK20,21,K22,K23").unwrap(), 5_000_000).score.is_win());
    let defended = fen::parse(English, "W:W30,K31,K32:BK20,21,K22,K23").unwrap();
    assert!(!think(&tables, &defended, 5_000_000).score.is_loss());
}

/// Three kings win against one in 16 plies, but the draw rule for these pieces ends the game after 30.
#[test]
fn a_win_that_a_draw_rule_prevents_is_not_told() {
    for (clock, is_won) in [(0, true), (14, true), (15, false), (29, false)] {
        let position = format!("W:WK30,K31,K32:BK1:L{clock}");
        let text = run(format!("analyse --game russian --depth 2 --fen {position}")).text();
        assert_eq!(text.contains("+table"), is_won, "{text}");
    }
}

/// The tables do not have the position after the first king, since the game is over.
#[test]
fn a_move_that_wins_by_a_rule_is_ranked_as_a_win() {
    let position = find_game("bt").unwrap().start().parse_position("W:W7,40:B45").unwrap();
    let task = SearchTask::new(&position, SearchLimits::default());
    let drawn = |_: &AnyPosition| Some((TablebaseClass::DRAW, 0));
    let ranking = RootRanking::of(&task, &task.keys(), drawn, |_, _| false).unwrap();
    assert_eq!(ranking.class(), TablebaseClass::WIN);
    let best = ranking.into_root_moves(1, false, false).into_iter().map(|it| it.mv);
    let best: Vec<_> = best.map(|mv| position.show_move(mv, MoveStyle::Long)).collect();
    assert_eq!(best, ["7-2", "7-1"]);
}
