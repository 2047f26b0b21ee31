//! Pictures of boards as text, and in the colours of a terminal.

use super::diagram::{CellPlace, Coordinates, Diagram};
use super::text_board::{CellLine, CellText, TextBoard, piece_colour};
use super::{BoardLayout, PictureCell};
use std::borrow::Borrow;

/// How a diagram is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextDiagramStyle {
    /// In colours, by the codes of terminals.
    pub coloured: bool,
    /// Pieces are signs of Unicode, not letters.
    pub signs: bool,
}

/// A cell and what is to be seen beside its piece.
struct DiagramCell {
    cell: PictureCell,
    is_last_move: bool,
    is_taken: bool,
    is_marked: bool,
}

impl Borrow<PictureCell> for DiagramCell {
    fn borrow(&self) -> &PictureCell {
        &self.cell
    }
}

/// Colours of the palette of 256 colours.
const LAST_MOVE: u8 = 221;
const MARKED: u8 = 114;

/// The board, then the caption. Cells of the last move stand in parentheses, marked ones in brackets, unless colours tell them.
pub fn text_diagram(diagram: &Diagram, style: TextDiagramStyle) -> String {
    let mut text = match &diagram.layout {
        BoardLayout::Branches(payoff) => branches(diagram, *payoff),
        BoardLayout::Heaps(_) => heaps(diagram, style),
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

fn cells(diagram: &Diagram) -> Vec<Vec<Option<DiagramCell>>> {
    let cell = |place: CellPlace, cell: &PictureCell| DiagramCell {
        cell: cell.clone(),
        is_last_move: diagram.last_move.contains(&place),
        is_taken: diagram.taken.contains(&place),
        is_marked: diagram.marks.contains(&place),
    };
    let row = |(row, cells): (usize, &Vec<Option<PictureCell>>)| {
        cells.iter().enumerate().map(|(column, it)| it.as_ref().map(|it| cell((row, column), it))).collect()
    };
    diagram.rows.iter().enumerate().map(row).collect()
}

fn board(diagram: &Diagram, style: TextDiagramStyle) -> String {
    let rows = cells(diagram);
    let has_names = diagram.coordinates == Coordinates::Corners;
    let content = |it: &DiagramCell| content(it, style, has_names);
    let lines: [CellLine<DiagramCell>; 1] = [&content];
    let width = if has_names { 4 } else { 3 };
    let board = TextBoard { coloured: style.coloured, ..TextBoard::new(&rows, width, &lines) };
    let drawn = board.draw();
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

fn content(it: &DiagramCell, style: TextDiagramStyle, has_names: bool) -> CellText {
    let piece = it.cell.piece.map(|piece| if style.signs { piece.kind.sign() } else { piece.letter });
    let text = match piece {
        Some(piece) => piece.to_string(),
        None if has_names => it.cell.name.clone(),
        None if style.coloured => String::new(),
        None => ".".to_owned(),
    };
    let square = match (it.is_marked, it.is_last_move) {
        (true, _) => Some(MARKED),
        (_, true) => Some(LAST_MOVE),
        _ => None,
    };
    CellText {
        text: match square {
            Some(MARKED) if !style.coloured => format!("[{text}]"),
            Some(_) if !style.coloured => format!("({text})"),
            _ => text,
        },
        colour: piece_colour(&it.cell),
        square,
    }
}

/// Every heap is a line: its name, its counters, its size.
fn heaps(diagram: &Diagram, style: TextDiagramStyle) -> String {
    let BoardLayout::Heaps(labels) = &diagram.layout else { return String::new() };
    let rows = cells(diagram);
    let shown = labels.iter().zip(&rows);
    let widest = shown.clone().map(|(label, _)| label.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (label, row) in shown {
        let counter = |it: &DiagramCell| match (it.is_marked, it.cell.piece) {
            (true, _) => '*',
            (_, Some(piece)) if style.signs => piece.kind.sign(),
            (_, Some(piece)) => piece.letter,
            _ if it.is_taken => '-',
            _ => ' ',
        };
        let counters: String = row.iter().flatten().map(counter).collect();
        let name = &label.name;
        let counters = format!("{} ({})", counters.trim_end(), label.size);
        text += &format!("{name:>widest$}: {}\n", counters.trim_start());
    }
    let hidden = labels.len().saturating_sub(rows.len());
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
