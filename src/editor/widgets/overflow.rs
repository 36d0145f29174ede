//! Rows of controls that move items without room into a "»" menu.
//!
//! Item widths are those of the previous layout pass. If other items fit after a change, the row is laid out again before
//! the picture is shown.

use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::widgets::expression;
use crate::editor::{theme, widgets};
use egui::containers::menu::{MenuButton, MenuConfig, SubMenuButton, is_in_menu};
use egui::{Align, Button, Layout, PopupCloseBehavior, Response, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// Distance of a menu from the window's lower edge.
const BELOW: f32 = 24.0;
/// Height of the bars at the top, below which their menus open.
const BARS: f32 = 80.0;
/// Height of a window's title and margins, and its distance from the screen's edges.
const TITLE: f32 = 76.0;
/// Width of a separator with its spacing.
const GAP: f32 = 7.0;

type ShowControl<'a> = Box<dyn Fn(&mut Ui, &mut Vec<Action>) + 'a>;

/// One control of a row.
pub struct Item<'a> {
    /// Items of the highest rank stay in the row longest; `None`: a separator.
    rank: Option<u8>,
    /// Estimated width, used until the item was drawn once.
    width: f32,
    show: ShowControl<'a>,
    list: ShowControl<'a>,
}

impl<'a> Item<'a> {
    /// An item with its form in the row and in the menu.
    pub fn new(
        rank: u8,
        show: impl Fn(&mut Ui, &mut Vec<Action>) + 'a,
        list: impl Fn(&mut Ui, &mut Vec<Action>) + 'a,
    ) -> Self {
        Self { rank: Some(rank), width: theme::BUTTON, show: Box::new(show), list: Box::new(list) }
    }

    /// A separator between groups.
    pub fn gap(height: f32) -> Self {
        let show = move |ui: &mut Ui, _: &mut Vec<Action>| {
            ui.add_space(3.0);
            let (rect, _) = ui.allocate_exact_size(vec2(1.0, height), Sense::hover());
            ui.painter().rect_filled(rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
            ui.add_space(3.0);
        };
        Self { rank: None, width: GAP, show: Box::new(show), list: Box::new(|_, _| {}) }
    }
}

/// Draws the middle of a row and appends actions.
pub type DrawMiddle<'a> = dyn Fn(&mut Ui, &mut Vec<Action>) + 'a;

/// Draws a row: `left` from the left, `right` (listed from left to right) at the right end, and `middle` in the
/// remaining room, at least `least` wide.
pub fn row(
    ui: &mut Ui,
    name: &str,
    (left, right): (&[Item<'_>], &[Item<'_>]),
    (least, middle): (f32, &DrawMiddle<'_>),
    out: &mut Vec<Action>,
) {
    let items: Vec<&Item<'_>> = left.iter().chain(right).collect();
    let id = ui.scope_id().with(name);
    let known = ui.data(|data| data.get_temp::<Vec<f32>>(id)).filter(|known| known.len() == items.len());
    let mut widths = known.unwrap_or_else(|| items.iter().map(|item| item.width).collect());
    let spacing = ui.spacing().item_spacing.x;
    let room = ui.available_width() - least;
    let fit = |widths: &[f32]| {
        let all: Vec<_> = widths.iter().zip(&items).map(|(width, item)| (width + spacing, item.rank)).collect();
        fitting(&all, room, theme::BUTTON + spacing)
    };
    let mut has_room = fit(&widths);
    let was = has_room.clone();
    let (of_left, of_right) = has_room.split_at_mut(left.len());
    hide_gaps(left, of_left);
    hide_gaps(right, of_right);
    for (index, item) in left.iter().enumerate().filter(|(index, _)| of_left[*index]) {
        let before = ui.cursor().left();
        (item.show)(ui, out);
        widths[index] = ui.cursor().left() - before - spacing;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let hidden = items.iter().zip(of_left.iter().chain(of_right.iter()));
        let hidden: Vec<_> = hidden.filter(|(item, has_room)| item.rank.is_some() && !**has_room).collect();
        if !hidden.is_empty() {
            more(ui, name, |ui| hidden.iter().for_each(|(item, _)| (item.list)(ui, out)));
        }
        for (index, item) in right.iter().enumerate().rev().filter(|(index, _)| of_right[*index]) {
            let before = ui.cursor().right();
            (item.show)(ui, out);
            widths[left.len() + index] = before - ui.cursor().right() - spacing;
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| middle(ui, out));
    });
    if fit(&widths) != was {
        ui.ctx().request_discard("other items of a row fit");
        // For the case that this is the last pass already.
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, widths));
}

