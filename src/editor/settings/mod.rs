//! Persistent user settings.

pub mod drawing_size;
pub mod exchange;
pub mod layout;
pub mod merge;
pub mod portrait;
pub mod tabs;
pub mod tools;

use super::keys::KeyChanges;
use crate::debugger::quantities;
use crate::level::View;
use crate::level::parameter::Values;
use crate::picture::history::PastOptions;
use crate::picture::overlays::arrows::{ArrowScale, Arrows};
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Layers, Theme, layers};
use layout::{Layout, LayoutPreset, Layouts};
use portrait::Portrait;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tabs::Tab;

/// Colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// Light text on dark.
    #[default]
    Dark,
    /// Dark text on light.
    Light,
}

impl ThemeChoice {
    /// The theme for exported pictures.
    pub fn picture(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Light => Theme::Light,
        }
    }
}

/// Views of the verdict panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VerdictView {
    /// Outcome for each hull edge.
    #[default]
    Edges,
    /// Response of the contact.
    Response,
}

/// An open plot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownPlot {
    /// Id of a quantity, or watch expressions separated by `;`.
    #[serde(deserialize_with = "present_id")]
    pub of: String,
    /// Whether the axis scale is switched between linear and logarithmic.
    pub is_switched: bool,
    /// Whether the plot accumulates values from frame 0.
    pub is_summed: bool,
}

fn present_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(quantities::present_id)
}

fn present_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Vec::deserialize(deserializer)?.into_iter().map(quantities::present_id).collect())
}

impl ShownPlot {
    /// A plot with default options.
    pub fn of(of: &str) -> Self {
        Self { of: of.to_owned(), ..Self::default() }
    }
}

/// Stages of the last substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubstepTab {
    /// Penalty forces of the decor.
    Decor,
    /// Sticks.
    Sticks,
    /// Positional constraints of obstacles and bounds.
    Obstacles,
    /// Contacts between bodies.
    Contacts,
    /// Impacts of discs.
    Discs,
    /// What entered and left sensors.
    Sensors,
}

/// All persistent settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colour theme.
    pub theme: ThemeChoice,
    /// Interface scale; 1 = system scale.
    pub ui_scale: f32,
    /// Ids of the active overlays.
    pub overlays: Vec<String>,
    /// Ids of the layers that differ from their default.
    pub switched_layers: Vec<String>,
    /// Factor on the default length of force arrows.
    pub force_zoom: f64,
    /// Factor on the default length of velocity arrows.
    pub velocity_zoom: f64,
    /// Factor on the default length of acceleration arrows.
    pub acceleration_zoom: f64,
    /// Whether arrow lengths are logarithmic.
    pub arrows_logarithmic: bool,
    /// Whether arrow lengths are limited.
    pub cuts_arrows: bool,
    /// Maximum arrow length, in pixels.
    pub arrow_limit_px: f64,
    /// Whether the canvas shows a legend.
    pub shows_legend: bool,
    /// Whether the canvas has rulers.
    pub shows_rulers: bool,
    /// Recent files, newest first.
    pub recent: Vec<PathBuf>,
    /// Last view of each file, newest first; files seen as a whole are left out.
    pub views: Vec<(PathBuf, View)>,
    /// Arrangements of the panels.
    pub layouts: Layouts,
    /// Open plots, from top to bottom.
    pub plots: Vec<ShownPlot>,
    /// Plotted watch expressions, newest first.
    pub watches: Vec<String>,
    /// Whether the plots scroll with the present frame.
    pub plots_follow: bool,
    /// Range of past frames that overlays show.
    pub past: PastOptions,
    /// Open stage of the Substep panel; `None`: the last one that concerns the level.
    pub substep_tab: Option<SubstepTab>,
    /// Keys of hidden plot series.
    #[serde(deserialize_with = "present_ids")]
    pub hidden_series: Vec<String>,
    /// Whether lists of forces are in step order, not sorted by size.
    pub forces_by_file: bool,
    /// Open view of the verdict panel.
    pub verdict_view: VerdictView,
    /// Whether files are chosen in the built-in browser, not in the system dialog.
    pub own_browser: bool,
    /// Whether the gallery opens when the program starts without a file.
    pub starts_with_gallery: bool,
    /// Whether a start without a file opens the files of the last session.
    pub reopens_files: bool,
    /// Files of the last session, in the order of their tabs.
    pub open_files: Vec<PathBuf>,
    /// The one of them in front.
    pub active_file: Option<PathBuf>,
    /// Whether the phases of the substep are listed.
    pub shows_phases: bool,
    /// Keyframe memory of all runs together, in MiB.
    pub keyframes_mib: u32,
    /// Threads per step; 0: one per processor.
    pub threads: u32,
    /// Whether the tour is still to be offered.
    pub offers_tour: bool,
    /// Current step of the tour.
    pub tour_step: usize,
    /// Commands recently chosen in the palette, newest first, by id.
    pub palette_recent: Vec<String>,
    /// Last export settings.
    pub portrait: Portrait,
    /// Ids of hidden timeline marks.
    pub hidden_marks: Vec<String>,
    /// Folder of the last imported file.
    pub import_folder: Option<PathBuf>,
    /// Folders of the library, besides that of the open level.
    pub library_folders: Vec<PathBuf>,
    /// Folder of the Project panel; `None`: that of the open level.
    pub project_folder: Option<PathBuf>,
    /// Size of the last imported drawing.
    pub drawing_size: drawing_size::DrawingSize,
    /// Last values of the Make and Import dialogs, by shape id.
    pub made_with: BTreeMap<String, Values>,
    /// Options of the tools.
    pub tools: tools::ToolOptions,
    /// Keys that the user has assigned, by function id.
    pub keys: KeyChanges,
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
            shows_rulers: false,
            recent: Vec::new(),
            views: Vec::new(),
            layouts: Layouts::default(),
            plots: vec![ShownPlot::of("energy")],
            watches: Vec::new(),
            plots_follow: true,
            past: PastOptions::default(),
            substep_tab: None,
            hidden_series: Vec::new(),
            forces_by_file: false,
            verdict_view: VerdictView::default(),
            own_browser: false,
            starts_with_gallery: true,
            reopens_files: true,
            open_files: Vec::new(),
            active_file: None,
            shows_phases: false,
            keyframes_mib: 256,
            threads: 0,
            offers_tour: false,
            tour_step: 0,
            palette_recent: Vec::new(),
            portrait: Portrait::default(),
            hidden_marks: Vec::new(),
            import_folder: None,
            library_folders: Vec::new(),
            project_folder: None,
            drawing_size: Default::default(),
            made_with: BTreeMap::new(),
            tools: Default::default(),
            keys: Default::default(),
        }
    }
}

