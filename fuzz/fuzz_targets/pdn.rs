//! Game records (PGN, PDN): any bytes are refused with an error of one line, or read and written.
#![no_main]

use kempelen::notation::reader::RecordReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in RecordReader::new(bytes) {
        match record {
            Ok(record) => {
                let written = record.to_string();
                assert!(RecordReader::new(written.as_bytes()).next().is_some());
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
});
