//! Cuts bodies along a straight line. Hull, springs, sticks and triangles that cross it are cut, both sides are closed
//! along the cut, and disconnected parts become bodies.
//!
//! A cut extends from hull to hull. If a drawn cut ends inside a body, it is extended along its line: a slit would need a
//! hull that touches itself, which no point-in-polygon test can handle (000 §D.1.b).
//!
//! Nodes close to the line are doubled, and the cut bends through them, since cutting a link close to its end would leave a
//! very short and stiff one. A cut that would graze the hull is shifted sideways by a fraction of the node distance. If
//! both sides of a cut remain one body, as in a ring, a small gap separates them.

mod line;
mod pieces;
mod surgery;
#[cfg(test)]
mod tests;

use super::divided;
use super::fill::points;
use super::links::cut_links;
use super::places::{Remap, carry, free_name, push_body};
use super::tracking::number_labels;
use crate::geometry::DVec2;
use crate::level::checks::{self, support::tell};
use crate::level::{Body, Level, Place, Point};
use line::{Line, Seam};
use std::collections::BTreeSet;

/// Result of cutting one body.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Its parts, the one with most of the old nodes first. A single one if the body is still connected, as a ring is.
    pub bodies: Vec<Body>,
    /// Old node of each node of each part; None for nodes that the cut has created. A doubled node is in two parts.
    pub old_nodes: Vec<Vec<Option<usize>>>,
    /// True if the cut was extended because it ended inside.
    pub is_extended: bool,
}

/// Reason why an attempt failed.
enum CutRefusal {
    /// A slightly shifted cut may succeed.
    Grazes(String),
    /// No cut can succeed.
    Unfit(String),
}

/// Sideways shifts of a cut, in typical node distances, in the order in which they are tried.
const SHIFTS: [f64; 5] = [0.0, 0.25, -0.25, 0.5, -0.5];

/// Cuts a body along the segment; None if the segment meets nothing of it.
///
/// # Errors
/// If the segment has no length, the hull is not closed or has the wrong orientation, or the cut grazes the hull too
/// closely.
pub fn cut(body: &Body, from: DVec2, to: DVec2) -> Result<Option<Cut>, String> {
    let at = points(body)?;
    let spacing = spacing(body, &at);
    let mut grazed = None;
    for shift in SHIFTS {
        let line = Line::through(from, to, shift * spacing).ok_or("the cut has no length")?;
        match attempt(body, &at, &line, spacing) {
            // A shifted cut that meets nothing is not the requested cut.
            Ok(None) if grazed.is_some() => {}
            Ok(done) => return Ok(done),
            Err(CutRefusal::Unfit(reason)) => return Err(reason),
            Err(CutRefusal::Grazes(reason)) => drop(grazed.get_or_insert(reason)),
        }
    }
    Err(grazed.unwrap_or_default())
}

fn attempt(body: &Body, at: &[DVec2], line: &Line, spacing: f64) -> Result<Option<Cut>, CutRefusal> {
    let seam = Seam::of(body, at, line, spacing)?;
    if seam.crossings.is_empty() {
        return Ok(None);
    }
    let parted = surgery::part(body, at, &seam, spacing)?;
    let (bodies, old_nodes) = pieces::pieces(body, at, &seam, parted, spacing)?.into_iter().unzip();
    Ok(Some(Cut { bodies, old_nodes, is_extended: seam.is_extended }))
}

/// Median length of links and hull edges; 1 without any.
fn spacing(body: &Body, at: &[DVec2]) -> f64 {
    let links = body.springs.iter().map(|s| (s.a, s.b)).chain(body.sticks.iter().map(|s| (s.a, s.b)));
    let links = links.chain(body.hull.iter().map(|&[a, b]| (a, b)));
    let mut lengths: Vec<f64> = links.map(|(a, b)| at[a].distance(at[b])).filter(|length| *length > 0.0).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

/// Effect of a cut on a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knifed {
    /// The bodies that were cut, and the new ones.
    pub bodies: Vec<usize>,
    /// Description, in one sentence.
    pub said: String,
    /// New places of the parts of the bodies.
    pub remap: Remap,
}

/// Reason if the cut meets nothing and there is no other reason.
pub const MEETS_NONE: &str = "the cut meets no body";

