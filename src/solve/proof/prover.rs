//! Proof searches on positions of any game, in the type of the game.

use super::super::error::SolveError;
use super::forced_win::{ForcedWin, ProofAttempt, ProofGoal, ProofLimit, ProofResult, prove};
use crate::game::{AnyMove, AnyPosition, Game};

/// Proves for positions of one game, given as [`AnyPosition`]; positions of other games must not be asked. The search runs
/// on the type of the game, which saves about a third of the instructions.
#[derive(Clone, Copy)]
pub struct Prover {
    prove: fn(&AnyPosition, ProofGoal, &ProofLimit) -> Result<AnyProofAttempt, SolveError>,
}

type AnyProofAttempt = ProofAttempt<AnyPosition>;

impl Prover {
    /// Proofs of the game `G`.
    pub fn new<G: Game>() -> Prover {
        Prover {
            prove: |root, goal, limit| {
                let attempt = prove(root.inside::<G>(), goal, limit)?;
                Ok(into_any(attempt))
            },
        }
    }

    /// As [`prove`].
    ///
    /// # Errors
    /// Those of [`prove`].
    pub fn prove(
        self,
        root: &AnyPosition,
        goal: ProofGoal,
        limit: &ProofLimit,
    ) -> Result<AnyProofAttempt, SolveError> {
        (self.prove)(root, goal, limit)
    }
}

fn into_any<G: Game>(attempt: ProofAttempt<G>) -> AnyProofAttempt {
    let result = match attempt.result {
        ProofResult::Proved(win) => ProofResult::Proved(into_any_win(win)),
        ProofResult::Disproved(strategy) => {
            ProofResult::Disproved(strategy.map(|it| it.into_any()))
        }
        ProofResult::Unknown(reason) => ProofResult::Unknown(reason),
    };
    ProofAttempt {
        result,
        searched: attempt.searched,
    }
}

fn into_any_win<G: Game>(win: ForcedWin<G>) -> ForcedWin<AnyPosition> {
    let mut position = win.strategy.nodes.first().map(|node| node.position.clone());
    let line = win.line.into_iter().filter_map(|mv| {
        let before = position.take()?;
        position = Some(before.play(mv));
        Some(AnyMove::new(&before, mv))
    });
    ForcedWin {
        line: line.collect(),
        strategy: win.strategy.into_any(),
    }
}
