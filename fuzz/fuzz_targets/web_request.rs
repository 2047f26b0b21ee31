//! Requests to `kempelen web`: arbitrary bytes are refused in one line, or they come from the page itself.
#![no_main]

use kempelen::play::web::{WebAction, WebRequest, WebSite};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let site = WebSite { port: 81, token: "secret".to_owned() };
    let mut input = bytes;
    let result = WebRequest::read(&mut input).and_then(|request| {
        let action = site.action(&request)?;
        assert!(request.path.starts_with("/secret/"));
        assert!(["127.0.0.1:81", "localhost:81"].map(Some).contains(&request.header("host")?));
        assert!(request.method == if matches!(action, WebAction::File(_)) { "GET" } else { "POST" });
        let length = request.body_bytes()?;
        let body = request.read_body(&mut input)?;
        assert_eq!(body.len(), length);
        Ok(())
    });
    if let Err(refusal) = result {
        assert!((400..500).contains(&refusal.status) && !refusal.reason.contains(char::is_control), "{refusal:?}");
    }
});
