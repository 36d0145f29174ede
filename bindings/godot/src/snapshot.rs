//! Snapshots of a world.

use crate::parts::Refusal;
use crate::world::BlobsmithWorld;
use blobsmith_engine::play::PlaySnapshot;
use godot::prelude::*;

/// A moment of a `BlobsmithWorld`.
#[derive(GodotClass)]
#[class(no_init, base = RefCounted)]
pub struct BlobsmithSnapshot {
    moment: PlaySnapshot,
}

#[godot_api]
impl BlobsmithSnapshot {
    /// Number of frames since the start of the level.
    #[func]
    fn frame(&self) -> i64 {
        self.moment.frame() as i64
    }
}

#[godot_api(secondary)]
impl BlobsmithWorld {
    /// Copies the present moment; null without a level.
    #[func]
    fn snapshot(&mut self) -> Option<Gd<BlobsmithSnapshot>> {
        let moment = self.ask(|world, _| Ok(world.snapshot()))?;
        Some(Gd::from_object(BlobsmithSnapshot { moment }))
    }

    /// Goes back (or forward) to a moment of this world, bit for bit.
    #[func]
    fn restore(&mut self, snapshot: Option<Gd<BlobsmithSnapshot>>) -> bool {
        let done = self.ask(|world, _| {
            let snapshot = snapshot.ok_or_else(|| Refusal::NoPart("snapshot".into()))?;
            world.restore(&snapshot.bind().moment);
            Ok(())
        });
        self.base_mut().queue_redraw();
        done.is_some()
    }
}
