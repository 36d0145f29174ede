//! Difference of two levels as settings: paths and values.

use super::{DocumentPath, parts};
use crate::level::format::to_value;
use crate::level::{Body, Level, Place};
use serde::Serialize;
use serde_json::Value;

/// Paths and new values that change `old` into `new`, in document order; names, ids and editor data are omitted. If all items of
/// a body's list get one value, they are combined as `[*]`.
pub fn differences(old: &Level, new: &Level) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    compare("world", &parts::world(&old.world), &parts::world(&new.world), &mut found);
    lists("bodies", &old.bodies, &new.bodies, &mut found, bodies);
    lists("discs", &old.discs, &new.discs, &mut found, |index, old, new, found| {
        compare(&Place::Disc(index).to_string(), &parts::solid(old), &parts::solid(new), found);
    });
    lists("obstacles", &old.obstacles, &new.obstacles, &mut found, |index, old, new, found| {
        compare(&Place::Obstacle(index).to_string(), &parts::solid(old), &parts::solid(new), found);
    });
    lists("links", &old.links, &new.links, &mut found, |index, old, new, found| {
        compare(&Place::Link(index).to_string(), &parts::link(old), &parts::link(new), found);
    });
    lists("markers", &old.markers, &new.markers, &mut found, |index, old, new, found| {
        compare(&format!("markers[{index}]"), &parts::marker(old), &parts::marker(new), found);
    });
    found.retain(|(path, _)| !path.ends_with(".name") && !path.ends_with(".id"));
    found
}

type Differences = Vec<(String, Value)>;

/// Items of two lists that differ; lists of different lengths are compared as a whole.
fn lists<T: PartialEq + Serialize>(
    name: &str,
    old: &[T],
    new: &[T],
    found: &mut Differences,
    each: impl Fn(usize, &T, &T, &mut Differences),
) {
    if old.len() != new.len() {
        found.push((name.to_owned(), to_value(&new)));
        return;
    }
    for (index, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        each(index, old, new, found);
    }
}

fn bodies(index: usize, old: &Body, new: &Body, found: &mut Differences) {
    let alone = Level { bodies: vec![new.clone()], ..Level::default() };
    let mut own = Differences::new();
    compare(&Place::Body(index).to_string(), &parts::body(old), &parts::body(new), &mut own);
    // `bodies[0].springs[3].stiffness`, as list and rest.
    let parts = |path: &str| -> Option<(String, String)> {
        let prefix = format!("bodies[{index}].");
        let (list, rest) = path.strip_prefix(&prefix)?.split_once('[')?;
        let (_, rest) = rest.split_once("].")?;
        Some((list.to_owned(), rest.to_owned()))
    };
    let mut together: Vec<(String, String)> = Vec::new();
    for (path, value) in own {
        let Some((list, rest)) = parts(&path) else {
            found.push((path, value));
            continue;
        };
        if together.contains(&(list.clone(), rest.clone())) {
            continue;
        }
        let all = DocumentPath::parse(&format!("bodies[0].{list}[*].{rest}")).and_then(|path| path.get(&alone));
        if all.is_ok_and(|all| all.len() > 1 && all.iter().all(|item| item.value == value)) {
            found.push((format!("bodies[{index}].{list}[*].{rest}"), value));
            together.push((list, rest));
        } else {
            found.push((path, value));
        }
    }
}

/// Smallest values that differ: numbers, names, points, and variants with their contents.
fn compare(path: &str, old: &Value, new: &Value, found: &mut Differences) {
    if old == new {
        return;
    }
    match (old, new) {
        (Value::Object(before), Value::Object(after)) if before.keys().eq(after.keys()) => {
            for (key, value) in after {
                compare(&format!("{path}.{key}"), &before[key], value, found);
            }
        }
        (Value::Array(before), Value::Array(after))
            if before.len() == after.len() && after.iter().all(Value::is_object) =>
        {
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                compare(&format!("{path}[{index}]"), before, after, found);
            }
        }
        _ => found.push((path.to_owned(), new.clone())),
    }
}
