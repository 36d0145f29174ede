//! Preset conditions, for the selected part or for the whole level.

use crate::level::{Body, Breakpoint, Each, Level, Place};

/// Input of a preset.
#[derive(Clone, Copy, Debug)]
pub struct PresetSubject<'a> {
    /// The level.
    pub level: &'a Level,
    /// The selection.
    pub selection: &'a [Place],
}

/// A preset condition.
pub struct Preset {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for the UI.
    pub title: &'static str,
    /// Explanation for the UI.
    pub explanation: &'static str,
    each: Each,
    condition: fn(&PresetSubject) -> Option<String>,
}

impl Preset {
    /// The breakpoint. None if neither level nor selection has a matching part.
    pub fn breakpoint(&self, subject: &PresetSubject) -> Option<Breakpoint> {
        (self.condition)(subject).map(|condition| Breakpoint::new(condition, self.each))
    }
}

/// Every preset, in the order of the menu.
pub const ALL: &[Preset] = &[
    Preset {
        id: "area-below",
        title: "Area below 80 % of the start",
        explanation: "A body is being crushed: the selected one, or any.",
        each: Each::Substep,
        condition: |subject| {
            let with_area = |body: &usize| !subject.level.bodies[*body].triangles.is_empty();
            match subject.body().filter(with_area) {
                Some(body) => Some(format!("body({}).area_ratio < 80%", subject.name_of_body(body))),
                None => subject.has_triangles().then(|| "any(body.area_ratio < 80%)".to_owned()),
            }
        },
    },
    Preset {
        id: "triangle-flips",
        title: "A triangle flips",
        explanation: "A triangle's signed area is no longer positive: of the selected body, or any.",
        each: Each::Substep,
        condition: |subject| {
            let with_triangles = |body: &usize| !subject.level.bodies[*body].triangles.is_empty();
            match subject.body().filter(with_triangles) {
                Some(body) => Some(format!("body({}).flipped > 0", subject.name_of_body(body))),
                None => subject.has_triangles().then(|| "flipped > 0".to_owned()),
            }
        },
    },
    Preset {
        id: "spill",
        title: "Triangles paint outside the hull",
        explanation: "Upright triangles paint outside the hull: of the selected body, or of any.",
        each: Each::Frame,
        condition: |subject| {
            let is_painted = |body: &usize| is_painted(&subject.level.bodies[*body]);
            match subject.body().filter(is_painted) {
                Some(body) => Some(format!("body({}).spill > 0", subject.name_of_body(body))),
                None => subject.level.bodies.iter().any(self::is_painted).then(|| "any(body.spill > 0)".to_owned()),
            }
        },
    },
    Preset {
        id: "fan-fails",
        title: "Even a fan from the barycentre fails",
        explanation: "A hull edge of the selected body has the barycentre on its outside: a fan from there has flipped \
            triangles.",
        each: Each::Frame,
        condition: |subject| {
            let is_painted = |body: &usize| is_painted(&subject.level.bodies[*body]);
            let body = subject.body().filter(is_painted)?;
            Some(format!("body({}).hidden_edges > 0", subject.name_of_body(body)))
        },
    },
    Preset {
        id: "wrong-edge",
        title: "A node is pushed out of the wrong edge",
        explanation: "A contact pushes a node out of another hull edge than the one by which it entered: the selected \
            node, one of the selected body, or any.",
        each: Each::Substep,
        condition: |subject| match (subject.node(), subject.body()) {
            (Some((body, node)), _) => Some(format!("node({}, {node}).wrong_edge", subject.name_of_body(body))),
            (None, Some(body)) => Some(format!("any(body({}).node.wrong_edge)", subject.name_of_body(body))),
            (None, None) => (subject.level.bodies.len() > 1).then(|| "any(node.wrong_edge)".to_owned()),
        },
    },
    Preset {
        id: "energy-up",
        title: "Energy up by more than 5 % in a step",
        explanation: "The total energy rises by more than a twentieth of its size from one moment to the next.",
        each: Each::Frame,
        condition: |_| Some("rise(energy.total) > 5%".to_owned()),
    },
    Preset {
        id: "edge-changes",
        title: "The chosen edge changes",
        explanation: "The edge that the selected node is pushed out of differs from that of the previous substep: a \
            sign of a wrong edge.",
        each: Each::Substep,
        condition: |subject| match subject.node() {
            Some((body, node)) => Some(format!("changed(edge({}, {node}))", subject.name_of_body(body))),
            None => (subject.level.bodies.len() > 1).then(|| "any(changed(node.edge))".to_owned()),
        },
    },
    Preset {
        id: "node-speed",
        title: "A node is faster than 1",
        explanation: "The selected node, or any, moves by more than one unit of length per unit of time.",
        each: Each::Substep,
        condition: |subject| match (subject.node(), subject.body()) {
            (Some((body, node)), _) => Some(format!("node({}, {node}).speed > 1", subject.name_of_body(body))),
            (None, Some(body)) => Some(format!("max(body({}).node.speed) > 1", subject.name_of_body(body))),
            (None, None) => (!subject.level.bodies.is_empty()).then(|| "max(node.speed) > 1".to_owned()),
        },
    },
    Preset {
        id: "contact",
        title: "Two bodies touch",
        explanation: "A contact between the two selected bodies or discs is resolved; without a selection of two, any \
            contact.",
        each: Each::Substep,
        condition: |subject| {
            let touchers = subject.touchers();
            Some(match &touchers[..] {
                [first, second, ..] => format!("touching({first}, {second})"),
                _ => "contacts > 0".to_owned(),
            })
        },
    },
    Preset {
        id: "deep",
        title: "An outline is inside another body",
        explanation: "After the contacts were resolved, a point of a hull is still inside another hull: of the \
            selected body, or of any.",
        each: Each::Frame,
        condition: |subject| match subject.body() {
            Some(body) => Some(format!("body({}).deepest > 0", subject.name_of_body(body))),
            None => (subject.level.bodies.len() > 1).then(|| "deepest > 0".to_owned()),
        },
    },
    Preset {
        id: "overlap",
        title: "Two bodies overlap by 5 %",
        explanation: "The overlap of two bodies is more than a twentieth of the smaller hull: of the selected body \
            with any other, or of any two.",
        each: Each::Frame,
        condition: |subject| match subject.body() {
            Some(body) => Some(format!("overlap({}) > 5%", subject.name_of_body(body))),
            None => (subject.level.bodies.len() > 1).then(|| "overlap > 5%".to_owned()),
        },
    },
    Preset {
        id: "not-finite",
        title: "A number is no longer finite",
        explanation: "A position or velocity is infinite or not a number.",
        each: Each::Substep,
        condition: |_| Some("not_finite > 0".to_owned()),
    },
    Preset {
        id: "differs",
        title: "The hash differs from the recorded one",
        explanation: "The state differs from the recording, or from an earlier visit of the frame.",
        each: Each::Frame,
        condition: |_| Some("differs".to_owned()),
    },
];

