//! The class `World`: loading, time, lookup, snapshots.

use crate::error::{Refused, check_file};
use crate::handles::{Body, BodyArg, Disc, Instance, InstanceArg, Link, Obstacle, PartArg, PartObject};
use crate::values::{Advanced, LevelInfo, Marker, PartCounts, PartInfo};
use crate::views::FollowedPositions;
use blobsmith_engine::engine::Threads;
use blobsmith_engine::level::format::TextFormat;
use blobsmith_engine::play::{PlaySnapshot, PlayWorld, RecorderSettings};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Longest time without a check for Ctrl+C.
const UNINTERRUPTED: Duration = Duration::from_millis(50);
/// Most threads that a world may use.
const MOST_THREADS: usize = 256;

/// A level that runs.
#[pyclass(module = "blobsmith", frozen)]
pub struct World {
    inner: Mutex<PlayWorld>,
    /// Locked before `inner`.
    pub views: Mutex<Option<FollowedPositions>>,
}

/// A moment of a world.
#[pyclass(module = "blobsmith", frozen)]
pub struct Snapshot {
    inner: PlaySnapshot,
}

/// A span of a game that can be saved as a recording.
#[pyclass(module = "blobsmith", frozen)]
pub struct Flight {
    inner: blobsmith_engine::play::Flight,
}

#[pymethods]
impl Flight {
    /// First and last frame.
    #[getter]
    fn frames(&self) -> (u64, u64) {
        self.inner.frames().into()
    }

    /// The recording as JSON text. Simulates the span again.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.inner.text(TextFormat::Json))
    }

    /// Saves the recording. Simulates the span again.
    fn save(&self, py: Python<'_>, path: PathBuf) -> Result<(), Refused> {
        Ok(py.detach(|| self.inner.save(path))?)
    }

    fn __repr__(&self) -> String {
        let [first, last] = self.inner.frames();
        format!("<blobsmith.Flight: frames {first} to {last}>")
    }
}

impl World {
    fn new(world: PlayWorld) -> Self {
        Self { inner: Mutex::new(world), views: Mutex::default() }
    }

    fn lock(&self, py: Python<'_>) -> Result<MutexGuard<'_, PlayWorld>, Refused> {
        self.inner.lock_py_attached(py).map_err(|_| Refused::Broken)
    }

    /// Calls a function with the world, once no other thread uses it. The function creates no Python objects that the garbage
    /// collector tracks.
    pub fn with<T>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut PlayWorld) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        call(&mut *self.lock(py)?)
    }

    /// As [`World::with`], for what cannot fail.
    pub fn read<T>(&self, py: Python<'_>, call: impl FnOnce(&mut PlayWorld) -> T) -> Result<T, Refused> {
        Ok(call(&mut *self.lock(py)?))
    }

    /// As [`World::with`], without the interpreter's lock.
    fn detached<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut PlayWorld) -> Result<T, Refused> + Send,
    ) -> Result<T, Refused> {
        py.detach(|| call(&mut *self.inner.lock().map_err(|_| Refused::Broken)?))
    }
}

