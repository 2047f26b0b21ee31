//! The commands in the documents run and write what the documents show, and so do the sessions over Hub and UGI.

use super::documents::pages;
use crate::prelude::*;
use std::os::unix::fs::symlink;
use std::sync::{LazyLock, Mutex};

/// A table of `tests/data/document_commands.toml`, about commands that do not run as they stand in the documents.
type Table = LazyLock<Vec<[&'static str; 2]>>;

static SKIPPED: Table = LazyLock::new(|| exceptions("skipped"));
static SMALLER: Table = LazyLock::new(|| exceptions("smaller"));
static BEFORE: Table = LazyLock::new(|| exceptions("before"));
static STATUS: Table = LazyLock::new(|| exceptions("status"));

fn exceptions(name: &str) -> Vec<[&'static str; 2]> {
    cases("document_commands", name)
}

/// The first words of commands that are not preceded by `$`.
const PROGRAMS: [&str; 3] = ["kempelen ", "cargo run ", "cp "];

/// A command of a page, in one line, and the output that the page shows.
#[derive(PartialEq, Debug)]
struct DocumentedCommand {
    text: String,
    shown: Vec<String>,
}

impl DocumentedCommand {
    /// The entry of a table that is about this command.
    fn find(&self, table: &[[&'static str; 2]]) -> Option<&'static str> {
        table.iter().find(|[start, _]| self.text.starts_with(start)).map(|[_, value]| *value)
    }

    /// The command with its smaller limits.
    fn small(&self) -> String {
        let text = format!("{} ", self.text);
        let text = SMALLER.iter().fold(text, |text, [words, smaller]| {
            let text = text.replace(&format!("{words} "), &format!("{smaller} "));
            text.replace(&format!("{words}\""), &format!("{smaller}\""))
        });
        text.trim_end().to_owned()
    }
}

/// The line of a code block, without its indentation.
fn code(line: &str) -> Option<&str> {
    line.strip_prefix("    ").map(str::trim).filter(|code| !code.is_empty())
}

fn is_python(code: &str) -> bool {
    code.starts_with("import ") || code.starts_with("from ")
}

fn is_command(code: &str) -> bool {
    let skipped = SKIPPED.iter().any(|[start, _]| code.starts_with(start));
    let runs = PROGRAMS.iter().any(|program| code.starts_with(program));
    skipped || runs || code.starts_with("$ ") || is_python(code)
}

/// The commands of a page. A snippet of Python counts as one: its first line.
fn commands(page: &str) -> Vec<DocumentedCommand> {
    let page = page.replace("\\\n", "\n\\");
    let mut commands = Vec::<DocumentedCommand>::new();
    let (mut is_shown, mut in_python) = (false, false);
    for line in page.lines() {
        let last = commands.last_mut();
        if let (Some(more), Some(last)) = (line.strip_prefix('\\'), last) {
            last.text = format!("{} {}", last.text.trim_end(), more.trim());
        } else if let Some(code) = code(line) {
            if is_command(code) && !in_python {
                is_shown = code.starts_with("$ ");
                in_python = is_python(code);
                let text = code.trim_start_matches("$ ").to_owned();
                let shown = Vec::new();
                commands.push(DocumentedCommand { text, shown });
            } else if let Some(last) = commands.last_mut().filter(|_| is_shown) {
                last.shown.push(code.to_owned());
            }
        } else if !line.is_empty() {
            (is_shown, in_python) = (false, false);
        }
    }
    commands
}

/// A line whose blanks and numbers with fractions, such as seconds, do not matter.
fn without_times(line: &str) -> String {
    let is_fraction = |word: &&str| word.contains('.') && word.trim_end_matches('s').parse::<f64>().is_ok();
    let words = line.split_whitespace();
    let words: Vec<_> = words.map(|word| if is_fraction(&word) { "#" } else { word }).collect();
    words.join(" ")
}

/// The first of the lines that a document shows, but the program does not write, or not in this order. `...` stands for any
/// lines.
fn missing_line<'a>(shown: &'a [String], written: &[String]) -> Option<&'a String> {
    let mut written = written.iter().map(|line| without_times(line));
    let mut shown = shown.iter().filter(|line| *line != "...");
    shown.find(|line| !written.any(|other| other == without_times(line)))
}

/// A folder with the files that the documents name, and the program on its search path.
struct Workplace(Folder);

impl Workplace {
    fn new() -> Workplace {
        let folder = Folder::with(&[("my-rules.toml", &my_rules())]);
        fs::create_dir_all(folder.path("docs/pictures")).unwrap();
        fs::create_dir(folder.path("bin")).unwrap();
        symlink(ENGINE, folder.path("bin/stockfish")).unwrap();
        for shared in ["eval", "book"] {
            symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join(shared), folder.path(shared)).unwrap();
        }
        exceptions("files").into_iter().for_each(|[name, text]| folder.write(name, text));
        Workplace(folder)
    }

    /// Runs a command. Returns its status and what it has written.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let output = output(&mut self.0.shell(command));
        (output.status.code(), output.out() + &output.err())
    }

    /// Runs a command of a document. Returns what is wrong.
    fn check(&self, command: &DocumentedCommand) -> Option<String> {
        if command.find(&SKIPPED).is_some() {
            return None;
        }
        if let Some(before) = command.find(&BEFORE) {
            let (status, written) = self.run(before);
            assert_eq!(status, Some(0), "{before}: {written}");
        }
        let small = command.small();
        let (status, written) = self.run(&small);
        let expected = command.find(&STATUS).map_or(0, |status| status.parse().unwrap());
        if status != Some(expected) {
            return Some(format!("{small}\n    status {status:?}, expected {expected}: {written}"));
        }
        let lines: Vec<_> = written.lines().map(str::to_owned).collect();
        let missing = missing_line(&command.shown, &lines).filter(|_| small == command.text);
        missing.map(|line| format!("{small}\n    does not write '{line}', but\n{written}"))
    }
}

