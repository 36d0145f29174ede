//! The node `BlobsmithWorld`: runs a level.

use crate::axes::Axes;
use crate::draw::Colours;
use crate::level::{BlobsmithLevel, read_level};
use crate::parts::Refusal;
use blobsmith_engine::play::{DrawList, OverlayList, OverlayView, PlayError, PlayWorld};
use godot::classes::{Engine, INode2D};
use godot::prelude::*;

/// Runs a level: steps it in `_physics_process`, draws it, and emits signals.
///
/// Points, velocities, forces and impulses are in the node's local coordinates: pixels, y down. Parts have the ids of the level:
/// `"hero"` is a body or disc, `"hero:3"` a node of a body, `"hero:hand"` a node with a label. A call that fails writes an error to the log
/// and changes nothing.
#[derive(GodotClass)]
#[class(init, base = Node2D)]
pub struct BlobsmithWorld {
    /// The level.
    #[export]
    level: Option<Gd<BlobsmithLevel>>,
    /// File of the level, `.ron` or `.json`; used if `level` is empty.
    #[export(file = "*.ron,*.json")]
    level_path: GString,
    /// False to stand still.
    #[export]
    #[init(val = true)]
    running: bool,
    /// False for one frame of the level per physics step; true for one per 1/60 s, whatever the rate of the physics steps.
    #[export]
    real_time: bool,
    /// True to emit `contact_begun` and `contact_ended`; costs about 10 % of the contact stage.
    #[export]
    contact_events: bool,
    /// Pixels per level unit; 0 for the number that the level has.
    #[export]
    pixels_per_unit: f64,
    /// Colour of the bodies' triangles; alpha 0 for none.
    #[export]
    #[init(val = Color::from_rgba8(76, 155, 232, 153))]
    fill_colour: Color,
    /// Colour of outlines and discs; alpha 0 for none.
    #[export]
    #[init(val = Color::from_rgba8(40, 48, 64, 255))]
    line_colour: Color,
    /// Colour of obstacles; alpha 0 for none.
    #[export]
    #[init(val = Color::from_rgba8(150, 150, 150, 255))]
    obstacle_colour: Color,
    /// Names of debug overlays of the editor, such as `force-total` or `strain`, drawn without their labels.
    #[export]
    overlays: PackedStringArray,
    play: Option<PlayWorld>,
    /// Part of the next frame that has passed in the world's own clock, for `real_time`.
    passed: f64,
    list: DrawList,
    base: Base<Node2D>,
}

#[godot_api]
impl INode2D for BlobsmithWorld {
    fn ready(&mut self) {
        if self.level.is_some() || !self.level_path.is_empty() {
            self.restart();
        }
    }

    fn physics_process(&mut self, delta: f64) {
        if self.running && self.play.is_some() {
            self.run(delta);
        }
    }

    fn process(&mut self, _delta: f64) {
        if self.running && self.play.is_some() {
            self.base_mut().queue_redraw();
        }
    }

    fn draw(&mut self) {
        let alpha = self.alpha();
        let axes = self.axes();
        let Some(play) = &self.play else { return };
        if play.draw_between(alpha, &mut self.list).is_err() {
            play.draw(&mut self.list);
        }
        let colours = Colours { fill: self.fill_colour, line: self.line_colour, obstacle: self.obstacle_colour };
        // Taken, because drawing borrows the node.
        let list = std::mem::take(&mut self.list);
        let obstacles = play.engine().layout().obstacles.iter().map(|obstacle| obstacle.shape).collect::<Vec<_>>();
        let mut canvas = self.base_mut();
        crate::draw::draw(&mut canvas, axes, colours, &list, &obstacles);
        drop(canvas);
        self.list = list;
        if !self.overlays.is_empty() {
            self.paint_overlays();
        }
    }
}

#[godot_api]
impl BlobsmithWorld {
    /// Two parts touch that did not touch in the frame before. Ids are empty for the bounds of the world.
    #[signal]
    pub fn contact_begun(first: GString, second: GString, point: Vector2, normal: Vector2, impulse: f64);

    /// Two parts no longer touch. The id of a removed part is empty.
    #[signal]
    pub fn contact_ended(first: GString, second: GString);

    /// A body or disc entered a sensor.
    #[signal]
    pub fn sensor_entered(sensor: GString, part: GString);

    /// A body or disc left a sensor.
    #[signal]
    pub fn sensor_left(sensor: GString, part: GString);

    /// A body or disc collapsed, blew up, reached its impact limit, or is inside a hull without an eligible edge: `fault` is
    /// `collapsed`, `blow_up`, `many_impacts` or `no_edge`. `node` is the index of the node, or -1.
    #[signal]
    pub fn fault(part: GString, fault: GString, node: i64);

    /// Loads the level again and starts at frame 0. False with an error in the log if it is not a level.
    #[func]
    fn restart(&mut self) -> bool {
        let loaded = self.load();
        let done = self.report(loaded);
        if let Some(mut play) = done {
            play.set_interpolation(true);
            play.set_contact_events(self.contact_events);
            self.passed = 0.0;
            self.play = Some(play);
        }
        self.base_mut().queue_redraw();
        self.play.is_some()
    }

