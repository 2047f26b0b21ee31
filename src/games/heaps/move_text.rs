//! Moves of heap games as text and in words.

use super::moves::{HeapChanges, HeapMove, HeapRule, MAX_CHANGES};
use super::position::{HeapForm, HeapPosition};
use super::read_text::whole_number;
use crate::game::Game;
use crate::notation::{MoveError, MoveRule, excerpt};

/// Why a text is no legal move: the rule that the move breaks; `None` if it is no move at all.
type WrongMove = Option<HeapRule>;

impl HeapPosition {
    /// Reads a legal move.
    ///
    /// # Errors
    /// The text is no move of this game, or breaks a rule.
    pub(super) fn read_move(&self, text: &str) -> Result<HeapMove, MoveError> {
        let legal = self.read(text.trim()).and_then(|mv| match self.rules.broken_rule(self, mv) {
            None => Ok(mv),
            broken => Err(broken),
        });
        legal.map_err(|wrong| match wrong {
            None => MoveError::Syntax { found: excerpt(text), expected: self.expected_move() },
            Some(rule) => {
                let rule = if self.has_moves() { rule } else { HeapRule::GameOver };
                MoveError::Illegal { found: excerpt(text), reason: MoveRule::new(rule.number(), rule.text()) }
            }
        })
    }

    /// Writes a legal move.
    pub(super) fn move_to_text(&self, mv: HeapMove) -> String {
        match mv {
            HeapMove::Change(changes) => {
                let change = |(heap, size)| format!("{}:{}-{size}", heap + 1, self.heaps[heap]);
                changes.iter().map(change).collect::<Vec<String>>().join(",")
            }
            HeapMove::Split { heap, parts: [one, other] } => {
                format!("{}:{}-{one}+{other}", heap + 1, self.heaps[heap as usize])
            }
            HeapMove::Place(heap) => format!("+{}", heap + 1),
            HeapMove::Say(added) if self.names_first_number() => added.to_string(),
            HeapMove::Say(added) => format!("+{added}"),
            HeapMove::Divide(by) => format!("{}/{by}", self.heaps[0]),
            HeapMove::Coins { count, first } => format!("{count}@{}", first + 1),
            HeapMove::Step { column, to } => {
                let from = self.own_row(column as usize).unwrap_or_default();
                format!("{}:{from}-{to}", column + 1)
            }
        }
    }

    /// A legal move in words: `take 4 from heap 2`.
    pub fn describe(&self, mv: HeapMove) -> String {
        match mv {
            HeapMove::Change(changes) => self.describe_changes(&changes),
            HeapMove::Split { heap, parts: [one, other] } => {
                let taken = self.heaps[heap as usize].saturating_sub(one).saturating_sub(other);
                let heap = heap + 1;
                if taken == 0 {
                    format!("split heap {heap} into {one} and {other}")
                } else {
                    format!("take {taken} from heap {heap} and split the rest into {one} and {other}")
                }
            }
            HeapMove::Place(heap) => format!("place a token on heap {}", heap + 1),
            HeapMove::Say(added) => format!("say {}", self.total().saturating_add(added)),
            HeapMove::Divide(by) => format!("divide by {by}"),
            HeapMove::Coins { count: 1, first } => format!("take coin {}", first + 1),
            HeapMove::Coins { count, first } => {
                format!("take {count} coins from coin {} on", first + 1)
            }
            HeapMove::Step { column, to } => format!("go to row {to} in column {}", column + 1),
        }
    }

    fn describe_changes(&self, changes: &HeapChanges) -> String {
        let parts: Vec<String> = changes
            .iter()
            .map(|(heap, size)| {
                let before = self.heaps[heap];
                let number = heap + 1;
                if size > before {
                    format!("put {} back on heap {number}", size - before)
                } else if self.rules.facts().form == HeapForm::OneHeap {
                    format!("take {}", before - size)
                } else {
                    format!("take {} from heap {number}", before - size)
                }
            })
            .collect();
        parts.join(" and ")
    }

    /// Whether the first player names a number, to which others are added later.
    fn names_first_number(&self) -> bool {
        self.rules.facts().always_misere && self.heaps == [0]
    }

    /// The row of the man of the side to move in a column of a board.
    pub(super) fn own_row(&self, column: usize) -> Option<u64> {
        self.heaps.get(2 * column + self.side_to_move.index()).copied()
    }

