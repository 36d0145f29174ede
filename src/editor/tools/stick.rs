//! Connects two nodes by a stick of fixed length.

use super::chain::{Chain, Connection};
use super::{Pointer, Press, Tool, ToolEntry, plain_shift};
use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::level::LinkKind;
use crate::level::edit::symmetry::NewLink;
use egui::{CursorIcon, Key, Painter, Ui};

/// Registration of the tool.
pub const TOOL: ToolEntry = ToolEntry {
    id: "stick",
    title: "Stick",
    explanation: "Connects two nodes, of one body or of two, discs, or with Ctrl a fixed point by a stick that keeps the \
                  drawn length: drag, or click from one to the next.",
    icon: Icon("line-segment"),
    keys: plain_shift(Key::S),
    draws: true,
    overlays: &[],
    make: || Box::new(StickTool { chain: Chain::of("stick") }),
};

struct StickTool {
    chain: Chain,
}

impl Tool for StickTool {
    fn update(&mut self, stage: &Stage, pointer: &Pointer, out: &mut Vec<Action>) {
        let within = Some(NewLink::Stick(stage.options.hides_sticks));
        let connection = || Connection { within, across: LinkKind::Stick { length: 1.0 } };
        self.chain.update(stage, pointer, connection, out);
    }

    fn hint(&self, stage: &Stage, pointer: &Pointer) -> String {
        let idle = || {
            "Drag from node to node or disc, or click from one to the next; Ctrl: a fixed point; A places nodes"
                .to_owned()
        };
        self.chain.hint(stage, pointer).unwrap_or_else(idle)
    }

    fn cursor(&self, stage: &Stage, pointer: &Pointer) -> CursorIcon {
        Chain::cursor(stage, pointer)
    }

    fn paint(&self, stage: &Stage, painter: &Painter) {
        self.chain.paint(stage, painter);
    }

    fn options(&mut self, stage: &Stage, ui: &mut Ui, out: &mut Vec<Action>) {
        let mut hides = stage.options.hides_sticks;
        let tip = "A stick that stiffens the shape and is not drawn";
        if ui.checkbox(&mut hides, "Hidden support").on_hover_text(tip).changed() {
            out.push(Action::prefer(move |settings| settings.tools.hides_sticks = hides));
        }
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
