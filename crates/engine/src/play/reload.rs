//! Reloading: a running world takes over a level that was edited, as after a change of its file.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! let level = |radius: &str| {
//!     let discs = format!(r#"[{{"id": "ball", "position": [0, 0], "velocity": [1, 0], "radius": {radius}}}]"#);
//!     PlayWorld::from_text(&format!(r#"{{"format": 2, "world": {{"gravity": [0, 0]}}, "discs": {discs}}}"#))
//! };
//! let (old, new) = (level("1")?, level("2")?);
//! let mut world = old.clone();
//! world.step(3);
//! let ball = world.disc("ball").expect("a disc");
//! assert!(world.reload(&old, &new), "the parts are the same");
//! assert_eq!((world.frame(), world.radius(ball)?, world.disc_position(ball)?.x), (3, 2.0, 3.0));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::events::EventQueue;
use super::handles::Handle;
use super::parts::{PartInfo, PartTable, Parts};
use super::{LinkHandle, PlayWorld};
use crate::engine::State;
use std::ops::Range;
use std::sync::Arc;

impl<H: Handle, T: AsRef<PartInfo> + Default> PartTable<H, T> {
    /// True if both have parts with the same ids in the same order, and no gaps.
    fn has_ids_of(&self, other: &Self) -> bool {
        let ids = |table: &Self| table.infos.iter().map(|info| (**info).as_ref().id.clone()).collect::<Vec<_>>();
        self.handles.len() == self.infos.len() && ids(self) == ids(other)
    }

    /// Makes all handles stale, and adds parts with new ones.
    fn replace(&mut self, other: &Self) {
        self.handles.clear();
        self.infos.clone_from(&other.infos);
        for _ in &self.infos {
            self.handles.insert();
        }
    }
}

impl Parts {
    fn has_ids_of(&self, other: &Self) -> bool {
        self.bodies.has_ids_of(&other.bodies)
            && self.discs.has_ids_of(&other.discs)
            && self.obstacles.has_ids_of(&other.obstacles)
            && self.links.has_ids_of(&other.links)
            && self.instances.has_ids_of(&other.instances)
    }

    /// Takes over names and user data of the same parts.
    fn relabel(&mut self, other: &Self) {
        self.bodies.infos.clone_from(&other.bodies.infos);
        self.discs.infos.clone_from(&other.discs.infos);
        self.obstacles.infos.clone_from(&other.obstacles.infos);
        self.links.infos.clone_from(&other.links.infos);
        self.instances.infos.clone_from(&other.instances.infos);
        self.level = other.level.clone();
        self.find_members();
    }

    /// Replaces all parts by those of another level; handles of the old ones are stale from now on.
    fn replace(&mut self, other: &Self) {
        self.bodies.replace(&other.bodies);
        self.discs.replace(&other.discs);
        self.obstacles.replace(&other.obstacles);
        self.links.replace(&other.links);
        self.instances.replace(&other.instances);
        self.level = other.level.clone();
        (self.spawned, self.connected) = (other.spawned, other.connected);
        self.find_members();
    }
}

impl PlayWorld {
    /// Takes over an edited level: `old` and `new` are the level before and after the edit, as loaded.
    ///
    /// If the parts are the same (ids in the same order, numbers of nodes), the run goes on with the new settings, and returns true:
    /// time, handles, hands and switched links are kept. Bodies and discs that start elsewhere or with another velocity in `new` than in
    /// `old` are put there; all others keep their positions and velocities. Otherwise the new level starts at frame 0, all old handles
    /// are stale, and the result is false. Parts that were spawned, connected or removed count as a difference.
    ///
    /// Seconds per frame, interpolation, contact events and threads stay as they are.
    pub fn reload(&mut self, old: &Self, new: &Self) -> bool {
        let is_same = self.has_parts_of(old) && self.has_parts_of(new);
        if is_same {
            self.go_on_as(old, new);
        } else {
            self.restart_as(new);
        }
        self.mark_trail();
        self.changed();
        is_same
    }

    fn has_parts_of(&self, other: &Self) -> bool {
        let ranges =
            |world: &Self| world.world.layout().bodies.iter().map(|body| body.nodes.clone()).collect::<Vec<_>>();
        self.parts.has_ids_of(&other.parts) && ranges(self) == ranges(other)
    }

    fn go_on_as(&mut self, old: &Self, new: &Self) {
        let links: Vec<(LinkHandle, bool)> =
            self.links().filter_map(|link| Some((link, self.is_link_on(link).ok()?))).collect();
        let layout = self.world.layout().succeeded_by_layout(new.world.layout().clone(), self.frame());
        self.world.adopt(&Arc::new(layout));
        let [old, start] = [old.world.state(), new.world.state()];
        let bodies = &new.world.layout().bodies;
        let moved = (0..bodies.len()).filter(|&body| starts_elsewhere(bodies[body].nodes.clone(), old, start));
        let discs = (0..start.disc_positions.len()).filter(|&disc| {
            old.disc_positions[disc] != start.disc_positions[disc]
                || old.disc_velocities[disc] != start.disc_velocities[disc]
        });
        self.world.copy_parts(start, moved, discs);
        self.parts_mut().relabel(&new.parts);
        for (link, is_on) in links {
            // The links are the same, so none is stale.
            let _ = self.switch_link(link, is_on);
        }
    }

    fn restart_as(&mut self, new: &Self) {
        let (threads, has_contacts) = (self.world.threads().clone(), self.world.records_contacts());
        self.world = new.world.clone();
        self.world.set_threads(threads);
        self.world.set_contact_recording(has_contacts);
        self.parts_mut().replace(&new.parts);
        self.hands.restore(&new.hands);
        self.pushes.clear();
        self.contacts.clone_from(&new.contacts);
        self.events = EventQueue::default();
    }
}

/// True if a node of a body starts at another position or with another velocity.
fn starts_elsewhere(nodes: Range<usize>, old: &State, new: &State) -> bool {
    old.positions[nodes.clone()] != new.positions[nodes.clone()]
        || old.velocities[nodes.clone()] != new.velocities[nodes]
}
