//! Documents in a stream: one, or one per line.

use std::io::BufRead;

use crate::RecordError;
use crate::record::MOST_BYTES;

/// Reads the documents of a stream of any length, one at a time.
///
/// A document ends with the line that closes all its brackets. If the first document is a single line, every
/// later line is a document too: a damaged line does not affect the others. Blank lines are skipped. Only the
/// size is checked; [`Record::read`](crate::Record::read) does the rest.
///
/// ```
/// let stream = "{\"a\": 1}\n\n{\"a\": 2}\n".as_bytes();
/// assert_eq!(mergemaker_record::documents(stream).count(), 2);
/// let stream = "{\n  \"a\": 1\n}\n".as_bytes();
/// assert_eq!(mergemaker_record::documents(stream).count(), 1);
/// ```
pub fn documents<R: BufRead>(reader: R) -> Documents<R> {
    Documents { reader, one_per_line: None, finished: false }
}

/// See [`documents`].
#[derive(Debug)]
pub struct Documents<R> {
    reader: R,
    /// Whether every line is a document; unknown until the first has been read.
    one_per_line: Option<bool>,
    finished: bool,
}

impl<R: BufRead> Documents<R> {
    fn next_document(&mut self) -> Result<Option<Vec<u8>>, RecordError> {
        let mut document = Vec::new();
        let mut brackets = Brackets::default();
        let mut lines = 0;
        loop {
            let start = document.len();
            let ends = self.read_line(&mut document)?;
            let is_blank = document[start..].iter().all(u8::is_ascii_whitespace);
            if start == 0 && is_blank {
                if ends {
                    return Ok(None);
                }
                document.clear();
                continue;
            }
            lines += 1;
            let closed = self.one_per_line == Some(true) || brackets.close_at_end_of(&document[start..]);
            if closed || ends {
                self.one_per_line.get_or_insert(lines == 1);
                document.truncate(document.trim_ascii_end().len());
                return if document.len() > MOST_BYTES {
                    Err(RecordError::TooLarge)
                } else {
                    Ok(Some(document))
                };
            }
        }
    }

    /// Appends a line, including its line end, to the document. Returns whether the stream ends with it.
    fn read_line(&mut self, document: &mut Vec<u8>) -> Result<bool, RecordError> {
        let is_first_line = document.is_empty();
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.finished = true;
                    return Err(RecordError::Source { why: error.to_string() });
                }
            };
            if available.is_empty() {
                return Ok(true);
            }
            let end = available.iter().position(|&byte| byte == b'\n').map(|index| index + 1);
            let taken = end.unwrap_or(available.len());
            if document.len() + taken > MOST_BYTES + "\r\n".len() {
                self.skip_too_large(is_first_line)?;
                return Err(RecordError::TooLarge);
            }
            document.extend_from_slice(&available[..taken]);
            self.reader.consume(taken);
            if end.is_some() {
                return Ok(false);
            }
        }
    }

    /// Skips a line that is too large. If the document has several lines, stops reading.
    fn skip_too_large(&mut self, is_first_line: bool) -> Result<(), RecordError> {
        if !is_first_line {
            self.finished = true;
            return Ok(());
        }
        self.one_per_line.get_or_insert(true);
        self.reader.skip_until(b'\n').map_err(|error| {
            self.finished = true;
            RecordError::Source { why: error.to_string() }
        })?;
        Ok(())
    }
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = Result<Vec<u8>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        self.next_document().transpose()
    }
}

/// The nesting depth of brackets outside strings.
#[derive(Default)]
struct Brackets {
    depth: usize,
}

impl Brackets {
    /// Whether all brackets are closed at the end of this line, or the document is broken by a string that
    /// continues past the line end.
    fn close_at_end_of(&mut self, line: &[u8]) -> bool {
        let mut in_string = false;
        let mut escaped = false;
        for &byte in line {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        in_string || self.depth == 0
    }
}
