//! Twin: a second run of the same level with other settings, for comparison.

mod set;
mod words;

pub use set::TwinSet;
pub use words::{differences, titles};

use super::extra::MOST_SETS;
use super::format::FormatError;
use super::model::{
    ContactMethod, ContactResponse, Decor, DiscMethod, EdgeChoice, Integrator, Point, Repositioning, World,
};
use super::{Level, path};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings in which the twin differs from the level; missing ones are equal. Other programs ignore them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Twin {
    /// Placement of the two pictures.
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
    /// See [`super::Contact::response`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<ContactResponse>,
    /// See [`super::Contact::repositioning`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repositioning: Option<Repositioning>,
    /// See [`super::Contact::self_contact`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub self_contact: Option<bool>,
    /// See [`World::discs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discs: Option<DiscMethod>,
    /// Any other parameters, at most 64; applied after the settings above, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub set: Vec<TwinSet>,
}

/// Placement of a level and its twin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Placement {
    /// Side by side.
    #[default]
    Beside,
    /// The twin as a ghost behind the level.
    Over,
}

impl Twin {
    /// Returns the twin's level. Invalid parameters are ignored; see [`Twin::refusals`].
    pub fn level(&self, level: &Level) -> Level {
        self.made(level, |_| ()).0
    }

    /// Returns the twin's level if every parameter is valid.
    ///
    /// # Errors
    /// The first invalid parameter, with its place.
    pub fn checked(&self, level: &Level) -> Result<Level, FormatError> {
        let mut first = None;
        let (twin, _) = self.made(level, |error| first = first.take().or(Some(error)));
        first.map_or(Ok(twin), Err)
    }

    /// Error of each parameter of [`Twin::set`]; None for valid ones.
    pub fn refusals(&self, level: &Level) -> Vec<Option<FormatError>> {
        self.made(level, |_| ()).1
    }

    fn made(&self, level: &Level, mut refused: impl FnMut(FormatError)) -> (Level, Vec<Option<FormatError>>) {
        let world = self.applied_to(&level.world);
        // Without the editor data, which would be processed again for each parameter.
        let mut twin = Level { world, editor: None, ..level.clone() };
        let mut verdicts = Vec::new();
        for (index, set) in self.set.iter().enumerate() {
            let verdict = set.apply(&mut twin).err().map(|error| {
                let place = format!("editor.twin.set[{index}].{}", error.place);
                FormatError { place, ..error }
            });
            verdict.iter().cloned().for_each(&mut refused);
            verdicts.push(verdict);
        }
        twin.editor.clone_from(&level.editor);
        (twin, verdicts)
    }

    /// Substeps per frame set by the twin; None if it follows the level.
    pub fn own_substeps(&self, level: &Level) -> Option<u32> {
        if self.set.is_empty() {
            return self.substeps;
        }
        let with = |substeps: u32| {
            let world = World { substeps, ..level.world.clone() };
            self.level(&Level { world, ..level.clone() }).world.substeps
        };
        Some(with(1)).filter(|&own| own == with(2))
    }

    /// Parameters that give the twin the `wanted` level, with as few new ones as possible; refused parameters are kept.
    pub fn sets_towards(&self, level: &Level, wanted: &Level) -> Vec<TwinSet> {
        let is_there = |twin: &Level| {
            (&twin.world, &twin.bodies, &twin.discs, &twin.obstacles)
                == (&wanted.world, &wanted.bodies, &wanted.discs, &wanted.obstacles)
        };
        if is_there(&self.level(level)) {
            return self.set.clone();
        }
        let plain = Twin { set: Vec::new(), ..self.clone() }.level(level);
        let sets = path::differences(&plain, wanted).into_iter().map(|(path, value)| TwinSet { path, value });
        let refused = self.set.iter().zip(self.refusals(level)).filter(|(_, refusal)| refusal.is_some());
        sets.chain(refused.map(|(set, _)| set.clone())).take(MOST_SETS).collect()
    }

    /// The twin's world without individual parameters.
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
        take(&mut twin.contact.response, self.response);
        take(&mut twin.contact.repositioning, self.repositioning);
        take(&mut twin.contact.self_contact, self.self_contact);
        take(&mut twin.discs, self.discs);
        twin
    }
}

fn take<T>(field: &mut T, instead: Option<T>) {
    if let Some(value) = instead {
        *field = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_world(world: World) -> Level {
        Level { world, ..Level::default() }
    }

    #[test]
    fn twin_without_settings_equals_the_level() {
        let world = World { substeps: 7, ..World::default() };
        assert_eq!(Twin::default().applied_to(&world), world);
        let twin = Twin { integrator: Some(Integrator::Verlet), barycentre_rule: Some(true), ..Twin::default() };
        let applied = twin.applied_to(&world);
        assert_eq!(
            (applied.integrator, applied.contact.barycentre_rule, applied.substeps),
            (Integrator::Verlet, true, 7)
        );
        let (level, other) = (with_world(world), with_world(applied));
        let rows = differences(&level, &other);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0], ["integrator", "semi-implicit Euler", "Verlet"]);
        assert_eq!(titles(&level, &other), ["semi-implicit Euler, barycentre rule off", "Verlet, barycentre rule on"]);
    }

    #[test]
    fn twin_settings_reach_its_world_and_are_listed() {
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
            response: Some(ContactResponse::Weighted),
            repositioning: Some(Repositioning { fraction: 0.5, slop: 0.01 }),
            self_contact: Some(true),
            discs: Some(DiscMethod::Discrete),
            set: Vec::new(),
        };
        let fields = serde_json::to_value(&twin).unwrap().as_object().unwrap().len() - 1;
        let level = Level::default();
        assert_eq!(differences(&level, &twin.level(&level)).len(), fields);
    }
}
