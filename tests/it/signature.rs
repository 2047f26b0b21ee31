//! The identity of the engine's play: these numbers change exactly when the play changes.

use kempelen::commands::bench::signature;

#[test]
fn bench_signatures() {
    let nodes = |game, depth| signature(game, Some(depth), None).unwrap();
    for (game, depth, expected) in [
        ("chess", 10, CHESS),
        ("english", 9, ENGLISH),
        ("pongor", 9, PONGOR),
    ] {
        assert_eq!(nodes(game, depth), expected, "{game} to depth {depth}");
    }
}

const CHESS: u64 = 145_243;
const ENGLISH: u64 = 37_379;
const PONGOR: u64 = 79_200;