/// Which items fit: all, or those of the highest ranks beside the menu button.
pub fn fitting(items: &[(f32, Option<u8>)], room: f32, button: f32) -> Vec<bool> {
    let mut has_room = vec![true; items.len()];
    let mut taken: f32 = items.iter().map(|item| item.0).sum();
    if taken <= room {
        return has_room;
    }
    taken += button;
    let mut order: Vec<usize> = (0..items.len()).filter(|&index| items[index].1.is_some()).collect();
    // Among equal ranks, remove the last first.
    order.sort_by_key(|&index| (items[index].1, std::cmp::Reverse(index)));
    for index in order {
        if taken <= room {
            break;
        }
        has_room[index] = false;
        taken -= items[index].0;
    }
    has_room
}

/// Keeps a separator only between visible controls.
fn hide_gaps(items: &[Item<'_>], has_room: &mut [bool]) {
    let mut is_after_control = false;
    for index in 0..items.len() {
        if items[index].rank.is_some() {
            is_after_control |= has_room[index];
            continue;
        }
        let is_before_control = (index..items.len()).any(|next| items[next].rank.is_some() && has_room[next]);
        has_room[index] = is_after_control && is_before_control;
        is_after_control = false;
    }
}

/// The menu button for the controls without room.
pub fn more(ui: &mut Ui, row: &str, items: impl FnOnce(&mut Ui)) {
    more_of(ui, row, None, "More controls", items);
}

/// [`more`] with the number of items on the button, and its tooltip.
pub fn more_of(ui: &mut Ui, row: &str, count: Option<usize>, tip: &str, items: impl FnOnce(&mut Ui)) {
    let icon = Icon("caret-double-right").tinted(theme::SMALL_ICON, ui.visuals().text_color());
    let mut words: egui::Atoms<'_> = egui::IntoAtoms::into_atoms(icon);
    if let Some(count) = count {
        words.push_right(count.to_string());
    }
    let button = Button::new(words).gap(2.0).min_size(vec2(theme::BUTTON, ui.spacing().interact_size.y));
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding.x, 5.0);
    let response = stays_open(ui, button.frame_when_inactive(false), |ui, height| {
        ui.set_min_width(210.0);
        scrolling_within(ui, height, items);
    });
    ui.spacing_mut().button_padding.x = padding;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("More: {row}")));
    response.on_hover_text(tip);
}

/// A menu that stays open while its controls are used; inside a menu, a submenu. `items` gets the height for which there
/// is room: a higher submenu would not stand beside its button but under the pointer, which clicks the button.
pub fn stays_open(ui: &mut Ui, button: Button<'_>, items: impl FnOnce(&mut Ui, f32)) -> Response {
    let behavior = match expression::is_pointer_over_list(ui.ctx()) {
        true => PopupCloseBehavior::IgnoreClicks,
        false => PopupCloseBehavior::CloseOnClickOutside,
    };
    let config = MenuConfig::new().close_behavior(behavior);
    let screen = ui.ctx().content_rect();
    if is_in_menu(ui) {
        let known = ui.ctx().read_response(ui.next_auto_id()).map_or(screen, |response| response.rect);
        let height = (known.bottom() - screen.top()).max(screen.bottom() - known.top()) - BELOW;
        SubMenuButton::from_button(button).config(config).ui(ui, |ui| items(ui, height)).0
    } else {
        let height = screen.height() - BARS - BELOW;
        MenuButton::from_button(button).config(config).ui(ui, |ui| items(ui, height)).0
    }
}

/// Scrolls the menu items if the window is too low.
pub fn scrolling(ui: &mut Ui, items: impl FnOnce(&mut Ui)) {
    scrolling_below(ui, BARS, items);
}

/// [`scrolling`] for a menu that opens at this distance from the window's upper edge.
pub fn scrolling_below(ui: &mut Ui, top: f32, items: impl FnOnce(&mut Ui)) {
    // The height does not follow from the present place of the menu, which would move it again.
    scrolling_within(ui, ui.ctx().content_rect().height() - top - BELOW, items);
}

