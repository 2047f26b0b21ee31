//! Proof and disproof numbers (Allis, van der Meulen and van den Herik 1994).

/// How many leaves must at least be solved to prove a position (the first number) and to disprove it (the second).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers(pub [u32; 2]);

/// The number of what is impossible.
const IMPOSSIBLE: u32 = u32::MAX;

impl ProofNumbers {
    pub const PROVED: ProofNumbers = ProofNumbers([0, IMPOSSIBLE]);
    pub const DISPROVED: ProofNumbers = ProofNumbers([IMPOSSIBLE, 0]);
    /// As limits: no limit.
    pub const UNLIMITED: ProofNumbers = ProofNumbers([IMPOSSIBLE; 2]);

    /// The numbers of a position that was not searched. Its mover, who decides about the number of index `own`, needs one
    /// of its moves; the other side needs an answer to all of them.
    pub fn unsearched(own: usize, moves: u32) -> ProofNumbers {
        let mut numbers = [moves; 2];
        numbers[own] = 1;
        ProofNumbers(numbers)
    }

    /// The numbers of a position by those of its children: the mover takes the easiest of them, the other side must
    /// solve all.
    pub fn of_children(own: usize, children: impl Iterator<Item = ProofNumbers> + Clone) -> ProofNumbers {
        let easiest = children.clone().map(|it| it.0[own]).min();
        let all: u64 = children.clone().map(|it| u64::from(it.0[1 - own])).sum();
        let impossible = children.clone().any(|it| it.0[1 - own] == IMPOSSIBLE);
        let all = if impossible { IMPOSSIBLE } else { all.min(u64::from(IMPOSSIBLE) - 1) as u32 };
        let mut numbers = [all; 2];
        numbers[own] = easiest.unwrap_or(IMPOSSIBLE);
        ProofNumbers(numbers)
    }

    pub fn is_proved(self) -> bool {
        self.0[0] == 0
    }

    pub fn is_disproved(self) -> bool {
        self.0[1] == 0
    }

    pub fn is_below(self, limits: ProofNumbers) -> bool {
        self.0[0] < limits.0[0] && self.0[1] < limits.0[1]
    }

    /// Up to which numbers to search the easiest child of a position with these numbers and `limits`.
    ///
    /// The search leaves the child when another one, whose number is `second`, seems easier: not at once, but when the
    /// number is greater by a quarter, so that it does not go back and forth (Pawlewicz and Lew 2007).
    pub fn limits_of_child(self, own: usize, limits: ProofNumbers, child: ProofNumbers, second: u32) -> ProofNumbers {
        let other = 1 - own;
        let mut of_child = [IMPOSSIBLE; 2];
        of_child[own] = limits.0[own].min(second.saturating_add(second / 4).saturating_add(1));
        if limits.0[other] != IMPOSSIBLE {
            of_child[other] = limits.0[other] - self.0[other] + child.0[other];
        }
        ProofNumbers(of_child)
    }
}
