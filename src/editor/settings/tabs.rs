//! The panels of the window, each a tab: icons, titles, places, and words for the command palette.

use super::layout::CanvasSide;
use serde::{Deserialize, Serialize};

/// A panel of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tab {
    /// Properties of the selection.
    Inspector,
    /// Tree of parts.
    Outline,
    /// World settings.
    World,
    /// Layers and overlays.
    Show,
    /// Steps of the document's history.
    History,
    /// Plots of energies and other quantities.
    Plots,
    /// Findings of the checks, and the diagnosis of the run with remedies.
    Problems,
    /// Search over contacts, impacts and events of the run.
    EventLog,
    /// Forces and contacts of the last substep.
    Substep,
    /// Decision record of one contact.
    Verdict,
    /// Edge-choice rules side by side.
    Rules,
    /// Parameter sweep.
    Sweep,
    /// Breakpoints and watch expressions.
    Breakpoints,
    /// Inputs from outside, and branches.
    Journal,
    /// Expectations of the level about its run.
    Expectations,
    /// Materials of bodies.
    Materials,
    /// A quantity of all parts of a kind over frames.
    PartsTable,
    /// Triangle report of a body.
    Balloon,
    /// Delta debugging of the level.
    Shrink,
    /// Levels that can be placed as instances.
    Library,
    /// Levels of the project folder.
    Project,
}

/// How a tab looks, where it opens, and how it is found.
pub struct TabEntry {
    /// The tab.
    pub tab: Tab,
    /// Icon.
    pub icon: &'static str,
    /// Title.
    pub title: &'static str,
    /// Side of the canvas at which it opens.
    pub home: CanvasSide,
    /// Title and search words in the command palette.
    pub place: [&'static str; 2],
}

impl Tab {
    /// How the tab looks and is found.
    pub fn entry(self) -> &'static TabEntry {
        &TABS[self as usize]
    }

    /// Tabs that open at this side of the canvas, in order.
    pub fn at(side: CanvasSide) -> impl Iterator<Item = Self> {
        TABS.iter().filter(move |row| row.home == side).map(|row| row.tab)
    }
}

const fn row(
    tab: Tab,
    (icon, title): (&'static str, &'static str),
    home: CanvasSide,
    place: [&'static str; 2],
) -> TabEntry {
    TabEntry { tab, icon, title, home, place }
}

use CanvasSide::{Bottom, Right};

/// All tabs, in order.
pub static TABS: [TabEntry; 21] = [
    row(Tab::Inspector, ("sliders-horizontal", "Inspect"), Right, ["Inspect the selection", "properties tab"]),
    row(Tab::Outline, ("tree-structure", "Outline"), Right, ["Outline of the level", "tree names hide lock tab"]),
    row(
        Tab::World,
        ("globe-simple", "World"),
        Right,
        ["World settings", "gravity substeps integrator presets contacts tab"],
    ),
    row(Tab::Show, ("stack", "Show"), Right, ["What is shown", "overlays layers tab"]),
    row(Tab::History, ("clock-counter-clockwise", "History"), Right, ["History of the level", "undo steps edits tab"]),
    row(Tab::Plots, ("chart-line", "Plots"), Bottom, ["Plots", "energy series tab"]),
    row(
        Tab::Problems,
        ("first-aid", "Problems"),
        Bottom,
        [
            "Problems of the level and its run",
            "findings checks diagnose diagnosis clinic illness events what went wrong why blob misbehaves remedy fix tab",
        ],
    ),
    row(
        Tab::EventLog,
        ("list-magnifying-glass", "Event log"),
        Bottom,
        [
            "Event log: search the run",
            "contacts impacts sensor events bounds failures inputs find filter sort table history tab",
        ],
    ),
    row(Tab::Substep, ("magnifying-glass", "Substep"), Bottom, ["Last substep", "contacts table tab"]),
    row(Tab::Verdict, ("gavel", "Verdict"), Bottom, ["Verdict", "why contact edge table ray tab"]),
    row(
        Tab::Rules,
        ("scales", "Rules"),
        Bottom,
        ["Edge-choice rules", "compare map edge choice barycentre rule contacts tab"],
    ),
    row(
        Tab::Sweep,
        ("chart-scatter", "Sweep"),
        Bottom,
        ["Sweep: many variants at once", "grid heat map vary parameter measure tab"],
    ),
    row(Tab::Breakpoints, ("octagon", "Breakpoints"), Bottom, ["Breakpoints and watches", "stop condition tab"]),
    row(Tab::Journal, ("git-branch", "Journal"), Bottom, ["Journal and branches", "inputs tab"]),
    row(
        Tab::Expectations,
        ("seal-check", "Expectations"),
        Bottom,
        ["Expectations", "claims tests check run never always tab"],
    ),
    row(
        Tab::Materials,
        ("palette", "Materials"),
        Bottom,
        ["Materials", "restitution friction stiffness density shared by bodies tab"],
    ),
    row(
        Tab::PartsTable,
        ("table", "Table"),
        Bottom,
        ["Table of parts and frames", "values nodes spreadsheet sort filter csv quantity watch expression tab"],
    ),
    row(
        Tab::Balloon,
        ("balloon", "Balloon"),
        Bottom,
        ["Balloon doctor", "triangles flipped spill unpainted barycentre fan tab"],
    ),
    row(Tab::Shrink, ("arrows-in", "Shrink"), Bottom, ["Shrink", "smallest level that fails reduce bug tab"]),
    row(
        Tab::Library,
        ("puzzle-piece", "Library"),
        Bottom,
        ["Library: place a level as an instance", "prefab part instance reuse folder insert tab"],
    ),
    row(
        Tab::Project,
        ("cards", "Project"),
        Bottom,
        ["Project: the levels of a folder", "files browser thumbnails pictures open directory documents tab"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_have_the_order_of_their_entries() {
        for (index, row) in TABS.iter().enumerate() {
            assert_eq!(row.tab as usize, index, "{}", row.title);
        }
    }
}
