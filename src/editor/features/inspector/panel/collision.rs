//! Collision filter of bodies, discs and obstacles: categories by name, and the sensor switch.

use super::field::{PropertyGroup, PropertyOwner, gesture};
use crate::editor::actions::Action;
use crate::editor::document::Edit;
use crate::editor::widgets::form;
use crate::level::{Body, CATEGORIES, CollisionFilter, Disc, Level, Obstacle, ObstacleShape, Place};
use egui::{Checkbox, CollapsingHeader, Grid, Id, Role, TextEdit, Ui, WidgetInfo, vec2};

/// A part with a collision filter.
pub(super) trait FilterOwner: PropertyOwner {
    /// The filter.
    fn filter(&self) -> &CollisionFilter;
    /// The filter, to be changed.
    fn filter_mut(&mut self) -> &mut CollisionFilter;
    /// Why the part cannot be a sensor; none if it can.
    fn refusal(&self) -> Option<&'static str> {
        None
    }
}

impl FilterOwner for Body {
    fn filter(&self) -> &CollisionFilter {
        &self.collision
    }
    fn filter_mut(&mut self) -> &mut CollisionFilter {
        &mut self.collision
    }
}

impl FilterOwner for Disc {
    fn filter(&self) -> &CollisionFilter {
        &self.collision
    }
    fn filter_mut(&mut self) -> &mut CollisionFilter {
        &mut self.collision
    }
}

impl FilterOwner for Obstacle {
    fn filter(&self) -> &CollisionFilter {
        &self.collision
    }
    fn filter_mut(&mut self) -> &mut CollisionFilter {
        &mut self.collision
    }
    fn refusal(&self) -> Option<&'static str> {
        let is_circle = matches!(self.shape, ObstacleShape::Circle { .. });
        (!is_circle)
            .then_some("A segment or line has no inside, so nothing can enter it; only a circle can be a sensor")
    }
}

/// What a sensor does.
pub(super) const SENSOR: &str = "Reports what enters and leaves it, and pushes nothing";

/// Whether a part is a sensor.
pub(super) fn is_sensor(level: &Level, place: Place) -> bool {
    fn of<P: FilterOwner>(level: &Level, place: Place) -> bool {
        P::of(level, place).is_some_and(|part| part.filter().sensor)
    }
    of::<Body>(level, place) || of::<Disc>(level, place) || of::<Obstacle>(level, place)
}

/// Whether all parts of the group are sensors: no other part bounces off them.
pub(super) fn are_sensors<P: FilterOwner>(group: &PropertyGroup) -> bool {
    group.common(|part: &P| part.filter().sensor) == Some(true)
}

/// Width of the two columns of check boxes, with gaps.
const BOXES: f32 = 130.0;
/// Least and greatest width of the names of categories.
const NAMES: [f32; 2] = [56.0, 100.0];

/// Whether rows of all categories are shown.
fn all_shown() -> Id {
    Id::unique("all collision categories")
}

/// Bits of the categories that a level names, uses or excludes, and always the first.
fn used(level: &Level) -> u32 {
    // A mask of more than half of the categories is meant as a list of excluded ones.
    let listed = |mask: u32| if mask.count_ones() > u32::BITS / 2 { !mask } else { mask };
    let of = |filter: &CollisionFilter| filter.category | listed(filter.mask);
    let bodies = level.bodies.iter().map(|body| of(&body.collision));
    let discs = level.discs.iter().map(|disc| of(&disc.collision));
    let obstacles = level.obstacles.iter().map(|obstacle| of(&obstacle.collision));
    let names = level.editor.iter().flat_map(|extra| extra.categories.iter().take(CATEGORIES).enumerate());
    let named = names.filter(|(_, name)| !name.is_empty()).fold(0, |bits, (bit, _)| bits | 1 << bit);
    bodies.chain(discs).chain(obstacles).fold(1 | named, |all, bits| all | bits)
}

