//! What may be typed into a field for numbers: `0.5*2+1`, `pi/3`, `sqrt(2)`, and what works on the number that is there:
//! `+=0.5`, `*2`, `x^2`.
//!
//! Functions come from `libm`, so that what is typed gives the same bits on every machine.

use std::f64::consts::{E, PI, TAU};

/// A formula in `x`, the number so far.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// The number so far.
    X,
    /// The other sign.
    Minus(Box<Self>),
    /// Two with a sign between them.
    Both(Sign, Box<Self>, Box<Self>),
    /// A function of one.
    One(fn(f64) -> f64, Box<Self>),
    /// A function of two.
    Two(fn(f64, f64) -> f64, Box<Self>, Box<Self>),
}

/// What stands between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// How many characters stand before the place.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

/// How deep brackets and signs may be nested.
const DEEPEST: usize = 40;
/// How long a formula may be, in characters.
const LONGEST: usize = 300;

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

impl Expression {
    /// The number so far with this added.
    pub fn more_by(difference: f64) -> Self {
        Self::both(Sign::Plus, Self::X, Self::Number(difference))
    }

    fn both(sign: Sign, a: Self, b: Self) -> Self {
        Self::Both(sign, Box::new(a), Box::new(b))
    }

    /// Reads what was typed.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        let signs: Vec<char> = text.chars().collect();
        if signs.len() > LONGEST {
            return Err(ExpressionError { at: LONGEST, what: format!("longer than {LONGEST} characters") });
        }
        let mut reader = Reader { signs, at: 0, depth: 0 };
        let found = reader.whole()?;
        match reader.peek() {
            None => Ok(found),
            Some(',') => Err(reader.fault("a comma does not belong here; decimals have a point: 0.5")),
            Some(')') => Err(reader.fault("this bracket closes nothing")),
            Some(sign) => Err(reader.fault(format!("“{sign}” is not expected here"))),
        }
    }

    /// Its value; not finite where it has none.
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

    /// The next sign that is no space.
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

    /// A formula, or one that begins with what is done to the number so far.
    fn whole(&mut self) -> Result<Expression, ExpressionError> {
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
        // `-1` and `+1` are numbers; `*2` can only be about the one that is there.
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
    fn formulas_have_the_values_that_one_works_out_by_hand() {
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
    fn what_begins_with_a_sign_works_on_the_number_that_is_there() {
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
    fn what_is_no_formula_is_refused_with_its_place() {
        for (text, at, word) in [
            ("", 0, "missing"),
            ("0.5*", 4, "missing at the end"),
            ("2 3", 2, "not expected"),
            ("0,5", 1, "point"),
            ("(1+2", 4, "closing bracket"),
            ("1)", 1, "closes nothing"),
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
