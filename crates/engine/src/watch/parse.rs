//! Parser: from tokens to a tree, by operator precedence (Pratt 1973).

use super::error::WatchError;
use super::token::{Dialect, Token, tokens};
use super::tree::{Binary, MINUS, NOT, Node, Tree, Unary, Word};
use std::ops::Range;

/// Parses a whole expression.
pub(super) fn parse(text: &str) -> Result<Tree, WatchError> {
    whole(tokens(text, Dialect::Watch)?)
}

/// Parses what was typed into a field for a number. What begins with `*` or `/` works on `x`.
pub(super) fn arithmetic(text: &str) -> Result<Tree, WatchError> {
    let mut tokens = tokens(text, Dialect::Field)?;
    if let Some((Token::Sign("*" | "/"), at)) = tokens.first() {
        let at = at.start..at.start;
        tokens.insert(0, (Token::Word("x".to_owned()), at));
    }
    whole(tokens)
}

fn whole(tokens: Vec<(Token, Range<usize>)>) -> Result<Tree, WatchError> {
    let mut parser = Parser { tokens, next: 0, depth: 0 };
    if parser.peek() == &Token::End {
        return Err(WatchError::hinted(0..0, "the expression is empty", "for example max(node.speed) > 2"));
    }
    let tree = parser.expression(0)?;
    match parser.peek() {
        Token::End => Ok(tree),
        Token::Sign(")") => Err(WatchError::new(parser.place(), "this `)` has no matching `(`")),
        Token::Word(_) | Token::Text(_) | Token::Number(_) => {
            let message = format!("an operator is missing before {}", parser.peek().describe());
            Err(WatchError::hinted(parser.place(), message, "put an operator such as +, < or and between two values"))
        }
        other => Err(WatchError::new(parser.place(), format!("{} is not expected here", other.describe()))),
    }
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    depth: u32,
}

