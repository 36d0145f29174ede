//! Tokenizer for RON and JSON with byte offsets, for locating places and for reading documents of older formats. JSON's
//! tokens are a subset of RON's, so one scanner serves both.
//!
//! It never fails: text of neither language is returned as words.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `(`, `[` or `{`.
    Open(u8),
    /// `)`, `]` or `}`.
    Close(u8),
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// A string or character literal with its quotes.
    Quoted,
    /// Name, number or keyword: anything else.
    Word,
    /// End of the text.
    End,
}

/// Tokenizer.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first token; RON's `#![...]` lines are skipped.
    pub fn new(text: &'a str) -> Self {
        let mut scanner = Self { text, at: 0 };
        while scanner.skip_space() < text.len() && scanner.rest().starts_with("#![") {
            let end = scanner.rest().find("]").map_or(scanner.rest().len(), |end| end + 1);
            scanner.at += end;
        }
        scanner
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips spaces and comments; returns the offset of the next token.
    pub fn skip_space(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if bytes.get(self.at + 1) == Some(&b'/') => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if bytes.get(self.at + 1) == Some(&b'*') => self.skip_block_comment(),
                Some(byte) if !byte.is_ascii() => match self.rest().chars().next() {
                    Some(space) if space.is_whitespace() => self.at += space.len_utf8(),
                    _ => return self.at,
                },
                _ => return self.at,
            }
        }
    }

    /// RON's block comments nest.
    fn skip_block_comment(&mut self) {
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        while self.at < bytes.len() {
            match (bytes[self.at], bytes.get(self.at + 1)) {
                (b'/', Some(b'*')) => (depth, self.at) = (depth + 1, self.at + 2),
                (b'*', Some(b'/')) => {
                    (depth, self.at) = (depth - 1, self.at + 2);
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// Returns the next token and its text.
    pub fn next(&mut self) -> (Token, &'a str) {
        let start = self.skip_space();
        let token = match self.text.as_bytes().get(start) {
            None => Token::End,
            Some(&open @ (b'(' | b'[' | b'{')) => self.single(Token::Open(open)),
            Some(&close @ (b')' | b']' | b'}')) => self.single(Token::Close(close)),
            Some(b':') => self.single(Token::Colon),
            Some(b',') => self.single(Token::Comma),
            Some(b'"') => self.quoted(b'"'),
            Some(b'\'') => self.quoted(b'\''),
            Some(b'r' | b'b') if self.raw_hashes().is_some() => self.raw_string(),
            Some(_) => self.word(),
        };
        (token, &self.text[start..self.at])
    }

    /// Returns the next token without consuming it.
    pub fn peek(&self) -> (Token, &'a str) {
        let mut ahead = *self;
        ahead.next()
    }

    fn single(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn quoted(&mut self, quote: u8) -> Token {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            // An escape has two bytes; a multi-byte character has no byte that looks like a quote.
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                break;
            }
        }
        self.at = self.at.min(bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Token::Quoted
    }

    /// Number of `#` if a raw string (`r"`, `r#"`, `br"` …) starts here.
    fn raw_hashes(&self) -> Option<usize> {
        let rest = self.rest().strip_prefix('b').unwrap_or(self.rest()).strip_prefix('r')?;
        let hashes = rest.bytes().take_while(|&byte| byte == b'#').count();
        rest[hashes..].starts_with('"').then_some(hashes)
    }

    fn raw_string(&mut self) -> Token {
        let hashes = self.raw_hashes().unwrap_or(0);
        let ending = format!("\"{}", "#".repeat(hashes));
        let body = self.rest().find('"').map_or(self.text.len(), |quote| self.at + quote + 1);
        self.at = self.text[body..].find(&ending).map_or(self.text.len(), |end| body + end + ending.len());
        Token::Quoted
    }

    fn word(&mut self) -> Token {
        let end = self.rest().find(|c: char| c.is_whitespace() || "()[]{}:,\"'".contains(c));
        // Advance at least one byte at an unexpected character.
        let length = end.unwrap_or(self.rest().len()).max(1);
        self.at += length;
        Token::Word
    }

    /// Skips one value, with the name before it and everything inside it.
    pub fn skip_value(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.peek().0 {
                Token::Open(_) => depth += 1,
                Token::Close(_) | Token::Comma | Token::End if depth == 0 => return,
                Token::Close(_) => depth -= 1,
                Token::End => return,
                _ => {}
            }
            self.next();
        }
    }
}
