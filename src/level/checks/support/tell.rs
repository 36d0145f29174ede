//! Words and numbers for messages.

use crate::level::units::trim_zeros;
use crate::level::{Level, Link, LinkEnd};

/// Maximum number of indices that a list names; the rest is counted.
const NAMED: usize = 6;

/// A number with four significant digits, without trailing zeros.
pub fn num(x: f64) -> String {
    if x == 0.0 {
        return "0".to_string();
    }
    if !x.is_finite() || x.abs() >= 1e6 || x.abs() < 1e-4 {
        return trim_zeros(&format!("{x:.3e}"));
    }
    let scientific = format!("{x:.3e}");
    let exponent: i32 = scientific.split('e').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let decimals = usize::try_from(3 - exponent).unwrap_or(0);
    trim_zeros(&format!("{x:.decimals$}"))
}

/// A point, `(x, y)`.
pub fn point(p: glam::DVec2) -> String {
    format!("({}, {})", num(p.x), num(p.y))
}

/// `3 springs`, `1 spring`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {}", plural(noun)) }
}

fn plural(noun: &str) -> String {
    match noun {
        "mass" => "masses".to_string(),
        "body" => "bodies".to_string(),
        _ => format!("{noun}s"),
    }
}

/// `spring 3`, `springs 1, 2 and 5`, `springs 1, 2, 3, 4, 5, 6 and 12 more`.
pub fn list(noun: &str, indices: &[usize]) -> String {
    match indices {
        [] => format!("no {noun}"),
        [only] => format!("{noun} {only}"),
        _ => {
            let shown = if indices.len() <= NAMED { indices.len() - 1 } else { NAMED };
            let named: Vec<String> = indices[..shown].iter().map(usize::to_string).collect();
            let rest = indices.len() - shown;
            let last = if rest == 1 { indices[shown].to_string() } else { format!("{rest} more") };
            format!("{} {} and {last}", plural(noun), named.join(", "))
        }
    }
}

/// Name of a body in a message.
pub fn body(level: &Level, index: usize) -> String {
    level.quoted_body(index)
}

/// Name of a disc in a message.
pub fn disc(level: &Level, index: usize) -> String {
    named("disc", index, level.discs.get(index).map_or("", |disc| &disc.name))
}

/// Name of an obstacle in a message.
pub fn obstacle(level: &Level, index: usize) -> String {
    named("obstacle", index, level.obstacles.get(index).map_or("", |obstacle| &obstacle.name))
}

/// Name of a link in a message.
pub fn link(level: &Level, index: usize) -> String {
    named("link", index, level.links.get(index).map_or("", |link| &link.id))
}

/// Name of a marker in a message: its index, and its name if it has one.
pub fn marker(level: &Level, index: usize) -> String {
    named("marker", index, level.markers.get(index).map_or("", |marker| &marker.name))
}

/// An instance by number and id: `instance 3 “gear-1”`.
pub fn instance(level: &Level, index: usize) -> String {
    named("instance", index, level.instances.get(index).map_or("", |instance| &instance.id))
}

/// An end of a link: `node 3 of body 0`, `disc 1`, `(2, 0.5)`.
pub fn link_end(level: &Level, end: LinkEnd) -> String {
    match end {
        LinkEnd::Node([index, node]) => format!("node {node} of {}", body(level, index)),
        LinkEnd::Disc(index) => disc(level, index),
        LinkEnd::Point(at) => point(at.into()),
    }
}

/// Both ends of a link: `node 3 of body 0 and disc 1`.
pub fn link_ends(level: &Level, link: &Link) -> String {
    format!("{} and {}", link_end(level, link.a), link_end(level, link.b))
}

fn named(kind: &str, index: usize, name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    if short.is_empty() { format!("{kind} {index}") } else { format!("{kind} {index} “{short}”") }
}

/// Returns the sentence with a capital first letter.
pub fn sentence(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn num_writes_four_significant_digits() {
        for (x, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.25, "-0.25"),
            (36.86989764584402, "36.87"),
            (1234.56, "1235"),
            (99999.4, "99999"),
            (1e-7, "1e-7"),
            (2.5e300, "2.5e300"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(num(x), text);
        }
    }

    #[test]
    fn list_names_the_first_elements() {
        assert_eq!(list("node", &[4]), "node 4");
        assert_eq!(list("node", &[4, 5]), "nodes 4 and 5");
        assert_eq!(list("node", &[0, 1, 2, 3, 4, 5, 6, 7]), "nodes 0, 1, 2, 3, 4, 5 and 2 more");
        assert_eq!(list("node", &[0, 1, 2, 3, 4, 5, 6]), "nodes 0, 1, 2, 3, 4, 5 and 6");
    }
}
