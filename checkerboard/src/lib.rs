//! The functions in C that CheckerBoard and programs like it call: `getmove`, `enginecommand` and `islegal`.
//!
//! They check what they are given, turn pointers into values, and leave the rest to
//! [`CheckerboardEngine`]. The library contains one game, which the variable `KEMPELEN_GAME` names when it is built.

use kempelen_engine::games::{GameEntry, GameInfo};
use kempelen_engine::player::player_of;
use kempelen_engine::protocol::checkerboard::{
    Board, BoardRequest, CheckerboardEngine, CheckerboardMove, CheckerboardOptions, TEXT_SIZE,
    Verdict, constant_reply, is_about_position,
};
use kempelen_engine::system::check_processor;
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::Duration;

// `GAME` is the name of the game that the library plays, `LibraryGame` its type in the table of games.
include!(concat!(env!("OUT_DIR"), "/game.rs"));

const NO_GAME: &str = "CheckerBoard has no number for the game of this library";

/// Memory of the transposition table at the start, in MiB.
const HASH: usize = 64;

/// The engine that searches; made at the first call. The lock is held while it searches.
static ENGINE: Mutex<Option<CheckerboardEngine>> = Mutex::new(None);

/// Whether [`ENGINE`] searches.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// A search of [`ENGINE`], which ends when this is dropped.
struct Searching;

impl Searching {
    fn begin() -> Searching {
        SEARCHING.store(true, Relaxed);
        Searching
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        SEARCHING.store(false, Relaxed);
    }
}

/// The options of [`ENGINE`], which are told while it searches.
static OPTIONS: Mutex<Option<CheckerboardOptions>> = Mutex::new(None);

/// Another engine that answers questions about positions at once, while the first one searches; made at the first question.
static POSITION_ENGINE: Mutex<Option<CheckerboardEngine>> = Mutex::new(None);

/// Lets the engine work. Short calls of other threads are waited for.
///
/// # Errors
/// The engine searches, there is too little memory, or the work has failed; the next call then has a new engine.
fn with_engine<T>(work: impl FnOnce(&mut CheckerboardEngine) -> T) -> Result<T, String> {
    let engine = loop {
        match ENGINE.try_lock() {
            Ok(engine) => break engine,
            Err(TryLockError::Poisoned(error)) => break error.into_inner(),
            Err(TryLockError::WouldBlock) if SEARCHING.load(Relaxed) => {
                return Err("the engine is busy".to_owned());
            }
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(1)),
        }
    };
    let remember = |engine: &mut CheckerboardEngine| *lock(&OPTIONS) = Some(engine.options());
    work_with(engine, HASH, |engine| {
        remember(engine);
        let result = work(engine);
        remember(engine);
        result
    })
}

/// Lets the engine for questions about positions work.
///
/// # Errors
/// As [`with_engine`], but that it never searches.
fn with_position_engine<T>(work: impl FnOnce(&mut CheckerboardEngine) -> T) -> Result<T, String> {
    work_with(lock(&POSITION_ENGINE), 1, work)
}

/// Lets an engine work, which is made if there is none, with a transposition table of so many MiB.
fn work_with<T>(
    mut engine: MutexGuard<Option<CheckerboardEngine>>,
    mebibytes: usize,
    work: impl FnOnce(&mut CheckerboardEngine) -> T,
) -> Result<T, String> {
    pin();
    let known = engine.take();
    let worked = catch_unwind(AssertUnwindSafe(|| {
        let mut made = match known {
            Some(known) => known,
            None => new_engine(mebibytes)?,
        };
        let result = work(&mut made);
        Ok((made, result))
    }));
    let (made, result) = worked.unwrap_or_else(|_| Err("the engine has failed".to_owned()))?;
    *engine = Some(made);
    Ok(result)
}

fn new_engine(mebibytes: usize) -> Result<CheckerboardEngine, String> {
    check_processor()?;
    let player = player_of::<LibraryGame>(game(), mebibytes)?;
    CheckerboardEngine::new(player).ok_or(NO_GAME.to_owned())
}

fn game() -> &'static GameInfo {
    let mut games = LibraryGame::GAMES.iter();
    games
        .find(|game| game.name == GAME)
        .expect("a game of this type")
}

