//! Transcripts of commands, an idea of the test tool cram: the files in `tests/data/transcripts` show commands and everything that
//! these write.
//!
//! A heading begins a new folder, in which the commands below it run one after the other, by `bash`. In an indented block, a line with
//! `$` is a command, the lines with `>` below it are its standard input, and all others are what it writes: its standard output, then its
//! standard error with `!` before each line, then its status in brackets unless that is 0. What depends on the machine is masked.
//!
//! After a change on purpose, run these tests with `KEMPELEN_WRITE=1`, which writes the files, and read the difference.

use crate::prelude::*;

const FOLDER: &str = "tests/data/transcripts";

/// The files of the folder, a test each.
macro_rules! transcripts {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                let file = format!("{FOLDER}/{}.md", stringify!($name));
                golden(&file, &replay(&fs::read_to_string(&file).unwrap()));
            }
        )*
    };
}

transcripts! { analyse analyse_engines analyse_reports book checkerboard compare datagen egdb eval games genfens hub match_parts match_resume matches mistakes nimber perft picture play play_puzzles rating rules_files solve train tree tune uci ugi }

#[test]
fn every_file_is_a_test() {
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let names: BTreeSet<_> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, NAMES.iter().map(|&name| name.to_owned()).collect());
}

const INDENT: &str = "    ";
const COMMAND: &str = "    $ ";
const INPUT: &str = "    > ";

/// Runs the commands of a transcript, and writes it with what they write now.
fn replay(transcript: &str) -> String {
    let mut folder = Folder::new();
    let mut replayed = String::new();
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            folder = Folder::new();
        }
        replayed += &format!("{line}\n");
        let Some(command) = line.strip_prefix(COMMAND) else { continue };
        let mut input = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with(INPUT) || *line == INPUT.trim_end()) {
            replayed += &format!("{line}\n");
            input += &format!("{}\n", line.strip_prefix(INPUT).unwrap_or_default());
        }
        let is_old = |line: &&str| line.is_empty() || line.starts_with(INDENT) && !line.starts_with(COMMAND);
        while lines.next_if(is_old).is_some() {}
        replayed += &written(&folder, &output_for(&mut folder.shell(command), input.as_bytes()));
        if lines.peek().is_some_and(|line| !line.starts_with(INDENT)) {
            replayed.push('\n');
        }
    }
    replayed
}

/// What a command has written, and its status, as lines of a transcript.
fn written(folder: &Folder, ran: &Ran) -> String {
    let mut lines: Vec<String> = ran.out().lines().map(str::to_owned).collect();
    lines.extend(ran.err().lines().map(|line| format!("! {line}").trim_end().to_owned()));
    // The reports of a search depend on the time.
    lines.retain(|line| !line.starts_with("info depth") && !line.starts_with("info nodes"));
    match ran.status.code() {
        Some(0) => {}
        Some(status) => lines.push(format!("[{status}]")),
        None => lines.push(format!("[{}]", ran.status)),
    }
    let indented = |line: &String| if line.is_empty() { "\n".to_owned() } else { format!("{INDENT}{line}\n") };
    lines.iter().map(|line| masked(folder, line)).map(|line| indented(&line)).collect()
}

/// A line without what differs from machine to machine.
fn masked(folder: &Folder, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let timeless = (0..words.len()).map(|at| if is_time(&words[at..]) { "#" } else { words[at] });
    let line =
        ["\"time\":", "\"nps\":", "\"seconds\":"].iter().fold(timeless.collect::<Vec<_>>().join(" "), without_values);
    let line = line.replace(folder.at().to_str().unwrap(), "FOLDER").replace(env!("CARGO_MANIFEST_DIR"), "ROOT");
    line.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// Whether the first word tells how fast the machine is: seconds, or a number of something in a second.
fn is_time(words: &[&str]) -> bool {
    let number = words[0].strip_suffix('s').unwrap_or(words[0]);
    let is_second = |words: &[&str]| words.starts_with(&["a", "second"]) || words.starts_with(&["a", "second,"]);
    let is_speed = words[1..].starts_with(&["nps"])
        || words[1..].iter().take(2).enumerate().any(|(at, _)| is_second(&words[1 + at..]));
    let digits = number.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let is_seconds = digits == 3 || digits == 2 && (number != words[0] || words[1..].starts_with(&["s"]));
    number.parse::<f64>().is_ok()
        && number.starts_with(|letter: char| letter.is_ascii_digit())
        && (is_seconds || is_speed && number == words[0])
}

/// A line of JSON without the numbers of a field.
fn without_values(line: String, field: &&str) -> String {
    let is_number = |letter: char| letter.is_ascii_digit() || ".e-".contains(letter);
    let (first, rest) = line.split_once(field).unwrap_or((&line, ""));
    let rest = rest.split(field).map(|part| part.trim_start_matches(is_number)).collect::<Vec<_>>();
    if first.len() == line.len() { line } else { format!("{first}{field}#{}", rest.join(&format!("{field}#"))) }
}

#[test]
fn another_output_is_noticed() {
    let right = "# Numbers\n\nText.\n\n    $ cat > file\n    >\n    > 3+5\n    $ kempelen nimber $(cat file); cat missing\n    3+5 = 8\n";
    let replayed = replay(right);
    assert!(replayed.contains("    3+5 = 6\n    ! cat: missing: No such file or directory\n    [1]\n"), "{replayed}");
    assert_eq!(replay(&replayed), replayed);
    // A heading begins with an empty folder.
    let other = format!("{replayed}\n# More\n\n    $ ls; kempelen solve --game tree --json | cut -c 1-20\n");
    assert_eq!(replay(&other), format!("{other}    {{\"best\":[{{\"move\":\"2\"\n"));
}
