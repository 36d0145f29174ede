//! Joins two parts by a pin joint (a link of kind `Pin`): both ends are moved to their common point.

use super::chain::{self, Chain, Connection};
use super::{Pointer, Press, Tool, ToolEntry, plain_shift};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::level::{LinkEnd, LinkKind};
use egui::{CursorIcon, Key, Painter, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "pin-joint",
    title: "Pin joint",
    explanation: "Joins two parts at one point, about which they turn: click where a node or disc lies on another, or \
                  drag from one to the other. With Ctrl: to a fixed point.",
    icon: Icon("link"),
    keys: plain_shift(Key::Q),
    draws: true,
    overlays: &[],
    make: || Box::new(PinJointTool { chain: Chain::of("pin joint") }),
};

/// Distance within which two ends count as one place, in points.
const REACH: f64 = 10.0;

struct PinJointTool {
    chain: Chain,
}

/// The two ends at a point that a click joins: of different bodies and discs, and not joined yet.
fn ends_under(stage: &Stage, pointer: &Pointer) -> Option<[LinkEnd; 2]> {
    let near = chain::ends_near(stage, pointer.at?, stage.near(REACH));
    let is_joined = |a: LinkEnd, b: LinkEnd| {
        let joins = |ends: [LinkEnd; 2]| ends == [a, b] || ends == [b, a];
        stage.level.links.iter().any(|link| link.kind == LinkKind::Pin && joins([link.a, link.b]))
    };
    let pairs = near.iter().enumerate().flat_map(|(i, &a)| near[i + 1..].iter().map(move |&b| [a, b]));
    pairs.into_iter().find(|&[a, b]| !is_joined(a, b))
}

impl Tool for PinJointTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        if let (Some(_), false, Some(ends)) = (pointer.clicked, self.chain.is_begun(), ends_under(stage, pointer)) {
            out.push(Action::Edit(chain::joining(stage, "Pin joint".to_owned(), ends, LinkKind::Pin)));
            return;
        }
        self.chain.update(stage, pointer, || Connection { within: None, across: LinkKind::Pin }, out);
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        if let (false, Some(_)) = (self.chain.is_begun(), ends_under(stage, pointer)) {
            return "Click to join the two parts that meet here by a pin joint".to_owned();
        }
        let idle =
            || "Click where two parts meet, or drag from a node or disc to another; Ctrl: a fixed point".to_owned();
        self.chain.hint(stage, pointer).unwrap_or_else(idle)
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        Chain::cursor(stage, pointer)
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.chain.paint(stage, painter);
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        Chain::options(stage, ui, out);
    }

    fn claims(&self, press: Press) -> bool {
        matches!(press, Press::Enter | Press::Escape) && self.chain.is_begun()
    }

    fn press(&mut self, _: &Stage, _: Press, out: &mut Vec<Action>) {
        self.cancel(out);
    }

    fn cancel(&mut self, _: &mut Vec<Action>) {
        self.chain.end();
    }
}
