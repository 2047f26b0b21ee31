//! A position on the path of a proof search, with what is known about its moves.

use super::numbers::ProofNumbers;
use super::table::{KeyedPosition, PathDisproof, PathPly};

/// A position on the path.
pub(super) struct ProofFrame<G, M> {
    pub position: KeyedPosition<G>,
    /// Which of the two numbers its mover decides about: 0 if it is the side for which a proof is sought, else 1.
    pub own: usize,
    /// The position is searched while its numbers are below these.
    pub limits: ProofNumbers,
    /// The number of the path from the root to here.
    pub path: u64,
    /// How many positions were searched before.
    pub searched_before: u64,
    /// The moves. After one that decides the position there may be fewer than all.
    pub children: Vec<ProofChild<M>>,
    /// The index of the child that is being searched.
    pub chosen: usize,
}

/// A move, and what is known about the position after it.
pub(super) struct ProofChild<M> {
    pub mv: M,
    pub known: KnownProof,
}

/// What is known about a position when it is reached by the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownProof {
    pub numbers: ProofNumbers,
    /// In how many plies the end is forced at the latest, if it is proved.
    pub plies: u32,
    /// What a disproof that holds only on some paths rests on.
    pub rests_on: Option<PathDisproof>,
}

impl KnownProof {
    /// Numbers that hold on all paths.
    pub fn everywhere(numbers: ProofNumbers, plies: u32) -> KnownProof {
        KnownProof { numbers, plies, rests_on: None }
    }

    /// A disproof that holds on some paths.
    pub fn disproved_on(disproof: PathDisproof) -> KnownProof {
        KnownProof { rests_on: Some(disproof), ..KnownProof::everywhere(ProofNumbers::DISPROVED, 0) }
    }
}

impl<G, M: Copy> ProofFrame<G, M> {
    pub fn numbers(&self) -> ProofNumbers {
        let children = self.children.iter().map(|child| child.known.numbers);
        let numbers = ProofNumbers::of_children(self.own, children);
        // A move that decides leaves the other number without meaning.
        match numbers {
            ProofNumbers([0, _]) => ProofNumbers::PROVED,
            ProofNumbers([_, 0]) => ProofNumbers::DISPROVED,
            _ => numbers,
        }
    }

    /// Chooses the easiest child. Returns its move, and the limits up to which to search it.
    pub fn choose(&mut self, numbers: ProofNumbers) -> Option<(M, ProofNumbers)> {
        let mut best: Option<(u32, usize)> = None;
        let mut second = u32::MAX;
        for (index, child) in self.children.iter().enumerate() {
            let number = child.known.numbers.0[self.own];
            if best.is_none_or(|(least, _)| number < least) {
                second = best.map_or(u32::MAX, |(least, _)| least);
                best = Some((number, index));
            } else {
                second = second.min(number);
            }
        }
        let (_, index) = best?;
        self.chosen = index;
        let child = &self.children[index];
        Some((child.mv, numbers.limits_of_child(self.own, self.limits, child.known.numbers, second)))
    }

    /// In how many plies the end is forced from the proved position, at the latest.
    pub fn plies(&self) -> u32 {
        let proved = self.children.iter().map(|child| child.known);
        let plies = proved.filter(|it| it.numbers.is_proved()).map(|it| it.plies);
        let plies = if self.own == 0 { plies.min() } else { plies.max() };
        plies.unwrap_or(0).saturating_add(1)
    }

    /// What the disproof of the position, which stands at `ply` of the path, rests on; `None` if it holds everywhere.
    ///
    /// A repetition of the position itself, or of one below, holds on all paths: the other side can go around for ever.
    pub fn rests_on(&self, ply: PathPly, path_number: impl Fn(PathPly) -> u64) -> Option<PathDisproof> {
        let disproofs = self.children.iter().map(|child| child.known).filter(|it| it.numbers.is_disproved());
        let rests = disproofs.map(|it| it.rests_on);
        let rests_on = if self.own == 0 {
            rests.flatten().reduce(|one, other| PathDisproof {
                first: one.first.min(other.first),
                last: one.last.max(other.last),
                ..one
            })
        } else {
            // One reply is enough: the one that rests on the least.
            rests.max_by_key(|it| it.map_or(u32::MAX, |it| it.first)).flatten()
        };
        let above = PathPly::new(ply.get() - 1).unwrap_or(PathPly::MIN);
        let rests_on = rests_on.filter(|it| it.first < ply.get())?;
        let last = rests_on.last.min(above);
        Some(PathDisproof { last, path: path_number(last), ..rests_on })
    }
}
