//! The program as a shell runs it.

use crate::prelude::*;
use kempelen::system::user_folders::CACHE_VARIABLE;
use std::ops::Deref;
use std::process::{ExitStatus, Output};
use std::sync::mpsc::{Receiver, channel};

/// How long a test waits for a program, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub const ENGINE: &str = env!("CARGO_BIN_EXE_kempelen");

/// Keeps no endgame tables between runs: tests do not touch the folders of the user, and do not depend on them.
pub fn program() -> Command {
    let mut command = Command::new(ENGINE);
    command.env(CACHE_VARIABLE, "");
    command
}

/// The arguments of a command: a line as a shell reads it, or the words. In a line, words in single quotes may hold spaces,
/// and `$ENGINE` stands for the program.
pub trait Words {
    fn words(&self) -> Vec<String>;
}

impl Words for str {
    fn words(&self) -> Vec<String> {
        let parts = self.split('\'').enumerate();
        // A quoted part ends with a mark, so that it is a word even if it is empty. Spaces in it do not separate words.
        let quoted = |part: &str| part.replace(' ', "\0") + "\u{1}";
        let line: String = parts.map(|(nth, part)| if nth % 2 == 1 { quoted(part) } else { part.into() }).collect();
        let words = line.split_whitespace().map(|word| word.replace('\u{1}', "").replace('\0', " "));
        words.map(|word| word.replace("$ENGINE", ENGINE)).collect()
    }
}

impl Words for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<T: AsRef<str>> Words for [T] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<T: AsRef<str>, const N: usize> Words for [T; N] {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<T: AsRef<str>> Words for Vec<T> {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<W: Words + ?Sized> Words for &W {
    fn words(&self) -> Vec<String> {
        (**self).words()
    }
}

pub fn kempelen(words: impl Words) -> Command {
    let mut command = program();
    command.args(words.words());
    command
}

pub fn run(words: impl Words) -> Ran {
    output(&mut kempelen(words))
}

/// Runs the program with this input.
pub fn run_for(words: impl Words, input: &str) -> Ran {
    output_for(&mut kempelen(words), input.as_bytes())
}

/// What a program has written, and its status. A check that fails shows all of it, and the command.
#[derive(Debug)]
pub struct Ran {
    /// For messages.
    #[allow(dead_code)]
    command: String,
    output: Output,
}

impl Deref for Ran {
    type Target = Output;

    fn deref(&self) -> &Output {
        &self.output
    }
}

impl Ran {
    /// The standard output, whatever the status.
    pub fn out(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    /// The standard error.
    pub fn err(&self) -> String {
        String::from_utf8(self.stderr.clone()).unwrap()
    }

    #[track_caller]
    pub fn exits_with(&self, status: i32) -> &Ran {
        assert_eq!(self.status.code(), Some(status), "{self:#?}");
        self
    }

    /// The standard output of a run that ended well.
    #[track_caller]
    pub fn text(&self) -> String {
        self.exits_with(0).out()
    }

    /// The run ended well, and this stands in its output.
    #[track_caller]
    pub fn says(&self, part: impl AsRef<str>) -> &Ran {
        assert!(self.text().contains(part.as_ref()), "no '{}' in the output of {self:#?}", part.as_ref());
        self
    }

    /// This stands in the standard error.
    #[track_caller]
    pub fn remarks(&self, part: impl AsRef<str>) -> &Ran {
        assert!(self.err().contains(part.as_ref()), "no '{}' in the standard error of {self:#?}", part.as_ref());
        self
    }

    /// The run ended with status 2 and one line that says what is wrong.
    #[track_caller]
    pub fn fails_with(&self, part: impl AsRef<str>) -> &Ran {
        self.exits_with(2).remarks(part);
        complaint(self);
        self
    }

    /// The object that a run which ended well has written.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text()).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    /// The objects, one a line, whatever the status.
    #[track_caller]
    pub fn objects(&self) -> Vec<Value> {
        self.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs a program without input to its end, which must come within the patience.
pub fn output(command: &mut Command) -> Ran {
    output_for(command, b"")
}

/// Runs a program to its end with this input.
pub fn output_for(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // On a thread of its own: the program may write before it has read everything, or leave without reading.
    std::thread::spawn(move || drop(stdin.write_all(&input)));
    Ran { command: format!("{command:?}"), ..wait_with_output(child) }
}

/// Starts a program with pipes for its input, output and errors.
pub fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end of a program. Returns what it has written to its pipes.
pub fn wait_with_output(mut child: Child) -> Ran {
    drop(child.stdin.take());
    let stdout = child.stdout.take().map(bytes_of);
    let stderr = child.stderr.take().map(bytes_of);
    let status = wait(&mut child);
    let [stdout, stderr] = [stdout, stderr].map(|bytes| {
        let bytes = bytes.map(|bytes| bytes.recv_timeout(PATIENCE));
        bytes.map_or_else(Vec::new, |bytes| bytes.expect("the end of the output"))
    });
    Ran { command: "the program".to_owned(), output: Output { status, stdout, stderr } }
}

fn bytes_of(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, received) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        let _ = sender.send(bytes);
    });
    received
}

/// Does something that waits for another program, such as reading its next line. If that takes longer than the patience, the
/// test fails.
pub fn in_time<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, result) = channel();
    std::thread::spawn(move || sender.send(work()));
    let result = result.recv_timeout(PATIENCE);
    result.unwrap_or_else(|error| panic!("{what}: {error}"))
}

