//! A game as it is stored in a game file, and its replay by the rules; the format is documented in `docs/datagen.md`.

use crate::any_position::{AnyMove, AnyPosition};
use crate::bytes::{ByteReader, FormatFlaw, append_numbers, u16s};
use crate::game::{Game, GameLine, Side};
use crate::games::GameInfo;
use crate::notation::Notation;
use crc32fast::Hasher;

/// A game with the score of every searched position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrainingGame {
    /// The number of its start position: with the same seed it gives the same start.
    pub number: u32,
    /// The position before the opening moves; `None`: the start position of the game.
    pub start: Option<String>,
    /// The [numbers](Game::move_number) of the random opening moves.
    pub opening: Vec<u16>,
    /// The searched moves.
    pub moves: Vec<ScoredMove>,
    /// The winner; `None`: a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub end_reason: EndReason,
}

/// A searched move with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The [number](Game::move_number) of the move.
    pub number: u16,
    /// The score of the position before it for the side to move, as a [`Score`](crate::search::Score).
    pub score: i16,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
#[repr(u8)]
pub enum EndReason {
    /// By a rule of the game, or there was no legal move.
    #[default]
    Rule,
    /// By threefold repetition.
    Repetition,
    /// Adjudicated by the scores of both sides.
    Score,
    /// Adjudicated by endgame tables.
    Tables,
    /// Drawn because it was too long.
    Limit,
}

/// Why a game ended, and who won.
pub type EndOfGame = (EndReason, Option<Side>);

impl EndReason {
    /// All reasons in the order of their codes in a file.
    pub const ALL: [EndReason; 5] =
        [EndReason::Rule, EndReason::Repetition, EndReason::Score, EndReason::Tables, EndReason::Limit];

    /// The name for output.
    pub fn name(self) -> &'static str {
        ["rule", "repetition", "score", "tables", "limit"][self as usize]
    }

    /// Whether such a game is always a draw.
    fn is_draw(self) -> bool {
        matches!(self, EndReason::Repetition | EndReason::Limit)
    }
}

/// The end of a game by its rules; `None` if it goes on.
pub fn end_by_rule<G: Game>(course: &GameLine<G>) -> Option<EndOfGame> {
    let outcome = course.outcome()?;
    let ending = if course.position().outcome().is_some() { EndReason::Rule } else { EndReason::Repetition };
    Some((ending, outcome.winner(course.position().side_to_move())))
}

/// The largest number of moves, or of bytes of a start position, in a file.
const MAX_LENGTH: usize = u16::MAX as usize;

impl TrainingGame {
    /// The most bytes that [`write`](TrainingGame::write) makes of a game.
    pub const MAX_BYTES: usize = 12 + 7 * MAX_LENGTH;

    /// Whether it can be written: its start, its opening and its moves have lengths of 16 bits.
    pub fn fits(&self) -> bool {
        let start = self.start.as_ref().map_or(0, String::len);
        [start, self.opening.len(), self.moves.len()].iter().all(|&length| length <= MAX_LENGTH)
    }

    /// Appends the encoded game to `bytes`. The low bytes of all scores come before the high bytes, which
    /// are mostly equal and compress well.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let start = self.start.as_deref().unwrap_or_default();
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.winner.map_or(0, |side| 1 + side.index() as u8));
        bytes.push(self.end_reason as u8);
        for length in [start.len(), self.opening.len(), self.moves.len()] {
            let length = u16::try_from(length).expect("limited when the game was played or read");
            bytes.extend(length.to_le_bytes());
        }
        bytes.extend(start.as_bytes());
        append_numbers(bytes, self.opening.iter().map(|number| number.to_le_bytes()));
        append_numbers(bytes, self.moves.iter().map(|ply| ply.number.to_le_bytes()));
        for half in 0..2 {
            bytes.extend(self.moves.iter().map(|ply| ply.score.to_le_bytes()[half]));
        }
    }

    /// Decodes a game; the moves are not checked.
    pub fn read(bytes: &mut ByteReader) -> Result<TrainingGame, FormatFlaw> {
        let number = bytes.u32("the number of a game")?;
        let (end_reason, winner) = read_end(bytes)?;
        let start = usize::from(bytes.u16("the length of a start")?);
        let opening = usize::from(bytes.u16("the length of an opening")?);
        let plies = usize::from(bytes.u16("the length of a game")?);
        let start = read_start(bytes, start)?;
        let opening = u16s(bytes.take(2 * opening, "an opening")?);
        let codes = u16s(bytes.take(2 * plies, "moves")?);
        let low = bytes.take(plies, "lower halves of scores")?;
        let high = bytes.take(plies, "upper halves of scores")?;
        let scores = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
        let moves = codes.into_iter().zip(scores).map(|(number, score)| ScoredMove { number, score }).collect();
        Ok(TrainingGame { number, start, opening, moves, winner, end_reason })
    }
}

