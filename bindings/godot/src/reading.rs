//! Ids, positions, velocities and sizes.

use crate::parts;
use crate::world::BlobsmithWorld;
use blobsmith_engine::level::{Properties, PropertyValue};
use godot::prelude::*;

fn strings(ids: impl Iterator<Item = String>) -> PackedStringArray {
    ids.map(|id| GString::from(&id)).collect()
}

fn dictionary(properties: &Properties) -> VarDictionary {
    let mut dictionary = VarDictionary::new();
    for (name, value) in properties.iter() {
        dictionary.set(&GString::from(name), &variant(value));
    }
    dictionary
}

fn variant(value: &PropertyValue) -> Variant {
    match value {
        PropertyValue::Null => Variant::nil(),
        PropertyValue::Bool(value) => value.to_variant(),
        PropertyValue::Integer(value) => value.to_variant(),
        PropertyValue::Number(value) => value.to_variant(),
        PropertyValue::Text(text) => GString::from(text).to_variant(),
        PropertyValue::List(items) => items.iter().map(variant).collect::<VarArray>().to_variant(),
        PropertyValue::Map(properties) => dictionary(properties).to_variant(),
    }
}

#[godot_api(secondary)]
impl BlobsmithWorld {
    /// Ids of all bodies.
    #[func]
    fn bodies(&mut self) -> PackedStringArray {
        let found = self.ask(|world, _| Ok(strings(world.bodies().map(|body| parts::id(world, body.into())))));
        found.unwrap_or_default()
    }

    /// Ids of all discs.
    #[func]
    fn discs(&mut self) -> PackedStringArray {
        let found = self.ask(|world, _| Ok(strings(world.discs().map(|disc| parts::id(world, disc.into())))));
        found.unwrap_or_default()
    }

    /// Ids of the bodies with a tag.
    #[func]
    fn bodies_with_tag(&mut self, tag: GString) -> PackedStringArray {
        let found = self.ask(|world, _| {
            let bodies = world.bodies_with_tag(&tag.to_string());
            Ok(strings(bodies.into_iter().map(|body| parts::id(world, body.into()))))
        });
        found.unwrap_or_default()
    }

    /// Ids of the parts of an instance.
    #[func]
    fn parts_of_instance(&mut self, instance: GString) -> PackedStringArray {
        let found = self.ask(|world, _| {
            let id = instance.to_string();
            let instance = world.instance(&id).ok_or(parts::Refusal::NoPart(id))?;
            let members = world.parts_of_instance(instance)?;
            Ok(strings(members.into_iter().map(|part| parts::id(world, part))))
        });
        found.unwrap_or_default()
    }

    /// Index of the node of a body that has a label; -1 without one.
    #[func]
    fn node_with_label(&mut self, body: GString, label: GString) -> i64 {
        let node = self.ask(|world, _| {
            let body = parts::body(world, &body.to_string())?;
            Ok(world.node_with_label(body, &label.to_string())?)
        });
        node.flatten().map_or(-1, |node| node as i64)
    }

    /// Properties of a part: bool, int, float, String, Array and Dictionary.
    #[func]
    fn properties(&mut self, part: GString) -> VarDictionary {
        let found = self.ask(|world, _| {
            let part = parts::part(world, &part.to_string())?;
            Ok(dictionary(world.properties(part)?))
        });
        found.unwrap_or_default()
    }

    /// The smallest box around a body's nodes.
    #[func]
    fn aabb(&mut self, body: GString) -> Rect2 {
        let found = self.ask(|world, axes| {
            let body = parts::body(world, &body.to_string())?;
            let aabb = world.aabb(body)?;
            let [low, high] = [aabb.min, aabb.max].map(|corner| axes.local(corner.to_array()));
            Ok(Rect2::from_position_end(Vector2::new(low.x, high.y), Vector2::new(high.x, low.y)))
        });
        found.unwrap_or_default()
    }

    /// Positions of a body's nodes.
    #[func]
    fn positions(&mut self, body: GString) -> PackedVector2Array {
        let points = self.ask(|world, axes| {
            let body = parts::body(world, &body.to_string())?;
            Ok(world.points(body)?.iter().map(|&point| axes.local(point)).collect())
        });
        points.unwrap_or_default()
    }

    /// Velocities of a body's nodes, in pixels per level time.
    #[func]
    fn velocities(&mut self, body: GString) -> PackedVector2Array {
        let velocities = self.ask(|world, axes| {
            let body = parts::body(world, &body.to_string())?;
            Ok(world.velocities(body)?.iter().map(|velocity| axes.local(velocity.to_array())).collect())
        });
        velocities.unwrap_or_default()
    }

    /// Position of a node, `"hero:3"`.
    #[func]
    fn node_position(&mut self, node: GString) -> Vector2 {
        let position = self.ask(|world, axes| {
            let (body, node) = parts::node(world, &node.to_string())?;
            Ok(axes.local(world.node_position(body, node)?.to_array()))
        });
        position.unwrap_or_default()
    }

    /// Mass-weighted mean of the positions of a body's nodes.
    #[func]
    fn barycentre(&mut self, body: GString) -> Vector2 {
        let position = self.ask(|world, axes| {
            let body = parts::body(world, &body.to_string())?;
            Ok(axes.local(world.barycentre(body)?.to_array()))
        });
        position.unwrap_or_default()
    }

    /// Centre of a disc.
    #[func]
    fn disc_position(&mut self, disc: GString) -> Vector2 {
        let position = self.ask(|world, axes| {
            let disc = parts::disc(world, &disc.to_string())?;
            Ok(axes.local(world.disc_position(disc)?.to_array()))
        });
        position.unwrap_or_default()
    }

    /// Both ends of a link.
    #[func]
    fn link_points(&mut self, link: GString) -> PackedVector2Array {
        let ends = self.ask(|world, axes| {
            let id = link.to_string();
            let link = world.link(&id).ok_or(parts::Refusal::NoPart(id))?;
            Ok(world.link_points(link)?.iter().map(|end| axes.local(end.to_array())).collect())
        });
        ends.unwrap_or_default()
    }

    /// Signed area of a body's triangles in square pixels: negative if the body is turned inside out.
    #[func]
    fn area(&mut self, body: GString) -> f64 {
        let area = self.ask(|world, axes| {
            let body = parts::body(world, &body.to_string())?;
            Ok(world.area(body)? * axes.scale * axes.scale)
        });
        area.unwrap_or(0.0)
    }

    /// Sum of the masses of a body's nodes.
    #[func]
    fn mass(&mut self, body: GString) -> f64 {
        let mass = self.ask(|world, _| {
            let body = parts::body(world, &body.to_string())?;
            Ok(world.mass(body)?)
        });
        mass.unwrap_or(0.0)
    }
}
