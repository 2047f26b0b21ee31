//! The board on the screen: the place of each cell, its marks, and the cell under the pointer.

use super::theme::{CellMarks, Theme};
use crate::picture::diagram::{CellPlace, Coordinates, Diagram};
use crate::picture::{BoardLayout, HeapLabel, PictureCell};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::ops::Range;

/// The largest height of a cell in lines. Its width is about twice that.
const MAX_HEIGHT: u16 = 5;

/// Where a board stands on the screen.
#[derive(Clone, Debug)]
pub struct BoardPane {
    /// The cells, without the names at the edges.
    cells: Rect,
    /// Width and height of a cell.
    size: (u16, u16),
    /// The rows and columns that are seen.
    rows: Range<usize>,
    columns: Range<usize>,
}

impl BoardPane {
    /// Places a board at the top left of an area, in cells as large as fit; `None` if not even the smallest ones do. Of a
    /// board without an end, such as many heaps, the rows and columns around the cursor are seen.
    pub fn place(diagram: &Diagram, area: Rect, cursor: CellPlace) -> Option<BoardPane> {
        let (rows, columns) = (diagram.rows.len().max(1), diagram.columns().max(1));
        let left = label_width(diagram);
        let below = u16::from(matches!(diagram.coordinates, Coordinates::Edges { .. }));
        let is_open = is_open(diagram);
        // A sign stands to the right of rows that go on.
        let width = area.width.checked_sub(left + u16::from(is_open))?;
        let height = area.height.checked_sub(below)?;
        let fitting = |room: u16, count: usize| room / u16::try_from(count).unwrap_or(u16::MAX);
        let by_width = |width: u16| (width / 2).max(1);
        let cell_height = fitting(height, rows).min(by_width(fitting(width, columns))).clamp(1, MAX_HEIGHT);
        // A piece stands in the middle of a large cell if its height and width are odd.
        let cell_height = if cell_height == 4 { 3 } else { cell_height };
        let is_odd = cell_height > 2 && 2 * cell_height < fitting(width, columns);
        let cell_width = 2 * cell_height + u16::from(is_odd);
        let cell_width = cell_width.max(smallest_width(diagram));
        let fits = |room: u16, size: u16, count: usize| count.min(usize::from(room / size));
        let is_cut = is_open && fits(height, cell_height, usize::MAX) < row_total(diagram);
        let seen = (
            // A line below says which rows are seen.
            fits(height - u16::from(is_cut && height > 0), cell_height, rows),
            fits(width, cell_width, columns),
        );
        if seen.0 == 0 || seen.1 == 0 || !is_open && seen != (rows, columns) {
            return None;
        }
        let around = |at: usize, seen: usize, all: usize| {
            let first = at.saturating_sub(seen / 2).min(all - seen);
            first..first + seen
        };
        Some(BoardPane {
            rows: around(cursor.0, seen.0, rows),
            columns: around(cursor.1, seen.1, columns),
            cells: Rect::new(area.x + left, area.y, cell_width * seen.1 as u16, cell_height * seen.0 as u16),
            size: (cell_width, cell_height),
        })
    }

    /// The width from the left edge of its area.
    pub fn width(&self, area: Rect) -> u16 {
        self.cells.right() - area.x
    }

    /// The first line below it.
    pub fn bottom(&self) -> u16 {
        self.cells.bottom()
    }

    /// The cell under a place on the screen.
    pub fn cell_at(&self, position: Position) -> Option<CellPlace> {
        let row = usize::from(position.y.checked_sub(self.cells.y)? / self.size.1);
        let column = usize::from(position.x.checked_sub(self.cells.x)? / self.size.0);
        self.cells.contains(position).then_some((row + self.rows.start, column + self.columns.start))
    }

    /// Draws the board. `marks` says how a cell is marked.
    pub fn draw(
        &self,
        diagram: &Diagram,
        theme: Theme,
        marks: impl Fn(CellPlace, &PictureCell) -> CellMarks,
        buffer: &mut Buffer,
    ) {
        for (place, cell) in diagram.places().filter(|&(place, _)| self.is_seen(place)) {
            self.draw_cell(diagram, (place, cell), marks(place, cell), theme, buffer);
        }
        self.draw_labels(diagram, theme, buffer);
        if is_open(diagram) {
            self.draw_signs(diagram, theme, buffer);
        }
    }

