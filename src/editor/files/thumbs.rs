//! Level previews, painted by background jobs and kept as textures.

use super::large::file_bytes;
use super::part_outline::PartOutline;
use crate::debugger::recording;
use crate::editor::background::{Job, JobHandle, Pace, Slice};
use crate::editor::bundle;
use crate::engine::World;
use crate::geometry::DVec2;
use crate::level::flatten::load_flat_listed;
use crate::level::format::FormatError;
use crate::level::text_form;
use crate::level::texture::folder_of;
use crate::level::{Level, gallery};
use crate::picture::{Layers, Palette, Picture, Scene, Skins, Theme, Viewport, draw_level, layers, png, scene, skins};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Preview size in pixels: twice the size of a card on a screen with scale 1.
pub const SIZE: [usize; 2] = [400, 250];
/// Maximum file size in bytes; larger files take too long to read.
const MOST_BYTES: u64 = 32 << 20;
/// Why a file that is too large has no preview.
pub const TOO_LARGE: &str = "too large for a preview";
/// Maximum number of cached previews, about 400 kB each; beyond it those that are not shown are removed.
const MANY: usize = 160;
/// Layers that are too fine for a preview.
const LEFT_OUT: [&str; 5] = ["grid", "nodes", "scale-bar", "coordinates", "paths"];

/// Subject of a preview.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Of {
    /// A gallery level, by index.
    Gallery(usize),
    /// A file and a number that changes with its contents.
    File(PathBuf, u64),
    /// A level in memory, by id.
    Held(u64),
}

/// State of a preview.
pub enum Seen {
    /// Not finished.
    Coming,
    /// The texture and the part counts of the level.
    Here(TextureHandle, LevelCounts),
    /// Not possible, for this reason.
    Missing(String),
}

/// Part counts of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCounts {
    /// Bodies.
    pub bodies: usize,
    /// Nodes of all bodies.
    pub nodes: usize,
    /// Discs and particles.
    pub discs: usize,
    /// Obstacles.
    pub obstacles: usize,
}

impl LevelCounts {
    /// Counts the parts.
    pub fn of(level: &Level) -> Self {
        Self {
            bodies: level.bodies.len(),
            nodes: level.bodies.iter().map(|body| body.nodes.len()).sum(),
            discs: level.discs.len(),
            obstacles: level.obstacles.len(),
        }
    }

    /// Text such as “2 bodies, 31 nodes”; omits zero counts.
    pub fn words(&self) -> String {
        let parts = [
            (self.bodies, "body", "bodies"),
            (self.nodes, "node", "nodes"),
            (self.discs, "disc", "discs"),
            (self.obstacles, "obstacle", "obstacles"),
        ];
        let some = parts.iter().filter(|(count, ..)| *count > 0);
        let words: Vec<_> = some.map(|(n, one, many)| format!("{n} {}", if *n == 1 { one } else { many })).collect();
        if words.is_empty() { "empty".to_owned() } else { words.join(", ") }
    }
}

/// A preview to paint.
#[derive(Serialize, Deserialize)]
pub struct ThumbnailOrder {
    pub(in crate::editor) of: Of,
    #[serde(with = "held_level")]
    pub(in crate::editor) held: Option<Arc<Level>>,
    pub(in crate::editor) theme: Theme,
}

/// What a preview shows of a file.
#[derive(Clone, Default)]
pub struct PreviewContents {
    /// Files of the sources of its instances, also of nested ones.
    pub sources: Vec<PathBuf>,
    /// Its outline; empty if it cannot run.
    pub outline: Arc<PartOutline>,
}

/// A painted preview.
#[derive(Serialize, Deserialize)]
pub struct Made {
    of: Of,
    theme: Theme,
    picture: Result<(ThumbnailPixels, LevelCounts), String>,
    /// Of files, which only threads read.
    #[serde(skip)]
    contents: PreviewContents,
}

#[cfg(test)]
impl Made {
    /// True if both are the same picture, or are missing for the same reason.
    pub(in crate::editor) fn is_same_picture(&self, other: &Self) -> bool {
        (&self.of, self.theme, &self.picture) == (&other.of, other.theme, &other.picture)
    }
}

