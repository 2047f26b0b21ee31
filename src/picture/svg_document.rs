//! What all SVG pictures share: the title, and colours for light and dark mode.

use crate::system::printable::printable;

/// Margin of a picture in pixels.
pub const SVG_MARGIN: f64 = 16.0;

/// Height of the letters of most texts in pixels.
pub const SVG_TEXT_SIZE: f64 = 13.0;

/// A place in pixels: from the left, from above.
pub type SvgPoint = (f64, f64);

/// Style rules of a picture in CSS, beyond those of [every picture](svg_document).
pub struct SvgStyle {
    /// For light screens.
    pub light: &'static str,
    /// What is different on dark screens: every rule with a colour.
    pub dark: &'static str,
}

const BASE: SvgStyle = SvgStyle {
    light: "\
text{font-family:sans-serif;font-size:13px;fill:#1b1f24;text-anchor:middle}
.paper{fill:#ffffff}.start{text-anchor:start}.end{text-anchor:end}
.title{font-size:16px;font-weight:bold}.detail{fill:#424a53}
",
    dark: "\
text{fill:#e6edf3}.paper{fill:#0d1117}.detail{fill:#c5ced8}
",
};

/// For which screens a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SvgTheme {
    /// Light or dark, as the reader has it.
    #[default]
    Auto,
    /// Light, as in print.
    Light,
    /// Dark.
    Dark,
}

/// The rules of some styles, with those of every picture.
pub fn svg_css(styles: &[&SvgStyle], theme: SvgTheme) -> String {
    let all = || [&BASE].into_iter().chain(styles.iter().copied());
    let light: String = all().map(|style| style.light).collect();
    let dark: String = all().map(|style| style.dark).collect();
    match theme {
        SvgTheme::Auto => format!("{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"),
        SvgTheme::Light => light,
        SvgTheme::Dark => light + &dark,
    }
}

/// A picture of this size in pixels with a title at its top left. It has the classes `start` and `end` of text aligned
/// left and right, and `detail` of text that matters less.
pub fn svg_document(title: &str, size: (f64, f64), styles: &[&SvgStyle], body: &str) -> String {
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
pub fn check_style(style: &SvgStyle) {
    let has_colour = |rule: &(&str, &str)| rule.1.contains('#');
    for (rule, _) in style.light.split('}').filter_map(|rule| rule.trim().split_once('{')).filter(has_colour) {
        let rule = format!("{rule}{{");
        assert!(style.dark.contains(&rule), "{rule}");
    }
    for size in style.light.split("font-size:").skip(1) {
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
        check_style(&BASE);
        let style = SvgStyle { light: ".a{fill:#000000}\n", dark: ".a{fill:#ffffff}\n" };
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
