//! Rule: every spring and stick can move at least one node.
//! Sources: 000 §C.2, 002 §3.

use super::support::{body_of, each_body, edit, finding, is_dynamic, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "idle-spring",
    title: "Idle springs",
    explanation: "A spring or stick between two immovable nodes (pinned, or of a fixed or driven body) \
        has no effect. It costs time in every step and suggests that the body is soft.",
    find,
    fix: Some(fix),
};

/// Springs and sticks between immovable nodes, in ascending order.
fn idle(body: &Body) -> (Vec<usize>, Vec<usize>) {
    let is_held = |node: usize| !is_dynamic(body) || body.nodes[node].pinned;
    let are_held = |a: usize, b: usize| is_held(a) && is_held(b);
    let springs = (0..body.springs.len()).filter(|&i| are_held(body.springs[i].a, body.springs[i].b));
    let sticks = (0..body.sticks.len()).filter(|&i| are_held(body.sticks[i].a, body.sticks[i].b));
    (springs.collect(), sticks.collect())
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let (springs, sticks) = idle(body);
        let lists = [("spring", &springs), ("stick", &sticks)];
        let words: Vec<String> = lists.iter().filter(|(_, l)| !l.is_empty()).map(|(n, l)| tell::list(n, l)).collect();
        if words.is_empty() {
            return None;
        }
        let which = words.join(" and ");
        let verb = if springs.len() + sticks.len() == 1 { "joins" } else { "join" };
        let message = format!("In {}, {which} {verb} nodes that nothing can move", tell::body(level, index));
        let places = springs.iter().map(|&spring| Place::Spring(index, spring));
        let places = places.chain(sticks.iter().map(|&stick| Place::Stick(index, stick))).collect();
        Some(finding(RULE.id, Severity::Hint, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let (springs, sticks) = idle(body);
    let count = edit::leave_out(&mut body.springs, &springs) + edit::leave_out(&mut body.sticks, &sticks);
    Ok(format!("removed {}", tell::count(count, "link")))
}
