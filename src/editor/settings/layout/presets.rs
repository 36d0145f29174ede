//! The layouts that come with the program.

use super::{Area, CanvasSide, Layout, Part, Split, SplitAxis, TabGroup};
use crate::editor::settings::tabs::Tab;

/// A layout that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutPreset {
    /// A large canvas for drawing, without the debugger.
    Design,
    /// All panels of the debugger below the canvas.
    Debug,
    /// Two groups below the canvas, for comparisons of rules, variants and branches.
    Compare,
}

/// All presets, in menu order.
pub const PRESETS: [LayoutPreset; 3] = [LayoutPreset::Design, LayoutPreset::Debug, LayoutPreset::Compare];

/// Shares of the groups below the canvas in *Compare*; the rules need more room than plots.
const SHARES: [f32; 2] = [320.0, 620.0];
/// Width of the panel beside the canvas in *Design*.
const DESIGN_SIDE: f32 = 264.0;

/// Tabs in the left group of *Compare*; the right one has the other tabs of the debugger.
const COMPARED: [Tab; 4] = [Tab::Plots, Tab::Journal, Tab::Substep, Tab::Breakpoints];

impl LayoutPreset {
    /// Name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Design => "Design",
            Self::Debug => "Debug",
            Self::Compare => "Compare",
        }
    }

    /// What it is for.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Design => "A large canvas for drawing; B opens the panels of the debugger",
            Self::Debug => "Plots, problems and all other panels of the debugger below the canvas",
            Self::Compare => "Plots beside rules, sweeps and verdicts",
        }
    }

    /// The arrangement as it comes with the program.
    pub fn layout(self) -> Layout {
        let below = match self {
            Self::Design => {
                let mut group = group(Tab::at(CanvasSide::Bottom), Tab::Problems);
                group.is_hidden = true;
                Area::Tabs(group)
            }
            Self::Debug => Area::Tabs(group(Tab::at(CanvasSide::Bottom), Tab::Plots)),
            Self::Compare => {
                let others = Tab::at(CanvasSide::Bottom).filter(|tab| !COMPARED.contains(tab));
                let groups = [group(COMPARED, Tab::Plots), group(others, Tab::Rules)];
                let parts = groups.map(Area::Tabs).into_iter().zip(SHARES);
                let parts = parts.map(|(area, share)| Part { area, size: Some(share) }).collect();
                Area::Split(Split { axis: SplitAxis::Row, parts })
            }
        };
        let beside = group(Tab::at(CanvasSide::Right), Tab::Inspector);
        let canvas = Area::split(SplitAxis::Column, [Area::Canvas, below]);
        let width = (self == Self::Design).then_some(DESIGN_SIDE);
        let parts = [Part { area: canvas, size: None }, Part { area: Area::Tabs(beside), size: width }];
        Layout {
            area: Area::Split(Split { axis: SplitAxis::Row, parts: parts.into() }),
            windows: Vec::new(),
            has_slim_timeline: self == Self::Design,
            is_enlarged: false,
            changed: None,
        }
    }
}

fn group(tabs: impl IntoIterator<Item = Tab>, open: Tab) -> TabGroup {
    TabGroup { tabs: tabs.into_iter().collect(), open, is_hidden: false }
}
