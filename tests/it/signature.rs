//! The identity of the engine's play: the signature of a game changes exactly when the play does.

use kempelen::games::games;
use kempelen::lab::bench::signature;

#[test]
fn bench_signatures() {
    for game in games() {
        if let Some((depth, expected)) = game.signature {
            let nodes = signature(game.name, Some(depth), None).unwrap();
            assert_eq!(nodes, expected, "{} to depth {depth}", game.name);
        }
    }
}
