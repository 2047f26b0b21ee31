//! What a page shows of a game.

use super::Playing;
use crate::games::GameInfo;
use crate::notation::Notation;
use crate::picture::diagram::Diagram;
use crate::picture::svg_board::board_picture;
use crate::picture::svg_document::SvgTheme;
use crate::picture::svg_parts::BoardParts;
use crate::picture::{BoardLayout, BoardView, PictureCell, PicturePiece, PieceKind};
use crate::play::orientation::bottom_side;
use crate::play::{Picking, SearchStatistics, texts};
use crate::search::ShownScore;
use serde_json::{Value, json};

/// What a search has found up to now. `lines` are those of the analysis, at least one.
pub(super) fn search_value(game: &GameInfo, lines: &[SearchStatistics]) -> Value {
    let best = &lines[0];
    let score = |score: ShownScore| if best.mover == game.white { score } else { -score };
    let line = |line: &SearchStatistics| {
        let info = &line.info;
        json!({ "score": score(info.shown_score).to_string(), "depth": info.depth, "pv": line.pv, "cells": line.cells })
    };
    json!({
        // The expected result of the first side, from 0 to 1.
        "expected": best.expected_of_first(),
        "depth": best.info.depth,
        "nodes": best.info.nodes,
        "nps": best.nps(),
        // The best one first, with scores for the side that has the white pieces.
        "lines": lines.iter().map(line).collect::<Value>(),
    })
}

impl Playing {
    /// What the page is to show; messages are shown once.
    pub(super) fn state(&mut self) -> Value {
        let session = &self.session;
        let view = session.view();
        let mut diagram = match session.moves().last() {
            Some(last) => Diagram::after_move(&view, &view, &last.cells),
            None => Diagram::new(&view),
        };
        let places = |cells: &[String], diagram: &Diagram| cells.iter().filter_map(|name| diagram.find(name)).collect();
        diagram.marks = places(self.picking.cells(), &diagram);
        if self.hint.len() > 1 {
            diagram.arrows = vec![places(&self.hint, &diagram)];
        }
        if self.is_flipped {
            diagram.flip();
        }
        diagram.title = texts::title(session);
        let parts = BoardParts::new(&diagram);
        let lines = session.last_search();
        let is_machine_to_move = session.end().is_none() && !session.waits_for_person();
        json!({
            // The game, from which another session could go on.
            "snapshot": self.snapshot(),
            "rules": session.rules(),
            // The picture (SVG), its size in its units, and the cells that can be pointed at.
            "board": board_picture(&diagram, SvgTheme::Auto, None),
            "size": parts.size,
            "cells": cell_values(&diagram, &parts, &view, &self.picking),
            // Moves among which one has to be chosen.
            "choices": self.choices,
            // Whether the move that has been pointed out may end here.
            "may_stop": self.stop.is_some(),
            // The names of the sides, the first mover first.
            "sides": view.side_names,
            "turn": session.side_to_move().index(),
            "waits_for_person": session.waits_for_person(),
            // Whether a machine is to move or to give a hint, so that the page should ask for an update.
            "is_busy": session.is_thinking() || is_machine_to_move && !session.is_paused(),
            // Whether a machine is to move, but waits for `go_on`.
            "is_paused": is_machine_to_move && session.is_paused(),
            // Whether the clock of the side to move runs.
            "clock_runs": session.running_clock().is_some() && !session.is_paused(),
            // The side that has the white pieces, or is written first; scores are for this side.
            "white": session.game().white.index(),
            // The side at the bottom of the board.
            "bottom": bottom_side(session, self.is_flipped).index(),
            // The cells of the move that the other side would play.
            "threat": self.threat,
            "can_analyse": session.can_analyse(),
            // The last search, of this position or of the one before.
            "search": (!lines.is_empty()).then(|| search_value(session.game(), lines)),
            // How the game has ended.
            "end": session.end().map(|end| texts::result(session, end)),
            "messages": std::mem::take(&mut self.messages),
            "position": session.line().position().show(),
            // The name of the opening.
            "opening": session.opening_name(),
            // The last move, to be read aloud.
            "spoken": texts::spoken_move(session),
        })
    }
}

/// The cells of a board, in reading order.
pub(super) fn cell_values(diagram: &Diagram, parts: &BoardParts, view: &BoardView, picking: &Picking) -> Vec<Value> {
    let is_tree = matches!(diagram.layout, BoardLayout::Branches(_));
    let targets = picking.targets();
    let value = |(at, cell): ((usize, usize), &PictureCell)| {
        let place = parts.grid.filter(|_| !is_tree).map(|grid| {
            let (x, y) = grid.corner(at);
            [x, y, grid.step, grid.step]
        });
        let label = match cell.piece {
            Some(PicturePiece { kind: PieceKind::Counter, .. }) => format!("{}, counter", cell.name),
            Some(piece) => format!("{}, {}", cell.name, piece_words(piece, view)),
            None => cell.name.clone(),
        };
        json!({
            "name": cell.name,
            // Left, top, width and height, in the units of the picture; none for the moves of a tree.
            "place": place,
            // Its row and column, from the top left.
            "at": at,
            // What is read aloud.
            "label": label,
            "is_target": targets.contains(&&*cell.name),
            "is_picked": picking.cells().contains(&cell.name),
        })
    };
    diagram.places().map(value).collect()
}

/// A piece in words: `White queen`.
pub(super) fn piece_words(piece: PicturePiece, view: &BoardView) -> String {
    format!("{} {}", view.side_names[piece.side.index()], piece.kind.word())
}
