//! Distinguishes level files from other RON and JSON files by the keys of the document, also if they cannot be read.

use super::scan::{Scanner, Token};

/// Keys that only levels have, besides `format`.
const KEYS: [&str; 4] = ["bodies", "discs", "obstacles", "instances"];

/// True if a text is the beginning of a level: its outermost value has the key `format` with a whole number, or a list of
/// bodies, discs, obstacles or instances. Works on damaged and truncated texts.
///
/// ```
/// use blobsmith_engine::level::format::looks_like_level;
/// assert!(looks_like_level("(format: 1, bodies: [") && looks_like_level(r#"{"name": "a", "bodies": []}"#));
/// assert!(!looks_like_level(r#"{"name": "a", "version": "1.0"}"#) && !looks_like_level("[1, 2]"));
/// ```
pub fn looks_like_level(text: &str) -> bool {
    let mut scanner = Scanner::new(text.trim_start_matches('\u{feff}'));
    // RON may name the struct.
    let open = match scanner.next() {
        (Token::Word, _) => scanner.next().0,
        (token, _) => token,
    };
    if !matches!(open, Token::Open(b'(' | b'{')) {
        return false;
    }
    loop {
        let (token, key) = scanner.next();
        let has_value = matches!(token, Token::Word | Token::Quoted) && scanner.peek().0 == Token::Colon;
        if has_value {
            scanner.next();
            let (value, text) = scanner.peek();
            let is_list = value == Token::Open(b'[') && KEYS.contains(&key.trim_matches('"'));
            if is_list || (key.trim_matches('"') == "format" && text.parse::<u32>().is_ok()) {
                return true;
            }
            scanner.skip_value();
        }
        // A value without a key, the end of the value, or of the text.
        if !has_value && token != Token::Comma {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_distinguish_levels_from_other_files() {
        for text in [
            "(format: 1, bodies: [",
            "(\n    // bodies and discs\n    name: \"(\", notes: \"format: 1\", format: 2)",
            "Level(discs: [(radius: 1)])",
            r#"{"world": {"gravity": [0, -1]}, "bodies": [{"nodes": []}]}"#,
            r#"{"name": "x", "format": 1, "bodies": 5}"#,
            "#![enable(implicit_some)]\n(format: 1)",
            "\u{feff}{\"format\": 1}",
        ] {
            assert!(looks_like_level(text), "{text}");
        }
        for text in [
            "",
            "[1, 2, 3]",
            "no level",
            r#"{"name": "package", "version": "1.0", "dependencies": {"format": 1, "bodies": []}}"#,
            r#"{"format": "blobsmith-settings-1", "theme": "Dark"}"#,
            r#"{"bodies": 3}"#,
            "(world: (bodies: []), name: \"",
            "{{{{",
            "(a: 1 b: 2)",
        ] {
            assert!(!looks_like_level(text), "{text}");
        }
    }
}
