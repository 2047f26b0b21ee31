//! `kempelen compare`: the algorithms find the same value, in more nodes or fewer. `tests/data/transcripts/compare.md` has the tables.

use crate::prelude::*;

/// The objects, one a depth.
pub fn rows(arguments: &str) -> Vec<Value> {
    run(format!("compare {arguments} --json")).exits_with(0).objects()
}

/// The result of the first algorithm of this name.
pub fn result<'a>(row: &'a Value, algorithm: &str) -> &'a Value {
    let mut results = row["algorithms"].as_array().unwrap().iter();
    let name = |it: &Value| it["algorithm"].as_str().unwrap().split(' ').next().unwrap().to_owned();
    results.find(|it| name(it) == algorithm).unwrap()
}

fn nodes(row: &Value, algorithm: &str) -> u64 {
    result(row, algorithm)["nodes"].as_u64().unwrap()
}

#[test]
fn pruning_keeps_the_value_in_every_game() {
    for (game, position, depths) in [
        ("chess", "r1b1k2r/2q2ppp/p2bpn2/1p6/3N4/2N1B3/PPP1BPPP/R2Q1RK1 b kq - 0 1", "1,2,3"),
        ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "4"),
        ("english", "W:W21,22,25-32:B1-4,6-8,10-12,16", "1,2,5"),
        ("pongor", "W:WK10,K15,27:BK6,K18,4", "3,4"),
        ("tictactoe", ".../.x./... o", "3,8"),
    ] {
        let begun = Instant::now();
        for row in rows(&format!("--game {game} --position '{position}' --depth {depths}")) {
            assert_eq!(row["game"], game);
            let times = row["algorithms"].as_array().unwrap().iter().map(|it| it["time"].as_f64().unwrap());
            assert!(times.sum::<f64>() < begun.elapsed().as_secs_f64(), "{row}");
            assert!(!row.to_string().contains("published"), "{row}");
            let minimax = result(&row, "minimax");
            assert!(minimax["best"].is_string(), "{row}");
            for pruned in ["alpha-beta", "killers", "history", "least-tree"] {
                assert_eq!(result(&row, pruned)["value"], minimax["value"], "{row}");
                assert!(nodes(&row, pruned) <= nodes(&row, "minimax"), "{row}");
                assert!(nodes(&row, pruned) >= nodes(&row, "least-tree"), "{row}");
            }
            assert_eq!(result(&row, "alpha-beta")["best"], minimax["best"], "{row}");
        }
    }
}

/// The search needs fewer nodes than the best algorithm of the thesis.
#[test]
fn the_search_is_smaller_than_the_trees_of_the_thesis() {
    let row = &rows("--game pongor --depth 8")[0];
    assert!(nodes(row, "search") < nodes(row, "history"), "{row}");
}
