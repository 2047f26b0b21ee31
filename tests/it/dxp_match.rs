//! Matches with programs that speak DXP.

use crate::client::Engine;
use crate::dxp::{ENDING, Follower, Peer};
use crate::shell::{ENGINE, kempelen, output_for, run};
use kempelen::games::game_info;
use kempelen::games::records::records_of;
use kempelen::notation::record::GameRecord;
use std::io::BufRead;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

/// A match against the program at `address`, which plays by the commands of Hub.
fn refereed(address: &str, limit: &str, more: &[&str]) -> Output {
    let (program, arguments) = (format!("cmd={ENGINE}"), format!("args=dxp --connect {address} --hub"));
    let first = ["match", "--game", "international", "--engine"];
    let second = ["builtin=search", "nodes=100", "--engine"];
    let third = [&program[..], &arguments, "proto=hub", "name=other", limit];
    run(&[&first[..], &second, &third, more].concat())
}

/// The program as an engine for matches.
fn hub_engine(address: &str) -> Command {
    kempelen(&["dxp", "--connect", address, "--hub"])
}

fn records(file: &Path) -> Vec<GameRecord> {
    let game = game_info("international").unwrap();
    let bytes = std::fs::read(file).unwrap();
    records_of(game, &bytes[..]).map(Result::unwrap).collect()
}

#[test]
fn a_match_referees() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    let openings = folder.path().join("openings.epd");
    std::fs::write(&openings, format!("{ENDING}\n")).unwrap();
    let follower = Follower::new(5, &[]);
    let more = ["--openings", openings.to_str().unwrap(), "--max-plies", "30"];
    let pgn = ["--pgn", file.to_str().unwrap()];
    let played = refereed(&follower.address, "tc=60", &[&more[..], &pgn].concat());
    let told = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(played.status.success(), "{told}");
    let (followed, errors, status) = follower.end();
    assert_eq!(status, Some(0), "{errors}");
    assert!(followed.contains(", 1 min for the game"), "{followed}");
    let records = records(&file);
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
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pdn");
        let played = refereed(&address, "st=1", &["--pgn", file.to_str().unwrap()]);
        let told = format!("{answers:?}: {played:?}");
        assert!(told.contains(said), "{told}");
        let ended = records(&file);
        let ended: Vec<_> = ended.iter().map(|it| it.tag("Termination")).collect();
        assert_eq!(ended, [Some(expected); 2], "{told}");
        for received in other.join().unwrap() {
            let asked = received.iter().filter(|it| it.starts_with('R')).count();
            assert_eq!(asked, 1, "{received:?}");
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
    let output = output_for(&mut hub_engine(&address), lines.as_bytes());
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("values=\"normal "), "{told}");
    assert_eq!(told.matches("error message=").count(), 8, "{told}");
    assert_eq!(told.matches("\ndone\n").count(), 1, "{told}");
    assert!(told.ends_with("pong\n"), "{told}");
}

/// The other program is told moves in the notation of the protocol, and another line of moves in another game.
#[test]
fn positions_are_told_by_moves() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || other_program(&listener, &["M0001192300"]));
    let mut engine = Engine::run(hub_engine(&address));
    let mut ask = |lines: &str| engine.ask(lines, "");
    let done = ["done move=19-23"];
    assert_eq!(ask("pos start moves=\"32-28\"\nlevel time=90 moves=40\ngo think"), done);
    // The capture is written short.
    assert_eq!(ask("pos start moves=\"32-28 19-23 28x19\"\ngo think"), done);
    assert_eq!(ask("pos start moves=\"33-29\"\nping"), ["pong"]);
    assert_eq!(ask("go think"), done);
    engine.end();
    let received = other.join().unwrap();
    let kinds: Vec<&str> = received.iter().map(|it| &it[..1]).collect();
    assert_eq!(kinds, ["R", "M", "M", "E", "R", "M", "E"]);
    assert!(received[0].contains("Z001040A"), "{}", received[0]);
    assert_eq!(received[2], "M000028190123\0");
    assert!(received[6].starts_with("E01"));
}
