//! What the user prefers, kept from one start to the next.

use super::portrait::Portrait;
use crate::level::View;
use crate::level::parameter::Values;
use crate::picture::history::PastOptions;
use crate::picture::overlays::arrows::{ArrowScale, Arrows};
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Layers, Theme, layers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

impl ThemeChoice {
    /// For pictures.
    pub fn picture(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Light => Theme::Light,
        }
    }
}

/// Tabs of the side panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SideTab {
    /// Properties of the selection.
    #[default]
    Inspector,
    /// Tree of parts.
    Outline,
    /// World settings.
    World,
    /// Steps of the document's history.
    History,
    /// Layers and overlays.
    Show,
}

/// Tabs of the bottom panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DockTab {
    /// Energy by kind over time.
    #[default]
    Energy,
    /// What the checks say.
    Findings,
    /// Diagnosis of the run, with remedies.
    Clinic,
    /// What went wrong in the run.
    Events,
    /// What happened in the last substep.
    Substep,
    /// Why a contact was decided as it was.
    Verdict,
    /// The edge-choice rules side by side.
    Rules,
    /// The level in many variants, measured.
    Sweep,
    /// What the run stops at, and what is watched.
    Breakpoints,
    /// What came from outside, and branches.
    Journal,
    /// What the triangles of a body paint.
    Balloon,
    /// What the level claims of its own run.
    Expectations,
    /// The smallest level that still goes wrong.
    Shrink,
}

impl DockTab {
    /// Every tab, in order.
    pub const ALL: [Self; 13] = [
        Self::Energy,
        Self::Findings,
        Self::Clinic,
        Self::Events,
        Self::Substep,
        Self::Verdict,
        Self::Rules,
        Self::Sweep,
        Self::Breakpoints,
        Self::Journal,
        Self::Balloon,
        Self::Expectations,
        Self::Shrink,
    ];

    /// The one so many places on; after the last comes the first.
    #[must_use]
    pub fn beside(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|&tab| tab == self).unwrap_or_default();
        Self::ALL[(at as isize + by).rem_euclid(Self::ALL.len() as isize) as usize]
    }
}

/// Sides of the verdict trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VerdictView {
    /// What became of each hull edge.
    #[default]
    Edges,
    /// What the contact did.
    Response,
}

/// An open plot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownPlot {
    /// Id of a quantity, or watch expressions with `;` between them.
    pub of: String,
    /// Whether its axis is logarithmic where it usually is not, or the other way round.
    pub is_switched: bool,
    /// Whether its numbers are added up from frame 0 on.
    pub is_summed: bool,
}

impl ShownPlot {
    /// One as it is at first.
    pub fn of(of: &str) -> Self {
        Self { of: of.to_owned(), ..Self::default() }
    }
}

/// Stages of the last substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubstepTab {
    /// Decor that pushes by force.
    Decor,
    /// Sticks.
    Sticks,
    /// Nodes on obstacles and at the bounds.
    Obstacles,
    /// Bodies on bodies.
    Contacts,
    /// Impacts of discs.
    Discs,
}

/// Everything that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colours.
    pub theme: ThemeChoice,
    /// Size of the interface, 1 = as the system says.
    pub ui_scale: f32,
    /// Overlays that are on, by id.
    pub overlays: Vec<String>,
    /// Layers that are not as they are at first, by id.
    pub switched_layers: Vec<String>,
    /// Factor on the suggested length of force arrows.
    pub force_zoom: f64,
    /// Factor on the suggested length of velocity arrows.
    pub velocity_zoom: f64,
    /// Factor on the suggested length of acceleration arrows.
    pub acceleration_zoom: f64,
    /// Whether the length of arrows goes by the logarithm of what they stand for.
    pub arrows_logarithmic: bool,
    /// Whether long arrows are cut.
    pub cuts_arrows: bool,
    /// Length in pixels at which they are.
    pub arrow_limit_px: f64,
    /// Whether the canvas explains its colours.
    pub shows_legend: bool,
    /// Files opened lately, the newest first.
    pub recent: Vec<PathBuf>,
    /// What was last seen of files, the newest first; not those of which all was seen.
    pub views: Vec<(PathBuf, View)>,
    /// Whether the side panel is there.
    pub shows_side: bool,
    /// Whether the bottom panel is there.
    pub shows_dock: bool,
    /// Open plots, from the top.
    pub plots: Vec<ShownPlot>,
    /// Watch expressions that were plotted, the newest first.
    pub watches: Vec<String>,
    /// Whether the plots keep the present in sight.
    pub plots_follow: bool,
    /// How much of the past overlays show.
    pub past: PastOptions,
    /// The stage whose rows are shown; none: the last that concerns the level.
    pub substep_tab: Option<SubstepTab>,
    /// Series that the plots leave out, by key.
    pub hidden_series: Vec<String>,
    /// Open tab at the side.
    pub side_tab: SideTab,
    /// Open tab at the bottom.
    pub dock_tab: DockTab,
    /// Whether lists of forces are in the order of the step rather than by size.
    pub forces_by_file: bool,
    /// Open side of the verdict trace.
    pub verdict_view: VerdictView,
    /// Whether files are picked in the window itself rather than in the system's dialog.
    pub own_browser: bool,
    /// Whether the window of levels is open when the program starts without a file.
    pub starts_with_gallery: bool,
    /// Whether the phases of the substep are listed.
    pub shows_phases: bool,
    /// What all runs together may keep to go back to, in MiB.
    pub keyframes_mib: u32,
    /// How many threads a step may be shared by; 0: as many as the machine has processors.
    pub threads: u32,
    /// Whether the first steps are offered, once.
    pub offers_tour: bool,
    /// The step of the first steps that one has come to.
    pub tour_step: usize,
    /// What was chosen from the command palette, the newest first, by id.
    pub palette_recent: Vec<String>,
    /// How pictures of the canvas were wanted last.
    pub portrait: Portrait,
    /// Kinds of marks that the timeline leaves out, by id.
    pub hidden_marks: Vec<String>,
    /// What shapes and outlines were last made with, by the id of the shape.
    pub made_with: BTreeMap<String, Values>,
    /// What tools remember from one use to the next.
    pub tools: super::tools::ToolOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            ui_scale: 1.0,
            overlays: Vec::new(),
            switched_layers: Vec::new(),
            force_zoom: 1.0,
            velocity_zoom: 1.0,
            acceleration_zoom: 1.0,
            arrows_logarithmic: false,
            cuts_arrows: false,
            arrow_limit_px: 120.0,
            shows_legend: true,
            recent: Vec::new(),
            views: Vec::new(),
            shows_side: true,
            shows_dock: true,
            plots: vec![ShownPlot::of("energy")],
            watches: Vec::new(),
            plots_follow: true,
            past: PastOptions::default(),
            substep_tab: None,
            hidden_series: Vec::new(),
            side_tab: SideTab::default(),
            dock_tab: DockTab::default(),
            forces_by_file: false,
            verdict_view: VerdictView::default(),
            own_browser: false,
            starts_with_gallery: true,
            shows_phases: false,
            keyframes_mib: 256,
            threads: 0,
            offers_tour: false,
            tour_step: 0,
            palette_recent: Vec::new(),
            portrait: Portrait::default(),
            hidden_marks: Vec::new(),
            made_with: BTreeMap::new(),
            tools: Default::default(),
        }
    }
}