    fn is_seen(&self, (row, column): CellPlace) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }

    /// Signs where the board goes on beyond what is seen.
    fn draw_signs(&self, diagram: &Diagram, theme: Theme, buffer: &mut Buffer) {
        let [before, after] = if theme.unicode { ["…", "…"] } else { ["<", ">"] };
        for row in self.rows.clone() {
            let length = match &diagram.layout {
                BoardLayout::Heaps(labels) => labels.get(row).map_or(0, |label| label.size),
                _ => diagram.columns() as u64,
            };
            let y = self.area_of((row, self.columns.start)).y + (self.size.1 - 1) / 2;
            if self.columns.start > 0 && length > 0 {
                buffer.set_string(self.cells.x.saturating_sub(1), y, before, theme.dim());
            }
            if length > self.columns.end as u64 {
                buffer.set_string(self.cells.right(), y, after, theme.dim());
            }
        }
        let (rows, total) = (&self.rows, row_total(diagram));
        if rows.len() < total {
            let text = format!("{} to {} of {total}", rows.start + 1, rows.end);
            buffer.set_string(self.cells.x, self.cells.bottom(), text, theme.dim());
        }
    }

    fn area_of(&self, (row, column): CellPlace) -> Rect {
        let (width, height) = self.size;
        let x = self.cells.x + (column - self.columns.start) as u16 * width;
        Rect::new(x, self.cells.y + (row - self.rows.start) as u16 * height, width, height)
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
        let is_checkered = diagram.layout == BoardLayout::Squares;
        // Equal squares would run into each other.
        let dark = if diagram.has_equal_cells() { (place.0 + place.1) % 2 == 1 } else { cell.dark };
        let mut style = theme.cell(&PictureCell { dark, ..cell.clone() }, marks, is_checkered);
        if let (BoardLayout::Grid, Some(piece)) = (&diagram.layout, cell.piece) {
            style = theme.own_colour(piece, style);
        }
        buffer.set_style(area, style);
        // The colour of its square marks a piece that can move or be taken.
        let is_coloured = theme.colour && is_checkered && cell.piece.is_some();
        let [open, close] = theme.brackets(CellMarks { target: marks.target && !is_coloured, ..marks });
        let content = match cell.piece {
            Some(piece) => theme.piece(piece).to_string(),
            None if named => cell.name.clone(),
            None if theme.colour => " ".to_owned(),
            None => if cell.dark { ":" } else { "." }.to_owned(),
        };
        let content: String = content.chars().take(usize::from(area.width).saturating_sub(2)).collect();
        let text = format!("{open}{content}{close}");
        let width = text.chars().count() as u16;
        let x = area.x + (area.width - width.min(area.width)).div_ceil(2);
        // The sign of a piece on a high cell stands in its middle, with its number above.
        buffer.set_string(x, area.y + (area.height - 1) / 2, &text, style);
        if named && cell.piece.is_some() && area.height > 2 {
            buffer.set_string(area.x, area.y, &cell.name, style);
        }
    }

    fn draw_labels(&self, diagram: &Diagram, theme: Theme, buffer: &mut Buffer) {
        let mut write = |x: u16, y: u16, text: &str| buffer.set_string(x, y, text, theme.dim());
        let middle = (self.size.1 - 1) / 2;
        let left = |text: &str| self.cells.x.saturating_sub(text.chars().count() as u16 + 1);
        if let Coordinates::Edges { files, ranks } = &diagram.coordinates {
            for (row, rank) in ranks.iter().enumerate().take(self.rows.len()) {
                write(left(rank), self.area_of((row, 0)).y + middle, rank);
            }
            for (column, file) in files.iter().enumerate().take(self.columns.len()) {
                write(self.area_of((0, column)).x + (self.size.0 - 1).div_ceil(2), self.cells.bottom(), file);
            }
        }
        if let BoardLayout::Heaps(labels) = &diagram.layout {
            for row in self.rows.clone() {
                let text = labels.get(row).map_or_else(String::new, heap_label);
                write(left(&text), self.area_of((row, self.columns.start)).y + middle, &text);
            }
        }
    }
}

/// The text beside a heap: its name and its size.
fn heap_label(label: &HeapLabel) -> String {
    format!("{}: {}", label.name, label.size)
}

/// Whether a board has no fixed size, so that a part of it may be seen.
fn is_open(diagram: &Diagram) -> bool {
    !matches!(diagram.layout, BoardLayout::Squares | BoardLayout::Grid)
}

/// The number of rows, with those that no picture shows.
fn row_total(diagram: &Diagram) -> usize {
    match &diagram.layout {
        BoardLayout::Heaps(labels) => labels.len().max(diagram.rows.len()),
        _ => diagram.rows.len(),
    }
}

/// The width of the texts to the left of the cells.
fn label_width(diagram: &Diagram) -> u16 {
    let longest = match (&diagram.coordinates, &diagram.layout) {
        (Coordinates::Edges { ranks, .. }, _) => ranks.iter().map(String::len).max(),
        (_, BoardLayout::Heaps(labels)) => labels.iter().map(|it| heap_label(it).len()).max(),
        // Room for a sign that there are moves to the left.
        (_, BoardLayout::Branches(_)) => Some(0),
        _ => None,
    };
    longest.map_or(0, |longest| longest as u16 + 1)
}

