//! Splitting a stream into documents.

use std::io::{BufReader, Read};

use mergemaker_record::{MOST_BYTES, Record, RecordError, documents};

use crate::{play, tables};

/// Checks the documents of a stream, for any size of the reader's buffer.
fn check(stream: &str, expected: &[&str]) {
    for capacity in [1, 2, 7, 8192] {
        let reader = BufReader::with_capacity(capacity, stream.as_bytes());
        let found: Vec<String> =
            documents(reader).map(|document| String::from_utf8(document.unwrap()).unwrap()).collect();
        assert_eq!(found, expected, "{stream:?}");
    }
}

/// One document on one or several lines, or one per line.
#[test]
fn one_or_one_per_line() {
    check("", &[]);
    check("\n  \n\r\n", &[]);
    check("{}", &["{}"]);
    check("\n\n{}\n\n", &["{}"]);
    check("{}\n{}\r\n\n[]\n", &["{}", "{}", "[]"]);
    check("{\n\"a\": [\n1\n]\n}\n", &["{\n\"a\": [\n1\n]\n}"]);
    check("{\n}\n{\n}\n", &["{\n}", "{\n}"]);
    check("{\"a\": \"}{]\\\"\\\\\"}\n{}", &["{\"a\": \"}{]\\\"\\\\\"}", "{}"]);
    check("{\n\"a\": \"{\"\n}\n\n{}", &["{\n\"a\": \"{\"\n}", "{}"]);
}

/// A damaged line does not affect the others. A damaged document of several lines ends with the stream.
#[test]
fn damage_is_contained() {
    check("{}\n{\"a\n{}\n{[\n{}\n", &["{}", "{\"a", "{}", "{[", "{}"]);
    check("hello\n{}\n", &["hello", "{}"]);
    check("{\"a\": \"b\n{}\n", &["{\"a\": \"b", "{}"]);
    check("{\n[\n", &["{\n["]);
    check("}}}\n{}", &["}}}", "{}"]);
}

/// A document may have 4 MiB. A larger one is refused while it is read, and reading continues with the next
/// line.
#[test]
fn documents_have_a_limit() {
    let long = " ".repeat(MOST_BYTES - 2);
    let stream = format!("[{long}]\r\n[{long} ]\n{{}}\n");
    let found: Vec<_> = documents(stream.as_bytes()).map(|document| document.map(|it| it.len())).collect();
    assert_eq!(found, [Ok(MOST_BYTES), Err(RecordError::TooLarge), Ok(2)]);
    let endless = BufReader::new(std::io::repeat(b'['));
    let first = documents(endless.take(1 << 30)).next();
    assert_eq!(first, Some(Err(RecordError::TooLarge)));
    let lines = BufReader::new(Endless(0));
    assert!(documents(lines).eq([Err(RecordError::TooLarge)]));
    assert_eq!(RecordError::TooLarge.to_string(), "the record is too large: it may have at most 4 MiB");
}

/// Opens brackets forever, one per line.
struct Endless(usize);

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        for byte in bytes.iter_mut() {
            *byte = [b'[', b'\n'][self.0 % 2];
            self.0 += 1;
        }
        Ok(bytes.len())
    }
}

/// Fails after its first bytes.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(bytes)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            read => Ok(read),
        }
    }
}

/// A failing source is reported once.
#[test]
fn a_failing_source_is_reported_once() {
    let why = "the disk is gone".to_string();
    let found: Vec<_> = documents(BufReader::new(Broken(b"{}\n{"))).collect();
    assert_eq!(found, [Ok(b"{}".to_vec()), Err(RecordError::Source { why })]);
}

/// Records written one per line, or pretty-printed, round-trip.
#[test]
fn records_round_trip_through_a_stream() {
    let records: Vec<Record> = tables().into_iter().map(|table| play(table, 2).0).collect();
    let lines: String = records.iter().map(|record| record.to_json() + "\n").collect();
    let pretty: Vec<String> =
        records.iter().map(|record| serde_json::to_string_pretty(record).unwrap()).collect();
    for stream in [lines, pretty.join("\n")] {
        let read: Vec<Record> =
            documents(stream.as_bytes()).map(|document| Record::read(&document.unwrap()).unwrap()).collect();
        assert_eq!(read, records);
    }
}
