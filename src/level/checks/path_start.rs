//! Rule: driven bodies and discs are drawn at the start of their path.
//! Source: 002 §3.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Level, Motion, Path, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "path-start",
    title: "Path starts elsewhere",
    explanation: "A driven body or disc is at its drawn position plus the offset of its path, from the first substep \
        on. If the first offset is not zero, it jumps there at once, through everything between. Drawn at the start \
        of the path, with offsets from there, it moves the same way without the jump.",
    find,
    fix: Some(fix),
};

/// First offset of the path, if not zero.
fn jump(motion: &Motion) -> Option<DVec2> {
    let Motion::Driven(path) = motion else { return None };
    path.points.first().map(|&offset| DVec2::from_array(offset)).filter(|&offset| offset != DVec2::ZERO)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let bodies = level.bodies.iter().enumerate().map(|(i, body)| (Place::Body(i), tell::body(level, i), &body.motion));
    let discs = level.discs.iter().enumerate().map(|(i, disc)| (Place::Disc(i), tell::disc(level, i), &disc.motion));
    for (place, who, motion) in bodies.chain(discs) {
        if let Some(offset) = jump(motion) {
            let message = format!("The path of {who} begins {} from where it is drawn", tell::point(offset));
            let found = finding(RULE.id, Severity::Warning, vec![place], message);
            let can_move = moved(level, place, offset).is_some();
            findings.push(if can_move { found.with_fix("Draw it where its path begins") } else { found });
        }
    }
}

/// Offsets relative to the first one, if they remain finite.
fn from_first(path: &Path, first: DVec2) -> Option<Path> {
    let points: Vec<[f64; 2]> = path.points.iter().map(|&p| (DVec2::from_array(p) - first).to_array()).collect();
    let is_finite = points.iter().flatten().all(|x| x.is_finite());
    is_finite.then_some(Path { points, period: path.period })
}

/// New positions and path of a driven body or disc, if they remain finite.
fn moved(level: &Level, place: Place, offset: DVec2) -> Option<(Vec<[f64; 2]>, Path)> {
    let (positions, motion) = match place {
        Place::Disc(index) => {
            let disc = level.discs.get(index)?;
            (vec![disc.position], &disc.motion)
        }
        _ => {
            let body = level.bodies.get(place.body()?)?;
            (body.nodes.iter().map(|node| node.position).collect(), &body.motion)
        }
    };
    let Motion::Driven(path) = motion else { return None };
    let positions: Vec<[f64; 2]> = positions.into_iter().map(|p| (DVec2::from_array(p) + offset).to_array()).collect();
    positions.iter().flatten().all(|x| x.is_finite()).then_some((positions, from_first(path, offset)?))
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let place = finding.places.first().copied().ok_or("it is no longer there")?;
    let motion = match place {
        Place::Disc(index) => level.discs.get(index).map(|disc| &disc.motion),
        _ => place.body().and_then(|index| level.bodies.get(index)).map(|body| &body.motion),
    };
    let offset = motion.and_then(jump).ok_or("its path begins where it is drawn")?;
    let (positions, path) = moved(level, place, offset).ok_or("the coordinates are too large")?;
    match place {
        Place::Disc(index) => {
            let disc = &mut level.discs[index];
            (disc.position, disc.motion) = (positions[0], Motion::Driven(path));
        }
        _ => {
            let body = &mut level.bodies[place.body().ok_or("it is no longer there")?];
            body.nodes.iter_mut().zip(positions).for_each(|(node, position)| node.position = position);
            body.motion = Motion::Driven(path);
        }
    }
    Ok(format!("moved it by {}", tell::point(offset)))
}