/// The least width of a cell: a piece between brackets, or a name.
fn smallest_width(diagram: &Diagram) -> u16 {
    let names = match diagram.coordinates {
        Coordinates::Edges { .. } => 1,
        _ if matches!(diagram.layout, BoardLayout::Heaps(_)) => 1,
        _ => diagram.places().map(|(_, cell)| cell.name.chars().count()).max().unwrap_or(1).min(12),
    };
    names as u16 + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;
    use crate::picture::BoardView;

    fn view(game: &str, position: Option<&str>) -> BoardView {
        BoardView::of(set_up(&find_game(game).unwrap().start(), position, &[]).unwrap().position())
    }

    fn diagram(game: &str, position: Option<&str>) -> Diagram {
        Diagram::new(&view(game, position))
    }

    #[test]
    fn boards_fit_into_80_by_24_and_grow() {
        let small = Rect::new(0, 1, 42, 21);
        for (game, expected) in [("chess", (4, 2)), ("international", (4, 2)), ("russian", (4, 2))] {
            assert_eq!(BoardPane::place(&diagram(game, None), small, (0, 0)).unwrap().size, expected, "{game}");
        }
        assert_eq!(BoardPane::place(&diagram("chess", None), Rect::new(0, 1, 120, 57), (0, 0)).unwrap().size, (11, 5));
        // No height of 4, in which nothing stands in the middle.
        assert_eq!(BoardPane::place(&diagram("chess", None), Rect::new(0, 1, 80, 38), (0, 0)).unwrap().size, (7, 3));
        assert!(BoardPane::place(&diagram("chess", None), Rect::new(0, 0, 20, 9), (0, 0)).is_none());
    }

    #[test]
    fn the_pointer_finds_the_cell_that_was_drawn_there() {
        let diagram = diagram("chess", None);
        let pane = BoardPane::place(&diagram, Rect::new(0, 1, 60, 30), (0, 0)).unwrap();
        for (place, _) in diagram.places() {
            let area = pane.area_of(place);
            for position in [area.as_position(), Position::new(area.right() - 1, area.bottom() - 1)] {
                assert_eq!(pane.cell_at(position), Some(place));
            }
        }
        assert_eq!(pane.cell_at(Position::new(0, 1)), None);
        assert_eq!(pane.cell_at(Position::new(59, 29)), None);
    }

    /// What stands in a line of the screen, without its spaces.
    fn letters(buffer: &Buffer, y: u16) -> String {
        (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).filter(|it| *it != " ").collect()
    }

    /// Also where a board has more rows than columns, or the reverse.
    #[test]
    fn every_row_and_every_column_has_its_name() {
        for (rows, columns) in [(8, 8), (8, 4), (4, 8), (1, 8), (8, 1)] {
            let mut view = view("chess", None);
            view.rows.truncate(rows);
            view.rows.iter_mut().for_each(|row| row.truncate(columns));
            let diagram = Diagram::new(&view);
            let files: Vec<&str> = "a b c d e f g h".split(' ').take(columns).collect();
            let ranks: Vec<&str> = "8 7 6 5 4 3 2 1".split(' ').take(rows).collect();

            let area = Rect::new(0, 0, 100, 45);
            let pane = BoardPane::place(&diagram, area, (0, 0)).unwrap();
            let mut buffer = Buffer::empty(area);
            pane.draw_labels(&diagram, Theme { colour: true, unicode: false }, &mut buffer);
            assert_eq!(letters(&buffer, pane.cells.bottom()), files.concat());
            for (column, file) in files.iter().enumerate() {
                let cell = pane.area_of((0, column));
                let seen = (cell.x..cell.right()).map(|x| buffer[(x, pane.cells.bottom())].symbol());
                assert_eq!(seen.collect::<String>().trim(), *file);
            }
            assert_eq!((0..pane.cells.bottom()).map(|y| letters(&buffer, y)).collect::<String>(), ranks.concat());
        }
    }

    #[test]
    fn the_cursor_is_seen_and_signs_tell_what_is_not() {
        let heaps = diagram("nim", Some("nim 19,12,5,5 p1"));
        for (cursor, [left, right], rows) in
            [((0, 0), [0, 1], "1 to 2 of 4"), ((0, 18), [2, 0], "1 to 2 of 4"), ((3, 4), [0, 0], "3 to 4 of 4")]
        {
            let pane = BoardPane::place(&heaps, Rect::new(0, 0, 52, 3), cursor).unwrap();
            assert!(pane.is_seen(cursor), "{cursor:?}");
            assert_eq!(pane.cell_at(pane.area_of(cursor).as_position()), Some(cursor));
            let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 5));
            pane.draw(&heaps, Theme { colour: false, unicode: true }, |_, _| CellMarks::default(), &mut buffer);
            let line = |y| (0..60).map(move |x| (x, y));
            let text = |places: &mut dyn Iterator<Item = (u16, u16)>| -> String {
                places.map(|place| buffer[place].symbol().to_owned()).collect()
            };
            assert!(text(&mut line(2)).contains(rows), "{cursor:?}");
            assert_eq!(text(&mut (0..3).flat_map(line)).matches('…').count(), left + right, "{cursor:?}");
        }
    }
}
