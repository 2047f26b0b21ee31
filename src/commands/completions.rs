//! `kempelen completions`: completion scripts for shells.

use super::Cli;
use crate::games::games;
use crate::system::files::NamedOutput;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::Write;

/// Write a completion script for a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen completions bash > ~/.local/share/bash-completion/completions/kempelen
  kempelen completions zsh > ~/.zfunc/_kempelen
  kempelen completions fish > ~/.config/fish/completions/kempelen.fish
  kempelen completions powershell >> $PROFILE
  kempelen completions elvish >> ~/.config/elvish/rc.elv

For --game the scripts offer the names of games only; type the path of a file with rules in full.
Begin a new shell afterwards. Create the folder first if it is not there; zsh needs the line
'fpath+=~/.zfunc; autoload -Uz compinit; compinit' in ~/.zshrc.")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        // `generate` panics if standard output is closed, so it writes to memory first.
        let mut script = Vec::new();
        generate(self.shell, &mut with_games(Cli::command()), "kempelen", &mut script);
        Ok(NamedOutput::stdout().write_all(&script)?)
    }
}

/// The command with the names of the games as the values of `--game`. The command that is run takes files with rules, too.
fn with_games(command: Command) -> Command {
    let names = || PossibleValuesParser::new(games().map(|game| game.name));
    let command = command.mut_args(|arg| if arg.get_id() == "game" { arg.value_parser(names()) } else { arg });
    command.mut_subcommands(with_games)
}
