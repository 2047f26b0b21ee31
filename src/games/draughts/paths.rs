//! Captures jump by jump, for notation and for tools that need the path of a piece.

use super::generate::LONGEST_CAPTURE;
use super::geometry::{Geometry, shift};
use super::moves::DraughtsMove;
use super::position::DraughtsPosition;
use super::variant::DraughtsVariant;
use crate::board::Bitset;
use arrayvec::ArrayVec;

/// A sequence of jumps of one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    /// The bits of the start square and of the square after each jump.
    pub(super) squares: ArrayVec<u8, { LONGEST_CAPTURE + 1 }>,
    /// The squares of the captured pieces.
    pub(super) captured: Bitset,
    /// Whether no further jump is possible.
    pub(super) complete: bool,
}

impl Path {
    /// The move with this path.
    pub(super) fn end(&self) -> DraughtsMove {
        let [from, .., to] = self.squares[..] else {
            unreachable!("a path has one leap at least");
        };
        DraughtsMove {
            captured: self.captured,
            from,
            to,
        }
    }
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// The number of paths of the legal move `mv`. More than one is possible only if the captured pieces surround a
    /// square.
    pub(super) fn paths_of(&self, mv: DraughtsMove) -> usize {
        let paths = self.paths_from(mv.from, self.kings.has(mv.from));
        let same = |path: &&Path| path.complete && path.end() == mv;
        paths.iter().filter(same).count().max(1)
    }

    /// A number below 4096 for the start square of the legal move `mv` and the first square where the piece lands. If
    /// there are several paths, that of the first one.
    pub(super) fn first_step(&self, mv: DraughtsMove) -> usize {
        let paths = if mv.captures() {
            self.paths_from(mv.from, self.kings.has(mv.from))
        } else {
            Vec::new()
        };
        let path = paths.iter().find(|path| path.complete && path.end() == mv);
        let to = path.map_or(mv.to, |path| path.squares[1]);
        usize::from(mv.from) << 6 | usize::from(to)
    }

    /// All paths from the square `from`, complete or not, of a piece that jumps like a king or like a man.
    pub(super) fn paths_from(&self, from: u8, like_king: bool) -> Vec<Path> {
        let mut paths = Vec::new();
        let start = Path {
            squares: [from].into_iter().collect(),
            captured: Bitset::EMPTY,
            complete: false,
        };
        self.extend(&start, like_king, &mut paths);
        paths
    }

    /// Adds all paths that continue `path`, each before its own continuations. Returns whether there is any.
    fn extend(&self, path: &Path, like_king: bool, paths: &mut Vec<Path>) -> bool {
        let every = V::Board::all_steps(Self::moves_down(self.side_to_move));
        let steps = if like_king { &every[..] } else { &every[..2] };
        let (from, at) = (path.squares[0], path.squares[path.squares.len() - 1]);
        let mut extended = false;
        for &step in steps {
            let victim = shift(Bitset::of(at), step) & self.them & !path.captured;
            let landing = shift(victim, step) & (self.empty() | Bitset::of(from));
            if landing.any() {
                extended = true;
                let mut longer = path.clone();
                longer.squares.push(landing.first());
                longer.captured |= victim;
                let place = paths.len();
                paths.push(longer.clone());
                paths[place].complete = !self.extend(&longer, like_king, paths);
            }
        }
        extended
    }
}
