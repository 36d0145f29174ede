//! Contacts that may add energy: a part is driven, or the product of restitutions is above 1.

use crate::engine::{Layout, Touched};
use crate::level::Place;

/// What a level has of such parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sources {
    /// True if a body is driven or a product of restitutions can be above 1. Otherwise no contact adds energy.
    has_any: bool,
    /// Greatest restitution of obstacles and bounds.
    walls: f64,
    /// True if discs are part of such contacts.
    has_discs: bool,
}

impl Sources {
    /// Live inputs change these, so they are determined in every substep.
    pub fn of(layout: &Layout) -> Self {
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let walls = greatest(
            &mut (layout.obstacles.iter().map(|wall| wall.restitution))
                .chain(layout.settings.bounds.map(|bounds| bounds.restitution)),
        );
        let bodies = greatest(&mut layout.bodies.iter().map(|body| body.restitution));
        let discs = greatest(&mut layout.discs.restitution.iter().copied());
        let drives_bodies = layout.bodies.iter().any(|body| body.path.is_some());
        let drives_discs = layout.discs.path.iter().any(Option::is_some);
        let is_gain = |own: f64| own * bodies.max(walls).max(discs) > 1.0;
        let has_discs = layout.discs.count() > 0 && (drives_bodies || drives_discs || is_gain(discs));
        Self { has_any: has_discs || drives_bodies || is_gain(bodies), walls, has_discs }
    }

    /// True if what touches in a phase of contacts may add energy. For discs this holds for all of a level or for none.
    pub fn may_add_energy(&self, layout: &Layout, touched: Touched<'_>) -> bool {
        let body = |node: usize| &layout.bodies[layout.body_of(node).0];
        match touched {
            _ if !self.has_any => false,
            Touched::Few(&[a, _, node], None) => {
                let [own, other] = [body(node), body(a)];
                own.path.is_some() || other.path.is_some() || own.restitution * other.restitution > 1.0
            }
            Touched::Few(&[node], None) => body(node).restitution * self.walls > 1.0,
            Touched::Few(_, Some(_)) | Touched::AllDiscs | Touched::Discs(_) => self.has_discs,
            _ => false,
        }
    }
}

/// The two parts of a contact; the world stands for bounds and obstacles.
pub(super) fn pair(layout: &Layout, touched: Touched<'_>) -> Option<[Place; 2]> {
    let body = |node: usize| Place::Body(layout.body_of(node).0);
    match touched {
        Touched::Few(&[a, _, node], None) => Some([body(node), body(a)]),
        Touched::Few(&[a, _], Some(disc)) => Some([Place::Disc(disc), body(a)]),
        Touched::Few(&[node], None) => Some([body(node), Place::World]),
        Touched::Few(&[], Some(disc)) => Some([Place::Disc(disc), Place::World]),
        Touched::Discs(&[a, b]) => Some([Place::Disc(a), Place::Disc(b)]),
        _ => None,
    }
}
