//! Games over DXP: between two programs, and with programs that break the protocol.

use crate::prelude::*;
use crate::shell::PATIENCE;
use std::net::{TcpListener, TcpStream};
use std::process::ChildStdout;

/// A position in which White wins by its three kings.
pub const ENDING: &str = "WeeeeeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeebeeeeeeeeeeWeeW";

/// The program, waiting for another one.
pub struct Follower {
    child: Child,
    output: BufReader<ChildStdout>,
    pub address: String,
}

impl Follower {
    pub fn new(milliseconds: u32, arguments: &[&str]) -> Follower {
        let mut command = program();
        command.args(["dxp", "--listen", "127.0.0.1:0", "--movetime", &milliseconds.to_string()]);
        let mut child = piped(command.args(arguments));
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (output, line) = in_time("the address", move || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            (output, line)
        });
        let address = line.trim().strip_prefix("listening at ").unwrap().to_owned();
        Follower { child, output, address }
    }

    /// A program that connects and sends messages.
    fn peer(&self) -> Peer {
        Peer::new(TcpStream::connect(&self.address).unwrap())
    }

    /// Waits for the end of the program. Returns what it has written since the address.
    pub fn end(self) -> Ran {
        let mut child = self.child;
        assert!(self.output.buffer().is_empty(), "nothing is read beyond the address");
        child.stdout = Some(self.output.into_inner());
        wait_with_output(child)
    }
}

/// The other program.
pub struct Peer(pub BufReader<TcpStream>);

impl Peer {
    fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Peer(BufReader::new(stream))
    }

    /// The program that connects next.
    pub fn accept(listener: &TcpListener) -> Peer {
        let listener = listener.try_clone().unwrap();
        let (stream, _) = in_time("a connection", move || listener.accept().unwrap());
        Peer::new(stream)
    }

    pub fn send(&mut self, message: &str) {
        let bytes = [message.as_bytes(), &[0]].concat();
        self.0.get_mut().write_all(&bytes).unwrap();
    }

    fn receive(&mut self) -> String {
        let mut bytes = Vec::new();
        self.0.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "{bytes:?}");
        String::from_utf8(bytes).unwrap()
    }

    /// Asks for a game in which the follower plays `seat`.
    fn ask(&mut self, seat: char) {
        self.send(&format!("R01{:32}{seat}005000A", "Peer"));
        assert_eq!(self.receive(), format!("A{:32}0", "Kempelen"));
    }
}

fn initiate(folder: &Folder, address: &str, arguments: &str) -> Ran {
    folder.run(format!("dxp --connect {address} --movetime 1 {arguments}"))
}

