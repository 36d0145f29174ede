//! The arrangement of the panels around the canvas: which tabs stand where, and which of them are open. Data only;
//! `panels/docking` draws it.

mod area;
mod fit;
mod presets;

pub use area::{Area, Part, Split, SplitAxis, TabGroup};
pub use fit::Room;
pub use presets::{LayoutPreset, PRESETS};

use super::tabs::Tab;
use serde::{Deserialize, Serialize};

/// A side of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasSide {
    /// Left of the canvas.
    Left,
    /// Right of the canvas.
    Right,
    /// Above the canvas.
    Top,
    /// Below the canvas.
    Bottom,
}

impl CanvasSide {
    /// The axis of a split with a part at this side.
    pub fn axis(self) -> SplitAxis {
        match self {
            Self::Left | Self::Right => SplitAxis::Row,
            Self::Top | Self::Bottom => SplitAxis::Column,
        }
    }

    fn is_before(self) -> bool {
        matches!(self, Self::Left | Self::Top)
    }

    fn of(axis: SplitAxis, is_before: bool) -> Self {
        match (axis, is_before) {
            (SplitAxis::Row, true) => Self::Left,
            (SplitAxis::Row, false) => Self::Right,
            (SplitAxis::Column, true) => Self::Top,
            (SplitAxis::Column, false) => Self::Bottom,
        }
    }
}

/// The arrangement of all panels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The canvas and the panels beside it.
    pub area: Area,
    /// Panels in windows of their own.
    #[serde(default)]
    pub windows: Vec<Tab>,
    /// Whether the timeline is a single line.
    #[serde(default)]
    pub has_slim_timeline: bool,
    /// Whether the groups below and above the canvas have most of the height.
    #[serde(default)]
    pub is_enlarged: bool,
    /// What was opened or closed since the last UI frame; see `make_room`.
    #[serde(skip)]
    pub changed: Option<Changed>,
}

/// What a command has opened or closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Changed {
    /// A tab was opened.
    Tab(Tab),
    /// All groups along an axis from the canvas were shown or hidden.
    Groups(SplitAxis),
}

impl Layout {
    /// True if the tab is open: in front of its group, which is not hidden, or in a window of its own.
    pub fn is_shown(&self, tab: Tab) -> bool {
        self.windows.contains(&tab) || self.area.groups().any(|(group, _)| group.open == tab && !group.is_hidden)
    }

    /// True if the title of the tab is visible: its group is not hidden, or it has a window of its own.
    pub fn shows_tab_of(&self, tab: Tab) -> bool {
        let mut groups = self.area.groups();
        self.windows.contains(&tab) || groups.any(|(group, _)| group.tabs.contains(&tab) && !group.is_hidden)
    }

    /// True if the tab has a place, be it hidden or behind another tab.
    pub fn has(&self, tab: Tab) -> bool {
        self.windows.contains(&tab) || self.area.groups().any(|(group, _)| group.tabs.contains(&tab))
    }

    /// Opens a tab: in its group, or else at its home side; in a window of its own if the next UI frame has no room there.
    pub fn show(&mut self, tab: Tab) {
        if self.windows.contains(&tab) {
            return;
        }
        self.changed = Some(Changed::Tab(tab));
        match self.area.groups_mut().into_iter().map(|(group, _)| group).find(|group| group.tabs.contains(&tab)) {
            Some(group) => (group.open, group.is_hidden) = (tab, false),
            None => self.area.add(tab, tab.entry().home),
        }
    }

    /// Removes a tab from its group or closes its window.
    pub fn close(&mut self, tab: Tab) {
        self.windows.retain(|known| *known != tab);
        self.area.remove(tab);
    }

    /// Moves a tab to a window of its own.
    pub fn pop(&mut self, tab: Tab) {
        self.close(tab);
        self.windows.push(tab);
    }

    /// Moves a tab to a side of the canvas.
    pub fn move_to(&mut self, tab: Tab, side: CanvasSide) {
        self.close(tab);
        self.area.add(tab, side);
    }

    /// True if a group is visible along this axis from the canvas: beside it for a row, below or above it for a column.
    pub fn is_any_visible(&self, axis: SplitAxis) -> bool {
        self.area.groups().any(|(group, side)| side.axis() == axis && !group.is_hidden)
    }

    /// Hides all groups along an axis from the canvas, or shows them again. Without a group, the tabs whose home is
    /// there open.
    pub fn toggle(&mut self, axis: SplitAxis) {
        self.changed = Some(Changed::Groups(axis));
        let hides = self.is_any_visible(axis);
        if !self.set_hidden(axis, hides) {
            let home = if axis == SplitAxis::Row { CanvasSide::Right } else { CanvasSide::Bottom };
            let missing: Vec<Tab> = Tab::at(home).filter(|tab| !self.has(*tab)).collect();
            let first = missing.first().copied();
            missing.into_iter().for_each(|tab| self.area.add(tab, home));
            first.into_iter().for_each(|tab| self.show(tab));
        }
    }

    /// Hides or shows all groups along an axis from the canvas. Returns false if there is none.
    fn set_hidden(&mut self, axis: SplitAxis, is_hidden: bool) -> bool {
        let groups = self.area.groups_mut().into_iter().filter(|(_, side)| side.axis() == axis);
        groups.map(|(group, _)| group.is_hidden = is_hidden).count() > 0
    }

