//! Finds the line and column of a document path in RON or JSON text, for error messages.

use super::scan::{Scanner, Token};

/// Line and column, both from 1; columns count characters.
pub(super) type Position = (usize, usize);

/// Part of `key: value` that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The value, which is wrong.
    Value,
    /// The key of the path's last step, which is not allowed.
    Key,
}

/// Position of the target at `path` (`bodies[1].springs[7].b`). If the path does not exist in the text, position of the
/// deepest part that exists.
pub(super) fn locate(text: &str, path: &str, target: Target) -> Position {
    let steps = parse_path(path);
    position(text, Seeker { scanner: Scanner::new(text), target, wrappers: 16 }.seek(&steps))
}

/// Line and column of a byte offset.
pub(super) fn position(text: &str, offset: usize) -> Position {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line, column)
}

/// Byte offset of a line and a column in bytes, as in serde_json.
pub(super) fn offset_of(text: &str, line: usize, column_bytes: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column_bytes.saturating_sub(1)).min(text.len())
}

#[derive(Debug, PartialEq, Eq)]
enum LocateStep<'a> {
    Key(&'a str),
    Index(usize),
}

fn parse_path(path: &str) -> Vec<LocateStep<'_>> {
    let mut steps = Vec::new();
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let mut pieces = part.split('[');
        match pieces.next() {
            Some("") | None => {}
            Some(key) => steps.push(LocateStep::Key(key)),
        }
        for piece in pieces {
            match piece.trim_end_matches(']').parse() {
                Ok(index) => steps.push(LocateStep::Index(index)),
                Err(_) => return steps,
            }
        }
    }
    steps
}

/// Follows a path through a text.
struct Seeker<'a> {
    scanner: Scanner<'a>,
    target: Target,
    /// Remaining number of brackets outside the path that may be entered; bounds the recursion.
    wrappers: u32,
}

impl Seeker<'_> {
    /// Byte offset of the target of the steps; the scanner is before the value that they start from.
    fn seek(&mut self, mut steps: &[LocateStep]) -> usize {
        let start = self.scanner.skip_space();
        let Some(mut step) = steps.first() else { return start };
        let mut is_in_variant = false;
        if let (Token::Word, word) = self.scanner.peek() {
            self.scanner.next();
            if self.scanner.peek().0 != Token::Open(b'(') {
                return start;
            }
            // `Mass(1.0)`: RON writes a variant's name where JSON has a key. A struct's name is not a step of the path.
            if *step == LocateStep::Key(word) {
                match steps.get(1) {
                    None => {
                        self.scanner.next();
                        return self.scanner.skip_space();
                    }
                    Some(next) => (step, steps) = (next, &steps[1..]),
                }
                is_in_variant = true;
            }
        }
        let Token::Open(open) = self.scanner.peek().0 else { return start };
        self.scanner.next();
        let named = open == b'{' || (open == b'(' && is_named(&self.scanner));
        match step {
            LocateStep::Key(key) if named => self.seek_key(key, &steps[1..]).unwrap_or(start),
            // `point((0, 1))` and `Polygon([…])`: the list is the only value of the variant.
            LocateStep::Index(_) if is_in_variant && self.wrappers > 0 && has_one_item(&self.scanner) => {
                self.wrappers -= 1;
                self.seek(steps)
            }
            LocateStep::Index(index) if !named => self.seek_index(*index, &steps[1..]).unwrap_or(start),
            // `Some(...)` and `Driven((...))`: the step is inside.
            LocateStep::Key(_) if open == b'(' && self.wrappers > 0 => {
                self.wrappers -= 1;
                self.seek(steps)
            }
            _ => start,
        }
    }

    fn seek_index(&mut self, index: usize, rest: &[LocateStep]) -> Option<usize> {
        for _ in 0..index {
            self.skip_item()?;
        }
        if matches!(self.scanner.peek().0, Token::Close(_) | Token::End) { None } else { Some(self.seek(rest)) }
    }

    fn seek_key(&mut self, key: &str, rest: &[LocateStep]) -> Option<usize> {
        loop {
            let key_start = self.scanner.skip_space();
            let (token, text) = self.scanner.next();
            if !matches!(token, Token::Word | Token::Quoted) || self.scanner.next().0 != Token::Colon {
                return None;
            }
            if text.trim_matches('"') == key {
                let at_key = self.target == Target::Key && rest.is_empty();
                return Some(if at_key { key_start } else { self.seek(rest) });
            }
            self.skip_item()?;
        }
    }

    /// Skips a value and the comma after it, if any.
    fn skip_item(&mut self) -> Option<()> {
        self.scanner.skip_value();
        (self.scanner.next().0 == Token::Comma).then_some(())
    }
}

