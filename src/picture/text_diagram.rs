//! Pictures of boards as text, and in the colours of a terminal.

use super::diagram::{CellPlace, Coordinates, Diagram};
use super::text_board::{CellText, TextBoard, piece_colour};
use super::{BoardLayout, HeapLabel, PictureCell};

/// How a diagram is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextDiagramStyle {
    /// In colours, by the codes of terminals.
    pub coloured: bool,
    /// Pieces are signs of Unicode, not letters.
    pub signs: bool,
}

/// Colours of the palette of 256 colours.
const LAST_MOVE: u8 = 221;
const MARKED: u8 = 114;

/// The board, then the caption. Cells of the last move stand in parentheses, marked ones in brackets, unless colours tell them.
pub fn text_diagram(diagram: &Diagram, style: TextDiagramStyle) -> String {
    let mut text = match &diagram.layout {
        BoardLayout::Branches(payoff) => branches(diagram, *payoff),
        BoardLayout::Heaps(labels) => heaps(diagram, labels, style),
        BoardLayout::Squares | BoardLayout::Grid => board(diagram, style),
    };
    for line in &diagram.caption {
        text += line;
        text.push('\n');
    }
    for arrow in &diagram.arrows {
        let name = |&(row, column): &CellPlace| diagram.rows[row][column].as_ref().map_or("", |cell| &*cell.name);
        let names: Vec<&str> = arrow.iter().map(name).collect();
        text += &format!("arrow: {}\n", names.join("-"));
    }
    text
}

fn board(diagram: &Diagram, style: TextDiagramStyle) -> String {
    let has_names = diagram.coordinates == Coordinates::Corners;
    let lines = |cell: &PictureCell, place| {
        let square = match (diagram.marks.contains(&place), diagram.last_move.contains(&place)) {
            (true, _) => Some(MARKED),
            (_, true) => Some(LAST_MOVE),
            _ => None,
        };
        vec![content(cell, square, style, has_names)]
    };
    let width = if has_names { 4 } else { 3 };
    let drawn = TextBoard { coloured: style.coloured, ..TextBoard::new(&diagram.rows, width, &lines) }.draw();
    let Coordinates::Edges { files, ranks } = &diagram.coordinates else {
        return drawn.lines().map(str::trim_end).map(|line| format!("  {line}\n")).collect();
    };
    let widest = ranks.iter().map(String::len).max().unwrap_or(0);
    let lines = drawn.lines().zip(ranks);
    let mut text: String = lines.map(|(line, rank)| format!("{rank:>widest$} {}\n", line.trim_end())).collect();
    let files: String = files.iter().map(|file| format!("{file:^3}")).collect();
    text += &format!("{:widest$} {}\n", "", files.trim_end());
    text
}

fn content(cell: &PictureCell, square: Option<u8>, style: TextDiagramStyle, has_names: bool) -> CellText {
    let piece = cell.piece.map(|piece| if style.signs { piece.kind.sign() } else { piece.letter });
    let text = match piece {
        Some(piece) => piece.to_string(),
        None if has_names => cell.name.clone(),
        None if style.coloured => String::new(),
        None => ".".to_owned(),
    };
    CellText {
        text: match square {
            Some(MARKED) if !style.coloured => format!("[{text}]"),
            Some(_) if !style.coloured => format!("({text})"),
            _ => text,
        },
        colour: piece_colour(cell),
        square,
    }
}

/// Every heap is a line: its name, its counters, its size.
fn heaps(diagram: &Diagram, labels: &[HeapLabel], style: TextDiagramStyle) -> String {
    let shown = labels.iter().zip(&diagram.rows).enumerate();
    let widest = shown.clone().map(|(_, (label, _))| label.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, (label, cells)) in shown {
        let counter = |(column, cell): (usize, &Option<PictureCell>)| match cell.as_ref()?.piece {
            _ if diagram.marks.contains(&(row, column)) => Some('*'),
            Some(piece) if style.signs => Some(piece.kind.sign()),
            Some(piece) => Some(piece.letter),
            None if diagram.taken.contains(&(row, column)) => Some('-'),
            None => Some(' '),
        };
        let counters: String = cells.iter().enumerate().filter_map(counter).collect();
        let name = &label.name;
        let counters = format!("{} ({})", counters.trim_end(), label.size);
        text += &format!("{name:>widest$}: {}\n", counters.trim_start());
    }
    let hidden = labels.len().saturating_sub(diagram.rows.len());
    if hidden > 0 {
        text += &format!("and {hidden} more heaps\n");
    }
    text
}

/// The names of the moves.
fn branches(diagram: &Diagram, payoff: Option<i32>) -> String {
    if let Some(payoff) = payoff {
        return format!("payoff {payoff}\n");
    }
    let name = |(place, cell): (CellPlace, &PictureCell)| {
        if diagram.marks.contains(&place) { format!("[{}]", cell.name) } else { cell.name.clone() }
    };
    format!("moves: {}\n", diagram.places().map(name).collect::<Vec<String>>().join(" "))
}
