//! Trees, graphs and strategies in one of the formats.

use super::dot::dot;
use super::drawing::{Drawing, strategy_drawing};
use super::outline::outline;
use super::page::step_page;
use super::request::TreeRequest;
use super::space::GameSpace;
use super::svg::svg;
use super::values::{SpaceValues, searched_values};
use crate::any_position::AnyPosition;
use crate::game::WorkLimit;
use crate::games::AnyEvaluation;
use crate::notation::Notation;
use crate::solve::{Hyperpath, hyperpath_text};
use crate::textbook::{TextbookAlgorithm, TextbookMethod, TextbookStop};
use anyhow::ensure;
use serde::Deserialize;
use std::path::Path;

/// The format of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TreeFormat {
    /// A picture for browsers and documents.
    Svg,
    /// The language of Graphviz.
    Dot,
    /// Text.
    #[default]
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

/// Draws what follows a position of a game; with [`TreeRequest::steps`] the answer is a page, whatever the format.
///
/// # Errors
/// It is too large, or the settings do not go together.
pub fn draw_position(
    game: &str,
    root: AnyPosition,
    knowledge: &AnyEvaluation,
    request: TreeRequest,
    format: TreeFormat,
) -> anyhow::Result<String> {
    request.check()?;
    let mut title = title(game, &root.show());
    let space = GameSpace::build(root, &request)?;
    if space.is_cut_short() {
        let side = if request.textbook().method == TextbookMethod::Negamax { "the side to move" } else { "MAX" };
        title += &format!(", depth {}, values for {side}", request.max_depth());
    }
    let evaluate = |position: &AnyPosition| knowledge.evaluate(position);
    let values = SpaceValues { pawn_value: knowledge.pawn_value, ..SpaceValues::back_up(&space, &evaluate) };
    let algorithm = request.textbook().for_pawn_value(knowledge.pawn_value);
    let searched = searched_values(&space, &algorithm, &evaluate)?;
    let drawing = Drawing::new(title, &space, &values, searched, &request);
    if request.steps {
        let least = least_nodes(&space, request.max_depth(), knowledge)?;
        return step_page(drawing, &space, &values, request.prunes(), least);
    }
    Ok(match format {
        TreeFormat::Svg => svg(&drawing)?,
        TreeFormat::Dot => dot(&drawing),
        TreeFormat::Text => outline(&drawing),
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
            svg(&strategy_drawing(hyperpath))?
        }
    })
}

/// The game and the position; the position of some games begins with the name.
fn title(game: &str, position: &str) -> String {
    if position.starts_with(game) { position.to_owned() } else { format!("{game}: {position}") }
}

/// The fewest nodes with which alpha-beta can find the value of the root.
fn least_nodes(tree: &GameSpace, depth: u32, knowledge: &AnyEvaluation) -> Result<u64, TextbookStop> {
    let algorithm = TextbookAlgorithm::new(TextbookMethod::LeastTree, depth);
    let (root, limit) = (&tree.nodes[0].position, WorkLimit::default());
    let found = algorithm.run(root, knowledge.knowledge(), limit);
    found.value.map(|_| found.counts.nodes)
}
