//! A page that plays an algorithm step by step over the drawing of a tree. It needs nothing from outside itself.

mod steps;
mod words;

use super::drawing::{AND_LEGEND, Drawing, DrawnNode};
use super::scene::Scene;
use super::space::GameSpace;
use super::svg::{tree_styles, write_scene};
use super::values::SpaceValues;
use crate::drawing::html_page::{PAGE_SCRIPT, PAGE_STYLE, json_in_html, page};
use crate::picture::svg_document::{SvgTheme, svg_css, svg_escaped};
use steps::{PageStep, VALUE, VISIT, WINDOW, page_steps};
use words::StepWords;

/// HTML, colours and script. `{{name}}` stands for what is filled in.
pub const TEMPLATE: &str = include_str!("template.html");

/// The text of the page. `drawing` is that of a tree, `space`, with its values; `least_nodes` are the fewest nodes with which
/// alpha-beta can find the value of the root.
///
/// The page shows the last step until its script runs.
///
/// # Errors
/// The picture or the steps cannot be written.
pub fn step_page(
    mut drawing: Drawing,
    space: &GameSpace,
    values: &SpaceValues,
    prunes: bool,
    least_nodes: u64,
) -> anyhow::Result<String> {
    let steps = page_steps(&StepWords::new(space, values, &drawing, prunes));
    let picture = picture(&mut drawing, &steps, prunes)?;
    let json = serde_json::to_string(&steps)?;
    let line = steps.iter().rev().find_map(|step| step.line.as_deref());
    let last = &steps[steps.len() - 1];
    let legend = legend(drawing.and_side.is_some(), prunes, values.are_evaluated);
    let legend: Vec<_> = legend.map(|line| format!("<li>{}</li>", svg_escaped(line))).collect();
    Ok(page(
        TEMPLATE,
        &[
            ("algorithm", if prunes { "Alpha-beta" } else { "Minimax" }),
            ("page_style", PAGE_STYLE),
            ("page_script", PAGE_SCRIPT),
            ("title", &svg_escaped(&drawing.title)),
            ("tree_style", &svg_css(&tree_styles(&drawing), SvgTheme::Auto)),
            ("picture", &picture),
            ("legend", &legend.join("\n")),
            ("say", &svg_escaped(&last.say)),
            ("visited", &last.visited.to_string()),
            ("nodes", &drawing.nodes.len().to_string()),
            ("least", &least_nodes.to_string()),
            ("cutoffs", &last.cutoffs.to_string()),
            ("line", &svg_escaped(line.unwrap_or("none"))),
            ("steps", &json_in_html(&json)),
        ],
    ))
}

/// The picture after the last step, with space for the widest text of each node.
fn picture(drawing: &mut Drawing, steps: &[PageStep], prunes: bool) -> anyhow::Result<String> {
    let rows = if prunes { VISIT + 1 } else { VALUE + 1 };
    let mut last = vec![vec![String::new(); rows]; drawing.nodes.len()];
    let mut widest = last.clone();
    for (node, row, text) in steps.iter().flat_map(|step| &step.texts) {
        last[*node][*row].clone_from(text);
        if text.chars().count() > widest[*node][*row].chars().count() {
            widest[*node][*row].clone_from(text);
        }
    }
    show_texts(&mut drawing.nodes, widest);
    // They stand outside of the picture.
    drawing.legend.clear();
    let title = std::mem::take(&mut drawing.title);
    let scene = Scene::new(drawing)?;
    drawing.title = title;
    show_texts(&mut drawing.nodes, last);
    let (width, height) = scene.size;
    let top = scene.levels.first().map_or(0.0, |level| level.top) - TOP_MARGIN;
    let height = height - top;
    let mut text = format!(
        "<svg width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 {top:.0} {width:.0} {height:.0}\" aria-hidden=\"true\">\n"
    );
    write_scene(&mut text, drawing, &scene);
    Ok(text + "</svg>")
}

/// Free space above the root.
const TOP_MARGIN: f64 = 16.0;

