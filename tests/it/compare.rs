//! `kempelen compare`: the textbook algorithms find the same value, in the nodes that are known.

use crate::prelude::*;

pub fn compare(arguments: &str) -> Ran {
    run(format!("compare {arguments}"))
}

/// The objects, one a depth.
pub fn rows(arguments: &str) -> Vec<Value> {
    compare(&format!("{arguments} --json")).exits_with(0).objects()
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
fn the_table_of_the_thesis() {
    let rows = rows("--game pongor --depth 2,4,6,8");
    let expected = [(2, 57), (4, 1_828), (6, 45_662), (8, 1_051_977)];
    assert_eq!(rows.len(), expected.len());
    for (row, (depth, minimax)) in rows.iter().zip(expected) {
        assert_eq!(row["depth"], depth);
        assert_eq!(nodes(row, "minimax"), minimax);
        assert_eq!(result(row, "minimax")["published"], minimax);
    }
    let last = &rows[3];
    assert!(nodes(last, "history") <= 22_414);
    for (algorithm, published) in [("alpha-beta", 37_827), ("history", 22_414)] {
        assert_eq!(result(last, algorithm)["published"], published);
    }
    assert!(result(last, "killers").get("published").is_none());
    assert!(nodes(last, "search") < nodes(last, "history"));
}

/// With the order of moves of the thesis both of its algorithms visit as many nodes as it says.
#[test]
fn the_table_of_the_thesis_in_its_own_order_of_moves() {
    let algorithms = "--algorithm 'alpha-beta order=pongor' --algorithm 'history order=pongor'";
    let rows = rows(&format!("--game pongor --depth 2,4,6,8 {algorithms}"));
    let expected = [[36, 27], [669, 191], [4_428, 2_756], [37_827, 22_414]];
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(expected) {
        for (place, nodes) in expected.into_iter().enumerate() {
            let found = &row["algorithms"][place];
            let name = format!("{} depth={}", ["alpha-beta", "history"][place], row["depth"]);
            assert_eq!(found["algorithm"], format!("{name} order=pongor"));
            assert_eq!((&found["nodes"], &found["published"]), (&nodes.into(), &nodes.into()));
        }
    }
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

/// Kings go in four directions, which the program of the thesis tries in its order.
#[test]
fn moves_of_kings_have_the_order_of_the_thesis() {
    let position = "--game pongor --position W:WK14,K11:BK27,K24 --depth 3";
    let row = &rows(&format!("{position} --algorithm 'alpha-beta order=pongor'"))[0];
    assert_eq!(nodes(row, "alpha-beta"), 142);
}

#[test]
fn all_see_the_end_of_a_game_alike() {
    let row = &rows("--position '7k/8/5K2/8/8/8/8/6R1 w - - 0 1' --depth 4")[0];
    for algorithm in ["minimax", "alpha-beta", "killers", "history", "search"] {
        assert_eq!(result(row, algorithm)["value"], 999_997, "{algorithm}: {row}");
    }
}

#[test]
fn people_get_a_table() {
    let text = compare("--game pongor --depth 2,3").text();
    assert!(text.starts_with("English draughts in which the longest capture is compulsory: B:W"));
    let lines: Vec<Vec<&str>> = text.lines().map(|it| it.split_whitespace().collect()).collect();
    let names: Vec<&str> = lines.iter().map(|it| it.first().copied().unwrap_or("")).collect();
    let algorithms = ["minimax", "alpha-beta", "killers", "history", "search", "least-tree"];
    assert_eq!(names[1..], [&["", "depth"], &algorithms[..], &["", "depth"], &algorithms].concat());
    assert_eq!(lines[2].join(" "), "depth 2 nodes factor leaves cutoffs tried value move seconds published");
    assert_eq!(lines[3][..6], ["minimax", "57", "1.0", "49", "0", "-"], "{text}");
    assert_eq!([3, 4, 5, 6].map(|line: usize| *lines[line].last().unwrap()), ["57", "36", "-", "27"]);
    assert_eq!(lines[10].last(), Some(&"seconds"));
}

#[test]
fn any_algorithms_are_compared() {
    let algorithms = [
        "alpha-beta",
        "composed m=1 n=1",
        "composed m=2 n=2 min=2 max=3 k=30 width=4 order=history",
        "averaging m=3 n=3 depth=2",
        "search depth=2",
    ];
    let options = format!("--algorithm '{}'", algorithms.join("' --algorithm '"));
    let rows = rows(&format!("--game english --depth 4,5 {options}"));
    assert_eq!(rows.len(), 2);
    for (row, depth) in rows.iter().zip([4, 5]) {
        let results = row["algorithms"].as_array().unwrap();
        let names: Vec<&str> = results.iter().map(|it| it["algorithm"].as_str().unwrap()).collect();
        let expected = [
            format!("alpha-beta depth={depth}"),
            format!("composed m=1 n=1 min={depth} max={depth}"),
            algorithms[2].to_owned(),
            algorithms[3].to_owned(),
            algorithms[4].to_owned(),
        ];
        assert_eq!(names, expected);
        for field in ["nodes", "leaves", "cutoffs", "children_per_cutoff", "value", "best"] {
            assert_eq!(results[0][field], results[1][field], "{field}: {row}");
        }
        assert_eq!(results[3]["nodes"], 57);
        assert_eq!(results[3]["children_per_cutoff"], Value::Null);
    }
    let own = self::rows("--algorithm 'negamax depth=1' --algorithm 'search depth=2'");
    assert_eq!((own.len(), &own[0]["depth"]), (1, &Value::from(2)));
}

#[test]
fn a_limit_stops_an_algorithm() {
    let arguments = "--game english --depth 6 --nodes 1000";
    let rows = rows(arguments);
    let minimax = result(&rows[0], "minimax");
    assert_eq!(minimax["stopped"], "stopped after 1000 nodes, the limit");
    assert_eq!(minimax["nodes"], 1000);
    assert!(minimax.get("value").is_none());
    assert!(compare(arguments).text().lines().nth(3).unwrap().contains(" stopped "));
}

#[test]
fn published_counts_are_those_of_the_start_position() {
    let moved = &rows("--game pongor --moves 11-15 --depth 2")[0];
    assert!(!moved.to_string().contains("published"), "{moved}");
    let start = &rows("--game tictactoe")[4];
    assert_eq!(nodes(start, "minimax"), 549_946);
    assert!(!start.to_string().contains("published"), "{start}");
}

#[test]
fn a_bad_question_is_one_clear_line() {
    for [arguments, expected] in cases("refused", "compare") {
        assert_eq!(compare(arguments).fails_with(expected).out(), "", "{arguments}");
    }
}
