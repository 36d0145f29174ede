//! Order of the names in user data: a JSON value has none, so a part that was changed as a value gets its old order back.

use crate::level::{Body, Disc, Instance, Level, Link, Marker, Node, Obstacle};

/// A part with user data.
pub(super) trait HasUserData {
    /// Puts the names of all user data in the order that they have in `old`; new names follow. Items of lists correspond by
    /// their index.
    fn order_like(&mut self, old: &Self);
}

fn all<T: HasUserData>(new: &mut [T], old: &[T]) {
    new.iter_mut().zip(old).for_each(|(new, old)| new.order_like(old));
}

macro_rules! with_own_properties {
    ($($part:ty),*) => {$(
        impl HasUserData for $part {
            fn order_like(&mut self, old: &Self) {
                self.properties.order_like(&old.properties);
            }
        }
    )*};
}

with_own_properties!(Node, Disc, Obstacle, Link, Marker);

impl HasUserData for Body {
    fn order_like(&mut self, old: &Self) {
        self.properties.order_like(&old.properties);
        all(&mut self.nodes, &old.nodes);
    }
}

impl HasUserData for Instance {
    fn order_like(&mut self, old: &Self) {
        self.properties.order_like(&old.properties);
        self.overrides.order_like(&old.overrides);
    }
}

impl HasUserData for Level {
    fn order_like(&mut self, old: &Self) {
        self.properties.order_like(&old.properties);
        all(&mut self.bodies, &old.bodies);
        all(&mut self.discs, &old.discs);
        all(&mut self.obstacles, &old.obstacles);
        all(&mut self.links, &old.links);
        all(&mut self.markers, &old.markers);
        all(&mut self.instances, &old.instances);
        if let (Some(new), Some(old)) = (&mut self.editor, &old.editor) {
            new.other.order_like(&old.other);
        }
    }
}
