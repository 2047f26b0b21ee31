//! Authorisation and routing of requests. Only a client that knows the token is served, and never for another origin. The files
//! of the page are those of `make web`, but with a client of the server instead of the WebAssembly module.

use super::request::{WebRefusal, WebRequest};
use std::borrow::Cow;

/// Where the page is.
#[derive(Clone, Debug)]
pub struct WebSite {
    /// The port on the loopback.
    pub port: u16,
    /// The secret token, the first segment of every path.
    pub token: String,
}

/// The action of an authorised request.
#[derive(PartialEq, Eq, Debug)]
pub enum WebAction {
    /// A file of the page is sent.
    File(PageFile),
    /// A tab of the browser begins.
    Open,
    /// The tab with the first number carries out the command in the body. The page numbers its commands by the second one.
    Command(u64, u64),
    /// The commands of a tab up to this number end early.
    Stop(u64, u64),
    /// The tab with this number has been closed.
    Close(u64),
}

impl WebSite {
    /// Authorises and routes a request.
    ///
    /// # Errors
    /// The request is not authorised, or its path or method is unknown.
    pub fn action(&self, request: &WebRequest) -> Result<WebAction, WebRefusal> {
        self.check_sender(request)?;
        let path = self.checked_path(&request.path)?;
        let (method, action) = route(path).ok_or_else(|| WebRefusal::new(404, "found no such page"))?;
        if request.method != method {
            return Err(WebRefusal::new(405, format!("found another method, expected {method}")));
        }
        request.body_bytes()?;
        Ok(action)
    }

    /// Checks `Host`, `Origin` and `Sec-Fetch-Site`: pages of other origins can send requests, but cannot forge these headers.
    fn check_sender(&self, request: &WebRequest) -> Result<(), WebRefusal> {
        let refusal = |name| WebRefusal::new(403, format!("the header '{name}' is not that of this page"));
        let host = request.header("host")?.unwrap_or_default();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !hosts.iter().any(|own| own == host) {
            return Err(refusal("Host"));
        }
        if request.header("origin")?.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Err(refusal("Origin"));
        }
        if request.header("sec-fetch-site")?.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err(refusal("Sec-Fetch-Site"));
        }
        Ok(())
    }

    /// The path after the token. The token is compared in constant time.
    fn checked_path<'a>(&self, path: &'a str) -> Result<&'a str, WebRefusal> {
        let (token, rest) = path.strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or_default();
        let differs = token.bytes().zip(self.token.bytes()).fold(0, |differs, (one, two)| differs | (one ^ two));
        if token.len() != self.token.len() || differs != 0 {
            return Err(WebRefusal::new(403, "the address is not that of this page"));
        }
        Ok(rest)
    }
}

/// The action that a path stands for, and its method.
fn route(path: &str) -> Option<(&'static str, WebAction)> {
    let words: Vec<&str> = path.split('/').collect();
    let action = match words[..] {
        [name] if name != "tab" => return Some(("GET", WebAction::File(page_file(name)?))),
        ["tab"] => WebAction::Open,
        ["tab", tab, "command", number] => WebAction::Command(tab.parse().ok()?, number.parse().ok()?),
        ["tab", tab, "stop", number] => WebAction::Stop(tab.parse().ok()?, number.parse().ok()?),
        ["tab", tab, "close"] => WebAction::Close(tab.parse().ok()?),
        _ => return None,
    };
    Some(("POST", action))
}

/// A file of the page.
#[derive(PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The media type (`Content-Type`).
    pub media_type: &'static str,
    /// The content.
    pub text: Cow<'static, str>,
}

/// The scripts of the page with their names.
macro_rules! scripts {
    ($($name:ident)*) => {
        &[$((concat!(stringify!($name), ".js"), include_str!(concat!("../../../web/page/", stringify!($name), ".js")))),*]
    };
}

const SCRIPTS: &[(&str, &str)] =
    scripts![board clocks dom evaluation files links moves page rules server server_engine set_up study];

