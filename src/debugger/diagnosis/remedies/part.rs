//! Remedies that change only the affected part: its masses, damping, springs or restitution.

use super::remedy;
use crate::debugger::diagnosis::{Edit, Remedy};
use crate::debugger::why::number;
use crate::level::{Level, LinkEnd, LinkKind, Place, Role, World, checks};

/// The median of some numbers. None if there are none.
pub fn median(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len().saturating_sub(1) / 2).copied()
}

/// Length of a substep, in time units.
pub fn step(world: &World) -> f64 {
    world.frame_time / f64::from(world.substeps.max(1))
}

/// The mass of a node. None for a pinned node or a barycentre node.
pub fn free_mass(level: &Level, body: usize, node: usize) -> Option<f64> {
    let node = level.bodies.get(body)?.nodes.get(node)?;
    match node.role {
        Role::Mass(mass) if !node.pinned => Some(mass),
        _ => None,
    }
}

/// The sum of inverse masses at the ends of a spring.
pub fn weight(level: &Level, body: usize, spring: usize) -> f64 {
    let spring = &level.bodies[body].springs[spring];
    [spring.a, spring.b].into_iter().filter_map(|node| free_mass(level, body, node)).map(f64::recip).sum()
}

/// Number of springs at each node.
fn degrees(level: &Level, body: usize) -> Vec<usize> {
    let mut degrees = vec![0; level.bodies[body].nodes.len()];
    for spring in &level.bodies[body].springs {
        degrees[spring.a] += 1;
        degrees[spring.b] += 1;
    }
    degrees
}

/// Largest h²·k/m and 2h·c/m of one spring for which all springs at its ends together stay at a quarter of the limit of
/// 4 each.
fn bearable(level: &Level, body: usize, spring: usize, degrees: &[usize]) -> f64 {
    let ends = &level.bodies[body].springs[spring];
    1.0 / degrees[ends.a].max(degrees[ends.b]).max(1) as f64
}

/// Limits the damping of the springs of some bodies: 2h·c/m of all springs of a node together is at most a quarter of
/// the limit.
pub fn less_damping(level: &Level, bodies: &[usize]) -> Vec<Remedy> {
    let h = step(&level.world);
    let mut edits = Vec::new();
    for &body in bodies.iter().filter(|&&body| body < level.bodies.len()) {
        let degrees = degrees(level, body);
        for (index, spring) in level.bodies[body].springs.iter().enumerate() {
            let weight = weight(level, body, index);
            let most = 0.5 * bearable(level, body, index, &degrees) / (2.0 * h * weight);
            if weight > 0.0 && spring.damping > most {
                edits.push(Edit::set(format!("bodies[{body}].springs[{index}].damping"), most));
            }
        }
    }
    vec![remedy(
        "less-damping",
        "Limit the damping of the springs to what the step allows",
        "With 2h·c/m well below the limit, damping slows a motion down without reversing it.",
        "The body oscillates longer.",
        edits,
    )]
}

/// Raises velocity retention to 0.999.
pub fn less_retention() -> Remedy {
    remedy(
        "less-drag",
        "Set velocity retention to 0.999",
        "A substep then removes a thousandth of a speed, so bodies fall almost freely.",
        "Motion is damped less.",
        vec![Edit::set("world.velocity_retention", 0.999)],
    )
}

/// Limits the stiffness of the springs of bodies whose h²·k/m is too large for the step.
pub fn bearable_stiffness(level: &Level, bodies: &[usize]) -> Remedy {
    let h = step(&level.world);
    let mut edits = Vec::new();
    for &body in bodies.iter().filter(|&&body| body < level.bodies.len()) {
        let degrees = degrees(level, body);
        for (index, spring) in level.bodies[body].springs.iter().enumerate() {
            let weight = weight(level, body, index);
            let most = bearable(level, body, index, &degrees) / (h * h * weight);
            if weight > 0.0 && spring.stiffness > most {
                edits.push(Edit::set(format!("bodies[{body}].springs[{index}].stiffness"), most));
            }
        }
    }
    remedy(
        "bearable-stiffness",
        "Limit the stiffness of the springs to what the step allows",
        "With h²·k/m well below the limit, no spring overshoots by more than its previous error.",
        "The body yields further under the same load.",
        edits,
    )
}

