//! What a picture of a board shows, without sizes and colours: the cells, the last move, marks, arrows and texts.

use super::{BoardLayout, BoardView, PictureCell, PicturePiece, PieceKind};
use crate::notation::excerpt;

/// A row, counted from the top, and a column.
pub type CellPlace = (usize, usize);

/// The most moves of a node of a tree that are drawn.
pub const MOST_BRANCHES: usize = 16;

/// A board to draw.
#[derive(Clone, Default, Debug)]
pub struct Diagram {
    /// What is drawn, for those who cannot see it.
    pub title: String,
    /// The cells as they are drawn, the top row first.
    pub rows: Vec<Vec<Option<PictureCell>>>,
    /// How they are drawn.
    pub layout: BoardLayout,
    /// Where the names of the cells stand.
    pub coordinates: Coordinates,
    /// The cells of the last move.
    pub last_move: Vec<CellPlace>,
    /// Cells from which the last move took a counter.
    pub taken: Vec<CellPlace>,
    /// Cells with a mark.
    pub marks: Vec<CellPlace>,
    /// Arrows over two or more cells.
    pub arrows: Vec<Vec<CellPlace>>,
    /// Lines below the board.
    pub caption: Vec<String>,
    /// A piece before the first line of the caption: one of the side to move.
    pub mover: Option<PicturePiece>,
}

/// Where the names of cells stand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Coordinates {
    /// There are none.
    #[default]
    None,
    /// Files below the board, ranks to the left of it.
    Edges {
        /// The files from the left.
        files: Vec<String>,
        /// The ranks from the top.
        ranks: Vec<String>,
    },
    /// Every cell has its name in its corner.
    Corners,
}

impl Diagram {
    /// The board of a position; White, or the first row, is at the bottom as in [`BoardView::rows`].
    pub fn new(view: &BoardView) -> Diagram {
        let mut diagram =
            Diagram { mover: mover(view), rows: view.rows.clone(), layout: view.layout.clone(), ..Diagram::default() };
        diagram.coordinates = diagram.find_coordinates();
        diagram
    }

    /// The board after a move that has these cells. If the board has become smaller, the cells of the position before the move
    /// are drawn.
    pub fn after_move(view: &BoardView, before: &BoardView, cells: &[String]) -> Diagram {
        let mut diagram = Diagram::new(view);
        let is_smaller = view.cells().count() < before.cells().count();
        let stays = view.cells().all(|cell| before.cells().any(|it| it.name == cell.name));
        let is_tree = matches!(view.layout, BoardLayout::Branches(_));
        if is_smaller && stays && !is_tree {
            diagram.rows = before.rows.clone();
            for cell in diagram.rows.iter_mut().flatten().flatten() {
                cell.piece = view.cells().find(|it| it.name == cell.name).and_then(|it| it.piece);
            }
            diagram.coordinates = diagram.find_coordinates();
        }
        if let BoardLayout::Heaps(_) = diagram.layout {
            let had_counter = |name: &str| before.cells().filter(|it| it.piece.is_some()).any(|it| it.name == name);
            let empty = diagram.places().filter(|(_, cell)| cell.piece.is_none());
            diagram.taken = empty.filter(|(_, cell)| had_counter(&cell.name)).map(|(place, _)| place).collect();
        } else if !is_tree {
            diagram.last_move = cells.iter().filter_map(|name| diagram.find(name)).collect();
        }
        diagram
    }