/// Range of the interface scale.
pub const SMALLEST: f32 = 0.6;
/// Upper end of that range.
pub const LARGEST: f32 = 3.0;
/// Maximum of the keyframe memory, in MiB.
pub const MOST_MIB: u32 = 16_384;
/// Number of recent files kept.
const RECENT: usize = 12;
/// Number of file views kept.
const VIEWS: usize = 100;

impl Settings {
    /// Defaults of the first start.
    pub fn at_first() -> Self {
        Self { offers_tour: true, layouts: Layouts::starting_with(LayoutPreset::Design), ..Self::default() }
    }

    /// Default settings with these tabs open.
    pub fn showing(tabs: impl IntoIterator<Item = Tab>) -> Self {
        let mut settings = Self::default();
        tabs.into_iter().for_each(|tab| settings.show(tab));
        settings
    }

    /// The arrangement of the panels in use.
    pub fn layout(&self) -> &Layout {
        self.layouts.current()
    }

    /// The arrangement of the panels in use.
    pub fn layout_mut(&mut self) -> &mut Layout {
        self.layouts.current_mut()
    }

    /// Opens a tab.
    pub fn show(&mut self, tab: Tab) {
        self.layout_mut().show(tab);
    }

    /// True if a tab is open.
    pub fn is_shown(&self, tab: Tab) -> bool {
        self.layout().is_shown(tab)
    }

    /// True if an overlay is on.
    pub fn is_overlay_on(&self, id: &str) -> bool {
        self.overlays.iter().any(|on| on == id)
    }

    /// Active overlays, in painting order.
    pub fn overlays_on(&self) -> impl Iterator<Item = &'static overlays::Overlay> {
        overlays::ALL.iter().filter(|overlay| self.is_overlay_on(overlay.id))
    }

    /// Toggles an overlay.
    pub fn toggle_overlay(&mut self, id: &str) {
        toggle(&mut self.overlays, id);
    }

    /// The layers to paint.
    pub fn layers(&self) -> Layers {
        layers::ALL.iter().fold(Layers::default(), |set, layer| {
            let switched = self.switched_layers.iter().any(|id| id == layer.id);
            set.with(layer.id, layer.on_at_first != switched)
        })
    }

    /// Toggles a layer.
    pub fn toggle_layer(&mut self, id: &str) {
        toggle(&mut self.switched_layers, id);
    }

    /// Overlay options with the user's factors applied to the suggested arrow scales.
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

    /// True if a series is hidden in the plots.
    pub fn is_series_hidden(&self, key: &str) -> bool {
        self.hidden_series.iter().any(|hidden| hidden == plain(key))
    }

    /// Toggles a series in the plots, including its accumulated form.
    pub fn toggle_series(&mut self, key: &str) {
        toggle(&mut self.hidden_series, plain(key));
    }

    /// Toggles timeline marks of a kind.
    pub fn toggle_marks(&mut self, kind: &str) {
        toggle(&mut self.hidden_marks, kind);
    }

    /// Moves a file to the top of the recent files.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Stores the view of a file; `None` removes it.
    pub fn remember_view(&mut self, path: &Path, view: Option<View>) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.views.retain(|(known, _)| *known != path);
        if let Some(view) = view {
            self.views.insert(0, (path, view));
            self.views.truncate(VIEWS);
        }
    }

    /// The stored view of a file.
    pub fn view_of(&self, path: &Path) -> Option<View> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let (_, view) = self.views.iter().find(|(known, _)| *known == path)?;
        let is_sound = view.height.is_finite() && view.height > 0.0 && view.center.iter().all(|x| x.is_finite());
        is_sound.then_some(*view)
    }
}

/// The key without the prefix of accumulated series.
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
