//! Connects nodes by springs: one by one, in chains, or all within a radius.

use super::chain::{Chain, Connection};
use super::nodes;
use super::{Pointer, Press, Tool, ToolEntry, plain, sketch};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::mirror::axis_in;
use crate::editor::stage::Stage;
use crate::editor::widgets::{self, Number, short};
use crate::geometry::DVec2;
use crate::level::edit::Made;
use crate::level::edit::symmetry::{NewLink, neighbours_both};
use crate::level::shapes::Material;
use crate::level::{LinkKind, Place, Spring};
use egui::{CursorIcon, Key, Painter, Stroke, Ui};
use std::collections::BTreeMap;

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "spring",
    title: "Spring",
    explanation: "Connects two nodes, of one body or of two, discs, or with Ctrl a fixed point by a spring of the drawn \
                  length: drag, or click from one to the next. Or connects all selected nodes within a radius.",
    icon: Icon("wave-sine"),
    keys: plain(Key::S),
    draws: true,
    overlays: &[],
    make: || Box::new(SpringTool { chain: Chain::of("spring"), previews: false }),
};

struct SpringTool {
    chain: Chain,
    /// Whether connections within the radius are previewed, while the pointer is over their controls.
    previews: bool,
}

/// Maximum number of previewed lines.
const MOST: usize = 4000;

/// Selected nodes by body; all masses of selected bodies.
fn chosen(stage: &Stage) -> BTreeMap<usize, Vec<usize>> {
    let mut chosen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &place in stage.selection.iter() {
        match place {
            Place::Node(body, node) => chosen.entry(body).or_default().push(node),
            _ => {
                if let Some(body) = place.body() {
                    let count = stage.level.bodies.get(body).map_or(0, |parts| parts.nodes.len());
                    chosen.insert(body, (0..count).collect());
                }
            }
        }
    }
    for (&body, list) in &mut chosen {
        list.retain(|&node| nodes::is_mass(stage.level, body, node));
    }
    chosen.retain(|_, list| list.len() > 1);
    chosen
}

/// A spring with the current options.
fn like(stage: &Stage) -> Spring {
    let (options, usual) = (stage.options, Material::under(stage.level.world.gravity));
    let stiffness = options.spring_stiffness.unwrap_or(usual.stiffness);
    Spring { a: 0, b: 0, rest_length: 1.0, stiffness, damping: options.spring_damping.unwrap_or(usual.damping) }
}

/// Connects the selected nodes within the radius.
fn connect(stage: &Stage) -> Option<Action> {
    let chosen = chosen(stage);
    let (radius, like) = (stage.options.radius, like(stage));
    if chosen.is_empty() {
        return None;
    }
    let x = stage.mirror;
    let label = format!("Connect nodes within {}", short(radius));
    Some(Action::Edit(Edit::making(label, move |level| {
        let mut done = Made::default();
        let mut refused = None;
        for (body, list) in chosen {
            let axis = axis_in(level, x);
            match neighbours_both(level, body, &list, radius, Some(&like), axis) {
                Ok(made) => done.places.extend(made.places),
                Err(reason) => refused = Some(reason),
            }
        }
        match (done.places.len(), refused) {
            (0, Some(reason)) => Err(reason),
            (1, _) => Ok(done.saying("1 spring")),
            (count, _) => Ok(done.saying(format!("{count} springs"))),
        }
    })))
}

impl Tool for SpringTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let connection = || {
            let Spring { rest_length, stiffness, damping, .. } = like(stage);
            let across = LinkKind::Spring { rest_length, stiffness, damping };
            Connection { within: Some(NewLink::Spring(Some(like(stage)))), across }
        };
        self.chain.update(stage, pointer, connection, out);
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        let idle = match chosen(stage).is_empty() {
            true => {
                "Drag from node to node or disc, or click from one to the next; Ctrl: a fixed point; A places nodes"
            }
            false => "Drag from node to node; Enter connects the selected nodes within the radius",
        };
        self.chain.hint(stage, pointer).unwrap_or_else(|| idle.to_owned())
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        Chain::cursor(stage, pointer)
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.chain.paint(stage, painter);
        if !self.previews {
            return;
        }
        let radius = stage.options.radius;
        let mut lines = 0;
        for (&body, list) in &chosen(stage) {
            let at: Vec<DVec2> = list.iter().map(|&node| nodes::position(stage, (body, node))).collect();
            // The first nodes are enough to judge the radius.
            for (i, &a) in at.iter().enumerate().take(MOST / 4) {
                for &b in &at[i + 1..] {
                    if lines < MOST && a.distance(b) <= radius {
                        sketch::dashed(stage, painter, a, b);
                        lines += 1;
                    }
                }
            }
        }
        let first = chosen(stage).into_iter().next().map(|(body, list)| nodes::position(stage, (body, list[0])));
        let around = self.chain.at.or(first);
        if let Some(at) = around {
            let radius_px = ((radius * stage.viewport.scale) as f32).min(1e4);
            painter.circle_stroke(stage.paintable(at), radius_px, Stroke::new(1.2, sketch::guide_tint(stage)));
        }
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let (options, Spring { stiffness, damping, .. }) = (stage.options, like(stage));
        ui.label("Stiffness").on_hover_text("Force per length of new springs");
        if let Some(stiffness) = widgets::number(ui, "Stiffness of new springs", stiffness, Number::POSITIVE) {
            out.push(Action::prefer(move |settings| settings.tools.spring_stiffness = Some(stiffness)));
        }
        ui.label("Damping").on_hover_text("Force per velocity along new springs");
        if let Some(damping) = widgets::number(ui, "Damping of new springs", damping, Number::POSITIVE) {
            out.push(Action::prefer(move |settings| settings.tools.spring_damping = Some(damping)));
        }
        Chain::options(stage, ui, out);
        ui.separator();
        let left = ui.cursor().left();
        let is_possible = !chosen(stage).is_empty();
        let tip = "Connects selected nodes, or nodes of selected bodies, up to this distance  (Enter)";
        let name = "Connect nodes within";
        if widgets::icon_button(ui, Icon("share-network"), name, tip, is_possible, false).clicked() {
            out.extend(connect(stage));
        }
        ui.label("within").on_hover_text("Greatest distance of two nodes to connect, in level units");
        if let Some(radius) = widgets::number(ui, "Radius of neighbours", options.radius, Number::MORE_THAN_ZERO) {
            out.push(Action::prefer(move |settings| settings.tools.radius = radius));
        }
        let mut area = ui.min_rect();
        area.min.x = left;
        let is_edited = ui.ctx().text_edit_focused() || ui.input(|i| i.pointer.any_down());
        self.previews = ui.rect_contains_pointer(area) || (self.previews && is_edited);
    }

    fn claims(&self, press: Press) -> bool {
        match press {
            Press::Enter => true,
            Press::Escape => self.chain.is_begun(),
            _ => false,
        }
    }

    fn press(&mut self, stage: &Stage, press: Press, out: &mut Vec<Action>) {
        if !self.chain.is_begun() && press == Press::Enter {
            let made = connect(stage);
            let help = || Action::Refuse("Select nodes or a body first, to connect nodes within the radius".to_owned());
            out.push(made.unwrap_or_else(help));
        }
        self.chain.end();
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.chain.end();
    }
}
