//! Rule: the step is short enough for the spring links, together with the springs of the parts that they join.
//!
//! The derivation is that of [`super::stability`]. A group of bodies and discs that hang together by spring links is one network: the
//! rows of [`super::support::network::joined`] bound it from above, power iteration from below. Bodies whose own springs break the
//! bound are left to the rule `stability`.
//! Sources: 000 §B, 000 §C.2.

use super::stability::{limit, step, substeps, tightest};
use super::support::network::Row;
use super::support::network::joined::{JoinedGroup, JoinedPart, groups};
use super::support::{finding, joints, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Integrator, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "link-stability",
    title: "Step too long for a link",
    explanation: "A spring link whose h²·k·(1/mA + 1/mB) + 2h·c·(1/mA + 1/mB), added to those of the other springs at \
        its ends, reaches 4 overshoots further each time, until the numbers overflow. Use more substeps, a softer \
        link, less damping or heavier ends.",
    find,
    fix: Some(fix),
};

/// Stability requirement of a part of a group.
struct LinkNeed {
    link: usize,
    /// h²·k·(1/mA + 1/mB) + 2h·c·(1/mA + 1/mB) of the link alone.
    alone: f64,
    /// The same for all springs at the node with the greatest sum.
    reached: f64,
    /// Longest step that is certainly stable.
    longest: f64,
}

/// Requirement of a part whose own springs allow the step, if its links do not.
fn need(level: &Level, group: &JoinedGroup, part: &JoinedPart) -> Option<LinkNeed> {
    let (limit, h, gas) = (limit(&level.world), step(&level.world), group.gas_stiffness(part));
    let best = |rows: [&[Row]; 2]| {
        let both = rows.map(|rows| tightest(rows, gas, limit));
        let [Some(first), Some(second)] = both else { return None };
        Some(if first.1 >= second.1 { (0, first.0, first.1) } else { (1, second.0, second.1) })
    };
    let own = group.own_rows(part);
    let (_, _, own_longest) = best([&own[0], &own[1]])?;
    let rows = group.rows(part);
    let (variant, node, longest) = best([&rows[0], &rows[1]])?;
    if h < longest || h >= own_longest {
        return None;
    }
    let row = rows[variant][node];
    let reached = h * h * (row.stiffness + gas) + 2.0 * h * row.damping;
    // Infinity times zero.
    let bounded = |number: f64| if number.is_nan() { f64::INFINITY } else { number };
    let (link, alone) = group.worst_link(part, h)?;
    let (alone, reached) = (bounded(alone), bounded(reached));
    Some(LinkNeed { link, alone, reached, longest })
}

/// The most demanding part of a group.
fn worst(level: &Level, group: &JoinedGroup) -> Option<LinkNeed> {
    let needs = group.parts.iter().filter_map(|part| need(level, group, part));
    needs.min_by(|a, b| a.longest.total_cmp(&b.longest))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if level.world.integrator == Integrator::ExplicitEuler || level.links.is_empty() {
        return;
    }
    let world = &level.world;
    for group in groups(level) {
        let Some(need) = worst(level, &group) else { continue };
        let certain = group.certain(step(world));
        let is_certain = certain > limit(world);
        let (severity, verb, reached) = match is_certain {
            true => (Severity::Error, "reaches", certain),
            false => (Severity::Warning, "may reach", need.reached),
        };
        let link = &level.links[need.link];
        let who = tell::sentence(tell::link(level, need.link));
        let mut message = format!(
            "{who} between {} has h²·k·(1/mA + 1/mB) + 2h·c·(1/mA + 1/mB) = {}; with the springs around it the sum {verb} {}, the \
                limit is {}",
            tell::link_ends(level, link),
            tell::num(need.alone),
            tell::num(reached),
            tell::num(limit(world))
        );
        let enough = substeps(world, need.longest);
        if let Some(enough) = enough {
            message += &format!("; {enough} substeps are enough, the level has {}", world.substeps);
        }
        let found = finding(RULE.id, severity, vec![Place::Link(need.link), Place::World], message);
        findings.push(match enough {
            Some(enough) => found.with_fix(format!("Use {enough} substeps")),
            None => found,
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let link = *joints::of_finding(level, finding).first().ok_or("the link is no longer there")?;
    let needs = groups(level).iter().filter_map(|group| worst(level, group)).collect::<Vec<_>>();
    let need = needs.into_iter().find(|need| need.link == link).ok_or("the step is short enough")?;
    let enough = substeps(&level.world, need.longest).ok_or("it would need too many substeps")?;
    level.world.substeps = enough;
    Ok(format!("set {enough} substeps"))
}
