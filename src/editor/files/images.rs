//! Images of the open level's skins, read in a background thread, which checks every two seconds whether the files have
//! changed.

use crate::level::texture::image_path;
use crate::level::{Level, Texture};
use crate::picture::Skins;
use crate::picture::skins::images;
use egui::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An image as the level names it, and its file or the reason why it has none.
type WantedImage = (String, Result<PathBuf, String>);

/// The images of the open level.
#[derive(Default)]
pub struct Images {
    level: Option<(Arc<Level>, Option<PathBuf>)>,
    wanted: Vec<WantedImage>,
    skins: Arc<Skins>,
    #[cfg(not(target_arch = "wasm32"))]
    reader: native::Reader,
}

impl Images {
    /// What has been read so far; the same until something changes.
    pub fn skins(&self) -> &Arc<Skins> {
        &self.skins
    }

    /// True if all images of the level have been read or found missing.
    pub fn is_complete(&self) -> bool {
        self.wanted.iter().all(|(image, _)| self.skins.is_known(image))
    }

    /// Follows the level, which is stored at `path`; called once per UI frame. True if an image has arrived.
    pub fn update(&mut self, ctx: &Context, level: &Arc<Level>, path: Option<&Path>) -> bool {
        let is_same = self.level.as_ref().is_some_and(|(old, file)| Arc::ptr_eq(old, level) && file.as_deref() == path);
        let mut has_changed = false;
        if !is_same {
            self.level = Some((level.clone(), path.map(Path::to_owned)));
            let folder = path.map(|path| path.parent().unwrap_or(Path::new("")));
            let wanted: Vec<WantedImage> =
                images(level).map(|image| (image.to_owned(), image_path(folder, image))).collect();
            if wanted != self.wanted {
                self.wanted = wanted;
                self.ask(ctx);
                has_changed = true;
            }
        }
        has_changed |= self.has_news();
        if has_changed {
            let mut skins = Skins::default();
            for (image, path) in &self.wanted {
                match path {
                    Err(reason) => skins.insert(image, Err(reason.clone())),
                    Ok(path) => {
                        if let Some(read) = self.read(path) {
                            skins.insert(image, read);
                        }
                    }
                }
            }
            self.skins = Arc::new(skins);
        }
        has_changed
    }
}

#[cfg(target_arch = "wasm32")]
impl Images {
    fn ask(&mut self, _: &Context) {}

    fn has_news(&mut self) -> bool {
        false
    }

    fn read(&self, _: &Path) -> Option<Result<Arc<Texture>, String>> {
        Some(Err("images cannot be read on the web, where a level has no folder".to_owned()))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Images {
    fn ask(&mut self, ctx: &Context) {
        self.reader.ask(ctx, self.wanted.iter().filter_map(|(_, path)| path.clone().ok()).collect());
    }

    fn has_news(&mut self) -> bool {
        self.reader.has_news()
    }

    fn read(&self, path: &Path) -> Option<Result<Arc<Texture>, String>> {
        self.reader.read(path)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::Texture;
    use crate::editor::files::disk::{FileChange, Watched};
    use egui::Context;
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::time::Duration;

    /// Interval between checks.
    const EVERY: Duration = Duration::from_secs(2);

    type ReadImage = Result<Arc<Texture>, String>;

    #[derive(Default)]
    struct ReaderState {
        wanted: Vec<PathBuf>,
        read: BTreeMap<PathBuf, ReadImage>,
        has_news: bool,
        is_over: bool,
    }

    type Shared = (Mutex<ReaderState>, Condvar);

    /// A thread that reads files and watches them; started with the first image.
    #[derive(Default)]
    pub struct Reader {
        shared: Option<Arc<Shared>>,
    }

    fn held(shared: &Shared) -> MutexGuard<'_, ReaderState> {
        shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Reader {
        pub fn ask(&mut self, ctx: &Context, wanted: Vec<PathBuf>) {
            if self.shared.is_none() && wanted.is_empty() {
                return;
            }
            let shared = self.shared.get_or_insert_with(|| {
                let shared: Arc<Shared> = Arc::default();
                let (mine, ctx) = (shared.clone(), ctx.clone());
                std::thread::spawn(move || work(&mine, &ctx));
                shared
            });
            let mut state = held(shared);
            state.read.retain(|path, _| wanted.contains(path));
            state.wanted = wanted;
            drop(state);
            shared.1.notify_all();
        }

        pub fn has_news(&self) -> bool {
            self.shared.as_ref().is_some_and(|shared| std::mem::take(&mut held(shared).has_news))
        }

        pub fn read(&self, path: &Path) -> Option<ReadImage> {
            held(self.shared.as_ref()?).read.get(path).cloned()
        }
    }

    impl Drop for Reader {
        fn drop(&mut self) {
            if let Some(shared) = &self.shared {
                held(shared).is_over = true;
                shared.1.notify_all();
            }
        }
    }

    fn work(shared: &Shared, ctx: &Context) {
        let mut files: BTreeMap<PathBuf, (Watched, Option<FileChange>)> = BTreeMap::new();
        let mut state = held(shared);
        while !state.is_over {
            let wanted = state.wanted.clone();
            // Release the lock during disk access, so that the window does not wait.
            drop(state);
            files.retain(|path, _| wanted.contains(path));
            for path in &wanted {
                if let Some((watched, last)) = files.get_mut(path) {
                    let news = watched.look();
                    if news == *last {
                        continue;
                    }
                    *last = news;
                }
                let is_missing = files.get(path).is_some_and(|(_, news)| *news == Some(FileChange::Gone));
                if !is_missing {
                    // Before it is read, so that a change meanwhile is noticed.
                    let mut watched = Watched::new(path);
                    let news = watched.look();
                    files.insert(path.clone(), (watched, news));
                }
                let read = Texture::read(path).map(Arc::new);
                let mut state = held(shared);
                if state.wanted.contains(path) {
                    state.read.insert(path.clone(), read);
                    state.has_news = true;
                    drop(state);
                    ctx.request_repaint();
                }
            }
            state = held(shared);
            if !state.is_over && state.wanted == wanted {
                state = shared.1.wait_timeout(state, EVERY).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}