/// The file with this name; that of the page itself is empty.
fn page_file(name: &str) -> Option<PageFile> {
    let (media_type, text) = match name {
        "" => {
            let head = "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"page.css\">";
            let page = include_str!("../../../web/page/page.html").replace("<!-- STYLE -->", head);
            let script = "<script type=\"module\" src=\"server.js\"></script>";
            ("text/html", page.replace("<!-- SCRIPT -->", script).into())
        }
        "page.css" => ("text/css", include_str!("../../../web/page/page.css").into()),
        _ => ("text/javascript", SCRIPTS.iter().find(|script| script.0 == name)?.1.into()),
    };
    Some(PageFile { media_type, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "Host: 127.0.0.1:81";

    fn action(line: &str, headers: &str) -> Result<WebAction, u16> {
        let site = WebSite { port: 81, token: "secret".to_owned() };
        let text = format!("{line} HTTP/1.1\r\n{headers}\r\n\r\n");
        let request = WebRequest::read(&mut text.as_bytes()).unwrap();
        site.action(&request).map_err(|refusal| refusal.status)
    }

    #[test]
    fn paths_are_known() {
        for (line, expected) in [
            ("POST /secret/tab", Ok(WebAction::Open)),
            ("POST /secret/tab/3/command/4", Ok(WebAction::Command(3, 4))),
            ("POST /secret/tab/3/stop/4", Ok(WebAction::Stop(3, 4))),
            ("POST /secret/tab/3/close", Ok(WebAction::Close(3))),
            ("GET /secret/tab", Err(405)),
            ("POST /secret/", Err(405)),
            ("HEAD /secret/", Err(405)),
            ("GET /secret/../page.js", Err(404)),
            ("GET /secret/nothing.js", Err(404)),
            ("POST /secret/tab/-3/close", Err(404)),
            ("POST /secret/tab/99999999999999999999/close", Err(404)),
            ("GET /secret", Err(403)),
            ("GET /", Err(403)),
            ("GET /secrets/", Err(403)),
            ("GET /Secret/", Err(403)),
            ("GET secret/", Err(403)),
            ("GET http://127.0.0.1:81/secret/", Err(403)),
            ("OPTIONS *", Err(403)),
        ] {
            assert_eq!(action(line, HOST), expected, "{line}");
        }
        for name in ["", "page.css", "page.js", "server.js", "server_engine.js"] {
            assert!(matches!(action(&format!("GET /secret/{name}"), HOST), Ok(WebAction::File(_))), "{name}");
        }
    }

    #[test]
    fn other_pages_are_refused() {
        for (headers, expected) in [
            ("Host: localhost:81", None),
            ("Host: localhost:81\r\nOrigin: http://localhost:81\r\nSec-Fetch-Site: same-origin", None),
            ("Host: 127.0.0.1:81\r\nSec-Fetch-Site: none", None),
            ("Accept: text/html", Some(403)),
            ("Host: 127.0.0.1", Some(403)),
            ("Host: 127.0.0.1:82", Some(403)),
            ("Host: evil.example:81", Some(403)),
            ("Host: 127.0.0.1:81\r\nHost: 127.0.0.1:81", Some(400)),
            ("Host: 127.0.0.1:81\r\nOrigin: null", Some(403)),
            ("Host: 127.0.0.1:81\r\nOrigin: https://127.0.0.1:81", Some(403)),
            ("Host: 127.0.0.1:81\r\nOrigin: http://localhost:81", Some(403)),
            ("Host: 127.0.0.1:81\r\nOrigin: http://evil.example", Some(403)),
            ("Host: 127.0.0.1:81\r\nSec-Fetch-Site: cross-site", Some(403)),
            ("Host: 127.0.0.1:81\r\nSec-Fetch-Site: same-site", Some(403)),
            ("Host: 127.0.0.1:81\r\nContent-Length: 999999999", Some(413)),
        ] {
            assert_eq!(action("POST /secret/tab", headers).err(), expected, "{headers}");
        }
    }

    #[test]
    fn every_script_that_is_imported_is_sent() {
        let mut missing = vec!["server.js"];
        let mut sent = Vec::new();
        while let Some(name) = missing.pop() {
            let script = SCRIPTS.iter().find(|script| script.0 == name);
            let (_, text) = script.unwrap_or_else(|| panic!("SCRIPTS lack {name}, which another script imports"));
            sent.push(name);
            let imports = text.lines().filter_map(|line| line.strip_prefix("import ")?.split_once("\"./"));
            let names = imports.filter_map(|(_, rest)| rest.strip_suffix("\";"));
            missing.extend(names.filter(|name| !sent.contains(name)));
        }
        assert!(SCRIPTS.iter().all(|(name, _)| sent.contains(name)), "SCRIPTS has more than {sent:?}");
    }
}
