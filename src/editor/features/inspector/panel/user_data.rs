//! Id, label and tags of the selected parts, and their properties and templates below.

use super::{properties, templates};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::tools;
use crate::editor::widgets::committed::{committed, draft};
use crate::editor::widgets::{self, form};
use crate::level::edit::user_data as edits;
use crate::level::user_data::{self, UserData};
use crate::level::{Level, Place, PropertyKind};
use egui::{Button, Id, RichText, Role, Ui, WidgetInfo};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Maximum number of suggestions.
const MOST_OFFERED: usize = 8;
/// Maximum number of tags that are listed.
const MOST_TAGS: usize = 60;

/// Parts whose user data are shown and changed together.
pub(super) struct UserDataGroup<'a> {
    /// The edited level.
    pub level: &'a Level,
    /// The parts; each has user data.
    pub places: Vec<Place>,
    /// Collected actions.
    pub out: &'a mut Vec<Action>,
}

impl<'a> UserDataGroup<'a> {
    /// User data of all parts, in order of selection.
    pub fn data(&self) -> Vec<UserData<'a>> {
        self.places.iter().filter_map(|&place| UserData::of(self.level, place)).collect()
    }

    /// `node 3`, `jelly`, or `5 parts`.
    pub fn name(&self) -> String {
        tools::counted(self.level, &self.places, "parts")
    }

    /// Id of a field, different for each selection.
    pub fn field(&self, name: &str) -> Id {
        Id::unique("user data").with((name, self.places.first(), self.places.len()))
    }

    /// Changes all parts in one step of the history; changes with the same label merge while the gesture lasts.
    pub fn edit(&mut self, verb: &str, change: impl FnOnce(&mut Level, &[Place]) -> Result<(), String> + 'static) {
        let label = format!("{verb} of {}", self.name());
        let mut hasher = DefaultHasher::new();
        (verb, self.places.first(), self.places.len()).hash(&mut hasher);
        let places = self.places.clone();
        let edit = Edit::new(label, move |level| change(level, &places));
        self.out.push(Action::Edit(edit.within(hasher.finish())));
    }
}

/// Tags and names of properties used in the level.
#[derive(Clone)]
pub(super) struct UsedNames {
    level: Arc<Level>,
    /// Sorted.
    pub tags: Arc<[String]>,
    /// With the kind at the first use.
    pub names: Arc<BTreeMap<String, PropertyKind>>,
}

impl UsedNames {
    /// Collects the names again if the level has changed: that takes a pass over all nodes.
    fn of(ui: &Ui, level: &Arc<Level>) -> Self {
        let id = Id::unique("names used in the level");
        let known = ui.data(|data| data.get_temp::<Option<Self>>(id)).flatten();
        if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.level, level)) {
            return known;
        }
        let tags = user_data::tags_used(level).into_iter().map(str::to_owned).collect();
        let names = user_data::names_used(level).into_iter().map(|(name, kind)| (name.to_owned(), kind));
        let new = Self { level: level.clone(), tags, names: Arc::new(names.collect()) };
        ui.data_mut(|data| data.insert_temp(id, Some(new.clone())));
        new
    }
}

/// Draws the user data of these parts; parts of kinds without user data are left out.
pub fn show(ui: &mut Ui, view: &ViewContext, places: &[Place], out: &mut Vec<Action>) {
    let level = view.document.level();
    let places: Vec<Place> = places.iter().copied().filter(|&place| UserData::of(level, place).is_some()).collect();
    if places.is_empty() {
        return;
    }
    let used = UsedNames::of(ui, level);
    let mut group = UserDataGroup { level, places, out };
    widgets::heading(ui, "Tags and properties");
    names(ui, &mut group);
    tags(ui, &mut group, &used);
    properties::show(ui, &mut group, &used);
    templates::offer(ui, view, &mut group);
}

