//! Events as classes with fields, for `match`.

use crate::error::Refused;
use crate::handles::PartObject;
use crate::values::Xy;
use crate::world::World;
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{ContactPhase, ContactSide, PlayEvent, PlayEventKind};
use pyo3::prelude::*;

macro_rules! events {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        #[pyclass(module = "blobsmith", frozen, get_all)]
        pub struct $name {
            /// The frame: 0 for the step from frame 0 to frame 1.
            frame: u64,
            /// Substep of that frame, from 0; of contacts the first one, and 0 at their end.
            substep: u32,
            $($(#[$field_doc])* $field: $kind,)*
        }

        #[pymethods]
        impl $name {
            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let mut fields = Vec::new();
                for name in ["frame", "substep", $(stringify!($field),)*] {
                    fields.push(format!("{name}={}", slf.getattr(name)?.repr()?));
                }
                Ok(format!("{}({})", stringify!($name), fields.join(", ")))
            }
        }
    )*

    /// Adds the classes to the module.
    pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
        $(module.add_class::<$name>()?;)*
        Ok(())
    }};
}

events! {
    /// A body or disc entered a sensor.
    SensorEntered {
        /// Body, disc or obstacle that is the sensor.
        sensor: Py<PyAny>,
        /// The body or disc.
        other: Py<PyAny>,
    }
    /// A body or disc left a sensor.
    SensorLeft {
        /// Body, disc or obstacle that is the sensor.
        sensor: Py<PyAny>,
        /// The body or disc.
        other: Py<PyAny>,
    }
    /// A body or disc collapsed, blew up, reached its impact limit, or is inside a hull without an eligible edge.
    Fault {
        /// `collapsed`, `blow_up`, `many_impacts` or `no_edge`.
        fault: &'static str,
        /// The body or disc.
        part: Py<PyAny>,
        /// Index of the node in the body, if it is one.
        node: Option<usize>,
    }
    /// Two parts touch, or no longer touch; only with `World.set_contact_events(True)`.
    Contact {
        /// `begin`, `persist` or `end`.
        phase: &'static str,
        /// Body, disc or obstacle, the lower one in this order; None for the bounds.
        first: Option<Py<PyAny>>,
        /// The other part; None for the bounds.
        second: Option<Py<PyAny>>,
        /// Mean of the points, weighted by their impulses.
        point: Xy,
        /// Unit vector from `second` to `first`.
        normal: Xy,
        /// Length of the sum of all impulses along their normals; 0 at the end.
        impulse: f64,
        /// Length of the sum of all impulses of friction; 0 at the end.
        friction: f64,
    }
}

fn fault_name(fault: EventKind) -> &'static str {
    match fault {
        EventKind::Collapsed => "collapsed",
        EventKind::BlowUp => "blow_up",
        EventKind::ManyImpacts => "many_impacts",
        EventKind::NoEdge => "no_edge",
    }
}

fn phase_name(phase: ContactPhase) -> &'static str {
    match phase {
        ContactPhase::Begin => "begin",
        ContactPhase::Persist => "persist",
        ContactPhase::End => "end",
    }
}

fn object(py: Python<'_>, part: impl Into<PartObject>) -> PyResult<Py<PyAny>> {
    Ok(part.into().into_pyobject(py)?.unbind())
}

fn side(py: Python<'_>, side: ContactSide) -> PyResult<Option<Py<PyAny>>> {
    match side {
        ContactSide::Part(part) => object(py, part).map(Some),
        ContactSide::Bounds => Ok(None),
    }
}

fn event(py: Python<'_>, event: PlayEvent) -> PyResult<Py<PyAny>> {
    let PlayEvent { frame, substep, kind } = event;
    Ok(match kind {
        PlayEventKind::SensorEntered { sensor, other } => {
            let (sensor, other) = (object(py, sensor)?, object(py, other)?);
            Py::new(py, SensorEntered { frame, substep, sensor, other })?.into_any()
        }
        PlayEventKind::SensorLeft { sensor, other } => {
            let (sensor, other) = (object(py, sensor)?, object(py, other)?);
            Py::new(py, SensorLeft { frame, substep, sensor, other })?.into_any()
        }
        PlayEventKind::Fault { fault, part, node } => {
            Py::new(py, Fault { frame, substep, fault: fault_name(fault), part: object(py, part)?, node })?.into_any()
        }
        PlayEventKind::Contact(contact) => {
            let contact = Contact {
                frame,
                substep,
                phase: phase_name(contact.phase),
                first: side(py, contact.first)?,
                second: side(py, contact.second)?,
                point: contact.point.into(),
                normal: contact.normal.into(),
                impulse: contact.impulse,
                friction: contact.friction,
            };
            Py::new(py, contact)?.into_any()
        }
    })
}

#[pymethods]
impl World {
    /// Returns and removes the events since the last call, in order of time.
    fn take_events(&self, py: Python<'_>) -> Result<Vec<Py<PyAny>>, Refused> {
        let events = self.read(py, |world| world.take_events())?;
        Ok(events.into_iter().map(|one| event(py, one)).collect::<PyResult<_>>()?)
    }

    /// Number of events since the last `take_events` that were dropped, because 100,000 were waiting.
    #[getter]
    fn dropped_events(&self, py: Python<'_>) -> Result<u64, Refused> {
        self.read(py, |world| world.dropped_events())
    }

    /// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
    fn set_contact_events(&self, py: Python<'_>, is_on: bool) -> Result<(), Refused> {
        self.read(py, |world| world.set_contact_events(is_on))
    }
}
