//! What all SVG pictures share: the title, and colours for light and dark mode.

use crate::system::printable::printable;

/// Margin of a picture in pixels.
pub const SVG_MARGIN: f64 = 16.0;

/// Height of the letters of most texts in pixels.
pub const SVG_TEXT_SIZE: f64 = 13.0;

/// A place in pixels: from the left, from above.
pub type SvgPoint = (f64, f64);

/// The rules of every picture.
const BASE: &str = include_str!("document.css");

/// For which screens a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SvgTheme {
    /// Light or dark, as the reader's screen is.
    #[default]
    Auto,
    /// Light, as in print.
    Light,
    /// Dark.
    Dark,
}

/// What begins the rules for dark screens: all rules with a colour, up to the brace at the end of a style.
const DARK: &str = "@media (prefers-color-scheme:dark){\n";

/// The rules of a style for light and for dark screens.
fn light_and_dark(style: &str) -> (&str, &str) {
    let (light, dark) = style.split_once(DARK).unwrap_or((style, ""));
    (light, dark.strip_suffix("}\n").unwrap_or(dark))
}

/// The rules of some styles in CSS, with those of every picture.
pub fn svg_css(styles: &[&str], theme: SvgTheme) -> String {
    let (light, dark): (String, String) = [&BASE].into_iter().chain(styles).map(|style| light_and_dark(style)).unzip();
    match theme {
        SvgTheme::Auto => format!("{light}{DARK}{dark}}}\n"),
        SvgTheme::Light => light,
        SvgTheme::Dark => light + &dark,
    }
}

/// A picture of this size in pixels with a title at its top left. It has the classes `start` and `end` of text aligned
/// left and right, and `detail` of text that matters less.
pub fn svg_document(title: &str, size: (f64, f64), styles: &[&str], body: &str) -> String {
    let (width, height) = size;
    let title = svg_escaped(title);
    let css = svg_css(styles, SvgTheme::Auto);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{title}</title>\n\
         <style>\n{css}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title start\" x=\"{SVG_MARGIN}\" y=\"28\">{title}</text>\n{body}</svg>\n"
    )
}

/// A text for SVG and HTML, outside of tags, without control characters.
pub fn svg_escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// An upper bound of the width of a text in usual fonts whose letters have this size.
pub fn svg_text_width(text: &str, size: f64) -> f64 {
    const WIDTH: f64 = 0.62;
    text.chars().count() as f64 * size * WIDTH
}

/// The path of a line through points.
pub fn svg_path(points: &[SvgPoint]) -> String {
    let corners: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    format!("M{}", corners.join("L"))
}

/// Checks that every colour has a dark one, and that no text is smaller than 12 pixels.
#[cfg(test)]
pub fn check_style(style: &str) {
    let (light, dark) = light_and_dark(style);
    let has_colour = |rule: &(&str, &str)| rule.1.contains('#');
    for (rule, _) in light.split('}').filter_map(|rule| rule.trim().split_once('{')).filter(has_colour) {
        let rule = format!("{rule}{{");
        assert!(dark.contains(&rule), "{rule}");
    }
    for size in light.split("font-size:").skip(1) {
        let size: f64 = size.split("px").next().unwrap().parse().unwrap();
        assert!(size >= 12.0);
    }
}

/// The number in an attribute of an element.
#[cfg(test)]
pub fn svg_number(element: &str, attribute: &str) -> f64 {
    let (_, rest) = element.split_once(&format!(" {attribute}=\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_a_picture() {
        check_style(BASE);
        let style = format!(".a{{fill:#000000}}\n{DARK}.a{{fill:#ffffff}}\n}}\n");
        check_style(&style);
        let picture = svg_document("a<b", (30.0, 20.0), &[&style], "<g/>\n");
        assert!(picture.starts_with("<svg ") && picture.ends_with("<g/>\n</svg>\n"));
        assert!(picture.contains("<title>a&lt;b</title>"));
        let dark = picture.split_once("@media").unwrap().1;
        assert!(dark.contains(".a{fill:#ffffff}\n}\n</style>"), "{dark}");
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(svg_escaped("a<b> & c"), "a&lt;b&gt; &amp; c");
        assert_eq!(svg_escaped("\u{1b}[31m"), "?[31m");
    }
}