/// True if a list or object follows, and then the end of the brackets around it.
fn has_one_item(scanner: &Scanner) -> bool {
    let mut ahead = *scanner;
    if !matches!(ahead.peek().0, Token::Open(_)) {
        return false;
    }
    ahead.skip_value();
    if ahead.peek().0 == Token::Comma {
        ahead.next();
    }
    matches!(ahead.peek().0, Token::Close(_))
}

/// True if `name:` follows.
fn is_named(scanner: &Scanner) -> bool {
    let mut ahead = *scanner;
    ahead.next().0 == Token::Word && ahead.next().0 == Token::Colon
}

#[cfg(test)]
mod tests {
    use super::{Target, locate};

    const RON: &str = "#![enable(implicit_some)]\n// a comment: { \" }\n(format: 1, /* nested /* ( */ */\n  \
        world: (bounds: Some((min: (0, 1), max: (2, é)))),\n  bodies: [Body(name: \"a]\\\"\", nodes: []), (\n    \
        motion: Driven((points: [(0, 0), (1, 1)], period: -1)),\n    nodes: [(role: Mass(-1.0)), (position: (0, NaN))],\n  )],\n  \
        obstacles: [(shape: Segment((0, 0), (5, 6))), (shape: Circle(center: (0, 0), radius: -2))])";

    /// Text at the place of a path.
    fn at<'a>(text: &'a str, path: &str) -> &'a str {
        let (line, column) = locate(text, path, Target::Value);
        let line = text.lines().nth(line - 1).expect("a line of the text");
        let start = line.char_indices().nth(column - 1).expect("a column of the line").0;
        &line[start..]
    }

    #[test]
    fn locate_finds_values_in_ron() {
        assert!(at(RON, "format").starts_with("1,"));
        assert!(at(RON, "world.bounds.max[1]").starts_with("é"));
        assert!(at(RON, "bodies[1]").starts_with("("));
        assert!(at(RON, "bodies[0].name").starts_with("\"a]"));
        assert!(at(RON, "bodies[1].motion.Driven.period").starts_with("-1"));
        assert!(at(RON, "bodies[1].motion.Driven.points[1][0]").starts_with("1, 1)"));
        assert!(at(RON, "bodies[1].nodes[0].role.Mass").starts_with("-1.0"));
        assert!(at(RON, "bodies[1].nodes[1].position[1]").starts_with("NaN"));
        assert!(at(RON, "obstacles[0].shape.Segment[1][1]").starts_with("6)"));
        assert!(at(RON, "obstacles[1].shape.Circle.radius").starts_with("-2"));
        let links = "(links: [(a: point((3, 4)), b: node((5, 6)))], markers: [(shape: Polygon([(0, 1), (7, 8)],))])";
        assert!(at(links, "links[0].a.point[1]").starts_with("4))"));
        assert!(at(links, "links[0].b.node[0]").starts_with("5, 6"));
        assert!(at(links, "markers[0].shape.Polygon[1][0]").starts_with("7, 8"));
    }

    #[test]
    fn locate_finds_values_in_json() {
        let json = "{\"format\": 1,\n \"bodies\": [{\"name\": \"a\\\"]}\", \"nodes\": [\n  {\"role\": {\"Mass\": -3}}]}],\n \
            \"obstacles\": [{\"shape\": {\"Segment\": [[0, 0], [7, 8]]}}]}";
        assert!(at(json, "bodies[0].nodes[0].role.Mass").starts_with("-3"));
        assert!(at(json, "obstacles[0].shape.Segment[1][1]").starts_with("8"));
        assert!(at(json, "bodies[0].nodes[0]").starts_with("{\"role\""));
    }

    #[test]
    fn locate_finds_keys() {
        assert_eq!(locate("{\n  \"a\": {\"bc\": 1}\n}", "a.bc", Target::Key), (2, 9));
        assert_eq!(locate("(a: (\n bc: 1))", "a.bc", Target::Key), (2, 2));
    }

    #[test]
    fn locate_returns_the_deepest_part_of_an_unknown_path() {
        assert!(at(RON, "bodies[1].nodes[7].role").starts_with("[(role"));
        assert!(at(RON, "world.nothing").starts_with("(bounds"));
        assert_eq!(locate("", "a.b", Target::Value), (1, 1));
        assert_eq!(locate("(a: [", "a[0].b[9]", Target::Value), (1, 5));
        locate(&"(".repeat(1_000_000), "a[0].b[9]", Target::Value);
    }
}