    /// The cells with their places, in reading order.
    pub fn places(&self) -> impl Iterator<Item = (CellPlace, &PictureCell)> {
        let mut places = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                places.extend(cell.as_ref().map(|cell| ((row, column), cell)));
            }
        }
        // Not a chain of adapters, which would be compiled again for every caller.
        places.into_iter()
    }

    /// The pieces on the board, in reading order.
    pub fn pieces(&self) -> impl Iterator<Item = (CellPlace, PicturePiece)> {
        self.places().filter_map(|(place, cell)| Some((place, cell.piece?)))
    }

    /// The greatest number of columns.
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether no place is free of a cell and all cells have one colour, so that something must part them.
    pub fn has_equal_cells(&self) -> bool {
        let has_only =
            |dark| self.rows.iter().flatten().all(|cell| cell.as_ref().is_some_and(|cell| cell.dark == dark));
        has_only(true) || has_only(false)
    }

    /// The place of the cell with a name, if it is drawn.
    pub fn find(&self, name: &str) -> Option<CellPlace> {
        let is_tree = matches!(self.layout, BoardLayout::Branches(_));
        let is_drawn = |column: usize| !is_tree || column < MOST_BRANCHES;
        let mut places = self.places().filter(|&((_, column), _)| is_drawn(column));
        places.find(|(_, cell)| cell.name == name).map(|(place, _)| place)
    }

    /// Turns the board by half a turn. Heaps and trees stay as they are.
    pub fn flip(&mut self) {
        if matches!(self.layout, BoardLayout::Heaps(_) | BoardLayout::Branches(_)) {
            return;
        }
        let (rows, columns) = (self.rows.len(), self.columns());
        self.rows.reverse();
        self.rows.iter_mut().for_each(|row| row.reverse());
        if let Coordinates::Edges { files, ranks } = &mut self.coordinates {
            files.reverse();
            ranks.reverse();
        }
        let marked = self.last_move.iter_mut().chain(&mut self.taken).chain(&mut self.marks);
        for (row, column) in marked.chain(self.arrows.iter_mut().flatten()) {
            *row = rows - 1 - *row;
            *column = columns - 1 - *column;
        }
    }

    /// Marks the cell with a name.
    ///
    /// # Errors
    /// There is no such cell in the picture.
    pub fn mark(&mut self, name: &str) -> Result<(), String> {
        self.marks.push(self.find(name).ok_or_else(|| self.unknown_cell(name))?);
        Ok(())
    }

    /// Draws an arrow over cells whose names stand between hyphens, as in `e2-e4` and `11-18-25`.
    ///
    /// # Errors
    /// A name is not that of a cell in the picture, or there is a single one.
    pub fn arrow(&mut self, text: &str) -> Result<(), String> {
        let names: Vec<&str> = text.split('-').collect();
        if names.len() < 2 {
            let example = self.examples();
            return Err(format!("found '{}', expected two cells with a hyphen between them; {example}", excerpt(text)));
        }
        let place = |name: &&str| self.find(name).ok_or_else(|| self.unknown_cell(name));
        self.arrows.push(names.iter().map(place).collect::<Result<_, _>>()?);
        Ok(())
    }

    fn unknown_cell(&self, name: &str) -> String {
        format!("there is no cell '{}' in the picture; {}", excerpt(name), self.examples())
    }

    /// The names of the first and the last cell.
    fn examples(&self) -> String {
        let names: Vec<&str> = self.places().map(|(_, cell)| &*cell.name).collect();
        match names[..] {
            [first, .., last] => format!("its cells are named from {first} to {last}"),
            [only] => format!("its only cell is {only}"),
            [] => "it has no cells".to_owned(),
        }
    }

    /// At the edges if every name is a letter for the column and a number for the row.
    fn find_coordinates(&self) -> Coordinates {
        if matches!(self.layout, BoardLayout::Heaps(_) | BoardLayout::Branches(_)) {
            return Coordinates::None;
        }
        let mut files = vec![String::new(); self.columns()];
        let mut ranks = vec![String::new(); self.rows.len()];
        for ((row, column), cell) in self.places() {
            let digit = || cell.name.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let (file, rank) = cell.name.split_once(':').unwrap_or_else(|| cell.name.split_at(digit()));
            let (old_file, old_rank) = (&mut files[column], &mut ranks[row]);
            let agrees = |old: &str, new: &str| old.is_empty() || old == new;
            if file.is_empty() || !agrees(old_file, file) || !agrees(old_rank, rank) {
                return Coordinates::Corners;
            }
            file.clone_into(old_file);
            rank.clone_into(old_rank);
        }
        Coordinates::Edges { files, ranks }
    }
}

/// A piece that stands for the side to move, where sides have pieces of their own.
fn mover(view: &BoardView) -> Option<PicturePiece> {
    let piece = view.cells().filter_map(|cell| cell.piece).find(|piece| piece.side == view.side_to_move)?;
    match piece.kind {
        PieceKind::Counter => None,
        // Wythoff's queen belongs to both sides.
        PieceKind::Queen if view.cells().filter(|it| it.piece.is_some()).count() == 1 => None,
        PieceKind::Cross | PieceKind::Nought => Some(piece),
        _ => Some(PicturePiece { kind: PieceKind::Man, ..piece }),
    }
}
