//! The tabs of the bottom panel: icons, titles, and words for the command palette. `panels/dock.rs` draws them.

use super::DockTab;

/// How a tab looks and is found.
pub struct DockEntry {
    /// The tab.
    pub tab: DockTab,
    /// Icon.
    pub icon: &'static str,
    /// Title.
    pub title: &'static str,
    /// Title and search words in the command palette.
    pub place: [&'static str; 2],
}

/// All tabs, in order.
pub const TABS: [DockEntry; DockTab::ALL.len()] = [
    DockEntry { tab: DockTab::Energy, icon: "chart-line", title: "Plots", place: ["Plots", "energy series tab"] },
    DockEntry {
        tab: DockTab::Problems,
        icon: "first-aid",
        title: "Problems",
        place: [
            "Problems of the level and its run",
            "findings checks clinic diagnose illness events what went wrong why blob misbehaves remedy fix tab",
        ],
    },
    DockEntry {
        tab: DockTab::Substep,
        icon: "magnifying-glass",
        title: "Substep",
        place: ["Last substep", "contacts table tab"],
    },
    DockEntry {
        tab: DockTab::Verdict,
        icon: "gavel",
        title: "Verdict",
        place: ["Verdict", "why contact edge table ray tab"],
    },
    DockEntry {
        tab: DockTab::Rules,
        icon: "scales",
        title: "Rules",
        place: ["Edge-choice rules", "compare map edge choice barycentre rule contacts tab"],
    },
    DockEntry {
        tab: DockTab::Sweep,
        icon: "grid-nine",
        title: "Sweep",
        place: ["Sweep: many variants at once", "grid heat map vary parameter measure tab"],
    },
    DockEntry {
        tab: DockTab::Breakpoints,
        icon: "target",
        title: "Breakpoints",
        place: ["Breakpoints and watches", "stop condition tab"],
    },
    DockEntry {
        tab: DockTab::Journal,
        icon: "git-branch",
        title: "Journal",
        place: ["Journal and branches", "inputs tab"],
    },
    DockEntry {
        tab: DockTab::Balloon,
        icon: "balloon",
        title: "Balloon",
        place: ["Balloon doctor", "triangles flipped spill unpainted barycentre fan tab"],
    },
    DockEntry {
        tab: DockTab::Expectations,
        icon: "seal-check",
        title: "Expectations",
        place: ["Expectations", "claims tests check run never always tab"],
    },
    DockEntry {
        tab: DockTab::Shrink,
        icon: "arrows-in",
        title: "Shrink",
        place: ["Shrink", "smallest level that fails reduce bug tab"],
    },
    DockEntry {
        tab: DockTab::Materials,
        icon: "palette",
        title: "Materials",
        place: ["Materials", "restitution friction stiffness density shared by bodies tab"],
    },
    DockEntry {
        tab: DockTab::Library,
        icon: "puzzle-piece",
        title: "Library",
        place: ["Library: place a level as an instance", "prefab part instance reuse folder insert tab"],
    },
    DockEntry {
        tab: DockTab::EventLog,
        icon: "binoculars",
        title: "Event log",
        place: [
            "Event log: search the run",
            "contacts impacts sensor events bounds failures inputs find filter sort table history tab",
        ],
    },
    DockEntry {
        tab: DockTab::PartsTable,
        icon: "columns",
        title: "Table",
        place: ["Table of parts and frames", "values nodes spreadsheet sort filter csv quantity watch expression tab"],
    },
];
