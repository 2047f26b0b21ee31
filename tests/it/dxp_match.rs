//! Matches with programs that speak DXP.

use crate::dxp::{ENDING, Follower, Peer};
use crate::prelude::*;
use std::net::TcpListener;

/// A match against the program at `address`, which plays by the commands of Hub.
fn refereed(folder: &Folder, address: &str, settings: &str) -> Ran {
    let other = format!("cmd=$ENGINE 'args=dxp --connect {address} --hub' proto=hub name=other");
    let two = format!("--engine builtin=search nodes=100 --engine {other} {settings}");
    folder.run(format!("match --game international {two} --pgn games.pdn"))
}

/// The program as an engine for matches.
fn hub_engine(address: &str) -> Command {
    kempelen(["dxp", "--connect", address, "--hub"])
}

fn records(folder: &Folder) -> Vec<GameRecord> {
    records_of(game_info("international").unwrap(), RecordReader::new(&folder.bytes("games.pdn")[..]))
        .map(Result::unwrap)
        .collect()
}

#[test]
fn a_match_referees() {
    let folder = Folder::with(&[("openings.epd", &format!("{ENDING}\n"))]);
    let follower = Follower::new(5, &[]);
    refereed(&folder, &follower.address, "tc=60 --openings openings.epd --max-plies 30").exits_with(0);
    follower.end().says(", 1 min for the game");
    let records = records(&folder);
    assert_eq!(records.len(), 2);
    for (record, black) in records.iter().zip(["other", "search"]) {
        assert_eq!(record.tag("Black"), Some(black));
        let ended = record.tag("Termination").unwrap();
        assert!(["normal", "adjudication"].contains(&ended), "{ended}");
    }
}

/// A program that accepts games, and plays its first turn in each by the same messages. It answers the end of a game, unless
/// it has ended the game itself. Returns the messages that it has received over this connection.
fn other_program(listener: &TcpListener, answers: &[&str]) -> Vec<String> {
    let mut peer = Peer::accept(listener);
    let (mut received, mut bytes) = (Vec::new(), Vec::new());
    let mut has_ended = false;
    while peer.0.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
        let message = String::from_utf8_lossy(&bytes).into_owned();
        match bytes[0] {
            b'R' => {
                peer.send(&format!("A{:32}0", "Peer"));
                has_ended = false;
            }
            b'E' if !has_ended => peer.send("E00"),
            _ => (),
        }
        if message.starts_with('M') || message[35.min(message.len())..].starts_with('W') {
            for answer in answers {
                peer.send(answer);
                has_ended |= answer.starts_with('E');
            }
        }
        received.push(message);
        bytes.clear();
    }
    received
}

/// A program that ends games, plays wrong moves or breaks the protocol loses them, and is connected with anew.
#[test]
fn a_match_names_the_faults_of_the_other_program() {
    const ENDED: &str = "the other program has ended the game";
    for (answers, expected, said) in [
        (&["M0001320100"][..], "illegal move", ""),
        (&["CHello", "B001W", "E00"], "illegal move", ENDED),
        (&["nonsense"], "crashed", ""),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let other = std::thread::spawn(move || [(); 2].map(|()| other_program(&listener, answers)));
        let folder = Folder::new();
        let played = refereed(&folder, &address, "st=1");
        let context = format!("{answers:?}: {played:?}");
        assert!(context.contains(said), "{context}");
        let records = records(&folder);
        let ended: Vec<_> = records.iter().map(|it| it.tag("Termination")).collect();
        assert_eq!(ended, [Some(expected); 2], "{context}");
        for received in other.join().unwrap() {
            assert_eq!(received.iter().filter(|it| it.starts_with('R')).count(), 1, "{received:?}");
        }
    }
}

/// A client that asks for what there is not is told so, and the engine stays.
#[test]
fn the_engine_of_a_match_answers_wrong_lines() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let lines = "hub\nset-param name=variant value=chess\nset-param name=x\npos pos=x\ngo think\npos moves=\"32-28\"\n\
        pos start moves=32-28 19-23\nlevel time=x\nfoo\nping\nquit\n";
    let text = output_for(&mut hub_engine(&address), lines.as_bytes()).text();
    assert!(text.contains("values=\"normal "), "{text}");
    assert_eq!(text.matches("error message=").count(), 8, "{text}");
    assert_eq!(text.matches("\ndone\n").count(), 1, "{text}");
    assert!(text.ends_with("pong\n"), "{text}");
}

#[test]
fn a_client_that_quits_does_not_wait_for_the_other_program() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || other_program(&listener, &[]));
    let lines = "hub\npos start moves=\"32-28\"\nlevel time=90 moves=40\ngo think\nquit\n";
    let begun = Instant::now();
    assert!(output_for(&mut hub_engine(&address), lines.as_bytes()).status.success());
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(!other.join().unwrap().is_empty());
}

/// It need not agree to the end of a game that it has ended itself.
#[test]
fn after_an_end_by_the_other_program_the_next_game_begins() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || other_program(&listener, &["E00"]));
    let mut engine = Engine::run(hub_engine(&address));
    for (before, mv) in [("hub", "32-28"), ("new-game", "32-28"), ("ping", "33-29")] {
        let game = format!("{before}\npos start moves=\"{mv}\"\nlevel time=90 moves=40\ngo think");
        let heard = engine.ask(&game, "done");
        assert_eq!(last(&heard), "done");
        assert!(heard[heard.len() - 2].contains("the other program has ended the game"), "{heard:?}");
    }
    engine.converse(&[("new-game\nping", "pong")]);
    engine.end();
    let kinds: String = other.join().unwrap().iter().map(|it| &it[..1]).collect();
    assert_eq!(kinds, "RMERMERME");
}

/// The other program is told moves in the notation of the protocol, and another line of moves in another game.
#[test]
fn positions_are_told_by_moves() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || other_program(&listener, &["M0001192300"]));
    let mut engine = Engine::run(hub_engine(&address));
    engine.converse(&[
        ("pos start moves=\"32-28\"\nlevel time=90 moves=40\ngo think", "done move=19-23"),
        // The capture is written short.
        ("pos start moves=\"32-28 19-23 28x19\"\ngo think", "done move=19-23"),
        ("pos start moves=\"33-29\"\nping", "pong"),
        ("go think", "done move=19-23"),
    ]);
    engine.end();
    let received = other.join().unwrap();
    let kinds: Vec<&str> = received.iter().map(|it| &it[..1]).collect();
    assert_eq!(kinds, ["R", "M", "M", "E", "R", "M", "E"]);
    assert!(received[0].contains("Z001040A"), "{}", received[0]);
    assert_eq!(received[2], "M000028190123\0");
    assert!(received[6].starts_with("E01"));
}
