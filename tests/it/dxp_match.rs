//! Matches with programs that speak DXP.

use crate::dxp::{ENDING, Follower, Peer};
use crate::shell::{ENGINE, run};
use kempelen::games::game_info;
use kempelen::games::records::records_of;
use kempelen::notation::record::GameRecord;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A match against the program at `address`, which plays by the commands of Hub.
fn refereed(address: &str, limit: &str, more: &[&str]) -> Output {
    let (program, arguments) = (
        format!("cmd={ENGINE}"),
        format!("args=dxp --connect {address} --hub"),
    );
    let first = ["match", "--game", "international", "--engine"];
    let second = ["builtin=search", "nodes=100", "--engine"];
    let third = [&program[..], &arguments, "proto=hub", "name=other", limit];
    run(&[&first[..], &second, &third, more].concat())
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
    let more = [
        "--openings",
        openings.to_str().unwrap(),
        "--max-plies",
        "30",
    ];
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

/// Accepts games for ever, and answers its first turn in each with the same message.
fn answer_all_games(listener: &TcpListener, answer: &str) {
    for stream in listener.incoming() {
        let mut peer = Peer(BufReader::new(stream.unwrap()));
        let mut bytes = Vec::new();
        while peer
            .0
            .read_until(0, &mut bytes)
            .is_ok_and(|count| count > 0)
        {
            match bytes[0] {
                b'R' => {
                    peer.send(&format!("A{:32}0", "Peer"));
                    let follower_is_white = bytes[35] == b'W';
                    if follower_is_white {
                        peer.send(answer);
                    }
                }
                b'M' => peer.send(answer),
                b'E' => peer.send("E00"),
                other => panic!("found {other}"),
            }
            bytes.clear();
        }
    }
}

/// A program that ends games, plays wrong moves or breaks the protocol loses.
#[test]
fn a_match_names_the_faults_of_the_other_program() {
    for (answer, expected) in [
        ("M0001320100", "illegal move"),
        ("E00", "crashed"),
        ("nonsense", "crashed"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || answer_all_games(&listener, answer));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pdn");
        let played = refereed(&address, "st=1", &["--pgn", file.to_str().unwrap()]);
        assert!(played.status.success(), "{answer}: {played:?}");
        let records = records(&file);
        assert_eq!(records.len(), 2);
        for record in records {
            assert_eq!(record.tag("Termination"), Some(expected), "{answer}");
        }
    }
}

/// A client that asks for what there is not is told so, and the engine stays.
#[test]
fn the_engine_of_a_match_answers_wrong_lines() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut child = Command::new(ENGINE)
        .args(["dxp", "--connect", &address, "--hub"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "hub\nset-param name=variant value=chess\nset-param name=x\npos pos=x\nlevel time=x\nfoo\nping\nquit\n";
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("values=\"normal "), "{told}");
    assert_eq!(told.matches("error message=").count(), 5, "{told}");
    assert!(told.ends_with("pong\n"), "{told}");
}