    /// Runs whole frames, also while `running` is false.
    #[func]
    fn step(&mut self, frames: u32) {
        if let Some(play) = &mut self.play {
            play.set_contact_events(self.contact_events);
            play.step(frames);
        }
        self.emit_events();
        self.base_mut().queue_redraw();
    }

    /// Adds real seconds and runs the frames that are due, 1/60 s each; returns their number.
    #[func]
    fn advance(&mut self, seconds: f64) -> u32 {
        let contacts = self.contact_events;
        let advanced = self.ask(|play, _| {
            play.set_contact_events(contacts);
            Ok(play.advance(seconds)?)
        });
        let advanced = advanced.unwrap_or_default();
        self.passed = advanced.alpha;
        self.emit_events();
        self.base_mut().queue_redraw();
        advanced.frames
    }

    /// Number of frames since the start of the level.
    #[func]
    fn frame(&self) -> i64 {
        self.play.as_ref().map_or(0, |play| play.frame() as i64)
    }

    /// Level time.
    #[func]
    fn time(&self) -> f64 {
        self.play.as_ref().map_or(0.0, PlayWorld::time)
    }

    /// Hash of all bits that later frames depend on, 16 hexadecimal digits, as `blobsmith run` writes it.
    #[func]
    fn hash(&self) -> GString {
        GString::from(&self.play.as_ref().map_or(String::new(), PlayWorld::hash_text))
    }
}

impl BlobsmithWorld {
    fn load(&self) -> Result<PlayWorld, Refusal> {
        if let Some(level) = &self.level {
            return Ok(level.bind().world()?);
        }
        if self.level_path.is_empty() {
            return Err(Refusal::NoLevel);
        }
        let text = read_level(&self.level_path.to_string()).map_err(PlayError::Level)?;
        Ok(PlayWorld::from_text(&text)?)
    }

    /// Draws the overlays for the part of the level that is on the screen.
    fn paint_overlays(&mut self) {
        let base = self.base();
        let (transform, size) = (base.get_global_transform_with_canvas(), base.get_viewport_rect().size);
        drop(base);
        let zoom = transform.scale().x;
        let names: Vec<String> = self.overlays.as_slice().iter().map(GString::to_string).collect();
        let drawn = self.ask(|world, axes| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let center = axes.level(transform.affine_inverse() * (size / 2.0));
            let size_px = [size.x, size.y].map(f64::from);
            let pixels_per_unit = axes.scale * f64::from(zoom);
            let mut list = OverlayList::default();
            world.draw_overlays(
                &names,
                &OverlayView { center, size_px, pixels_per_unit, is_light: true },
                &mut list,
            )?;
            Ok(list)
        });
        match drawn {
            Some(list) => {
                let axes = self.axes();
                crate::draw::draw_overlays(&mut self.base_mut(), axes, zoom, &list);
            }
            // One error in the log, not one per frame.
            None => self.overlays.clear(),
        }
    }

    fn run(&mut self, delta: f64) {
        if self.real_time {
            self.advance(delta);
        } else {
            self.step(1);
        }
    }

    /// Weight of the present frame against the one before it, for drawing.
    fn alpha(&self) -> f64 {
        if !self.running {
            return 1.0;
        }
        let engine = Engine::singleton();
        let fraction = engine.get_physics_interpolation_fraction();
        let Some(play) = self.play.as_ref().filter(|_| self.real_time) else { return fraction.clamp(0.0, 1.0) };
        let waiting = fraction / f64::from(engine.get_physics_ticks_per_second());
        (self.passed + waiting / play.seconds_per_frame()).clamp(0.0, 1.0)
    }

    pub(crate) fn axes(&self) -> Axes {
        let of_level = self.play.as_ref().map_or(1.0, PlayWorld::pixels_per_unit);
        Axes { scale: if self.pixels_per_unit > 0.0 { self.pixels_per_unit } else { of_level } }
    }

    /// The running level, without its events.
    pub(crate) fn take_events(&mut self) -> Vec<blobsmith_engine::play::PlayEvent> {
        self.play.as_mut().map_or(Vec::new(), PlayWorld::take_events)
    }

    pub(crate) fn running_level(&self) -> Option<&PlayWorld> {
        self.play.as_ref()
    }

    /// Calls the runtime API; writes an error to the log and returns None if it refuses.
    pub(crate) fn ask<T>(&mut self, call: impl FnOnce(&mut PlayWorld, Axes) -> Result<T, Refusal>) -> Option<T> {
        let axes = self.axes();
        let result = self.play.as_mut().ok_or(Refusal::NoLevel).and_then(|play| call(play, axes));
        self.report(result)
    }

    fn report<T>(&self, result: Result<T, Refusal>) -> Option<T> {
        result.map_err(|refusal| godot_error!("{}: {refusal}", self.base().get_name())).ok()
    }
}
