//! Level previews, painted in threads (on the web one per UI frame) and kept as textures.

use super::large::file_bytes;
use super::part_outline::PartOutline;
use crate::debugger::recording;
use crate::engine::World;
use crate::geometry::DVec2;
use crate::level::flatten::load_flat_listed;
use crate::level::format::FormatError;
use crate::level::texture::folder_of;
use crate::level::{Level, gallery};
use crate::picture::{Layers, Palette, Picture, Scene, Skins, Theme, Viewport, draw_level, layers, png, scene, skins};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Preview size in pixels: twice the size of a card on a screen with scale 1.
pub const SIZE: [usize; 2] = [400, 250];
/// Maximum file size in bytes; larger files take too long to read.
const MOST_BYTES: u64 = 32 << 20;
/// Why a file that is too large has no preview.
pub const TOO_LARGE: &str = "too large for a preview";
/// Maximum number of cached previews, about 400 kB each; beyond it the cache is cleared.
const MANY: usize = 160;
/// Layers that are too fine for a preview.
const LEFT_OUT: [&str; 5] = ["grid", "nodes", "scale-bar", "coordinates", "paths"];

/// Subject of a preview.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

struct ThumbnailJob {
    of: Of,
    held: Option<Arc<Level>>,
    theme: Theme,
}

/// What a preview shows of a file.
#[derive(Clone, Default)]
pub struct PreviewContents {
    /// Files of the sources of its instances, also of nested ones.
    pub sources: Vec<PathBuf>,
    /// Its outline; empty if it cannot run.
    pub outline: Arc<PartOutline>,
}

struct Made {
    of: Of,
    theme: Theme,
    picture: Result<(ColorImage, LevelCounts), String>,
    contents: PreviewContents,
}

/// Preview cache and its worker threads.
pub struct Thumbs {
    theme: Theme,
    known: BTreeMap<Of, Seen>,
    /// Contents of the files as of their last previews.
    contents: BTreeMap<PathBuf, PreviewContents>,
    sender: Sender<Made>,
    receiver: Receiver<Made>,
    /// Job queues: built-in levels, and files, which may be on a slow disk.
    #[cfg(not(target_arch = "wasm32"))]
    lanes: [Option<Sender<ThumbnailJob>>; 2],
    #[cfg(target_arch = "wasm32")]
    jobs: std::collections::VecDeque<ThumbnailJob>,
}

impl Default for Thumbs {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            theme: Theme::Dark,
            known: BTreeMap::new(),
            contents: BTreeMap::new(),
            sender,
            receiver,
            #[cfg(not(target_arch = "wasm32"))]
            lanes: [None, None],
            #[cfg(target_arch = "wasm32")]
            jobs: std::collections::VecDeque::new(),
        }
    }
}

impl Thumbs {
    /// The preview of a subject; starts a job if there is none.
    pub fn get(&mut self, ctx: &Context, of: &Of, held: Option<&Arc<Level>>, theme: Theme) -> &Seen {
        if self.theme != theme || self.known.len() > MANY {
            self.known.clear();
            self.theme = theme;
        }
        if !self.known.contains_key(of) {
            self.known.insert(of.clone(), Seen::Coming);
            self.start(ctx, ThumbnailJob { of: of.clone(), held: held.cloned(), theme });
        }
        self.known.get(of).unwrap_or(&Seen::Coming)
    }

    /// What the last preview of a file shows. None before the first one.
    pub fn contents(&self, path: &Path) -> Option<&PreviewContents> {
        self.contents.get(path)
    }

    /// Processes finished jobs; called once per UI frame.
    pub fn collect(&mut self, ctx: &Context) {
        #[cfg(target_arch = "wasm32")]
        if let Some(job) = self.jobs.pop_front() {
            let _ = self.sender.send(make(job));
            ctx.request_repaint();
        }
        for made in self.receiver.try_iter() {
            if made.theme != self.theme {
                continue;
            }
            let seen = match made.picture {
                Ok((image, facts)) => Seen::Here(ctx.load_texture("level", image, TextureOptions::LINEAR), facts),
                Err(reason) => Seen::Missing(reason),
            };
            if let Of::File(path, _) = &made.of {
                self.contents.insert(path.clone(), made.contents);
            }
            self.known.insert(made.of, seen);
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn start(&mut self, ctx: &Context, job: ThumbnailJob) {
        let lane = &mut self.lanes[usize::from(matches!(job.of, Of::File(..)))];
        let lane = lane.get_or_insert_with(|| {
            let (jobs, work) = channel::<ThumbnailJob>();
            let (sender, ctx) = (self.sender.clone(), ctx.clone());
            std::thread::spawn(move || {
                for job in work {
                    if sender.send(make(job)).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
            });
            jobs
        });
        // The send cannot fail: the thread lives as long as the queue.
        let _ = lane.send(job);
    }

    #[cfg(target_arch = "wasm32")]
    fn start(&mut self, ctx: &Context, job: ThumbnailJob) {
        self.jobs.push_back(job);
        ctx.request_repaint();
    }
}

fn make(job: ThumbnailJob) -> Made {
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
    let level = if recording::is_recording(path) {
        recording::load(path).map(|(recording, _)| recording.level)
    } else {
        load_flat_listed(path, sources)
    };
    level.map_err(|error| FormatError { file: None, ..error }.to_string())
}

/// Paints the whole level at frame 0. Fails if the level cannot run.
fn paint(level: &Level, skins: &Skins, theme: Theme) -> Result<ColorImage, String> {
    let world = World::new(level).map_err(|error| error.to_string())?;
    let palette = Palette::of(theme);
    let size = DVec2::new(SIZE[0] as f64, SIZE[1] as f64);
    let viewport = Viewport::fit(size, scene::bounds(level, &world), 16.0);
    let some = layers::ALL.iter().filter(|layer| !LEFT_OUT.contains(&layer.id));
    let layers = some.fold(Layers::NONE, |set, layer| set.with(layer.id, layer.on_at_first));
    let mut picture = Picture::default();
    draw_level(&Scene { layers, skins: Some(skins), ..Scene::new(level, &world, &palette, viewport) }, &mut picture);
    let pixels = png::rasterise(&picture, &viewport, &palette).map_err(|error| error.to_string())?;
    Ok(ColorImage::from_rgb(SIZE, &pixels))
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
            let image = paint(&crate::level::gallery::with_floor(), &Skins::default(), theme).unwrap();
            let ground = Palette::of(theme).background;
            let ground = egui::Color32::from_rgb(ground.0, ground.1, ground.2);
            // The floor spans the width in the middle, 1/24 of the width high.
            assert_eq!(image.pixels[0], ground);
            assert_ne!(image.pixels[SIZE[0] * SIZE[1] / 2 + SIZE[0] / 2], ground);
        }
    }
}