/// [`scrolling`] for a menu with this room.
pub fn scrolling_within(ui: &mut Ui, height: f32, items: impl FnOnce(&mut Ui)) {
    // An area begins 400 points high: without a least height a longer menu would scroll in any window.
    let mut area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    if is_just_opened(ui) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, items);
}

/// True if the menu was not drawn in the previous pass.
fn is_just_opened(ui: &Ui) -> bool {
    let (id, pass) = (ui.scope_id().with("last drawn"), ui.ctx().cumulative_pass_nr());
    let last = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(id), pass));
    last + 1 < pass
}

/// The contents of a window that keeps its size; they scroll where the screen is too low for them.
pub fn in_window(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let height = ui.ctx().content_rect().height() - TITLE;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, contents);
}

/// A choice as a menu line.
pub fn choice(ui: &mut Ui, icon: Icon, name: &str, is_chosen: bool) -> Response {
    let button = Button::selectable(is_chosen, (icon.text(theme::SMALL_ICON), name));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, name));
    if response.clicked() {
        ui.close();
    }
    response
}

/// A control as a menu line: label and control.
pub fn line(ui: &mut Ui, words: &str, control: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        if !words.is_empty() {
            widgets::note(ui, words);
        }
        control(ui);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_keeps_all_items_if_they_fit() {
        let items = [(30.0, Some(1)), (10.0, None), (30.0, Some(2))];
        assert_eq!(fitting(&items, 70.0, 30.0), [true; 3]);
        // Without the first item and with the button: 10 + 30 + 30.
        assert_eq!(fitting(&items, 69.9, 29.0), [false, true, true]);
        assert_eq!(fitting(&items, 0.0, 30.0), [false, true, false]);
    }

    #[test]
    fn fitting_hides_the_last_of_equal_rank_first() {
        let items = [(30.0, Some(1)), (30.0, Some(1)), (30.0, Some(1))];
        assert_eq!(fitting(&items, 70.0, 10.0), [true, true, false]);
    }

    #[test]
    fn words_that_grow_are_never_shown_over_the_other_end_of_the_row() {
        let ctx = egui::Context::default();
        let mut rows = Vec::new();
        for words in ["Marks", "Marks 12, 30 without harm", "Marks"] {
            let mut row_of_words = |ui: &mut Ui| {
                let label = |words: &'static str| {
                    let show = move |ui: &mut Ui, _: &mut Vec<Action>| _ = ui.label(words);
                    Item::new(if words == "memory" { 1 } else { 2 }, show, |_, _| {})
                };
                ui.set_width(220.0);
                ui.horizontal(|ui| {
                    let (left, right) = ([label(words), label("bookmarks")], [label("memory")]);
                    row(ui, "test", (&left, &right), (0.0, &|_, _| {}), &mut Vec::new());
                });
            };
            let screen = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(400.0, 100.0)));
            let input = egui::RawInput { screen_rect: screen, ..Default::default() };
            let output = ctx.run_ui(input, &mut row_of_words);
            let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
                egui::Shape::Text(text) => Some((text.galley.text().to_owned(), text.visual_bounding_rect())),
                _ => None,
            });
            rows.push(texts.collect::<Vec<_>>());
            output.drop_without_applying_deltas();
        }
        for texts in &rows {
            for (index, (name, rect)) in texts.iter().enumerate() {
                let over = texts[..index].iter().find(|(_, other)| rect.intersects(*other));
                assert!(over.is_none(), "{name} is over {over:?}");
            }
        }
        let names = |row: usize| rows[row].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        assert_eq!(names(0), ["Marks", "bookmarks", "memory"]);
        assert!(!names(1).contains(&"memory"), "{:?}", names(1));
        assert_eq!(names(2), names(0));
    }

    #[test]
    fn hide_gaps_keeps_separators_between_controls_only() {
        let control = || Item::new(1, |_, _| {}, |_, _| {});
        let items = [control(), Item::gap(18.0), control(), Item::gap(18.0), control()];
        for (has_room, expected) in [
            ([true, true, true, true, true], [true, true, true, true, true]),
            ([true, true, false, true, true], [true, true, false, false, true]),
            ([false, true, true, true, false], [false, false, true, false, false]),
        ] {
            let mut shown = has_room;
            hide_gaps(&items, &mut shown);
            assert_eq!(shown, expected);
        }
    }
}
