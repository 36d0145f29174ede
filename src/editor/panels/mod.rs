//! All panels around the canvas, one file each. Panels draw the state and return actions.

pub mod clock;
mod dock;
pub mod menu;
mod news;
mod offer;
mod side;
mod status;
pub mod toolbar;
mod toolbox;

use super::actions::Action;
use super::app::App;
use super::features::{
    changes, compare_runs, gallery, guide, help, meshing, open_link, palette, phases, portrait, timeline, tour,
};
use super::files::guard;
use super::{canvas, perform, regions, screen, theme};
use egui::{Context, InnerResponse, Panel, Ui};

/// Minimum width of the side panel.
const NARROWEST_SIDE: f32 = 250.0;
/// Height of the bottom panel with its tabs and one line; in lower windows it shrinks.
const LOWEST_DOCK: f32 = 72.0;
/// Height of the status bar: a line, the margins and the separator.
const STATUS: f32 = status::LINE + 9.0;
/// Height of the timeline before it is first drawn.
const TIMELINE: f32 = 86.0;

/// Draws all panels at the window's edges.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    let bar = theme::bar(ui);
    let ctx = ui.ctx().clone();
    let record = |name, panel: InnerResponse<()>| regions::record(&ctx, name, panel.response.rect);
    record("menu", Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, &app.view(), app, out)));
    record(
        "toolbar",
        Panel::top("toolbar").frame(bar).show(ui, |ui| toolbar::show(ui, &app.view(), &app.features.tour, out)),
    );
    let before = ui.available_rect_before_wrap();
    news::show(ui, app, out);
    perform::tour::follow(app);
    // The gallery comes first.
    if !app.files.start.is_open
        && let Some(topic) = tour::panel::show(ui, &mut app.features.tour, out)
    {
        app.features.guide.open_at(topic);
    }
    let top = ui.available_rect_before_wrap().top();
    if top > before.top() {
        regions::record(&ctx, "banner", before.with_max_y(top));
    }
    let app = &*app;
    let view = &app.view();
    let status = Panel::bottom("status").frame(bar).resizable(false).exact_size(STATUS);
    record("status", status.show(ui, |ui| status::show(ui, app)));
    let toolbox = Panel::left("toolbox").frame(bar).resizable(false).exact_size(46.0);
    record("toolbox", toolbox.show(ui, |ui| toolbox::show(ui, app, out)));
    let is_narrow = screen::is_narrow(&ctx);
    if app.settings.shows_side {
        record("side", side_panel(ui, is_narrow).show(ui, |ui| side::show(ui, view, &app.features.journal, out)));
    }
    // Height of the bars below the canvas in the previous UI frame.
    let id = egui::Id::unique("height of the timeline");
    let below = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(TIMELINE);
    let room = ui.available_height() - below - canvas::LEAST.y;
    // A narrow window has room for one of both.
    let has_room = room >= LOWEST_DOCK && !(is_narrow && app.settings.shows_side);
    if app.settings.shows_dock && has_room {
        let dock = Panel::bottom("dock")
            .frame(theme::panel(ui))
            .resizable(true)
            .default_size((ui.available_height() * 0.3).clamp(196.0, 236.0).min(room))
            .size_range(room.min(130.0)..=room.min(600.0));
        record("dock", dock.show(ui, |ui| dock::show(ui, view, app, out)));
    }
    let timeline = Panel::bottom("timeline")
        .frame(bar)
        .show(ui, |ui| timeline::panel::show(ui, view, &app.features.breakpoints, &app.features.timeline, out));
    let mut height = timeline.response.rect.height();
    record("timeline", timeline);
    if app.settings.shows_phases {
        let phases = Panel::bottom("phases").frame(bar).show(ui, |ui| phases::panel::show(ui, view, out));
        height += phases.response.rect.height();
        record("phases", phases);
    }
    ui.data_mut(|data| data.insert_temp(id, height));
}

