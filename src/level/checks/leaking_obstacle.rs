//! Rule: obstacles hold the nodes that hit them.
//!
//! Two properties of 003's correction let nodes through. With a product of restitutions of 0, `x += H` puts the node on the line itself;
//! rounding decides on which side, and a node beyond it is never hit again. Horizontal and vertical lines are exact. A circle corrects
//! along the line to the node's old position, so a node that slides along its inside ends outside; the less it bounces, the more often.
//! Source: 003.

use super::support::{finding, is_dynamic, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Obstacle, ObstacleShape, Place, Point};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "leaking-obstacle",
    title: "Obstacle that nodes pass through",
    explanation: "A node without bounce (restitution 0) comes to rest on an oblique line or segment itself, where \
        rounding decides on which side it is: it may sink through. A small restitution keeps it out. Inside a circle, \
        nodes that slide along it leak out unless they bounce well; a body with a hull around the scene holds them.",
    find,
    fix: Some(fix),
};

/// Restitution that the fix sets.
const SMALL: f64 = 0.01;
/// Products from here on kept all nodes inside a circle in 15 of 15 scenes (radius 3, 16 substeps, 200 frames).
const HOLDS_INSIDE: f64 = 0.8;

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        let place = Place::Obstacle(index);
        let leaking = level.bodies.iter().position(|body| meets(body, obstacle) && leaks(body, obstacle));
        let Some(body) = leaking else { continue };
        let (who, what) = (tell::body(level, body), tell::obstacle(level, index));
        let product = level.bodies[body].restitution * obstacle.restitution;
        let places = vec![place, Place::Body(body)];
        findings.push(if let ObstacleShape::Circle { .. } = obstacle.shape {
            let message = format!(
                "Nodes of {who} may leak out of {what}: their restitutions have the product {}",
                tell::num(product)
            );
            finding(RULE.id, Severity::Hint, places, message)
        } else {
            let message = format!("Nodes of {who} sink through {what}: their restitutions have the product 0");
            finding(RULE.id, Severity::Warning, places, message).with_fix(format!("Set the restitution to {SMALL}"))
        });
    }
}

fn meets(body: &Body, obstacle: &Obstacle) -> bool {
    is_dynamic(body) && !obstacle.collision.sensor && body.collision.collides(&obstacle.collision)
}

fn leaks(body: &Body, obstacle: &Obstacle) -> bool {
    let product = body.restitution * obstacle.restitution;
    let is_oblique = |[x, y]: Point| x != 0.0 && y != 0.0;
    match obstacle.shape {
        ObstacleShape::Line(_, direction) => product == 0.0 && is_oblique(direction),
        ObstacleShape::Segment(a, b) => product == 0.0 && is_oblique([b[0] - a[0], b[1] - a[1]]),
        ObstacleShape::Circle { center, radius } => {
            let is_inside = |at: Point| DVec2::from(at).distance(center.into()) < radius;
            product < HOLDS_INSIDE && body.nodes.iter().any(|node| !node.pinned && is_inside(node.position))
        }
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let [Place::Obstacle(obstacle), Place::Body(body)] = finding.places[..] else {
        return Err("the level has changed".into());
    };
    let (Some(obstacle), Some(body)) = (level.obstacles.get_mut(obstacle), level.bodies.get_mut(body)) else {
        return Err("the level has changed".into());
    };
    for restitution in [&mut obstacle.restitution, &mut body.restitution] {
        if *restitution == 0.0 {
            *restitution = SMALL;
        }
    }
    Ok(format!("set the restitution to {SMALL}"))
}
