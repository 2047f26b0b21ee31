//! Draws the tree below a position in one of the formats.

use super::dot::dot;
use super::drawing::{Drawing, DrawingStyle, DrawingWords};
use super::outline::outline;
use super::page::step_page;
use super::space::{GameSpace, SpaceSize};
use super::strategy_drawing::strategy_drawing;
use super::svg::svg;
use super::values::SpaceValues;
use crate::game::{AnyPosition, WorkLimit};
use crate::games::{GameEntry, GameInfo};
use crate::notation::{AnyNotation, Notation};
use crate::picture::diagram::Diagram;
use crate::picture::{BoardLayout, BoardView, Picture, PictureCell};
use crate::player::AnyTextbookKnowledge;
use crate::solve::{Hyperpath, hyperpath_text};
use crate::textbook::{TextbookAlgorithm, TextbookStop};
use anyhow::{anyhow, ensure};
use clap::ValueEnum;
use std::path::Path;

/// The format of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TreeFormat {
    /// A picture for browsers and documents
    Svg,
    /// The language of Graphviz
    Dot,
    /// Text
    Text,
}

impl TreeFormat {
    /// The format that is asked for, or that of the extension of the output file, or text.
    ///
    /// # Errors
    /// The extension is not known.
    pub fn choose(asked: Option<TreeFormat>, output: Option<&Path>) -> anyhow::Result<TreeFormat> {
        if let Some(format) = asked {
            return Ok(format);
        }
        let Some(path) = output else {
            return Ok(TreeFormat::Text);
        };
        let found = path.display();
        TreeFormat::of_file(path).ok_or_else(|| {
            anyhow!("--output: found '{found}', expected a name that ends in .svg, .dot or .txt, or --format")
        })
    }

    /// The format of a file of this name; `None` if it is not known.
    fn of_file(path: &Path) -> Option<TreeFormat> {
        match path.extension()?.to_str()? {
            "svg" => Some(TreeFormat::Svg),
            "dot" | "gv" => Some(TreeFormat::Dot),
            "txt" => Some(TreeFormat::Text),
            _ => None,
        }
    }
}

/// What is made of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeOutput {
    /// A drawing in this format.
    Picture(TreeFormat),
    /// A page that plays the algorithm step by step; not of a graph.
    Steps,
}

/// What is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct TreeSettings {
    /// Whether equal positions are one node.
    pub is_graph: bool,
    /// How large it may become.
    pub size: SpaceSize,
    /// What the nodes show.
    pub style: DrawingStyle,
    /// Show the board in every node.
    pub boards: bool,
    /// What is written.
    pub output: TreeOutput,
}

/// Draws what follows a position.
///
/// # Errors
/// It is too large.
pub fn draw_position<K: GameEntry>(
    game: &'static GameInfo,
    position: &K::Game,
    knowledge: &AnyTextbookKnowledge,
    settings: TreeSettings,
) -> anyhow::Result<String> {
    let words = DrawingWords {
        title: title(game.name, &position.show()),
        notation: AnyNotation::new::<K::Game>(),
        picture: &|position| {
            if settings.boards { board::<K::Game>(position) } else { Vec::new() }
        },
        board: &|position| {
            let position = position.downcast_ref::<K::Game>()?;
            settings.boards.then(|| BoardView::of(position)).and_then(node_board)
        },
    };
    draw(AnyPosition::new(position.clone()), words, knowledge, settings)
}

/// A strategy of a game: drawn, or as text that a checker reads.
///
/// # Errors
/// It is too large for a picture.
pub fn draw_strategy(
    game: &str,
    hyperpath: &Hyperpath<AnyPosition>,
    notation: AnyNotation,
    format: TreeFormat,
) -> anyhow::Result<String> {
    const MAX_PICTURE: usize = 1000;
    let size = hyperpath.nodes.len();
    Ok(match format {
        TreeFormat::Text => hyperpath_text(game, hyperpath),
        TreeFormat::Dot => dot(&strategy_drawing(hyperpath, notation)),
        TreeFormat::Svg => {
            ensure!(
                size <= MAX_PICTURE,
                "the strategy has {size} positions, expected at most {MAX_PICTURE} for a picture: text and dot have no limit"
            );
            svg(&strategy_drawing(hyperpath, notation))
        }
    })
}

/// The game and the position; the position of some games begins with the name.
fn title(game: &str, position: &str) -> String {
    if position.starts_with(game) { position.to_owned() } else { format!("{game}: {position}") }
}

/// Compiled once, it serves every game.
fn draw(
    root: AnyPosition,
    words: DrawingWords,
    knowledge: &AnyTextbookKnowledge,
    settings: TreeSettings,
) -> anyhow::Result<String> {
    let space = GameSpace::build(root, settings.is_graph, settings.size)?;
    let depth =
        if space.is_cut_short() { format!(", depth {}, values for MAX", settings.size.depth) } else { String::new() };
    let words = DrawingWords { title: words.title + &depth, ..words };
    let evaluate = |position: &AnyPosition| knowledge.evaluate(position);
    let values = SpaceValues { pawn_value: knowledge.pawn_value, ..SpaceValues::back_up(&space, &evaluate) };
    let drawing = Drawing::new(&space, &values, settings.style, &words);
    let prunes = settings.style.alpha_beta;
    Ok(match settings.output {
        TreeOutput::Steps => {
            let least = least_nodes(&space, settings.size.depth, knowledge)?;
            step_page(drawing, &space, &values, prunes, least)?
        }
        TreeOutput::Picture(TreeFormat::Svg) => svg(&drawing),
        TreeOutput::Picture(TreeFormat::Dot) => dot(&drawing),
        TreeOutput::Picture(TreeFormat::Text) => outline(&drawing),
    })
}

/// The fewest nodes with which alpha-beta can find the value of the root.
fn least_nodes(tree: &GameSpace, depth: u32, knowledge: &AnyTextbookKnowledge) -> Result<u64, TextbookStop> {
    let algorithm = TextbookAlgorithm::LeastTree { depth };
    let (root, limit) = (&tree.nodes[0].position, WorkLimit::default());
    let found = algorithm.run(root, knowledge.knowledge(), limit);
    Ok(found.map_err(|stopped| stopped.stop)?.counts.nodes)
}

/// The board of a node; a tree in a tree is none.
fn node_board(view: BoardView) -> Option<Diagram> {
    let is_tree = matches!(view.layout, BoardLayout::Branches(_));
    (!is_tree).then(|| Diagram::new(&view))
}

/// The rows of the board, with a dot for an empty cell.
fn board<G: Picture>(position: &AnyPosition) -> Vec<String> {
    let rows = position.downcast_ref::<G>().map(Picture::rows);
    let rows = rows.unwrap_or_default();
    let letter = |cell: &Option<PictureCell>| {
        let empty = if cell.is_some() { '.' } else { ' ' };
        let piece = cell.as_ref().and_then(|cell| cell.piece);
        piece.map_or(empty, |piece| piece.letter)
    };
    let row = |cells: &Vec<Option<PictureCell>>| {
        let letters = cells.iter().map(|cell| letter(cell).to_string());
        letters.collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(row).collect()
}