/// Three bytes (RGB) per pixel.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct ThumbnailPixels(#[serde(with = "text_form::bytes")] Vec<u8>);

/// Preview cache and its background jobs.
pub struct Thumbs {
    theme: Theme,
    /// Previews, and the UI frame that last showed each.
    known: BTreeMap<Of, (Seen, u64)>,
    /// Number of the UI frame.
    frame: u64,
    /// Contents of the files as of their last previews.
    contents: BTreeMap<PathBuf, PreviewContents>,
    /// Jobs for built-in levels, and for files, which may be on a slow disk.
    lanes: [Option<JobHandle<ThumbnailPainting>>; 2],
}

impl Default for Thumbs {
    fn default() -> Self {
        Self { theme: Theme::Dark, known: BTreeMap::new(), frame: 0, contents: BTreeMap::new(), lanes: [None, None] }
    }
}

impl Thumbs {
    /// The preview of a subject; starts a job if there is none.
    pub fn get(&mut self, ctx: &Context, of: &Of, held: Option<&Arc<Level>>, theme: Theme) -> &Seen {
        if self.theme != theme {
            self.known.clear();
            self.theme = theme;
        }
        if !self.known.contains_key(of) {
            self.start(ctx, ThumbnailOrder { of: of.clone(), held: held.cloned(), theme });
        }
        let (seen, shown) = self.known.entry(of.clone()).or_insert((Seen::Coming, 0));
        *shown = self.frame;
        seen
    }

    /// What the last preview of a file shows. None before the first one.
    pub fn contents(&self, path: &Path) -> Option<&PreviewContents> {
        self.contents.get(path)
    }

    /// Processes finished jobs; called once per UI frame.
    pub fn collect(&mut self, ctx: &Context) {
        if self.known.len() > MANY {
            let frame = self.frame;
            self.known.retain(|_, (_, shown)| *shown == frame);
        }
        self.frame += 1;
        let painted: Vec<Made> = self.lanes.iter_mut().flatten().flat_map(JobHandle::reports).collect();
        for made in painted {
            if made.theme != self.theme {
                continue;
            }
            let seen = match made.picture {
                Ok((pixels, facts)) => {
                    let image = ColorImage::from_rgb(SIZE, &pixels.0);
                    Seen::Here(ctx.load_texture("level", image, TextureOptions::LINEAR), facts)
                }
                Err(reason) => Seen::Missing(reason),
            };
            if let Of::File(path, _) = &made.of {
                self.contents.insert(path.clone(), made.contents);
            }
            self.known.insert(made.of, (seen, self.frame));
        }
        self.end_failed();
    }

    fn start(&mut self, ctx: &Context, order: ThumbnailOrder) {
        let lane = &mut self.lanes[usize::from(matches!(order.of, Of::File(..)))];
        lane.get_or_insert_with(|| JobHandle::start(ctx, ())).order(order);
    }

    /// Gives up what a failed job has not painted; the next preview gets a new job.
    fn end_failed(&mut self) {
        for (lane, are_files) in self.lanes.iter_mut().zip([false, true]) {
            if lane.take_if(|job| job.has_failed()).is_some() {
                let open = self.known.iter_mut().filter(|(of, _)| matches!(of, Of::File(..)) == are_files);
                for (_, (seen, _)) in open.filter(|(_, (seen, _))| matches!(seen, Seen::Coming)) {
                    *seen = Seen::Missing("it could not be painted".to_owned());
                }
            }
        }
    }
}

/// Paints previews in the order in which they are requested, one per slice.
pub struct ThumbnailPainting(VecDeque<ThumbnailOrder>);

impl Job for ThumbnailPainting {
    const NAME: &'static str = "previews";
    const TITLE: &'static str = "Thumbnails";
    type Request = ();
    type Order = ThumbnailOrder;
    type Report = Made;

    fn begin((): ()) -> Self {
        Self(VecDeque::new())
    }

    fn take(&mut self, order: ThumbnailOrder) {
        self.0.push_back(order);
    }

    fn work(&mut self, _pace: &Pace) -> Slice<Made> {
        let report = self.0.pop_front().map(make);
        Slice { report, is_done: self.0.is_empty() }
    }
}

/// The text form of a level in memory.
mod held_level {
    use super::{Arc, Deserialize, Level, Serialize};

