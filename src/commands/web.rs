//! `kempelen web`: serves the web page and plays as its engine.

use super::arguments::ThreadArgs;
use crate::games::find_game;
use crate::play::EngineResources;
use crate::play::page::{PageHost, PageSession};
use crate::play::web::{TabSession, WebServer};
use crate::player::player;
use crate::system::browser::open_in_browser;
use crate::system::{files, interrupt, secret};
use anyhow::{Context, anyhow};
use clap::Args;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Play and analyse in the browser, with this program as the engine.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen web
  kempelen web --game russian
  kempelen web --port 8000 --no-open
  kempelen web --threads 4 --hash 256

The page can be opened only on this computer, and only by its address, which is another one each time. Ctrl-C ends it.
See docs/web.md.")]
pub struct Web {
    /// The game that the page starts with
    #[arg(long)]
    game: Option<String>,
    /// The port to listen on [default: a free port]
    #[arg(long)]
    port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Memory of a transposition table in MiB; a game has up to three
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Folders with Syzygy tables, for chess
    #[cfg_attr(feature = "syzygy", arg(long, value_name = "PATH"))]
    #[cfg_attr(not(feature = "syzygy"), arg(skip))]
    syzygy: Option<String>,
}

impl Web {
    /// Runs the command, until it is interrupted.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let resources = self.resources().map_err(|error| anyhow!(error))?;
        let fragment = match &self.game {
            Some(game) => format!("#game={}", percent_encoded(find_game(game)?.name)),
            None => String::new(),
        };
        let new_session = move |host: Arc<dyn PageHost>| -> TabSession {
            let mut session = PageSession::new(host, resources.clone());
            Box::new(move |command| session.answer(command))
        };
        let port = self.port.unwrap_or(0);
        let server = WebServer::bind(port, secret()?, Arc::new(new_session));
        let server = server.with_context(|| format!("--port: cannot listen at 127.0.0.1:{port}"))?;
        let address = server.address() + &fragment;
        interrupt::listen();
        let mut output = files::NamedOutput::stdout();
        writeln!(output, "the page is at {address}\nCtrl-C ends it")?;
        output.flush()?;
        if !self.no_open {
            open_in_browser(&address);
        }
        server.run(&interrupt::raised)?;
        Ok(ExitCode::from(interrupt::STATUS))
    }

    fn resources(&self) -> Result<EngineResources, String> {
        let syzygy = self.syzygy.clone();
        if let Some(path) = &syzygy {
            player("chess", 0)?.load_tables(path).map_err(|error| format!("--syzygy: {error}"))?;
        }
        Ok(EngineResources { threads: self.threads.count(), table_mebibytes: self.hash as usize, syzygy })
    }
}

/// A text as a value in the fragment of an address.
fn percent_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_encoded_for_the_address() {
        assert_eq!(percent_encoded("a+b & ü.toml#1a2b3c4d"), "a%2Bb%20%26%20%C3%BC.toml%231a2b3c4d");
        assert_eq!(percent_encoded("A-z_0~.9"), "A-z_0~.9");
    }
}
