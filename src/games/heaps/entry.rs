//! The heap games in the table of games.

use super::named;
use super::position::{HeapForm, HeapPosition};
use super::read_text::expected_parameters;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo};
use crate::notation::Notation;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;
use crate::search::{Depth, Neutral};
use once_cell::sync::Lazy;
use serde::Deserialize;
use std::ops::RangeInclusive;

/// Search knowledge for the heap games: none. A larger number of moves than this needs an allocation.
pub type HeapKnowledge = Neutral<HeapPosition, NoWeights, 32>;

/// The file of the games: their texts, and those that they share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesFile {
    end: &'static str,
    pick: &'static str,
    game: Vec<GameTexts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameTexts {
    name: &'static str,
    about: &'static str,
    how_to_play: &'static str,
    end: Option<&'static str>,
    pick: Option<&'static str>,
    bench: Vec<&'static str>,
    bench_depth: Depth,
}

/// The heap games.
static GAMES: Lazy<Vec<&GameInfo>> = Lazy::new(|| {
    let file = toml::from_str(include_str!("games.toml"));
    let GamesFile { end, pick, game } = file.expect("the file of the games is right");
    let info = |texts: GameTexts| {
        let GameTexts { name, about, bench, bench_depth, .. } = texts;
        let parameters = named(name).map_or_else(String::new, |rules| expected_parameters(&rules.facts()));
        let text = format!("The text of a position, such as {}, may name {parameters}.", bench[1]);
        let (end, pick) = (texts.end.unwrap_or(end), texts.pick.unwrap_or(pick));
        let how_to_play = [texts.how_to_play, end, pick, &text].join("\n").leak();
        &*Box::leak(Box::new(GameInfo { name, about, how_to_play, bench: bench.leak(), bench_depth, ..GameInfo::NEW }))
    };
    game.into_iter().map(info).collect()
});

/// The game whose men may be placed in secret.
const NORTHCOTT: &str = "northcott";

/// A position of Northcott's game as text.
fn northcott_text(rows: u64, [first, second]: [&[u64]; 2], misere: bool) -> String {
    let men: Vec<_> = first.iter().zip(second).map(|(one, other)| format!("{one}-{other}")).collect();
    let (columns, misere) = (men.len(), if misere { " misere" } else { "" });
    format!("{NORTHCOTT} {rows}x{columns} {}{misere} p1", men.join(","))
}

impl GameEntry for HeapKnowledge {
    type NetworkFeatures = ();

    fn games() -> &'static [&'static GameInfo] {
        &GAMES
    }

    fn game_of(position: &HeapPosition) -> Option<&'static GameInfo> {
        GAMES.iter().copied().find(|game| game.name == position.game())
    }

    fn random_position(
        _: &'static GameInfo,
        like: &HeapPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<HeapPosition, String> {
        let RandomSetUp { heaps, sizes, parameters, .. } = set_up;
        let count = heaps.start() + random.below(heaps.end() - heaps.start() + 1);
        like.random(parameters, count, sizes.clone(), random)
    }

    fn secret_placement(like: &HeapPosition) -> Option<SecretPlacement> {
        (like.game() == NORTHCOTT).then_some(SecretPlacement { position: northcott_text, misere: like.misere })
    }

    fn start(game: &'static GameInfo) -> HeapPosition {
        HeapPosition::parse(game.bench[0]).expect("the start position is legal")
    }
}

impl HeapPosition {
    /// A random position of the same game: this number of heaps, each of a size in `sizes`. `parameters`, such as `k=2
    /// misere`, replace the same parameters of this position; its other parameters are kept. A board gets columns for
    /// heaps and rows for the greatest size: the men stand at random, each side in its own half, as if the players had
    /// placed them in secret. A game with one heap, total or ring gets one of the sizes, and a game with a greatest number of
    /// heaps not more than these.
    ///
    /// # Errors
    /// The game has no such position.
    pub fn random(
        &self,
        parameters: &str,
        heaps: usize,
        sizes: RangeInclusive<u64>,
        random: &mut Random,
    ) -> Result<HeapPosition, String> {
        let (least, greatest) = (*sizes.start(), *sizes.end());
        let spread = greatest.checked_sub(least).ok_or("expected sizes in their order")?;
        let spread = usize::try_from(spread).map_err(|error| error.to_string())?;
        let mut within = |least, spread: usize| least + random.below(spread.saturating_add(1)) as u64;
        let facts = self.rules.facts();
        let heaps = heaps.min(facts.max_heaps);
        let body = match facts.form {
            HeapForm::Heaps => (0..heaps).map(|_| within(least, spread).to_string()).collect::<Vec<_>>().join(","),
            HeapForm::Board => {
                let half = (greatest / 2).max(1);
                let last = half as usize - 1;
                let pairs: Vec<_> =
                    (0..heaps).map(|_| format!("{}-{}", within(1, last), within(greatest - half + 1, last))).collect();
                format!("{greatest}x{heaps} {}", pairs.join(","))
            }
            HeapForm::Tokens => format!("{} l={heaps}", within(least, spread)),
            HeapForm::OneHeap | HeapForm::Total | HeapForm::Number | HeapForm::Ring => {
                within(least, spread).to_string()
            }
        };
        self.parse_position(&format!("{body} {parameters} p1")).map_err(|error| error.to_string())
    }
}
