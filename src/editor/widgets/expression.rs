//! Parser and evaluator of number fields: formulas such as `0.5*2+1`, `pi/3` or `sqrt(2)`, and changes of the present
//! value such as `+=0.5`, `*2` or `x^2`.
//!
//! Recursive descent with a nesting limit. Functions come from `libm`, so results are bit-identical on all machines.

use std::f64::consts::{E, PI, TAU};

/// A formula in `x`, the present value of the field.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// The present value.
    X,
    /// Negation.
    Minus(Box<Self>),
    /// Binary operation.
    Both(Sign, Box<Self>, Box<Self>),
    /// Function of one argument.
    One(fn(f64) -> f64, Box<Self>),
    /// Function of two arguments.
    Two(fn(f64, f64) -> f64, Box<Self>, Box<Self>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// Character offset of the error.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

/// Nesting limit of brackets and signs.
const DEEPEST: usize = 40;
/// Length limit in characters.
const LONGEST: usize = 300;

/// Name and function of one argument.
type One = (&'static str, fn(f64) -> f64);
/// Name and function of two arguments.
type Two = (&'static str, fn(f64, f64) -> f64);

/// Functions of one argument. Angles are in radians; the suffix `°` converts degrees.
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
/// Functions of two arguments.
const TWO: [Two; 5] =
    [("min", libm::fmin), ("max", libm::fmax), ("hypot", libm::hypot), ("atan2", libm::atan2), ("mod", libm::fmod)];
const CONSTANTS: [(&str, f64); 4] = [("pi", PI), ("π", PI), ("tau", TAU), ("e", E)];

impl Expression {
    /// The formula `x + difference`.
    pub fn more_by(difference: f64) -> Self {
        Self::both(Sign::Plus, Self::X, Self::Number(difference))
    }

    fn both(sign: Sign, a: Self, b: Self) -> Self {
        Self::Both(sign, Box::new(a), Box::new(b))
    }

    /// Parses the text of a field.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        let signs: Vec<char> = text.chars().collect();
        if signs.len() > LONGEST {
            return Err(ExpressionError { at: LONGEST, what: format!("longer than {LONGEST} characters") });
        }
        let mut reader = Reader { signs, at: 0, depth: 0 };
        let found = reader.formula()?;
        match reader.peek() {
            None => Ok(found),
            Some(',') => Err(reader.fault("unexpected comma; write decimals with a point: 0.5")),
            Some(')') => Err(reader.fault("this bracket has no opening bracket")),
            Some(sign) => Err(reader.fault(format!("“{sign}” is not expected here"))),
        }
    }

    /// The value at `x`; not finite if undefined.
    pub fn value(&self, x: f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::X => x,
            Self::Minus(of) => -of.value(x),
            Self::Both(sign, a, b) => {
                let (a, b) = (a.value(x), b.value(x));
                match sign {
                    Sign::Plus => a + b,
                    Sign::Minus => a - b,
                    Sign::Times => a * b,
                    Sign::Over => a / b,
                    Sign::Power => libm::pow(a, b),
                }
            }
            Self::One(function, of) => function(of.value(x)),
            Self::Two(function, a, b) => function(a.value(x), b.value(x)),
        }
    }
}

struct Reader {
    signs: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn fault(&self, what: impl Into<String>) -> ExpressionError {
        ExpressionError { at: self.at, what: what.into() }
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.signs.get(self.at).is_some_and(|sign| sign.is_whitespace()) {
            self.at += 1;
        }
        self.signs.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// A formula, optionally preceded by an operator that applies to the present value.
    fn formula(&mut self) -> Result<Expression, ExpressionError> {
        let sign = match self.peek() {
            None => return Err(self.fault("a number is missing")),
            Some('+') => Sign::Plus,
            Some('-') => Sign::Minus,
            Some('*' | '×') => Sign::Times,
            Some('/') => Sign::Over,
            _ => return self.sum(),
        };
        let begin = self.at;
        self.at += 1;
        if self.signs.get(self.at) == Some(&'=') {
            self.at += 1;
            let by = self.sum()?;
            return Ok(Expression::both(sign, Expression::X, by));
        }
        self.at = begin;
        // `-1` and `+1` are numbers; `*2` applies to the present value.
        let first = if matches!(sign, Sign::Times | Sign::Over) { Some(Expression::X) } else { None };
        self.sum_from(first)
    }

    fn sum(&mut self) -> Result<Expression, ExpressionError> {
        self.sum_from(None)
    }

    fn sum_from(&mut self, first: Option<Expression>) -> Result<Expression, ExpressionError> {
        let mut sum = self.product(first)?;
        loop {
            let sign = match self.peek() {
                Some('+') => Sign::Plus,
                Some('-' | '−') => Sign::Minus,
                _ => return Ok(sum),
            };
            self.at += 1;
            sum = Expression::both(sign, sum, self.product(None)?);
        }
    }

    fn product(&mut self, first: Option<Expression>) -> Result<Expression, ExpressionError> {
        let mut product = match first {
            Some(first) => first,
            None => self.signed()?,
        };
        loop {
            let sign = match self.peek() {
                Some('*' | '×' | '·') => Sign::Times,
                Some('/' | '÷') => Sign::Over,
                _ => return Ok(product),
            };
            self.at += 1;
            product = Expression::both(sign, product, self.signed()?);
        }
    }

    fn signed(&mut self) -> Result<Expression, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("nested too deeply"));
        }
        let found = match self.peek() {
            Some('-' | '−') => {
                self.at += 1;
                Ok(Expression::Minus(Box::new(self.signed()?)))
            }
            Some('+') => {
                self.at += 1;
                self.signed()
            }
            _ => self.power(),
        };
        self.depth -= 1;
        found
    }

    fn power(&mut self) -> Result<Expression, ExpressionError> {
        let mut base = self.atom()?;
        loop {
            if self.take('°') {
                base = Expression::both(Sign::Times, base, Expression::Number(PI / 180.0));
            } else if self.take('%') {
                base = Expression::both(Sign::Over, base, Expression::Number(100.0));
            } else if self.take('^') {
                return Ok(Expression::both(Sign::Power, base, self.signed()?));
            } else {
                return Ok(base);
            }
        }
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        match self.peek() {
            None => Err(self.fault("a number is missing at the end")),
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.close(inner)
            }
            Some(sign) if sign.is_ascii_digit() || sign == '.' => self.number(),
            Some(sign) if sign.is_alphabetic() => self.word(),
            Some(sign) => Err(self.fault(format!("a number is missing before “{sign}”"))),
        }
    }

    fn close(&mut self, inner: Expression) -> Result<Expression, ExpressionError> {
        if self.take(')') { Ok(inner) } else { Err(self.fault("a closing bracket is missing")) }
    }

    fn number(&mut self) -> Result<Expression, ExpressionError> {
        let begin = self.at;
        let is_digit = |signs: &[char], at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
        while is_digit(&self.signs, self.at) || self.signs.get(self.at) == Some(&'.') {
            self.at += 1;
        }
        if matches!(self.signs.get(self.at), Some('e' | 'E')) {
            let has_sign = matches!(self.signs.get(self.at + 1), Some('+' | '-'));
            if is_digit(&self.signs, self.at + 1 + usize::from(has_sign)) {
                self.at += 1 + usize::from(has_sign);
                while is_digit(&self.signs, self.at) {
                    self.at += 1;
                }
            }
        }
        let text: String = self.signs[begin..self.at].iter().collect();
        match text.parse() {
            Ok(number) => Ok(Expression::Number(number)),
            Err(_) => Err(ExpressionError { at: begin, what: format!("“{text}” is not a number") }),
        }
    }

    fn word(&mut self) -> Result<Expression, ExpressionError> {
        let begin = self.at;
        while self.signs.get(self.at).is_some_and(|sign| sign.is_alphanumeric()) {
            self.at += 1;
        }
        let word: String = self.signs[begin..self.at].iter().collect::<String>().to_lowercase();
        if word == "x" {
            return Ok(Expression::X);
        }
        if let Some((_, value)) = CONSTANTS.iter().find(|(name, _)| *name == word) {
            return Ok(Expression::Number(*value));
        }
        let one = ONE.iter().find(|(name, _)| *name == word);
        let two = TWO.iter().find(|(name, _)| *name == word);
        if one.is_none() && two.is_none() {
            return Err(ExpressionError {
                at: begin,
                what: format!("“{word}” is unknown; there are pi, sqrt, sin, min … and x"),
            });
        }
        if !self.take('(') {
            return Err(self.fault(format!("{word} needs brackets: {word}(…)")));
        }
        let first = self.sum()?;
        if let Some((_, function)) = one {
            return self.close(Expression::One(*function, Box::new(first)));
        }
        if !self.take(',') {
            return Err(self.fault(format!("{word} needs two numbers, with a comma between them")));
        }
        let second = self.sum()?;
        match two {
            Some((_, function)) => self.close(Expression::Two(*function, Box::new(first), Box::new(second))),
            None => Err(self.fault("a number is missing")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, x: f64) -> f64 {
        Expression::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}")).value(x)
    }

    #[test]
    fn expression_values_match_hand_calculation() {
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
        ] {
            assert_eq!(value(text, 10.0), expected, "{text}");
        }
        assert_eq!(Expression::more_by(0.25).value(10.0), 10.25);
    }

    #[test]
    fn parse_reports_the_position_of_an_error() {
        for (text, at, word) in [
            ("", 0, "missing"),
            ("0.5*", 4, "missing at the end"),
            ("2 3", 2, "not expected"),
            ("0,5", 1, "point"),
            ("(1+2", 4, "closing bracket"),
            ("1)", 1, "no opening bracket"),
            ("sqrt 2", 5, "brackets"),
            ("foo(1)", 0, "unknown"),
            ("1.2.3", 0, "not a number"),
            ("max(1)", 5, "two numbers"),
        ] {
            let fault = Expression::parse(text).unwrap_err();
            assert!(fault.at == at && fault.what.contains(word), "{text}: {fault:?}");
        }
        assert!(Expression::parse(&"(".repeat(200)).is_err());
        assert!(Expression::parse(&"-".repeat(200)).is_err());
        assert!(Expression::parse(&"1+".repeat(400)).is_err());
    }
}
