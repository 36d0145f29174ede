//! Shared pointing of drawing tools: snapping, typed points, and the distinction of clicks and drags.

use super::typed::{KeyOutcome, Typed};
use super::{Pointer, Press, sketch};
use crate::editor::snap::{self, Query, Snapped};
use crate::editor::stage::Stage;
use crate::geometry::DVec2;
use crate::level::Place;
use egui::Painter;

/// Points by mouse or by typing.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    /// Snapped pointer position.
    pub spot: Option<Snapped>,
    typed: Typed,
}

/// Snaps the pointer; `from` is the previous point.
pub fn snapped(stage: &Stage, pointer: &Pointer, at: DVec2, from: Option<DVec2>) -> Snapped {
    snapped_but(stage, pointer, at, from, &|_| false)
}

/// Snaps the pointer and ignores some parts.
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

    /// True if a key belongs to a typed point. Enter starts typing if the tool does not need it.
    pub fn claims(&self, press: Press, is_at_work: bool) -> bool {
        self.typed.claims(press, is_at_work) || (!is_at_work && press == Press::Enter)
    }

    /// Handles a key.
    pub fn press(&mut self, press: Press, is_at_work: bool, from: Option<DVec2>) -> KeyOutcome {
        let outcome = self.typed.press(press, is_at_work, from);
        if outcome == KeyOutcome::Ignored && press == Press::Enter && !is_at_work {
            self.typed.open();
            return KeyOutcome::Taken;
        }
        outcome
    }

    /// Starts typing a point.
    pub fn type_point(&mut self) {
        self.typed.open();
    }

    /// Discards the typed text.
    pub fn reset(&mut self) {
        self.typed.close();
    }

    /// True while typing.
    pub fn is_typing(&self) -> bool {
        self.typed.text().is_some()
    }

    /// The next point: the typed one if valid, else the snapped pointer.
    pub fn at(&self, from: Option<DVec2>) -> Option<DVec2> {
        let typed = self.typed.text().and_then(|_| self.typed.meaning(from).ok());
        typed.or(self.spot.as_ref().map(|spot| spot.at))
    }

    /// Hint while typing.
    pub fn hint(&self) -> Option<String> {
        self.typed.text()?;
        Some(
            "Type x, y or @x, y from the previous point or length<angle; Enter sets the point, Esc or an empty Enter closes"
                .to_owned(),
        )
    }

    /// Paints guides, point and typed text.
    pub fn paint(&self, stage: &Stage, painter: &Painter, from: Option<DVec2>) {
        let meaning = self.typed.meaning(from);
        let is_typed = self.is_typing() && meaning.is_ok();
        // A typed point replaces the pointer position.
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

/// A span between two things, by two clicks or one drag.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stretch<T> {
    /// Nothing picked.
    #[default]
    Idle,
    /// The first end was clicked.
    Clicked(T),
    /// Dragging from the first end.
    Dragging(T),
    /// The press hit nothing.
    Missed,
}

impl<T: Clone + PartialEq> Stretch<T> {
    /// The first end.
    pub fn from(&self) -> Option<&T> {
        match self {
            Self::Clicked(from) | Self::Dragging(from) => Some(from),
            Self::Idle | Self::Missed => None,
        }
    }

    /// Follows the pointer; returns both ends when known. `find` returns the thing at a point. Equal ends restart the
    /// span.
    pub fn update(&mut self, pointer: &Pointer, mut find: impl FnMut(DVec2) -> Option<T>) -> Option<(T, T)> {
        if let Some(origin) = pointer.drag_started {
            // A previous click is the first end, unless this press hits another one.
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

/// Draws a span between two points: by two clicks, one drag, or typing.
#[derive(Default)]
pub struct SpanPen {
    /// The pen.
    pub pen: Pen,
    /// What it has drawn.
    pub stretch: Stretch<DVec2>,
}

impl SpanPen {
    /// The first point.
    pub fn from(&self) -> Option<DVec2> {
        self.stretch.from().copied()
    }

    /// Both points, if the span ended now.
    pub fn ends(&self) -> Option<(DVec2, DVec2)> {
        let from = self.from()?;
        Some((from, self.pen.at(Some(from))?))
    }

    /// Follows the pointer; returns both points when known.
    pub fn update(&mut self, stage: &Stage, pointer: &Pointer) -> Option<(DVec2, DVec2)> {
        let from = self.from();
        self.pen.aim(stage, pointer, from);
        self.stretch.update(pointer, |at| Some(snapped(stage, pointer, at, from).at))
    }

    /// Paints the pen.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        self.pen.paint(stage, painter, self.from());
    }

    /// True if a key belongs to a typed point or cancels the span.
    pub fn claims(&self, press: Press) -> bool {
        let is_begun = self.from().is_some();
        self.pen.claims(press, is_begun) || (is_begun && matches!(press, Press::Escape | Press::Backspace))
    }

    /// Handles a key; returns both points when known.
    pub fn press(&mut self, press: Press) -> Option<(DVec2, DVec2)> {
        let from = self.from();
        match self.pen.press(press, from.is_some(), from) {
            KeyOutcome::Point(at) => {
                self.stretch = if from.is_some() { Stretch::Idle } else { Stretch::Clicked(at) };
                return from.map(|from| (from, at));
            }
            KeyOutcome::Taken => {}
            KeyOutcome::Ignored => self.cancel(),
        }
        None
    }

    /// Discards the span and the typed text.
    pub fn cancel(&mut self) {
        self.pen.reset();
        self.stretch = Stretch::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64) -> Option<DVec2> {
        Some(DVec2::new(x, 0.0))
    }

    /// Integers are things, other positions are empty.
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
