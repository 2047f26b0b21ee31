//! Annotations of a game: evaluations, glyphs and better lines. Annotations by the user stay, those of an earlier analysis
//! are replaced.

use super::mark::Mark;
use crate::notation::command::{has_command, set_command};
use crate::notation::record::{RecordedMove, Variation};

/// The comment at the start of our variations, by which the next analysis recognises them. The glyph follows that was
/// added to the move, if any, and why the move is bad, if that can be shown: `Kempelen: ??; loses a rook: 12. Qxa1`.
const AUTHOR: &str = "Kempelen";

/// The comment command for an evaluation: `[%eval 0.35,18]`.
const EVAL: &str = "eval";

/// The comment command for the evaluations of further engines: `[%evals Stockfish 0.31,20; akimbo 0.40,18]`.
const OTHER_EVALS: &str = "evals";

/// Replaces the evaluation of the starting position if the game has one.
pub fn annotate_start(preface: &mut String, eval: Option<&str>) {
    if has_command(preface, EVAL) {
        *preface = set_command(preface, EVAL, eval);
    }
}

/// The evaluations after a move: pawns for White, a comma, the depth.
#[derive(Default)]
pub struct MoveEvals<'a> {
    /// That of the engine whose better lines are shown.
    pub own: Option<&'a str>,
    /// Those of other engines with their names.
    pub others: Vec<(&'a str, &'a str)>,
}

/// What is said of a bad move.
pub struct Mistake {
    /// How bad it is.
    pub mark: Mark,
    /// A better line.
    pub better: Vec<String>,
    /// Why it is bad, if that can be shown.
    pub reason: Option<String>,
}

/// Adds an annotation to a move, in place of an earlier one: the evaluations after it, and for a bad move how bad it is and a
/// better line.
pub fn annotate(played: &mut RecordedMove, evals: &MoveEvals, mistake: Option<Mistake>) {
    let others =
        evals.others.iter().map(|(name, eval)| format!("{} {eval}", name.replace(['[', ']', '{', '}', ';'], "_")));
    let others = Some(others.collect::<Vec<_>>().join("; ")).filter(|others| !others.is_empty());
    played.comment = set_command(&played.comment, EVAL, evals.own);
    played.comment = set_command(&played.comment, OTHER_EVALS, others.as_deref());
    let Some(Mistake { mark, better, reason }) = mistake.filter(|mistake| !mistake.better.is_empty()) else {
        *played = without_analysis(played);
        return;
    };
    let former = take_former(played);
    // A glyph by the user stays the only one.
    let has_glyph = played.glyphs.iter().any(|glyph| (1..=6).contains(glyph));
    if !has_glyph {
        played.glyphs.insert(0, mark.glyph());
    }
    let end = played.variations.len();
    let (index, closing) = former.map_or((end, String::new()), |(index, variation)| (index, variation.closing));
    let glyph = if has_glyph { String::new() } else { format!(": {}", mark.suffix()) };
    let reason = reason.map_or(String::new(), |reason| format!("; {reason}"));
    let preface = format!("{AUTHOR}{glyph}{reason}");
    let variation = Variation { preface, moves: better.into_iter().map(RecordedMove::new).collect(), closing };
    played.variations.insert(index, variation);
}

/// A move as its author has written it, without what an analysis has added; commands in comments stay.
pub fn without_analysis(played: &RecordedMove) -> RecordedMove {
    let mut own = played.clone();
    if let Some((index, former)) = take_former(&mut own) {
        let variation_before = index.checked_sub(1).and_then(|before| own.variations.get_mut(before));
        let comment = variation_before.map_or(&mut own.comment, |variation| &mut variation.closing);
        *comment = [&**comment, &former.closing].join(" ").trim().to_owned();
    }
    own
}

/// Removes the variation of an earlier analysis and the glyph that was added with it. Returns the variation and its index.
fn take_former(played: &mut RecordedMove) -> Option<(usize, Variation)> {
    let index = played.variations.iter().position(is_ours)?;
    let former = played.variations.remove(index);
    let given = glyph_in(&former.preface);
    if let Some(place) = played.glyphs.iter().position(|&glyph| Some(glyph) == given) {
        played.glyphs.remove(place);
    }
    Some((index, former))
}

/// Whether the variation comes from an analysis, and the user has added nothing to it.
fn is_ours(variation: &Variation) -> bool {
    let plain =
        |played: &RecordedMove| played.glyphs.is_empty() && played.comment.is_empty() && played.variations.is_empty();
    let is_known = head(&variation.preface) == AUTHOR || glyph_in(&variation.preface).is_some();
    is_known && variation.moves.iter().all(plain)
}

/// The glyph in the first comment of one of our variations.
fn glyph_in(preface: &str) -> Option<u8> {
    let suffix = head(preface).strip_prefix(AUTHOR)?.strip_prefix(": ")?;
    Some(Mark::ALL.iter().find(|mark| mark.suffix() == suffix)?.glyph())
}

/// The first comment without the reason; a remark of the user is none.
fn head(preface: &str) -> &str {
    preface.split_once("; ").filter(|(_, rest)| is_reason(rest)).map_or(preface, |(head, _)| head)
}

