//! The accessible mirror: the accessibility tree of the window as elements of the page, so that screen readers and other
//! assistive programs of a browser find every control. Focus and clicks on an element reach the control.

use super::page;
use crate::editor::report::{Rect, places};
use eframe::wasm_bindgen::JsValue;
use egui::accesskit::{Action, ActionData, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput, Plugin, RawInput};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use web_time::Instant;

/// One element of the mirror.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct MirrorNode {
    id: String,
    role: &'static str,
    label: String,
    value: Option<String>,
    checked: Option<bool>,
    disabled: bool,
    /// `[x, y, width, height]` in pixels of the page (CSS).
    bounds: [f64; 4],
    children: Vec<MirrorNode>,
}

/// Sends the tree to the page when it has changed, and requests of the page to the window.
#[derive(Default)]
pub struct AccessibleMirror {
    /// The tree of the last UI frame.
    tree: Option<TreeUpdate>,
    last: Option<(Vec<MirrorNode>, String)>,
    /// Time of the next comparison.
    due: Option<Instant>,
    requests: Vec<ActionRequest>,
}

/// Least time between two comparisons. A change in an idle window is compared in its own UI frame.
const PAUSE: Duration = Duration::from_millis(100);

impl AccessibleMirror {
    /// Takes a request of the page: `{id, action, value}`.
    pub fn request(&mut self, request: &JsValue) {
        let Ok(id) = page::field(request, "id").parse() else { return };
        let (action, data) = match page::field(request, "action").as_str() {
            "focus" => (Action::Focus, None),
            "click" => (Action::Click, None),
            "set" => (Action::SetValue, Some(ActionData::Value(page::field(request, "value").into()))),
            _ => return,
        };
        let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node: NodeId(id), data };
        self.requests.push(request);
    }

    /// Where every named control is.
    pub fn controls(&self, scale: f32) -> BTreeMap<String, Rect> {
        self.tree.as_ref().map_or_else(BTreeMap::new, |tree| places(tree, scale))
    }

    fn send(&mut self, zoom: f64) {
        let Some(update) = &self.tree else { return };
        let nodes: HashMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let root = update.tree.as_ref().map(|tree| tree.root);
        let tree = root.map_or_else(Vec::new, |root| children(&nodes, root, zoom, 0));
        let focus = update.focus.0.to_string();
        let now = Some((tree, focus));
        if self.last == now {
            return;
        }
        self.last = now;
        if let Some((tree, focus)) = &self.last {
            page::call("mirror", &[super::json(tree), focus.as_str().into()]);
        }
    }
}

impl Plugin for AccessibleMirror {
    fn debug_name(&self) -> &'static str {
        "accessible mirror"
    }

    fn input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        input.events.extend(self.requests.drain(..).map(Event::AccessKitActionRequest));
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        // Nothing else reads it in a browser.
        let Some(update) = output.platform_output.accesskit_update.take() else { return };
        self.tree = Some(update);
        let now = Instant::now();
        if let Some(wait) = self.due.map(|due| due.saturating_duration_since(now)).filter(|wait| !wait.is_zero()) {
            ctx.request_repaint_after(wait);
            return;
        }
        self.due = Some(now + PAUSE);
        self.send(f64::from(ctx.zoom_factor()));
    }
}

/// Depth of the tree beyond which nothing is mirrored.
const DEEPEST: usize = 64;

/// Elements for the children of a node. Nodes without a role of their own are replaced by their children.
fn children(nodes: &HashMap<NodeId, &Node>, id: NodeId, zoom: f64, depth: usize) -> Vec<MirrorNode> {
    let Some(node) = nodes.get(&id).filter(|_| depth < DEEPEST) else { return Vec::new() };
    let mut list = Vec::new();
    for &child in node.children() {
        let Some(node) = nodes.get(&child) else { continue };
        let below = children(nodes, child, zoom, depth + 1);
        match role(node) {
            Some(role) => list.push(element(child, node, role, zoom, below)),
            None => list.extend(below),
        }
    }
    list
}

fn element(id: NodeId, node: &Node, role: &'static str, zoom: f64, children: Vec<MirrorNode>) -> MirrorNode {
    let pixels = |side: f64| (side * zoom).round();
    let bounds = node.bounds().map_or([0.0; 4], |it| [it.x0, it.y0, it.x1 - it.x0, it.y1 - it.y0].map(pixels));
    MirrorNode {
        id: id.0.to_string(),
        role,
        label: node.label().or(node.value()).unwrap_or_default().to_owned(),
        value: node.value().map(str::to_owned).or_else(|| node.numeric_value().map(|number| number.to_string())),
        checked: node.toggled().map(|toggled| toggled == Toggled::True),
        disabled: node.is_disabled(),
        bounds,
        children,
    }
}

/// The ARIA role of a node; `None` if it has no meaning of its own.
fn role(node: &Node) -> Option<&'static str> {
    let has_name = node.label().is_some();
    Some(match node.role() {
        Role::Button | Role::DefaultButton => "button",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        Role::Link => "link",
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput => "textbox",
        Role::SpinButton => "spinbutton",
        Role::Slider => "slider",
        Role::ComboBox => "combobox",
        Role::ProgressIndicator => "progressbar",
        Role::ColorWell => "button",
        Role::Label => "text",
        Role::Heading => "heading",
        Role::Image => "img",
        Role::Dialog | Role::Window if has_name => "group",
        Role::Menu => "menu",
        Role::MenuItem => "menuitem",
        Role::ScrollView | Role::Pane | Role::Group | Role::GenericContainer if has_name => "group",
        Role::Canvas => "application",
        _ if has_name && node.supports_action(Action::Click) => "button",
        _ => return None,
    })
}
