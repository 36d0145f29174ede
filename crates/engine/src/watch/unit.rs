//! Unit of an expression, from the units of its quantities.

use super::functions::{self, CONSTANTS};
use super::tree::{Binary, Node, Tree, Unary, Word};
use crate::level::Dimension;
use crate::probes::{self, Scope};

/// What is known of the unit of a part of an expression.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    /// A written number: in a sum it has the unit of the other side.
    Number,
    /// A value with this unit.
    Of(Dimension),
    /// A sum or choice of different units, or a power that has no unit.
    Unknown,
}

/// Returns the unit of a checked expression: none for counts, conditions, numbers, and if it is not known.
pub(super) fn unit(tree: &Tree) -> Dimension {
    match of(tree) {
        Unit::Of(unit) => unit,
        Unit::Number | Unit::Unknown => Dimension::NONE,
    }
}

fn of(tree: &Tree) -> Unit {
    match &tree.node {
        Node::Number(_) => Unit::Number,
        Node::Text(_) => Unit::Unknown,
        Node::Path(words) => quantity(words),
        Node::Call(word, arguments, fields) => match Scope::of_word(&word.text) {
            Some(_) => quantity(fields),
            None => function(&word.text, arguments),
        },
        Node::Unary(Unary::Minus | Unary::Abs, tree) => of(tree),
        Node::Unary(Unary::Root, tree) => root(of(tree)),
        Node::Unary(Unary::Not | Unary::Finite, _) => Unit::Of(Dimension::NONE),
        Node::Binary(binary, pair) => combined(*binary, pair),
    }
}

/// Unit of `energy.total`, `node.speed`, or of the words after `body("left")`.
fn quantity(words: &[Word]) -> Unit {
    let words = match words.first().is_some_and(|word| Scope::of_word(&word.text).is_some()) {
        true => &words[1..],
        false => words,
    };
    match words.first().map(|word| word.text.as_str()) {
        Some(word) if CONSTANTS.iter().any(|(constant, _, is_truth)| *constant == word && !is_truth) => Unit::Number,
        Some(word) => Unit::Of(probes::unit_of(word)),
        None => Unit::Unknown,
    }
}

fn function(name: &str, arguments: &[Tree]) -> Unit {
    match name {
        "abs" | "max" | "min" | "sum" | "mean" | "previous" | "change" | "start" => {
            arguments.iter().map(of).reduce(sum).unwrap_or(Unit::Unknown)
        }
        "sqrt" => arguments.first().map_or(Unit::Unknown, |tree| root(of(tree))),
        "overlap_area" => Unit::Of(probes::unit_of(name)),
        _ if functions::short_form(name).is_some() => Unit::Of(probes::unit_of(name)),
        _ => Unit::Of(Dimension::NONE),
    }
}

/// The common unit of two values that are added or compared.
fn sum(a: Unit, b: Unit) -> Unit {
    match (a, b) {
        (Unit::Number, unit) | (unit, Unit::Number) => unit,
        _ if a == b => a,
        _ => Unit::Unknown,
    }
}

fn root(unit: Unit) -> Unit {
    match unit {
        Unit::Of(unit) => unit.root().map_or(Unit::Unknown, Unit::Of),
        unit => unit,
    }
}

fn combined(binary: Binary, [a, b]: &[Tree; 2]) -> Unit {
    let product = |power: i8| match (of(a), of(b)) {
        (Unit::Unknown, _) | (_, Unit::Unknown) => Unit::Unknown,
        (Unit::Number, Unit::Number) => Unit::Number,
        (a, b) => {
            let [a, b] = [a, b].map(|unit| if let Unit::Of(unit) = unit { unit } else { Dimension::NONE });
            a.times(b, power).map_or(Unit::Unknown, Unit::Of)
        }
    };
    match binary {
        Binary::Add | Binary::Subtract => sum(of(a), of(b)),
        Binary::Multiply => product(1),
        Binary::Divide => product(-1),
        Binary::Power => power(of(a), b),
        _ => Unit::Of(Dimension::NONE),
    }
}

/// Unit of a power: that of the base must be known, and the exponent a written whole number.
fn power(base: Unit, exponent: &Tree) -> Unit {
    let whole = |number: f64| (number.fract() == 0.0 && number.abs() < 100.0).then_some(number as i8);
    let exponent = match &exponent.node {
        Node::Number(number) => whole(*number),
        Node::Unary(Unary::Minus, of) => match of.node {
            Node::Number(number) => whole(-number),
            _ => None,
        },
        _ => None,
    };
    match (base, exponent) {
        (Unit::Of(Dimension::NONE) | Unit::Number, _) => base,
        (Unit::Of(base), Some(power)) => Dimension::NONE.times(base, power).map_or(Unit::Unknown, Unit::Of),
        _ => Unit::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::parse::parse;

    #[test]
    fn unit_follows_from_the_quantities() {
        let written = |text: &str| unit(&parse(text).unwrap()).to_string();
        for (text, expected) in [
            ("max(node.speed)", "l/t"),
            ("body(\"left\").node.speed", "l/t"),
            ("energy.total - start(energy.total)", "m·l²/t²"),
            ("-abs(body(0).x) * 2 + 1", "l"),
            ("max(body(0).x, 3, disc(1).radius)", "l"),
            ("body(0).momentum.x / body(0).mass", "l/t"),
            ("0.5 * body(0).mass * body(0).speed^2", "m·l²/t²"),
            ("1 / time", "1/t"),
            ("sqrt(body(0).area)", "l"),
            ("overlap_area(\"a\", \"b\")", "l²"),
            ("depth(\"a\", 3) - 20%", "l"),
            ("change(body(0).angle) / time", "°/t"),
            ("spring(\"a\", 0).tension.elastic", "m·l/t²"),
            ("min(nan, body(0).vx)", "l/t"),
            // Without unit.
            ("body(0).x / body(0).width", ""),
            ("body(0).x + body(0).vx", ""),
            ("body(0).x + contacts", ""),
            ("sqrt(body(0).x)", ""),
            ("body(0).x^time", ""),
            ("rise(energy.total)", ""),
            ("count(node.speed > 2)", ""),
            ("contacts", ""),
            ("3", ""),
            ("body(0).x > 3", ""),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
    }
}
