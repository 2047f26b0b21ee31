//! Men that each side places in its own half while the other looks away.

use super::level::number_within;
use super::session::SessionSettings;
use super::texts::counted;
use crate::game::Side;
use crate::notation::excerpt;
use crate::opening::set_up::SecretPlacement;
use crate::random::Random;
use std::ops::RangeInclusive;

/// A board that is being set up.
#[derive(Clone, Debug)]
pub struct Placing {
    placement: SecretPlacement,
    settings: SessionSettings,
    rows: u64,
    columns: usize,
    men: [Option<Vec<u64>>; 2],
}

/// The largest board.
const LARGEST: u64 = 26;

impl Placing {
    /// Begins to set up a board of `size`: rows and columns, as `8x5`, `8x5 misere` or `8x5 normal`. Without a word the new game
    /// is a misère game if the running one is. Machines place their men at random.
    ///
    /// # Errors
    /// The text is no size, or the size is too large or too small.
    pub fn begin(
        placement: SecretPlacement,
        settings: &SessionSettings,
        size: &str,
        random: &mut Random,
    ) -> Result<Placing, String> {
        let wrong = || {
            let found = excerpt(size);
            format!(
                "found size '{found}', expected rows and columns such as 8x5, 8x5 misere or 8x5 normal, from 4x1 to {LARGEST}x{LARGEST}"
            )
        };
        let (board, misere) = match size.trim().rsplit_once(' ') {
            Some((board, "misere")) => (board, true),
            Some((board, "normal")) => (board, false),
            _ => (size, placement.misere),
        };
        let (rows, columns) = board.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str, least| {
            let number = text.trim().parse().ok().filter(|number| (least..=LARGEST).contains(number));
            number.ok_or_else(wrong)
        };
        let (rows, columns) = (number(rows, 4)?, number(columns, 1)? as usize);
        let placement = SecretPlacement { misere, ..placement };
        let mut placing = Placing { placement, settings: settings.clone(), rows, columns, men: [None, None] };
        for side in Side::BOTH {
            if !settings.players[side.index()].is_person() {
                let half = placing.half(side);
                let count = (half.end() - half.start() + 1) as usize;
                let man = || half.start() + random.below(count) as u64;
                placing.men[side.index()] = Some(std::iter::repeat_with(man).take(placing.columns).collect());
            }
        }
        Ok(placing)
    }

    /// The rows of a side's half.
    fn half(&self, side: Side) -> RangeInclusive<u64> {
        let half = self.rows / 2;
        match side {
            Side::First => 1..=half,
            Side::Second => self.rows - half + 1..=self.rows,
        }
    }

    /// The person who places next; `None` if all men stand.
    pub fn next(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.men[side.index()].is_none())
    }

    /// What the next person is asked.
    pub fn question(&self) -> Option<String> {
        let side = self.next()?;
        let (first, last) = self.half(side).into_inner();
        let (name, men) = (&self.settings.players[side.index()].name, self.columns);
        Some(format!("{name}, while the other looks away: the rows of your {men} men, each from {first} to {last}"))
    }

    /// Places the men of the next person, in the rows that a text lists.
    ///
    /// # Errors
    /// The rows are too many, too few, or not in the person's half; nothing is placed.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let Some(side) = self.next() else { return Ok(()) };
        let half = self.half(side);
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let rows = words.map(|word| number_within("row", word, half.clone())).collect::<Result<Vec<u64>, String>>()?;
        if rows.len() != self.columns {
            let found = counted(rows.len(), "row");
            return Err(format!("found {found}, expected {}", self.columns));
        }
        self.men[side.index()] = Some(rows);
        Ok(())
    }

    /// A new game with the men that were placed; `None` if some are missing.
    pub fn finish(&self) -> Option<SessionSettings> {
        let [Some(first), Some(second)] = &self.men else { return None };
        let SecretPlacement { position, misere } = self.placement;
        Some(super::start::position(&self.settings, &position(self.rows, [first, second], misere)))
    }
}
