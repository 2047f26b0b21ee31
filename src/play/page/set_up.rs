//! Positions that are set up by hand, as text or at random, and games by rules of one's own.

use super::game_value;
use super::state::{cell_values, piece_words};
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};
use crate::games::{find_known_game, is_rules_file, load_rules_text};
use crate::notation::{Notation, excerpt};
use crate::opening::set_up::RandomSetUp;
use crate::picture::diagram::Diagram;
use crate::picture::svg_board::board_picture;
use crate::picture::svg_document::SvgTheme;
use crate::picture::svg_parts::BoardParts;
use crate::picture::{BoardLayout, BoardView, Picture, PictureCell, PicturePiece};
use crate::play::Picking;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A position that somebody sets up.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedPosition {
    game: String,
    /// The position as text; the start position without it.
    position: Option<String>,
    /// Bounds of a random position, as [`RandomSetUp`] reads them. Other parameters are those of `position`.
    random: Option<String>,
    /// The letters of the pieces by cells, instead of those of `position`.
    pieces: Option<BTreeMap<String, char>>,
    /// The side to move, 0 or 1, instead of that of `position`.
    turn: Option<usize>,
}

/// Reads the text of a rules file with this name. Returns the game.
///
/// # Errors
/// The rules are wrong.
pub(super) fn read_rules(name: String, text: &str) -> Result<Value, String> {
    let name = if is_rules_file(&name) { name } else { format!("{name}.toml") };
    Ok(game_value(load_rules_text(&name, text)?))
}

impl WantedPosition {
    /// What the page shows of the position.
    ///
    /// # Errors
    /// The game or a piece is unknown, or a text cannot be read. A position that breaks the rules is not an error.
    pub(super) fn state(self) -> Result<Value, String> {
        let game = find_known_game(&self.game)?;
        let random =
            |like: &AnyPosition, bounds: &RandomSetUp| game.random_position(like, bounds, &mut bounds.random());
        let mut base = game.start();
        if let Some(text) = &self.position {
            base = base.parse_position(text).map_err(|error| error.to_string())?;
        }
        if let Some(bounds) = &self.random {
            base = random(&base, &bounds.parse()?)?;
        }
        let mut view = BoardView::of(&base);
        let mover = self.turn.and_then(|turn| Side::BOTH.get(turn).copied()).unwrap_or(base.side_to_move());
        let pieces = match self.pieces {
            None => pieces_of(&view),
            Some(letters) => put_pieces(&mut view, &letters, &base.palette())?,
        };
        let is_same = pieces == pieces_of(&BoardView::of(&base)) && mover == base.side_to_move();
        let position = if is_same { Ok(base.clone()) } else { base.with_pieces(&pieces, mover) };
        let diagram = Diagram::new(&view);
        let parts = BoardParts::new(&diagram);
        Ok(json!({
            "game": game.name,
            // What a position of the game looks like as text.
            "examples": game.bench,
            // Whether there are random positions of the game.
            "has_random": random(&base, &RandomSetUp::default()).is_ok(),
            "sides": view.side_names,
            "turn": mover.index(),
            // Why the rules refuse the position; else the position as text.
            "refusal": position.as_ref().err().map(ToString::to_string),
            "position": position.ok().map(|position| position.show()),
            // The pieces that can be placed; empty if positions are set up only as text.
            "palette": base.palette().into_iter().map(|piece| palette_value(piece, &view)).collect::<Value>(),
            // The letters of the pieces by cells.
            "pieces": pieces.into_iter().map(|(cell, piece)| (cell, json!(piece.letter))).collect::<Value>(),
            "board": board_picture(&diagram, SvgTheme::Auto, None),
            "size": parts.size,
            "cells": cell_values(&diagram, &parts, &view, &Picking::default()),
        }))
    }
}

fn pieces_of(view: &BoardView) -> Vec<(String, PicturePiece)> {
    view.cells().filter_map(|cell| Some((cell.name.clone(), cell.piece?))).collect()
}

/// Puts pieces on the board instead of those that stand there.
///
/// # Errors
/// There is no such piece or cell.
fn put_pieces(
    view: &mut BoardView,
    letters: &BTreeMap<String, char>,
    palette: &[PicturePiece],
) -> Result<Vec<(String, PicturePiece)>, String> {
    view.rows.iter_mut().flatten().flatten().for_each(|cell| cell.piece = None);
    for (name, letter) in letters {
        let cell = view.rows.iter_mut().flatten().flatten().find(|cell| cell.name == *name);
        let (Some(cell), Some(piece)) = (cell, palette.iter().find(|piece| piece.letter == *letter)) else {
            let (letter, cell) = (letter.escape_default(), excerpt(name));
            return Err(format!("found '{letter}' on '{cell}', expected a piece of the game on a cell of the board"));
        };
        cell.piece = Some(*piece);
    }
    Ok(pieces_of(view))
}

