//! The accessible mirror: the accessibility tree of the window as elements of the page, so that screen readers and other
//! assistive programs of a browser find every control. Focus and clicks on an element reach the control.

use super::page;
use eframe::wasm_bindgen::JsValue;
use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput, Plugin, RawInput};
use serde::Serialize;
use std::collections::HashMap;

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
    last: Option<(Vec<MirrorNode>, String)>,
    /// UI frames until the next comparison.
    rest: u32,
    requests: Vec<ActionRequest>,
}

/// Number of UI frames between two comparisons while the window is animated.
const PAUSE: u32 = 6;

impl AccessibleMirror {
    /// Takes a request of the page: `{id, action, value}`.
    pub fn request(&mut self, request: &JsValue) {
        let field = |name: &str| js_sys::Reflect::get(request, &name.into()).ok().and_then(|it| it.as_string());
        let Some(id) = field("id").and_then(|id| id.parse().ok()) else { return };
        let (action, data) = match field("action").as_deref() {
            Some("focus") => (Action::Focus, None),
            Some("click") => (Action::Click, None),
            Some("set") => {
                let value = field("value").unwrap_or_default();
                (Action::SetValue, Some(egui::accesskit::ActionData::Value(value.into())))
            }
            _ => return,
        };
        let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node: NodeId(id), data };
        self.requests.push(request);
    }

    fn send(&mut self, update: &TreeUpdate, zoom: f64) {
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
        let Some(update) = &output.platform_output.accesskit_update else { return };
        if self.rest > 0 {
            self.rest -= 1;
            ctx.request_repaint_after(std::time::Duration::from_millis(200));
            return;
        }
        self.rest = PAUSE;
        self.send(update, f64::from(ctx.zoom_factor()));
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