/// Limits the stiffness and damping of a spring link so that h²·k·(1/mA + 1/mB) and 2h·c·(1/mA + 1/mB) are at most a quarter each.
/// None for a stick or pin joint.
pub fn bearable_link(level: &Level, link: usize) -> Option<Remedy> {
    let parts = level.links.get(link)?;
    let LinkKind::Spring { stiffness, damping, .. } = parts.kind else { return None };
    let h = step(&level.world);
    let inverse = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => free_mass(level, body, node).map_or(0.0, f64::recip),
        LinkEnd::Disc(disc) => level.discs.get(disc).map_or(0.0, |disc| disc.mass.recip()),
        LinkEnd::Point(_) => 0.0,
    };
    let weight = inverse(parts.a) + inverse(parts.b);
    let most = [0.25 / (h * h * weight), 0.125 / (h * weight)];
    let path = |field: &str| format!("links[{link}].kind.Spring.{field}");
    let mut edits = Vec::new();
    if weight > 0.0 && stiffness > most[0] {
        edits.push(Edit::set(path("stiffness"), most[0]));
    }
    if weight > 0.0 && damping > most[1] {
        edits.push(Edit::set(path("damping"), most[1]));
    }
    Some(remedy(
        "bearable-link",
        "Limit the stiffness of the link to what the step allows",
        "With h²·k·(1/mA + 1/mB) well below the limit, the link no longer overshoots.",
        "The link yields further under the same load.",
        edits,
    ))
}

/// Sets springs that stand out to the median stiffness and damping of their body.
pub fn median_springs(level: &Level, body: usize, springs: &[usize]) -> Option<Remedy> {
    let parts = level.bodies.get(body)?;
    let stiffness = median(parts.springs.iter().map(|spring| spring.stiffness))?;
    let damping = median(parts.springs.iter().map(|spring| spring.damping))?;
    let path = |spring: usize| format!("bodies[{body}].springs[{spring}]");
    let edits = springs.iter().flat_map(|&spring| {
        let damping = parts.springs[spring].damping.min(damping);
        [
            Edit::set(format!("{}.stiffness", path(spring)), stiffness),
            Edit::set(format!("{}.damping", path(spring)), damping),
        ]
    });
    Some(remedy(
        "median-springs",
        format!("Make them as stiff as the other springs of {}", level.quoted_body(body)),
        "The other springs are stable at this step.",
        "The changed springs are softer.",
        edits.collect(),
    ))
}

/// Edits that make the springs of a body stiffer by a factor, with the same damping ratio and as many substeps as they need.
/// Returns also true if the substeps change.
pub fn stiffened(level: &Level, body: usize, factor: f64) -> (Vec<Edit>, bool) {
    let mut edits = Vec::new();
    let mut stiffer = level.clone();
    for (index, spring) in stiffer.bodies[body].springs.iter_mut().enumerate() {
        spring.stiffness *= factor;
        spring.damping *= factor.sqrt();
        let path = format!("bodies[{body}].springs[{index}]");
        edits.push(Edit::set(format!("{path}.stiffness"), spring.stiffness));
        edits.push(Edit::set(format!("{path}.damping"), spring.damping));
    }
    let finer = super::enough_substeps(&stiffer);
    let needs_more = finer.fits(level);
    edits.extend(finer.edits.into_iter().filter(|_| needs_more));
    (edits, needs_more)
}

