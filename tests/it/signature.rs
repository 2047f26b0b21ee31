//! The identity of the engine's play: the signature of a game changes exactly when the play does.

use kempelen::lab::perft::signature;

/// Games, a depth for each, and the nodes of the benchmark to that depth.
const SIGNATURES: &[(&str, i32, u64)] = &[
    ("chess", 10, 174_740),
    ("english", 9, 98_845),
    ("pongor", 9, 79_200),
    ("italian", 9, 70_227),
    ("russian", 9, 90_674),
    ("brazilian", 9, 83_465),
    ("pool", 9, 66_109),
    ("spanish", 9, 98_348),
    ("portuguese", 9, 98_348),
    ("czech", 9, 78_306),
    ("slovak", 9, 60_209),
    ("thai", 9, 46_188),
    ("giveaway", 9, 39_610),
    ("international", 7, 36_968),
    ("killer", 7, 34_703),
    ("bt", 7, 27_565),
    ("losing", 7, 13_065),
    ("frisian", 7, 37_126),
    ("frysk", 7, 9_172),
    ("breakthrough", 6, 67_790),
    ("tictactoe", 9, 4_992),
    ("tree", 9, 42),
    ("nim", 12, 7_861),
    ("northcott", 7, 68_443),
    ("lasker", 8, 9_766),
    ("wythoff", 10, 3_388),
    ("circular", 9, 5_012),
    ("kayles", 12, 10_639),
];

#[test]
fn bench_signatures() {
    for &(game, depth, expected) in SIGNATURES {
        assert_eq!(signature(game, Some(depth), None).unwrap(), expected, "{game} to depth {depth}");
    }
}
