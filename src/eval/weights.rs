//! Reads weights from TOML text.

use super::ModelError;
use serde::de::DeserializeOwned;

/// Reads weights. The error names the line and what was expected there.
pub fn read<W: DeserializeOwned>(bytes: &[u8]) -> Result<W, ModelError> {
    let text = text(bytes)?;
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or("", |span| &text[..span.start]);
        let line = before.matches('\n').count() + 1;
        let message = error.message().replace('\n', " ");
        ModelError(format!("line {line}: {message}"))
    })
}

/// The text of a file of weights. The error names the byte that is none.
pub fn text(bytes: &[u8]) -> Result<&str, ModelError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        ModelError(format!("expected weights as text, found byte {place} that is not UTF-8"))
    })
}
