//! The pieces that a line costs a side.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, Side};
use crate::picture::{Picture, PieceKind};
use std::collections::BTreeMap;

/// The pieces that a side has lost at the end of a line, and what it has won for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The moves of the line up to the last one that takes something.
    pub plies: usize,
    /// What is lost, in pawns or men; at least 1.
    pub net: i32,
    lost: PieceCounts,
    won: PieceCounts,
    /// Whether the other side gave up pieces before it took any.
    is_shot: bool,
}

/// Kinds of pieces with their numbers, the most valuable kinds first.
type PieceCounts = Vec<(PieceKind, i32)>;

/// The number of pieces by kind.
type Material = BTreeMap<PieceKind, i32>;

/// An exchange has ended when this many plies in a row take nothing.
const QUIET_PLIES: usize = 2;

/// Maximum number of plies that show a loss: longer lines are not reliable.
const MAX_PLIES: usize = 10;

impl Exchange {
    /// What `side` has lost after the moves of a line, if it has lost something and stays without it: after the last capture
    /// nothing is taken for two plies, and later the line wins back a pawn or man at most, but not all. The line counts up
    /// to its first promotion. `None` also if the pieces of the game have no value.
    pub fn settled(position: &AnyPosition, moves: &[AnyMove], side: Side) -> Option<Exchange> {
        let materials = materials(position, moves, side)?;
        let losses: Vec<i32> = materials.iter().map(|after| balance(&materials[0]) - balance(after)).collect();
        let is_settled = |&plies: &usize| {
            let kept = (losses[plies] - 1).max(1);
            is_quiet(&materials[plies..])
                && materials[plies] != materials[plies - 1]
                && losses[plies..].iter().all(|loss| *loss >= kept)
        };
        let plies = (1..materials.len().min(MAX_PLIES + 1)).find(is_settled)?;
        let [lost, won] = [0, 1].map(|owner| difference(&materials[0][owner], &materials[plies][owner]));
        let (lost, won) = cancelled(lost, won);
        let is_draughts = lost.iter().any(|(kind, _)| matches!(kind, PieceKind::Man | PieceKind::CrownedMan));
        let captures_from = |ply: usize| (ply..plies).all(|ply| materials[ply] != materials[ply + 1]);
        let is_shot = is_draughts && (2..plies).any(|ply| losses[ply] < losses[1] && captures_from(ply - 1));
        Some(Exchange { plies, net: losses[plies], lost, won, is_shot })
    }

    /// What `side` has lost at most at the end of a line, in pawns or men; negative if it has won something. `None` if that is not
    /// known: the line is too short, has a promotion, or ends with captures by the side, which may be answered; or the pieces
    /// have no value.
    pub fn net_loss(position: &AnyPosition, moves: &[AnyMove], side: Side) -> Option<i32> {
        let materials = materials(position, moves, side).filter(|materials| materials.len() == moves.len() + 1)?;
        let last = materials.len() - 1;
        let before_last = materials.get(last.checked_sub(QUIET_PLIES)?)?;
        (before_last[1] == materials[last][1]).then(|| balance(&materials[0]) - balance(&materials[last]))
    }

    /// What happens to the side: `loses a rook for a knight`.
    pub fn text(&self) -> String {
        match (self.is_exchange(), self.is_shot) {
            (true, _) => "loses the exchange".to_owned(),
            (false, true) => format!("allows a shot and loses {}", self.pieces()),
            (false, false) => format!("loses {}", self.pieces()),
        }
    }

    /// What the other side wins: `a rook for a knight`.
    pub fn gain(&self) -> String {
        let pieces = if self.is_exchange() { "the exchange".to_owned() } else { self.pieces() };
        if self.is_shot { format!("a shot that wins {pieces}") } else { format!("winning {pieces}") }
    }

    fn pieces(&self) -> String {
        let lost = listed(&self.lost);
        if self.won.is_empty() { lost } else { format!("{lost} for {}", listed(&self.won)) }
    }

