//! Debug overlays of the editor as flat arrays: triangles, lines and labels.

use super::error::{Failure, blobsmith_status, guard, guard_status};
use super::load::blobsmith_world;
use super::memory::{free, give, play, play_mut, shared, text, unique, write};
use super::types::{blobsmith_vec2, vec2};
use blobsmith_engine::play::{OverlayInfo, OverlayList, OverlayView, overlay_names};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

/// An overlay of the editor. The texts are valid as long as the library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blobsmith_overlay {
    /// Name, as of `blobsmith render --overlay`.
    pub name: *const c_char,
    /// Display title.
    pub title: *const c_char,
    /// Description in one sentence.
    pub help: *const c_char,
    /// False if it needs frames before or after the present one; blobsmith_world_draw_overlays then fails.
    pub is_offered: bool,
}

/// The camera, for sizes in pixels. What is outside of the view is left out.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct blobsmith_overlay_view {
    /// Position in the middle of the view.
    pub center: blobsmith_vec2,
    /// Width and height in pixels, 1 to 16384 each.
    pub size_px: blobsmith_vec2,
    /// Pixels per level unit, above 0.
    pub pixels_per_unit: f64,
    /// True for colours on a light background.
    pub is_light: bool,
}

/// Triangles or lines that are painted together.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blobsmith_overlay_batch {
    /// Index of the overlay, as of blobsmith_overlay_at.
    pub overlay: usize,
    /// First line, or first index in `triangles`.
    pub first: usize,
    /// Number of lines, or of indices, three per triangle.
    pub count: usize,
    /// True for lines, false for triangles.
    pub is_lines: bool,
}

/// A line of text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blobsmith_overlay_label {
    /// Index of the overlay, as of blobsmith_overlay_at.
    pub overlay: usize,
    /// The text.
    pub text: *const c_char,
    /// Position; y is the middle of a capital letter.
    pub at: blobsmith_vec2,
    /// Part of the text's width that is left of the position: 0, 0.5 or 1.
    pub anchor: f32,
    /// Height of the font, in pixels.
    pub size_px: f32,
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
}

/// The meaning of a colour.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blobsmith_overlay_legend {
    /// Index of the overlay, as of blobsmith_overlay_at.
    pub overlay: usize,
    /// Its meaning.
    pub text: *const c_char,
    /// Length in pixels of an arrow of the size that the text names; 0 for a colour alone.
    pub arrow_px: f32,
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
}

/// What to paint: the batches in order, then the labels. The arrays and texts belong to the overlay list. Colours are not
/// premultiplied.
#[repr(C)]
#[derive(Debug)]
pub struct blobsmith_overlay_drawing {
    /// Corners of triangles.
    pub points: *const blobsmith_vec2,
    /// Red, green, blue, alpha of each corner.
    pub colors: *const u8,
    /// Number of corners.
    pub point_count: usize,
    /// Three indices of points per triangle.
    pub triangles: *const u32,
    /// Number of these indices.
    pub triangle_index_count: usize,
    /// Two points per line.
    pub line_points: *const blobsmith_vec2,
    /// Red, green, blue, alpha of each line.
    pub line_colors: *const u8,
    /// Width of each line, in pixels.
    pub line_widths: *const f32,
    /// Number of lines.
    pub line_count: usize,
    /// Triangles and lines in painting order, the first at the bottom.
    pub batches: *const blobsmith_overlay_batch,
    /// Number of batches.
    pub batch_count: usize,
    /// Texts.
    pub labels: *const blobsmith_overlay_label,
    /// Number of labels.
    pub label_count: usize,
    /// Meanings of the colours.
    pub legend: *const blobsmith_overlay_legend,
    /// Number of meanings.
    pub legend_count: usize,
}

/// Memory of overlays; fill it again every frame.
#[derive(Debug)]
pub struct blobsmith_overlay_list {
    list: OverlayList,
    /// Texts of labels and legend.
    texts: Vec<CString>,
    batches: Vec<blobsmith_overlay_batch>,
    labels: Vec<blobsmith_overlay_label>,
    legend: Vec<blobsmith_overlay_legend>,
    drawing: blobsmith_overlay_drawing,
}

const EMPTY: blobsmith_overlay_drawing = blobsmith_overlay_drawing {
    points: null(),
    colors: null(),
    point_count: 0,
    triangles: null(),
    triangle_index_count: 0,
    line_points: null(),
    line_colors: null(),
    line_widths: null(),
    line_count: 0,
    batches: null(),
    batch_count: 0,
    labels: null(),
    label_count: 0,
    legend: null(),
    legend_count: 0,
};

/// All overlays, and their names, titles and help as texts of C.
static OVERLAYS: LazyLock<Vec<(OverlayInfo, [CString; 3])>> = LazyLock::new(|| {
    let texts = |one: &OverlayInfo| [one.name, one.title, one.help].map(|text| CString::new(text).unwrap_or_default());
    overlay_names().map(|one| (one, texts(&one))).collect()
});

fn number_of(name: &str) -> usize {
    OVERLAYS.iter().position(|(one, _)| one.name == name).unwrap_or_default()
}