/// Locks a mutex, poisoned or not.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches a move for `color` within `maxtime` seconds and plays it on `board`. `str` shows what is found; the search ends
/// when `playnow` is not 0. Returns 0 for a draw, 1 for a win, 2 for a loss, 3 if the result is unknown.
///
/// # Safety
/// The pointers are null, or point to what the interface of CheckerBoard says: a board of 8 by 8 numbers, a text of 1024
/// bytes, a number that stays readable, a structure for the move.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn getmove(
    board: *mut Board,
    color: c_int,
    maxtime: f64,
    str: *mut c_char,
    playnow: *mut c_int,
    info: c_int,
    moreinfo: c_int,
    mv: *mut CheckerboardMove,
) -> c_int {
    // SAFETY: the caller's promise.
    let mut show = |text: &str| unsafe { write_text(str, text) };
    if board.is_null() {
        show("found no board");
        return Verdict::Unknown as c_int;
    }
    let is_stopped = || {
        // SAFETY: the caller's promise; other threads of the host may write it, so it is read as an atomic.
        !playnow.is_null() && unsafe { AtomicI32::from_ptr(playnow) }.load(Relaxed) != 0
    };
    let request = BoardRequest {
        // SAFETY: the caller's promise.
        board: unsafe { board.read() },
        colour: color,
        seconds: maxtime,
        info,
        more_info: moreinfo,
    };
    let answer = with_engine(|engine| {
        let _searching = Searching::begin();
        engine.get_move(&request, &is_stopped, &mut show)
    });
    match answer {
        Ok(Ok(answer)) => {
            // SAFETY: the caller's promise.
            unsafe {
                board.write(answer.board);
                if !mv.is_null() {
                    mv.write(answer.mv);
                }
            }
            answer.verdict as c_int
        }
        Ok(Err(error)) | Err(error) => {
            show(&error);
            Verdict::Unknown as c_int
        }
    }
}

/// Carries out a command and writes the reply. Returns 1 if it is known and was carried out, else 0.
///
/// # Safety
/// The pointers are null, or point to a text that ends with a zero, and to 1024 bytes for the reply.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    if command.is_null() {
        return 0;
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(command) }.to_string_lossy();
    let answer = answer(&text);
    // The reply to a command that is not known.
    let told = answer.as_deref().unwrap_or("?");
    // SAFETY: the caller's promise.
    unsafe { write_text(reply, told) };
    c_int::from(answer.is_some())
}

/// The reply to a command; `None` if it is not known or was refused. All but changes are answered while the engine searches.
fn answer(command: &str) -> Option<String> {
    if let Some(constant) = constant_reply(game(), command) {
        return Some(constant);
    }
    if is_about_position(command) {
        return with_position_engine(|engine| engine.command(command)).ok()?;
    }
    match with_engine(|engine| engine.command(command)) {
        Ok(reply) => reply,
        Err(_) => lock(&OPTIONS).as_ref()?.reply(command),
    }
}

/// Whether the move between two squares is legal, and writes it.
///
/// # Safety
/// The pointers are null, or point to a board and to a structure for the move.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn islegal(
    board: *const Board,
    color: c_int,
    from: c_int,
    to: c_int,
    mv: *mut CheckerboardMove,
) -> c_int {
    let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) else {
        return 0;
    };
    if board.is_null() {
        return 0;
    }
    // SAFETY: the caller's promise.
    let board = unsafe { board.read() };
    match with_position_engine(|engine| engine.find_legal(&board, color, from, to)) {
        Ok(Ok(found)) => {
            if !mv.is_null() {
                // SAFETY: the caller's promise.
                unsafe { mv.write(found) };
            }
            1
        }
        _ => 0,
    }
}

/// Writes as much of a text as fits, and a zero. The host reads it from other threads meanwhile, and may have another call
/// write to the same place, so each byte is written as an atomic, the zero first.
///
/// # Safety
/// `place` is null, or points to [`TEXT_SIZE`] bytes.
unsafe fn write_text(place: *mut c_char, text: &str) {
    if place.is_null() {
        return;
    }
    let mut length = text.len().min(TEXT_SIZE - 1);
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    let write = |at: usize, byte: u8| {
        // SAFETY: the caller's promise; `at` is at most `length`, which is below the size.
        unsafe { AtomicU8::from_ptr(place.cast::<u8>().add(at)) }.store(byte, Relaxed);
    };
    write(length, 0);
    for (at, &byte) in text.as_bytes()[..length].iter().enumerate() {
        write(at, byte);
    }
}

