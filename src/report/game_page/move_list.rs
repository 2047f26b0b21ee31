//! The list of moves of a game (HTML) with what its author has written, as text: comments, variations and glyphs.

use super::data::PageMove;
use crate::notation::command::without_commands;
use crate::notation::record::{GameRecord, RecordedMove, Variation};
use crate::picture::svg_document::svg_escaped;
use crate::report::annotation::without_analysis;
use std::fmt::Write;

/// A button for each move, in a row for both moves of a number unless the author has remarks on the first one.
pub fn move_list(moves: &[PageMove], record: &GameRecord) -> String {
    let mut text = remark_row(0, &without_commands(&record.preface));
    let mut has_row = false;
    for (ply, (mv, played)) in moves.iter().zip(&record.moves).enumerate() {
        if !has_row {
            let _ = write!(text, "<li><span class=\"number\">{}.</span>", mv.number);
            if mv.is_second {
                text += "<span class=\"gap\">…</span>";
            }
        }
        let (glyphs, mut remark) = remarks_on(played, mv.number, mv.is_second);
        if ply + 1 == record.moves.len() {
            remark = format!("{remark} {}", without_commands(&record.closing)).trim().to_owned();
        }
        let mark = mv.mark.map_or(String::new(), |mark| format!(" <b class=\"{}\">{}</b>", mark.word(), mark.suffix()));
        let _ = write!(
            text,
            "<button type=\"button\" class=\"move\" data-ply=\"{}\">{}{mark}</button>",
            ply + 1,
            svg_escaped(&format!("{}{glyphs}", mv.text))
        );
        has_row = !mv.is_second && remark.is_empty() && ply + 1 < moves.len();
        if !has_row {
            text += "</li>\n";
        }
        text += &remark_row(ply + 1, &remark);
    }
    text
}

/// A row for what the author says after this many moves.
fn remark_row(ply: usize, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<li class=\"remark\" data-ply=\"{ply}\">{}</li>\n", svg_escaped(text))
}

/// The glyphs of a move with this number, and the comments and variations by the author. `is_second`: whether it is the second
/// player's.
pub fn remarks_on(played: &RecordedMove, number: usize, is_second: bool) -> (String, String) {
    let own = without_analysis(played);
    let parts = [without_commands(&own.comment), variations_text(&own.variations, number, is_second)];
    (glyphs_text(&own.glyphs), joined(parts))
}

fn variations_text(variations: &[Variation], number: usize, is_second: bool) -> String {
    joined(variations.iter().map(|Variation { preface, moves, closing }| {
        let text = joined([without_commands(preface), moves_text(moves, number, is_second)]);
        joined([format!("({text})"), without_commands(closing)])
    }))
}

/// Moves with their numbers, remarks and variations: `2. Nf3! e5 (2... d5)`.
fn moves_text(moves: &[RecordedMove], number: usize, is_second: bool) -> String {
    let mut has_number = false;
    let plies = usize::from(is_second)..;
    joined(plies.zip(moves).map(|(ply, played)| {
        let (number, is_second) = (number.saturating_add(ply / 2), ply % 2 == 1);
        let label = match (is_second, has_number) {
            (false, _) => format!("{number}. "),
            (true, false) => format!("{number}... "),
            (true, true) => String::new(),
        };
        let (comment, variations) =
            (without_commands(&played.comment), variations_text(&played.variations, number, is_second));
        has_number = comment.is_empty() && variations.is_empty();
        joined([format!("{label}{}{}", played.text, glyphs_text(&played.glyphs)), comment, variations])
    }))
}

/// The parts that are not empty, with blanks between.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The signs of numeric annotation glyphs, by their numbers.
const SIGNS: [&str; 20] =
    ["", "!", "?", "!!", "??", "!?", "?!", "□", "", "", " =", "", "", " ∞", " ⩲", " ⩱", " ±", " ∓", " +−", " −+"];

/// Numeric annotation glyphs as signs. Those without a sign are written as in PGN.
fn glyphs_text(glyphs: &[u8]) -> String {
    let sign = |&glyph: &u8| match SIGNS.get(usize::from(glyph)) {
        None | Some(&"") => format!(" ${glyph}"),
        Some(sign) => (*sign).to_owned(),
    };
    glyphs.iter().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::reader::RecordReader;

    #[test]
    fn what_an_analysis_has_added_is_left_out() {
        let text = "1. g4 $4 $14 {bold [%clk 0:01] [%eval -1.00,9]} ({why} 1. e4! {best} e5 (1... c5 2. Nf3) 2. Nc3 {or so}) {I know} \
                    ({Kempelen: ??; loses a pawn: 1... d5} 1. d4 d5) {see there} e5! *";
        let record = RecordReader::new(text.as_bytes()).next().unwrap().unwrap();
        let remarks = |ply: usize| remarks_on(&record.moves[ply], 1, ply == 1);
        let expected = "bold (why 1. e4! best 1... e5 (1... c5 2. Nf3) 2. Nc3 or so) I know see there";
        assert_eq!(remarks(0), (" ⩲".to_owned(), expected.to_owned()));
        assert_eq!(remarks(1), ("!".to_owned(), String::new()));
    }
}
