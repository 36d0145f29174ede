//! The inline Markdown of a paragraph: `*emphasis*` and code.

/// How a part of a paragraph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// As the rest.
    Plain,
    /// Names of controls and panels.
    Emphasis,
    /// Keys, paths and expressions.
    Code,
}

/// The parts of a paragraph without their marks.
pub fn spans(text: &str) -> impl Iterator<Item = (SpanKind, &str)> {
    let outer = text.split('`').enumerate();
    let parts = outer.flat_map(|(at, part)| {
        let is_code = at % 2 == 1;
        let inner = part.split(move |c| c == '*' && !is_code).enumerate();
        inner.map(move |(at, part)| match (is_code, at % 2) {
            (true, _) => (SpanKind::Code, part),
            (_, 1) => (SpanKind::Emphasis, part),
            _ => (SpanKind::Plain, part),
        })
    });
    parts.filter(|(_, part)| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::SpanKind::{Code, Emphasis, Plain};
    use super::*;

    #[test]
    fn spans_of_a_paragraph() {
        let all: Vec<_> = spans("Switch *Sensor* on; `k * d` and `a`: *b*").collect();
        let expected = [
            (Plain, "Switch "),
            (Emphasis, "Sensor"),
            (Plain, " on; "),
            (Code, "k * d"),
            (Plain, " and "),
            (Code, "a"),
            (Plain, ": "),
            (Emphasis, "b"),
        ];
        assert_eq!(all, expected);
    }
}