/// A piece to put on the board, with its picture (SVG), where it stands in it, and what is read aloud.
fn palette_value(piece: PicturePiece, view: &BoardView) -> Value {
    let cell = PictureCell { name: String::new(), dark: false, piece: Some(piece) };
    let small = BoardView { rows: vec![vec![Some(cell)]], layout: BoardLayout::Squares, ..view.clone() };
    let diagram = Diagram::new(&small);
    let cells = cell_values(&diagram, &BoardParts::new(&diagram), &small, &Picking::default());
    let picture = board_picture(&diagram, SvgTheme::Auto, None);
    json!({ "letter": piece.letter, "label": piece_words(piece, view), "picture": picture, "place": cells[0]["place"] })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answer, new_page};
    use crate::games::games;
    use serde_json::{Value, json};

    fn set_up(wanted: Value) -> Value {
        answer(&mut new_page(), json!({ "set_up": wanted }))
    }

    #[test]
    fn every_game_is_set_up_by_its_text_and_by_its_pieces() {
        let mut with_board = Vec::new();
        for game in games() {
            let state = set_up(json!({ "game": game.name }));
            assert!(state["position"].is_string(), "{state}");
            for text in game.bench {
                let read = set_up(json!({ "game": game.name, "position": text }));
                assert!(read["position"].is_string(), "{}: {text}: {read}", game.name);
                if read["palette"] == json!([]) {
                    continue;
                }
                with_board.push(game.name);
                let again = set_up(json!({ "game": game.name, "pieces": read["pieces"], "turn": read["turn"] }));
                assert!(again["position"].is_string(), "{}: {again}", game.name);
                let last = set_up(json!({ "game": game.name, "position": again["position"] }));
                assert_eq!([&again["pieces"], &last["pieces"]], [&read["pieces"]; 2], "{}: {text}", game.name);
            }
        }
        with_board.dedup();
        assert!(with_board.len() >= 21, "{with_board:?}");
    }

    #[test]
    fn pieces_make_a_position_or_the_reason_why_not() {
        let chess = |pieces: Value| set_up(json!({ "game": "chess", "pieces": pieces, "turn": 1 }));
        let state = chess(json!({ "e1": "K", "h1": "R", "a1": "N", "e8": "k" }));
        assert_eq!(state["position"], "4k3/8/8/8/8/8/8/N3K2R b K - 0 1");
        assert_eq!(state["palette"].as_array().unwrap().len(), 12);
        let state = chess(json!({ "e1": "K" }));
        assert_eq!((&state["position"], &state["refusal"]), (&Value::Null, &json!("black has 0 kings; expected 1")));
        for wrong in [json!({ "e9": "K" }), json!({ "e1": "x" })] {
            assert!(chess(wrong)["error"].as_str().unwrap().contains("expected a piece of the game"));
        }
        let draughts = json!({ "game": "italian", "pieces": { "a1": "w", "10": "B" }, "turn": 0 });
        assert!(set_up(draughts)["error"].is_string());
        let draughts = json!({ "game": "russian", "pieces": { "a1": "w", "f6": "B" }, "turn": 1 });
        assert_eq!(set_up(draughts)["position"], "B:W29:BK11");
    }

    #[test]
    fn heaps_are_random_within_bounds() {
        let state = set_up(json!({ "game": "nim", "random": "heaps=3 size=5 misere" }));
        assert_eq!((&state["position"], &state["has_random"]), (&json!("nim 5,5,5 misere p1"), &json!(true)));
        assert_eq!(set_up(json!({ "game": "chess" }))["has_random"], false);
        assert!(set_up(json!({ "game": "nim", "random": "heaps=x" }))["error"].as_str().unwrap().contains("heaps=3"));
        assert!(set_up(json!({ "game": "chess", "random": "" }))["error"].is_string());
    }

    #[test]
    fn rules_that_the_page_gives_are_a_game() {
        let mut page = new_page();
        let rules = |text: &str| json!({ "rules": { "name": "page-test", "text": text } });
        let wrong = answer(&mut page, rules("like = \"russian\"\nboard = 9\n"));
        assert!(wrong["error"].as_str().unwrap().contains("line 2: board: found 9"), "{wrong}");
        let game = answer(&mut page, rules("like = \"russian\"\nrows_of_men = 2\n"));
        let name = game["name"].as_str().unwrap();
        assert!(name.starts_with("page-test.toml#"), "{game}");
        let mut new =
            json!({ "game": name, "players": ["person", "random"], "names": ["A B", "C"], "moves": ["c3-d4"] });
        let refused = answer(&mut page, json!({ "new": new }));
        assert!(refused["error"].as_str().unwrap().contains("move 1"), "{refused}");
        new["moves"] = json!(["b2-a3"]);
        let snapshot = &answer(&mut page, json!({ "new": new }))["snapshot"];
        assert_eq!((&snapshot["game"], &snapshot["names"]), (&json!(name), &json!(["A B", "C"])));
        let text = answer(&mut page, json!({ "save": { "date": "" } }));
        answer(&mut page, json!({ "load": { "name": "a", "text": "nim 3 p1", "number": 1 } }));
        let load = json!({ "load": { "name": "a", "text": text["text"], "number": 1 } });
        assert_eq!(answer(&mut page, load)["snapshot"]["game"], name);
        // No file is read.
        for missing in ["Cargo.toml", "page-test.toml#00000000"] {
            let error = set_up(json!({ "game": missing }));
            assert!(error["error"].as_str().unwrap().contains("are not here"), "{error}");
        }
    }
}
