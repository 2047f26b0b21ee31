//! The list of moves of a game with the author's remarks (HTML).

use super::data::PageMove;
use super::remarks::remarks_on;
use crate::notation::command::without_commands;
use crate::notation::record::GameRecord;
use crate::picture::svg_document::svg_escaped;
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
