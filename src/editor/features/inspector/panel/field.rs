//! Property rows for one or several parts of a kind: differing values are shown as mixed, a change applies to all.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::tools::{counted, describe, gone};
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::editor::widgets::number;
use crate::editor::widgets::number::{NumberChange, NumberUnit};
use crate::editor::widgets::{Number, write_number};
use crate::level::fields::{NumberField, VectorField};
use crate::level::{Body, Disc, Instance, Level, Link, Marker, Node, Obstacle, Place, Spring, Stick, World};
use crate::picture::ruler;
use egui::{Button, Checkbox, Response, Role, TextEdit, Ui, WidgetInfo};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A kind of part with properties.
pub trait PropertyOwner: 'static {
    /// Plural name.
    const MANY: &'static str;
    /// The part at a place.
    fn of(level: &Level, place: Place) -> Option<&Self>;
    /// Mutable access to the part at a place.
    fn of_mut(level: &mut Level, place: Place) -> Option<&mut Self>;
}

macro_rules! part_of_body {
    ($kind:ident, $list:ident, $many:literal) => {
        impl PropertyOwner for $kind {
            const MANY: &'static str = $many;
            fn of(level: &Level, place: Place) -> Option<&Self> {
                match place {
                    Place::$kind(body, index) => level.bodies.get(body)?.$list.get(index),
                    _ => None,
                }
            }
            fn of_mut(level: &mut Level, place: Place) -> Option<&mut Self> {
                match place {
                    Place::$kind(body, index) => level.bodies.get_mut(body)?.$list.get_mut(index),
                    _ => None,
                }
            }
        }
    };
}
part_of_body!(Node, nodes, "nodes");
part_of_body!(Spring, springs, "springs");
part_of_body!(Stick, sticks, "sticks");

macro_rules! part_of_level {
    ($kind:ident, $list:ident, $many:literal) => {
        impl PropertyOwner for $kind {
            const MANY: &'static str = $many;
            fn of(level: &Level, place: Place) -> Option<&Self> {
                match place {
                    Place::$kind(index) => level.$list.get(index),
                    _ => None,
                }
            }
            fn of_mut(level: &mut Level, place: Place) -> Option<&mut Self> {
                match place {
                    Place::$kind(index) => level.$list.get_mut(index),
                    _ => None,
                }
            }
        }
    };
}
part_of_level!(Body, bodies, "bodies");
part_of_level!(Disc, discs, "discs");
part_of_level!(Obstacle, obstacles, "obstacles");
part_of_level!(Link, links, "links");
part_of_level!(Marker, markers, "markers");
part_of_level!(Instance, instances, "instances");

impl PropertyOwner for World {
    const MANY: &'static str = "worlds";
    fn of(level: &Level, place: Place) -> Option<&Self> {
        (place == Place::World).then_some(&level.world)
    }
    fn of_mut(level: &mut Level, place: Place) -> Option<&mut Self> {
        (place == Place::World).then_some(&mut level.world)
    }
}

/// Parts of one kind that are shown and changed together.
pub struct PropertyGroup<'a> {
    /// The edited level.
    pub level: &'a Level,
    /// The parts, all of one kind.
    pub places: &'a [Place],
    /// Collected actions.
    pub out: &'a mut Vec<Action>,
}

/// Gesture id: changes of one property of the same parts form one history entry.
pub fn gesture(place: Place, property: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (place, property).hash(&mut hasher);
    hasher.finish()
}

/// The common value, or `None` if the values differ.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

