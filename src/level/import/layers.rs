//! Overlapping shapes: refused, united to their silhouette, or cut to their visible parts.

use super::options::{Layers, refusal};
use super::sketch::{Drawn, area_of};
use super::svg::grown;
use crate::geometry::{Aabb, BoxTree};
use crate::level::format::FormatError;
use crate::level::mesh::DrawnOutline;
use crate::level::mesh::overlay::overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use std::ops::ControlFlow;

/// Minimum shared area of overlapping shapes, as a fraction of the squared spacing.
const SHARED: f64 = 0.01;
/// Gap between separated bodies, in spacings.
const GAP: f64 = 0.06;
/// Minimum area of the remainder of a shape, as a fraction of the squared spacing.
const LEFT: f64 = 0.02;
/// Maximum number of edge comparisons, all pairs together.
const MOST_EDGES: usize = 4_000_000;
/// Maximum number of shape pairs with overlapping boxes.
const MOST_PAIRS: usize = 100_000;

/// End of the message for shapes that overlap.
pub const CHOICE: &str =
    "choose whether overlapping shapes become one silhouette, or separate bodies cut to what is visible of them";

/// Shapes without overlap, in their order.
pub struct Resolved {
    /// The shapes.
    pub drawn: Vec<Drawn>,
    /// Shapes of which nothing is left.
    pub hidden: Vec<String>,
}

impl Resolved {
    /// Adds what is left of a shape.
    fn add(&mut self, own: &Drawn, left: Vec<Drawn>) {
        if left.is_empty() {
            self.hidden.push(label(own));
        }
        self.drawn.extend(left);
    }

    /// A sentence about what is hidden.
    pub fn remark(&self) -> Option<String> {
        let (first, rest) = self.hidden.split_first()?;
        let others = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        Some(format!("shapes that others hide: {first}{others} left out"))
    }
}

/// Returns the shapes of a drawing without overlap.
///
/// # Errors
/// At the first shape that overlaps another, unless `layers` separates them; and if there are too many.
pub fn resolve(drawn: Vec<Drawn>, layers: Layers, spacing: f64) -> Result<Resolved, FormatError> {
    let pairs = overlapping(&drawn, spacing)?;
    let Some(&(first, second)) = pairs.first() else { return Ok(Resolved { drawn, hidden: Vec::new() }) };
    match layers {
        Layers::Refuse => {
            let (own, other) = (&drawn[second], label(&drawn[first]));
            let named = label(own);
            let more = if pairs.len() > 1 { format!(" ({} overlaps in all)", pairs.len()) } else { String::new() };
            let reason = format!("{named} overlaps {other}{more}: {CHOICE}");
            // The label of a shape without name is its place.
            Err(refusal(if own.name.is_empty() { "" } else { &own.place }, reason))
        }
        Layers::Silhouette => Ok(silhouettes(&drawn, &pairs, spacing)),
        Layers::Separate => Ok(separate(&drawn, &pairs, spacing)),
    }
}

fn label(drawn: &Drawn) -> String {
    match (drawn.name.as_str(), drawn.place.as_str()) {
        ("", "") => "a shape".to_owned(),
        ("", place) => place.to_owned(),
        (name, _) => format!("“{name}”"),
    }
}

