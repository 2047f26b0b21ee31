//! Trees, graphs and strategies in one of the formats.

use super::dot::dot;
use super::drawing::{Drawing, DrawingStyle};
use super::outline::outline;
use super::page::step_page;
use super::space::{GameSpace, SpaceSize};
use super::strategy_drawing::strategy_drawing;
use super::svg::svg;
use super::values::SpaceValues;
use crate::any_position::AnyPosition;
use crate::game::WorkLimit;
use crate::games::AnyEvaluation;
use crate::notation::Notation;
use crate::solve::{Hyperpath, hyperpath_text};
use crate::textbook::{TextbookAlgorithm, TextbookStop};
use anyhow::ensure;
use std::path::Path;

/// The format of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeFormat {
    /// A picture for browsers and documents.
    Svg,
    /// The language of Graphviz.
    Dot,
    /// Text.
    Text,
}

impl TreeFormat {
    /// The format of a file of this name; `None` if it is not known.
    pub fn of_file(path: &Path) -> Option<TreeFormat> {
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
    /// What is written.
    pub output: TreeOutput,
}

/// Draws what follows a position of a game.
///
/// # Errors
/// It is too large.
pub fn draw_position(
    game: &str,
    root: AnyPosition,
    boards: bool,
    knowledge: &AnyEvaluation,
    settings: TreeSettings,
) -> anyhow::Result<String> {
    let mut title = title(game, &root.show());
    let space = GameSpace::build(root, settings.is_graph, settings.size)?;
    if space.is_cut_short() {
        title += &format!(", depth {}, values for MAX", settings.size.depth);
    }
    let evaluate = |position: &AnyPosition| knowledge.evaluate(position);
    let values = SpaceValues { pawn_value: knowledge.pawn_value, ..SpaceValues::back_up(&space, &evaluate) };
    let drawing = Drawing::new(title, &space, &values, settings.style, boards);
    Ok(match settings.output {
        TreeOutput::Steps => {
            let least = least_nodes(&space, settings.size.depth, knowledge)?;
            step_page(drawing, &space, &values, settings.style.alpha_beta, least)?
        }
        TreeOutput::Picture(TreeFormat::Svg) => svg(&drawing),
        TreeOutput::Picture(TreeFormat::Dot) => dot(&drawing),
        TreeOutput::Picture(TreeFormat::Text) => outline(&drawing),
    })
}

/// A strategy of a game: drawn, or as text that a checker reads.
///
/// # Errors
/// It is too large for a picture.
pub fn draw_strategy(game: &str, hyperpath: &Hyperpath<AnyPosition>, format: TreeFormat) -> anyhow::Result<String> {
    const MAX_PICTURE: usize = 1000;
    let size = hyperpath.nodes.len();
    Ok(match format {
        TreeFormat::Text => hyperpath_text(game, hyperpath),
        TreeFormat::Dot => dot(&strategy_drawing(hyperpath)),
        TreeFormat::Svg => {
            ensure!(
                size <= MAX_PICTURE,
                "the strategy has {size} positions, expected at most {MAX_PICTURE} for a picture: text and dot have no limit"
            );
            svg(&strategy_drawing(hyperpath))
        }
    })
}

/// The game and the position; the position of some games begins with the name.
fn title(game: &str, position: &str) -> String {
    if position.starts_with(game) { position.to_owned() } else { format!("{game}: {position}") }
}

/// The fewest nodes with which alpha-beta can find the value of the root.
fn least_nodes(tree: &GameSpace, depth: u32, knowledge: &AnyEvaluation) -> Result<u64, TextbookStop> {
    let algorithm = TextbookAlgorithm::LeastTree { depth };
    let (root, limit) = (&tree.nodes[0].position, WorkLimit::default());
    Ok(algorithm.run(root, knowledge.knowledge(), limit).map_err(|stopped| stopped.stop)?.counts.nodes)
}