fn show_texts(nodes: &mut [DrawnNode], texts: Vec<Vec<String>>) {
    for (node, texts) in nodes.iter_mut().zip(texts) {
        node.value.clone_from(&texts[VALUE]);
        node.details = texts[WINDOW..].to_vec();
    }
}

/// How to read the picture.
fn legend(and_or: bool, prunes: bool, is_evaluated: bool) -> impl Iterator<Item = &'static str> {
    let lines = [
        (true, "Squares: MAX moves. Rounded: MIN moves. All values are for MAX."),
        (is_evaluated, "+0.18: the static evaluation in pawns or men."),
        (true, "(6): the best value of a node up to now. 6: its value. Thick: the best line up to now."),
        (prunes, "≤ 6, ≥ 6: only a bound of the value is known, which is enough."),
        (prunes, "[α, β]: MAX is sure of at least α, MIN of at most β. Only values between them matter."),
        (prunes, "Two strokes: cut off. Alpha-beta does not look at what is dashed."),
        (and_or, AND_LEGEND),
        (true, "Least tree: the fewest nodes with which alpha-beta can find the value, in the best order of moves."),
    ];
    lines.into_iter().filter(|&(is_shown, _)| is_shown).map(|(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::super::examples::{drawing_of, whole};
    use super::*;
    use crate::drawing::html_page::{HOSTILE, between, check_hostile_page, nested_elements};

    fn page(text: &str, title: &str, prunes: bool) -> String {
        let space = whole(text, false);
        let values = SpaceValues::back_up(&space, &|_| 0);
        let mut drawing = drawing_of(&space, &values, prunes);
        title.clone_into(&mut drawing.title);
        for edge in &mut drawing.edges {
            edge.name = format!("{}{title}", edge.name);
        }
        step_page(drawing, &space, &values, prunes, 3).unwrap()
    }

    #[test]
    fn the_page_is_complete_in_itself() {
        let text = page("(A(6 8) B(2 (3 4)))", "example", true);
        assert!(nested_elements(&text) > 60);
        for outside in ["://", "src=", "href=", "url(", "@import", "<link"] {
            assert!(!text.contains(outside), "{outside}");
        }
        assert!(text.contains("<title>Alpha-beta step by step: example</title>"));
        assert!(!text.contains("{{") && text.contains("name=\"viewport\""));
        // Without its script it shows the last step.
        assert!(text.contains("The search is complete: the root is worth 6.</p>"));
        assert_eq!(text.matches("class=\"bar\"").count(), 2);
        assert!(page("(1 2)", "example", false).contains("Minimax step by step"));
    }

    #[test]
    fn the_script_is_small() {
        assert!(between(TEMPLATE, "<script>\n", "</script>").lines().count() < 200);
    }

    #[test]
    fn no_text_of_a_user_is_markup() {
        let hostile = HOSTILE;
        let text = page("(A(6 8) B(2 9))", hostile, true);
        check_hostile_page(&text);
        let steps: Vec<serde_json::Value> = serde_json::from_str(between(&text, "id=\"steps\">", "</script>")).unwrap();
        let line = steps.iter().rev().find_map(|step| step["line"].as_str());
        assert_eq!(line, Some(&format!("A{hostile} 1{hostile} = 6")[..]));
        let escaped = svg_escaped(hostile);
        assert!(text.contains(&format!("<p>{escaped}</p>")), "{text}");
    }

    /// The widest text of a node that comes and goes fits into its box.
    #[test]
    fn there_is_space_for_the_texts_of_all_steps() {
        let text = page("(A(-100000 -100000) B(1 2))", "", true);
        let root = between(&text, "<svg", "</svg>").split("<g class=\"max\">").nth(1).unwrap();
        let width: f64 = between(root, "width=\"", "\"").parse().unwrap();
        let widest = crate::picture::svg_document::svg_text_width("[−100000, ∞]", 13.0);
        assert!(width > widest, "{width}");
    }
}
