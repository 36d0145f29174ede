//! An expression as it was written, part by part, with the places of the parts.

use std::ops::Range;

/// A part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    /// What it is.
    pub node: Node,
    /// Bytes of the text.
    pub at: Range<usize>,
    /// Levels below it, itself included.
    pub depth: u32,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A number.
    Number(f64),
    /// A name in quotes.
    Text(String),
    /// `energy.total`, `node.speed`: words joined by points.
    Path(Vec<Word>),
    /// `body("left").node.speed`, `max(a, b)`: a word, its arguments, words after it.
    Call(Word, Vec<Tree>, Vec<Word>),
    /// `-a`, `not a`.
    Unary(Unary, Box<Tree>),
    /// `a < b`.
    Binary(Binary, Box<[Tree; 2]>),
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub text: String,
    pub at: Range<usize>,
}

/// Signs before one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Not,
    Abs,
    Root,
    Finite,
}

/// Signs between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

impl Binary {
    /// The sign of a token.
    pub fn of_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|binary| binary.sign() == sign)
    }

    const ALL: [Self; 13] = [
        Self::Or,
        Self::And,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::Equal,
        Self::Unequal,
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::Power,
    ];

    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
        }
    }

    /// How strongly it binds to the left and to the right.
    pub fn strength(self) -> (u8, u8) {
        match self {
            Self::Or => (1, 2),
            Self::And => (3, 4),
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual | Self::Equal | Self::Unequal => {
                (6, 7)
            }
            Self::Add | Self::Subtract => (8, 9),
            Self::Multiply | Self::Divide => (10, 11),
            // From right to left, and before the minus: -2^2 is -4.
            Self::Power => (15, 14),
        }
    }

    /// Whether it compares.
    pub fn compares(self) -> bool {
        self.strength().0 == 6
    }
}

/// How strongly `not` binds: weaker than comparisons, stronger than `and`.
pub(super) const NOT: u8 = 5;
/// How strongly the minus before a number binds: weaker than a power, stronger than a product.
pub(super) const MINUS: u8 = 12;