    pub fn serialize<S: serde::Serializer>(held: &Option<Arc<Level>>, serializer: S) -> Result<S::Ok, S::Error> {
        held.as_deref().serialize(serializer)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Arc<Level>>, D::Error> {
        Option::<Level>::deserialize(deserializer).map(|level| level.map(Arc::new))
    }
}

fn make(job: ThumbnailOrder) -> Made {
    let mut contents = PreviewContents::default();
    let level = match (&job.of, job.held) {
        (_, Some(level)) => Ok(level),
        (Of::Gallery(index), None) => {
            let level = gallery::ALL.get(*index).ok_or("not in the gallery");
            level
                .map_err(str::to_owned)
                .and_then(|level| gallery::read_flat(level).map(Arc::new).map_err(|error| error.to_string()))
        }
        (Of::File(path, _), None) => read(path, &mut contents.sources).map(Arc::new),
        (Of::Held(_), None) => Err("no level in memory".to_owned()),
    };
    let file = if let Of::File(path, _) = &job.of { Some(path.as_path()) } else { None };
    let skins = |level: &Level| skins::load(level, file.map(folder_of));
    let picture = level.and_then(|level| {
        let image = paint(&level, &skins(&level), job.theme)?;
        contents.outline = Arc::new(PartOutline::of(&level));
        Ok((image, LevelCounts::of(&level)))
    });
    Made { of: job.of, theme: job.theme, picture, contents }
}

/// Reads a level file, or the level of a recording; adds the files of its sources to `sources`.
fn read(path: &Path, sources: &mut Vec<PathBuf>) -> Result<Level, String> {
    if file_bytes(path)? > MOST_BYTES {
        return Err(TOO_LARGE.to_owned());
    }
    let level = if bundle::is_bundle(path) {
        return bundle::load(path).map(|opened| opened.recording.level);
    } else if recording::is_recording(path) {
        recording::load(path).map(|(recording, _)| recording.level)
    } else {
        load_flat_listed(path, sources)
    };
    level.map_err(|error| FormatError { file: None, ..error }.to_string())
}

/// Paints the whole level at frame 0. Fails if the level cannot run.
fn paint(level: &Level, skins: &Skins, theme: Theme) -> Result<ThumbnailPixels, String> {
    let world = World::new(level).map_err(|error| error.to_string())?;
    let palette = Palette::of(theme);
    let size = DVec2::new(SIZE[0] as f64, SIZE[1] as f64);
    let viewport = Viewport::fit(size, scene::bounds(level, &world), 16.0);
    let some = layers::ALL.iter().filter(|layer| !LEFT_OUT.contains(&layer.id));
    let layers = some.fold(Layers::NONE, |set, layer| set.with(layer.id, layer.on_at_first));
    let mut picture = Picture::default();
    draw_level(&Scene { layers, skins: Some(skins), ..Scene::new(level, &world, &palette, viewport) }, &mut picture);
    png::rasterise(&picture, &viewport, &palette).map(ThumbnailPixels).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_counts_omit_zeros() {
        assert_eq!(LevelCounts::of(&Level::default()).words(), "empty");
        assert_eq!(LevelCounts::of(&crate::level::gallery::with_floor()).words(), "1 body, 4 nodes");
        assert_eq!(
            LevelCounts { bodies: 2, nodes: 1, discs: 3, obstacles: 1 }.words(),
            "2 bodies, 1 node, 3 discs, 1 obstacle"
        );
    }

    #[test]
    fn thumbnail_shows_the_level_on_the_background_of_the_theme() {
        for theme in [Theme::Dark, Theme::Light] {
            let pixels = paint(&crate::level::gallery::with_floor(), &Skins::default(), theme).unwrap();
            let image = ColorImage::from_rgb(SIZE, &pixels.0);
            let ground = Palette::of(theme).background;
            let ground = egui::Color32::from_rgb(ground.0, ground.1, ground.2);
            // The floor spans the width in the middle, 1/24 of the width high.
            assert_eq!(image.pixels[0], ground);
            assert_ne!(image.pixels[SIZE[0] * SIZE[1] / 2 + SIZE[0] / 2], ground);
        }
    }
}
