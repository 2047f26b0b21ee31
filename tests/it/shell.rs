//! The program as a shell runs it.

use kempelen::system::cache_folder::CACHE_VARIABLE;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a test waits for a program, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(120);

pub const ENGINE: &str = env!("CARGO_BIN_EXE_kempelen");

/// Keeps no endgame tables between runs: tests do not touch the folders of the user, and do not depend on them.
pub fn program() -> Command {
    let mut command = Command::new(ENGINE);
    command.env(CACHE_VARIABLE, "");
    command
}

pub fn kempelen(arguments: &[&str]) -> Command {
    let mut command = program();
    command.args(arguments);
    command
}

pub fn run(arguments: &[&str]) -> Output {
    output(&mut kempelen(arguments))
}

/// Runs a program without input to its end, which must come within the patience.
pub fn output(command: &mut Command) -> Output {
    output_for(command, b"")
}

/// Runs a program to its end with this input.
pub fn output_for(command: &mut Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // On a thread of its own: the program may write before it has read everything, or leave without reading.
    std::thread::spawn(move || drop(stdin.write_all(&input)));
    wait_with_output(child)
}

/// Waits for the end of a program. Returns what it has written to its pipes.
pub fn wait_with_output(mut child: Child) -> Output {
    drop(child.stdin.take());
    let stdout = child.stdout.take().map(bytes_of);
    let stderr = child.stderr.take().map(bytes_of);
    let status = wait(&mut child);
    let [stdout, stderr] = [stdout, stderr].map(|bytes| {
        let bytes = bytes.map(|bytes| bytes.recv_timeout(PATIENCE));
        bytes.map_or_else(Vec::new, |bytes| bytes.expect("the end of the output"))
    });
    Output { status, stdout, stderr }
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

/// What a run that ended well has written.
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Waits for the end of a program, and kills it after the patience.
pub fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() > PATIENCE {
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
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    let told = told.trim_end();
    assert_eq!(told.lines().count(), 1, "{told}");
    told.to_owned()
}

/// Checks all cases at the same time: most of it is waiting for programs.
pub fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}
