//! Properties of links.

use super::field::PropertyGroup;
use super::node::{self, now};
use crate::debugger::probes::Scope;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::tools::{counted, describe, gone};
use crate::editor::widgets::{self, form};
use crate::geometry::DVec2;
use crate::level::edit::{links, rest};
use crate::level::fields::parts;
use crate::level::{Link, LinkEnd, LinkKind, Place};
use egui::Ui;

const KINDS: [(usize, &str, &str); 3] = [
    (0, "Spring", "Pulls and pushes towards its rest length"),
    (1, "Stick", "Keeps its length"),
    (2, "Pin joint", "Keeps both ends at one point: Pin in the file"),
];

fn kind(link: &Link) -> usize {
    match link.kind {
        LinkKind::Spring { .. } => 0,
        LinkKind::Stick { .. } => 1,
        LinkKind::Pin => 2,
    }
}

/// Changes the kind of links; new lengths are the drawn ones.
fn convert(group: &mut PropertyGroup, kind: usize) {
    let (places, label) = (group.places.to_vec(), format!("Kind of {}", counted(group.level, group.places, "links")));
    group.out.push(Action::Edit(Edit::new(label, move |level| {
        for place in places {
            let Place::Link(index) = place else { continue };
            let link = level.links.get(index).ok_or_else(|| gone(place))?;
            let length = links::drawn_length(level, link).unwrap_or_default();
            let (stiffness, damping) = (parts::LINK_STIFFNESS.usual, parts::LINK_DAMPING.usual);
            let new = match kind {
                0 => LinkKind::Spring {
                    rest_length: length,
                    stiffness: stiffness.unwrap_or_default(),
                    damping: damping.unwrap_or_default(),
                },
                1 if length == 0.0 => {
                    return Err(format!("the ends of {} coincide: a stick has a length", describe(place)));
                }
                1 => LinkKind::Stick { length },
                _ => LinkKind::Pin,
            };
            level.links[index].kind = new;
        }
        Ok(())
    })));
}

/// Draws the properties of links.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    let only = group.only().and_then(|place| match place {
        Place::Link(index) => Some((index, group.level.links.get(index)?)),
        _ => None,
    });
    if let Some((_, link)) = only {
        ends(ui, view, link, group.out);
        group.heading(ui, view);
    }
    form::table(ui, "link", |ui| {
        form::hinted(ui, "Kind", "What the link does. A new kind gets the drawn length");
        let common = group.common(kind);
        if let Some(new) = form::combo_or_mixed(ui, "Kind", common, &KINDS) {
            convert(group, new);
        }
        ui.end_row();
        match common {
            Some(0) => {
                group.number(ui, &parts::LINK_REST_LENGTH);
                group.number(ui, &parts::LINK_STIFFNESS);
                group.number(ui, &parts::LINK_DAMPING);
            }
            Some(1) => group.number(ui, &parts::LINK_LENGTH),
            _ => {}
        }
        let tip = "The bodies and discs that the link joins still collide with each other";
        group.check(ui, ("Collide", tip), |link: &Link| link.collide, |link, collide| link.collide = collide);
    });
    if group.common(kind).is_none() {
        widgets::note(ui, "Lengths are shown only if all selected links have the same kind.");
    }
    let has_length = group.common(kind) != Some(2);
    let tip = "Sets the length, or rest length, to the drawn length";
    let name = "Lengths as drawn";
    if has_length && ui.button(name).on_hover_text(tip).clicked() {
        let (places, label) =
            (group.places.to_vec(), format!("Length of {}", counted(group.level, group.places, "links")));
        group.out.push(Action::Edit(Edit::making(label, move |level| rest::as_drawn(level, &places)).on_both_sides()));
    }
    if let Some((index, link)) = only {
        present(ui, view, index, link);
    }
}

/// Both ends, each selectable.
fn ends(ui: &mut Ui, view: &ViewContext, link: &Link, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        for (words, end) in [("from", link.a), ("to", link.b)] {
            ui.weak(words);
            let Some(place) = links::end_place(end) else {
                if let LinkEnd::Point([x, y]) = end {
                    ui.label(format!("({}, {})", widgets::short(x), widgets::short(y)));
                }
                continue;
            };
            let mut name = describe(place);
            if let Some(body) = place.body() {
                name += &format!(" of {}", view.document.level().body_title(body));
            }
            if ui.link(name).clicked() {
                out.push(Action::Select(vec![place]));
            }
        }
    });
}

/// Present length and what follows from it.
fn present(ui: &mut Ui, view: &ViewContext, index: usize, link: &Link) {
    let at = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => now(view, body, node).map(|(_, at)| at),
        LinkEnd::Disc(disc) => {
            let world = view.run.world();
            (disc < world.layout().discs.count()).then(|| world.disc_position(disc))
        }
        LinkEnd::Point(point) => Some(DVec2::from(point)),
    };
    let (Some(a), Some(b)) = (at(link.a), at(link.b)) else { return };
    let length = a.distance(b);
    widgets::heading(ui, "Now");
    form::table(ui, "link now", |ui| {
        form::number_fact(ui, "Distance", length, &node::length(view));
        match link.kind {
            LinkKind::Spring { rest_length, stiffness, damping } => {
                if rest_length > 0.0 {
                    form::fact(ui, "Strain", format!("{:+.1} %", (length / rest_length - 1.0) * 100.0));
                }
                if index < view.run.world().layout().links.count() {
                    node::tension(ui, view, (Scope::Link, index), [stiffness, damping]);
                }
            }
            LinkKind::Stick { length: wanted } => {
                form::fact(ui, "Error", format!("{:+.3} %", (length / wanted - 1.0) * 100.0));
            }
            LinkKind::Pin => {}
        }
    });
}