    /// Opens the tab `by` places further in the first group below the canvas, cyclic. A hidden group is only shown.
    pub fn turn(&mut self, by: isize) {
        self.changed = Some(Changed::Groups(SplitAxis::Column));
        let mut groups = self.area.groups_mut().into_iter().filter(|(_, side)| side.axis() == SplitAxis::Column);
        let Some((group, _)) = groups.next() else { return self.toggle(SplitAxis::Column) };
        if std::mem::take(&mut group.is_hidden) {
            return;
        }
        let at = group.tabs.iter().position(|&tab| tab == group.open).unwrap_or_default();
        group.open = group.tabs[(at as isize + by).rem_euclid(group.tabs.len() as isize) as usize];
    }

    /// The layout without what stored settings of another version or a damaged file may hold: a tab twice, more than
    /// one canvas or none, sizes that are no numbers.
    pub fn checked(mut self) -> Option<Self> {
        self.area = self.area.tidy(&mut Default::default())?;
        let mut windows = Vec::new();
        for tab in std::mem::take(&mut self.windows) {
            if !self.has(tab) && !windows.contains(&tab) {
                windows.push(tab);
            }
        }
        self.windows = windows;
        self.area.has_canvas().then_some(self)
    }
}

/// A layout with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedLayout {
    /// Name in menus.
    pub name: String,
    /// The arrangement as the user left it.
    pub layout: Layout,
}

/// All layouts of the user: the presets as changed, and own ones. One of them is in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredLayouts")]
pub struct Layouts {
    /// Name of the layout in use.
    name: String,
    /// All layouts, presets first; contains the one in use.
    all: Vec<NamedLayout>,
}

/// Layouts as the settings store them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct StoredLayouts {
    name: String,
    all: Vec<NamedLayout>,
}

impl From<StoredLayouts> for Layouts {
    fn from(stored: StoredLayouts) -> Self {
        let mut layouts = Self::starting_with(LayoutPreset::Debug);
        for NamedLayout { name, layout } in stored.all.into_iter().take(MOST) {
            if let Some(layout) = layout.checked() {
                layouts.put(name, layout);
            }
        }
        layouts.choose(&stored.name);
        layouts
    }
}

/// Maximum number of layouts.
const MOST: usize = 40;

impl Default for Layouts {
    fn default() -> Self {
        Self::starting_with(LayoutPreset::Debug)
    }
}

impl Layouts {
    /// The presets, one of them in use.
    pub fn starting_with(preset: LayoutPreset) -> Self {
        let named = |preset: &LayoutPreset| NamedLayout { name: preset.name().to_owned(), layout: preset.layout() };
        Self { name: preset.name().to_owned(), all: PRESETS.iter().map(named).collect() }
    }

    /// Name of the layout in use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names of all layouts, presets first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|named| named.name.as_str())
    }

    /// The layout in use.
    pub fn current(&self) -> &Layout {
        &self.all[self.at()].layout
    }

    /// The layout in use.
    pub fn current_mut(&mut self) -> &mut Layout {
        let at = self.at();
        &mut self.all[at].layout
    }

    fn at(&self) -> usize {
        self.all.iter().position(|named| named.name == self.name).unwrap_or_default()
    }

    /// Uses the layout of this name, if there is one.
    pub fn choose(&mut self, name: &str) {
        if self.names().any(|known| known == name) {
            name.clone_into(&mut self.name);
        }
    }

    /// Keeps the arrangement in use under another name, and uses that one.
    pub fn save_as(&mut self, name: &str) {
        let name = name.trim();
        if name.is_empty() || self.all.len() >= MOST {
            return;
        }
        let layout = self.current().clone();
        self.put(name.to_owned(), layout);
        self.choose(name);
    }

    /// Uses an arrangement under this name. The one in use is kept under its own name, which is returned.
    pub fn use_as(&mut self, name: &str, layout: Layout) -> String {
        self.put(name.to_owned(), layout);
        std::mem::replace(&mut self.name, name.to_owned())
    }

    /// Returns from an arrangement of this name to that of another name, and removes the first.
    pub fn return_from(&mut self, name: &str, own: &str) {
        self.choose(own);
        if self.name != name && PRESETS.iter().all(|preset| preset.name() != name) {
            self.all.retain(|named| named.name != name);
        }
    }

    fn put(&mut self, name: String, layout: Layout) {
        match self.all.iter_mut().find(|named| named.name == name) {
            Some(named) => named.layout = layout,
            None => self.all.push(NamedLayout { name, layout }),
        }
    }

    /// The preset in use; `None` for an own layout.
    pub fn preset(&self) -> Option<LayoutPreset> {
        PRESETS.into_iter().find(|preset| preset.name() == self.name)
    }

    /// Arranges the preset in use as at first.
    pub fn reset(&mut self) {
        if let Some(preset) = self.preset() {
            *self.current_mut() = preset.layout();
        }
    }

    /// Removes the own layout in use; the first preset takes its place.
    pub fn remove(&mut self) {
        if self.preset().is_none() {
            let at = self.at();
            self.all.remove(at);
            PRESETS[0].name().clone_into(&mut self.name);
        }
    }
}
