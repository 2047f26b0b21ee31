//! The board on the screen: the place of each cell, its marks, and the cell under the pointer.

use super::theme::{CellMarks, Theme};
use crate::picture::BoardLayout;
use crate::picture::PictureCell;
use crate::picture::diagram::{CellPlace, Coordinates, Diagram};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// The largest height of a cell in lines. Its width is about twice that.
const MAX_HEIGHT: u16 = 5;

/// Where a board stands on the screen.
#[derive(Clone, Debug)]
pub struct BoardPane {
    /// The cells, without the names at the edges.
    cells: Rect,
    /// Width and height of a cell.
    size: (u16, u16),
    /// Rows and columns that are seen.
    seen: (usize, usize),
}

impl BoardPane {
    /// Places a board at the top left of an area, in cells as large as fit; `None` if not even the smallest ones do. Of a
    /// board without an end, such as many heaps, only the first rows and columns are seen.
    pub fn place(diagram: &Diagram, area: Rect) -> Option<BoardPane> {
        let (rows, columns) = (diagram.rows.len().max(1), diagram.columns().max(1));
        let left = label_width(diagram);
        let below = u16::from(matches!(diagram.coordinates, Coordinates::Edges { .. }));
        let width = area.width.checked_sub(left)?;
        let height = area.height.checked_sub(below)?;
        let smallest = smallest_width(diagram);
        let fitting = |room: u16, count: usize| room / u16::try_from(count).unwrap_or(u16::MAX);
        let by_width = |width: u16| (width / 2).max(1);
        let cell_height = fitting(height, rows).min(by_width(fitting(width, columns)));
        let cell_height = cell_height.clamp(1, MAX_HEIGHT);
        let cell_width = (2 * cell_height).max(smallest);
        let fits = |room: u16, size: u16, count: usize| count.min(usize::from(room / size));
        let seen = (
            fits(height, cell_height, rows),
            fits(width, cell_width, columns),
        );
        let is_open = !matches!(diagram.layout, BoardLayout::Squares | BoardLayout::Grid);
        if seen.0 == 0 || seen.1 == 0 || !is_open && seen != (rows, columns) {
            return None;
        }
        Some(BoardPane {
            cells: Rect {
                x: area.x + left,
                y: area.y,
                width: cell_width * seen.1 as u16,
                height: cell_height * seen.0 as u16,
            },
            size: (cell_width, cell_height),
            seen,
        })
    }

    /// The width from the left edge of its area.
    pub fn width(&self, area: Rect) -> u16 {
        self.cells.right() - area.x
    }

    /// The cell under a place on the screen.
    pub fn cell_at(&self, position: Position) -> Option<CellPlace> {
        let inside = self.cells.contains(position);
        let row = usize::from(position.y.checked_sub(self.cells.y)? / self.size.1);
        let column = usize::from(position.x.checked_sub(self.cells.x)? / self.size.0);
        inside.then_some((row, column))
    }

    /// Draws the board. `marks` says how a cell is marked.
    pub fn draw(
        &self,
        diagram: &Diagram,
        theme: Theme,
        marks: impl Fn(CellPlace, &PictureCell) -> CellMarks,
        buffer: &mut Buffer,
    ) {
        for ((row, column), cell) in diagram.places() {
            if row < self.seen.0 && column < self.seen.1 {
                let marks = marks((row, column), cell);
                self.draw_cell(diagram, ((row, column), cell), marks, theme, buffer);
            }
        }
        self.draw_labels(diagram, theme, buffer);
    }

    fn area_of(&self, (row, column): CellPlace) -> Rect {
        let (width, height) = self.size;
        Rect {
            x: self.cells.x + column as u16 * width,
            y: self.cells.y + row as u16 * height,
            width,
            height,
        }
    }

    fn draw_cell(
        &self,
        diagram: &Diagram,
        (place, cell): (CellPlace, &PictureCell),
        marks: CellMarks,
        theme: Theme,
        buffer: &mut Buffer,
    ) {
        let named = diagram.coordinates == Coordinates::Corners
            || matches!(diagram.layout, BoardLayout::Branches(_) | BoardLayout::Grid);
        let area = self.area_of(place);
        let checkered = diagram.layout == BoardLayout::Squares;
        let style = theme.cell(cell, marks, checkered);
        buffer.set_style(area, style);
        let [open, close] = theme.brackets(marks);
        let content = match cell.piece {
            Some(piece) => theme.piece(piece).to_string(),
            None if named => cell.name.clone(),
            None if theme.colour => " ".to_owned(),
            None => if cell.dark { ":" } else { "." }.to_owned(),
        };
        let room = usize::from(area.width).saturating_sub(2);
        let content: String = content.chars().take(room).collect();
        let text = format!("{open}{content}{close}");
        let width = text.chars().count() as u16;
        let x = area.x + (area.width - width.min(area.width)).div_ceil(2);
        // The sign of a piece on a high cell stands in its middle, with its number above.
        let y = area.y + (area.height - 1) / 2;
        buffer.set_string(x, y, &text, style);
        if named && cell.piece.is_some() && area.height > 2 {
            buffer.set_string(area.x, area.y, &cell.name, style);
        }
    }

