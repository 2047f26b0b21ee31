//! Reads weights from TOML text.

use super::ModelError;
use crate::notation::toml_fields::error_with_line;
use serde::de::DeserializeOwned;

/// Reads weights. The error names the line and what was expected there.
pub fn read<W: DeserializeOwned>(bytes: &[u8]) -> Result<W, ModelError> {
    let text = text(bytes)?;
    toml::from_str(text).map_err(|error| ModelError(error_with_line(text, &error)))
}

/// The text of a file of weights. The error names the first byte that is not UTF-8.
pub fn text(bytes: &[u8]) -> Result<&str, ModelError> {
    std::str::from_utf8(bytes).map_err(|error| {
        ModelError(format!("expected weights as text, found byte {} that is not UTF-8", error.valid_up_to() + 1))
    })
}