#[pymethods]
impl World {
    /// Reads a level from a text, RON or JSON.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> Result<Self, Refused> {
        Ok(Self::new(py.detach(|| PlayWorld::from_text(text))?))
    }

    /// Reads a level file. The files of instances are relative to it.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> Result<Self, Refused> {
        check_file(&path)?;
        Ok(Self::new(py.detach(|| PlayWorld::from_file(&path))?))
    }

    /// An independent copy with the same handles.
    fn copy(&self, py: Python<'_>) -> Result<Self, Refused> {
        self.read(py, |world| Self::new(world.clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> Result<Self, Refused> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        self.copy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> Result<String, Refused> {
        self.read(py, |world| {
            let counts = world.part_counts();
            let frame = world.frame();
            format!("<blobsmith.World: frame {frame}, {} bodies, {} discs>", counts.bodies, counts.discs)
        })
    }

    /// Runs whole frames. Other Python threads run meanwhile; Ctrl+C stops between two frames.
    #[pyo3(signature = (frames = 1))]
    fn step(&self, py: Python<'_>, frames: u32) -> Result<(), Refused> {
        let mut left = frames;
        loop {
            left -= self.detached(py, |world| {
                let started = Instant::now();
                let mut ran = 0;
                while ran < left && (ran == 0 || started.elapsed() < UNINTERRUPTED) {
                    world.step(1);
                    ran += 1;
                }
                Ok(ran)
            })?;
            self.refresh_views(py)?;
            if left == 0 {
                return Ok(());
            }
            py.check_signals()?;
        }
    }

    /// Adds real seconds and runs the frames that are due, at most `max_frames`.
    fn advance(&self, py: Python<'_>, seconds: f64) -> Result<Advanced, Refused> {
        let advanced = self.detached(py, |world| Ok(world.advance(seconds)?))?;
        self.refresh_views(py)?;
        Ok(advanced.into())
    }

    /// Hash of all bits that later frames depend on: 16 hexadecimal digits.
    #[getter]
    fn hash(&self, py: Python<'_>) -> Result<String, Refused> {
        self.read(py, |world| world.hash_text())
    }

    /// Number of frames since the start of the level.
    #[getter]
    fn frame(&self, py: Python<'_>) -> Result<u64, Refused> {
        self.read(py, |world| world.frame())
    }

    /// Level time, in the unit of the level's `frame_time`.
    #[getter]
    fn time(&self, py: Python<'_>) -> Result<f64, Refused> {
        self.read(py, |world| world.time())
    }

    /// Real seconds that a frame takes in `advance`.
    #[getter]
    fn seconds_per_frame(&self, py: Python<'_>) -> Result<f64, Refused> {
        self.read(py, |world| world.seconds_per_frame())
    }

    #[setter]
    fn set_seconds_per_frame(&self, py: Python<'_>, seconds: f64) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.set_seconds_per_frame(seconds)?))
    }

    /// Greatest number of frames in one `advance`.
    #[getter]
    fn max_frames(&self, py: Python<'_>) -> Result<u32, Refused> {
        self.read(py, |world| world.max_frames())
    }

    #[setter]
    fn set_max_frames(&self, py: Python<'_>, frames: u32) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.set_max_frames(frames)?))
    }

    /// Sets the threads that share the work of later frames; None for one per processor. States are the same.
    fn set_threads(&self, py: Python<'_>, count: Option<usize>) -> Result<(), Refused> {
        let threads = match count {
            None => Threads::all(),
            Some(count) if (1..=MOST_THREADS).contains(&count) => Threads::new(count),
            Some(_) => return Err(Refused::Value("`count` must be between 1 and 256, or None")),
        };
        self.read(py, |world| world.set_threads(threads))
    }

    /// Keeps the positions of the previous frame from now on, for `interpolated` and `draw_between`; or drops them.
    fn set_interpolation(&self, py: Python<'_>, is_on: bool) -> Result<(), Refused> {
        self.read(py, |world| world.set_interpolation(is_on))
    }

    /// Copies the present moment.
    fn snapshot(&self, py: Python<'_>) -> Result<Snapshot, Refused> {
        self.read(py, |world| Snapshot { inner: world.snapshot() })
    }

    /// Goes back (or forward) to a moment of this world or of a copy of it.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> Result<(), Refused> {
        self.read(py, |world| world.restore(&snapshot.inner))?;
        self.refresh_views(py)
    }

    /// Switches the recorder on, or off with None.
    #[pyo3(
        signature = (frames = Some(600), keyframe_every = 60, on_fault = true),
        text_signature = "($self, frames=600, keyframe_every=60, on_fault=True)"
    )]
    fn set_recorder(
        &self,
        py: Python<'_>,
        frames: Option<u64>,
        keyframe_every: u64,
        on_fault: bool,
    ) -> Result<(), Refused> {
        let settings = frames.map(|frames| RecorderSettings { frames, keyframe_every, on_fault });
        self.with(py, |world| Ok(world.set_recorder(settings)?))
    }

    /// The recorded span up to now.
    #[pyo3(signature = (reason = ""))]
    fn flight(&self, py: Python<'_>, reason: &str) -> Result<Flight, Refused> {
        self.with(py, |world| Ok(Flight { inner: world.flight(reason)? }))
    }

    /// The span that led to the first fault since the last call.
    fn take_fault_flight(&self, py: Python<'_>) -> Result<Option<Flight>, Refused> {
        self.read(py, |world| world.take_fault_flight().map(|inner| Flight { inner }))
    }

    /// Keeps a recording when a condition of the watch language becomes true; None: no longer.
    #[pyo3(signature = (condition))]
    fn record_when(&self, py: Python<'_>, condition: Option<&str>) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.record_when(condition)?))
    }

    /// The span that led to the moment at which the condition became true, the first time since the last call.
    fn take_condition_flight(&self, py: Python<'_>) -> Result<Option<Flight>, Refused> {
        self.read(py, |world| world.take_condition_flight().map(|inner| Flight { inner }))
    }

    /// Waits for Blobsmith on the loopback interface; returns the address that it takes.
    #[pyo3(signature = (port = 0))]
    fn start_link(&self, py: Python<'_>, port: u16) -> Result<String, Refused> {
        self.with(py, |world| Ok(world.start_link(port)?.to_string()))
    }

    /// Ends the live link and the pause.
    fn stop_link(&self, py: Python<'_>) -> Result<(), Refused> {
        self.read(py, |world| world.stop_link())
    }

    /// True while Blobsmith has paused this world.
    #[getter]
    fn is_paused(&self, py: Python<'_>) -> Result<bool, Refused> {
        self.read(py, |world| world.is_paused())
    }

    /// Id, name, tags and properties of a part.
    fn info(&self, py: Python<'_>, part: PartArg) -> Result<PartInfo, Refused> {
        let info = self.with(py, |world| Ok(world.info(part.find(world)?)?.clone()))?;
        Ok(PartInfo::new(py, info)?)
    }

    /// Name, notes, tags and properties of the level itself.
    #[getter]
    fn level_info(&self, py: Python<'_>) -> Result<LevelInfo, Refused> {
        let info = self.read(py, |world| world.level_info().clone())?;
        Ok(LevelInfo::new(py, info)?)
    }

    /// The level's markers in file order.
    fn markers(&self, py: Python<'_>) -> Result<Vec<Marker>, Refused> {
        let markers = self.read(py, |world| world.markers().to_vec())?;
        Ok(markers.into_iter().map(|marker| Marker::new(py, marker)).collect::<PyResult<_>>()?)
    }

    /// The marker with an id, or None.
    fn marker(&self, py: Python<'_>, id: &str) -> Result<Option<Marker>, Refused> {
        let marker = self.read(py, |world| world.marker(id).cloned())?;
        Ok(marker.map(|marker| Marker::new(py, marker)).transpose()?)
    }

    /// Pixels as which a front end draws one unit.
    #[getter]
    fn pixels_per_unit(&self, py: Python<'_>) -> Result<f64, Refused> {
        self.read(py, |world| world.pixels_per_unit())
    }

    /// Numbers of parts.
    #[getter]
    fn part_counts(&self, py: Python<'_>) -> Result<PartCounts, Refused> {
        Ok(self.read(py, |world| world.part_counts())?.into())
    }

    /// Index of the node of a body that has a label, or None.
    fn node_with_label(&self, py: Python<'_>, body: BodyArg, label: &str) -> Result<Option<usize>, Refused> {
        self.with(py, |world| Ok(world.node_with_label(body.find(world)?, label)?))
    }

    /// Bodies, discs, obstacles and links of an instance.
    fn parts_of_instance(&self, py: Python<'_>, instance: InstanceArg) -> Result<Vec<PartObject>, Refused> {
        let parts = self.with(py, |world| Ok(world.parts_of_instance(instance.find(world)?)?))?;
        Ok(parts.into_iter().map(PartObject::from).collect())
    }
}