/// True if the body has a hull and triangles.
fn is_painted(body: &Body) -> bool {
    !body.hull.is_empty() && !body.triangles.is_empty()
}

impl PresetSubject<'_> {
    fn body(&self) -> Option<usize> {
        let mut bodies = self.selection.iter().filter_map(|place| place.body());
        bodies.find(|&body| body < self.level.bodies.len())
    }

    fn node(&self) -> Option<(usize, usize)> {
        self.selection.iter().find_map(|place| match *place {
            Place::Node(body, node) if body < self.level.bodies.len() => Some((body, node)),
            _ => None,
        })
    }

    fn has_triangles(&self) -> bool {
        self.level.bodies.iter().any(|body| !body.triangles.is_empty())
    }

    /// The name in quotes if it is unique, else the index.
    fn name_of_body(&self, body: usize) -> String {
        quoted(body, self.level.bodies.iter().map(|body| body.name.as_str()))
    }

    /// Bodies and discs of the selection without duplicates, as arguments of `touching`.
    fn touchers(&self) -> Vec<String> {
        let mut list = Vec::new();
        for place in self.selection {
            let text = match (place.body(), place) {
                (Some(body), _) if body < self.level.bodies.len() => format!("body({})", self.name_of_body(body)),
                (None, Place::Disc(disc)) if *disc < self.level.discs.len() => {
                    format!("disc({})", quoted(*disc, self.level.discs.iter().map(|disc| disc.name.as_str())))
                }
                _ => continue,
            };
            if !list.contains(&text) {
                list.push(text);
            }
        }
        list
    }
}

/// The name of a part in quotes if it is unique, else its index.
fn quoted<'a>(index: usize, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let name = names.clone().nth(index).unwrap_or("");
    let is_alone = names.filter(|other| *other == name).count() == 1;
    if name.is_empty() || !is_alone || (name.contains('"') && name.contains('\'')) {
        index.to_string()
    } else if name.contains('"') {
        format!("'{name}'")
    } else {
        format!("\"{name}\"")
    }
}