    fn expected_move(&self) -> &'static str {
        match self.rules.facts().form {
            HeapForm::Heaps => "a move such as 2:4-1 (heap 2, from 4 to 1), or 2:7-3+4 for a split",
            HeapForm::OneHeap => "a move such as 1:4-1 (from 4 to 1)",
            HeapForm::Board => "a move such as 3:2-5 (column 3, from row 2 to row 5)",
            HeapForm::Ring => "a move such as 2@5 (two coins, from the fifth on)",
            HeapForm::Tokens if self.parameters.tokens > 0 => "a move such as +2 (on heap 2)",
            HeapForm::Tokens => "a move such as 2:4-1 (heap 2, from 4 to 1)",
            HeapForm::Total if self.names_first_number() => "a number such as 7",
            HeapForm::Total => "a number to add, such as +3",
            HeapForm::Number => "a division such as 360/8",
        }
    }

    fn read(&self, text: &str) -> Result<HeapMove, WrongMove> {
        match self.rules.facts().form {
            HeapForm::Heaps | HeapForm::OneHeap => self.read_changes(text),
            HeapForm::Tokens if self.parameters.tokens == 0 => self.read_changes(text),
            HeapForm::Tokens => {
                let heap = text.strip_prefix('+').ok_or(None)?;
                Ok(HeapMove::Place(place(heap)? as u32))
            }
            HeapForm::Total => {
                let plus = text.strip_prefix('+');
                if plus.is_some() == self.names_first_number() {
                    return Err(None);
                }
                Ok(HeapMove::Say(number(plus.unwrap_or(text))?))
            }
            HeapForm::Number => {
                let (before, by) = text.split_once('/').ok_or(None)?;
                if number(before)? != self.heaps[0] {
                    return Err(HeapRule::RealSize.into());
                }
                Ok(HeapMove::Divide(number(by)?))
            }
            HeapForm::Ring => {
                let (count, first) = text.split_once('@').ok_or(None)?;
                let first = number(first)?.checked_sub(1).ok_or(None)?;
                Ok(HeapMove::Coins { count: number(count)?, first })
            }
            HeapForm::Board => {
                let (column, rows) = text.split_once(':').ok_or(None)?;
                let (from, to) = rows.split_once('-').ok_or(None)?;
                let column = place(column)?;
                let (from, to) = (number(from)?, number(to)?);
                if from != self.own_row(column).ok_or(HeapRule::InTheGap)? {
                    return Err(HeapRule::RealSize.into());
                }
                Ok(HeapMove::Step { column: column as u32, to })
            }
        }
    }

    /// Changes of heaps, in any order, or one split.
    fn read_changes(&self, text: &str) -> Result<HeapMove, WrongMove> {
        let mut changes = Vec::new();
        for word in text.split(',') {
            let (heap, sizes) = word.split_once(':').ok_or(None)?;
            let (before, after) = sizes.split_once('-').ok_or(None)?;
            let heap = place(heap)?;
            let before = number(before)?;
            let real = self.heaps.get(heap).ok_or(HeapRule::NamesHeaps)?;
            let mut parts = match after.split_once('+').filter(|_| !text.contains(',')) {
                Some((one, other)) => [number(one)?, number(other)?],
                None => [0, number(after)?],
            };
            parts.sort_unstable();
            if *real != before {
                return Err(HeapRule::RealSize.into());
            }
            if parts[0] > 0 {
                return Ok(HeapMove::Split { heap: heap as u32, parts });
            }
            changes.push((heap, parts[1]));
        }
        if changes.len() > MAX_CHANGES {
            return Err(HeapRule::FewerHeaps.into());
        }
        changes.sort_unstable();
        let mut changes = changes.into_iter();
        let changes = changes.try_fold(HeapChanges::NONE, |changes, (heap, size)| changes.with(heap, size));
        Ok(HeapMove::Change(changes.ok_or(HeapRule::NamesHeaps)?))
    }
}

/// The number of a heap or column, from 1 in text, from 0 here.
fn place(text: &str) -> Result<usize, WrongMove> {
    let place = u32::try_from(number(text)?).map_err(|_| HeapRule::NamesHeaps)?;
    Ok(place.checked_sub(1).ok_or(HeapRule::NamesHeaps)? as usize)
}

fn number(text: &str) -> Result<u64, WrongMove> {
    whole_number(text).ok_or(None)
}
