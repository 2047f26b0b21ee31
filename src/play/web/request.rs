//! HTTP/1.1 requests with limits on header and body size.

use std::io::{self, Cursor, ErrorKind, Read};

/// Maximum size of the request line and the headers, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// Maximum number of headers; browsers send about 20.
const MAX_HEADERS: usize = 64;

/// Maximum size of a body in bytes: a file with many game records.
pub(super) const MAX_BODY: usize = 16 << 20;

/// A request without its body.
#[derive(Debug)]
pub struct WebRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    headers: Vec<(String, String)>,
    /// The part of the body that was read together with the headers.
    body_start: Cursor<Vec<u8>>,
}

/// An error response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebRefusal {
    /// The HTTP status code.
    pub status: u16,
    /// The body: one line of text.
    pub reason: String,
}

impl WebRefusal {
    /// A refusal with this status and text.
    pub(super) fn new(status: u16, reason: impl Into<String>) -> WebRefusal {
        WebRefusal { status, reason: reason.into() }
    }
}

impl WebRequest {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// The request is malformed or too long, or the input ends or times out.
    pub fn read(input: &mut dyn Read) -> Result<WebRequest, WebRefusal> {
        let mut head = input.take(MAX_HEAD as u64);
        let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
        loop {
            match head.read(&mut buffer) {
                Ok(0) if head.limit() == 0 => return Err(too_long()),
                Ok(0) => return Err(ends_early()),
                Ok(count) => bytes.extend(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(is_late(error)),
            }
            if let Some(request) = WebRequest::parse(&bytes)? {
                return Ok(request);
            }
        }
    }

    /// Parses a request; `None` if the headers are not complete yet.
    fn parse(bytes: &[u8]) -> Result<Option<WebRequest>, WebRefusal> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let end = match head.parse(bytes) {
            Ok(httparse::Status::Complete(end)) => end,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(too_long()),
            Err(error) => return Err(WebRefusal::new(400, format!("found no request of HTTP: {error}"))),
        };
        let address = head.path.unwrap_or_default();
        Ok(Some(WebRequest {
            method: head.method.unwrap_or_default().to_owned(),
            path: address.split('?').next().unwrap_or_default().to_owned(),
            headers: head
                .headers
                .iter()
                .map(|header| (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned()))
                .collect(),
            body_start: Cursor::new(bytes[end..].to_vec()),
        }))
    }

    /// The value of a header; `name` is in lower case.
    ///
    /// # Errors
    /// The header occurs more than once.
    pub fn header(&self, name: &str) -> Result<Option<&str>, WebRefusal> {
        let mut values = self.headers.iter().filter(|header| header.0 == name).map(|header| &*header.1);
        let value = values.next();
        if values.next().is_some() {
            return Err(WebRefusal::new(400, format!("found several headers '{name}', expected one")));
        }
        Ok(value)
    }

    /// The length of the body.
    ///
    /// # Errors
    /// The body is chunked or larger than [`MAX_BODY`], or `Content-Length` is not a number.
    pub fn body_bytes(&self) -> Result<usize, WebRefusal> {
        if self.header("transfer-encoding")?.is_some() {
            return Err(WebRefusal::new(411, "found a body in parts, expected a header 'Content-Length'"));
        }
        let Some(text) = self.header("content-length")? else { return Ok(0) };
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(WebRefusal::new(400, "found no number in the header 'Content-Length'"));
        }
        let bytes = text.parse().unwrap_or(usize::MAX);
        if bytes > MAX_BODY {
            return Err(WebRefusal::new(413, format!("found {text} bytes, expected at most {MAX_BODY}")));
        }
        Ok(bytes)
    }

    /// Reads the body.
    ///
    /// # Errors
    /// As [`body_bytes`](WebRequest::body_bytes); the input ends or times out, or it is not UTF-8.
    pub fn read_body(self, input: &mut dyn Read) -> Result<String, WebRefusal> {
        let length = self.body_bytes()?;
        let mut bytes = Vec::new();
        self.body_start.chain(input).take(length as u64).read_to_end(&mut bytes).map_err(is_late)?;
        if bytes.len() < length {
            return Err(ends_early());
        }
        String::from_utf8(bytes).map_err(|_| WebRefusal::new(400, "found a body that is not UTF-8"))
    }
}

fn too_long() -> WebRefusal {
    WebRefusal::new(431, format!("found a head of more than {MAX_HEAD} bytes or {MAX_HEADERS} lines"))
}

fn ends_early() -> WebRefusal {
    WebRefusal::new(400, "the request ends too early")
}

fn is_late(_: io::Error) -> WebRefusal {
    WebRefusal::new(408, "the request did not come in time")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(text: &str) -> u16 {
        let mut input = text.as_bytes();
        let body = WebRequest::read(&mut input).and_then(|request| request.read_body(&mut input));
        body.map_or_else(|refusal| refusal.status, |_| 200)
    }

    #[test]
    fn a_request_is_read_whatever_the_parts_it_comes_in() {
        let text = "POST /a?b=c HTTP/1.1\r\nHost: here\r\ncontent-LENGTH: 5\r\n\r\nhello and more";
        for at in 0..text.len() {
            let (one, two) = text.split_at(at);
            let mut input = one.as_bytes().chain(two.as_bytes());
            let request = WebRequest::read(&mut input).unwrap();
            assert_eq!((&*request.method, &*request.path), ("POST", "/a"));
            assert_eq!(request.header("host"), Ok(Some("here")));
            assert_eq!(request.header("origin"), Ok(None));
            assert_eq!(request.read_body(&mut input).unwrap(), "hello");
        }
    }

    #[test]
    fn limits_are_kept() {
        for (headers, expected) in [
            ("Content-Length: 0", 200),
            ("Content-Length: 1", 400),
            (&format!("Content-Length: {}", MAX_BODY + 1), 413),
            ("Content-Length: 99999999999999999999999", 413),
            ("Content-Length: -1", 400),
            ("Content-Length: 0\r\nContent-Length: 0", 400),
            ("Transfer-Encoding: chunked", 411),
            (&format!("A: {}", "b".repeat(MAX_HEAD)), 431),
            (&"A: b\r\n".repeat(MAX_HEADERS + 1), 431),
        ] {
            assert_eq!(status(&format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n")), expected, "{headers:.80}");
        }
        assert_eq!(status(&"x".repeat(2 * MAX_HEAD)), 431);
        assert_eq!(status("\x01"), 400);
        assert_eq!(status("GET / HTTP/1.1\r\n"), 400);
    }
}
