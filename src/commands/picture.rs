//! `kempelen picture`: draws the board of a position.

use super::arguments::{PositionArgs, one_of};
use crate::picture::diagram::{Coordinates, Diagram};
use crate::picture::svg_board::board_picture;
use crate::picture::svg_document::SvgTheme;
use crate::picture::text_diagram::{TextDiagramStyle, text_diagram};
use crate::report::board_diagram::board_diagram;
use crate::system::files::write_to;
use crate::system::terminal;
use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Draw the board of a position as SVG or text, with the last move, marks and arrows.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen picture
  kempelen picture --moves e4 e5 Nf3 --output opening.svg
  kempelen picture --fen \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\" --arrow d1-d8 --mark g8 --output mate.svg
  kempelen picture --game english --moves 11-15 23-19 --flip --width 400 --output draughts.svg
  kempelen picture --game nim --fen \"3,4,5 p1\" --moves 2:4-1 --format text

Cells are named as the game names its squares. See docs/pictures.md.")]
pub struct PictureCommand {
    #[command(flatten)]
    position: PositionArgs,
    /// Show the board from the other side
    #[arg(long)]
    flip: bool,
    /// Draw an arrow: the names of two or more cells with hyphens between them; can be given several times
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    arrow: Vec<String>,
    /// Draw a ring around a cell; can be given several times
    #[arg(long, value_name = "CELL")]
    mark: Vec<String>,
    /// Leave out the names of files, ranks and squares
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out the line below the board
    #[arg(long)]
    no_caption: bool,
    /// The format [default: by the extension of --output; else colours on a terminal, or text]
    #[arg(long, value_enum)]
    format: Option<PictureFormat>,
    /// Width of an SVG picture in pixels [default: 60 for each square, and the margins]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(50..=10_000))]
    width: Option<u32>,
    /// The colours of an SVG picture
    #[arg(long, value_parser = one_of(&THEMES))]
    theme: Option<SvgTheme>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PictureFormat {
    /// A picture for browsers and documents
    Svg,
    /// Text; letters are pieces
    Text,
    /// Text in the colours of a terminal
    Terminal,
}

/// The colours of a picture by name.
const THEMES: [(&str, SvgTheme, &str); 3] = [
    ("auto", SvgTheme::Auto, "Light or dark, as the reader's screen is"),
    ("light", SvgTheme::Light, "Light, as in print"),
    ("dark", SvgTheme::Dark, "Dark"),
];

impl PictureCommand {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let format = self.chosen_format()?;
        let diagram = self.diagram()?;
        let text = match format {
            PictureFormat::Svg => board_picture(&diagram, self.theme.unwrap_or(SvgTheme::Auto), self.width),
            PictureFormat::Text => text_diagram(&diagram, TextDiagramStyle::default()),
            PictureFormat::Terminal => {
                text_diagram(&diagram, TextDiagramStyle { coloured: true, signs: terminal::has_utf8() })
            }
        };
        write_to(self.output.as_deref(), &text)
    }

    fn diagram(&self) -> anyhow::Result<Diagram> {
        let (game, line) = self.position.line()?;
        let mut diagram = board_diagram(game, &line);
        for name in &self.mark {
            diagram.mark(name).map_err(|error| anyhow!("--mark: {error}"))?;
        }
        for arrow in &self.arrow {
            diagram.arrow(arrow).map_err(|error| anyhow!("--arrow: {error}"))?;
        }
        if self.flip {
            diagram.flip();
        }
        if self.no_coordinates {
            diagram.coordinates = Coordinates::None;
        }
        if self.no_caption {
            diagram.caption.clear();
            diagram.mover = None;
        }
        Ok(diagram)
    }

    fn chosen_format(&self) -> anyhow::Result<PictureFormat> {
        let format = match (self.format, self.output.as_deref()) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of_file(path)?,
            (None, None) if terminal::coloured() => PictureFormat::Terminal,
            (None, None) => PictureFormat::Text,
        };
        let is_svg = format == PictureFormat::Svg;
        for (option, is_given) in [("--width", self.width.is_some()), ("--theme", self.theme.is_some())] {
            ensure!(
                is_svg || !is_given,
                "{option}: found a picture as text, expected SVG: --format svg, or an --output that ends in .svg"
            );
        }
        Ok(format)
    }
}

/// The format that the extension of a file names.
fn format_of_file(path: &Path) -> anyhow::Result<PictureFormat> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("txt") => Ok(PictureFormat::Text),
        Some("ans") => Ok(PictureFormat::Terminal),
        _ => Err(anyhow!(
            "--output: found '{}', expected a name that ends in .svg, .txt or .ans, or --format",
            path.display()
        )),
    }
}
