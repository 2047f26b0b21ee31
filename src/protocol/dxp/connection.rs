//! The line to the other program: messages over TCP, which a thread reads ahead.

use super::message::{MAX_MESSAGE, Message};
use super::parse::MessageError;
use crate::system::threads::read_ahead;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use thiserror::Error;

/// How long to wait for a program that does not answer at its address, or does not take what is written.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Messages that are read ahead.
const AHEAD: usize = 16;

/// Why nothing can be sent or received any more.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// The other program has closed the connection.
    #[error("the other program has closed the connection")]
    Closed,
    /// The system reports an error.
    #[error("the connection is broken: {0}")]
    Broken(io::Error),
    /// What arrived is no message of the protocol.
    #[error("the other program does not speak DXP")]
    Message(#[from] MessageError),
    /// A message has no end.
    #[error(
        "the other program does not speak DXP: found more than {MAX_MESSAGE} bytes without a zero, expected the end of a message"
    )]
    TooLong,
}

/// Systems report in several ways that the other program has closed the connection.
impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> ConnectionError {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset => ConnectionError::Closed,
            _ => ConnectionError::Broken(error),
        }
    }
}

/// A connection to another program.
pub struct Connection {
    stream: TcpStream,
    incoming: Receiver<Result<Message, ConnectionError>>,
}

impl Connection {
    /// Connects to a program that listens at `address`: host and port.
    ///
    /// # Errors
    /// There is no such host, or no program answers.
    pub fn connect(address: &str) -> io::Result<Connection> {
        let mut last = None;
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, TIMEOUT) {
                Ok(stream) => return Connection::new(stream),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| io::Error::other("the host has no address")))
    }

    fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let mut input = BufReader::new(stream.try_clone()?);
        let mut is_open = true;
        let messages = std::iter::from_fn(move || {
            let message = is_open.then(|| read_message(&mut input))?;
            is_open = message.is_ok();
            Some(message)
        });
        Ok(Connection { stream, incoming: read_ahead("dxp", AHEAD, messages)? })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is closed or broken.
    pub fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes).map_err(ConnectionError::from)
    }

    /// The next message; `None` if none arrives within `time`.
    ///
    /// # Errors
    /// The connection is closed or broken, or what arrived is no message.
    pub fn receive(&mut self, time: Duration) -> Result<Option<Message>, ConnectionError> {
        match self.incoming.recv_timeout(time) {
            Ok(message) => message.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ConnectionError::Closed),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The reader ends, since nothing can arrive any more.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The next program that connects; `None` if none does so far.
///
/// # Errors
/// The system reports an error.
pub fn accept(listener: &TcpListener) -> io::Result<Option<Connection>> {
    listener.set_nonblocking(true)?;
    match listener.accept() {
        Ok((stream, _)) => Connection::new(stream).map(Some),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a message and the zero byte at its end.
///
/// # Errors
/// The input ends, cannot be read, or has no message.
pub fn read_message(input: &mut impl BufRead) -> Result<Message, ConnectionError> {
    let mut bytes = Vec::new();
    input.take(MAX_MESSAGE as u64 + 1).read_until(0, &mut bytes)?;
    match bytes.pop() {
        Some(0) => Ok(plain_text(&bytes).parse()?),
        Some(_) if bytes.len() == MAX_MESSAGE => Err(ConnectionError::TooLong),
        _ => Err(ConnectionError::Closed),
    }
}

/// The text of a message. Names may have letters of any encoding, which take one byte of a field each, and nothing that arrives
/// is to control the terminal.
fn plain_text(bytes: &[u8]) -> String {
    let plain = |&byte: &u8| match byte {
        b' '..=b'~' => char::from(byte),
        _ => '?',
    };
    bytes.iter().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<Message>, ConnectionError) {
        let mut input = bytes;
        let mut messages = Vec::new();
        loop {
            match read_message(&mut input) {
                Ok(message) => messages.push(message),
                Err(error) => return (messages, error),
            }
        }
    }

    #[test]
    fn messages_end_with_a_zero() {
        let (messages, end) = all(b"E01\0CHello\0");
        assert_eq!(messages.len(), 2);
        assert!(matches!(end, ConnectionError::Closed));
        let (messages, end) = all(b"E01\0CHel");
        assert_eq!(messages.len(), 1, "the last one is cut off");
        assert!(matches!(end, ConnectionError::Closed));
    }

    #[test]
    fn bytes_that_are_no_plain_text_keep_their_place() {
        let name = [b"J\xfcrgen\x1b[2J".to_vec(), b" ".repeat(22)].concat();
        let expected =
            Message::GameAnswer { name: "J?rgen?[2J".to_owned(), answer: super::super::Acceptance::Accepted };
        assert_eq!(all(&[&b"A"[..], &name, b"0\0"].concat()).0, [expected]);
    }

    #[test]
    fn a_message_without_end_is_not_read_on() {
        assert_eq!(all(&[b"C".repeat(MAX_MESSAGE), vec![0]].concat()).0.len(), 1);
        assert!(matches!(all(&b"C".repeat(1 << 20)).1, ConnectionError::TooLong));
        assert!(matches!(all(b"hello\0").1, ConnectionError::Message(_)));
    }

    #[test]
    fn two_programs_talk_and_one_leaves() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        assert!(accept(&listener).unwrap().is_none());
        let mut one = Connection::connect(&listener.local_addr().unwrap().to_string()).unwrap();
        let mut other = loop {
            if let Some(connection) = accept(&listener).unwrap() {
                break connection;
            }
        };
        let hello = Message::Chat("hello".to_owned());
        one.send(&hello).unwrap();
        assert_eq!(other.receive(TIMEOUT).unwrap(), Some(hello));
        assert_eq!(other.receive(Duration::ZERO).unwrap(), None);
        drop(one);
        assert!(matches!(other.receive(TIMEOUT), Err(ConnectionError::Closed)));
    }
}
