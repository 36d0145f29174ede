//! Transforms of bodies: translate, rotate, scale, mirror, and initial motion.
//!
//! Invariants of a valid body are kept: outside on the right, triangles counter-clockwise, relative tension of springs.

use super::{Body, Motion, Path, Point};
use glam::DVec2;

impl Body {
    /// Maps every position by `place` and every velocity and path offset by `turn`.
    fn mapped(mut self, place: impl Fn(DVec2) -> DVec2, turn: impl Fn(DVec2) -> DVec2) -> Self {
        for node in &mut self.nodes {
            node.position = place(DVec2::from(node.position)).to_array();
            node.velocity = turn(DVec2::from(node.velocity)).to_array();
        }
        if let Motion::Driven(path) = &mut self.motion {
            for point in &mut path.points {
                *point = turn(DVec2::from(*point)).to_array();
            }
        }
        self
    }

    /// Translates the body.
    pub fn translated(self, offset: Point) -> Self {
        self.mapped(|position| position + DVec2::from(offset), |direction| direction)
    }

    /// Rotates the body about a point, counter-clockwise, with its velocities and path.
    pub fn rotated(mut self, center: Point, angle_rad: f64) -> Self {
        self.fix_texture();
        let (center, turn) = (DVec2::from(center), DVec2::new(libm::cos(angle_rad), libm::sin(angle_rad)));
        self.mapped(|position| center + turn.rotate(position - center), |direction| turn.rotate(direction))
    }

    /// Scales the body about a point, with its springs, sticks and path; `factor` > 0. Masses, velocities and stiffness do
    /// not change.
    pub fn scaled(mut self, center: Point, factor: f64) -> Self {
        let center = DVec2::from(center);
        for node in &mut self.nodes {
            node.position = (center + (DVec2::from(node.position) - center) * factor).to_array();
        }
        for spring in &mut self.springs {
            spring.rest_length *= factor;
        }
        for stick in &mut self.sticks {
            stick.length *= factor;
        }
        if let Motion::Driven(path) = &mut self.motion {
            for point in &mut path.points {
                *point = (DVec2::from(*point) * factor).to_array();
            }
        }
        self
    }

    /// Mirrors the body about the vertical line through `x`. Edges and triangles are reversed, so that the outside stays on
    /// the right and triangles stay counter-clockwise.
    pub fn mirrored(mut self, x: f64) -> Self {
        self.fix_texture();
        let mut body = self.mapped(|p| DVec2::new(2.0 * x - p.x, p.y), |d| DVec2::new(-d.x, d.y));
        for edge in &mut body.hull {
            edge.swap(0, 1);
        }
        // Each loop now runs the other way through the list, so that consecutive edges stay connected.
        body.hull.reverse();
        for triangle in &mut body.triangles {
            triangle.swap(1, 2);
        }
        body
    }

    /// Adds a velocity to every node.
    pub fn launched(mut self, velocity: Point) -> Self {
        for node in &mut self.nodes {
            node.velocity = (DVec2::from(node.velocity) + DVec2::from(velocity)).to_array();
        }
        self
    }

    /// Adds a rotation about a point; counter-clockwise, in radians per time.
    pub fn spinning(mut self, center: Point, angular_velocity: f64) -> Self {
        for node in &mut self.nodes {
            let arm = DVec2::from(node.position) - DVec2::from(center);
            node.velocity = (DVec2::from(node.velocity) + arm.perp() * angular_velocity).to_array();
        }
        self
    }

    /// Renames the body.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Drives the body along a closed path of offsets; `period` in level time.
    pub fn driven(mut self, points: Vec<Point>, period: f64) -> Self {
        self.motion = Motion::Driven(Path { points, period });
        self
    }
}
