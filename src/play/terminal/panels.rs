//! What stands beside the board: players and clocks, the moves, the search, the curve of the scores.

use super::theme::Theme;
use crate::game::{Game, Side};
use crate::play::Session;
use crate::play::played_move::PieceCounts;
use crate::play::texts::{move_rows, short_result, side_name, statistics};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::time::Duration;

/// The height of the curve in lines.
const CURVE_HEIGHT: u16 = 3;

/// The lines of the search: bar, numbers and principal variation.
const SEARCH_HEIGHT: u16 = 5;

/// Draws the panels into an area.
pub fn draw(session: &Session, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mut y = area.y;
    for side in Side::BOTH {
        let style =
            if session.end().is_none() && side == session.side_to_move() { theme.selected() } else { Style::new() };
        buffer.set_stringn(area.x, y, player_line(session, side, area.width), area.width.into(), style);
        y += 1;
    }
    let style = if session.end().is_some() { Style::new() } else { theme.dim() };
    buffer.set_stringn(area.x, y, status(session), area.width.into(), style);
    buffer.set_stringn(area.x, y + 1, session.opening_name().unwrap_or_default(), area.width.into(), theme.dim());
    y += 2;
    let moves = Rect { y, height: area.bottom().saturating_sub(y + SEARCH_HEIGHT + CURVE_HEIGHT), ..area };
    draw_moves(session, moves, buffer);
    let search =
        Rect { y: moves.bottom(), height: SEARCH_HEIGHT.min(area.bottom().saturating_sub(moves.bottom())), ..area };
    draw_search(session, theme, search, buffer);
    let curve = Rect { y: search.bottom(), height: area.bottom().saturating_sub(search.bottom()), ..area };
    draw_curve(session, theme, curve, buffer);
}

/// The name of a player, who it is, and the clock.
fn player_line(session: &Session, side: Side, width: u16) -> String {
    let name = side_name(session, side);
    let player = session.player(side);
    let clock = session.remaining(side).map_or_else(String::new, |time| format!(" {}", clock(time)));
    let room = usize::from(width).saturating_sub(clock.len());
    let short = format!("{name}: {}", player.name);
    let whole = format!("{short} ({player})");
    let level = player.level().map_or_else(|| short.clone(), |level| format!("{short} ({level})"));
    let text = [whole, level].into_iter().find(|text| text.chars().count() <= room).unwrap_or(short);
    let text: String = text.chars().take(room).collect();
    format!("{text:<room$}{clock}")
}

/// A time as a clock shows it.
fn clock(time: Duration) -> String {
    const TENTHS_BELOW: Duration = Duration::from_secs(10);
    let seconds = time.as_secs();
    let (minutes, rest) = (seconds / 60, seconds % 60);
    match (minutes / 60, time < TENTHS_BELOW) {
        (0, true) => format!("{:.1}", time.as_secs_f64()),
        (0, false) => format!("{minutes}:{rest:02}"),
        (hours, _) => format!("{hours}:{:02}:{rest:02}", minutes % 60),
    }
}

/// The plies to a draw are shown when at most this many are left.
const SHOWN_PLIES_TO_DRAW: u16 = 40;

/// The result at the end of the game; a note while a machine thinks about its move; else the numbers of pieces and the plies to a draw.
fn status(session: &Session) -> String {
    if let Some(end) = session.end() {
        return short_result(session, end);
    }
    if session.is_thinking() && !session.waits_for_person() {
        return format!("{} is thinking", session.name(session.side_to_move()));
    }
    let mut parts = Vec::new();
    if let Some([first, second]) = session.moves().last().and_then(|mv| mv.pieces) {
        parts.push(format!("pieces {first}:{second}"));
    }
    if let Some(plies) = session.line().position().plies_to_draw().filter(|&plies| plies <= SHOWN_PLIES_TO_DRAW) {
        let ending = if plies == 1 { "y" } else { "ies" };
        parts.push(format!("draw after {plies} pl{ending}"));
    }
    parts.join(", ")
}