fn read_end(bytes: &mut ByteReader) -> Result<EndOfGame, FormatFlaw> {
    let winner = match bytes.u8("a result")? {
        0 => None,
        1 => Some(Side::First),
        2 => Some(Side::Second),
        found => return Err(bytes.flaw(1, format!("result {found}"), "0, 1 or 2")),
    };
    let found = bytes.u8("an ending")?;
    let Some(&ending) = EndReason::ALL.get(usize::from(found)) else {
        return Err(bytes.flaw(1, format!("ending {found}"), "0 to 4"));
    };
    if ending.is_draw() && winner.is_some() {
        return Err(bytes.flaw(1, format!("a game that was won by {}", ending.name()), "a draw"));
    }
    Ok((ending, winner))
}

fn read_start(bytes: &mut ByteReader, length: usize) -> Result<Option<String>, FormatFlaw> {
    if length == 0 {
        return Ok(None);
    }
    let text = bytes.take(length, "a start")?;
    match std::str::from_utf8(text) {
        Ok(text) => Ok(Some(text.to_owned())),
        Err(error) => {
            let behind = length - error.valid_up_to();
            Err(bytes.flaw(behind, "a byte that is not UTF-8".into(), "the text of a start"))
        }
    }
}

impl TrainingGame {
    /// A checksum of the start and the moves. It stays the same when the positions get new scores.
    pub fn checksum_of_moves(&self) -> u32 {
        let mut hasher = Hasher::new();
        hasher.update(self.start.as_deref().unwrap_or_default().as_bytes());
        let played = self.moves.iter().map(|mv| mv.number);
        self.opening.iter().copied().chain(played).for_each(|number| hasher.update(&number.to_le_bytes()));
        hasher.finalize()
    }
}

/// The checksum of a sequence of games.
#[derive(Default, Debug)]
pub struct GamesDigest {
    hasher: Hasher,
    bytes: Vec<u8>,
}

impl GamesDigest {
    /// Adds a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.bytes.clear();
        game.write(&mut self.bytes);
        self.hasher.update(&self.bytes);
    }

    /// The checksum of the games so far as hexadecimal digits.
    pub fn to_hex(&self) -> String {
        format!("{:08x}", self.hasher.clone().finalize())
    }
}

/// Replays a game, from the start of `kind` unless it names its own start, and passes every searched position with its
/// move to `visitor`. Returns the game at its end.
///
/// # Errors
/// A move is illegal, or comes after the end of the game.
pub fn replay(
    game: &TrainingGame,
    kind: &'static GameInfo,
    visitor: &mut dyn FnMut(&GameLine<AnyPosition>, AnyMove, ScoredMove),
) -> Result<GameLine<AnyPosition>, String> {
    let start = kind.position(game.start.as_deref());
    let mut history = GameLine::new(start.map_err(|error| format!("the start: {error}"))?);
    for (ply, &number) in (1..).zip(&game.opening) {
        let mv = decode(&history, number);
        history.play(mv.map_err(|error| format!("random move {ply}: {error}"))?);
    }
    for (number, &ply) in (1..).zip(&game.moves) {
        let mv = decode(&history, ply.number).map_err(|error| format!("move {number}: {error}"))?;
        visitor(&history, mv, ply);
        history.play(mv);
    }
    Ok(history)
}

fn decode(history: &GameLine<AnyPosition>, number: u16) -> Result<AnyMove, String> {
    let position = history.position();
    let show = || position.show();
    if history.outcome().is_some() {
        return Err(format!("found a move after the game's end in '{}'", show()));
    }
    let mv = position.numbered_move(number);
    mv.ok_or_else(|| format!("found move number {number}, expected a legal move in '{}'", show()))
}

