//! Game records of one game: whether a record is of this game, and its squares in the numbers of Kempelen.

use super::{DEFAULT_GAME, GameInfo, find_known_game, games};
use crate::any_position::AnyPosition;
use crate::game::GameLine;
use crate::notation::excerpt;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::notation::square_order::{GameType, SquareOrder};

/// The records that `reader` finds of the game, with numbers of squares in reading order. A record of another game is an
/// error.
pub fn records_of<'a>(
    game: &'static GameInfo,
    reader: RecordReader<'a>,
) -> impl Iterator<Item = Result<GameRecord, RecordError>> + use<'a> {
    reader.map(move |record| game.own_record(record?))
}

/// The game that the tags of a record name, `GameType` before `Variant`: one of the table, one whose rules were loaded from a
/// text, or `own`. `None` if the record has neither tag. No file is read.
///
/// # Errors
/// They name another game.
pub fn named_game(record: &GameRecord, own: &'static GameInfo) -> Result<Option<&'static GameInfo>, String> {
    let (found, game) = match (record.known_tag("GameType"), record.known_tag("Variant")) {
        (Some(text), _) => (text, GameType::parse(text).ok().and_then(|found| game_of_number(found.number))),
        (None, Some(variant)) if own.described_by_file && variant == own.name => (variant, Some(own)),
        (None, Some(variant)) => (variant, game_of_variant(variant).or_else(|| find_known_game(variant).ok())),
        (None, None) => return Ok(None),
    };
    let none = || format!("found a game of '{}', expected one of the table of games", excerpt(found));
    game.map(Some).ok_or_else(none)
}

impl GameInfo {
    /// The tags by which a record is known to be of this game. A record of the default game needs none.
    pub fn record_tags(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let variant = (self.tags.is_empty() && self.name != DEFAULT_GAME).then_some(("Variant", self.name));
        self.tags.iter().copied().chain(variant)
    }

    /// Sets the [tags](GameInfo::record_tags) by which a record is known to be of this game.
    pub fn set_tags(&self, record: &mut GameRecord) {
        self.record_tags().for_each(|(name, value)| record.set_tag(name, value));
    }

    /// Sets the tags `ECO` and `Opening` if the opening has a name, unless the record has an `Opening` or another `ECO`. An
    /// empty tag, or `?`, says that its value is unknown.
    pub fn set_opening(&'static self, record: &mut GameRecord, line: &GameLine<AnyPosition>) {
        let Some(name) = self.opening_name(line) else { return };
        let is_code = |word: &str| word.len() == 3 && word.ends_with(|c: char| c.is_ascii_digit());
        let (eco, name) = name.split_once(' ').filter(|(word, _)| is_code(word)).unwrap_or(("", name));
        if record.known_tag("Opening").is_some() || record.known_tag("ECO").is_some_and(|known| known != eco) {
            return;
        }
        if !eco.is_empty() {
            record.set_tag("ECO", eco);
        }
        record.set_tag("Opening", name);
    }

    /// A record of this game, with numbers of squares in reading order.
    ///
    /// # Errors
    /// It is of another game.
    pub fn own_record(&self, mut record: GameRecord) -> Result<GameRecord, RecordError> {
        let order = match self.order_of(&record) {
            Ok(order) => order,
            Err(reason) => {
                return Err(RecordError::OtherGame { line: record.line, reason, record: Box::new(record) });
            }
        };
        if let Some(order) = order.filter(|order| !order.is_own()) {
            order.convert(&mut record);
            record.converted = true;
        }
        Ok(record)
    }

    /// Gives a record of this game, whose numbers are in reading order, the names of squares that its tag `GameType`
    /// demands. Without this tag nothing changes.
    pub fn name_squares(&self, record: &mut GameRecord) {
        if let Ok(Some(order)) = self.order_of(record) {
            order.convert(record);
            order.name_squares(record);
            record.converted = false;
        }
    }

    /// A move in reading order as a record of this game writes it: see [`name_squares`](Self::name_squares).
    pub fn move_in(&self, record: &GameRecord, text: &str) -> String {
        self.order_of(record).ok().flatten().map_or_else(|| text.to_owned(), |order| order.convert_move(text))
    }

    /// How a record names squares; `None` if it does not say.
    ///
    /// # Errors
    /// The record is of another game.
    fn order_of(&self, record: &GameRecord) -> Result<Option<SquareOrder>, String> {
        let wrong_game = |found: &str| Err(format!("found a game of {found}, expected a game of {}", self.name));
        let Some(text) = record.known_tag("GameType") else {
            let Some(variant) = record.known_tag("Variant") else { return Ok(None) };
            // A record never makes the program read a rules file, so a game of such a file takes any name outside the table.
            let is_own = game_of_variant(variant).map_or(self.described_by_file, |game| game.name == self.name);
            return if is_own { Ok(None) } else { wrong_game(&format!("Variant '{}'", excerpt(variant))) };
        };
        let wrong_type = |what: &str| wrong_game(&format!("GameType '{}'{what}", excerpt(text)));
        let found = GameType::parse(text);
        let Some(own) = self.game_type() else {
            // Chess has a number, too, but programs do not write it.
            let other = found.ok().and_then(|found| game_of_number(found.number));
            return other.map_or(Ok(None), |other| wrong_type(&format!(" ({})", other.name)));
        };
        let found = found?;
        if found.number != own.number && !self.game_types.contains(&found.number) {
            let name = game_of_number(found.number).map_or("a game that is not played here", |game| game.name);
            return wrong_type(&format!(" ({name})"));
        }
        let order = found.squares.or(own.squares);
        if order.map(|order| order.columns) != own.squares.map(|own| own.columns) {
            return wrong_type(", another board");
        }
        if order.is_some_and(|order| order.algebraic && !order.is_own()) {
            let found = excerpt(text);
            return Err(format!(
                "GameType '{found}' puts a1 into another corner; expected it at the bottom left of White"
            ));
        }
        Ok(order)
    }

    /// The type of the game in PDN, as records of it state it.
    pub fn game_type(&self) -> Option<GameType> {
        let (_, text) = self.tags.iter().find(|(name, _)| *name == "GameType")?;
        GameType::parse(text).ok()
    }
}

/// The game of the table that the tag `Variant` names.
fn game_of_variant(variant: &str) -> Option<&'static GameInfo> {
    let is_named = |name: &&str| name.eq_ignore_ascii_case(variant);
    games().find(|game| is_named(&game.name) || game.variants.iter().any(is_named))
}

/// The game with a number in PDN.
fn game_of_number(number: u16) -> Option<&'static GameInfo> {
    games().find(|game| game.game_type().is_some_and(|it| it.number == number))
}