#[test]
fn two_programs_play() {
    let folder = Folder::new();
    let follower = Follower::new(1, &["--name", "Follower"]);
    let games = format!("--games 3 --position {ENDING} --pgn games.pdn");
    let output = initiate(&folder, &follower.address, &games).text();
    let total = output.lines().last().unwrap();
    let followed = follower.end().text();
    let swapped = followed.lines().last().unwrap().replace("won", "?").replace("lost", "won").replace('?', "lost");
    let sorted = |line: &str| {
        let mut parts: Vec<String> = line.split(", ").map(str::to_owned).collect();
        parts.sort();
        parts
    };
    assert_eq!(sorted(total), sorted(&swapped));
    assert!(total.starts_with("games: 3, "), "{total}");
    let game = game_info("international").unwrap();
    let records: Vec<_> =
        records_of(game, RecordReader::new(&folder.bytes("games.pdn")[..])).map(Result::unwrap).collect();
    assert_eq!(records.len(), 3);
    for (record, white) in records.iter().zip(["Kempelen", "Follower", "Kempelen"]) {
        assert_eq!(record.tag("White"), Some(white));
        assert_ne!(record.tag("Result"), Some("*"));
        assert!(!record.moves.is_empty());
        assert_eq!(game.white, Side::First);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_a_program() {
    let follower = Follower::new(1, &[]);
    signal(&follower.child, "INT");
    let ended = follower.end();
    let errors = ended.err();
    assert!(!ended.status.success() && errors.contains("interrupted"), "{errors}");
}

#[test]
fn games_of_other_programs_are_ended_and_refused() {
    let follower = Follower::new(1, &[]);
    let mut peer = follower.peer();
    // No man stands on the last row.
    let wrong = "w".repeat(50);
    peer.send(&format!("R01{:32}W005000BW{wrong}", "Peer"));
    assert_eq!(peer.receive(), format!("A{:32}1", "Kempelen"));
    for (own, answer) in [('1', "E30"), ('3', "E00"), ('2', "E00"), ('0', "E00")] {
        peer.ask('Z');
        peer.send("Chello");
        peer.send("B001W");
        assert_eq!(peer.receive(), "K1");
        peer.send(&format!("E{own}0"));
        assert_eq!(peer.receive(), answer);
    }
    peer.ask('W');
    assert!(peer.receive().starts_with('M'));
    peer.send("E01");
    assert_eq!(peer.receive(), "E01");
    let ran = follower.end();
    for expected in [
        "refused a game with Peer: ",
        "the other program says: hello",
        "game 1: won after 0 moves: resignation",
        "game 2: without result after 0 moves: ended by the other program, which says that it has won",
        "games: 5, won 1, drawn 0, lost 0, without result 4",
    ] {
        ran.says(expected);
    }
}

#[test]
fn the_next_request_may_stand_for_the_end_of_a_game() {
    let follower = Follower::new(1, &[]);
    let mut peer = follower.peer();
    // Black has one man, which is captured.
    let mut squares = ['e'; 50];
    squares[27] = 'w';
    squares[21] = 'z';
    let board = String::from_iter(squares);
    peer.send(&format!("R01{:32}W005000BW{board}", "Peer"));
    assert_eq!(peer.receive(), format!("A{:32}0", "Kempelen"));
    assert!(peer.receive().starts_with('M'));
    assert_eq!(peer.receive(), "E30");
    peer.ask('Z');
    peer.send("E01");
    assert_eq!(peer.receive(), "E01");
    follower.end().says("games: 2, won 1");
}

#[test]
fn programs_that_break_the_protocol_are_told() {
    let long = "x".repeat(1000);
    let old = format!("R02{:32}W005000A", "Peer");
    // Its book does not know a start without two of the men, so it thinks when the second move arrives.
    let men = format!("{}{}{}", "z".repeat(19), "e".repeat(12), "w".repeat(19));
    let thinking = format!("R01{:32}Z005000BW{men}", "Peer");
    for (seat, messages, expected) in [
        (None, &[long.as_str()][..], "expected the end of a message"),
        (None, &[&old], "expected version 01"),
        (None, &["hello"], "begins with one of"),
        (Some('Z'), &["M0000010600"], "the other program has played 1-6: "),
        (None, &[&thinking, "M0000322800", "M0000332900"], "which is not to move"),
        (Some('Z'), &["K0"], "expected a move or the end"),
        (Some('Z'), &[&old], "expected version 01"),
        (Some('Z'), &[], "has closed the connection"),
    ] {
        let follower = Follower::new(3000, &[]);
        let mut peer = follower.peer();
        if let Some(seat) = seat {
            peer.ask(seat);
        }
        for message in messages {
            peer.send(message);
        }
        if messages.is_empty() {
            drop(peer);
        }
        let ran = follower.end();
        ran.fails_with(expected);
        assert!(ran.out().lines().last().unwrap().starts_with("games: "), "{ran:?}");
    }
}

#[test]
fn an_initiator_tells_why_there_is_no_game() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let peer = std::thread::spawn(move || {
        let mut peer = Peer::accept(&listener);
        assert!(peer.receive().starts_with("R01Kempelen "));
        peer.send(&format!("A{:32}2", "Peer"));
    });
    let refused = initiate(&Folder::new(), &address, "");
    peer.join().unwrap();
    refused.exits_with(2).remarks("Peer refuses the game (code 2)");
}
