//! Whether an engine takes its options, and whether it plays the game at all.

use crate::games::game_info;
use crate::protocol::client::{DeclaredOption, ProtocolClient};
use crate::protocol::variant::variants;

/// An option and its value.
pub type OptionSetting = (String, String);

/// The options of an engine that plays `game`: those that the user has set, and before them the one
/// that chooses the game, if the engine has it. The message says that it does not play the game.
pub fn with_variant(
    client: &dyn ProtocolClient,
    game: &str,
    options: &[OptionSetting],
    declared: &[DeclaredOption],
) -> Result<Vec<OptionSetting>, String> {
    let (name, variant_name) = client.variant_option();
    let variant = game_info(game).and_then(variant_name).unwrap_or(game);
    let default = variants(variant_name)[0];
    let chosen = options
        .iter()
        .any(|(set, _)| set.eq_ignore_ascii_case(name));
    let mut all = options.to_vec();
    match find(name, declared) {
        _ if chosen => (),
        Some(option) => {
            let wrong = |taken| format!("does not play {game}: option '{name}' takes {taken}");
            check_value(option, variant).map_err(wrong)?;
            all.insert(0, (name.to_owned(), variant.to_owned()));
        }
        None if variant == default => (),
        None => {
            return Err(format!(
                "does not play {game}: it has no option '{name}', so it plays {default}"
            ));
        }
    }
    Ok(all)
}

/// The option of a name, in which capital letters do not count.
pub fn find<'a>(name: &str, declared: &'a [DeclaredOption]) -> Option<&'a DeclaredOption> {
    let same = |option: &&DeclaredOption| option.name.eq_ignore_ascii_case(name);
    declared.iter().find(same)
}

/// Checks that an engine has these options and takes these values; the error names the first that it
/// refuses.
pub fn check_options(options: &[OptionSetting], declared: &[DeclaredOption]) -> Result<(), String> {
    for (name, value) in options {
        let Some(option) = find(name, declared) else {
            let meant = nearest(name, declared);
            let meant = meant.map(|name| format!("; did you mean '{name}'?"));
            return Err(format!(
                "has no option '{name}'{}",
                meant.unwrap_or_default()
            ));
        };
        check_value(option, value).map_err(|expected| {
            format!("does not take '{value}' for option '{name}'; expected {expected}")
        })?;
    }
    Ok(())
}

/// Whether an option takes a value; if not, what it takes.
fn check_value(option: &DeclaredOption, value: &str) -> Result<(), String> {
    if let Some(range) = &option.range {
        let inside = value.parse().is_ok_and(|number| range.contains(&number));
        let (least, most) = (range.start(), range.end());
        return if inside {
            Ok(())
        } else {
            Err(format!("a whole number from {least} to {most}"))
        };
    }
    match &option.values {
        Some(values) if !values.iter().any(|known| known == value) => {
            Err(format!("one of {}", values.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The declared name that looks most like `name`, if one looks like it at all.
fn nearest<'a>(name: &str, declared: &'a [DeclaredOption]) -> Option<&'a str> {
    const ALIKE: f64 = 0.8;
    let name = name.to_lowercase();
    let likeness =
        |option: &DeclaredOption| strsim::jaro_winkler(&name, &option.name.to_lowercase());
    let names = declared.iter().map(|it| (likeness(it), it.name.as_str()));
    let best = names.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}

/// The words that a refusal begins with, in small letters.
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

/// The remark by which an engine has refused one of the options that it was told, and the option.
///
/// Engines have no common way to say so, and chatter too. A remark counts if it begins with `error`,
/// or if it names an option or its value and begins with another of the usual words or says what was
/// expected, as Kempelen does. Stockfish's `No such option: Hsh` is a refusal, its
/// `info string NNUE evaluation using nn.nnue` is none.
pub fn refusal<'a>(
    remarks: &'a [String],
    options: &[OptionSetting],
) -> Option<(&'a str, Option<String>)> {
    remarks.iter().find_map(|remark| {
        let text = remark.to_lowercase();
        let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let named = options.iter().find(|(name, value)| {
            text.contains(&name.to_lowercase())
                || is_distinctive(value) && text.contains(&value.to_lowercase())
        });
        let usual = REFUSALS.iter().any(|word| text.starts_with(word));
        let refused =
            text.starts_with("error") || named.is_some() && (usual || text.contains(", expected "));
        refused.then(|| (remark.as_str(), named.map(|(name, _)| name.clone())))
    })
}

/// Whether a value stands in a remark for no other reason than that it is the option's: a path does,
/// a number may not.
fn is_distinctive(value: &str) -> bool {
    const SHORTEST: usize = 3;
    value.len() >= SHORTEST && value.parse::<f64>().is_err()
}

/// The remark in answer to a greeting that tells that it was not understood, and the protocol that
/// an engine speaks that says so.
pub fn other_protocol(remarks: &[String]) -> Option<(&str, Option<&'static str>)> {
    let xboard = ["error (unknown command)", "illegal move", "feature "];
    remarks.iter().find_map(|remark| {
        let text = remark.to_lowercase();
        if xboard.iter().any(|answer| text.starts_with(answer)) {
            Some((remark.as_str(), Some("xboard")))
        } else {
            text.contains("unknown command")
                .then_some((remark.as_str(), None))
        }
    })
}
