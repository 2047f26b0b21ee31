//! `kempelen web`: games over HTTP, what is refused, and programs that mean harm.

use crate::prelude::*;
use crate::shell::PATIENCE;
use std::net::{Shutdown, TcpStream};

/// The program, sending its page.
struct WebProgram {
    child: Child,
    port: String,
    token: String,
}

impl WebProgram {
    fn start() -> WebProgram {
        let mut child = piped(program().args(["web", "--no-open", "--threads", "2", "--hash", "1"]));
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (output, line) = in_time("the address", move || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            (output, line)
        });
        child.stdout = Some(output.into_inner());
        let address = line.trim().strip_prefix("the page is at http://127.0.0.1:").unwrap();
        let (port, token) = address.split_once('/').unwrap();
        WebProgram { child, port: port.to_owned(), token: token.trim_end_matches('/').to_owned() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes, and returns what comes back.
    fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A request that is refused early need not be taken whole.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    /// A request by the page, after the words of its method and path.
    fn request(&self, line: &str, body: &str) -> String {
        let (WebProgram { port, token, .. }, length) = (self, body.len());
        let (method, path) = line.split_once(' ').unwrap();
        format!(
            "{method} /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Sec-Fetch-Site: same-origin\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    /// The body of the response to a request by the page.
    fn ask(&self, line: &str, body: &str) -> String {
        let answer = self.exchange(self.request(line, body).as_bytes());
        assert_eq!(status(&answer), 200, "{line}: {answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    fn open(&self) -> u64 {
        let opened: Value = serde_json::from_str(&self.ask("POST tab", "")).unwrap();
        opened["tab"].as_u64().unwrap()
    }

    /// The answer of a tab to a command.
    fn play(&self, tab: u64, number: u32, command: Value) -> Value {
        let lines = self.ask(&format!("POST tab/{tab}/command/{number}"), &command.to_string());
        serde_json::from_str(lines.lines().rfind(|line| !line.is_empty()).unwrap()).unwrap()
    }

    fn end(mut self, name: &str) -> Ran {
        signal(&self.child, name);
        self.child.stdin = None;
        wait_with_output(self.child)
    }
}

fn status(answer: &str) -> u16 {
    let word = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.split(' ').next());
    word.unwrap_or_else(|| panic!("no response: {answer:?}")).parse().unwrap()
}

fn new_game(game: &str, players: [&str; 2]) -> Value {
    json!({ "new": { "game": game, "players": players } })
}

#[cfg(unix)]
#[test]
fn two_tabs_play_and_the_program_ends_by_a_signal() {
    let program = WebProgram::start();
    let page = program.ask("GET ", "");
    contains_all(&page, ["<!doctype html>", "page.css", "server.js"]);
    assert!(!page.contains("<!-- SCRIPT -->"));
    let [chess, nim] = [program.open(), program.open()];
    program.play(chess, 1, new_game("chess", ["person", "best level=2"]));
    program.play(nim, 1, new_game("nim", ["random", "theory"]));
    assert_eq!(program.play(chess, 2, json!({ "move": "e4" }))["snapshot"]["moves"], json!(["e4"]));
    let nim_moves = program.play(nim, 2, json!("update"))["snapshot"]["moves"].clone();
    assert_eq!(program.play(chess, 3, json!("update"))["snapshot"]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(program.play(nim, 3, json!("put_down"))["snapshot"]["moves"], nim_moves);
    assert_eq!(program.play(nim, 4, json!("nonsense"))["error"].as_str().unwrap().get(..8), Some("command:"));
    program.ask(&format!("POST tab/{nim}/close"), "");
    let gone = program.exchange(program.request(&format!("POST tab/{nim}/command/5"), "\"put_down\"").as_bytes());
    assert_eq!(status(&gone), 410);
    program.end("INT").exits_with(130);
}

#[cfg(unix)]
#[test]
fn ratings_and_names_of_openings_reach_the_page() {
    let program = WebProgram::start();
    let tab = program.open();
    let games = program.play(tab, 1, json!("games"));
    let rated: Vec<&str> = ["chess", "russian", "breakthrough", "nim", "tictactoe", "tree"]
        .into_iter()
        .filter(|name| games.as_array().unwrap().iter().any(|it| it["name"] == *name && it["has_ratings"] == true))
        .collect();
    assert_eq!(rated, ["chess", "russian", "breakthrough"]);
    let begun = program.play(tab, 2, new_game("chess", ["person", "best elo=1000"]));
    assert_eq!((&begun["opening"], &begun["snapshot"]["players"][1]), (&Value::Null, &json!("best elo=1000")));
    assert_eq!(program.play(tab, 3, json!({ "move": "e4" }))["opening"], "B00 King's Pawn Game");
    let refused = program.play(tab, 4, new_game("nim", ["person", "best elo=1000"]));
    assert!(refused["error"].as_str().unwrap().contains("there are no ratings in nim"), "{refused}");
    program.end("INT").exits_with(130);
}

#[cfg(unix)]
#[test]
fn a_search_is_stopped_and_ends_with_the_program() {
    let program = WebProgram::start();
    let tab = program.open();
    let players = ["search movetime=600000 book=off", "person"];
    program.play(tab, 1, new_game("chess", players));
    let begin = |number: u32| {
        let mut stream = program.connect();
        let request = program.request(&format!("POST tab/{tab}/command/{number}"), "\"update\"");
        stream.write_all(request.as_bytes()).unwrap();
        sleep(Duration::from_millis(200));
        stream
    };
    let read = |mut stream: TcpStream| {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.trim_end().ends_with('}') && answer.contains("\"moves\":[\""), "{answer}");
    };
    // On a busy machine the first one may take longer.
    let times = (1..=5).map(|number| {
        let searching = begin(2 * number);
        let began = Instant::now();
        program.ask(&format!("POST tab/{tab}/stop/{}", 2 * number), "");
        read(searching);
        let time = began.elapsed();
        program.play(tab, 2 * number + 1, new_game("chess", players));
        time
    });
    let fastest = times.min().unwrap();
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
    let searching = begin(99);
    program.end("TERM").exits_with(130);
    read(searching);
}

#[test]
fn requests_of_others_are_refused() {
    let mut program = WebProgram::start();
    let own = program.request("POST tab", "");
    let host = format!("Host: 127.0.0.1:{}", program.port);
    let origin = format!("Origin: http://127.0.0.1:{}", program.port);
    let long = "x".repeat(20_000);
    for (found, replacement, expected) in [
        (program.token.as_str(), "0123456789abcdef0123456789abcdef", 403),
        (&host, "Host: evil.example", 403),
        (&origin, "Origin: http://evil.example", 403),
        ("same-origin", "cross-site", 403),
        ("POST", "PUT", 405),
        ("/tab", "/other", 404),
        ("Length: 0", "Length: 17000000", 413),
        ("Length: 0", "Length: x", 400),
        ("HTTP/1.1", "HTTP/9.9", 400),
        ("same-origin", &long, 431),
    ] {
        let answer = program.exchange(own.replace(found, replacement).as_bytes());
        assert_eq!(status(&answer), expected, "{replacement}");
        let text = answer.split_once("\r\n\r\n").unwrap().1;
        assert_eq!(text.lines().count(), 1, "{text}");
        contains_all(&answer, ["Content-Security-Policy: default-src 'none'", "Cache-Control: no-store"]);
    }
    let taken = run(format!("web --no-open --port {}", program.port));
    taken.fails_with("--port: cannot listen at 127.0.0.1:");
    program.child.kill().unwrap();
    wait(&mut program.child);
}

#[test]
fn connections_without_requests_do_not_keep_out_others() {
    let mut program = WebProgram::start();
    let mut slow: Vec<TcpStream> = (0..200).map(|_| program.connect()).collect();
    for stream in &mut slow {
        let _ = stream.write_all(b"GET ");
    }
    let began = Instant::now();
    assert_eq!(program.open(), 1);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    program.child.kill().unwrap();
    wait(&mut program.child);
}

/// A request with random parts, which may not be one.
fn random_request(random: &mut Random, program: &WebProgram) -> Vec<u8> {
    let methods = ["GET", "POST", "PUT", "\u{1}", ""];
    let paths = ["", "tab", "page.js", "tab/1/command/9", "tab/1/stop/9", "tab/7/close", "tab/x/close", "../..", "%00"];
    let tokens = [&program.token, "0123456789abcdef0123456789abcdef", "", "é"];
    let hosts = [format!("127.0.0.1:{}", program.port), "evil.example".to_owned(), String::new()];
    let bodies = ["", "\"put_down\"", "{\"move\":\"e5\"}", "{\"pick\":\"\"}", "[[[[", "\"go\u{0}\"", "\"update"];
    let (path, token) = (random.choose(&paths), random.choose(&tokens));
    // These would be those of another tab.
    let path = if path == "tab" && token == program.token { "tab/" } else { path };
    let body = random.choose(&bodies);
    let length = if random.below(4) == 0 { random.below(1 << 30) } else { body.len() };
    let (method, host) = (random.choose(&methods), &hosts[random.below(hosts.len())]);
    let head = format!("{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}");
    let mut bytes = head.into_bytes();
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len());
        bytes[at] = random.next_u64() as u8;
    }
    bytes.truncate(random.below(bytes.len()).max(bytes.len() * random.below(4) / 3));
    bytes
}

/// A command of the page with random parts, which may not be one. It does not search for long.
fn random_command(random: &mut Random) -> String {
    let texts =
        ["e4", "c3-d4", "1", "a1", "\u{e9}", "8/8 w - -", "nim 3,4 p1", "W:W1,2:B30", "1. e4 e5 *", "board = 8\n"];
    let games = ["chess", "russian", "nim", "tree", "go"];
    let [text, other] = [random.choose(&texts), random.choose(&texts)];
    let (game, number, players) = (random.choose(&games), random.below(9), ["person", "random"]);
    let commands = [
        json!(random.choose(&[
            "games",
            "put_down",
            "stop_here",
            "take_back",
            "redo",
            "resign",
            "flip",
            "update",
            "go_on"
        ])),
        json!({ "pick": text }),
        json!({ "move": text }),
        json!({ "go_to": number }),
        json!({ "players": players }),
        json!({ "new": { "game": game, "moves": [text], "ply": number, "players": players, "clock": "1:00+1" } }),
        json!({ "new": { "game": game, "position": text, "players": players } }),
        json!({ "recognise": { "text": text } }),
        json!({ "load": { "name": other, "text": text, "number": number } }),
        json!({ "save": { "date": text } }),
        json!({ "rules": { "name": other, "text": text } }),
        json!({ "set_up": { "game": game, "position": text, "turn": number } }),
        json!({ "set_up": { "game": game, "pieces": { other: "K" }, "turn": number } }),
    ];
    let mut bytes = commands[random.below(commands.len())].to_string().into_bytes();
    if random.below(3) == 0 {
        let at = random.below(bytes.len());
        bytes[at] = random.next_u64() as u8;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends random requests while a game is open, which must not change. Half of them are valid up to their command, which goes to
/// another tab.
fn send_random_requests(count: usize) {
    let mut program = WebProgram::start();
    let [tab, other] = [program.open(), program.open()];
    program.play(tab, 1, new_game("chess", ["person", "person"]));
    let before = program.play(tab, 2, json!({ "move": "e4" }));
    let mut random = Random::new(7);
    let memory = |program: &WebProgram| {
        let text = fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.map_or(0, |line| line.split_whitespace().next().unwrap().parse::<u64>().unwrap())
    };
    let kibibytes_before = memory(&program);
    let mut carried_out = 0;
    for number in 0..count {
        if number % 2 == 0 {
            program.exchange(&random_request(&mut random, &program));
            continue;
        }
        let command = random_command(&mut random);
        let answer = program.ask(&format!("POST tab/{other}/command/{number}"), &command);
        let last = answer.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
        let state: Value = serde_json::from_str(last).unwrap();
        assert_eq!(state.get("failure"), None, "{command}");
        carried_out += usize::from(state.get("error").is_none());
    }
    let growth = memory(&program).saturating_sub(kibibytes_before);
    println!("{count} requests, {carried_out} commands carried out: {growth} KiB more than {kibibytes_before} KiB");
    assert!(growth < 20 << 10, "{growth} KiB");
    assert_eq!(program.play(tab, 10, json!("put_down")), before);
    program.child.kill().unwrap();
    assert!(!wait_with_output(program.child).err().contains("panicked"));
}

#[test]
fn random_requests_change_nothing() {
    send_random_requests(500);
}

#[test]
#[ignore = "takes some seconds"]
fn ten_thousand_random_requests_change_nothing() {
    send_random_requests(10_000);
}
