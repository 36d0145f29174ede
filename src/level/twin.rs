//! A second run of the same level, some settings of the world being otherwise: what to compare it with.
//!
//! Must never know: the engine, the screen.

use super::model::{ContactMethod, Decor, DiscMethod, EdgeChoice, Integrator, Point, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings that the twin has instead of the level's own; what is left out is the same. Other programs ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Twin {
    /// How the two are shown.
    pub placement: Placement,
    /// See [`World::gravity`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Point>,
    /// See [`World::substeps`].
    #[schemars(range(min = 1, max = 100_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substeps: Option<u32>,
    /// See [`World::integrator`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrator: Option<Integrator>,
    /// See [`World::velocity_retention`].
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity_retention: Option<f64>,
    /// See [`World::stick_iterations`].
    #[schemars(range(max = 100_000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stick_iterations: Option<u32>,
    /// See [`super::Contact::method`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<ContactMethod>,
    /// See [`super::Contact::edge_choice`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_choice: Option<EdgeChoice>,
    /// See [`super::Contact::barycentre_rule`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barycentre_rule: Option<bool>,
    /// See [`super::Contact::approaching_only`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approaching_only: Option<bool>,
    /// See [`super::Contact::decor`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decor: Option<Decor>,
    /// See [`World::discs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discs: Option<DiscMethod>,
}

/// How a level and its twin are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Placement {
    /// Each in a half of its own.
    #[default]
    Beside,
    /// The twin as a ghost behind the level.
    Over,
}

impl Twin {
    /// The twin's world.
    pub fn applied_to(&self, world: &World) -> World {
        let mut twin = world.clone();
        take(&mut twin.gravity, self.gravity);
        take(&mut twin.substeps, self.substeps);
        take(&mut twin.integrator, self.integrator);
        take(&mut twin.velocity_retention, self.velocity_retention);
        take(&mut twin.stick_iterations, self.stick_iterations);
        take(&mut twin.contact.method, self.method);
        take(&mut twin.contact.edge_choice, self.edge_choice);
        take(&mut twin.contact.barycentre_rule, self.barycentre_rule);
        take(&mut twin.contact.approaching_only, self.approaching_only);
        take(&mut twin.contact.decor, self.decor);
        take(&mut twin.discs, self.discs);
        twin
    }
}

fn take<T>(field: &mut T, instead: Option<T>) {
    if let Some(value) = instead {
        *field = value;
    }
}

/// What two worlds do differently, for people: `[name, first, second]` for each setting that differs.
pub fn differences(first: &World, second: &World) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    let mut row = |name: &str, a: String, b: String| {
        if a != b {
            rows.push([name.to_owned(), a, b]);
        }
    };
    let number = |value: f64| value.to_string();
    let point = |[x, y]: Point| format!("({x}, {y})");
    let switch = |is_on: bool| (if is_on { "on" } else { "off" }).to_owned();
    let (a, b) = (&first.contact, &second.contact);
    row("gravity", point(first.gravity), point(second.gravity));
    row("substeps", first.substeps.to_string(), second.substeps.to_string());
    row("integrator", integrator(first.integrator), integrator(second.integrator));
    row("retention", number(first.velocity_retention), number(second.velocity_retention));
    row("stick passes", first.stick_iterations.to_string(), second.stick_iterations.to_string());
    row("contacts", format!("{:?}", a.method), format!("{:?}", b.method));
    row("edge choice", edge_choice(a.edge_choice), edge_choice(b.edge_choice));
    row("barycentre rule", switch(a.barycentre_rule), switch(b.barycentre_rule));
    row("approaching only", switch(a.approaching_only), switch(b.approaching_only));
    row("decor", decor(a.decor), decor(b.decor));
    row("discs", format!("{:?}", first.discs), format!("{:?}", second.discs));
    rows
}

/// A few words for each of two worlds: what it does otherwise than the other.
pub fn titles(first: &World, second: &World) -> [String; 2] {
    let rows = differences(first, second);
    // An integrator or a rule needs no name before it; a number or a switch does.
    let needs_name = |text: &str| text.starts_with(|c: char| !c.is_alphabetic()) || text == "on" || text == "off";
    let title = |side: usize| {
        let words = rows.iter().map(|row| {
            let text = &row[side];
            if needs_name(&row[1]) || needs_name(&row[2]) { format!("{} {text}", row[0]) } else { text.clone() }
        });
        words.collect::<Vec<_>>().join(", ")
    };
    [title(1), title(2)]
}

fn integrator(integrator: Integrator) -> String {
    match integrator {
        Integrator::SemiImplicitEuler => "semi-implicit Euler",
        Integrator::ExplicitEuler => "explicit Euler",
        Integrator::Verlet => "Verlet",
    }
    .to_owned()
}

fn edge_choice(choice: EdgeChoice) -> String {
    match choice {
        EdgeChoice::Projection => "projection",
        EdgeChoice::Wedge45 => "wedge 45°",
        EdgeChoice::Distance => "distance",
        EdgeChoice::EntryEdge => "entry edge",
    }
    .to_owned()
}

fn decor(decor: Decor) -> String {
    match decor {
        Decor::Impulse => "impulse".to_owned(),
        Decor::Penalty { stiffness, viscosity } => format!("penalty {stiffness}, {viscosity}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_the_same() {
        let world = World { substeps: 7, ..World::default() };
        assert_eq!(Twin::default().applied_to(&world), world);
        let twin = Twin { integrator: Some(Integrator::Verlet), barycentre_rule: Some(true), ..Twin::default() };
        let applied = twin.applied_to(&world);
        assert_eq!(
            (applied.integrator, applied.contact.barycentre_rule, applied.substeps),
            (Integrator::Verlet, true, 7)
        );
        let rows = differences(&world, &applied);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0], ["integrator", "semi-implicit Euler", "Verlet"]);
        assert_eq!(
            titles(&world, &applied),
            ["semi-implicit Euler, barycentre rule off", "Verlet, barycentre rule on"]
        );
    }

    #[test]
    fn every_setting_of_a_twin_reaches_its_world_and_is_named() {
        let twin = Twin {
            placement: Placement::Over,
            gravity: Some([1.0, 2.0]),
            substeps: Some(3),
            integrator: Some(Integrator::ExplicitEuler),
            velocity_retention: Some(0.5),
            stick_iterations: Some(9),
            method: Some(ContactMethod::Diagonals),
            edge_choice: Some(EdgeChoice::EntryEdge),
            barycentre_rule: Some(true),
            approaching_only: Some(true),
            decor: Some(Decor::Penalty { stiffness: 1.0, viscosity: 0.5 }),
            discs: Some(DiscMethod::Discrete),
        };
        let fields = serde_json::to_value(twin).unwrap().as_object().unwrap().len() - 1;
        assert_eq!(differences(&World::default(), &twin.applied_to(&World::default())).len(), fields);
    }
}
