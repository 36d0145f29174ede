//! A single parameter of a twin, named by its path.
//!
//! A twin starts at frame 0 with its own level, so anything but the number of parts may differ.

use crate::level::format::FormatError;
use crate::level::{DocumentPath, Level, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A parameter in which the twin differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TwinSet {
    /// Its path in the level: `bodies[0].gas`, `bodies[1].springs[*].stiffness`.
    pub path: String,
    /// Its value in the twin, as JSON; names are quoted.
    pub value: Value,
}

impl TwinSet {
    /// Applies it to a level.
    ///
    /// # Errors
    /// Names `path` or `value` and the reason; the level is then unchanged.
    pub(super) fn apply(&self, level: &mut Level) -> Result<(), FormatError> {
        let path = DocumentPath::parse(&self.path).map_err(|error| within("path", &error))?;
        path.get(level).map_err(|error| within("path", &error))?;
        let mut changed = level.clone();
        path.set(&mut changed, &self.value).map_err(|error| within("value", &error))?;
        may_differ(level, &changed)?;
        *level = changed;
        Ok(())
    }

    /// Updates the path when parts move; false if its target was removed.
    pub fn follow(&mut self, to: impl Fn(Place) -> Option<Place>) -> bool {
        // An invalid path is kept for the author to correct.
        let Ok(path) = DocumentPath::parse(&self.path) else { return true };
        let Some(new) = path.follow(to) else { return false };
        if new != path {
            self.path = new.to_string();
        }
        true
    }
}

fn refuse(reason: String) -> FormatError {
    FormatError::at("path", reason)
}

fn within(field: &str, error: &FormatError) -> FormatError {
    let reason = match error.place.as_str() {
        "" => error.reason.clone(),
        place => format!("{place}: {}", error.reason),
    };
    FormatError::at(field, reason)
}

/// Fails unless one level can be the twin of another.
fn may_differ(level: &Level, twin: &Level) -> Result<(), FormatError> {
    if (level.format, &level.name, &level.notes, &level.editor) != (twin.format, &twin.name, &twin.notes, &twin.editor)
    {
        return Err(refuse("this has no effect on a run".to_owned()));
    }
    same("bodies", level.bodies.len(), twin.bodies.len())?;
    same("discs", level.discs.len(), twin.discs.len())?;
    same("obstacles", level.obstacles.len(), twin.obstacles.len())?;
    same("links", level.links.len(), twin.links.len())?;
    for (index, (body, other)) in level.bodies.iter().zip(&twin.bodies).enumerate() {
        for (list, count, others) in [
            ("nodes", body.nodes.len(), other.nodes.len()),
            ("springs", body.springs.len(), other.springs.len()),
            ("sticks", body.sticks.len(), other.sticks.len()),
            ("hull", body.hull.len(), other.hull.len()),
            ("triangles", body.triangles.len(), other.triangles.len()),
        ] {
            if count != others {
                same(&format!("bodies[{index}].{list}"), count, others)?;
            }
        }
    }
    Ok(())
}

fn same(list: &str, count: usize, others: usize) -> Result<(), FormatError> {
    if count == others {
        return Ok(());
    }
    let why = "the two levels are compared part by part";
    Err(refuse(format!("{list}: there are {count}, and the twin must have as many, not {others}, since {why}")))
}

#[cfg(test)]
mod tests {
    use crate::level::twin::{differences, titles};
    use crate::level::{Body, Level, Node, Place, Twin, TwinSet, World};
    use serde_json::{Value, json};

    fn level() -> Level {
        let body = Body { gas: 1.5, nodes: vec![Node::at([0.0, 0.0]); 3], ..Body::default() };
        Level { bodies: vec![body.clone(), body], ..Level::default() }
    }

    fn set(path: &str, value: Value) -> TwinSet {
        TwinSet { path: path.to_owned(), value }
    }

    fn twin(sets: &[(&str, Value)]) -> Twin {
        Twin { set: sets.iter().map(|(path, value)| set(path, value.clone())).collect(), ..Twin::default() }
    }

    #[test]
    fn twin_set_changes_any_parameter_by_its_path() {
        let level = level();
        let other = twin(&[("bodies[0].gas", json!(3)), ("bodies[1].motion", json!("Fixed"))]).checked(&level).unwrap();
        let mut wanted = level.clone();
        wanted.bodies[0].gas = 3.0;
        wanted.bodies[1].motion = crate::level::Motion::Fixed;
        assert_eq!(other, wanted);
        assert_eq!(
            differences(&level, &other),
            [["bodies[0].gas", "1.5", "3"], ["bodies[1].motion", "Dynamic", "Fixed"]].map(|row| row.map(str::to_owned))
        );
        assert_eq!(titles(&level, &other)[1], "bodies[0].gas 3, bodies[1].motion Fixed");
    }

    #[test]
    fn twin_set_is_applied_in_order_after_the_settings() {
        let level = level();
        let sets = [("world.substeps", json!(5)), ("world.substeps", json!(6)), ("bodies[*].gas", json!(2))];
        let settings = Twin { substeps: Some(4), ..twin(&sets) };
        let other = settings.checked(&level).unwrap();
        assert_eq!((other.world.substeps, other.bodies[1].gas), (6, 2.0));
        assert_eq!(settings.own_substeps(&level), Some(6));
        assert_eq!(twin(&[("world.gravity[1]", json!(1))]).own_substeps(&level), None);
        let both = Twin { substeps: Some(4), ..twin(&[("world.gravity[1]", json!(1))]) };
        assert_eq!(both.own_substeps(&level), Some(4));
    }

    #[test]
    fn twin_set_reports_invalid_parameters_and_ignores_them() {
        let level = level();
        let cases = [
            ("bodies[0].gass", json!(1), "editor.twin.set[1].path", "gass"),
            ("bodies[", json!(1), "editor.twin.set[1].path", "not closed"),
            ("bodies[7].gas", json!(1), "editor.twin.set[1].path", "there is no body 7"),
            ("bodies[0].gas", json!(-1), "editor.twin.set[1].value", "negative"),
            ("bodies[0].gas", json!("much"), "editor.twin.set[1].value", "bodies[0].gas"),
            ("bodies[0].gas", Value::Null, "editor.twin.set[1].value", "bodies[0].gas"),
            ("bodies[0].nodes", json!([]), "editor.twin.set[1].path", "there are 3"),
            ("discs", json!(7), "editor.twin.set[1].value", ""),
            ("name", json!("b"), "editor.twin.set[1].path", "has no effect"),
            ("editor.twin", json!(1), "editor.twin.set[1].path", ""),
        ];
        for (path, value, place, reason) in cases {
            let settings = twin(&[("bodies[1].gas", json!(4)), (path, value)]);
            let error = settings.checked(&level).unwrap_err();
            assert_eq!(error.place, place, "{path}: {error}");
            assert!(error.reason.contains(reason), "{path}: {error}");
            let refusals = settings.refusals(&level);
            assert_eq!((&refusals[0], refusals[1].as_ref()), (&None, Some(&error)));
            let left = settings.level(&level);
            assert_eq!((left.bodies[0].gas, left.bodies[1].gas, left.bodies[0].nodes.len()), (1.5, 4.0, 3));
        }
    }

    #[test]
    fn twin_set_paths_follow_their_parts() {
        let to = |place: Place| match place {
            Place::Body(0) => None,
            Place::Body(body) => Some(Place::Body(body - 1)),
            Place::Node(2, 5) => None,
            Place::Node(2, node) => Some(Place::Node(1, node + 10)),
            other => Some(other),
        };
        let cases = [
            ("bodies[0].gas", None),
            ("bodies[2].gas", Some("bodies[1].gas")),
            ("bodies[2].nodes[3].pinned", Some("bodies[1].nodes[13].pinned")),
            ("bodies[2].nodes[5].pinned", None),
            ("bodies[2].nodes[*].pinned", Some("bodies[1].nodes[*].pinned")),
            ("bodies[*].gas", Some("bodies[*].gas")),
            ("world.substeps", Some("world.substeps")),
            ("no path at all", Some("no path at all")),
        ];
        for (path, expected) in cases {
            let mut set = set(path, json!(1));
            let stays = set.follow(to);
            assert_eq!(stays.then_some(set.path.as_str()), expected, "{path}");
        }
    }

    #[test]
    fn titles_of_many_differences_end_in_a_count() {
        let body = |gas: f64| Body { gas, ..Body::default() };
        let level = |shift: f64| Level {
            world: World::default(),
            bodies: (0..9).map(|index| body(f64::from(index) + shift)).collect(),
            ..Level::default()
        };
        let [first, _] = titles(&level(0.0), &level(1.0));
        assert!(first.starts_with("bodies[0].gas 0, bodies[1].gas 1, ") && first.ends_with(", and 3 more"), "{first}");
    }
}