/// Waits until something is so; fails after the patience.
#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(2));
    }
}

/// What a run that ended well has written.
#[track_caller]
pub fn stdout(ran: &Ran) -> String {
    ran.text()
}

/// Waits for the end of a program, and kills it after the patience.
pub fn wait(child: &mut Child) -> ExitStatus {
    wait_within(child, PATIENCE)
}

fn wait_within(child: &mut Child, patience: Duration) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() > patience {
            let _ = child.kill();
            panic!("the program does not end");
        }
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal: `INT`, `TERM`, `HUP`.
pub fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = output(Command::new("kill").args(["-s", name, &id]));
    assert!(sent.status.success(), "{sent:?}");
}

/// The one line that says what is wrong.
#[track_caller]
pub fn complaint(ran: &Ran) -> String {
    assert!(!ran.status.success(), "{ran:#?}");
    let error = ran.err().trim_end().to_owned();
    assert_eq!(error.lines().count(), 1, "{ran:#?}");
    error
}

/// All of these parts stand in the text.
#[track_caller]
pub fn contains_all<T: AsRef<str>>(text: &str, parts: impl IntoIterator<Item = T>) {
    for part in parts {
        assert!(text.contains(part.as_ref()), "no '{}' in {text}", part.as_ref());
    }
}

/// The text with one space for every space and end of a line.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks all cases at the same time: most of it is waiting for programs.
pub fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// Whether a check fails.
pub fn fails<T>(check: impl FnOnce() -> T) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).is_err()
}

#[test]
fn lines_are_split_into_words_as_a_shell_does() {
    assert_eq!("a  'b c' '' cmd=$ENGINE x'y z'".words(), ["a", "b c", "", &format!("cmd={ENGINE}"), "xy z"]);
}

#[test]
fn checks_notice_another_output_another_status_and_a_program_that_hangs() {
    let good = run("nimber 3+5");
    good.says("3+5 = 6");
    assert!(fails(|| good.says("3+5 = 7")) && fails(|| good.remarks("3+5")));
    assert!(fails(|| good.fails_with("")) && fails(|| good.exits_with(1)) && fails(|| good.json()));
    let bad = run("nimber 3+");
    bad.fails_with("found the end, expected a number");
    assert!(fails(|| bad.fails_with("another reason")) && fails(|| bad.says("")) && fails(|| bad.text()));
    assert!(fails(|| contains_all("a b", ["a", "c"])));
    // It waits for its first line.
    let mut hanging = piped(&mut program());
    assert!(fails(|| wait_within(&mut hanging, Duration::from_millis(50))));
    assert!(!wait(&mut hanging).success(), "it was killed");
}