/// Whether an analysis has written a text as a reason: `was won, is lost now by theory`, a rule that ends the game, or what the
/// line behind it shows: `loses a rook: 12. Qxa1`.
fn is_reason(text: &str) -> bool {
    let has_line = |(_, line): (&str, &str)| line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let is_shown = ["allows ", "loses ", "misses "].iter().any(|begin| text.starts_with(begin))
        && text.split_once(": ").is_some_and(has_line);
    let is_by_rule = ["loses at once: ", "ends the game in a draw: "].iter().any(|begin| text.starts_with(begin));
    let is_known = text.starts_with("was ") && text.contains(", is ") && text.contains(" now by ");
    is_shown || is_by_rule || is_known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::reader::RecordReader;
    use crate::notation::record::GameRecord;

    fn read(text: &str) -> GameRecord {
        RecordReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn annotated(text: &str, eval: &str, mistake: Option<Mark>) -> String {
        let mut record = read(text);
        let better = || vec!["d4".to_owned(), "d5".to_owned()];
        let evals = MoveEvals { own: Some(eval), others: Vec::new() };
        annotate(&mut record.moves[0], &evals, mistake.map(|mark| Mistake { mark, better: better(), reason: None }));
        record.to_string().trim().to_owned()
    }

    #[test]
    fn annotations_by_the_user_stay() {
        let game = "1. g4! $14 {bold [%clk 0:01] [%csl Rg4]} (1. e4 {best} e5) {or so} e5 *";
        let once = annotated(game, "-1.00,9", Some(Mark::Blunder));
        let expected = "1. g4 $1 $14 {bold [%clk 0:01] [%csl Rg4] [%eval -1.00,9]} \
                        ( 1. e4 {best} 1... e5 ) {or so} ( {Kempelen} 1. d4 d5 ) 1... e5 *";
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&once), expected);
        assert_eq!(annotated(&once, "-1.00,9", Some(Mark::Blunder)), once);
        // Another opinion replaces the first, and nothing but that.
        let other = annotated(&once, "0.10,12", None);
        assert_eq!(words(&other), expected.replace("( {Kempelen} 1. d4 d5 ) ", "").replace("-1.00,9", "0.10,12"));
    }

    #[test]
    fn a_glyph_of_an_earlier_analysis_is_removed() {
        let game = "1. g4 $14 e5 *";
        let blunder = annotated(game, "-1.00", Some(Mark::Blunder));
        let mistake = annotated(game, "-0.50", Some(Mark::Mistake));
        let fine = annotated(game, "0.00", None);
        assert!(blunder.starts_with("1. g4 $4 $14 "), "{blunder}");
        assert!(blunder.contains("( {Kempelen: ??} 1. d4 d5 )"), "{blunder}");
        assert!(mistake.starts_with("1. g4 $2 $14 "), "{mistake}");
        assert!(fine.starts_with("1. g4 $14 {"), "{fine}");
        for before in [&blunder, &mistake, &fine] {
            assert_eq!(annotated(before, "-1.00", Some(Mark::Blunder)), blunder);
            assert_eq!(annotated(before, "-0.50", Some(Mark::Mistake)), mistake);
            assert_eq!(annotated(before, "0.00", None), fine);
        }
    }

    #[test]
    fn a_remark_behind_the_glyph_stays() {
        let again = |first: &str| annotated(&format!("1. g4 ( {{Kempelen{first}}} 1. d4 d5 ) e5 *"), "0.00", None);
        for remark in ["I was in time trouble", "was in time trouble", "loses: I did not see 1... d5", "misses d4"] {
            for glyph in [": ??", ""] {
                let kept = again(&format!("{glyph}; {remark}"));
                assert!(kept.contains("Kempelen") && kept.replace('\n', " ").contains(remark), "{kept}");
            }
        }
        for reason in [
            "loses a pawn: 1... d5",
            "allows mate in 3: 12... Qh4 13. Kf1",
            "misses winning a rook: 1. Qxa8",
            "ends the game in a draw: stalemate",
            "loses at once: no pieces left",
            "was won, is drawn now by the endgame tables",
            "was drawn, is lost now by theory",
            "was won, is lost now by theory: Grundy value 3 before, 1 after; a winning move leaves 0",
        ] {
            let replaced = again(&format!(": ??; {reason}"));
            assert!(!replaced.contains("Kempelen"), "{replaced}");
        }
    }

    #[test]
    fn a_variation_that_the_user_has_changed_stays() {
        let once = annotated("1. g4 e5 *", "-1.00", Some(Mark::Blunder));
        let again = annotated(&once.replace("d5 )", "d5 {what else} )"), "-1.00", Some(Mark::Blunder));
        assert!(again.contains("{what else} )"), "{again}");
        assert_eq!(again.matches("{Kempelen").count(), 2, "{again}");
        let fine = annotated(&once.replace("d5 )", "d5 ) {see there}"), "0.00", None);
        assert!(fine.contains("{[%eval 0.00] see there} 1... e5"), "{fine}");
    }

    #[test]
    fn the_evaluation_of_the_start_is_replaced() {
        let mut preface = "a game [%eval 0.50]".to_owned();
        annotate_start(&mut preface, Some("0.20,5"));
        assert_eq!(preface, "a game [%eval 0.20,5]");
        let mut preface = "a game".to_owned();
        annotate_start(&mut preface, Some("0.20,5"));
        assert_eq!(preface, "a game");
    }
}