/// The last moves, as many as fit.
fn draw_moves(session: &Session, area: Rect, buffer: &mut Buffer) {
    let rows = move_rows(session, move_text, " ");
    let first = rows.len().saturating_sub(area.height.into());
    for (row, y) in rows[first..].iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, row.trim_end(), area.width.into(), Style::new());
    }
}

fn move_text(text: &str, pieces: Option<PieceCounts>) -> String {
    format!("{text:<8} {:<6}", pieces.map(|[first, second]| format!("{first}:{second}")).unwrap_or_default())
}

/// The bar of the evaluation, and what the search says.
fn draw_search(session: &Session, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let Some(search) = session.last_search().first() else { return };
    let shown = search.info.shown_score;
    let score = if search.mover == Side::First { shown } else { -shown };
    let bar = bar(search.expected_of_first(), area.width, theme);
    let name = side_name(session, Side::First);
    let text = format!("{name} {bar} {score}");
    buffer.set_stringn(area.x, area.y, text, area.width.into(), Style::new());
    let text = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    // The score is that of the side that searched, the bar that of the first side.
    let searched = side_name(session, search.mover);
    // A number keeps its unit.
    let statistics = statistics(search).replace(" s,", "\u{a0}s,");
    Paragraph::new(format!("{searched}: {statistics}")).wrap(Wrap { trim: true }).render(text, buffer);
}

fn bar(expected: f64, width: u16, theme: Theme) -> String {
    let cells = usize::from(width.clamp(24, 44)) - 20;
    let filled = (expected * cells as f64).round() as usize;
    let full = theme.height(8).to_string();
    let rest = if theme.unicode { "░" } else { "." };
    full.repeat(filled) + &rest.repeat(cells - filled)
}

/// The scores of all searches for the first side, the last ones if not all fit: a column each.
fn draw_curve(session: &Session, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let moves = session.moves().iter();
    let values: Vec<f64> = moves.filter_map(|mv| Some(mv.search.as_ref()?.expected_of_first())).collect();
    draw_columns(&values, theme, area, buffer);
}

fn draw_columns(values: &[f64], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let first = values.len().saturating_sub(area.width.into());
    let total = usize::from(area.height) * 8;
    for (value, x) in values[first..].iter().zip(area.x..) {
        let eighths = ((value * total as f64).round() as usize).max(1);
        for (line, y) in (area.y..area.bottom()).rev().enumerate() {
            buffer.set_string(x, y, theme.height(eighths.saturating_sub(8 * line).min(8)).to_string(), Style::new());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_hours_minutes_and_tenths() {
        for (millis, expected) in [(9_949, "9.9"), (61_000, "1:01"), (3_725_000, "1:02:05")] {
            assert_eq!(clock(Duration::from_millis(millis)), expected);
        }
    }

    #[test]
    fn a_bar_is_filled_by_the_expected_result() {
        let theme = Theme { colour: false, unicode: false };
        assert_eq!(bar(0.5, 40, theme), "##########..........");
        assert_eq!(bar(1.0, 40, theme), "#".repeat(20));
    }

    #[test]
    fn the_last_values_have_a_column_each() {
        let theme = Theme { colour: false, unicode: true };
        let area = Rect::new(2, 1, 3, 2);
        for (values, upper, lower) in [
            (&[0.5][..], "   ", "█  "),
            (&[0.5, 0.0, 1.0], "  █", "█▁█"),
            (&[1.0, 0.5, 0.0, 1.0], "  █", "█▁█"),
            (&[0.0, 1.0, 0.5, 0.75, 0.25], " ▄ ", "██▄"),
        ] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 4));
            draw_columns(values, theme, area, &mut buffer);
            let row = |y| (0..6).map(|x| buffer[(x, y)].symbol()).collect::<String>();
            let expected = ["      ".to_owned(), format!("  {upper} "), format!("  {lower} "), "      ".to_owned()];
            assert_eq!([0, 1, 2, 3].map(row), expected, "{values:?}");
        }
    }
}