/// Gives light nodes of a body the mass that others have.
pub fn usual_masses(level: &Level, body: usize, nodes: &[usize], mass: f64) -> Remedy {
    let edits = nodes.iter().map(|node| Edit::set(format!("bodies[{body}].nodes[{node}].role.Mass"), mass));
    let which = if nodes.len() == 1 { format!("node {}", nodes[0]) } else { format!("{} nodes", nodes.len()) };
    remedy(
        "usual-masses",
        format!("Give {which} of {} the mass {}, as others have", level.quoted_body(body), number(mass)),
        "The step is short enough for the springs of nodes of that mass.",
        "The body is heavier.",
        edits.collect(),
    )
}

/// For a light node: the median mass of its body. For a heavy body: masses closer to those of the light one.
pub fn nearer_masses(level: &Level, place: Place, other: Option<Place>) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    match (place, other) {
        (Place::Node(body, node), _) => {
            let masses = (0..level.bodies[body].nodes.len()).filter_map(|node| free_mass(level, body, node));
            remedies.extend(median(masses).map(|mass| usual_masses(level, body, &[node], mass)));
        }
        (Place::Body(heavy), Some(Place::Body(light))) => {
            let total = |body: usize| -> f64 {
                (0..level.bodies[body].nodes.len()).filter_map(|node| free_mass(level, body, node)).sum()
            };
            let factor = 2.0 * total(light) / total(heavy);
            let masses = (0..level.bodies[heavy].nodes.len()).filter_map(|node| {
                let mass = free_mass(level, heavy, node)?;
                Some(Edit::set(format!("bodies[{heavy}].nodes[{node}].role.Mass"), mass * factor))
            });
            remedies.push(remedy(
                "nearer-masses",
                format!("Make {} twice as heavy as {}", level.quoted_body(heavy), level.quoted_body(light)),
                "A body can bear another one of about its own mass.",
                "The heavy body is lighter.",
                masses.collect(),
            ));
            remedies.extend(super::stronger(level, light));
        }
        _ => {}
    }
    remedies
}

/// Restitutions of a pair whose product is below 0.8.
pub fn restitution_below_one(level: &Level, own: Place, other: Option<Place>) -> Vec<Remedy> {
    let of = |place: Place| match place {
        Place::Body(body) => Some((format!("bodies[{body}].restitution"), level.bodies.get(body)?.restitution)),
        Place::Obstacle(wall) => {
            Some((format!("obstacles[{wall}].restitution"), level.obstacles.get(wall)?.restitution))
        }
        Place::Disc(disc) => Some((format!("discs[{disc}].restitution"), level.discs.get(disc)?.restitution)),
        Place::World => Some(("world.bounds.restitution".to_owned(), level.world.bounds?.restitution)),
        _ => None,
    };
    let partners: Vec<_> = [Some(own), other].into_iter().flatten().filter_map(of).collect();
    let edits = partners.iter().filter(|(_, restitution)| *restitution > 0.8);
    vec![remedy(
        "restitution-below-one",
        "Limit the restitution of both to 0.8",
        "Their product is then below 1, so each bounce is lower than the fall before it.",
        "A part meant as a bumper no longer is one.",
        edits.map(|(path, _)| Edit::set(path.clone(), 0.8)).collect(),
    )]
}

/// The fix of a check as a remedy. None if the check has no fix for the finding.
pub fn fix_of_check(finding: &checks::Finding) -> Option<Remedy> {
    let title = checks::rule(finding.rule)?.title;
    let label = finding.fix.clone()?;
    Some(remedy(
        "fix",
        label,
        &format!("The check “{title}” offers this fix for its finding."),
        "Only the change itself.",
        vec![Edit::Fix(finding.rule, *finding.places.first()?)],
    ))
}

/// The part that needs the shortest step, of a place that a check of the step names.
pub(super) fn needing(level: &Level, place: Place) -> Option<String> {
    if let Place::Link(_) = place {
        return Some(crate::debugger::diagnosis::who(level, place));
    }
    let body = place.body()?;
    let load = crate::level::checks::StepLoad::of(level, level.bodies.get(body)?)?;
    Some(format!("the {} of {}", load.dominant(), level.quoted_body(body)))
}
