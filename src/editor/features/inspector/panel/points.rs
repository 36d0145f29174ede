//! A table of points with fields, and buttons that remove and add points.

use crate::editor::icons::Icon;
use crate::editor::widgets::{self, form};
use crate::level::Point;
use egui::{ScrollArea, Ui};

/// Maximum height of the table.
pub const TALLEST: f32 = 230.0;

/// The points and the words about them.
pub struct PointTable<'a> {
    /// The points.
    pub points: &'a [Point],
    /// Maximum number of points that are listed.
    pub most_listed: usize,
    /// Number of points that must stay, and the tooltip that says so.
    pub fewest: (usize, &'a str),
    /// Label of the edit that adds a point.
    pub add: &'a str,
    /// Label of the edit that removes a point.
    pub remove: &'a str,
}

/// An edit of the points.
pub type PointEdit = Box<dyn Fn(&mut Vec<Point>)>;

impl PointTable<'_> {
    /// Draws the table in an area that scrolls; `change` takes the label and the edit.
    pub fn show(&self, ui: &mut Ui, area: ScrollArea, mut change: impl FnMut(&str, PointEdit)) {
        area.max_height(TALLEST).auto_shrink([false, true]).show(ui, |ui| {
            for (index, point) in self.points.iter().enumerate().take(self.most_listed) {
                ui.push_id(("point", index), |ui| ui.horizontal(|ui| self.row(ui, index, *point, &mut change)));
            }
        });
        if self.points.len() > self.most_listed {
            widgets::note(ui, format!("and {} more", self.points.len() - self.most_listed));
        }
        if widgets::text_button(ui, Icon("plus"), "Add a point").clicked() {
            let add = |points: &mut Vec<Point>| {
                let [x, y] = points.last().copied().unwrap_or_default();
                points.push([x + 1.0, y]);
            };
            change(self.add, Box::new(add));
        }
    }

    fn row(&self, ui: &mut Ui, index: usize, point: Point, change: &mut impl FnMut(&str, PointEdit)) {
        ui.add_sized([22.0, 18.0], egui::Label::new(format!("{index}")));
        let name = format!("Point {index}");
        if let Some(new) = form::pair(ui, &name, point) {
            let store = move |points: &mut Vec<Point>| points.get_mut(index).into_iter().for_each(|point| *point = new);
            change(&name, Box::new(store));
        }
        let (fewest, refusal) = self.fewest;
        let may_go = self.points.len() > fewest;
        let tip = if may_go { "Remove the point" } else { refusal };
        let button = format!("Remove point {index}");
        if widgets::icon_button(ui, Icon("minus"), &button, tip, may_go, false).clicked() {
            let remove = move |points: &mut Vec<Point>| {
                if points.len() > fewest && index < points.len() {
                    points.remove(index);
                }
            };
            change(self.remove, Box::new(remove));
        }
    }
}
