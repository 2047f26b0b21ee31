//! `kempelen man`: manual pages.

use super::Cli;
use crate::system::files;
use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use std::path::PathBuf;
use std::process::ExitCode;

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
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let folder = self.output.display();
        std::fs::create_dir_all(&self.output).with_context(|| format!("cannot create the folder '{folder}'"))?;
        let mut program = Cli::command();
        program.build();
        self.write(&program, "kempelen")?;
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the page of a command, and those of the commands in it.
    fn write(&self, command: &clap::Command, name: &str) -> anyhow::Result<()> {
        let mut page = Vec::new();
        Man::new(command.clone()).title(name).render(&mut page)?;
        files::replace(&self.output.join(format!("{name}.1")), &page)?;
        let is_shown = |it: &&clap::Command| it.get_name() != "help" && !it.is_hide_set();
        for inner in command.get_subcommands().filter(is_shown) {
            self.write(inner, &format!("{name}-{}", inner.get_name()))?;
        }
        Ok(())
    }
}
