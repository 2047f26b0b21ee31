//! Files of endgame tables: any bytes are refused or read, without a panic.

#![no_main]

use kempelen::games::draughts::egdb::file::{EgdbFileKind, read};
use kempelen::games::draughts::egdb::index::SliceIndex;
use kempelen::games::draughts::egdb::pack::PackedDistances;
use kempelen::games::draughts::egdb::pack::PackedValues;
use kempelen::games::draughts::geometry::{Board8x8, Geometry};
use libfuzzer_sys::fuzz_target;

/// Slices of more pieces are skipped, since their index takes long to compute.
const MAX_PIECES: u8 = 4;

fuzz_target!(|bytes: &[u8]| {
    for kind in EgdbFileKind::ALL {
        let Ok(contents) = read(bytes, "english", kind) else {
            continue;
        };
        for section in contents.sections {
            if section.slice.pieces() > MAX_PIECES {
                continue;
            }
            let size = SliceIndex::new(Board8x8::WIDTH, section.slice).size();
            let content = &bytes[section.content];
            if let Some(values) = PackedValues::new(content, size) {
                (0..size).step_by(501).for_each(|number| {
                    values.value(number);
                });
            }
            if let Some(distances) = PackedDistances::new(content, size) {
                distances.distance(0, 700);
            }
        }
    }
});