/// The rules file that the documents show.
fn my_rules() -> String {
    let page = fs::read_to_string("docs/rules-files.md").unwrap();
    let lines = page.lines().skip_while(|line| !line.starts_with("    # my-rules.toml"));
    let lines: Vec<_> = lines.map_while(|line| line.strip_prefix("    ")).collect();
    assert!(lines.len() > 1, "docs/rules-files.md shows no my-rules.toml");
    lines.join("\n")
}

#[test]
fn commands_of_the_documents_run() {
    let waiting = Mutex::new(pages().into_iter());
    let wrong = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(page) = waiting.lock().unwrap().next() else { break };
            let text = fs::read_to_string(&page).unwrap();
            let workplace = Workplace::new();
            for error in commands(&text).iter().filter_map(|command| workplace.check(command)) {
                wrong.lock().unwrap().push(format!("{}: {error}", page.display()));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_exception_for_a_command_is_needed() {
    let all: Vec<_> = pages().iter().flat_map(|page| commands(&fs::read_to_string(page).unwrap())).collect();
    let starts = |start: &str| all.iter().any(|command| command.text.starts_with(start));
    let has = |words: &str| {
        let [before_blank, before_quote] = [" ", "\""].map(|end| format!("{words}{end}"));
        let mut texts = all.iter().map(|command| format!("{} ", command.text));
        texts.any(|text| text.contains(&before_blank) || text.contains(&before_quote))
    };
    let listed = [&SKIPPED, &BEFORE, &STATUS].into_iter().flat_map(|table| table.iter());
    let mut stale: Vec<_> = listed.map(|[start, _]| start).filter(|start| !starts(start)).collect();
    stale.extend(SMALLER.iter().map(|[words, _]| words).filter(|words| !has(words)));
    assert!(stale.is_empty(), "in no document: {stale:#?}");
    let skipped = all.iter().filter_map(|command| command.find(&SKIPPED).map(|why| (command, why)));
    for (command, why) in skipped {
        println!("not run: {} ({why})", command.text);
    }
}

/// Sends the lines of the client in a session that a page shows. The lines of the engine are indented further.
fn check_session(page: &str, greeting: &str) {
    let text = fs::read_to_string(page).unwrap();
    let first = format!("    {greeting}");
    let lines = text.lines().skip_while(|line| **line != first);
    let lines: Vec<_> = lines.map_while(|line| line.strip_prefix("    ")).collect();
    assert!(!lines.is_empty(), "{page} shows no session that begins with '{greeting}'");
    let mut engine = Engine::start();
    for turn in lines.chunk_by(|_, next| next.starts_with(' ')) {
        let shown: Vec<_> = turn[1..].iter().map(|line| line.trim().to_owned()).collect();
        let Some(last) = shown.last() else {
            engine.tell(turn[0]);
            continue;
        };
        let heard = engine.ask(turn[0], last.split(' ').next().unwrap());
        // The reports of a search depend on the time and on the evaluation.
        let is_search = |line: &String| {
            let is_report = line.starts_with("info ") && !line.starts_with("info string");
            is_report || line.starts_with("done ") || line.starts_with("bestmove ")
        };
        let shown: Vec<_> = shown.into_iter().filter(|line| !is_search(line)).collect();
        let missing = missing_line(&shown, &heard);
        assert!(missing.is_none(), "{page}: {}: no {missing:?} in {heard:#?}", turn[0]);
    }
}

#[test]
fn sessions_of_the_documents_are_true() {
    check_session("docs/hub.md", "hub");
    check_session("docs/ugi.md", "ugi");
}

#[test]
fn commands_are_found() {
    let page = "Text.\n\n    import a\n    import b\n    kempelen = b\n\nText.\n\n    $ kempelen a \\\n        b\n    shown 0.1\n    ...\n\n    more\n\nText.\n\n    kempelen c   # why\n    no output\n";
    let expected =
        [("import a", &[][..]), ("kempelen a b", &["shown 0.1", "...", "more"][..]), ("kempelen c   # why", &[])];
    let expected = expected.map(|(text, shown)| DocumentedCommand {
        text: text.to_owned(),
        shown: shown.iter().map(|&line| line.to_owned()).collect(),
    });
    assert_eq!(commands(page), expected);
    assert_eq!(missing_line(&expected[1].shown, &["first", "shown  0.25", "last", "more"].map(str::to_owned)), None);
    let other = ["more", "shown 0.25"].map(str::to_owned);
    assert_eq!(missing_line(&expected[1].shown, &other), Some(&"more".to_owned()));
}
