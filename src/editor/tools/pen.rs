//! Where a drawing tool is pointed at, snapped or typed; and the one place that tells clicks from drags.

use super::typed::{KeyOutcome, Typed};
use super::{Pointer, Press, sketch};
use crate::editor::canvas::Stage;
use crate::editor::snap::{self, Query, Snapped};
use crate::geometry::DVec2;
use crate::level::Place;
use egui::Painter;

/// Points a tool at places.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    /// Where it is pointed at.
    pub spot: Option<Snapped>,
    typed: Typed,
}

/// Where the pointer means to be; `from` is the point before.
pub fn snapped(stage: &Stage, pointer: &Pointer, at: DVec2, from: Option<DVec2>) -> Snapped {
    snapped_but(stage, pointer, at, from, &|_| false)
}

/// The same, where some parts do not count.
pub fn snapped_but(
    stage: &Stage,
    pointer: &Pointer,
    at: DVec2,
    from: Option<DVec2>,
    ignores: &dyn Fn(Place) -> bool,
) -> Snapped {
    if pointer.is_free() {
        return Snapped::free(at);
    }
    let is_out = |place: Place| ignores(place) || !stage.is_pickable(place);
    snap::snap(&Query {
        level: stage.level,
        at,
        from,
        unit: 1.0 / stage.viewport.scale,
        options: &stage.options.snap,
        mirror: stage.mirror,
        ignores: &is_out,
    })
}

impl Pen {
    /// Follows the pointer.
    pub fn aim(&mut self, stage: &Stage, pointer: &Pointer, from: Option<DVec2>) {
        self.spot = pointer.at.map(|at| snapped(stage, pointer, at, from));
    }

    /// Whether a key is for the point that is typed; Enter opens it where the tool has nothing else to do with it.
    pub fn claims(&self, press: Press, is_at_work: bool) -> bool {
        self.typed.claims(press, is_at_work) || (!is_at_work && press == Press::Enter)
    }

    /// Takes a key.
    pub fn press(&mut self, press: Press, is_at_work: bool, from: Option<DVec2>) -> KeyOutcome {
        let outcome = self.typed.press(press, is_at_work, from);
        if outcome == KeyOutcome::Ignored && press == Press::Enter && !is_at_work {
            self.typed.open();
            return KeyOutcome::Taken;
        }
        outcome
    }

    /// Opens the line in which a point is typed.
    pub fn type_point(&mut self) {
        self.typed.open();
    }

    /// Forgets what is typed.
    pub fn reset(&mut self) {
        self.typed.close();
    }

    /// What is typed, if anything.
    pub fn is_typing(&self) -> bool {
        self.typed.text().is_some()
    }

    /// Where the next point would be: what is typed, once that means something, else where it is pointed at.
    pub fn at(&self, from: Option<DVec2>) -> Option<DVec2> {
        let typed = self.typed.text().and_then(|_| self.typed.meaning(from).ok());
        typed.or(self.spot.as_ref().map(|spot| spot.at))
    }

    /// A hint while a point is typed.
    pub fn hint(&self) -> Option<String> {
        self.typed.text()?;
        Some(
            "Type x, y or @x, y from the point before or length<angle; Enter sets it, Enter on nothing or Esc closes"
                .to_owned(),
        )
    }

    /// Guides, the point, and what is typed.
    pub fn paint(&self, stage: &Stage, painter: &Painter, from: Option<DVec2>) {
        let meaning = self.typed.meaning(from);
        let is_typed = self.is_typing() && meaning.is_ok();
        // What is typed counts, not where the pointer was left.
        if let Some(spot) = self.spot.as_ref().filter(|_| !is_typed) {
            sketch::snapped(stage, painter, spot);
        }
        if let Some(text) = self.typed.text() {
            let at = self.spot.as_ref().map(|spot| spot.at).or(from).unwrap_or(stage.viewport.center);
            sketch::entry(stage, painter, at, text, meaning.as_ref().err().map(String::as_str));
            if let Ok(point) = meaning {
                sketch::cross(stage, painter, point);
            }
        }
    }
}

/// From one thing to another: by two clicks, or by one drag.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stretch<T> {
    /// Nothing yet.
    #[default]
    Idle,
    /// One was clicked.
    Clicked(T),
    /// The button is down since then.
    Dragging(T),
    /// The button went down where there is nothing.
    Missed,
}

impl<T: Clone + PartialEq> Stretch<T> {
    /// Where it began.
    pub fn from(&self) -> Option<&T> {
        match self {
            Self::Clicked(from) | Self::Dragging(from) => Some(from),
            Self::Idle | Self::Missed => None,
        }
    }

    /// Follows the pointer; both ends when they are there. `find` tells what is at a point. Ends that are the same do
    /// not count: such a click begins anew.
    pub fn update(&mut self, pointer: &Pointer, mut find: impl FnMut(DVec2) -> Option<T>) -> Option<(T, T)> {
        if let Some(origin) = pointer.drag_started {
            // A click before was the beginning already, unless this is another one.
            *self = find(origin).map_or(Self::Missed, Self::Dragging);
        }
        if pointer.drag_stopped {
            let began = std::mem::take(self);
            if let (Self::Dragging(from), Some(at)) = (began, pointer.at) {
                return find(at).filter(|to| *to != from).map(|to| (from, to));
            }
            return None;
        }
        let clicked = pointer.clicked.and_then(&mut find)?;
        match std::mem::take(self) {
            Self::Clicked(from) if from != clicked => Some((from, clicked)),
            _ => {
                *self = Self::Clicked(clicked);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64) -> Option<DVec2> {
        Some(DVec2::new(x, 0.0))
    }

    /// Whole numbers are things, the rest is empty.
    fn find(at: DVec2) -> Option<i32> {
        (at.x.fract() == 0.0).then_some(at.x as i32)
    }

    #[test]
    fn stretch_accepts_two_clicks_or_one_drag() {
        let mut stretch = Stretch::default();
        let click = |x| Pointer { at: at(x), clicked: at(x), ..Pointer::default() };
        assert_eq!(stretch.update(&click(1.0), find), None);
        assert_eq!(stretch.update(&click(0.5), find), None);
        assert_eq!(stretch.from(), Some(&1), "a click on nothing changes nothing");
        assert_eq!(stretch.update(&click(2.0), find), Some((1, 2)));
        assert_eq!(stretch, Stretch::Idle);
        let begin = Pointer { at: at(3.0), drag_started: at(3.0), is_dragging: true, ..Pointer::default() };
        assert_eq!(stretch.update(&begin, find), None);
        let drop = Pointer { at: at(4.0), drag_stopped: true, ..Pointer::default() };
        assert_eq!(stretch.update(&drop, find), Some((3, 4)));
        let lost = Pointer { drag_started: at(3.5), ..begin };
        assert_eq!(stretch.update(&lost, find), None);
        assert_eq!(stretch.update(&drop, find), None);
        assert_eq!(stretch, Stretch::Idle);
    }
}