    /// A rook for a knight or a bishop.
    fn is_exchange(&self) -> bool {
        let is_minor = |won: &[(PieceKind, i32)]| matches!(won, [(PieceKind::Knight | PieceKind::Bishop, 1)]);
        self.lost == [(PieceKind::Rook, 1)] && is_minor(&self.won)
    }
}

/// The pieces of `side` and of the other one; `None` if one has no value.
fn material_of(position: &AnyPosition, side: Side) -> Option<[Material; 2]> {
    let mut material = [Material::new(), Material::new()];
    for cell in position.rows().into_iter().flatten().flatten() {
        if let Some(piece) = cell.piece {
            piece_value(piece.kind)?;
            *material[usize::from(piece.side != side)].entry(piece.kind).or_default() += 1;
        }
    }
    Some(material)
}

fn balance([own, other]: &[Material; 2]) -> i32 {
    let sum =
        |material: &Material| material.iter().map(|(kind, count)| piece_value(*kind).unwrap_or(0) * count).sum::<i32>();
    sum(own) - sum(other)
}

/// The usual value of a piece in pawns or men; `None` in games without such values.
pub fn piece_value(kind: PieceKind) -> Option<i32> {
    match kind {
        PieceKind::King => Some(0),
        PieceKind::Pawn | PieceKind::Man => Some(1),
        PieceKind::Knight | PieceKind::Bishop | PieceKind::CrownedMan => Some(3),
        PieceKind::Rook => Some(5),
        PieceKind::Queen => Some(9),
        PieceKind::Cross | PieceKind::Nought | PieceKind::Counter => None,
    }
}

/// The pieces before the line and after each of its moves, up to the first promotion.
fn materials(position: &AnyPosition, moves: &[AnyMove], side: Side) -> Option<Vec<[Material; 2]>> {
    let mut all = vec![material_of(position, side)?];
    let mut reached = position.clone();
    for &mv in moves {
        reached = reached.play(mv);
        let (after, before) = (material_of(&reached, side)?, &all[all.len() - 1]);
        let has_new =
            (0..2).any(|owner| after[owner].iter().any(|(kind, count)| count > &count_of(&before[owner], *kind)));
        if has_new {
            break;
        }
        all.push(after);
    }
    Some(all)
}

/// Whether nothing is taken in the first plies.
fn is_quiet(materials: &[[Material; 2]]) -> bool {
    materials.len() > QUIET_PLIES && materials[..=QUIET_PLIES].iter().all(|it| *it == materials[0])
}

fn count_of(material: &Material, kind: PieceKind) -> i32 {
    material.get(&kind).copied().unwrap_or(0)
}

/// The pieces that are gone.
fn difference(before: &Material, after: &Material) -> Material {
    before.iter().map(|(&kind, count)| (kind, count - count_of(after, kind))).collect()
}

/// Without the pieces that both sides have lost; a knight counts like a bishop. The most valuable pieces come first.
fn cancelled(mut lost: Material, mut won: Material) -> (PieceCounts, PieceCounts) {
    let minor = [PieceKind::Knight, PieceKind::Bishop];
    let pairs = lost.keys().map(|&kind| (kind, kind)).chain([(minor[0], minor[1]), (minor[1], minor[0])]);
    for (own, other) in pairs.collect::<Vec<_>>() {
        if let (Some(own), Some(other)) = (lost.get_mut(&own), won.get_mut(&other)) {
            let both = (*own).min(*other);
            *own -= both;
            *other -= both;
        }
    }
    let list = |material: Material| {
        let mut list: PieceCounts = material.into_iter().filter(|(_, count)| *count > 0).collect();
        list.sort_by_key(|(kind, _)| -piece_value(*kind).unwrap_or(0));
        list
    };
    (list(lost), list(won))
}

