//! Python module `blobsmith._blobsmith`: a wrapper of [`blobsmith_engine::play`], and of sweeps and diagnoses of the package
//! `blobsmith`.
//!
//! | module | contents |
//! | --- | --- |
//! | `world` | the class `World`: loading, time, lookup, snapshots |
//! | `reading`, `views`, `acting`, `spawning`, `queries`, `events`, `draw`, `overlays` | its other methods, by topic as in `play` |
//! | `sweep` | the class `SweepGrid` of sweeps, and diagnoses |
//! | `handles`, `values`, `error` | handles, plain values and exceptions |
//!
//! Invariant: no method creates Python objects that the garbage collector tracks while it holds the lock of a world. A finalizer that
//! uses the same world can therefore not wait for its own thread.

#![deny(unsafe_code)]

mod acting;
mod draw;
mod error;
mod events;
mod handles;
mod overlays;
mod queries;
mod reading;
mod spawning;
mod sweep;
mod values;
mod views;
mod world;

use pyo3::prelude::*;

#[pymodule]
fn _blobsmith(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BlobsmithError", py.get_type::<error::BlobsmithError>())?;
    module.add("LevelError", py.get_type::<error::LevelError>())?;
    module.add("StaleHandleError", py.get_type::<error::StaleHandleError>())?;
    module.add_class::<world::World>()?;
    module.add_class::<world::Flight>()?;
    module.add_class::<world::Snapshot>()?;
    module.add_class::<spawning::Prefab>()?;
    handles::add(module)?;
    values::add(module)?;
    events::add(module)?;
    module.add_class::<queries::QueryFilter>()?;
    module.add_class::<queries::QueryHit>()?;
    draw::add(module)?;
    module.add_class::<sweep::SweepGrid>()?;
    module.add_function(wrap_pyfunction!(sweep::diagnose_json, module)?)?;
    overlays::add(module)
}
