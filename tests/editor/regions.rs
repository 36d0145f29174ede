//! Layout of the window as drawn: regions, widgets with the part that their panel shows, and drawn words with their clip
//! rectangles. Nothing here depends on where a bar is expected to be.

use super::window::Window;
use egui::accesskit::Role;
use egui::epaint::Shape;
use egui::{LayerId, Order, Rangef, Rect};
use egui_kittest::kittest::NodeT;
use std::collections::BTreeMap;

/// Rounding to pixels, in points.
const ROUNDING: f32 = 0.6;
/// Margin that the harness leaves around what is drawn in it, in points; the window has none.
pub const MARGIN: f32 = 8.0;
/// Regions whose controls stand in rows: each control and word is wholly visible.
const BARS: [&str; 10] =
    ["menu", "toolbar", "banner", "toolbox", "tool row", "timeline", "phases", "tabs", "side tabs", "status"];
/// Rows of tabs within their panels.
const WITHIN: [&str; 2] = ["tabs", "side tabs"];

/// A control or drawn text.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub name: String,
    pub rect: Rect,
    /// The part that is not clipped; negative if scrolled out of sight.
    pub visible: Rect,
    /// Height of the middle of its line.
    pub middle: f32,
    /// True of words that end in “…” for want of room.
    pub is_shortened: bool,
}

impl Drawn {
    fn is_visible(&self) -> bool {
        self.visible.width() > ROUNDING && self.visible.height() > ROUNDING
    }

    pub fn is_cut(&self) -> bool {
        !self.visible.expand(ROUNDING).contains_rect(self.rect)
    }
}

/// Panels, tool row and canvas.
pub fn regions(window: &Window) -> Vec<(&'static str, Rect)> {
    blobsmith::editor::regions::all(&window.harness.ctx)
}

pub fn region(window: &Window, name: &str) -> Rect {
    let found = regions(window).into_iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no {name}")).1
}

/// Controls and words of the panels that are at least partly visible, from the widgets of the last picture.
pub fn controls(window: &Window) -> Vec<Drawn> {
    let all = all_controls(window).into_iter();
    let of_panels = all.filter(|(layer, _)| layer.order == Order::Background).map(|(_, drawn)| drawn);
    of_panels.filter(Drawn::is_visible).collect()
}

/// Controls and words of open menus (`Order::Foreground`) or windows (`Order::Middle`), those that are scrolled out of
/// sight too.
pub fn controls_above(window: &Window, order: Order) -> Vec<Drawn> {
    all_controls(window).into_iter().filter(|(layer, _)| layer.order == order).map(|(_, drawn)| drawn).collect()
}

/// Controls and words of panels with their middle between two heights, also outside the visible part of their panel.
pub fn controls_in_lines(window: &Window, y: Rangef) -> Vec<Drawn> {
    let all = all_controls(window).into_iter().filter(|(layer, _)| layer.order == Order::Background);
    all.map(|(_, drawn)| drawn).filter(|drawn| y.contains(drawn.middle)).collect()
}

fn all_controls(window: &Window) -> Vec<(LayerId, Drawn)> {
    let roles = [
        Role::Button,
        Role::CheckBox,
        Role::ComboBox,
        Role::Slider,
        Role::SpinButton,
        Role::TextInput,
        Role::Label,
        Role::RadioButton,
    ];
    let widgets: BTreeMap<_, _> = window.harness.ctx.viewport(|state| {
        let all = state.prev_pass.widgets.layers().flat_map(|(_, rects)| rects);
        all.map(|widget| (widget.id.accesskit_id(), *widget)).collect()
    });
    let all = window.harness.root().children_recursive();
    let drawn = all.filter(|node| roles.contains(&node.accesskit_node().role())).filter_map(|node| {
        let found = node.accesskit_node();
        let widget = widgets.get(&found.locate().0)?;
        let name = found.label().or_else(|| found.value()).unwrap_or_default();
        let name = format!("{:?} {name}", found.role());
        let middle = widget.rect.center().y;
        Some((
            widget.layer_id,
            Drawn { name, rect: widget.rect, visible: widget.interact_rect, middle, is_shortened: false },
        ))
    });
    drawn.collect()
}

/// Words that are painted, at least partly, with the clip rectangle of their painter.
pub fn words(window: &Window) -> Vec<Drawn> {
    let mut found = Vec::new();
    for clipped in &window.harness.output().shapes {
        collect(&clipped.shape, clipped.clip_rect, &mut found);
    }
    found.retain(Drawn::is_visible);
    found
}

fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Drawn>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
        Shape::Text(text) => {
            let rect = text.visual_bounding_rect();
            let is_empty = text.galley.text().trim().is_empty() || !rect.is_positive();
            let name = format!("“{}”", text.galley.text());
            found.extend((!is_empty).then(|| Drawn {
                name,
                rect,
                visible: rect.intersect(clip),
                middle: text.pos.y + 0.5 * text.galley.size().y,
                is_shortened: text.galley.elided,
            }));
        }
        _ => {}
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    let shared = a.intersect(b);
    shared.width() > ROUNDING && shared.height() > ROUNDING
}

/// Regions lie within the window, cover it, and share no area.
fn assert_regions(window: &Window, when: &str) {
    let screen = window.harness.ctx.content_rect();
    let mut regions = regions(window);
    regions.retain(|(name, _)| !WITHIN.contains(name));
    for (i, (name, rect)) in regions.iter().enumerate() {
        assert!(screen.expand(ROUNDING).contains_rect(*rect), "{when}: the {name} is outside: {rect} of {screen}");
        assert!(rect.is_positive(), "{when}: the {name} has no area: {rect}");
        for (other, other_rect) in &regions[..i] {
            assert!(!overlap(*rect, *other_rect), "{when}: {name} {rect} and {other} {other_rect} overlap");
        }
    }
    let whole = screen.shrink(MARGIN);
    let covered: f32 = regions.iter().map(|(_, rect)| rect.area()).sum();
    assert!((covered / whole.area() - 1.0).abs() < 0.01, "{when}: regions cover {covered} of {}", whole.area());
}

/// Every control and word of the bars is wholly visible within its bar, and no two of them share area.
pub fn assert_in_order(window: &Window, when: &str) {
    assert_regions(window, when);
    let (controls, words) = (controls(window), words(window));
    for (bar, area) in rows(window) {
        for (kind, all) in [("control", &controls), ("words", &words)] {
            let own: Vec<&Drawn> = all.iter().filter(|drawn| area.contains(drawn.visible.center())).collect();
            assert!(!own.is_empty() || bar == "toolbox", "{when}: no {kind} in the {bar}");
            for (i, a) in own.iter().enumerate() {
                let Drawn { name, rect, visible, .. } = a;
                // The strip of phases scrolls sideways.
                let scrolls = bar == "phases";
                assert!(
                    scrolls || !a.is_cut(),
                    "{when}: {name} of the {bar} is cut: {rect}, of which {visible} is visible"
                );
                let is_within = scrolls || area.expand(ROUNDING).contains_rect(*rect);
                assert!(is_within, "{when}: {name} {rect} is beyond the {bar} {area}");
                for b in &own[..i] {
                    // Bookmarks stand on the timeline.
                    let is_on_timeline = [name, &b.name].iter().any(|name| *name == "Slider Timeline");
                    let is_apart = is_on_timeline || !overlap(*rect, b.rect);
                    assert!(is_apart, "{when}: {name} {rect} and {} {} of the {bar} overlap", b.name, b.rect);
                }
            }
        }
    }
    assert_panel_widths(window, &controls, when);
}

/// Regions whose controls stand in rows.
fn rows(window: &Window) -> Vec<(&'static str, Rect)> {
    regions(window).into_iter().filter(|(name, _)| BARS.contains(name)).collect()
}

/// Panels that scroll up and down show the whole width of what is in sight.
fn assert_panel_widths(window: &Window, controls: &[Drawn], when: &str) {
    for (panel, area) in regions(window).into_iter().filter(|(name, _)| *name == "side") {
        for Drawn { name, rect, visible, .. } in controls.iter().filter(|drawn| area.contains(drawn.visible.center())) {
            let is_whole = rect.right() <= visible.right() + ROUNDING && rect.left() >= visible.left() - ROUNDING;
            assert!(is_whole, "{when}: {name} of the {panel} panel is cut at its side: {rect}, visible {visible}");
        }
    }
}

/// The words of a bar stand on one line, in its middle.
pub fn assert_one_line(window: &Window, bar: &str, when: &str) {
    let area = region(window, bar);
    for Drawn { name, middle, .. } in words(window).iter().filter(|drawn| area.contains(drawn.visible.center())) {
        let offset = middle - area.center().y;
        assert!(offset.abs() <= 1.5, "{when}: {name} stands {offset} beside the middle of the {bar} {area}");
    }
}
