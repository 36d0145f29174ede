//! Acting on parts, adding and removing them.

use crate::level::BlobsmithLevel;
use crate::parts::{self, Refusal};
use crate::world::BlobsmithWorld;
use blobsmith_engine::play::{HandId, Placement};
use godot::prelude::*;

#[godot_api(secondary)]
impl BlobsmithWorld {
    /// Sets the velocity of a body, disc or node, in pixels per level time.
    #[func]
    fn set_velocity(&mut self, part: GString, velocity: Vector2) -> bool {
        self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.set_velocity(part, axes.level(velocity))?)
        })
        .is_some()
    }

    /// Adds an impulse, mass times velocity.
    #[func]
    fn apply_impulse(&mut self, part: GString, impulse: Vector2) -> bool {
        self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.apply_impulse(part, axes.level(impulse))?)
        })
        .is_some()
    }

    /// Adds a force that acts during the next frame.
    #[func]
    fn apply_force(&mut self, part: GString, force: Vector2) -> bool {
        self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.apply_force(part, axes.level(force))?)
        })
        .is_some()
    }

    /// Moves a part by an offset; velocities are kept.
    #[func]
    fn teleport(&mut self, part: GString, by: Vector2) -> bool {
        self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.teleport(part, axes.level(by))?)
        })
        .is_some()
    }

    /// Moves the barycentre of a body, a disc's centre or a node to a point; velocities are kept.
    #[func]
    fn teleport_to(&mut self, part: GString, point: Vector2) -> bool {
        self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.teleport_to(part, axes.level(point))?)
        })
        .is_some()
    }

    /// Holds a node, `"hero:3"`, where it is.
    #[func]
    fn pin(&mut self, node: GString) -> bool {
        self.ask(|world, _| {
            let (body, node) = parts::node(world, &node.to_string())?;
            Ok(world.pin(body, node)?)
        })
        .is_some()
    }

    /// Frees a pinned node.
    #[func]
    fn unpin(&mut self, node: GString) -> bool {
        self.ask(|world, _| {
            let (body, node) = parts::node(world, &node.to_string())?;
            Ok(world.unpin(body, node)?)
        })
        .is_some()
    }

    /// Attaches a spring from a part to a target point, as for dragging; returns the hand, or 0.
    #[func]
    fn grab(&mut self, part: GString, target: Vector2) -> u32 {
        let hand = self.ask(|world, axes| {
            let part = parts::movable(world, &part.to_string())?;
            Ok(world.grab(part, axes.level(target))?.to_bits())
        });
        hand.unwrap_or(0)
    }

    /// Moves the target of a hand.
    #[func]
    fn move_hand(&mut self, hand: u32, target: Vector2) -> bool {
        self.ask(|world, axes| Ok(world.move_hand(HandId::from_bits(hand), axes.level(target))?)).is_some()
    }

    /// Detaches a hand.
    #[func]
    fn release(&mut self, hand: u32) -> bool {
        self.ask(|world, _| Ok(world.release(HandId::from_bits(hand))?)).is_some()
    }

    /// Adds the parts of a level as an instance at a position, rotated clockwise by an angle in degrees, as Godot counts; their ids begin
    /// with the id that is returned and a slash. Empty if it fails.
    #[func]
    fn spawn(
        &mut self,
        level: Option<Gd<BlobsmithLevel>>,
        position: Vector2,
        #[opt(default = 0.0)] angle_deg: f64,
        #[opt(default = Vector2::ZERO)] velocity: Vector2,
        #[opt(default = "")] id: GString,
    ) -> GString {
        let spawned = self.ask(|world, axes| {
            let prefab = level.ok_or(Refusal::NoLevel)?.bind().prefab()?;
            let (position, velocity) = (axes.level(position), axes.level(velocity));
            let placement = Placement { position, angle_deg: -angle_deg, velocity, mirror: false };
            let instance = match id.to_string().as_str() {
                "" => world.spawn(&prefab, &placement)?,
                id => world.spawn_with_id(&prefab, &placement, id)?,
            };
            Ok(world.id(instance)?.to_owned())
        });
        GString::from(&spawned.unwrap_or_default())
    }

    /// Removes a body, disc, obstacle, link or instance.
    #[func]
    fn remove(&mut self, part: GString) -> bool {
        self.ask(|world, _| {
            let part = parts::part(world, &part.to_string())?;
            Ok(world.remove(part)?)
        })
        .is_some()
    }

    /// Switches a link on or off.
    #[func]
    fn switch_link(&mut self, link: GString, on: bool) -> bool {
        self.ask(|world, _| {
            let id = link.to_string();
            let link = world.link(&id).ok_or(Refusal::NoPart(id))?;
            Ok(world.switch_link(link, on)?)
        })
        .is_some()
    }

    /// True if a link is switched on.
    #[func]
    fn is_link_on(&mut self, link: GString) -> bool {
        let is_on = self.ask(|world, _| {
            let id = link.to_string();
            let link = world.link(&id).ok_or(Refusal::NoPart(id))?;
            Ok(world.is_link_on(link)?)
        });
        is_on.unwrap_or(false)
    }
}
