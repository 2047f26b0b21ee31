//! The identity of the engine's play: the signature of a game changes exactly when the play does.

use kempelen::lab::perft::signature;

/// Games, a depth for each, and the nodes of the benchmark to that depth.
const SIGNATURES: &[(&str, i32, u64)] = &[
    ("chess", 10, 174_740),
    ("english", 9, 37_379),
    ("pongor", 9, 79_200),
    ("italian", 9, 41_434),
    ("russian", 9, 48_713),
    ("brazilian", 9, 38_526),
    ("pool", 9, 43_883),
    ("spanish", 9, 54_413),
    ("portuguese", 9, 54_413),
    ("czech", 9, 41_616),
    ("slovak", 9, 44_779),
    ("thai", 9, 38_968),
    ("giveaway", 9, 21_672),
    ("international", 7, 19_717),
    ("killer", 7, 19_687),
    ("bt", 7, 12_314),
    ("losing", 7, 4_659),
    ("frisian", 7, 17_294),
    ("frysk", 7, 9_161),
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
