//! Checks of an engine: whether it has its options, accepts their values, plays the game, and keeps to the node or depth limit of a
//! search.

use crate::games::game_info;
use crate::protocol::client::{DeclaredOption, MoveLimits, ProtocolClient};
use crate::protocol::variant::variants;
use std::time::{Duration, Instant};

/// Name and value of an option.
pub type OptionSetting = (String, String);

/// The options to set: the option that selects `game`, if the engine has one, then those of the user.
///
/// # Errors
/// The engine does not play the game.
pub fn with_variant(
    client: &dyn ProtocolClient,
    game: &str,
    options: &[OptionSetting],
    declared: &[DeclaredOption],
) -> Result<Vec<OptionSetting>, String> {
    let words = client.words();
    let (name, variant_name) = words.variant_option;
    let info = game_info(game);
    let name = match info {
        Some(info) if info.described_by_file => words.rules_option,
        _ => name,
    };
    let carried = info.and_then(variant_name);
    let variant = carried.unwrap_or(game);
    let set_by_user = options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
    let mut all = options.to_vec();
    match find(name, declared) {
        _ if set_by_user => (),
        Some(option) => {
            check_value(option, variant)
                .map_err(|expected| format!("does not play {game}: option '{name}' takes {expected}"))?;
            all.insert(0, (name.to_owned(), variant.to_owned()));
        }
        None => match variants(variant_name).first().filter(|_| words.has_default_variant) {
            Some(default) if variant != *default => {
                return Err(format!("does not play {game}: it has no option '{name}', so it plays {default}"));
            }
            None if carried.is_none() => {
                return Err(format!("does not play {game}: its protocol has no such game"));
            }
            _ => (),
        },
    }
    Ok(all)
}

/// The declared option of this name; upper and lower case make no difference.
pub fn find<'a>(name: &str, declared: &'a [DeclaredOption]) -> Option<&'a DeclaredOption> {
    declared.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// Checks that all `options` are declared and their values allowed. Returns them with the values as the engine has declared them.
///
/// # Errors
/// The first option that is not.
pub fn check_options(options: &[OptionSetting], declared: &[DeclaredOption]) -> Result<Vec<OptionSetting>, String> {
    let checked = options.iter().map(|(name, value)| {
        let Some(option) = find(name, declared) else {
            let suggestion =
                nearest(name, declared).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
            return Err(format!("has no option '{name}'{suggestion}"));
        };
        let value = check_value(option, value)
            .map_err(|expected| format!("does not take '{value}' for option '{name}'; expected {expected}"))?;
        Ok((name.clone(), value.to_owned()))
    });
    checked.collect()
}

/// Checks options that an engine does not declare: such a protocol sends names and values as single words.
///
/// # Errors
/// The first option that is more or less than a word.
pub fn check_words(options: &[OptionSetting]) -> Result<(), String> {
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let wrong = options.iter().find(|(name, value)| !is_word(name) || !is_word(value));
    wrong.map_or(Ok(()), |(name, value)| {
        Err(format!(
            "cannot be told the value '{value}' of option '{name}'; its protocol has only names and values \
             that are one word each"
        ))
    })
}

/// Checks a value, and returns it as the engine expects it: upper and lower case of listed values make no difference in UCI, but
/// engines may compare them. The error says which values are allowed.
fn check_value<'a>(option: &'a DeclaredOption, value: &'a str) -> Result<&'a str, String> {
    if let Some(range) = &option.range {
        let inside = value.parse().is_ok_and(|number| range.contains(&number));
        let (min, max) = (range.start(), range.end());
        return if inside { Ok(value) } else { Err(format!("a whole number from {min} to {max}")) };
    }
    let Some(values) = &option.values else { return Ok(if value.is_empty() { option.empty_value } else { value }) };
    let found = values.iter().filter(|known| known.eq_ignore_ascii_case(value)).max_by_key(|&known| known == value);
    found.map(String::as_str).ok_or_else(|| format!("one of {}", values.join(", ")))
}

/// The declared name that is most similar to `name`, if one is similar.
fn nearest<'a>(name: &str, declared: &'a [DeclaredOption]) -> Option<&'a str> {
    const MIN_SIMILARITY: f64 = 0.8;
    let name = name.to_lowercase();
    let similarity = |option: &DeclaredOption| strsim::jaro_winkler(&name, &option.name.to_lowercase());
    let names = declared.iter().map(|it| (similarity(it), it.name.as_str()));
    let (best, name) = names.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (best >= MIN_SIMILARITY).then_some(name)
}

/// How refusals begin, in lower case.
const REFUSALS: [&str; 12] = [
    "no such",
    "no option",
    "unknown",
    "invalid",
    "illegal",
    "unsupported",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "failed",
    "unable",
];

/// The message by which the engine has refused one of `options`, and the name of that option if the message tells it.
///
/// The protocols define no such message, and engines print other messages too. A message counts if it begins with
/// `error`, or if it contains the name or value of an option and either begins with one of [`REFUSALS`] or says what
/// was expected, as Kempelen's do. So Stockfish's `No such option: Hsh` is a refusal, and its `info string NNUE
/// evaluation using nn.nnue` is not.
pub fn refusal<'a>(messages: &'a [String], options: &[OptionSetting]) -> Option<(&'a str, Option<String>)> {
    messages.iter().find_map(|message| {
        let text = message.to_lowercase();
        let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let named = options.iter().filter(|(name, value)| {
            text.contains(&name.to_lowercase()) || is_distinctive(value) && text.contains(&value.to_lowercase())
        });
        // The name of an option may be a part of another's, as `Game` is of `Endgame Path`.
        let named = named.max_by_key(|(name, _)| name.len());
        let begins = REFUSALS.iter().any(|word| text.starts_with(word));
        let refused = text.starts_with("error") || named.is_some() && (begins || text.contains(", expected "));
        refused.then(|| (message.as_str(), named.map(|(name, _)| name.clone())))
    })
}

