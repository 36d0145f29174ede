//! What may be typed into a field for a number: the arithmetic of the watch language over one name, `x`, the number so far.
//!
//! Beside `0.5*2+1` and `sqrt(2)` there are forms that work on the number that is there: `+=0.5`, `+=10%`, `*2`, `x^2`. Functions come from
//! `libm`, so that what is typed gives the same bits on every machine.

use super::error::WatchError;
use super::parse;
use super::tree::{Binary, Node, Tree, Unary, Word};
use std::f64::consts::{E, PI, TAU};

/// How long a formula may be, in characters.
const LONGEST: usize = 300;

/// A formula in `x`.
#[derive(Clone, Debug)]
pub struct Formula(Term);

#[derive(Clone, Debug)]
enum Term {
    Number(f64),
    X,
    Minus(Box<Self>),
    Both(fn(f64, f64) -> f64, Box<[Self; 2]>),
    One(fn(f64) -> f64, Box<Self>),
}

/// Name and function of one number.
type One = (&'static str, fn(f64) -> f64);
/// Name and function of two.
type Two = (&'static str, fn(f64, f64) -> f64);

/// Functions of one number. Angles are in radians; `°` after a number makes it some.
const ONE: [One; 14] = [
    ("sqrt", libm::sqrt),
    ("abs", libm::fabs),
    ("sin", libm::sin),
    ("cos", libm::cos),
    ("tan", libm::tan),
    ("asin", libm::asin),
    ("acos", libm::acos),
    ("atan", libm::atan),
    ("exp", libm::exp),
    ("ln", libm::log),
    ("log10", libm::log10),
    ("floor", libm::floor),
    ("ceil", libm::ceil),
    ("round", libm::round),
];
/// Functions of two.
const TWO: [Two; 5] =
    [("min", libm::fmin), ("max", libm::fmax), ("hypot", libm::hypot), ("atan2", libm::atan2), ("mod", libm::fmod)];
const CONSTANTS: [(&str, f64); 4] = [("pi", PI), ("π", PI), ("tau", TAU), ("e", E)];
/// What a formula may begin with: the operation on the number so far.
const BEGINNINGS: [(&str, Binary); 5] = [
    ("+=", Binary::Add),
    ("-=", Binary::Subtract),
    ("*=", Binary::Multiply),
    ("×=", Binary::Multiply),
    ("/=", Binary::Divide),
];

impl Formula {
    /// A number.
    pub fn number(value: f64) -> Self {
        Self(Term::Number(value))
    }

    /// The number so far with this added.
    pub fn more_by(difference: f64) -> Self {
        Self(Term::Both(|a, b| a + b, Box::new([Term::X, Term::Number(difference)])))
    }

    /// Parses what was typed.
    ///
    /// # Errors
    /// The first error, with its position.
    pub fn parse(text: &str) -> Result<Self, WatchError> {
        if let Some((at, _)) = text.char_indices().nth(LONGEST) {
            return Err(WatchError::new(at..text.len(), format!("longer than {LONGEST} characters")));
        }
        let begin = text.len() - text.trim_start().len();
        let found = BEGINNINGS.into_iter().find(|(sign, _)| text[begin..].starts_with(sign));
        let Some((sign, binary)) = found else {
            return term(&parse::arithmetic(text).map_err(|error| in_words(text, error))?).map(Self);
        };
        // Spaces, so that positions stay.
        let end = begin + sign.len();
        let rest = " ".repeat(end) + &text[end..];
        let mut by = term(&parse::arithmetic(&rest).map_err(|error| in_words(&rest, error))?)?;
        // A percentage is one of the number so far.
        if matches!(binary, Binary::Add | Binary::Subtract) && rest.trim_end().ends_with('%') {
            by = Term::Both(|a, b| a * b, Box::new([Term::X, by]));
        }
        Ok(Self(Term::Both(function(binary, 0..end)?, Box::new([Term::X, by]))))
    }

    /// The formula for a number that was typed in another unit: one of the number so far is `factor` of it.
    pub fn in_unit(self, factor: f64) -> Self {
        Self(Term::Both(|a, b| a / b, Box::new([self.0.of_scaled(factor), Term::Number(factor)])))
    }

    /// Its value; not finite where it has none.
    pub fn value(&self, x: f64) -> f64 {
        self.0.value(x)
    }
}

impl Term {
    /// The term with `x` multiplied by a factor.
    fn of_scaled(self, factor: f64) -> Self {
        match self {
            Self::Number(number) => Self::Number(number),
            Self::X => Self::Both(|a, b| a * b, Box::new([Self::X, Self::Number(factor)])),
            Self::Minus(of) => Self::Minus(Box::new(of.of_scaled(factor))),
            Self::Both(function, pair) => Self::Both(function, Box::new(pair.map(|of| of.of_scaled(factor)))),
            Self::One(function, of) => Self::One(function, Box::new(of.of_scaled(factor))),
        }
    }

    fn value(&self, x: f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::X => x,
            Self::Minus(of) => -of.value(x),
            Self::Both(function, pair) => function(pair[0].value(x), pair[1].value(x)),
            Self::One(function, of) => function(of.value(x)),
        }
    }
}

/// Messages of the parser in words that fit a field for numbers.
fn in_words(text: &str, error: WatchError) -> WatchError {
    let at = error.at.clone();
    if text.trim().is_empty() {
        return WatchError::new(text.len()..text.len(), "a number is missing");
    }
    if text.get(at.clone()) == Some(",") {
        return WatchError::new(at, "unexpected comma; write decimals with a point: 0.5");
    }
    let before = text.get(..at.start).unwrap_or("").trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    if is_function(&word) && !text[at.start..].starts_with('(') {
        return WatchError::new(at, format!("{word} needs brackets: {word}(…)"));
    }
    WatchError { message: error.message.replace("a value", "a number"), hint: None, at }
}

fn is_function(word: &str) -> bool {
    ONE.iter().any(|(name, _)| *name == word) || TWO.iter().any(|(name, _)| *name == word)
}

fn function(binary: Binary, at: std::ops::Range<usize>) -> Result<fn(f64, f64) -> f64, WatchError> {
    Ok(match binary {
        Binary::Add => |a, b| a + b,
        Binary::Subtract => |a, b| a - b,
        Binary::Multiply => |a, b| a * b,
        Binary::Divide => |a, b| a / b,
        Binary::Power => libm::pow,
        _ => return Err(WatchError::new(at, format!("`{}` does not give a number", binary.sign()))),
    })
}

/// Resolves the names of a tree.
fn term(tree: &Tree) -> Result<Term, WatchError> {
    match &tree.node {
        Node::Number(number) => Ok(Term::Number(*number)),
        Node::Text(text) => Err(WatchError::new(tree.at.clone(), format!("“{text}” is not a number"))),
        Node::Path(words) => name(words),
        Node::Call(word, arguments, fields) => call(tree, word, arguments, fields),
        Node::Unary(Unary::Minus, of) => Ok(Term::Minus(Box::new(term(of)?))),
        Node::Unary(..) => Err(WatchError::new(tree.at.clone(), "`not` does not give a number")),
        Node::Binary(binary, pair) => {
            let function = function(*binary, pair[0].at.end..pair[1].at.start)?;
            Ok(Term::Both(function, Box::new([term(&pair[0])?, term(&pair[1])?])))
        }
    }
}

fn name(words: &[Word]) -> Result<Term, WatchError> {
    let [word] = words else { return Err(unknown(&words[0])) };
    let text = word.text.to_lowercase();
    if text == "x" {
        return Ok(Term::X);
    }
    if let Some((_, value)) = CONSTANTS.iter().find(|(name, _)| *name == text) {
        return Ok(Term::Number(*value));
    }
    if is_function(&text) {
        return Err(WatchError::new(word.at.end..word.at.end, format!("{text} needs brackets: {text}(…)")));
    }
    Err(unknown(word))
}

fn call(tree: &Tree, word: &Word, arguments: &[Tree], fields: &[Word]) -> Result<Term, WatchError> {
    let text = word.text.to_lowercase();
    if let Some(field) = fields.first() {
        return Err(unknown(field));
    }
    let one = ONE.iter().find(|(name, _)| *name == text);
    let two = TWO.iter().find(|(name, _)| *name == text);
    let end = tree.at.end.saturating_sub(1)..tree.at.end;
    match (one, two, arguments) {
        (Some((_, function)), _, [of]) => Ok(Term::One(*function, Box::new(term(of)?))),
        (_, Some((_, function)), [a, b]) => Ok(Term::Both(*function, Box::new([term(a)?, term(b)?]))),
        (Some(_), ..) => Err(WatchError::new(end, format!("{text} needs one number"))),
        (_, Some(_), _) => Err(WatchError::new(end, format!("{text} needs two numbers, with a comma between them"))),
        _ => Err(unknown(word)),
    }
}

fn unknown(word: &Word) -> WatchError {
    WatchError::new(
        word.at.clone(),
        format!("“{}” is unknown; there are pi, sqrt, sin, min … and x, the present value", word.text),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, x: f64) -> f64 {
        Formula::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}")).value(x)
    }

    #[test]
    fn formula_values_match_hand_calculation() {
        for (text, expected) in [
            ("0.5*2+1", 2.0),
            ("1+2*3", 7.0),
            ("(1+2)*3", 9.0),
            ("10-2-3", 5.0),
            ("16/4/2", 2.0),
            ("-2^2", -4.0),
            ("2^3^2", 512.0),
            ("2*-3", -6.0),
            ("1e-3", 0.001),
            ("50%", 0.5),
            ("sqrt(16) + hypot(3, 4)", 9.0),
            ("max(1, min(5, 3))", 3.0),
            (" 7 ", 7.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("6 ÷ 2 × 3 − 1", 8.0),
            ("(1+1)%", 0.02),
            ("2^-1", 0.5),
            ("PI - pi", 0.0),
            ("-3", -3.0),
            ("+3", 3.0),
        ] {
            assert_eq!(value(text, f64::NAN), expected, "{text}");
        }
        assert!((value("pi/3", 0.0) - 1.047_197_551_196_597_6).abs() < 1e-15);
        assert!((value("sin(30°)", 0.0) - 0.5).abs() < 1e-15);
        assert!((value("sqrt(2)", 0.0) - std::f64::consts::SQRT_2).abs() < 1e-15);
    }

    #[test]
    fn operator_at_the_start_applies_to_the_present_value() {
        for (text, expected) in [
            ("+=0.5", 10.5),
            ("-=2*3", 4.0),
            ("*=2+1", 30.0),
            ("*2", 20.0),
            ("*2+1", 21.0),
            ("/4", 2.5),
            ("x*x", 100.0),
            ("+=50%", 15.0),
            ("-= 10 %", 9.0),
            ("*=50%", 5.0),
        ] {
            assert_eq!(value(text, 10.0), expected, "{text}");
        }
        assert_eq!(Formula::more_by(0.25).value(10.0), 10.25);
    }

    #[test]
    fn formula_in_another_unit_works_on_the_number_in_that_unit() {
        // 10 level units of 0.5 m are 5 m.
        let in_metres = |text: &str| Formula::parse(text).unwrap().in_unit(0.5).value(10.0);
        for (text, expected) in [("3", 6.0), ("+=1", 12.0), ("x*x", 50.0), ("-=20%", 8.0), ("-sqrt(x+4)", -6.0)] {
            assert_eq!(in_metres(text), expected, "{text}");
        }
    }

    #[test]
    fn parse_reports_the_position_of_an_error() {
        for (text, at, word) in [
            ("", 0, "missing"),
            ("0.5*", 4, "missing at the end"),
            ("2 3", 2, "operator is missing"),
            ("0,5", 1, "point"),
            ("(1+2", 0, "not closed"),
            ("1)", 1, "no matching"),
            ("sqrt 2", 5, "brackets"),
            ("foo(1)", 0, "unknown"),
            ("1.2.3", 3, "operator is missing"),
            ("max(1)", 5, "two numbers"),
            ("1 < 2", 1, "does not give a number"),
            ("not 1", 0, "does not give a number"),
            ("energy.total", 0, "unknown"),
            ("\"left\"", 0, "not a number"),
            ("+=", 2, "missing"),
        ] {
            let fault = Formula::parse(text).unwrap_err();
            assert!(fault.column(text) == at + 1 && fault.message.contains(word), "{text}: {fault:?}");
        }
        assert!(Formula::parse(&"(".repeat(200)).is_err());
        assert!(Formula::parse(&"-".repeat(200)).is_err());
        assert!(Formula::parse(&"1+".repeat(400)).is_err());
    }
}
