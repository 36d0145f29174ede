//! Flight recorder: the last seconds of a level as a recording that Blobsmith opens. Live link: Blobsmith attached to a running level.

use crate::world::BlobsmithWorld;
use blobsmith_engine::play::{Flight, PlayWorld, RecorderSettings};
use godot::prelude::*;

/// The JSON text of a recording; empty if there is none.
fn text(flight: Option<Flight>) -> GString {
    flight.map_or(GString::new(), |flight| GString::from(&flight.json()))
}

#[godot_api(secondary)]
impl BlobsmithWorld {
    /// Switches the recorder on: it keeps at least the last `frames` frames (600 are 10 s at 60 frames a second), with a copy of the state
    /// each `keyframe_every` frames (60 is a good number). 0 frames switch it off. `restart` switches it off too, `restore` starts it
    /// anew.
    #[func]
    fn set_recorder(&mut self, frames: u32, keyframe_every: u32) -> bool {
        let settings =
            RecorderSettings { frames: frames.into(), keyframe_every: keyframe_every.into(), on_fault: true };
        self.ask(|world, _| Ok(world.set_recorder((frames > 0).then_some(settings))?)).is_some()
    }

    /// The recorded span up to now as the JSON text of a file `NAME.run.json`; `reason` is a few words for its reader. Simulates the span
    /// again.
    #[func]
    fn flight(&mut self, reason: GString) -> GString {
        text(self.ask(|world, _| Ok(world.flight(&reason.to_string())?)))
    }

    /// The span that led to the first fault since the last call, as JSON text; empty if there was none.
    #[func]
    fn take_fault_flight(&mut self) -> GString {
        text(self.ask(|world, _| Ok(world.take_fault_flight())).flatten())
    }

    /// Keeps a recording when a condition of the watch language becomes true, see `take_condition_flight`; an empty text ends that. It is
    /// evaluated at the end of every frame. Lengths are those of the level: units, y up.
    #[func]
    fn record_when(&mut self, condition: GString) -> bool {
        let condition = condition.to_string();
        self.ask(|world, _| Ok(world.record_when((!condition.is_empty()).then_some(&*condition))?)).is_some()
    }

    /// The span that led to the moment at which the condition became true, the first time since the last call, as JSON text; empty if
    /// there was none.
    #[func]
    fn take_condition_flight(&mut self) -> GString {
        text(self.ask(|world, _| Ok(world.take_condition_flight())).flatten())
    }

    /// Waits for Blobsmith on the loopback interface, on a port or on any free one for 0. Returns the address that its *File > Attach to a
    /// running game…* takes; empty after an error. Switches the recorder on. Requests are served by `step` and `advance`, thus in every
    /// physics step while `running` is true; no frames run during a pause. `restart` ends it.
    #[func]
    fn start_link(&mut self, port: u16) -> GString {
        let address = self.ask(|world, _| Ok(world.start_link(port)?.to_string()));
        GString::from(&address.unwrap_or_default())
    }

    /// Ends the live link and the pause.
    #[func]
    fn stop_link(&mut self) {
        self.ask(|world, _| {
            world.stop_link();
            Ok(())
        });
    }

    /// True while Blobsmith has paused the level.
    #[func]
    fn is_paused(&self) -> bool {
        self.running_level().is_some_and(PlayWorld::is_paused)
    }
}