/// Whether a value in a message is a sign that the message is about its option: a path is, a short word or a number is
/// not.
fn is_distinctive(value: &str) -> bool {
    const MIN_LENGTH: usize = 3;
    value.len() >= MIN_LENGTH && value.parse::<f64>().is_err()
}

/// The message that shows that the engine has not understood the first command, and the protocol that such an engine
/// speaks, if that is known.
pub fn other_protocol(messages: &[String]) -> Option<(&str, Option<&'static str>)> {
    let xboard = ["error (unknown command)", "illegal move", "feature "];
    messages.iter().find_map(|message| {
        let text = message.to_lowercase();
        if xboard.iter().any(|answer| text.starts_with(answer)) {
            Some((message.as_str(), Some("xboard")))
        } else {
            text.contains("unknown command").then_some((message.as_str(), None))
        }
    })
}

/// The limits of a running search, and when it was started.
pub struct LimitCheck {
    limits: MoveLimits,
    /// When the search was started.
    pub started: Instant,
}

impl LimitCheck {
    /// A search that starts now.
    pub fn new(limits: MoveLimits) -> LimitCheck {
        LimitCheck { limits, started: Instant::now() }
    }

    /// Describes the limit that the reported `depth` or `nodes` exceed by far; `None` if they exceed none.
    ///
    /// Small excesses are accepted: engines count in different ways, and check their limits only now and then.
    pub fn exceeded(&self, depth: Option<u32>, nodes: Option<u64>) -> Option<String> {
        const GRACE: Duration = Duration::from_secs(2);
        const NODE_FACTOR: u64 = 10;
        const EXTRA_PLIES: u32 = 5;
        if self.started.elapsed() < GRACE {
            return None;
        }
        if let Some((limit, nodes)) = self.limits.nodes.zip(nodes)
            && nodes / NODE_FACTOR > limit
        {
            return Some(format!("nodes={limit}: it has reported {nodes}"));
        }
        let (limit, depth) = self.limits.depth.zip(depth)?;
        (depth.saturating_sub(EXTRA_PLIES) > limit).then(|| format!("depth={limit}: it has reported {depth}"))
    }

    /// The node limit, if even a slow engine would have reached it by now. `nodes` is the reported number.
    pub fn overdue(&self, nodes: Option<u64>) -> Option<u64> {
        let (limit, timeout) = self.limits.nodes.zip(self.node_timeout())?;
        (nodes.is_none_or(|nodes| nodes > limit) && self.started.elapsed() > timeout).then_some(limit)
    }

    /// How long a slow engine may need for its node limit; `None` with a time limit or without a node limit.
    pub fn node_timeout(&self) -> Option<Duration> {
        const MIN: Duration = Duration::from_secs(20);
        const NODES_PER_SECOND: u64 = 500;
        let is_timed = self.limits.clocks.is_some() || self.limits.move_time.is_some();
        let limit = self.limits.nodes.filter(|_| !is_timed)?;
        Some(Duration::from_secs(limit / NODES_PER_SECOND).max(MIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::client::UciClient;

    #[test]
    fn a_variant_that_the_user_sets_is_not_set_again() {
        for name in ["UCI_Variant", "uci_variant"] {
            let own = vec![(name.to_owned(), "breakthrough".to_owned())];
            assert_eq!(with_variant(&UciClient, "breakthrough", &own, &[]), Ok(own));
        }
        assert!(with_variant(&UciClient, "breakthrough", &[], &[]).is_err());
    }

    /// A search that was started `seconds` ago.
    fn search(seconds: u64, depth: Option<u32>, nodes: Option<u64>) -> LimitCheck {
        let mut search = LimitCheck::new(MoveLimits { depth, nodes, ..MoveLimits::default() });
        search.started = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
        search
    }

    #[test]
    fn only_a_large_excess_counts() {
        let nodes = |seconds, nodes| search(seconds, None, Some(100)).exceeded(None, Some(nodes));
        assert_eq!(nodes(1, 1_000_000), None, "too early to tell");
        assert_eq!(nodes(30, 500), None, "a small excess");
        let exceeded = nodes(3, 5_000).unwrap();
        assert_eq!(exceeded, "nodes=100: it has reported 5000");
        let depth = |depth| search(30, Some(8), None).exceeded(Some(depth), Some(1 << 40));
        assert_eq!(depth(8), None, "a deep search is slow");
        assert_eq!(depth(10), None);
        assert_eq!(depth(14).unwrap(), "depth=8: it has reported 14");
    }

    #[test]
    fn slow_engines_get_more_time() {
        let overdue = |seconds, limit, nodes| search(seconds, None, Some(limit)).overdue(nodes) == Some(limit);
        assert!(overdue(21, 50, None));
        assert!(overdue(21, 50, Some(51)));
        assert!(!overdue(21, 50, Some(49)));
        assert!(!overdue(19, 50, None));
        assert!(!overdue(99, 50_000, None));
        assert!(overdue(101, 50_000, None));
        assert_eq!(search(500, Some(30), None).overdue(None), None, "a depth limit implies no time");
    }
}