/// Keeps the library in memory: see `build.rs` for Linux.
#[cfg(not(windows))]
fn pin() {}

/// Keeps the library in memory, because a search may still run when the host unloads it.
#[cfg(windows)]
fn pin() {
    const PIN: u32 = 1;
    const FROM_ADDRESS: u32 = 4;
    unsafe extern "system" {
        fn GetModuleHandleExW(
            flags: u32,
            address: *const u16,
            module: *mut *mut std::ffi::c_void,
        ) -> c_int;
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let mut module = std::ptr::null_mut();
        // SAFETY: the address is in this library, and the handle is not used.
        unsafe {
            GetModuleHandleExW(
                PIN | FROM_ADDRESS,
                (pin as fn()) as *const u16,
                &raw mut module,
            )
        };
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_engine::protocol::checkerboard::{BLACK, WHITE};
    use std::ffi::CString;
    use std::ptr::null_mut;

    /// A command with the reply.
    fn command(text: &str) -> (c_int, String) {
        let text = CString::new(text).unwrap();
        let mut reply = [0; TEXT_SIZE];
        // SAFETY: a text that ends with a zero, and room for the reply.
        let result = unsafe { enginecommand(text.as_ptr(), reply.as_mut_ptr()) };
        // SAFETY: the reply ends with a zero.
        let reply = unsafe { CStr::from_ptr(reply.as_ptr()) };
        (result, reply.to_str().unwrap().to_owned())
    }

    /// The start of English draughts.
    fn start() -> Board {
        let mut board = Board::default();
        for (x, column) in board.iter_mut().enumerate() {
            for (y, piece) in column.iter_mut().enumerate() {
                let colour = [BLACK, 0, WHITE][(y > 2) as usize + (y > 4) as usize];
                if (x + y) % 2 == 0 && colour != 0 {
                    *piece = colour | 4;
                }
            }
        }
        board
    }

    /// The search is the first call of all.
    #[test]
    fn questions_are_answered_while_it_searches() {
        let playnow = AtomicI32::new(0);
        let mut board = start();
        std::thread::scope(|scope| {
            let (board, playnow) = (&mut board, &playnow);
            let search = scope.spawn(move || {
                let stop = playnow.as_ptr();
                // SAFETY: a board and a number; the text and the move are not wanted.
                unsafe { getmove(board, BLACK, 1e7, null_mut(), stop, 1, 0, null_mut()) }
            });
            while !SEARCHING.load(Relaxed) {
                sleep(Duration::from_millis(1));
            }
            let (known, list) = command("get movelist B:W21-32:B1-12");
            assert!(known == 1 && list.starts_with("movelist 7,"), "{list}");
            assert_eq!(command("staticevaluation W:W30:BK2,5,7").0, 1);
            assert_eq!(command("get searchthreads"), (1, "1".to_owned()));
            assert_eq!(command("name").0, 1);
            assert_eq!(command("set hashsize 16"), (0, "?".to_owned()));
            let before = start();
            for (to, legal) in [(15, 1), (14, 0)] {
                // SAFETY: a board; the move is not wanted.
                let found = unsafe { islegal(&before, BLACK, 11, to, null_mut()) };
                assert_eq!(found, legal, "11-{to}");
            }
            // SAFETY: null is allowed.
            let second = unsafe {
                let (none, no_move) = (null_mut(), null_mut());
                getmove(&mut start(), BLACK, 1.0, none, null_mut(), 0, 0, no_move)
            };
            assert_eq!(second, Verdict::Unknown as c_int);
            assert!(SEARCHING.load(Relaxed));
            playnow.store(1, Relaxed);
            assert_eq!(search.join().unwrap(), Verdict::Unknown as c_int);
        });
        assert_ne!(board, start());
        assert!(!SEARCHING.load(Relaxed));
        assert_eq!(command("set hashsize 16").0, 1);
    }
}
