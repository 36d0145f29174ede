//! Tokens of plain RON: spaces, names, numbers, strings.

use serde::de::{self, Visitor};
use std::fmt::{self, Display};

/// Signals that the strict parser is needed, which also reports the reason.
#[derive(Debug)]
pub struct GaveUp;

impl Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not as plain as expected")
    }
}
impl std::error::Error for GaveUp {}
impl de::Error for GaveUp {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

pub type Read<T> = Result<T, GaveUp>;

/// Tokenizer.
#[derive(Clone, Copy)]
pub struct TokenReader<'de> {
    text: &'de str,
    bytes: &'de [u8],
    at: usize,
}

impl<'de> TokenReader<'de> {
    pub fn new(text: &'de str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0 }
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips this byte if it comes next.
    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    #[inline]
    pub fn take(&mut self, byte: u8) -> Read<()> {
        if self.eat(byte) { Ok(()) } else { Err(GaveUp) }
    }

    /// Skips ASCII spaces and line comments.
    #[inline]
    pub fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    while self.bytes[self.at..].starts_with(b"        ") {
                        self.at += 8;
                    }
                }
                b'\r' | b'\t' => self.at += 1,
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.skip_line(),
                _ => return,
            }
        }
    }

    #[cold]
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Skips a comma and the space around it; returns true if there was one.
    #[inline]
    pub fn eat_comma(&mut self) -> bool {
        self.skip_space();
        let is_next = self.eat(b',');
        if is_next {
            self.skip_space();
        }
        is_next
    }

    /// Skips the end of a value that is alone in brackets.
    pub fn take_end(&mut self) -> Read<()> {
        self.eat_comma();
        self.take(b')')
    }

    /// A name of ASCII letters, digits and `_`.
    #[inline]
    pub fn word(&mut self) -> Read<&'de str> {
        let start = self.at;
        while let Some(byte) = self.peek()
            && (byte.is_ascii_alphanumeric() || byte == b'_')
        {
            self.at += 1;
        }
        match self.bytes.get(start) {
            Some(first) if self.at > start && !first.is_ascii_digit() => Ok(&self.text[start..self.at]),
            _ => Err(GaveUp),
        }
    }

    /// Skips decimal digits and appends them to `number`; returns their count. Exact for at most [`MOST_DIGITS`] digits.
    #[inline]
    fn digits(&mut self, number: &mut u64) -> usize {
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            *number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        self.at - start
    }

    #[inline]
    pub fn whole(&mut self) -> Read<u64> {
        let mut number = 0;
        match self.digits(&mut number) {
            1..=MOST_DIGITS => Ok(number),
            _ => Err(GaveUp),
        }
    }

    #[inline]
    pub fn float(&mut self) -> Read<f64> {
        let start = self.at;
        let is_negative = self.eat(b'-');
        let mut number = 0;
        let whole = self.digits(&mut number);
        let has_point = self.eat(b'.');
        let fraction = if has_point { self.digits(&mut number) } else { 0 };
        if whole == 0 || has_point && fraction == 0 {
            return Err(GaveUp);
        }
        let has_exponent = matches!(self.peek(), Some(b'e' | b'E'));
        // If both are exact, one division is correctly rounded (Clinger 1990).
        if !has_exponent && whole + fraction <= MOST_DIGITS && number <= 1 << 53 && fraction < TENS.len() {
            let value = number as f64 / TENS[fraction];
            return Ok(if is_negative { -value } else { value });
        }
        if has_exponent {
            self.at += 1;
            let _ = self.eat(b'-') || self.eat(b'+');
            if self.digits(&mut number) == 0 {
                return Err(GaveUp);
            }
        }
        self.text[start..self.at].parse().map_err(|_| GaveUp)
    }

    /// Skips a quoted string and passes it to the visitor.
    pub fn string<V: Visitor<'de>>(&mut self, visitor: V) -> Read<V::Value> {
        self.take(b'"')?;
        let is_special = |byte: &u8| matches!(byte, b'"' | b'\\');
        let mut owned = String::new();
        loop {
            let start = self.at;
            self.at += self.bytes[start..].iter().position(is_special).ok_or(GaveUp)?;
            let piece = &self.text[start..self.at];
            if self.eat(b'"') {
                if owned.is_empty() {
                    return visitor.visit_borrowed_str(piece);
                }
                owned.push_str(piece);
                return visitor.visit_string(owned);
            }
            self.at += 1;
            owned.push_str(piece);
            owned.push(self.escaped()?);
        }
    }

    /// Decodes an escape after the backslash.
    fn escaped(&mut self) -> Read<char> {
        let letter = self.peek().ok_or(GaveUp)?;
        self.at += 1;
        match letter {
            b'"' | b'\\' | b'\'' => Ok(char::from(letter)),
            b'n' => Ok('\n'),
            b'r' => Ok('\r'),
            b't' => Ok('\t'),
            b'u' => {
                self.take(b'{')?;
                let rest = &self.text[self.at..];
                let digits = &rest[..rest.find('}').ok_or(GaveUp)?];
                if digits.len() > 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(GaveUp);
                }
                self.at += digits.len() + 1;
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or(GaveUp)
            }
            _ => Err(GaveUp),
        }
    }
}

/// Number of decimal digits that always fit into 64 bits.
const MOST_DIGITS: usize = 19;

/// Powers of ten that are exact in `f64`.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];
