//! Moves of heap games in words.

use super::moves::{HeapChanges, HeapMove};
use super::position::{HeapForm, HeapPosition};

impl HeapPosition {
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
            HeapMove::Place { heap } => format!("place a token on heap {}", heap + 1),
            HeapMove::Say { added } => format!("say {}", self.total().saturating_add(added)),
            HeapMove::Divide { by } => format!("divide by {by}"),
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
}