impl blobsmith_overlay_list {
    /// Makes the arrays of C of the list; returns where they are described.
    fn describe(&mut self) -> *const blobsmith_overlay_drawing {
        let list = &self.list;
        let texts = list.labels.iter().map(|one| &one.text).chain(list.legend.iter().map(|one| &one.text));
        self.texts.clear();
        // Ids have no NUL byte, so no text is left out.
        self.texts.extend(texts.map(|text| CString::new(text.as_str()).unwrap_or_default()));
        let (of_labels, of_legend) = self.texts.split_at(list.labels.len());
        self.batches.clear();
        self.batches.extend(list.batches.iter().map(|one| blobsmith_overlay_batch {
            overlay: number_of(one.overlay),
            first: one.range.start,
            count: one.range.len(),
            is_lines: one.is_lines,
        }));
        self.labels.clear();
        self.labels.extend(list.labels.iter().zip(of_labels).map(|(one, text)| blobsmith_overlay_label {
            overlay: number_of(one.overlay),
            text: text.as_ptr(),
            at: vec2(one.at),
            anchor: one.anchor,
            size_px: one.size_px,
            color: one.color,
        }));
        self.legend.clear();
        self.legend.extend(list.legend.iter().zip(of_legend).map(|(one, text)| blobsmith_overlay_legend {
            overlay: number_of(one.overlay),
            text: text.as_ptr(),
            arrow_px: one.arrow_px.unwrap_or(0.0),
            color: one.color,
        }));
        self.drawing = blobsmith_overlay_drawing {
            points: list.points.as_ptr().cast(),
            colors: list.colors.as_ptr().cast(),
            point_count: list.points.len(),
            triangles: list.triangles.as_ptr(),
            triangle_index_count: list.triangles.len(),
            line_points: list.line_points.as_ptr().cast(),
            line_colors: list.line_colors.as_ptr().cast(),
            line_widths: list.line_widths.as_ptr(),
            line_count: list.line_colors.len(),
            batches: self.batches.as_ptr(),
            batch_count: self.batches.len(),
            labels: self.labels.as_ptr(),
            label_count: self.labels.len(),
            legend: self.legend.as_ptr(),
            legend_count: self.legend.len(),
        };
        &raw const self.drawing
    }
}

/// The overlay with an index, in painting order from 0. BLOBSMITH_STATUS_NOT_FOUND behind the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_overlay_at(index: usize, out: *mut blobsmith_overlay) -> blobsmith_status {
    guard_status(|| {
        let found = OVERLAYS.get(index).ok_or_else(|| Failure::not_found("overlay with the index", &index.to_string()));
        let (one, texts) = found?;
        let [name, title, help] = texts.each_ref().map(|text| text.as_ptr());
        write(out, "out", blobsmith_overlay { name, title, help, is_offered: one.is_offered })
    })
}

/// Makes an empty overlay list. Free it with blobsmith_overlay_list_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_overlay_list_new() -> *mut blobsmith_overlay_list {
    guard(null_mut(), || {
        let (texts, batches, labels, legend) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let list = OverlayList::default();
        Ok(give(blobsmith_overlay_list { list, texts, batches, labels, legend, drawing: EMPTY }))
    })
}

/// Frees an overlay list with what was drawn into it; nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_overlay_list_free(list: *mut blobsmith_overlay_list) {
    free(list);
}

/// The view of this size in pixels that shows the whole level, on a dark background.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_overlay_view(
    world: *const blobsmith_world,
    size_px: blobsmith_vec2,
    out: *mut blobsmith_overlay_view,
) -> blobsmith_status {
    guard_status(|| {
        let view = play(world)?.overlay_view([size_px.x, size_px.y]);
        let (center, pixels_per_unit, is_light) = (vec2(view.center), view.pixels_per_unit, view.is_light);
        write(out, "out", blobsmith_overlay_view { center, size_px, pixels_per_unit, is_light })
    })
}

/// Fills a list with overlays of the present frame, and returns its arrays, which are valid until the next call with the list. NULL after
/// an error. `names` are separated by commas, "velocities,contacts". For debugging: a call copies the topology of the level, and clones
/// and steps the world if an overlay shows contacts without blobsmith_world_set_tracing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_draw_overlays(
    world: *const blobsmith_world,
    names: *const c_char,
    view: *const blobsmith_overlay_view,
    list: *mut blobsmith_overlay_list,
) -> *const blobsmith_overlay_drawing {
    guard(null(), || {
        let (world, names, view) = (play(world)?, text(names, "names")?, shared(view, "view")?);
        let list = unique(list, "list")?;
        let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let view = OverlayView {
            center: [view.center.x, view.center.y],
            size_px: [view.size_px.x, view.size_px.y],
            pixels_per_unit: view.pixels_per_unit,
            is_light: view.is_light,
        };
        world.draw_overlays(&names, &view, &mut list.list)?;
        Ok(list.describe())
    })
}

/// Traces the last substep of every frame from now on, or stops. Overlays of contacts and impacts then show the last substep, else the
/// next one, which is computed on a copy. Costs a substep of the reference engine per frame; states are the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blobsmith_world_set_tracing(world: *mut blobsmith_world, is_on: bool) -> blobsmith_status {
    guard_status(|| {
        play_mut(world)?.set_tracing(is_on);
        Ok(())
    })
}
