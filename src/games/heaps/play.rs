//! The heap games as a [`Game`]: whatever their rules say.

use super::position::{HeapPosition, HeapVerdict, MAX_LISTED};
use super::{HeapMove, circle_table, exhaust};
use crate::game::{GOLDEN_STEP, Game, Key, Outcome, Side, Theory, TheoryAnswer, TheorySource, mix};
use crate::system::StopSignal;
use std::ops::ControlFlow;

/// The greatest number of heaps that are looked at to find all winning moves.
const MAX_EXAMINED: usize = 1 << 22;

/// A position with more than [`MAX_LISTED`] moves lists a single one, that of its [theory](HeapPosition::theory). All
/// its moves can be played: [`is_legal`](Game::is_legal) knows them, and [`count_moves`](Game::count_moves) counts them
/// (up to `u64::MAX`).
impl Game for HeapPosition {
    type Move = HeapMove;

    const UNIQUE_CODES: bool = false;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> Key {
        let parameters = &self.parameters;
        let numbers = [
            parameters.k.unwrap_or(u64::MAX),
            parameters.max.unwrap_or(u64::MAX),
            parameters.prev,
            parameters.bag[0],
            parameters.bag[1],
            parameters.put,
            parameters.tokens,
            parameters.rows,
            u64::from(parameters.unbroken) << 2 | u64::from(self.misere) << 1 | self.side_to_move.index() as u64,
            self.taking.as_ref().map_or(0, |taking| taking.hash()),
        ];
        let fold = |key: u64, number: u64| mix((key ^ number).wrapping_add(GOLDEN_STEP));
        let name = self.game().bytes().map(u64::from).fold(0, fold);
        Key(self.heaps.iter().copied().fold(numbers.into_iter().fold(name, fold), fold))
    }

    fn visit_moves<B>(&self, listener: impl FnMut(HeapMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.is_listed() {
            return self.best_move().map_or(ControlFlow::Continue(()), listener);
        }
        self.visit_all_moves(listener)
    }

    fn play(&self, mv: HeapMove) -> Self {
        debug_assert_eq!(self.rules.broken_rule(self, mv), None, "{mv:?} in {self:?}");
        let mut after = self.clone();
        self.rules.play(&mut after, mv);
        after.side_to_move = !self.side_to_move;
        after
    }

    fn make_canonical(&mut self) {
        self.symmetry().make_canonical(&mut self.heaps);
    }

    /// The last mover wins, or loses in misere play.
    fn outcome_without_moves(&self) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn code(mv: HeapMove) -> u16 {
        mv.code()
    }

    fn count_moves(&self) -> u64 {
        self.rules.count_moves(self).unwrap_or_else(|| {
            let mut count = 0;
            let _ = self.visit_all_moves(|_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
            count
        })
    }

    fn has_moves(&self) -> bool {
        self.visit_all_moves(ControlFlow::Break).is_break()
    }

    fn is_legal(&self, mv: HeapMove) -> bool {
        self.rules.broken_rule(self, mv).is_none()
    }
}

impl HeapPosition {
    /// Shows all moves to `listener`, also those that are not listed, until it breaks.
    fn visit_all_moves<B>(&self, mut listener: impl FnMut(HeapMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut broken = None;
        let _ = self.rules.visit_moves(self, &mut |mv| listener(mv).map_break(|value| broken = Some(value)));
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Whether all moves are listed.
    pub fn is_listed(&self) -> bool {
        let count = self.rules.count_moves(self);
        count.is_none_or(|count| count <= MAX_LISTED)
    }

    /// What the rules know, or a search of all that can follow finds before `stop` ends it.
    fn verdict(&self, stop: StopSignal) -> Option<HeapVerdict> {
        let searched = || circle_table::verdict(self, stop).or_else(|| exhaust::verdict(self, stop));
        self.rules.theory(self).or_else(searched)
    }

    /// The move of the theory, or the first one.
    fn best_move(&self) -> Option<HeapMove> {
        let verdict = self.rules.theory(self);
        verdict.and_then(|verdict| verdict.winning_move).or_else(|| self.delaying_move())
    }

    /// A move for the loser: one counter from a largest heap if that is legal, else the first move.
    fn delaying_move(&self) -> Option<HeapMove> {
        let take_one = self.filled().max_by_key(|&(_, size)| size).map(|(heap, size)| HeapMove::change(heap, size - 1));
        take_one.filter(|&mv| self.is_legal(mv)).or_else(|| self.visit_all_moves(ControlFlow::Break).break_value())
    }
}

impl Theory for HeapPosition {
    fn has_theory(&self) -> bool {
        true
    }

    fn theory_until(&self, stop: StopSignal) -> Option<TheoryAnswer<HeapMove>> {
        if let Some(outcome) = self.outcome() {
            return Some(TheoryAnswer {
                outcome,
                best: None,
                source: TheorySource::Theorem,
                reason: format!("the game is over: {}", self.end_reason()),
            });
        }
        let verdict = self.verdict(stop)?;
        let (outcome, best) = match verdict.winning_move {
            Some(mv) => (Outcome::Win, Some(mv)),
            None => (Outcome::Loss, self.delaying_move()),
        };
        let lead = if outcome == Outcome::Loss { "; every move loses, such as: " } else { ", " };
        let advice = best.map_or_else(String::new, |mv| format!("{lead}{}", self.describe(mv)));
        Some(TheoryAnswer { outcome, best, source: verdict.source, reason: verdict.basis + &advice })
    }

    fn winning_moves(&self) -> Option<Vec<HeapMove>> {
        if !self.has_moves() {
            return Some(Vec::new());
        }
        if let Some(moves) = self.rules.winning_moves(self) {
            return Some(moves);
        }
        if !self.is_listed() {
            return None;
        }
        if self.rules.theory(self).is_none() {
            let by_table = circle_table::winning_moves(self, &|| false).map(|(moves, _)| moves);
            return by_table.or_else(|| exhaust::winning_moves(self));
        }
        let moves = self.moves();
        if moves.len() * self.heaps.len() > MAX_EXAMINED {
            return None;
        }
        let loses = |after: HeapPosition| after.theory().map(|it| it.outcome == Outcome::Loss);
        let wins: Option<Vec<_>> = moves.into_iter().map(|mv| Some((mv, loses(self.play(mv))?))).collect();
        Some(wins?.into_iter().filter(|&(_, wins)| wins).map(|(mv, _)| mv).collect())
    }

    // `None` in misere play, and in a game in which the sides have different moves.
    fn grundy_value(&self) -> Option<u64> {
        if self.misere || !self.rules.facts().impartial {
            return None;
        }
        if !self.has_moves() {
            return Some(0);
        }
        let verdict = self.rules.theory(self);
        verdict.and_then(|verdict| verdict.nim_sum).or_else(|| exhaust::grundy_value(self))
    }
}
