//! Reads weights from TOML text.

use super::ModelError;
use serde::de::DeserializeOwned;

/// Reads weights. The error names the line and what was expected there.
pub fn read<W: DeserializeOwned>(bytes: &[u8]) -> Result<W, ModelError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        ModelError(format!(
            "expected weights as text, found byte {place} that is not UTF-8"
        ))
    })?;
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or("", |span| &text[..span.start]);
        let line = before.matches('\n').count() + 1;
        let message = error.message().replace('\n', " ");
        ModelError(format!("line {line}: {message}"))
    })
}
