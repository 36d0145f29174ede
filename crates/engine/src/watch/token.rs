//! Lexer: from characters to words, numbers and operators.

use super::error::WatchError;
use crate::level::printable::printable;
use std::ops::Range;

/// A token of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// `12`, `.5`, `1e-3`; `80%` is 0.8.
    Number(f64),
    /// `area`, `and`.
    Word(String),
    /// `"left"` or `'left'`.
    Text(String),
    /// One of [`SIGNS`].
    Sign(&'static str),
    /// End of the text.
    End,
}

impl Token {
    /// Description for messages.
    pub fn describe(&self) -> String {
        match self {
            Self::Number(number) => format!("the number {number}"),
            Self::Word(word) => format!("`{word}`"),
            Self::Text(text) => format!("\"{text}\""),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end".to_owned(),
        }
    }
}

/// Operators and punctuation, longer ones first.
const SIGNS: [&str; 15] = ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ",", "."];

/// Signs of arithmetic that fields for numbers allow too, with the operator that they stand for.
const TYPED: [(&str, &str); 6] = [("×", "*"), ("·", "*"), ("÷", "/"), ("−", "-"), ("%", "%"), ("°", "°")];

/// Where a text was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// A watch expression.
    Watch,
    /// A field for a number: typographic signs, `°` and `%` after any value, and numbers that end with a point.
    Field,
}

/// Operators of other languages, with their equivalent here.
const FOREIGN: [(&str, &str); 9] = [
    ("&&", "and"),
    ("||", "or"),
    ("&", "and"),
    ("|", "or"),
    ("!", "not"),
    ("=", "=="),
    ("×", "*"),
    ("·", "*"),
    ("−", "-"),
];

/// Splits a text into tokens; the last one is [`Token::End`].
pub(super) fn tokens(text: &str, dialect: Dialect) -> Result<Vec<(Token, Range<usize>)>, WatchError> {
    if text.len() > super::LONGEST {
        let message = format!("an expression can have at most {} bytes, this one has {}", super::LONGEST, text.len());
        return Err(WatchError::new(0..0, message));
    }
    let mut list = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (token, length) = next(text, start, first, dialect)?;
        list.push((token, start..start + length));
        start += length;
    }
    list.push((Token::End, text.len()..text.len()));
    Ok(list)
}

fn next(text: &str, start: usize, first: char, dialect: Dialect) -> Result<(Token, usize), WatchError> {
    let rest = &text[start..];
    let is_number = first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()));
    if is_number {
        return number(rest, start, dialect);
    }
    if first.is_alphabetic() || first == '_' {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        return Ok((Token::Word(rest[..length].to_owned()), length));
    }
    if first == '"' || first == '\'' {
        let Some(length) = rest[1..].find(first) else {
            let message = format!("the name that starts here has no closing {first}");
            return Err(WatchError::new(start..text.len(), message));
        };
        return Ok((Token::Text(rest[1..=length].to_owned()), length + 2));
    }
    if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
        return Ok((Token::Sign(sign), sign.len()));
    }
    if dialect == Dialect::Field
        && let Some((typed, sign)) = TYPED.into_iter().find(|(typed, _)| rest.starts_with(typed))
    {
        return Ok((Token::Sign(sign), typed.len()));
    }
    if let Some((sign, instead)) = FOREIGN.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
        let at = start..start + sign.len();
        return Err(WatchError::hinted(at, format!("`{sign}` is not an operator here"), format!("write `{instead}`")));
    }
    let at = start..start + first.len_utf8();
    if first == '%' {
        return Err(WatchError::hinted(at, "`%` must follow a number directly", "as in 80%"));
    }
    Err(WatchError::new(at, format!("`{}` is not allowed here", printable(first.encode_utf8(&mut [0; 4])))))
}

/// Parses digits, at most one point, an exponent, a percent sign.
fn number(rest: &str, start: usize, dialect: Dialect) -> Result<(Token, usize), WatchError> {
    let bytes = rest.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut length = digits(0);
    let may_end = dialect == Dialect::Field;
    if bytes.get(length) == Some(&b'.') && (may_end || bytes.get(length + 1).is_some_and(u8::is_ascii_digit)) {
        length = digits(length + 1);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let end = digits(length + 1 + sign);
        if end > length + 1 + sign {
            length = end;
        }
    }
    let value: Option<f64> = rest[..length].parse().ok().filter(|value: &f64| value.is_finite());
    let Some(value) = value else {
        return Err(WatchError::new(start..start + length, "this number is too large"));
    };
    if bytes.get(length) == Some(&b'%') {
        return Ok((Token::Number(value / 100.0), length + 1));
    }
    if let Some(letter) = rest[length..].chars().next().filter(|c| c.is_alphabetic() || *c == '_') {
        let at = start..start + length + letter.len_utf8();
        let message = "a number is followed directly by a word";
        return Err(WatchError::hinted(at, message, "% is the only unit; put an operator between a number and a word"));
    }
    Ok((Token::Number(value), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token> {
        tokens(text, Dialect::Watch).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn tokens_of_numbers_words_names_and_operators() {
        let word = |text: &str| Token::Word(text.to_owned());
        assert_eq!(
            kinds("body(\"a b\").x>=80% and .5e1"),
            [
                word("body"),
                Token::Sign("("),
                Token::Text("a b".to_owned()),
                Token::Sign(")"),
                Token::Sign("."),
                word("x"),
                Token::Sign(">="),
                Token::Number(0.8),
                word("and"),
                Token::Number(5.0),
                Token::End
            ]
        );
        assert_eq!(kinds("1e3"), [Token::Number(1000.0), Token::End]);
    }

    #[test]
    fn tokens_suggest_the_operator_of_this_language_for_foreign_ones() {
        let message = |text: &str| tokens(text, Dialect::Watch).unwrap_err().to_string();
        assert!(message("a && b").ends_with("write `and`"));
        assert!(message("a = b").ends_with("write `==`"));
        assert!(message("!a").ends_with("write `not`"));
        assert!(message("x %").contains("follow a number directly"));
        assert!(message("\"left").contains("no closing \""));
        assert!(message("3m").contains("followed directly by a word"));
        assert!(message("1e999").contains("too large"));
    }
}