#[pymethods]
impl Snapshot {
    /// Its frame.
    #[getter]
    fn frame(&self) -> u64 {
        self.inner.frame()
    }

    /// Its hash, see `World.hash`.
    #[getter]
    fn hash(&self) -> String {
        format!("{:016x}", self.inner.hash())
    }

    fn __repr__(&self) -> String {
        format!("<blobsmith.Snapshot: frame {}>", self.inner.frame())
    }
}

macro_rules! lookups {
    ($($class:ident: $one:ident, $all:ident, $with_tag:ident $(, $named:ident)?;)*) => {$(
        #[pymethods]
        impl World {
            #[doc = concat!("The ", stringify!($one), " with an id, or None.")]
            fn $one(&self, py: Python<'_>, id: &str) -> Result<Option<$class>, Refused> {
                self.read(py, |world| world.$one(id).map($class))
            }

            #[doc = concat!("All ", stringify!($all), ", in file order.")]
            fn $all(&self, py: Python<'_>) -> Result<Vec<$class>, Refused> {
                self.read(py, |world| world.$all().map($class).collect())
            }

            #[doc = concat!("The ", stringify!($all), " with a tag, in file order.")]
            fn $with_tag(&self, py: Python<'_>, tag: &str) -> Result<Vec<$class>, Refused> {
                self.read(py, |world| world.$with_tag(tag).into_iter().map($class).collect())
            }

            $(#[doc = concat!("The first ", stringify!($one), " with a name, or None.")]
            fn $named(&self, py: Python<'_>, name: &str) -> Result<Option<$class>, Refused> {
                self.read(py, |world| world.$named(name).map($class))
            })?
        }
    )*};
}

lookups! {
    Body: body, bodies, bodies_with_tag, body_named;
    Disc: disc, discs, discs_with_tag, disc_named;
    Obstacle: obstacle, obstacles, obstacles_with_tag, obstacle_named;
    Link: link, links, links_with_tag;
    Instance: instance, instances, instances_with_tag;
}