/// `a rook and 2 pawns`.
fn listed(pieces: &[(PieceKind, i32)]) -> String {
    let named = pieces.iter().map(|&(kind, count)| {
        let [one, many] = names(kind);
        if count == 1 { format!("a {one}") } else { format!("{count} {many}") }
    });
    let named: Vec<String> = named.collect();
    match named.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => named.concat(),
    }
}

fn names(kind: PieceKind) -> [&'static str; 2] {
    match kind {
        PieceKind::Pawn => ["pawn", "pawns"],
        PieceKind::Knight => ["knight", "knights"],
        PieceKind::Bishop => ["bishop", "bishops"],
        PieceKind::Rook => ["rook", "rooks"],
        PieceKind::Queen => ["queen", "queens"],
        PieceKind::Man => ["man", "men"],
        PieceKind::King | PieceKind::CrownedMan => ["king", "kings"],
        PieceKind::Cross | PieceKind::Nought | PieceKind::Counter => ["piece", "pieces"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;

    /// What the side to move loses in a line.
    fn lost(game: &str, position: &str, moves: &str) -> Option<String> {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let line = set_up(&find_game(game).unwrap().start(), Some(position), &moves).unwrap();
        let exchange = Exchange::settled(line.start(), line.moves(), line.start().side_to_move())?;
        Some(format!("{} in {}", exchange.text(), exchange.plies))
    }

    #[test]
    fn pieces_that_stay_lost_are_named() {
        let queen = "3rk3/8/8/8/8/2n5/8/Q3K3 w - - 0 1";
        for (position, moves, expected) in [
            (queen, "a1a8 d8a8 e1f2 a8a2", Some("loses a queen in 2")),
            (queen, "a1a8 d8a8 e1f2", None),
            (queen, "a1a8 d8a8", None),
            (queen, "a1c3 d8d1 e1d1 e8e7 d1e1", None),
            ("r3k3/8/8/8/4n3/2N5/8/R3K3 w - - 0 1", "c3e4 a8a1 e1f2 a1a2 f2f3", Some("loses a rook for a knight in 2")),
            (
                "4k3/8/1n6/8/8/3p4/8/2R1K3 w - - 0 1",
                "c1c4 b6c4 e1d1 c4e5 d1d2 e8e7 d2e3 e7e6",
                Some("loses a rook in 2"),
            ),
            ("4k3/8/1n6/2p5/8/8/8/2R1K3 w - - 0 1", "c1c5 b6d7 c5c8 e8e7 e1e2", None),
            ("4k3/8/8/8/8/4r3/4N3/2R1K1r1 w - - 0 1", "e1f2 g1c1 e2c1 e3e7 f2f3", None),
        ] {
            let expected = expected.map(|text: &str| text.replace("a rook for a knight", "the exchange"));
            assert_eq!(lost("chess", position, moves), expected, "{position} {moves}");
        }
    }

    #[test]
    fn what_is_not_known_is_no_loss() {
        let net = |position: &str, moves: &str| {
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            let line = set_up(&find_game("chess").unwrap().start(), Some(position), &moves).unwrap();
            Exchange::net_loss(line.start(), line.moves(), line.start().side_to_move())
        };
        let queen = "3rk3/8/8/8/8/2n5/8/Q3K3 w - - 0 1";
        assert_eq!(net(queen, "a1a8 d8a8 e1f2 a8a2"), Some(9));
        assert_eq!(net(queen, "a1c3 e8e7 e1f2"), Some(-3));
        assert_eq!(net(queen, "a1a8 d8a8"), Some(9));
        assert_eq!(net(queen, "a1a8"), None, "too short");
        assert_eq!(net(queen, "e1f2 d8d1 a1d1"), None, "it ends with a capture");
        assert_eq!(net(queen, "e1f2 e8e7 f2e1 c3b1"), Some(0));
        assert_eq!(net("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", "e1e2 a2a1q e2e3 a1a2"), None, "a promotion");
    }
}
