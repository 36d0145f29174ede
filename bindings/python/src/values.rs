//! Plain values: what methods return beside numbers and arrays.

use blobsmith_engine::engine::Energy as EngineEnergy;
use blobsmith_engine::level::{self, MarkerShape, Properties, PropertyValue};
use blobsmith_engine::play::{self, LevelInfo as PlayLevelInfo, PartInfo as PlayPartInfo};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A point or vector.
pub type Xy = (f64, f64);

/// A value of a property as bool, int, float, str, list or dict.
fn value(py: Python<'_>, value: &PropertyValue) -> PyResult<Py<PyAny>> {
    Ok(match value {
        PropertyValue::Null => py.None(),
        PropertyValue::Bool(value) => value.into_pyobject(py)?.to_owned().into_any().unbind(),
        PropertyValue::Integer(value) => value.into_pyobject(py)?.into_any().unbind(),
        PropertyValue::Number(value) => value.into_pyobject(py)?.into_any().unbind(),
        PropertyValue::Text(value) => value.into_pyobject(py)?.into_any().unbind(),
        PropertyValue::List(values) => {
            let values: Vec<Py<PyAny>> = values.iter().map(|one| self::value(py, one)).collect::<PyResult<_>>()?;
            PyList::new(py, values)?.into_any().unbind()
        }
        PropertyValue::Map(values) => properties(py, values)?.into_any(),
    })
}

fn properties(py: Python<'_>, properties: &Properties) -> PyResult<Py<PyDict>> {
    let dict = PyDict::new(py);
    for (name, property) in properties.iter() {
        dict.set_item(name, value(py, property)?)?;
    }
    Ok(dict.unbind())
}

/// Id, name, tags and properties of a part.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct PartInfo {
    id: String,
    name: String,
    tags: Vec<String>,
    properties: Py<PyDict>,
}

impl PartInfo {
    pub fn new(py: Python<'_>, info: PlayPartInfo) -> PyResult<Self> {
        let properties = properties(py, &info.properties)?;
        Ok(Self { id: info.id, name: info.name, tags: info.tags, properties })
    }
}

#[pymethods]
impl PartInfo {
    fn __repr__(&self) -> String {
        format!("PartInfo(id={:?}, name={:?}, tags={:?})", self.id, self.name, self.tags)
    }
}

/// Name, notes, tags and properties of a level.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct LevelInfo {
    name: String,
    notes: String,
    tags: Vec<String>,
    properties: Py<PyDict>,
}

impl LevelInfo {
    pub fn new(py: Python<'_>, info: PlayLevelInfo) -> PyResult<Self> {
        let properties = properties(py, &info.properties)?;
        Ok(Self { name: info.name, notes: info.notes, tags: info.tags, properties })
    }
}

#[pymethods]
impl LevelInfo {
    fn __repr__(&self) -> String {
        format!("LevelInfo(name={:?}, tags={:?})", self.name, self.tags)
    }
}

/// A named point, rectangle, polygon or path of a level.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct Marker {
    id: String,
    name: String,
    /// `point`, `rect`, `polygon` or `path`.
    shape: &'static str,
    /// The four corners of a rectangle, counter-clockwise from the lower left.
    points: Vec<Xy>,
    tags: Vec<String>,
    properties: Py<PyDict>,
}

impl Marker {
    pub fn new(py: Python<'_>, marker: level::Marker) -> PyResult<Self> {
        let shape = match marker.shape {
            MarkerShape::Point(_) => "point",
            MarkerShape::Rect(..) => "rect",
            MarkerShape::Polygon(_) => "polygon",
            MarkerShape::Path(_) => "path",
        };
        let points = marker.shape.points().into_iter().map(Xy::from).collect();
        let properties = properties(py, &marker.properties)?;
        Ok(Self { id: marker.id, name: marker.name, shape, points, tags: marker.tags, properties })
    }
}

#[pymethods]
impl Marker {
    fn __repr__(&self) -> String {
        format!("Marker(id={:?}, shape={:?}, points={:?})", self.id, self.shape, self.points)
    }
}

/// A class whose fields are copied from a struct of the engine, and printed by name.
macro_rules! copies {
    ($($(#[$doc:meta])* $name:ident of $source:ty { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        #[pyclass(module = "blobsmith", frozen, get_all)]
        pub struct $name { $($(#[$field_doc])* $field: $kind,)* }

        impl From<$source> for $name {
            fn from(source: $source) -> Self {
                Self { $($field: source.$field,)* }
            }
        }

        #[pymethods]
        impl $name {
            fn __repr__(&self) -> String {
                let fields = [$(format!("{}={:?}", stringify!($field), self.$field),)*];
                format!("{}({})", stringify!($name), fields.join(", "))
            }
        }
    )*

    /// Adds the classes to the module.
    pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
        $(module.add_class::<$name>()?;)*
        module.add_class::<PartInfo>()?;
        module.add_class::<LevelInfo>()?;
        module.add_class::<Marker>()
    }};
}

copies! {
    /// Result of `World.advance`.
    Advanced of play::Advanced {
        /// Number of frames that ran.
        frames: u32,
        /// Seconds that were dropped, because more than `max_frames` frames were due.
        lost_seconds: f64,
        /// Part of the next frame that has passed, 0 to below 1.
        alpha: f64,
    }
    /// Numbers of parts.
    PartCounts of play::PartCounts {
        bodies: usize,
        nodes: usize,
        discs: usize,
        obstacles: usize,
        links: usize,
        instances: usize,
        markers: usize,
    }
    /// Energy by kind.
    Energy of EngineEnergy {
        kinetic: f64,
        gravity: f64,
        spring: f64,
        gas: f64,
        /// Sum of the four.
        total: f64,
    }
}