/// How many files are remembered.
const RECENT: usize = 12;
/// Of how many files it is remembered what was seen.
const VIEWS: usize = 100;

impl Settings {
    /// As they are when the program starts for the first time.
    pub fn at_first() -> Self {
        Self { offers_tour: true, ..Self::default() }
    }

    /// Shows the bottom panel, or where it is shown the tab so many places on.
    pub fn turn_dock(&mut self, by: isize) {
        if std::mem::replace(&mut self.shows_dock, true) {
            self.dock_tab = self.dock_tab.beside(by);
        }
    }

    /// Whether an overlay is on.
    pub fn is_overlay_on(&self, id: &str) -> bool {
        self.overlays.iter().any(|on| on == id)
    }

    /// Overlays that are on, in the order of painting.
    pub fn overlays_on(&self) -> impl Iterator<Item = &'static overlays::Overlay> {
        overlays::ALL.iter().filter(|overlay| self.is_overlay_on(overlay.id))
    }

    /// Switches an overlay.
    pub fn toggle_overlay(&mut self, id: &str) {
        toggle(&mut self.overlays, id);
    }

    /// Layers as they are to be painted.
    pub fn layers(&self) -> Layers {
        layers::ALL.iter().fold(Layers::default(), |set, layer| {
            let switched = self.switched_layers.iter().any(|id| id == layer.id);
            set.with(layer.id, layer.on_at_first != switched)
        })
    }

    /// Switches a layer.
    pub fn toggle_layer(&mut self, id: &str) {
        toggle(&mut self.switched_layers, id);
    }

    /// Arrow scales: the suggested ones times what the user wants.
    pub fn overlay_options(&self, suggested: OverlayOptions) -> OverlayOptions {
        OverlayOptions {
            force_scale: suggested.force_scale * self.force_zoom,
            velocity_scale: suggested.velocity_scale * self.velocity_zoom,
            acceleration_scale: suggested.acceleration_scale * self.acceleration_zoom,
            arrows: Arrows {
                scale: if self.arrows_logarithmic { ArrowScale::Logarithmic } else { ArrowScale::Linear },
                longest_px: self.cuts_arrows.then_some(self.arrow_limit_px),
            },
            ..suggested
        }
    }

    /// Whether the plots leave a series out.
    pub fn is_series_hidden(&self, key: &str) -> bool {
        self.hidden_series.iter().any(|hidden| hidden == plain(key))
    }

    /// Shows or hides a series in the plots, added up or not.
    pub fn toggle_series(&mut self, key: &str) {
        toggle(&mut self.hidden_series, plain(key));
    }

    /// Shows or hides marks of a kind on the timeline.
    pub fn toggle_marks(&mut self, kind: &str) {
        toggle(&mut self.hidden_marks, kind);
    }

    /// Puts a file at the head of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Remembers what was seen of a file; none: all of it.
    pub fn remember_view(&mut self, path: &Path, view: Option<View>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.views.retain(|(known, _)| *known != path);
        if let Some(view) = view {
            self.views.insert(0, (path, view));
            self.views.truncate(VIEWS);
        }
    }

    /// What was last seen of a file.
    pub fn view_of(&self, path: &Path) -> Option<View> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let (_, view) = self.views.iter().find(|(known, _)| *known == path)?;
        let is_sound = view.height.is_finite() && view.height > 0.0 && view.center.iter().all(|x| x.is_finite());
        is_sound.then_some(*view)
    }
}

/// The key of the series that is added up.
fn plain(key: &str) -> &str {
    key.strip_prefix("sum of ").unwrap_or(key)
}

fn toggle(list: &mut Vec<String>, id: &str) {
    if list.iter().any(|known| known == id) {
        list.retain(|known| known != id);
    } else {
        list.push(id.to_owned());
    }
}