/// Checks the stored result of a game that was [replayed](replay).
///
/// # Errors
/// The rules give another result, or do not end the game as stored.
pub fn check_end(game: &TrainingGame, history: &GameLine<AnyPosition>) -> Result<(), String> {
    let found = (game.end_reason, game.winner);
    let show = || history.position().show();
    let describe = |(reason, winner): EndOfGame| {
        let winner = match winner {
            None => "a draw",
            Some(Side::First) => "a win of the first side",
            Some(Side::Second) => "a win of the second side",
        };
        format!("{winner} by {}", reason.name())
    };
    match end_by_rule(history) {
        Some(end) if end != found => {
            let (found, expected) = (describe(found), describe(end));
            Err(format!("found {found}, expected {expected} in '{}'", show()))
        }
        None if matches!(game.end_reason, EndReason::Rule | EndReason::Repetition) => {
            let found = describe(found);
            Err(format!("found {found}, expected a position where the game is over, not '{}'", show()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Arbitrary games.
    pub fn games() -> impl Strategy<Value = TrainingGame> {
        let ply = (any::<u16>(), any::<i16>()).prop_map(|(number, score)| ScoredMove { number, score });
        let winner = prop_oneof![Just(None), Just(Some(Side::First)), Just(Some(Side::Second))];
        let ending = proptest::sample::select(&EndReason::ALL[..]);
        let codes = proptest::collection::vec(any::<u16>(), 0..20);
        let plies = proptest::collection::vec(ply, 0..200);
        let start = proptest::option::of("[a-zé/ ]{1,60}");
        (any::<u32>(), start, codes, plies, winner, ending).prop_map(
            |(number, start, opening, plies, winner, ending)| TrainingGame {
                number,
                start,
                opening,
                moves: plies,
                winner: winner.filter(|_| !ending.is_draw()),
                end_reason: ending,
            },
        )
    }

    proptest! {
        #[test]
        fn the_checksum_of_moves_is_that_of_the_moves(game in games(), score in any::<i16>()) {
            let mut other = game.clone();
            other.moves.iter_mut().for_each(|mv| mv.score = score);
            prop_assert_eq!(game.checksum_of_moves(), other.checksum_of_moves());
            other.moves.push(ScoredMove { number: 7, score });
            prop_assert_ne!(game.checksum_of_moves(), other.checksum_of_moves());
        }

        #[test]
        fn encoding_round_trips(games in proptest::collection::vec(games(), 0..4)) {
            let mut bytes = Vec::new();
            games.iter().for_each(|game| game.write(&mut bytes));
            let mut reader = ByteReader::new(&bytes);
            for game in games {
                prop_assert_eq!(TrainingGame::read(&mut reader), Ok(game));
            }
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_games_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = ByteReader::new(&bytes);
            while !reader.is_empty() {
                match TrainingGame::read(&mut reader) {
                    Ok(_) => (),
                    Err(flaw) => {
                        prop_assert!(flaw.at <= bytes.len() as u64);
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn the_greatest_game_is_as_great_as_told() {
        let game = TrainingGame {
            number: u32::MAX,
            start: Some("x".repeat(MAX_LENGTH)),
            opening: vec![u16::MAX; MAX_LENGTH],
            moves: vec![ScoredMove { number: 1, score: -1 }; MAX_LENGTH],
            winner: None,
            end_reason: EndReason::Limit,
        };
        assert!(game.fits());
        assert!(!TrainingGame { opening: vec![0; MAX_LENGTH + 1], ..TrainingGame::default() }.fits());
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        assert_eq!(bytes.len(), TrainingGame::MAX_BYTES);
        assert_eq!(TrainingGame::read(&mut ByteReader::new(&bytes)), Ok(game));
    }

    #[test]
    fn a_result_that_cannot_be_is_refused() {
        let mut bytes = Vec::new();
        let game = TrainingGame { end_reason: EndReason::Limit, ..TrainingGame::default() };
        game.write(&mut bytes);
        for (at, value, expected) in [(4, 3, "0, 1 or 2"), (5, 5, "0 to 4"), (4, 1, "a draw")] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let flaw = TrainingGame::read(&mut ByteReader::new(&bytes)).unwrap_err();
            assert_eq!(flaw.expected, expected);
        }
    }
}