type Parsed = Result<Tree, WatchError>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn place(&self) -> Range<usize> {
        self.tokens[self.next].1.clone()
    }

    /// Takes the present token; the end token is not consumed.
    fn take(&mut self) -> (Token, Range<usize>) {
        let taken = self.tokens[self.next].clone();
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        taken
    }

    fn is_at(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn expression(&mut self, least: u8) -> Parsed {
        self.depth += 1;
        if self.depth > super::DEEPEST {
            return Err(too_deep(self.place()));
        }
        let mut left = self.operand()?;
        left = self.postfix(left)?;
        while let Some((binary, place)) = self.sign() {
            let (left_strength, right_strength) = binary.strength();
            if left_strength < least {
                break;
            }
            if binary.compares() && matches!(&left.node, Node::Binary(before, _) if before.compares()) {
                let hint = "write a < b and b < c";
                return Err(WatchError::hinted(place, "comparisons cannot be chained", hint));
            }
            self.take();
            let right = self.expression(right_strength)?;
            let (at, depth) = (left.at.start..right.at.end, left.depth.max(right.depth) + 1);
            left = tree(Node::Binary(binary, Box::new([left, right])), at, depth)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Parses `°` and `%` after a value; they bind tighter than powers.
    fn postfix(&mut self, mut value: Tree) -> Parsed {
        loop {
            let (binary, factor) = match self.peek() {
                Token::Sign("°") => (Binary::Multiply, std::f64::consts::PI / 180.0),
                Token::Sign("%") => (Binary::Divide, 100.0),
                _ => return Ok(value),
            };
            let (_, at) = self.take();
            let factor = tree(Node::Number(factor), at.clone(), 1)?;
            let (at, depth) = (value.at.start..at.end, value.depth + 1);
            value = tree(Node::Binary(binary, Box::new([value, factor])), at, depth)?;
        }
    }

    fn sign(&self) -> Option<(Binary, Range<usize>)> {
        let binary = match self.peek() {
            Token::Sign(sign) => Binary::of_sign(sign)?,
            Token::Word(word) if word == "and" || word == "or" => Binary::of_sign(word)?,
            _ => return None,
        };
        Some((binary, self.place()))
    }

    fn operand(&mut self) -> Parsed {
        let (token, at) = self.take();
        match token {
            Token::Number(number) => tree(Node::Number(number), at, 1),
            Token::Text(text) => tree(Node::Text(text), at, 1),
            Token::Sign("-") => self.unary(Unary::Minus, MINUS, at),
            Token::Sign("+") => self.expression(MINUS),
            Token::Word(word) if word == "not" => self.unary(Unary::Not, NOT, at),
            Token::Word(word) if word == "and" || word == "or" => {
                Err(WatchError::new(at, format!("there is nothing before this `{word}`")))
            }
            Token::Word(text) => self.named(Word { text, at }),
            Token::Sign("(") => {
                let inner = self.expression(0)?;
                let end = self.close(&at)?;
                Ok(Tree { at: at.start..end.end, ..inner })
            }
            Token::End => Err(WatchError::new(at, "a value is missing at the end")),
            other => Err(WatchError::new(at, format!("a value is missing before {}", other.describe()))),
        }
    }

    fn unary(&mut self, unary: Unary, strength: u8, at: Range<usize>) -> Parsed {
        let of = self.expression(strength)?;
        let (at, depth) = (at.start..of.at.end, of.depth + 1);
        tree(Node::Unary(unary, Box::new(of)), at, depth)
    }

    /// Position of the bracket that closes the one at `open`.
    fn close(&mut self, open: &Range<usize>) -> Result<Range<usize>, WatchError> {
        if self.is_at(")") {
            return Ok(self.take().1);
        }
        if self.peek() == &Token::End {
            return Err(WatchError::new(open.clone(), "this `(` is not closed"));
        }
        Err(WatchError::new(self.place(), format!("`)` is missing before {}", self.peek().describe())))
    }

    /// Parses a word, with arguments and further words.
    fn named(&mut self, word: Word) -> Parsed {
        let start = word.at.start;
        if !self.is_at("(") {
            let mut words = vec![word];
            words.extend(self.fields()?);
            let end = words.last().map_or(start, |word| word.at.end);
            return tree(Node::Path(words), start..end, 1);
        }
        let open = self.take().1;
        let mut arguments = Vec::new();
        if !self.is_at(")") {
            loop {
                arguments.push(self.expression(0)?);
                if !self.is_at(",") {
                    break;
                }
                self.take();
            }
        }
        let mut end = self.close(&open)?.end;
        let fields = self.fields()?;
        if let Some(last) = fields.last() {
            end = last.at.end;
        }
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0) + 1;
        tree(Node::Call(word, arguments, fields), start..end, depth)
    }

    /// Parses `.x`, `.node.speed`.
    fn fields(&mut self) -> Result<Vec<Word>, WatchError> {
        let mut words = Vec::new();
        while self.is_at(".") {
            self.take();
            match self.take() {
                (Token::Word(text), at) => words.push(Word { text, at }),
                (token, at) => {
                    let message = format!("expected a quantity after the point, not {}", token.describe());
                    return Err(WatchError::hinted(at, message, "as in body(0).area"));
                }
            }
        }
        Ok(words)
    }
}

fn tree(node: Node, at: Range<usize>, depth: u32) -> Parsed {
    if depth > super::DEEPEST { Err(too_deep(at)) } else { Ok(Tree { node, at, depth }) }
}

fn too_deep(at: Range<usize>) -> WatchError {
    WatchError::new(at, format!("this is nested more than {} levels deep", super::DEEPEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree with all brackets.
    fn describe(tree: &Tree) -> String {
        match &tree.node {
            Node::Number(number) => number.to_string(),
            Node::Text(text) => format!("{text:?}"),
            Node::Path(words) => words.iter().map(|word| word.text.clone()).collect::<Vec<_>>().join("."),
            Node::Call(word, arguments, fields) => {
                let arguments: Vec<String> = arguments.iter().map(describe).collect();
                let fields: String = fields.iter().map(|word| format!(".{}", word.text)).collect();
                format!("{}({}){fields}", word.text, arguments.join(","))
            }
            Node::Unary(Unary::Not, of) => format!("(not {})", describe(of)),
            Node::Unary(_, of) => format!("(-{})", describe(of)),
            Node::Binary(binary, pair) => format!("({}{}{})", describe(&pair[0]), binary.sign(), describe(&pair[1])),
        }
    }

    #[test]
    fn parse_uses_the_usual_precedence() {
        for (text, with_brackets) in [
            ("1 + 2 * 3 - 4", "((1+(2*3))-4)"),
            ("-2 ^ 2", "(-(2^2))"),
            ("2 ^ 3 ^ 2", "(2^(3^2))"),
            ("2 ^ -1", "(2^(-1))"),
            ("a or b and not c < 1", "(aor(band(not (c<1))))"),
            ("not a == b", "(not (a==b))"),
            ("(1 + 2) * 3", "((1+2)*3)"),
            ("-a * b", "((-a)*b)"),
            ("8 / 4 / 2", "((8/4)/2)"),
            ("max(node.speed) > 2 and body(\"l\").node.x < 1", "((max(node.speed)>2)and(body(\"l\").node.x<1))"),
        ] {
            assert_eq!(describe(&parse(text).unwrap()), with_brackets, "{text}");
        }
    }

    #[test]
    fn parse_reports_errors_with_their_position() {
        for (text, place, words) in [
            ("", 0..0, "is empty"),
            ("1 +", 3..3, "missing at the end"),
            ("(1 + 2", 0..1, "not closed"),
            ("1 + 2)", 5..6, "no matching"),
            ("1 < 2 < 3", 6..7, "cannot be chained"),
            ("area 3", 5..6, "operator is missing"),
            ("and 3", 0..3, "nothing before"),
            ("max(1 2)", 6..7, "`)` is missing before the number 2"),
            ("body(0).", 8..8, "after the point"),
            ("* 3", 0..1, "a value is missing before `*`"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.at, place, "{text}: {error}");
            assert!(error.message.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn parse_rejects_too_deep_nesting() {
        for text in ["(".repeat(900), "-".repeat(900), "max(".repeat(200), format!("1{}", "+1".repeat(400))] {
            assert!(parse(&text).unwrap_err().message.contains("levels deep"), "{text}");
        }
    }
}
