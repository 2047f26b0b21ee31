//! The pieces that a line costs a side.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, Side};
use crate::picture::{Picture, PieceKind};
use std::collections::BTreeMap;

/// The pieces that a line costs a side, and what the side gets for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The moves of the line up to the last one that takes or promotes something.
    pub plies: usize,
    /// What is lost, in pawns or men; at least 1.
    pub net: i32,
    lost: PieceCounts,
    won: PieceCounts,
    /// Promotions of the other side whose new piece stays on the board.
    promotions: i32,
    /// Whether the other side gave up pieces before it took any.
    is_shot: bool,
}

/// Kinds of pieces with their numbers, the most valuable kinds first.
type PieceCounts = Vec<(PieceKind, i32)>;

/// The number of pieces by kind.
type Material = BTreeMap<PieceKind, i32>;

/// The value of a queen.
const QUEEN: i32 = 9;

/// An exchange has ended when this many plies in a row change no material.
const QUIET_PLIES: usize = 2;

/// The material in a line.
pub struct LineMaterial {
    /// The pieces of one side and of the other, before the line and after each of its moves.
    materials: Vec<[Material; 2]>,
    /// What the first of the two has lost since the beginning, in pawns or men.
    losses: Vec<i32>,
}

impl LineMaterial {
    /// What `side` and its opponent have in a line of moves; `None` if the pieces of the game have no value.
    pub fn of(position: &AnyPosition, moves: &[AnyMove], side: Side) -> Option<LineMaterial> {
        let mut materials = vec![material_of(position, side)?];
        let mut reached = position.clone();
        for &mv in moves {
            reached = reached.play(mv);
            materials.push(material_of(&reached, side)?);
        }
        let losses = materials.iter().map(|after| balance(&materials[0]) - balance(after)).collect();
        Some(LineMaterial { materials, losses })
    }

    /// The loss of the side at the end of the line, in pawns or men; negative if it has won something. Captures of the side in
    /// the last two plies do not count, because they may be answered. `None` if the line is too short to tell.
    pub fn known_loss(&self) -> Option<i32> {
        let last = self.losses.len() - 1;
        let is_known = |ply: usize| self.materials[ply][1] == self.materials[last][1];
        let known = if last.checked_sub(QUIET_PLIES).is_some_and(is_known) {
            last
        } else {
            (0..last).rfind(|&ply| self.is_quiet(ply))?
        };
        Some(self.losses[known].max(self.losses[last]))
    }

    /// The greatest loss that the side has in the first `plies` plies, among those for which `is_shown` holds. The loss must
    /// last: no material changes in the next two plies, and the rest of the line wins back at most a pawn or man (two of a
    /// queen), and never everything. A loss does not count while the side has a new piece by a promotion.
    pub fn greatest_loss(&self, plies: usize, is_shown: impl Fn(i32) -> bool) -> Option<Exchange> {
        let (materials, losses) = (&self.materials, &self.losses);
        let stays = |ply: usize| {
            let won_back = if losses[ply] < QUEEN { 1 } else { 2 };
            let kept = (losses[ply] - won_back).max(1);
            let is_kept = |later: usize| losses[later] >= kept || (!self.is_quiet(later) && later + 1 < losses.len());
            (ply..losses.len()).all(is_kept)
        };
        let is_loss = |&ply: &usize| {
            let has_promoted = new_pieces(&materials[0][0], &materials[ply][0]) > 0;
            let is_over = self.is_quiet(ply) && materials[ply] != materials[ply - 1];
            is_over && !has_promoted && is_shown(losses[ply]) && stays(ply)
        };
        let plies = (1..losses.len().min(plies + 1)).rev().filter(is_loss).max_by_key(|&ply| losses[ply])?;
        let [mut lost, mut won] = [0, 1].map(|owner| difference(&materials[0][owner], &materials[plies][owner]));
        let promotions = new_pieces(&materials[0][1], &materials[plies][1]);
        won.entry(PieceKind::Pawn).and_modify(|pawns| *pawns -= promotions);
        won.entry(PieceKind::Man).and_modify(|men| *men -= promotions);
        let is_draughts = lost.contains_key(&PieceKind::Man) || lost.contains_key(&PieceKind::CrownedMan);
        cancel(&mut lost, &mut won);
        let captures_from = |ply: usize| (ply..plies).all(|ply| materials[ply] != materials[ply + 1]);
        let is_shot = is_draughts && (2..plies).any(|ply| losses[ply] < losses[1] && captures_from(ply - 1));
        Some(Exchange { plies, net: losses[plies], lost: listed(lost), won: listed(won), promotions, is_shot })
    }