impl PropertyGroup<'_> {
    /// The only part, if it is alone.
    pub fn only(&self) -> Option<Place> {
        match *self.places {
            [place] => Some(place),
            _ => None,
        }
    }

    /// Heading above the values of a single part, which has those of the present moment below.
    pub fn heading(&self, ui: &mut Ui, view: &ViewContext) {
        if self.only().is_some() {
            widgets::heading(ui, if view.is_live { "From here on" } else { "In the level" });
        }
    }

    fn values<'b, P: PropertyOwner, T>(&'b self, get: impl Fn(&P) -> T + 'b) -> impl Iterator<Item = T> + 'b {
        self.places.iter().filter_map(move |&place| P::of(self.level, place).map(&get))
    }

    /// The common value, or `None` if the values differ.
    pub fn common<P: PropertyOwner, T: PartialEq>(&self, get: impl Fn(&P) -> T) -> Option<T> {
        common(self.values(get))
    }

    /// Changes all parts as one history step; changes with the same name merge while the gesture lasts.
    pub fn change<P: PropertyOwner>(&mut self, name: &str, change: impl Fn(&mut P) + 'static) {
        let Some(&first) = self.places.first() else { return };
        let places = self.places.to_vec();
        let label = match first {
            // The world is unique, so its name is omitted.
            Place::World => name.to_owned(),
            // A name that changes with each letter names no step.
            _ if name == "Name" && places.len() == 1 => format!("{name} of {}", describe(first)),
            _ => format!("{name} of {}", counted(self.level, &places, P::MANY)),
        };
        let mut hasher = DefaultHasher::new();
        (first, places.len(), name).hash(&mut hasher);
        let edit = Edit::new(label, move |level| {
            for place in places {
                change(P::of_mut(level, place).ok_or_else(|| gone(place))?);
            }
            Ok(())
        });
        self.out.push(Action::Edit(edit.on_both_sides().within(hasher.finish())));
    }

    /// A number row.
    pub fn number<P: PropertyOwner>(&mut self, ui: &mut Ui, scalar: &NumberField<P>) {
        form::hinted(ui, scalar.name, &hint(scalar));
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                self.entry(ui, scalar);
                self.reset(ui, scalar.name, &[scalar]);
            });
            self.in_units(ui, &[scalar]);
        });
        ui.end_row();
    }

    /// The units of the level for a number.
    fn units<P>(&self, scalar: &NumberField<P>) -> Vec<NumberUnit> {
        self.level.readings(scalar.unit)
    }

    /// The values in the unit of the level, if it has units and the parts have the same values.
    fn in_units<P: PropertyOwner>(&self, ui: &mut Ui, scalars: &[&NumberField<P>]) {
        let Some((factor, name)) = scalars.first().and_then(|scalar| self.units(scalar).into_iter().next()) else {
            return;
        };
        let values: Option<Vec<f64>> = scalars.iter().map(|scalar| self.common(scalar.get)).collect();
        if let Some(values) = values {
            let words: Vec<String> = values.iter().map(|value| ruler::write(value * factor)).collect();
            widgets::note(ui, format!("{} {name}", words.join(", ")));
        }
    }

    /// A row of a vector's two numbers.
    pub fn pair<P: PropertyOwner>(&mut self, ui: &mut Ui, field: &VectorField<P>) {
        self.vector(ui, field.name, &field.axes[0], &field.axes[1]);
    }

    /// A row of two numbers.
    pub fn vector<P: PropertyOwner>(&mut self, ui: &mut Ui, name: &str, x: &NumberField<P>, y: &NumberField<P>) {
        form::hinted(ui, name, &hint(x));
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let has_usual = x.usual.or(y.usual).is_some();
                number::fit_pair(ui, if has_usual { RESET + 4.0 } else { 0.0 });
                self.entry(ui, x);
                self.entry(ui, y);
                self.reset(ui, name, &[x, y]);
            });
            self.in_units(ui, &[x, y]);
        });
        ui.end_row();
    }

    fn entry<P: PropertyOwner>(&mut self, ui: &mut Ui, scalar: &NumberField<P>) -> Option<Response> {
        let value = self.values(scalar.get).next()?;
        let is_mixed = self.values(scalar.get).any(|other| other != value);
        let how = Number::from(scalar.range);
        let refuse = |found: &_| self.values(scalar.get).find_map(|old| number::refusal(found, old, how));
        let (response, change) = number::field(ui, scalar.name, (value, is_mixed), how, &self.units(scalar), &refuse);
        let response = response.on_hover_text(if is_mixed {
            "Several values. Typing sets all; *2, +=0.5 and dragging change each"
        } else {
            "Drag, or type a number or a formula: 0.5*2+1, pi/3, sqrt(2); *2 or +=0.5 changes the present value"
        });
        if let Some(change) = change {
            self.apply(scalar, change);
        }
        Some(response)
    }

    fn apply<P: PropertyOwner>(&mut self, scalar: &NumberField<P>, change: NumberChange) {
        let (get, set, how) = (scalar.get, scalar.set, Number::from(scalar.range));
        let is_other = self.values(get).any(|old| change.of(old, how) != old);
        if is_other {
            self.change(scalar.name, move |part: &mut P| set(part, change.of(get(part), how)));
        }
    }

    /// A button that restores the default, if the value differs from it.
    fn reset<P: PropertyOwner>(&mut self, ui: &mut Ui, name: &str, scalars: &[&NumberField<P>]) {
        let is_off = |scalar: &&&NumberField<P>| {
            scalar.usual.is_some_and(|usual| self.values(scalar.get).any(|value| value != usual))
        };
        if !scalars.iter().any(|scalar| is_off(&scalar)) {
            return;
        }
        let usual: Vec<_> = scalars.iter().filter_map(|scalar| scalar.usual).map(write_number).collect();
        if reset_button(ui, name, &usual.join(", ")) {
            for scalar in scalars {
                if let Some(usual) = scalar.usual {
                    self.apply(scalar, NumberChange::to(usual));
                }
            }
        }
    }

    /// A check box row.
    pub fn check<P: PropertyOwner>(
        &mut self,
        ui: &mut Ui,
        (name, tip): (&str, &str),
        get: fn(&P) -> bool,
        set: fn(&mut P, bool),
    ) {
        form::hinted(ui, name, tip);
        let common = self.common(get);
        let mut value = common.unwrap_or(false);
        let response = ui.add(Checkbox::without_text(&mut value).indeterminate(common.is_none()));
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, value, name));
        ui.end_row();
        if response.changed() {
            self.change(name, move |part: &mut P| set(part, value));
        }
    }

    /// A text row.
    pub fn text<P: PropertyOwner>(&mut self, ui: &mut Ui, name: &str, get: fn(&P) -> &str, set: fn(&mut P, String)) {
        form::hinted(ui, name, "Name in lists, findings and watch expressions. It need not be unique.");
        let level = self.level;
        let all = self.places.iter().filter_map(|&place| P::of(level, place).map(get));
        let common = common(all);
        let mut value = common.unwrap_or("").to_owned();
        let blank = if common.is_some() { "no name" } else { "mixed" };
        let response = ui.add(TextEdit::singleline(&mut value).desired_width(150.0).hint_text(blank));
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
        ui.end_row();
        if response.changed() {
            self.change(name, move |part: &mut P| set(part, value.clone()));
        }
    }

    /// A drop-down row.
    pub fn choice<P: PropertyOwner, T: Copy + PartialEq + 'static>(
        &mut self,
        ui: &mut Ui,
        (name, tip): (&str, &str),
        all: &[(T, &str, &str)],
        get: fn(&P) -> T,
        set: fn(&mut P, T),
    ) {
        form::hinted(ui, name, tip);
        let common = self.common(get);
        let new = form::combo_or_mixed(ui, name, common, all);
        ui.end_row();
        if let Some(new) = new {
            self.change(name, move |part: &mut P| set(part, new));
        }
    }
}

/// Tooltip of a number.
fn hint<P>(scalar: &NumberField<P>) -> String {
    match scalar.usual {
        Some(usual) => format!("{} Default: {}.", scalar.hint, write_number(usual)),
        None => scalar.hint.to_owned(),
    }
}

/// Width of the reset button with the gap before it.
pub const RESET: f32 = 22.0;

/// The reset button; returns true if pressed.
pub fn reset_button(ui: &mut Ui, name: &str, usual: &str) -> bool {
    let tint = ui.visuals().weak_text_color();
    let icon = Icon("arrow-counter-clockwise").tinted(theme::SMALL_ICON - 2.0, tint);
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, egui::vec2(1.0, 2.0));
    ui.spacing_mut().item_spacing.x = 2.0;
    let response = ui.add(Button::new(icon).frame_when_inactive(false).min_size(egui::vec2(20.0, 24.0)));
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset {name}")));
    response.on_hover_text(format!("Reset to {usual}")).clicked()
}