/// The panel beside the canvas; below it in a narrow window.
fn side_panel(ui: &Ui, is_narrow: bool) -> Panel {
    if is_narrow {
        let height = (ui.available_height() * 0.45).max(LOWEST_DOCK);
        return Panel::bottom("side below").frame(theme::panel(ui)).resizable(false).exact_size(height);
    }
    let most = (ui.available_width() - canvas::LEAST.x).clamp(NARROWEST_SIDE, 560.0);
    let side = Panel::right("side").frame(theme::panel(ui)).resizable(true);
    side.default_size(300.0).size_range(NARROWEST_SIDE..=most)
}

/// Draws modal windows: questions, the file browser, help.
pub fn in_front(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if let Some(pending) = app.files.guard.clone()
        && let Some(answer) = guard::ask(ctx, &app.document.title(), &pending)
    {
        app.files.guard = None;
        match answer {
            guard::GuardAnswer::Save => perform::save(app, ctx, Some(pending)),
            guard::GuardAnswer::Discard => perform::go_on(app, ctx, pending),
            guard::GuardAnswer::Cancel => {}
        }
    }
    perform::background::follow(app, ctx);
    let corner = app.canvas.rect.map_or(egui::pos2(60.0, 90.0), |rect| rect.min + egui::vec2(12.0, 12.0));
    let is_blocked = app.files.is_blocking();
    if let Some(maker) = &mut app.features.maker {
        meshing::panel::show(ctx, maker, (corner, is_blocked), app.settings.theme, out);
    }
    browse(ctx, app, out);
    news::in_front(ctx, app, out);
    #[cfg(not(target_arch = "wasm32"))]
    crate::editor::features::live::panel::dialog(ctx, &mut app.features.live, out);
    offer::show(ctx, app);
    open_link::panel::show(ctx, &mut app.features.open_link, out);
    let is_in_front = !app.files.is_asking();
    let sources = &mut gallery::panel::GallerySources {
        settings: &app.settings,
        recents: &mut app.files.recents,
        thumbs: &mut app.files.thumbs,
        is_in_front,
        is_tour_open: app.features.tour.is_open,
    };
    gallery::panel::show(ctx, &mut app.files.start, sources, out);
    let corner = app.canvas.rect.map_or(ctx.content_rect().right_top(), |rect| rect.right_top());
    changes::panel::show(ctx, &app.view(), &app.features.changes, corner, out);
    compare_runs::panel::show(ctx, &app.view(), &app.features.compare_runs, corner, out);
    if app.files.portrait_is_open {
        let size = perform::portrait::measure(app);
        app.files.portrait_is_open = portrait::panel::show(ctx, &app.view(), &size, app.canvas.corner, out);
    }
    // Taken out and put back, so that the rest can be borrowed meanwhile.
    let mut guide = std::mem::take(&mut app.features.guide);
    guide::panel::show(ctx, &app.view(), &mut guide, out);
    app.features.guide = guide;
    help::panel::show(ctx, &mut app.features.help);
    let mut palette = std::mem::take(&mut app.features.palette);
    let chosen = palette::panel::show(ctx, &app.view(), app.toolbox.entry.id, &mut palette);
    app.features.palette = palette;
    if let Some(entry) = chosen {
        perform::palette::choose(app, &entry, out);
    }
}

/// Web pages use the browser's own dialogs.
#[cfg(target_arch = "wasm32")]
fn browse(_: &Context, _: &mut App, _: &mut Vec<Action>) {}

#[cfg(not(target_arch = "wasm32"))]
fn browse(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    use super::files::{DialogOutcome, browser::Choice};
    let (files, theme) = (&mut app.files, app.settings.theme.picture());
    let Some(browser) = &mut files.browser else { return };
    let Some(choice) = browser.show(ctx, &mut files.thumbs, theme) else { return };
    app.files.browser = None;
    if let Choice::Picked(purpose, path) = choice {
        perform::answered(app, ctx, DialogOutcome::Picked(purpose, path), out);
    }
}
