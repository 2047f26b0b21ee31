//! `kempelen man`: manual pages.

use super::Cli;
use crate::system::printable::between_words;
use crate::system::{files, today};
use anyhow::Context;
use chrono::DateTime;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use std::path::PathBuf;

/// Write manual pages: one of the program, and one of every command.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen man --output ~/.local/share/man/man1
  man kempelen-analyse")]
pub struct ManPages {
    /// The folder to write into
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
}

impl ManPages {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let folder = self.output.display();
        std::fs::create_dir_all(&self.output).with_context(|| format!("cannot create the folder '{folder}'"))?;
        // Pages and their files are named after the program, as `kempelen-analyse.1`, so its name has no capital here.
        let mut program = Cli::command().display_name("kempelen");
        program.build();
        self.write(&program, &date()?)
    }

    /// Writes the page of a command, and those of the commands in it.
    fn write(&self, command: &clap::Command, date: &str) -> anyhow::Result<()> {
        let page = Man::new(command.clone());
        let file = self.output.join(page.get_filename());
        let title = page.get_filename().trim_end_matches(".1").to_uppercase();
        let page =
            page.title(title).date(date).manual("Kempelen").source(concat!("Kempelen ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        page.render(&mut text)?;
        files::replace(&file, tidy(&String::from_utf8(text)?).as_bytes())?;
        let is_shown = |it: &&clap::Command| it.get_name() != "help" && !it.is_hide_set();
        for inner in command.get_subcommands().filter(is_shown) {
            self.write(inner, date)?;
        }
        Ok(())
    }
}

/// The date in the pages: that of `SOURCE_DATE_EPOCH` in seconds since 1970, so that a build can be repeated, or today's.
fn date() -> anyhow::Result<String> {
    let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") else { return Ok(today().replace('.', "-")) };
    let time = text.parse().ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let time = time.with_context(|| format!("SOURCE_DATE_EPOCH: found '{text}', expected seconds since 1970"))?;
    Ok(time.format("%Y-%m-%d").to_string())
}

/// Gives a page headings for its examples and notes, keeps their lines apart, and breaks long lines. The section on the version
/// is left out: it describes the processor of this machine.
fn tidy(page: &str) -> String {
    let page = page.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n").replace(".br\n\n.br\n", ".sp\n");
    let page = page.split(".SH VERSION\n").next().unwrap_or_default();
    let mut tidied = String::new();
    let mut is_filled = true;
    let mut is_tag = false;
    for line in page.lines().map(str::trim_end) {
        if line.starts_with("  ") == is_filled {
            is_filled = !is_filled;
            tidied += if is_filled { ".fi\n" } else { ".nf\n" };
        }
        match line {
            "" => tidied += ".PP",
            _ if line.starts_with('.') || is_tag || !is_filled => tidied += line,
            // `\&` keeps a line that begins with a point from being a request.
            _ => tidied += &between_words(line, 80).join("\n").replace("\n.", "\n\\&."),
        }
        tidied.push('\n');
        is_tag = line == ".TP";
    }
    if !is_filled {
        tidied += ".fi\n";
    }
    tidied
}