    fn draw_labels(&self, diagram: &Diagram, theme: Theme, buffer: &mut Buffer) {
        let mut write = |x: u16, y: u16, text: &str| buffer.set_string(x, y, text, theme.dim());
        let middle = (self.size.1 - 1) / 2;
        let left = |text: &str| self.cells.x.saturating_sub(text.chars().count() as u16 + 1);
        if let Coordinates::Edges { files, ranks } = &diagram.coordinates {
            for (row, rank) in ranks.iter().enumerate().take(self.seen.0) {
                write(left(rank), self.area_of((row, 0)).y + middle, rank);
            }
            for (column, file) in files.iter().enumerate().take(self.seen.1) {
                let x = self.area_of((0, column)).x + (self.size.0 - 1).div_ceil(2);
                write(x, self.cells.bottom(), file);
            }
        }
        if let BoardLayout::Heaps(labels) = &diagram.layout {
            for (row, label) in labels.iter().enumerate().take(self.seen.0) {
                let text = heap_label(&label.name, label.size);
                write(left(&text), self.area_of((row, 0)).y + middle, &text);
            }
        }
    }
}

/// The text beside a heap: its name and its size.
fn heap_label(name: &str, size: u64) -> String {
    format!("{name}: {size}")
}

/// The width of the texts to the left of the cells.
fn label_width(diagram: &Diagram) -> u16 {
    let longest = match (&diagram.coordinates, &diagram.layout) {
        (Coordinates::Edges { ranks, .. }, _) => ranks.iter().map(String::len).max(),
        (_, BoardLayout::Heaps(labels)) => {
            let texts = labels.iter().map(|it| heap_label(&it.name, it.size).len());
            texts.max()
        }
        _ => None,
    };
    longest.map_or(0, |longest| longest as u16 + 1)
}

/// The least width of a cell: a piece between brackets, or a name.
fn smallest_width(diagram: &Diagram) -> u16 {
    let names = match diagram.coordinates {
        Coordinates::Edges { .. } => 1,
        _ if matches!(diagram.layout, BoardLayout::Heaps(_)) => 1,
        _ => {
            let names = diagram.places().map(|(_, cell)| cell.name.chars().count());
            names.max().unwrap_or(1).min(12)
        }
    };
    names as u16 + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::referee;

    fn diagram(game: &str, position: Option<&str>) -> Diagram {
        let mut referee = referee(game).unwrap();
        referee.set_position(position, &[]).unwrap();
        Diagram::new(&referee.view())
    }

    #[test]
    fn boards_fit_into_80_by_24_and_grow() {
        let small = Rect::new(0, 1, 42, 21);
        for (game, expected) in [
            ("chess", (4, 2)),
            ("international", (4, 2)),
            ("russian", (4, 2)),
        ] {
            let pane = BoardPane::place(&diagram(game, None), small).unwrap();
            assert_eq!(pane.size, expected, "{game}");
        }
        let large = Rect::new(0, 1, 120, 57);
        let pane = BoardPane::place(&diagram("chess", None), large).unwrap();
        assert_eq!(pane.size, (10, 5));
        assert!(BoardPane::place(&diagram("chess", None), Rect::new(0, 0, 20, 9)).is_none());
    }

    #[test]
    fn the_pointer_finds_the_cell_that_was_drawn_there() {
        let diagram = diagram("chess", None);
        let pane = BoardPane::place(&diagram, Rect::new(0, 1, 60, 30)).unwrap();
        for (place, _) in diagram.places() {
            let area = pane.area_of(place);
            for position in [
                area.as_position(),
                Position::new(area.right() - 1, area.bottom() - 1),
            ] {
                assert_eq!(pane.cell_at(position), Some(place));
            }
        }
        assert_eq!(pane.cell_at(Position::new(0, 1)), None);
        assert_eq!(pane.cell_at(Position::new(59, 29)), None);
    }

    #[test]
    fn many_heaps_are_cut_and_a_tree_is_a_row() {
        let pane = BoardPane::place(
            &diagram("nim", Some("nim 30,40,50 p1")),
            Rect::new(0, 1, 40, 2),
        );
        assert_eq!(pane.unwrap().seen.0, 2);
        assert!(
            BoardPane::place(
                &diagram("tree", Some("(A(6 8) B(7 11))")),
                Rect::new(0, 1, 40, 20)
            )
            .is_some()
        );
    }
}
