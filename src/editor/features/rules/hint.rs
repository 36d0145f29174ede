//! Tooltip of an edge-choice map: the verdict of a rule at the point under the pointer.

use crate::debugger::why;
use crate::editor::theme;
use crate::editor::widgets::short;
use crate::engine::contact::{EdgeAt, Setting};
use crate::engine::trace::{ContactTrace, Verdict};
use crate::picture::{Palette, edge_map};
use egui::{Color32, CornerRadius, Grid, Label, RichText, Sense, Ui, vec2};

/// Maximum number of edge rows.
pub const ROWS: usize = 5;
const SWATCH: f32 = 10.0;

/// Shows the rule, the parity, the edges with their outcome, and the choices of the other rules.
pub fn show(ui: &mut Ui, setting: Setting, contact: &ContactTrace, palette: &Palette) {
    // Without controls, rows need only the height of the text.
    (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (2.0, 15.0);
    let crossings = contact.crossings().len();
    let weak = ui.visuals().weak_text_color();
    ui.horizontal(|ui| {
        ui.label(RichText::new(setting.title()).strong());
        ui.label(RichText::new(format!("at {}", why::vector(contact.point))).color(weak));
    });
    ui.label(RichText::new(format!("Ray to the left: {}", why::parity_words(crossings))).color(weak));
    if crossings.is_multiple_of(2) {
        return;
    }
    if contact.chosen.is_none() {
        ui.label(
            RichText::new("No edge is eligible: nothing pushes a node out here").color(theme::color(palette.error)),
        );
    }
    let rows = why::rows(contact);
    Grid::new("rule hint").num_columns(3).spacing([10.0, 1.0]).show(ui, |ui| {
        for row in rows.iter().take(ROWS) {
            let candidate = row.candidate;
            let is_winner = candidate.verdict == Verdict::Chosen;
            let color = edge_map::color(palette, EdgeAt::Edge(candidate.edge), contact.candidates.len());
            let emphasis = |text: RichText| if is_winner { text.strong() } else { text };
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                swatch(ui, theme::color(color));
                ui.label(emphasis(RichText::new(format!("edge {}", candidate.edge))));
            });
            let distance = candidate.distance.map_or("-".to_owned(), short);
            ui.label(emphasis(RichText::new(distance).monospace()));
            ui.label(emphasis(RichText::new(why::reason(contact, candidate))));
            ui.end_row();
        }
    });
    if rows.len() > ROWS {
        ui.label(RichText::new(format!("and {} more edges", rows.len() - ROWS)).color(weak));
    }
    if let Some(text) = others(setting, contact) {
        ui.add(Label::new(RichText::new(text).color(weak)).wrap());
    }
}

fn swatch(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(SWATCH, SWATCH), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(2), color);
}

/// The choices of the other rules, grouped by result.
fn others(setting: Setting, contact: &ContactTrace) -> Option<String> {
    let rules = contact.rules?;
    let mut answers: Vec<(Option<usize>, Vec<&str>)> = Vec::new();
    for (other, edge) in
        Setting::ALL.iter().zip(rules).filter(|(other, edge)| **other != setting && *edge != contact.chosen)
    {
        match answers.iter_mut().find(|(known, _)| *known == edge) {
            Some((_, titles)) => titles.push(other.title()),
            None => answers.push((edge, vec![other.title()])),
        }
    }
    if answers.is_empty() {
        return Some("All other rules choose the same.".to_owned());
    }
    let words = answers.into_iter().map(|(edge, titles)| {
        let edge = edge.map_or("no edge".to_owned(), |edge| format!("edge {edge}"));
        format!("{edge} by {}", titles.join(", "))
    });
    Some(format!("Other rules: {}.", words.collect::<Vec<_>>().join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::World;
    use crate::engine::contact::Approach;
    use crate::geometry::DVec2;
    use crate::level::{Body, EdgeChoice, Level, Node};

    #[test]
    fn others_group_rules_with_the_same_result() {
        // A square of side 4; M, near the lower right corner, came from the right.
        let nodes = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Node::at).to_vec();
        let body = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]], ..Body::default() };
        let world = World::new(&Level { bodies: vec![body], ..Level::default() }).unwrap();
        let approach = Approach { barycentre: DVec2::new(7.0, 2.0), way: DVec2::new(-3.0, 0.0) };
        let setting = |choice| Setting { choice, barycentre_rule: false };
        let said = |choice| {
            let shown = world.explain_at(0, DVec2::new(3.5, 0.25), setting(choice), &approach).unwrap();
            others(setting(choice), &shown).unwrap()
        };
        assert_eq!(
            said(EdgeChoice::Distance),
            "Other rules: edge 1 by Projection + G, Wedge 45° + G, Distance + G, Entry edge, Entry edge + G."
        );
        assert_eq!(said(EdgeChoice::EntryEdge), "Other rules: edge 0 by Projection, Wedge 45°, Distance.");
    }
}