    /// Whether no material changes in the next plies.
    fn is_quiet(&self, ply: usize) -> bool {
        let next = self.materials.get(ply..=ply + QUIET_PLIES);
        next.is_some_and(|next| next.iter().all(|it| *it == next[0]))
    }
}

impl Exchange {
    /// What happens to the side: `loses a rook for a knight`.
    pub fn text(&self) -> String {
        let shot = self.is_shot.then(|| "a shot".to_owned());
        let Some(pieces) = self.pieces() else {
            return format!("allows {}", joined(shot.into_iter().chain(self.promotion()).collect()));
        };
        let allows = |what: Option<String>| what.map(|what| format!("allows {what}"));
        let parts = [allows(shot), Some(format!("loses {pieces}")), allows(self.promotion())];
        joined(parts.into_iter().flatten().collect())
    }

    /// What the other side wins: `winning a rook for a knight`.
    pub fn gain(&self) -> String {
        let verb = if self.is_shot { "a shot that wins" } else { "winning" };
        let gain = self.pieces().map(|pieces| format!("{verb} {pieces}"));
        joined([gain, self.promotion()].into_iter().flatten().collect())
    }

    /// `a rook for a knight`; `None` if no piece is lost.
    fn pieces(&self) -> Option<String> {
        match (self.is_exchange(), &self.lost[..], &self.won[..]) {
            (true, ..) => Some("the exchange".to_owned()),
            (false, [], _) => None,
            (false, lost, []) => Some(in_words(lost)),
            (false, lost, won) => Some(format!("{} for {}", in_words(lost), in_words(won))),
        }
    }

    fn promotion(&self) -> Option<String> {
        match self.promotions {
            ..=0 => None,
            1 => Some("a promotion".to_owned()),
            count => Some(format!("{count} promotions")),
        }
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
        PieceKind::Queen => Some(QUEEN),
        PieceKind::Cross | PieceKind::Nought | PieceKind::Counter => None,
    }
}

/// How many pieces of a kind are there that were not there before: promotions.
fn new_pieces(before: &Material, after: &Material) -> i32 {
    after.iter().map(|(&kind, count)| (count - count_of(before, kind)).max(0)).sum()
}

fn count_of(material: &Material, kind: PieceKind) -> i32 {
    material.get(&kind).copied().unwrap_or(0)
}

/// The pieces that are gone.
fn difference(before: &Material, after: &Material) -> Material {
    before.iter().map(|(&kind, count)| (kind, count - count_of(after, kind))).collect()
}

/// Removes the pieces that both sides have lost; a knight counts like a bishop.
fn cancel(lost: &mut Material, won: &mut Material) {
    let minor = [PieceKind::Knight, PieceKind::Bishop];
    let pairs = lost.keys().map(|&kind| (kind, kind)).chain([(minor[0], minor[1]), (minor[1], minor[0])]);
    for (own, other) in pairs.collect::<Vec<_>>() {
        if let (Some(own), Some(other)) = (lost.get_mut(&own), won.get_mut(&other)) {
            let both = (*own).min(*other).max(0);
            *own -= both;
            *other -= both;
        }
    }
}

/// The pieces that are lost, the most valuable kinds first.
fn listed(material: Material) -> PieceCounts {
    let mut list: PieceCounts = material.into_iter().filter(|(_, count)| *count > 0).collect();
    list.sort_by_key(|(kind, _)| -piece_value(*kind).unwrap_or(0));
    list
}

/// `a rook and 2 pawns`.
fn in_words(pieces: &[(PieceKind, i32)]) -> String {
    let named = pieces.iter().map(|&(kind, count)| match (kind, count) {
        (_, 1) => format!("a {}", kind.word()),
        (PieceKind::Man, _) => format!("{count} men"),
        _ => format!("{count} {}s", kind.word()),
    });
    joined(named.collect())
}

