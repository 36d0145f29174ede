//! Debug overlays of the editor: arrays of triangles and lines, and labels.

use crate::error::Refused;
use crate::reading::{slice, table};
use crate::values::Xy;
use crate::world::World;
use blobsmith_engine::play::{self, OverlayView, PlayError};
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// Size of a view in pixels, unless it is given: that of `blobsmith render`.
const SIZE_PX: [f64; 2] = [1280.0, 720.0];

type Colour = (u8, u8, u8, u8);

/// An overlay of the editor.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct OverlayInfo {
    /// Name, as of `blobsmith render --overlay`.
    name: &'static str,
    /// Display title.
    title: &'static str,
    /// Description in one sentence.
    help: &'static str,
    /// False if it needs frames before or after the present one; `World.draw_overlays` then fails.
    is_offered: bool,
}

/// What to paint. Positions are in level units, y up; colours are red, green, blue, alpha, 0 to 255.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct OverlayList {
    /// Corners of triangles: 2 columns.
    points: Py<PyArray2<f64>>,
    /// Colour of each corner: 4 columns.
    colors: Py<PyArray2<u8>>,
    /// Three rows of `points` per triangle: 3 columns.
    triangles: Py<PyArray2<u32>>,
    /// Two rows per line: 2 columns.
    line_points: Py<PyArray2<f64>>,
    /// Colour of each line: 4 columns.
    line_colors: Py<PyArray2<u8>>,
    /// Width of each line in pixels.
    line_widths: Py<PyArray1<f32>>,
    /// Texts.
    labels: Vec<Py<OverlayLabel>>,
    /// Meanings of the colours.
    legend: Vec<Py<OverlayLegend>>,
    /// Triangles and lines in painting order, the first at the bottom.
    batches: Vec<Py<OverlayBatch>>,
}

/// Triangles or lines that are painted together.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct OverlayBatch {
    /// Name of the overlay.
    overlay: &'static str,
    /// True for lines, false for triangles.
    is_lines: bool,
    /// Slice of `OverlayList.line_colors`, or of `OverlayList.triangles`.
    rows: Py<PySlice>,
}

/// A line of text.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct OverlayLabel {
    /// Name of the overlay.
    overlay: &'static str,
    /// Position; y is the middle of a capital letter.
    at: Xy,
    /// Part of the text's width that is left of the position: 0, 0.5 or 1.
    anchor: f32,
    /// The text.
    text: String,
    /// Height of the font in pixels.
    size_px: f32,
    /// Its colour.
    color: Colour,
}

/// The meaning of a colour.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct OverlayLegend {
    /// Name of the overlay.
    overlay: &'static str,
    /// The colour.
    color: Colour,
    /// Its meaning.
    text: String,
    /// Length in pixels of an arrow of the size that the text names; None for a colour alone.
    arrow_px: Option<f32>,
}

/// The overlays of the editor in painting order.
#[pyfunction]
fn overlay_names() -> Vec<OverlayInfo> {
    let info = |one: play::OverlayInfo| OverlayInfo {
        name: one.name,
        title: one.title,
        help: one.help,
        is_offered: one.is_offered,
    };
    play::overlay_names().map(info).collect()
}

/// Adds the classes and the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<OverlayInfo>()?;
    module.add_class::<OverlayList>()?;
    module.add_class::<OverlayBatch>()?;
    module.add_class::<OverlayLabel>()?;
    module.add_class::<OverlayLegend>()?;
    module.add_function(wrap_pyfunction!(overlay_names, module)?)
}

impl OverlayList {
    fn new(py: Python<'_>, list: play::OverlayList) -> PyResult<Self> {
        let label = |one: play::OverlayLabel| {
            let play::OverlayLabel { overlay, at, anchor, text, size_px, color } = one;
            Py::new(py, OverlayLabel { overlay, at: at.into(), anchor, text, size_px, color: color.into() })
        };
        let legend = |one: play::OverlayLegend| {
            let play::OverlayLegend { overlay, color, text, arrow_px } = one;
            Py::new(py, OverlayLegend { overlay, color: color.into(), text, arrow_px })
        };
        let batch = |one: play::OverlayBatch| {
            let rows = if one.is_lines { one.range } else { one.range.start / 3..one.range.end / 3 };
            Py::new(py, OverlayBatch { overlay: one.overlay, is_lines: one.is_lines, rows: slice(py, rows) })
        };
        Ok(Self {
            points: table(py, list.points.as_flattened(), 2).unbind(),
            colors: table(py, list.colors.as_flattened(), 4).unbind(),
            triangles: table(py, &list.triangles, 3).unbind(),
            line_points: table(py, list.line_points.as_flattened(), 2).unbind(),
            line_colors: table(py, list.line_colors.as_flattened(), 4).unbind(),
            line_widths: list.line_widths.to_pyarray(py).unbind(),
            labels: list.labels.into_iter().map(label).collect::<PyResult<_>>()?,
            legend: list.legend.into_iter().map(legend).collect::<PyResult<_>>()?,
            batches: list.batches.into_iter().map(batch).collect::<PyResult<_>>()?,
        })
    }
}

#[pymethods]
impl World {
    /// Overlays of the present frame, by name. The camera gives the sizes of arrows, marks and gaps: its middle, its size in pixels, and
    /// pixels per level unit. Without them
    /// it shows the whole level on 1280 x 720 pixels. `light` selects colours for a light
    /// background.
    #[pyo3(signature = (names, *, size=None, center=None, pixels_per_unit=None, light=false))]
    fn draw_overlays(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        size: Option<Xy>,
        center: Option<Xy>,
        pixels_per_unit: Option<f64>,
        light: bool,
    ) -> Result<OverlayList, Refused> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut list = play::OverlayList::default();
        self.with(py, |world| {
            let whole = world.overlay_view(size.map_or(SIZE_PX, Into::into));
            let view = OverlayView {
                center: center.map_or(whole.center, Into::into),
                pixels_per_unit: pixels_per_unit.unwrap_or(whole.pixels_per_unit),
                is_light: light,
                ..whole
            };
            world.draw_overlays(&names, &view, &mut list).map_err(PlayError::into)
        })?;
        Ok(OverlayList::new(py, list)?)
    }

    /// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else
    /// the next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
    fn set_tracing(&self, py: Python<'_>, is_on: bool) -> Result<(), Refused> {
        self.read(py, |world| world.set_tracing(is_on))
    }
}
