//! A terminal in which the program runs: keys go in, and the screen can be read.

use crate::prelude::*;
use crate::shell::PATIENCE;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::num::NonZero;
use std::process::ExitStatus;
use std::sync::Mutex;
use std::thread;

/// A terminal with the program in it.
pub struct Screen {
    pty: Arc<Pty>,
    child: Child,
    parser: Arc<Mutex<vt100::Parser>>,
    /// Keeps the last game. It goes with the screen.
    pub state: tempfile::TempDir,
}

impl Screen {
    /// Starts `kempelen play` in a terminal of this size.
    pub fn play(arguments: &[&str], columns: u16, rows: u16) -> Screen {
        Screen::with_environment(arguments, columns, rows, &[])
    }

    /// As [`play`](Screen::play), with more variables of the environment.
    pub fn with_environment(arguments: &[&str], columns: u16, rows: u16, variables: &[(&str, &str)]) -> Screen {
        Screen::run(&[&["play"], arguments].concat(), columns, rows, variables)
    }

    /// Starts the program with any arguments.
    pub fn run(arguments: &[&str], columns: u16, rows: u16, variables: &[(&str, &str)]) -> Screen {
        let state = tempfile::tempdir().unwrap();
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
            .args(arguments)
            .env("KEMPELEN_CACHE", "")
            .env("KEMPELEN_STATE", state.path())
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .spawn(pts)
            .unwrap();
        let pty = Arc::new(pty);
        let parser = Arc::new(Mutex::new(parser(columns, rows)));
        let (reader, writes) = (Arc::clone(&pty), Arc::clone(&parser));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                writes.lock().unwrap().process(&bytes[..count]);
            }
        });
        Screen { pty, child, parser, state }
    }

    /// Types keys.
    pub fn keys(&self, keys: &str) {
        let (pty, keys) = (Arc::clone(&self.pty), keys.to_owned());
        in_time("keys", move || {
            let mut parts = keys.as_bytes().chunks(512);
            parts.try_for_each(|part| (&*pty).write_all(part)).unwrap();
        });
    }

    /// Types keys, and waits until the screen shows a text.
    pub fn press(&self, keys: &str, expected: &str) {
        self.keys(keys);
        self.wait_for(expected);
    }

    /// The text on the screen.
    pub fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// Whether any cell has a colour of its own.
    pub fn has_colours(&self) -> bool {
        let parser = self.parser.lock().unwrap();
        let (rows, columns) = parser.screen().size();
        let (rows, columns) = (rows.get(), columns.get());
        let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        cells.any(|(row, column)| {
            let cell = parser.screen().cell(row, column).unwrap();
            cell.bgcolor() != vt100::Color::Default || cell.fgcolor() != vt100::Color::Default
        })
    }

    /// Whether the program hears of the mouse.
    pub fn hears_mouse(&self) -> bool {
        self.parser.lock().unwrap().screen().mouse_protocol_mode() != vt100::MouseProtocolMode::None
    }

    /// Waits until the screen shows a text.
    pub fn wait_for(&self, expected: &str) {
        self.wait_until(expected, |text| text.contains(expected));
    }

    /// Waits until the screen is as wanted.
    pub fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        assert!(self.comes_within(PATIENCE, wanted), "no {what} in\n{}", self.text());
    }

    /// Whether the screen is as wanted within this time.
    pub fn comes_within(&self, patience: Duration, wanted: impl Fn(&str) -> bool) -> bool {
        let began = Instant::now();
        while !wanted(&self.text()) {
            if began.elapsed() > patience {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// Changes the size of the terminal.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Clicks with the left button; columns and rows count from 0.
    pub fn click(&self, column: u16, row: u16) {
        let (x, y) = (column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Drags from one place to another with the left button.
    pub fn drag(&self, from: (u16, u16), to: (u16, u16)) {
        let ((x, y), (to_x, to_y)) = ((from.0 + 1, from.1 + 1), (to.0 + 1, to.1 + 1));
        self.keys(&format!("\x1b[<0;{x};{y}M\x1b[<32;{to_x};{to_y}M\x1b[<0;{to_x};{to_y}m"));
    }

    /// The place of a text on the screen, which may still be drawn: column and row.
    pub fn find(&self, text: &str) -> (u16, u16) {
        self.wait_for(text);
        let screen = self.text();
        let found = screen
            .lines()
            .enumerate()
            .find_map(|(row, line)| Some((line[..line.find(text)?].chars().count() as u16, row as u16)));
        found.unwrap_or_else(|| panic!("no {text} in\n{screen}"))
    }

    /// Waits for the end of the program.
    pub fn end(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(self.child.id() as i32), signal).unwrap();
    }
}

fn size(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

pub fn parser(columns: u16, rows: u16) -> vt100::Parser {
    vt100::Parser::new(size(rows), size(columns), 0)
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        wait(&mut self.child);
    }
}

/// Keys without end, in random order.
pub fn random_keys(seed: u64) -> impl Iterator<Item = &'static str> {
    const KEYS: &str = "\r|\t|\x1b[A|\x1b[B|\x1b[C|\x1b[D| |h|u|r|n|f|a|l|m|?|t|i|N|S|x|\x7f|é|\x1b[<0;9;9M";
    let keys: Vec<&str> = KEYS.split('|').collect();
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || keys[random.below(keys.len())])
}
