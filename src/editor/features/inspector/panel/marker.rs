//! Properties of markers: name, shape and points.

use super::field::PropertyGroup;
use super::points::PointTable;
use crate::editor::context::ViewContext;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::geometry::{Aabb, DVec2};
use crate::level::fields::{NumberField, Range};
use crate::level::{Marker, MarkerShape, Place, Point};
use egui::{ScrollArea, Ui};

/// Maximum number of points that are listed.
const MOST_LISTED: usize = 500;

/// The first or second of the points of a point or rectangle.
fn corner(marker: &Marker, index: usize) -> Point {
    marker.shape.points().get(index).copied().unwrap_or_default()
}

fn set_corner(marker: &mut Marker, index: usize, axis: usize, value: f64) {
    match &mut marker.shape {
        MarkerShape::Point(point) if index == 0 => point[axis] = value,
        MarkerShape::Rect(min, max) => {
            let corner = if index == 0 { &mut *min } else { &mut *max };
            corner[axis] = value;
            marker.shape = MarkerShape::rect(*min, *max);
        }
        _ => {}
    }
}

const fn scalar(
    name: &'static str,
    hint: &'static str,
    get: fn(&Marker) -> f64,
    set: fn(&mut Marker, f64),
) -> NumberField<Marker> {
    NumberField { path: "", name, hint, unit: "length", range: Range::Any, usual: None, get, set }
}

/// The first point as two number fields.
const fn first(x: &'static str, y: &'static str, hint: &'static str) -> [NumberField<Marker>; 2] {
    [
        scalar(x, hint, |marker| corner(marker, 0)[0], |marker, value| set_corner(marker, 0, 0, value)),
        scalar(y, hint, |marker| corner(marker, 0)[1], |marker, value| set_corner(marker, 0, 1, value)),
    ]
}

const fn second(x: &'static str, y: &'static str, hint: &'static str) -> [NumberField<Marker>; 2] {
    [
        scalar(x, hint, |marker| corner(marker, 1)[0], |marker, value| set_corner(marker, 1, 0, value)),
        scalar(y, hint, |marker| corner(marker, 1)[1], |marker, value| set_corner(marker, 1, 1, value)),
    ]
}

fn kind(marker: &Marker) -> usize {
    match marker.shape {
        MarkerShape::Point(_) => 0,
        MarkerShape::Rect(..) => 1,
        MarkerShape::Polygon(_) => 2,
        MarkerShape::Path(_) => 3,
    }
}

/// Converts a marker to another shape at the same place; a point becomes a box of size 1 around it.
fn convert_to(marker: &mut Marker, kind: usize) {
    if self::kind(marker) == kind {
        return;
    }
    let points = marker.shape.points();
    let around = Aabb::around(points.iter().map(|&point| DVec2::from(point)));
    let around = if around.is_empty() { Aabb { min: DVec2::ZERO, max: DVec2::ZERO } } else { around };
    let grow = |size: f64| if size > 0.0 { 0.0 } else { 0.5 };
    let margin = DVec2::new(grow(around.size().x), grow(around.size().y));
    let (min, max) = (around.min - margin, around.max + margin);
    let corners = vec![min.into(), [max.x, min.y], max.into(), [min.x, max.y]];
    marker.shape = match kind {
        0 => MarkerShape::Point(around.center().into()),
        1 => MarkerShape::Rect(min.into(), max.into()),
        2 if points.len() >= 3 => MarkerShape::Polygon(points),
        2 => MarkerShape::Polygon(corners),
        _ if points.len() >= 3 => MarkerShape::Path(points),
        _ => MarkerShape::Path(vec![min.into(), max.into()]),
    };
}

const KINDS: [(usize, &str, &str); 4] = [
    (0, "Point", "A spawn point or target"),
    (1, "Rectangle", "A zone with sides along the axes"),
    (2, "Polygon", "A zone of any shape"),
    (3, "Path", "Points in order, not closed"),
];

/// Draws the properties of markers.
pub fn show(ui: &mut Ui, _: &ViewContext, group: &mut PropertyGroup) {
    form::table(ui, "marker", |ui| {
        group.text(ui, "Name", |marker: &Marker| &marker.name, |marker, name| marker.name = name);
        group.choice(ui, ("Shape", "Shape of the marker. A new shape keeps the place"), &KINDS, kind, convert_to);
        match group.common(kind) {
            Some(0) => {
                let [x, y] = first("Position x", "Position y", "Where the point is.");
                group.vector(ui, "Position", &x, &y);
            }
            Some(1) => {
                let [x, y] = first("Lower left x", "Lower left y", "Lower left corner.");
                group.vector(ui, "Lower left", &x, &y);
                let [x, y] = second("Upper right x", "Upper right y", "Upper right corner.");
                group.vector(ui, "Upper right", &x, &y);
            }
            _ => {}
        }
    });
    match (group.common(kind), group.only()) {
        (Some(2 | 3), Some(Place::Marker(index))) => {
            let level = group.level;
            if let Some(marker) = level.markers.get(index) {
                points(ui, group, &marker.shape);
            }
        }
        (None | Some(2 | 3), _) => widgets::note(ui, "Select a single marker to see its points."),
        _ => {}
    }
}

/// Table of the points of a polygon or path.
fn points(ui: &mut Ui, group: &mut PropertyGroup, shape: &MarkerShape) {
    let (points, fewest) = match shape {
        MarkerShape::Polygon(points) => (points, 3),
        MarkerShape::Path(points) => (points, 2),
        _ => return,
    };
    let table = PointTable {
        points,
        most_listed: MOST_LISTED,
        fewest: (fewest, "No further point can be removed"),
        add: "Add a point",
        remove: "Remove a point",
    };
    let area = ScrollArea::vertical().id_salt("marker points");
    table.show(ui, area, |name, edit| {
        group.change(name, move |marker: &mut Marker| {
            if let MarkerShape::Polygon(points) | MarkerShape::Path(points) = &mut marker.shape {
                edit(points);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Properties;

    #[test]
    fn marker_shape_change_keeps_the_place() {
        let shape = MarkerShape::Point([2.0, 3.0]);
        let (id, name, tags, properties) = (String::new(), String::new(), Vec::new(), Properties::default());
        let mut marker = Marker { id, name, shape, tags, properties };
        convert_to(&mut marker, 1);
        assert_eq!(marker.shape, MarkerShape::Rect([1.5, 2.5], [2.5, 3.5]));
        convert_to(&mut marker, 2);
        assert_eq!(marker.shape, MarkerShape::Polygon(vec![[1.5, 2.5], [2.5, 2.5], [2.5, 3.5], [1.5, 3.5]]));
        convert_to(&mut marker, 3);
        assert_eq!(marker.shape.points().len(), 4);
        convert_to(&mut marker, 0);
        assert_eq!(marker.shape, MarkerShape::Point([2.0, 3.0]));
    }

    #[test]
    fn marker_corner_fields_keep_the_rectangle_upright() {
        let shape = MarkerShape::Rect([0.0, 0.0], [2.0, 1.0]);
        let (id, name, tags, properties) = (String::new(), String::new(), Vec::new(), Properties::default());
        let mut marker = Marker { id, name, shape, tags, properties };
        set_corner(&mut marker, 0, 0, 5.0);
        assert_eq!(marker.shape, MarkerShape::Rect([2.0, 0.0], [5.0, 1.0]));
    }
}
