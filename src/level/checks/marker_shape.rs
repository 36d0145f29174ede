//! Rule: a marker's shape has enough points, and its rectangle an inside.

use super::support::{finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, MarkerShape, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "marker-shape",
    title: "Shape of a marker",
    explanation: "A polygon needs three corners and a path two points; a rectangle is written with its lower left corner first \
        (docs/level-format.md). Otherwise nothing is inside of the marker, and a condition such as inside(\"goal\", body(0)) never holds.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    for (index, marker) in level.markers.iter().enumerate() {
        let fault = match &marker.shape {
            MarkerShape::Polygon(corners) if corners.len() < 3 => {
                format!("is a polygon with {}", tell::count(corners.len(), "corner"))
            }
            MarkerShape::Path(points) if points.len() < 2 => {
                format!("is a path with {}", tell::count(points.len(), "point"))
            }
            MarkerShape::Rect(min, max) if is_reversed(*min, *max) => {
                "is a rectangle whose first corner is not the lower left one".to_owned()
            }
            _ => continue,
        };
        let message = format!("{} {fault}", tell::sentence(tell::marker(level, index)));
        let found = finding(RULE.id, Severity::Warning, vec![Place::Marker(index)], message);
        findings.push(match marker.shape {
            MarkerShape::Rect(..) => found.with_fix("Exchange its coordinates"),
            _ => found,
        });
    }
}

fn is_reversed(min: [f64; 2], max: [f64; 2]) -> bool {
    min[0] > max[0] || min[1] > max[1]
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let Some(&Place::Marker(index)) = finding.places.first() else { return Err("it names no marker".to_owned()) };
    let marker = level.markers.get_mut(index).ok_or("the marker is no longer there")?;
    match &mut marker.shape {
        MarkerShape::Rect(min, max) if is_reversed(*min, *max) => {
            for axis in 0..2 {
                (min[axis], max[axis]) = (min[axis].min(max[axis]), min[axis].max(max[axis]));
            }
            Ok(format!("sorted the corners of marker {index}"))
        }
        _ => Err("the shape has changed since".to_owned()),
    }
}