/// `this, this and that`.
fn joined(parts: Vec<String>) -> String {
    match parts.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;

    /// What the side to move has in a line.
    fn material(game: &str, position: &str, moves: &str) -> LineMaterial {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let line = set_up(&find_game(game).unwrap().start(), Some(position), &moves).unwrap();
        LineMaterial::of(line.start(), line.moves(), line.start().side_to_move()).unwrap()
    }

    /// What the side to move loses in a line.
    fn lost(game: &str, position: &str, moves: &str) -> Option<String> {
        let exchange = material(game, position, moves).greatest_loss(16, |loss| loss > 0)?;
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
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "d1g4 c8g4 f2f3 g4d7 d2d3 e7e6 c1d2 b8c6 b1c3 g8f6 g2g4 d5e4 d3e4 f6g4 f3g4",
                Some("loses a queen in 2"),
            ),
            ("4k3/8/8/8/8/4r3/4N3/2R1K1r1 w - - 0 1", "e1f2 g1c1 e2c1 e3e7 f2f3", None),
        ] {
            let expected = expected.map(|text: &str| text.replace("a rook for a knight", "the exchange"));
            assert_eq!(lost("chess", position, moves), expected, "{position} {moves}");
        }
    }

    #[test]
    fn what_is_not_known_is_no_loss() {
        let net = |position: &str, moves: &str| material("chess", position, moves).known_loss();
        let queen = "3rk3/8/8/8/8/2n5/8/Q3K3 w - - 0 1";
        assert_eq!(net(queen, "a1a8 d8a8 e1f2 a8a2"), Some(9));
        assert_eq!(net(queen, "a1c3 e8e7 e1f2"), Some(-3));
        assert_eq!(net(queen, "a1a8 d8a8"), Some(9));
        assert_eq!(net(queen, "a1a8"), None, "too short");
        assert_eq!(net(queen, "e1f2 d8d1 a1d1"), Some(0), "the capture at the end may be answered");
        assert_eq!(net(queen, "e1f2 e8e7 f2e1 c3b1 a1b1"), Some(0), "the greater loss: the knight may be defended");
        assert_eq!(net(queen, "e1f2 e8e7 f2e1 c3b1"), Some(0));
        assert_eq!(net("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", "e1e2 a2a1q e2e3 a1a2"), Some(8), "a promotion");
    }

    #[test]
    fn promotions_and_the_greatest_loss_are_named() {
        let pawn = "4k3/8/8/8/8/2r5/p7/1R2K3 w - - 0 1";
        for (position, moves, expected) in [
            ("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", "e1e2 a2a1q e2e3 a1a2", Some("allows a promotion in 2")),
            (pawn, "e1e2 a2b1q e2f2 b1a2", Some("loses a rook and allows a promotion in 2")),
            (pawn, "b1b8 e8e7 b8b1 a2b1q", None),
            // A promotion of the side itself is no loss.
            ("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", "a7a8q e8e7 a8a2 e7f6 a2a3", None),
            // The pawn is the smaller loss.
            (
                "r3k3/p7/8/8/8/8/P7/R2NK3 w - - 0 1",
                "d1c3 a8b8 e1f2 a7a5 c3a4 b8b4 f2e3 b4a4 e3f3 a4a3",
                Some("loses a knight in 8"),
            ),
        ] {
            assert_eq!(lost("chess", position, moves).as_deref(), expected, "{position} {moves}");
        }
        let limited = |plies| material("chess", pawn, "e1e2 a2b1q e2f2 b1a2").greatest_loss(plies, |loss| loss > 0);
        assert_eq!([1, 2, 3].map(|plies| limited(plies).is_some()), [false, true, true]);
    }

    #[test]
    fn shots_losses_and_promotions_are_listed() {
        let text = |men: i32, promotions: i32| {
            let lost = if men > 0 { vec![(PieceKind::Man, men)] } else { Vec::new() };
            let exchange = Exchange { plies: 3, net: 2, lost, won: Vec::new(), promotions, is_shot: true };
            [exchange.text(), exchange.gain()]
        };
        assert_eq!(text(0, 1), ["allows a shot and a promotion", "a promotion"]);
        assert_eq!(text(2, 0), ["allows a shot and loses 2 men", "a shot that wins 2 men"]);
        let both = ["allows a shot, loses a man and allows 2 promotions", "a shot that wins a man and 2 promotions"];
        assert_eq!(text(1, 2), both);
    }

    /// White gives a man and takes two.
    #[test]
    fn a_shot_of_draughts_is_a_sacrifice_that_wins_more() {
        for (position, moves, expected) in [
            ("B:We3,d4,f2,a1:Bf6,a7,h8", "a7-b6 d4-e5 f6:d4 e3:a7 h8-g7 a1-b2", "allows a shot and loses a man in 4"),
            ("B:Wh4,a1:Bf6,a7", "f6-g5 h4:f6 a7-b6 a1-b2", "loses a man in 2"),
        ] {
            assert_eq!(lost("russian", position, moves).as_deref(), Some(expected), "{moves}");
        }
        let moves = ["d4-e5", "f6:d4", "e3:a7", "h8-g7", "a1-b2"].map(str::to_owned);
        let start = find_game("russian").unwrap().start();
        let line = set_up(&start, Some("W:We3,d4,f2,a1:Bf6,b6,h8"), &moves).unwrap();
        let material = LineMaterial::of(line.start(), line.moves(), !line.start().side_to_move()).unwrap();
        let won = material.greatest_loss(16, |loss| loss > 0).unwrap();
        assert_eq!((won.gain().as_str(), won.plies, won.net), ("a shot that wins a man", 3, 1));
    }
}