/// Id and label of a single part.
fn names(ui: &mut Ui, group: &mut UserDataGroup) {
    let [place] = group.places[..] else { return };
    let id = UserData::of(group.level, place).and_then(|data| data.id);
    let label = user_data::label(group.level, place);
    if id.is_none() && label.is_none() {
        return;
    }
    form::table(ui, "names", |ui| {
        if let Some(id) = id {
            form::hinted(
                ui,
                "Id",
                "Stable name for games and other files: 1 to 64 of A-Z, a-z, 0-9, _ and -. Unique. Given on the first change",
            );
            if let (_, Some(new)) = committed(ui, group.field("id"), "Id", id, "not given yet", 150.0) {
                group.edit("Id", move |level, _| edits::set_id(level, place, new.trim()));
            }
            ui.end_row();
        }
        if let Some(label) = label {
            form::hinted(ui, "Label", "Names an attachment point, such as hand or nozzle. Unique within the body");
            if let (_, Some(new)) = committed(ui, group.field("label"), "Label", label, "no label", 150.0) {
                group.edit("Label", move |level, _| edits::set_label(level, place, &new));
            }
            ui.end_row();
        }
    });
}

/// The tags of the parts, in order of first use, with the number of parts that have each.
fn counted(group: &UserDataGroup) -> Vec<(String, usize)> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for data in group.data() {
        for tag in data.tags {
            match counted.iter().position(|(known, _)| known == tag) {
                Some(at) => counted[at].1 += 1,
                None if counted.len() < MOST_TAGS => counted.push((tag.clone(), 1)),
                None => {}
            }
        }
    }
    counted
}

fn tags(ui: &mut Ui, group: &mut UserDataGroup, used: &UsedNames) {
    let counted = counted(group);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(RichText::new("Tags").color(ui.visuals().weak_text_color()))
            .on_hover_text("Words by which you and games find parts: tag:enemy in the outline");
        for (tag, count) in &counted {
            chip(ui, group, tag, *count);
        }
    });
    let id = group.field("new tag");
    let text = draft(ui, id).unwrap_or_default();
    ui.horizontal(|ui| {
        let (response, new) = committed(ui, id, "New tag", "", "New tag", 130.0);
        response.on_hover_text("Enter adds the tag");
        if let Some(tag) = new.filter(|tag| !tag.trim().is_empty()) {
            add(group, tag);
        }
    });
    let is_new = |tag: &&String| !counted.iter().any(|(known, count)| known == *tag && *count == group.places.len());
    let offered = used.tags.iter().filter(is_new).filter(|tag| begins(tag, &text));
    let offered: Vec<String> = offered.take(MOST_OFFERED).cloned().collect();
    if let Some(tag) = suggestions(ui, "Add the tag", &offered) {
        add(group, tag);
    }
}

/// True if a suggestion fits the typed text.
pub(super) fn begins(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(&text.trim().to_lowercase())
}

/// A row of small buttons, `Add the tag enemy`; returns the pressed one.
pub(super) fn suggestions(ui: &mut Ui, verb: &str, offered: &[String]) -> Option<String> {
    let mut chosen = None;
    if offered.is_empty() {
        return chosen;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for name in offered {
            let text = RichText::new(format!("+ {name}")).small().color(ui.visuals().weak_text_color());
            let response = ui.add(Button::new(text).small());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {name}")));
            if response.on_hover_text("Used in this level").clicked() {
                chosen = Some(name.clone());
            }
        }
    });
    chosen
}

fn add(group: &mut UserDataGroup, tag: String) {
    group.edit("Add a tag", move |level, places| edits::add_tag(level, places, &tag));
}

/// A tag with a button that removes it. A tag of only some of the parts is weak; pressing it adds it to all.
fn chip(ui: &mut Ui, group: &mut UserDataGroup, tag: &str, count: usize) {
    let is_common = count == group.places.len();
    let weak = ui.visuals().weak_text_color();
    let text = if is_common { RichText::new(tag) } else { RichText::new(tag).italics().color(weak) };
    let tip = match is_common {
        true => "Select all parts with this tag".to_owned(),
        false => format!("On {count} of {} parts. Press to add it to all", group.places.len()),
    };
    let response = ui.add(Button::new(text).small());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Tag {tag}")));
    if response.on_hover_text(tip).clicked() {
        match is_common {
            true => group.out.push(Action::Find(user_data::find::term("tag", tag))),
            false => add(group, tag.to_owned()),
        }
    }
    let cross = Icon("x").tinted(theme::SMALL_ICON - 3.0, weak);
    let response = ui.add(Button::new(cross).small().frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Remove the tag {tag}")));
    if response.on_hover_text("Remove the tag").clicked() {
        let tag = tag.to_owned();
        group.edit("Remove a tag", move |level, places| edits::remove_tag(level, places, &tag));
    }
}
