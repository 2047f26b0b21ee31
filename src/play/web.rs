//! A small HTTP server on the loopback interface, which serves the web page and runs its sessions with the native engine.
//! [`WebSite`] authorises and routes a request; [`Tabs`] run the sessions.

mod request;
mod routing;
mod tabs;

pub use request::{WebRefusal, WebRequest};
pub use routing::{PageFile, WebAction, WebSite};
pub use tabs::{NewTabSession, TabCommand, TabSession, Tabs};

use crate::drawing::html_page::script_hash;
use crate::drawing::tree;
use crate::report::game_page;
use crate::system::StopSignal;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, LazyLock};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

/// Read and write timeout of a connection.
const TRANSFER_TIME: Duration = Duration::from_secs(10);

/// Timeout for the browser to close a connection after the response.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Interval of keep-alive lines (empty lines) during a command; a failed write shows that the browser is gone.
const SILENCE: Duration = Duration::from_millis(500);

/// Maximum number of connections besides those of running commands. Beyond it the oldest one is closed, so that slow clients
/// cannot block others.
const MAX_CONNECTIONS: usize = 64;

/// Polling interval for the end of the program, and the time that running commands get to stop.
const TICK: Duration = Duration::from_millis(20);
const END_TIME: Duration = Duration::from_secs(2);

/// Headers of every response: no caching, and a content security policy that allows only the page's own files. Documents in
/// frames inherit this policy, so it lists the hashes of their scripts.
static HEADERS: LazyLock<String> = LazyLock::new(|| {
    let [tree, game] = [tree::page::TEMPLATE, game_page::TEMPLATE].map(|it| script_hash(it, &game_page::SCRIPTS));
    format!(
        "Connection: close\r\n\
         Cache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'self' {tree} {game}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'; worker-src blob:; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'\r\n"
    )
});

/// The server.
pub struct WebServer {
    listener: TcpListener,
    site: WebSite,
    tabs: Tabs,
    /// Connections without a running command, the oldest first.
    connections: Mutex<VecDeque<Arc<TcpStream>>>,
}

impl WebServer {
    /// Binds a port of the loopback interface; 0 picks a free port.
    ///
    /// # Errors
    /// The port is taken.
    pub fn bind(port: u16, token: String, new_session: Arc<NewTabSession>) -> io::Result<WebServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let site = WebSite { port: listener.local_addr()?.port(), token };
        Ok(WebServer { listener, site, tabs: Tabs::new(new_session), connections: Mutex::default() })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.site.port, self.site.token)
    }

    /// Serves requests until `stop`. Then it stops running commands and sends their answers.
    ///
    /// # Errors
    /// The system starts no thread.
    pub fn run(self, stop: StopSignal) -> io::Result<()> {
        let server = Arc::new(self);
        let listening = Arc::clone(&server);
        Builder::new().name("listener".to_owned()).spawn(move || listening.listen())?;
        while !stop() {
            sleep(TICK);
        }
        server.tabs.stop_all();
        let began = Instant::now();
        while server.tabs.are_busy() && began.elapsed() < END_TIME {
            sleep(TICK);
        }
        Ok(())
    }

    fn listen(self: Arc<Self>) {
        loop {
            // The system may have no more connections or threads to give.
            let Ok((stream, _)) = self.listener.accept() else {
                sleep(TICK);
                continue;
            };
            let stream = Arc::new(stream);
            let mut connections = self.connections.lock();
            if connections.len() >= MAX_CONNECTIONS
                && let Some(oldest) = connections.pop_front()
            {
                let _ = oldest.shutdown(Shutdown::Both);
            }
            connections.push_back(Arc::clone(&stream));
            drop(connections);
            let server = Arc::clone(&self);
            let served = Arc::clone(&stream);
            let work = move || {
                // The browser may have gone away.
                let _ = server.serve(&served);
                server.forget(&served);
            };
            if Builder::new().name("connection".to_owned()).spawn(work).is_err() {
                self.forget(&stream);
            }
        }
    }

    /// Carries no longer a running command, or ends.
    fn forget(&self, stream: &Arc<TcpStream>) {
        self.connections.lock().retain(|other| !Arc::ptr_eq(other, stream));
    }

    /// Handles the request of a connection and closes the connection.
    fn serve(&self, stream: &Arc<TcpStream>) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(TRANSFER_TIME))?;
        if let Err(refusal) = self.answer(stream) {
            send(stream, refusal.status, "text/plain", &(refusal.reason + "\n"))?;
        }
        stream.shutdown(Shutdown::Write)?;
        // If the connection were closed while the browser still sends, it would lose the response.
        let mut rest = TimedInput { stream, end: Instant::now() + CLOSE_TIME };
        io::copy(&mut rest, &mut io::sink()).map(drop)
    }

    /// Sends the response, as far as the browser reads it.
    fn answer(&self, stream: &Arc<TcpStream>) -> Result<(), WebRefusal> {
        let mut input = TimedInput { stream, end: Instant::now() + TRANSFER_TIME };
        let request = WebRequest::read(&mut input)?;
        let (media_type, text) = match self.site.action(&request)? {
            WebAction::File(file) => (file.media_type, file.text),
            WebAction::Open => ("application/json", format!("{{\"tab\":{}}}", self.tabs.open()?).into()),
            WebAction::Command(tab, number) => {
                let text = request.read_body(&mut input)?;
                let command = self.tabs.command(tab, number, text)?;
                self.forget(stream);
                let _ = send_lines(stream, &command);
                return Ok(());
            }
            WebAction::Stop(tab, number) => {
                self.tabs.stop(tab, number);
                ("text/plain", "".into())
            }
            WebAction::Close(tab) => {
                self.tabs.close(tab);
                ("text/plain", "".into())
            }
        };
        // There is nobody to be told of an error.
        let _ = send(stream, 200, media_type, &text);
        Ok(())
    }
}

fn send(mut stream: &TcpStream, status: u16, media_type: &str, text: &str) -> io::Result<()> {
    let length = text.len();
    let head =
        format!("HTTP/1.1 {status} \r\nContent-Type: {media_type}; charset=utf-8\r\nContent-Length: {length}\r\n");
    stream.write_all(format!("{head}{}\r\n{text}", *HEADERS).as_bytes())
}

/// Streams the lines of a command. The response ends when the connection closes.
fn send_lines(mut stream: &TcpStream, command: &TabCommand) -> io::Result<()> {
    let head = "HTTP/1.1 200 \r\nContent-Type: application/x-ndjson; charset=utf-8\r\n";
    stream.write_all(format!("{head}{}\r\n", *HEADERS).as_bytes())?;
    loop {
        match command.lines.recv_timeout(SILENCE) {
            Ok(line) => stream.write_all(format!("{line}\n").as_bytes())?,
            Err(RecvTimeoutError::Timeout) => stream.write_all(b"\n")?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// What a connection brings until a moment.
struct TimedInput<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for TimedInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}