/// Pairs that share area, ascending; overlap of two fixed shapes is ignored.
fn overlapping(drawn: &[Drawn], spacing: f64) -> Result<Vec<(usize, usize)>, FormatError> {
    let tree = BoxTree::new(drawn.iter().map(|drawn| Aabb::around(drawn.outline.outer.iter().copied())).collect());
    let mut near = Vec::new();
    let mut edges = MOST_EDGES;
    let count = |outline: &DrawnOutline| outline.outer.len() + outline.holes.iter().map(Vec::len).sum::<usize>();
    let is_bearable = tree.visit_pairs(|i, j| {
        if !drawn[i].is_soft && !drawn[j].is_soft {
            return ControlFlow::Continue(());
        }
        near.push((i.min(j), i.max(j)));
        let both = count(&drawn[i].outline) + count(&drawn[j].outline);
        match edges.checked_sub(both) {
            Some(left) if near.len() <= MOST_PAIRS => {
                edges = left;
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        }
    });
    if is_bearable.is_break() {
        return Err(refusal("", "too many shapes overlap: join them in the drawing program first"));
    }
    near.sort_unstable();
    near.retain(|&(i, j)| {
        let shared = overlay(&[&drawn[i].outline], &[&drawn[j].outline], OverlayRule::Intersect);
        shared.iter().map(area_of).sum::<f64>() > SHARED * spacing * spacing
    });
    Ok(near)
}

/// Unites overlapping soft shapes, with the name and colour of the largest; decor is subtracted.
fn silhouettes(drawn: &[Drawn], pairs: &[(usize, usize)], spacing: f64) -> Resolved {
    let mut group: Vec<usize> = (0..drawn.len()).collect();
    for &(i, j) in pairs.iter().filter(|&&(i, j)| drawn[i].is_soft && drawn[j].is_soft) {
        let (a, b) = (group[i].min(group[j]), group[i].max(group[j]));
        group.iter_mut().filter(|of| **of == b).for_each(|of| *of = a);
    }
    let mut made = Resolved { drawn: Vec::new(), hidden: Vec::new() };
    for first in 0..drawn.len() {
        let members: Vec<usize> = (first..drawn.len()).filter(|&i| group[i] == first).collect();
        let Some(&model) =
            members.iter().max_by(|&&i, &&j| area_of(&drawn[i].outline).total_cmp(&area_of(&drawn[j].outline)))
        else {
            continue;
        };
        let outlines: Vec<&DrawnOutline> = members.iter().map(|&i| &drawn[i].outline).collect();
        let joined =
            if members.len() > 1 { overlay(&outlines, &[], OverlayRule::Subject) } else { vec![outlines[0].clone()] };
        let decor = members.iter().flat_map(|&i| beside(pairs, i)).filter(|&i| !drawn[i].is_soft);
        made.add(&drawn[model], cut(&drawn[model], joined, decor.map(|i| &drawn[i]), spacing));
    }
    made
}

/// Returns each shape without the parts hidden by shapes above it, and without decor.
fn separate(drawn: &[Drawn], pairs: &[(usize, usize)], spacing: f64) -> Resolved {
    let mut made = Resolved { drawn: Vec::new(), hidden: Vec::new() };
    for (i, own) in drawn.iter().enumerate() {
        let hides = |j: &usize| own.is_soft && (!drawn[*j].is_soft || *j > i);
        let above: Vec<usize> = beside(pairs, i).filter(hides).collect();
        made.add(own, cut(own, vec![own.outline.clone()], above.into_iter().map(|j| &drawn[j]), spacing));
    }
    made
}

/// Those that overlap shape `i`.
fn beside(pairs: &[(usize, usize)], i: usize) -> impl Iterator<Item = usize> {
    pairs.iter().filter(move |(a, b)| *a == i || *b == i).map(move |&(a, b)| if a == i { b } else { a })
}

/// Subtracts the other shapes and a gap around them from outlines; the results copy the properties of `model`.
fn cut<'a>(
    model: &Drawn,
    outlines: Vec<DrawnOutline>,
    away: impl Iterator<Item = &'a Drawn>,
    spacing: f64,
) -> Vec<Drawn> {
    let away: Vec<DrawnOutline> = away.flat_map(|drawn| grown(&drawn.outline, GAP * spacing)).collect();
    let mut left = outlines;
    if !away.is_empty() {
        left = overlay(&left.iter().collect::<Vec<_>>(), &away.iter().collect::<Vec<_>>(), OverlayRule::Difference);
        left.retain(|outline| area_of(outline) > LEFT * spacing * spacing);
    }
    let count = left.len();
    let named = |(i, outline): (usize, DrawnOutline)| {
        let name =
            if count > 1 { format!("{} {}", model.name, i + 1).trim_start().to_owned() } else { model.name.clone() };
        Drawn { name, outline, ..model.clone() }
    };
    left.into_iter().enumerate().map(named).collect()
}
