//! The side panel with its tabs.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::journal::JournalUi;
use crate::editor::features::{history, inspector, journal, outline, show, world};
use crate::editor::icons::Icon;
use crate::editor::settings::SideTab;
use crate::editor::widgets;
use egui::{ScrollArea, Ui, UiBuilder};

type ShowSidePanel = fn(&mut Ui, &ViewContext, &mut Vec<Action>);

/// All tabs with icon, title and contents, in order.
const TABS: [(SideTab, &str, &str, ShowSidePanel); 5] = [
    (SideTab::Inspector, "sliders-horizontal", "Inspect", inspector::panel::show),
    (SideTab::Outline, "tree-structure", "Outline", outline::panel::show),
    (SideTab::World, "globe-simple", "World", world::panel::show),
    (SideTab::Show, "stack", "Show", show::panel::show),
    (SideTab::History, "clock-counter-clockwise", "History", history::panel::show),
];

/// Panel width at which all tabs show their title.
const ROOM: f32 = 400.0;

/// Draws the side panel.
pub fn show(ui: &mut Ui, view: &ViewContext, journal: &JournalUi, out: &mut Vec<Action>) {
    let has_room = ui.available_width() > ROOM;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (tab, icon, title, _) in TABS {
            let is_open = view.settings.side_tab == tab;
            // Without room for five titles, only the open tab shows one.
            let response = if has_room || is_open {
                widgets::tab(ui, Icon(icon), title, None, is_open)
            } else {
                widgets::icon_button(ui, Icon(icon), title, title, true, false)
            };
            if response.clicked() {
                out.push(Action::Prefer(Box::new(move |settings| settings.side_tab = tab)));
            }
        }
    });
    ui.separator();
    if matches!(view.settings.side_tab, SideTab::Inspector | SideTab::World) {
        journal::panel::live(ui, view, journal, out);
    }
    let open = TABS.iter().find(|row| row.0 == view.settings.side_tab).unwrap_or(&TABS[0]);
    // The panel keeps its width whatever the tab contains.
    let rect = ui.available_rect_before_wrap();
    let mut page = ui.new_child(UiBuilder::new().max_rect(rect));
    page.set_clip_rect(rect.expand(4.0).intersect(ui.clip_rect()));
    ui.advance_cursor_after_rect(rect);
    // These panels scroll row by row.
    if matches!(open.0, SideTab::Outline | SideTab::History) {
        return (open.3)(&mut page, view, out);
    }
    ScrollArea::vertical().id_salt(open.2).auto_shrink(false).show(&mut page, |ui| (open.3)(ui, view, out));
}
