//! Game trees that a user writes obey the laws of `Game`.

use super::conformance::obeys_the_rules;
use super::oracle::agree;
use crate::prelude::*;

fn trees() -> Vec<TreePosition> {
    let texts =
        ["(((5 5)(5 5))((5 5)(5 5))) p2", "(A(6 8) B(7 11 (X:0 Y:-3)) C:5) p1", "((1 2 3)(4 (5 6) 7)(((8))) -9)"];
    let read = texts.map(|text| TreePosition::parse(text).unwrap());
    read.into_iter().chain([TreePosition::start()]).collect()
}

#[test]
fn trees_obey_the_rules() {
    assert!(obeys_the_rules(&trees(), 100) > 0);
}

/// The payoffs are so large that the search does not keep them exactly in its table.
#[test]
fn trees_are_searched_alike() {
    let large = ["((0 0 0)(0 (0 0))(0))", "((900000 27999)(27998 (28000 -5)) 28001)"];
    let large = large.map(|text| TreePosition::parse(text).unwrap());
    for tree in trees().iter().chain(&large) {
        agree(tree, 100);
    }
}
