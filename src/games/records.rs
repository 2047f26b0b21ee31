//! Game records of one game: whether a record is of this game, and its squares in the numbers of Kempelen.

use super::{GameInfo, games};
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

/// The game of the table to which a record belongs: that of its tag `Variant` or `GameType`, else the default game. `None`
/// if the tags name no game of the table.
pub fn game_of(record: &GameRecord) -> Option<&'static GameInfo> {
    if let Some(variant) = record.tag("Variant") {
        return games().find(|game| game.name.eq_ignore_ascii_case(variant.trim()));
    }
    match record.tag("GameType") {
        Some(text) => game_of_number(GameType::parse(text).ok()?.number),
        None => games().next(),
    }
}

impl GameInfo {
    /// Sets the tags by which a record is known to be of this game.
    pub fn set_tags(&self, record: &mut GameRecord) {
        for (name, value) in self.tags {
            record.set_tag(name, value);
        }
        if self.tags.is_empty() && Some(self.name) != game_of(record).map(|it| it.name) {
            record.set_tag("Variant", self.name);
        }
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
        let order = self.order_of(&record).map_err(|reason| RecordError::OtherGame { line: record.line, reason })?;
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

    /// How a record names squares; `None` if it does not say.
    ///
    /// # Errors
    /// The record is of another game.
    fn order_of(&self, record: &GameRecord) -> Result<Option<SquareOrder>, String> {
        let wrong_game = |found: &str| Err(format!("found a game of {found}, expected a game of {}", self.name));
        let variant = record.tag("Variant").unwrap_or_default();
        // A record never makes the program read a rules file.
        let mut others = games().filter(|other| other.name != self.name);
        if let Some(other) = others.find(|other| other.name.eq_ignore_ascii_case(variant)) {
            return wrong_game(&format!("Variant '{}'", other.name));
        }
        let text = record.tag("GameType").unwrap_or_default().trim();
        if text.is_empty() {
            return Ok(None);
        }
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
        if order.map(SquareOrder::columns) != own.squares.map(SquareOrder::columns) {
            return wrong_type(", another board");
        }
        if order.is_some_and(|order| order.is_algebraic() && !order.is_own()) {
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

/// The game with a number in PDN.
fn game_of_number(number: u16) -> Option<&'static GameInfo> {
    games().find(|game| game.game_type().is_some_and(|it| it.number == number))
}
