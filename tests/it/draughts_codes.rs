//! The codes of moves.

use crate::prelude::*;
use kempelen::games::draughts::position::DraughtsSetup;

/// The moves of a position have different codes, even if a king can reach all pieces that it can ever capture: tries
/// every subset of these nine pieces for every square.
#[test]
fn codes_differ_among_all_captures_of_a_king() {
    type Board = <English as DraughtsVariant>::Board;
    let mut most = 0;
    for start in [14, 18, 1, 5, 4, 32].map(|number| Board::SIZE.bit(number)) {
        let (row, column) = (Board::SIZE.row(start), Board::SIZE.column(start));
        let met: Vec<u8> = Board::BOARD
            .filter(|&bit| {
                let (r, c) = (Board::SIZE.row(bit), Board::SIZE.column(bit));
                let is_inside = [r, c].iter().all(|place| (1..7).contains(place));
                is_inside && (r + row) % 2 == 1 && (c + column) % 2 == 1
            })
            .collect();
        assert_eq!(met.len(), 9);
        for chosen in 1..1 << 9 {
            let victims = (met.iter().enumerate())
                .filter(|(index, _)| chosen >> index & 1 == 1)
                .fold(Bitset::EMPTY, |set, (_, &bit)| set | Bitset::of(bit));
            let kings = [Bitset::of(start), victims];
            let setup = DraughtsSetup { kings, ..DraughtsSetup::empty(Colour::White) };
            let position = DraughtsPosition::new(English, &setup).unwrap();
            let moves = position.moves();
            let codes: BTreeSet<u16> = moves.iter().map(|&mv| DraughtsPosition::<English>::code(mv)).collect();
            assert_eq!(codes.len(), moves.len(), "{position:?}");
            most = most.max(moves.len());
        }
    }
    assert_eq!(most, 8);
}