/// Draws the section.
pub(super) fn show<P: FilterOwner>(ui: &mut Ui, group: &mut PropertyGroup) {
    let is_usual = group.common(|part: &P| *part.filter()) == Some(CollisionFilter::default());
    CollapsingHeader::new("Collision").id_salt("collision").default_open(!is_usual).show(ui, |ui| {
        form::table(ui, "sensor", |ui| sensor::<P>(ui, group));
        let level = group.level;
        let is_all = ui.data(|data| data.get_temp(all_shown())).unwrap_or(false);
        let bits = if is_all { u32::MAX } else { used(level) };
        // A grid column is as wide as its header asks: the names need more.
        let width = (ui.available_width() - BOXES).clamp(NAMES[0], NAMES[1]);
        Grid::new("categories").num_columns(3).spacing([8.0, 4.0]).show(ui, |ui| {
            ui.weak("Category");
            ui.weak("Is in").on_hover_text("Categories to which the part belongs");
            let (meets, tip) = match are_sensors::<P>(group) {
                true => (
                    "Senses",
                    "A sensor senses a part if it is in a category that the sensor senses, and the sensor in one with \
                     which the part collides",
                ),
                false => (
                    "Collides with",
                    "Two parts collide if each is in a category with which the other collides. Without any category, a \
                     part collides with nothing",
                ),
            };
            ui.weak(meets).on_hover_text(tip);
            ui.end_row();
            for bit in (0..CATEGORIES).filter(|bit| bits >> bit & 1 == 1) {
                name_field(ui, level, bit, width, group.out);
                let name = level.category_name(bit);
                bit_box::<P>(ui, group, &format!("Is in {name}"), bit, |filter| &mut filter.category);
                bit_box::<P>(ui, group, &format!("{meets} {name}"), bit, |filter| &mut filter.mask);
                ui.end_row();
            }
        });
        let (name, tip) = match is_all {
            true => ("Show used categories", "Only those that the level names or uses"),
            false => ("Show all categories", "All 32, so that another can be used"),
        };
        if ui.button(name).on_hover_text(tip).clicked() {
            ui.data_mut(|data| data.insert_temp(all_shown(), !is_all));
        }
    });
}

fn sensor<P: FilterOwner>(ui: &mut Ui, group: &mut PropertyGroup) {
    let level = group.level;
    let refusal = group.places.iter().filter_map(|&place| P::of(level, place)).find_map(P::refusal);
    let common = group.common(|part: &P| part.filter().sensor);
    form::hinted(ui, "Sensor", SENSOR);
    let mut value = common.unwrap_or(false);
    // A sensor that has become a line can still be switched off.
    let is_enabled = refusal.is_none() || common != Some(false);
    let response = ui.add_enabled(is_enabled, Checkbox::without_text(&mut value).indeterminate(common.is_none()));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, is_enabled, value, "Sensor"));
    ui.end_row();
    let is_changed = response.changed();
    response.on_hover_text(SENSOR).on_disabled_hover_text(refusal.unwrap_or_default());
    if is_changed {
        group.change("Sensor", move |part: &mut P| part.filter_mut().sensor = value);
    }
}

/// Editable name of a category; it belongs to the level.
fn name_field(ui: &mut Ui, level: &Level, bit: usize, width: f32, out: &mut Vec<Action>) {
    let known = level.editor.as_ref().and_then(|extra| extra.categories.get(bit)).cloned().unwrap_or_default();
    let mut name = known.clone();
    let number = (bit + 1).to_string();
    // Without a desired width the field keeps the width that its column had for another selection.
    let field = TextEdit::singleline(&mut name)
        .desired_width(0.0)
        .min_size(vec2(width, 0.0))
        .hint_text(&number)
        .char_limit(MOST_LETTERS);
    let field = ui.add(field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Name of category {number}")));
    let field = field.on_hover_text("Name of the category, for the whole level; the engine knows the number only");
    if field.changed() && name != known {
        let label = format!("Name of category {number}");
        let edit = Edit::new(label.clone(), move |level| {
            let names = &mut level.editor.get_or_insert_default().categories;
            if names.len() <= bit {
                names.resize(bit + 1, String::new());
            }
            names[bit] = name;
            while names.last().is_some_and(String::is_empty) {
                names.pop();
            }
            Ok(())
        });
        out.push(Action::Edit(edit.within(gesture(Place::Level, &label))));
    }
}

/// Maximum length of a name, in characters.
const MOST_LETTERS: usize = 40;

/// A check box of one bit of all parts.
fn bit_box<P: FilterOwner>(
    ui: &mut Ui,
    group: &mut PropertyGroup,
    name: &str,
    bit: usize,
    bits: fn(&mut CollisionFilter) -> &mut u32,
) {
    let common = group.common(|part: &P| *bits(&mut part.filter().clone()) >> bit & 1 == 1);
    let mut value = common.unwrap_or(false);
    let response = ui.add(Checkbox::without_text(&mut value).indeterminate(common.is_none()));
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, value, name));
    if response.on_hover_text(name).changed() {
        group.change(name, move |part: &mut P| {
            let bits = bits(part.filter_mut());
            *bits = if value { *bits | 1 << bit } else { *bits & !(1 << bit) };
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_categories_are_named_set_or_excluded_ones() {
        let mut level = Level { bodies: vec![Body::default()], discs: vec![Disc::default()], ..Level::default() };
        assert_eq!(used(&level), 1, "the default mask names nothing");
        level.discs[0].collision = CollisionFilter { category: 4, mask: 8, sensor: false };
        level.editor.get_or_insert_default().categories = vec![String::new(), "player".to_owned()];
        assert_eq!(used(&level), 0b1111);
        level.discs[0].collision.mask = !(1 << 4);
        assert_eq!(used(&level), 0b1_0111, "all but one: the one is listed");
        assert_eq!((level.category_name(0), level.category_name(1)), ("1".to_owned(), "player".to_owned()));
    }
}
