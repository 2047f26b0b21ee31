//! The engine as a WebAssembly module. A page writes a line of UCI, Hub or UGI into the [buffer](kempelen_buffer) and
//! [sends](kempelen_send) it; the answers come by `answer`, one line a call, also while a search runs. A game against the program
//! is played by [commands in JSON](kempelen_play).
//!
//! The page imports four functions, in the module `page`; see the block `extern "C"` below.
#![cfg(target_family = "wasm")]

use kempelen::play::EngineResources;
use kempelen::play::page::{PageHost, PageSession};
use kempelen::protocol::output::report_panics;
use kempelen::protocol::{ProtocolOutput, ProtocolSession};
use kempelen::system::data_file::check_data;
use kempelen::system::wasm_host::{WasmHost, connect};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::set_hook;
use std::sync::Arc;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a line of text in UTF-8, without its end; `bytes` is its length.
    fn answer(text: *const u8, bytes: usize);
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// A random number in [0, 1).
    safe fn random() -> f64;
    /// Not 0 if the running search is to stop.
    safe fn wants_stop() -> i32;
}

thread_local! {
    /// The files that the page has given.
    static DATA: RefCell<BTreeMap<&'static str, &'static [u8]>> = const { RefCell::new(BTreeMap::new()) };
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static GAME: RefCell<PageSession> = RefCell::new(PageSession::new(Arc::new(ModuleHost), EngineResources::default()));
    static SESSION: RefCell<Option<ProtocolSession>> = const { RefCell::new(None) };
}

/// Makes room for a line of `bytes` bytes, and returns the place where the page writes it. The place is valid until the next
/// call.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_buffer(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers with the files that the line or the command in the buffer may need and that the page has not given yet, in JSON:
/// `[{"name": "eval/chess.nnue", "checksum": "1a2b3c4d"}]`.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_wanted() {
    connect_page();
    let bytes = BUFFER.take();
    let text = String::from_utf8_lossy(&bytes);
    let files = if text.starts_with(['{', '"']) {
        GAME.with_borrow(|game| game.data_files(&text))
    } else {
        SESSION.with_borrow_mut(|session| session.get_or_insert_with(new_session).data_files(&text))
    };
    let wanted = files.iter().filter(|file| file.read().is_err()).map(|file| (file.name, file.checksum()));
    let wanted: BTreeMap<&str, u32> = wanted.collect();
    let wanted = wanted.iter().map(|(name, sum)| format!("{{\"name\":\"{name}\",\"checksum\":\"{sum:08x}\"}}"));
    send_line(format!("[{}]", wanted.collect::<Vec<_>>().join(",")).as_bytes());
}

/// Keeps the file in the buffer: its name, a line feed and its bytes. Answers with an empty line, or with what is wrong with the
/// file; it is not kept then.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_data() {
    let file = BUFFER.take();
    let end = file.iter().position(|&byte| byte == b'\n').unwrap_or(file.len());
    let (name, bytes) = (String::from_utf8_lossy(&file[..end]), file.get(end + 1..).unwrap_or_default());
    match check_data(&name, bytes) {
        Ok(name) => {
            DATA.with_borrow_mut(|data| _ = data.entry(name).or_insert_with(|| bytes.to_vec().leak()));
            send_line(b"");
        }
        Err(error) => send_line(error.as_bytes()),
    }
}

/// Answers the line in the buffer; returns when a search that it starts has ended. Returns 0, or 1 if the engine
/// cannot start; the last line of the answer says why.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_send() -> i32 {
    let line = BUFFER.take();
    SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(new_session);
        i32::from(session.run(&line[..]).is_err())
    })
}

/// Carries out the command in the buffer, as [`PageSession::answer`]. The page gets any number of lines of progress,
/// `{"progress": ...}`, and then the answer in one line.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_play() {
    connect_page();
    set_hook(Box::new(|panic| send_line(PageSession::error(&panic.to_string()).as_bytes())));
    let command = BUFFER.take();
    let text = GAME.with_borrow_mut(|game| game.answer(&String::from_utf8_lossy(&command)));
    send_line(text.as_bytes());
}

struct ModuleHost;

impl PageHost for ModuleHost {
    fn progress(&self, json: &str) {
        send_line(format!("{{\"progress\":{json}}}").as_bytes());
    }

    fn wants_stop(&self) -> bool {
        wants_stop() != 0
    }
}

fn connect_page() {
    let random = || (random().to_bits() << 32) ^ random().to_bits();
    let data = |name: &str| DATA.with_borrow(|data| data.get(name).copied());
    connect(WasmHost { now: || now(), random, wants_stop: || wants_stop() != 0, data });
}

fn send_line(text: &[u8]) {
    // SAFETY: the page only reads this many bytes, during the call.
    unsafe { answer(text.as_ptr(), text.len()) };
}

fn new_session() -> ProtocolSession {
    connect_page();
    let output = ProtocolOutput::new(PageOutput::default());
    report_panics(output.clone());
    ProtocolSession::new(output)
}

/// Gives lines to the page. A line is written in parts, so it is kept until its end.
#[derive(Default)]
struct PageOutput {
    line: Vec<u8>,
}

impl Write for PageOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend(part);
            if self.line.pop_if(|byte| *byte == b'\n').is_some() {
                send_line(&self.line);
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
