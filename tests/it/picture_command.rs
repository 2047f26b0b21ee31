//! `kempelen picture`.

use super::law_positions::law_positions;
use crate::prelude::*;
use kempelen::picture::BoardView;
use kempelen::picture::diagram::Diagram;
use kempelen::picture::svg_board::board_picture;
use kempelen::picture::svg_document::SvgTheme;
use kempelen::picture::text_diagram::{TextDiagramStyle, text_diagram};

/// Checks that the elements close in the order in which they open, and that every piece that is used is there.
fn check_svg(text: &str, context: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{context}");
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
    }
    assert!(open.is_empty(), "{context}: {open:?}");
    let names = |begin: &str| -> HashSet<String> {
        text.split(begin).skip(1).map(|part| part.split('"').next().unwrap().to_owned()).collect()
    };
    let (used, known) = (names("href=\"#"), names("<symbol id=\""));
    assert_eq!(used, known, "{context}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{context}");
    assert!(!text.replace("http://www.w3.org/2000/svg", "").contains("http"));
}

/// Draws positions of a game, and what its moves lead to.
#[derive(Clone, Copy)]
struct EveryGame;

impl GameVisitor for EveryGame {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let start = K::start(game);
        let read = law_positions(game).into_iter().map(|text| start.parse_position(text).unwrap());
        let (mut drawn, mut pointed) = (0, 0);
        for position in [start.clone()].into_iter().chain(read) {
            let before = BoardView::of(&position);
            let context = format!("{}: {}", game.name, position.show());
            check(&Diagram::new(&before), &before, &context);
            for mv in position.moves().into_iter().take(5) {
                let after = BoardView::of(&position.play(mv));
                let cells = position.move_cells(mv);
                pointed += cells.len();
                let mut diagram = Diagram::after_move(&after, &before, &cells);
                let is_shown = |name: &String| diagram.find(name).is_some();
                assert!(!position.has_fixed_board() || cells.iter().all(is_shown));
                drawn += usize::from(!diagram.last_move.is_empty() || !diagram.taken.is_empty());
                check(&diagram, &after, &context);
                diagram.flip();
                check(&diagram, &after, &context);
            }
        }
        // A total that grows has no cells to point at.
        assert!(drawn > 0 || pointed == 0 || game.name == "tree", "{}", game.name);
        let names = Side::each(|side| start.side_name(side));
        assert_ne!(names[0], names[1]);
    }
}

/// A picture has every piece once; a text has every letter.
fn check(diagram: &Diagram, view: &BoardView, context: &str) {
    assert_eq!(diagram.layout, view.layout, "{context}");
    let pieces = view.cells().filter(|cell| cell.piece.is_some()).count();
    let svg = board_picture(diagram, SvgTheme::Auto, None);
    check_svg(&svg, context);
    let icon = usize::from(diagram.mover.is_some() && !diagram.caption.is_empty());
    assert_eq!(svg.matches("<use ").count(), pieces + icon, "{context}");
    let text = text_diagram(diagram, TextDiagramStyle::default());
    assert!(text.lines().count() >= diagram.rows.len().min(1), "{context}");
    assert!(!text.contains('\x1b'), "{context}");
    assert!(!text_diagram(diagram, TextDiagramStyle { coloured: true, signs: true }).is_empty());
}

#[test]
fn every_game_has_pictures() {
    games().for_each(|game| by_name(game.name, EveryGame).unwrap());
}

/// Squares of one colour have lines between them.
#[test]
fn equal_squares_do_not_run_into_each_other() {
    let mut view = BoardView::of(&ChessPosition::start());
    let lines =
        |view: &BoardView| board_picture(&Diagram::new(view), SvgTheme::Auto, None).contains("class=\"grid-line\"");
    assert!(!lines(&view));
    view.rows.iter_mut().flatten().flatten().for_each(|cell| cell.dark = true);
    assert!(lines(&view));
    // Draughts leave every second place free.
    assert!(!lines(&BoardView::of(&DraughtsPosition::<English>::start())));
}

/// Text and SVG name the rows and columns of a board, also where it has more rows than columns, or the reverse.
#[test]
fn every_row_and_every_column_has_its_name() {
    for (rows, columns) in [(8, 8), (8, 4), (4, 8), (1, 8), (8, 1)] {
        let mut view = BoardView::of(&ChessPosition::start());
        view.rows.truncate(rows);
        view.rows.iter_mut().for_each(|row| row.truncate(columns));
        let diagram = Diagram::new(&view);
        let files: Vec<&str> = "a b c d e f g h".split(' ').take(columns).collect();
        let ranks: Vec<&str> = "8 7 6 5 4 3 2 1".split(' ').take(rows).collect();

        let text = text_diagram(&diagram, TextDiagramStyle::default());
        let lines: Vec<&str> = text.lines().collect();
        let (below, board) = lines.split_last().unwrap();
        assert_eq!(below.split_whitespace().collect::<Vec<_>>(), files, "{text}");
        let found: Vec<&str> = board.iter().map(|line| &line[..1]).collect();
        assert_eq!(found, ranks, "{text}");

        let picture = board_picture(&diagram, SvgTheme::Auto, None);
        let named = picture.lines().filter(|it| it.starts_with("<text class=\"coordinate\""));
        let names = named.filter_map(|it| Some(it.split_once('>')?.1.split_once('<')?.0));
        assert_eq!(names.collect::<Vec<_>>(), [files, ranks].concat());
    }
}