/// Cuts bodies (`only` these, or all if it is empty) along the segment. Parts keep motion and colour. The first part keeps
/// name and index; the others are appended to the level. Links across the cut are removed. If the shorter springs need more substeps, the level gets them.
///
/// # Errors
/// If no body was cut: the obstruction, or that the cut meets no body.
pub fn knife(level: &mut Level, only: &[usize], from: Point, to: Point) -> Result<Knifed, String> {
    let wanted: BTreeSet<usize> =
        if only.is_empty() { (0..level.bodies.len()).collect() } else { only.iter().copied().collect() };
    if let Some(body) = wanted.iter().find(|body| **body >= level.bodies.len()) {
        return Err(format!("{} is not there", Place::Body(*body)));
    }
    let (from, to) = (DVec2::from_array(from), DVec2::from_array(to));
    let (mut refused, mut done) = (Vec::new(), Vec::new());
    for &index in &wanted {
        match cut(&level.bodies[index], from, to) {
            Ok(Some(found)) => done.push((index, found)),
            Ok(None) => {}
            Err(reason) => refused.push(format!("{}: {reason}", tell::body(level, index))),
        }
    }
    let mut changed = level.clone();
    let links = cut_links(&mut changed, &wanted, from, to);
    if done.is_empty() && links > 0 {
        *level = changed;
        return Ok(Knifed { said: format!("{} cut through", tell::count(links, "link")), ..Knifed::default() });
    }
    if done.is_empty() {
        return Err(if refused.is_empty() { MEETS_NONE.to_owned() } else { refused.join("; ") });
    }
    // The remaining links get the new numbers of their nodes after the edit: see `tracked`.
    let kept = std::mem::take(&mut changed.links);
    let mut knifed = put(&mut changed, done, &refused);
    if links > 0 {
        knifed.said += &format!("; {} cut through", tell::count(links, "link"));
    }
    crate::level::format::validate(&changed).map_err(|error| error.to_string())?;
    changed.links = kept;
    *level = changed;
    Ok(knifed)
}

fn put(level: &mut Level, done: Vec<(usize, Cut)>, refused: &[String]) -> Knifed {
    let was_unstable = unstable(level);
    let was_sharp = sharp(level, &done.iter().map(|(index, _)| *index).collect::<Vec<_>>());
    let (count, mut parts) = (done.len(), 0);
    let is_extended = done.iter().any(|(_, cut)| cut.is_extended);
    let (mut bodies, mut remap) = (Vec::new(), Remap::default());
    for (index, found) in done {
        parts += found.bodies.len();
        let old = level.bodies[index].clone();
        let places = put_pieces(level, index, &found);
        remap.parts.append(&mut divided::remap(level, &old, &places, &found.old_nodes).parts);
        bodies.extend(places);
    }
    carry(level, &remap);
    let mut said = format!("{} cut into {}", tell::count(count, "body"), tell::count(parts, "part"));
    if is_extended {
        said += "; extended to the hull, since it ended inside";
    }
    if let Some(substeps) = steady(level, &bodies, &was_unstable) {
        said += &format!("; {substeps} substeps, since the cut springs are stiffer");
    }
    let is_sharp = sharp(level, &bodies);
    if is_sharp > was_sharp {
        said += &format!("; {} with an acute angle: see Problems", tell::count(is_sharp, "part"));
    }
    if !refused.is_empty() {
        said += &format!("; not cut: {}", refused.join("; "));
    }
    Knifed { bodies, said, remap }
}

/// Replaces a body by its largest piece and appends the others; returns the indices of all.
fn put_pieces(level: &mut Level, index: usize, cut: &Cut) -> Vec<usize> {
    let mut places = vec![index];
    let mut pieces = cut.bodies.iter().cloned();
    if let Some(first) = pieces.next() {
        let id = std::mem::take(&mut level.bodies[index].id);
        level.bodies[index] = Body { id, ..first };
        number_labels(&mut level.bodies[index]);
    }
    let colors = level.editor.as_ref().map(|extra| &extra.body_colors);
    let color = colors.and_then(|colors| colors.get(index)).cloned().unwrap_or_default();
    for mut body in pieces {
        number_labels(&mut body);
        body.name = free_name(level, &body.name);
        places.push(push_body(level, body, &color));
    }
    places
}

/// Number of bodies with a corner at which contacts may choose the wrong edge.
fn sharp(level: &Level, bodies: &[usize]) -> usize {
    let Some(rule) = checks::rule("hull-angle") else { return 0 };
    let parts = bodies.iter().filter_map(|&body| level.bodies.get(body).cloned()).collect();
    let mut findings = Vec::new();
    (rule.find)(&Level { world: level.world.clone(), bodies: parts, ..Level::default() }, &mut findings);
    findings.len()
}

/// Bodies for which the step is too long.
pub(super) fn unstable(level: &Level) -> BTreeSet<usize> {
    let mut findings = Vec::new();
    if let Some(rule) = checks::rule("stability") {
        (rule.find)(level, &mut findings);
    }
    findings.iter().filter_map(|finding| finding.places.first().and_then(|place| place.body())).collect()
}

/// Raises the substeps if a cut body needs more and was stable before; returns the new number.
pub(super) fn steady(level: &mut Level, bodies: &[usize], before: &BTreeSet<usize>) -> Option<u32> {
    if bodies.iter().any(|body| before.contains(body)) {
        return None;
    }
    let rule = checks::rule("stability")?;
    let fix = rule.fix?;
    let old = level.world.substeps;
    let mut findings = Vec::new();
    (rule.find)(level, &mut findings);
    for finding in findings {
        let body = finding.places.first().and_then(|place| place.body());
        if body.is_some_and(|body| bodies.contains(&body)) {
            // Fails if the substeps set for an earlier body suffice for this one.
            let _ = fix(level, &finding);
        }
    }
    (level.world.substeps > old).then_some(level.world.substeps)
}
