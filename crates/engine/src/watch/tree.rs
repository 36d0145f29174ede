//! The syntax tree of an expression, with source positions.

use std::ops::Range;

/// A node with its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    /// The node.
    pub node: Node,
    /// Bytes of the text.
    pub at: Range<usize>,
    /// Height of the tree, itself included.
    pub depth: u32,
}

/// Kinds of nodes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A number.
    Number(f64),
    /// A name in quotes.
    Text(String),
    /// `energy.total`, `node.speed`: words separated by points.
    Path(Vec<Word>),
    /// `body("left").node.speed`, `max(a, b)`: a word, its arguments, the words after it.
    Call(Word, Vec<Tree>, Vec<Word>),
    /// `-a`, `not a`.
    Unary(Unary, Box<Tree>),
    /// `a < b`.
    Binary(Binary, Box<[Tree; 2]>),
}

/// A word with its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub text: String,
    pub at: Range<usize>,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Not,
    Abs,
    Root,
    Finite,
}

/// Binary operators.
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
    /// The operator of a token. None if it is not one.
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

    /// Source form.
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

    /// Binding power to the left and to the right.
    pub fn strength(self) -> (u8, u8) {
        match self {
            Self::Or => (1, 2),
            Self::And => (3, 4),
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual | Self::Equal | Self::Unequal => {
                (6, 7)
            }
            Self::Add | Self::Subtract => (8, 9),
            Self::Multiply | Self::Divide => (10, 11),
            // Right-associative, and above the unary minus: -2^2 is -4.
            Self::Power => (15, 14),
        }
    }

    /// True for comparisons.
    pub fn compares(self) -> bool {
        self.strength().0 == 6
    }
}

/// Binding power of `not`: below comparisons, above `and`.
pub(super) const NOT: u8 = 5;
/// Binding power of the unary minus: below powers, above products.
pub(super) const MINUS: u8 = 12;
