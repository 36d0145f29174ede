//! Texts in messages.

/// The text with escapes for what a message cannot show; quotes and backslashes stay as they are.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_escapes_controls_only() {
        assert_eq!(printable("body(\"right\")\n\u{1b}"), "body(\"right\")\\n\\u{1b}");
    }
}
