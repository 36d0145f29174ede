//! Escapes control characters in names and texts, which could move the cursor, change the title or hide text.

use std::io::{self, Write};

/// True if a terminal may act on the character; line ends and tabs are allowed.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// The text with control characters as escapes (`\u001b`).
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// True if the text has characters to escape.
pub(super) fn has_controls(text: &str) -> bool {
    text.chars().any(is_control)
}

/// Passes text on with control characters as escapes. JSON and RON have none outside their strings, and the escape
/// means the same character inside a JSON string, so data passes through with its meaning.
pub(super) struct Escaping<W> {
    out: W,
    /// A byte 0xC2 that waits for the second byte of its character.
    is_held: bool,
}

impl<W: Write> Escaping<W> {
    pub fn new(out: W) -> Self {
        Self { out, is_held: false }
    }

    /// Bytes at the beginning that need no escape.
    fn plain(bytes: &[u8]) -> usize {
        let is_plain = |&byte: &u8| (byte >= 0x20 || byte == b'\n' || byte == b'\t') && byte != 0x7f && byte != 0xc2;
        bytes.iter().position(|byte| !is_plain(byte)).unwrap_or(bytes.len())
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if std::mem::take(&mut self.is_held) {
                if (0x80..0xa0).contains(&first) {
                    write!(self.out, "\\u{first:04x}")?;
                } else {
                    self.out.write_all(&[0xc2, first])?;
                }
                rest = after;
                continue;
            }
            let plain = Self::plain(rest);
            if plain > 0 {
                self.out.write_all(&rest[..plain])?;
                rest = &rest[plain..];
                continue;
            }
            match first {
                0xc2 => self.is_held = true,
                _ => write!(self.out, "\\u{first:04x}")?,
            }
            rest = after;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_is_the_same_for_pieces_of_any_size() {
        let text = "a\tname \u{1b}[31mred\u{7f} \u{9b}2J é ©\u{80}\r\n";
        let expected = "a\tname \\u001b[31mred\\u007f \\u009b2J é ©\\u0080\\u000d\n";
        assert_eq!(escaped(text), expected);
        for size in 1..7 {
            let mut out = Vec::new();
            let mut escaping = Escaping::new(&mut out);
            text.as_bytes().chunks(size).for_each(|part| escaping.write_all(part).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), expected, "pieces of {size} bytes");
        }
    }
}
