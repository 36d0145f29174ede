//! All panels around the canvas, one file each. Panels draw the state and return actions.

pub mod background;
mod clock;
mod docking;
pub mod menu;
mod news;
mod offer;
mod status;
pub mod toolbar;
mod toolbox;

use super::actions::Action;
use super::app::App;
#[cfg(not(target_arch = "wasm32"))]
use super::features::live;
use super::features::{
    arrange, changes, compare_runs, gallery, guide, help, meshing, open_link, palette, portrait, problems, settings,
    tour,
};
use super::files::guard;
use super::widgets::floating;
use super::{perform, regions, theme};
use crate::geometry::DVec2;
use egui::{CentralPanel, Context, InnerResponse, Margin, Panel, Rect, Ui, UiBuilder, Vec2, vec2};

/// Height of the status bar: a button and the separator.
const STATUS: f32 = status::TARGET + 1.0;

/// Draws all panels at the window's edges.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    // A command that opens a panel brings all of them back.
    app.window.is_canvas_alone &= app.settings.layout().changed.is_none();
    let below = if app.window.is_canvas_alone { None } else { Some(bars(ui, app, out)) };
    CentralPanel::no_frame().show(ui, |ui| docking::show(ui, app, out));
    if let Some(canvas) = app.canvas.rect.filter(|_| below.is_some() && !app.files.start.is_open) {
        tour::panel::offer(ui.ctx(), canvas, &mut app.features.tour, out);
    }
    if let Some(rect) = below {
        // Drawn last, so that Tab reaches it last.
        regions::record(ui.ctx(), "status", rect.whole);
        let room = &mut ui.new_child(UiBuilder::new().max_rect(rect.inner));
        let (view, findings) = (app.view(), &app.features.findings);
        let counts = problems::panel::counts(&view, findings, &app.features.diagnosis);
        let tint = problems::panel::tint(room, &view, findings);
        status::show(room, &view, &app.canvas, (counts, tint), out);
    }
}

/// Room of the status bar, with and without its margins.
struct StatusRoom {
    whole: Rect,
    inner: Rect,
}

/// Draws the menu, the toolbars and news; returns the room of the status bar.
fn bars(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) -> StatusRoom {
    let bar = theme::bar(ui);
    let ctx = ui.ctx().clone();
    let record = |name, panel: InnerResponse<()>| regions::record(&ctx, name, panel.response.rect);
    let taken = app.toolbox.entry.id;
    let menu = |ui: &mut Ui| menu::show(ui, &app.view(), taken, &app.files.recents, out);
    record("menu", Panel::top("menu").frame(bar).show(ui, menu));
    record(
        "toolbar",
        Panel::top("toolbar").frame(bar).show(ui, |ui| toolbar::show(ui, &app.view(), &app.features.tour, out)),
    );
    let before = ui.available_rect_before_wrap();
    news(ui, app, out);
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
    let frame = bar.inner_margin(Margin::symmetric(8, 0));
    let status = Panel::bottom("status").frame(frame).resizable(false).exact_size(STATUS);
    let status = status.show(ui, |ui| ui.available_rect_before_wrap());
    let toolbox = Panel::left("toolbox").frame(bar).resizable(false).exact_size(toolbox::width(&ctx));
    record("toolbox", toolbox.show(ui, |ui| toolbox::show(ui, taken, &app.features.tour, out)));
    StatusRoom { whole: status.response.rect, inner: status.inner }
}

/// Draws the bars below the toolbar that apply.
fn news(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    news::file_bar(ui, &app.document, &app.files, out);
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(link) = &app.features.live.link {
        Panel::top("live link").frame(theme::bar(ui)).show(ui, |ui| live::panel::bar(ui, link, out));
    }
    if let Some(offered) = &app.bundle.layout {
        let bar = Panel::top("bundle layout").frame(theme::bar(ui));
        bar.show(ui, |ui| news::bundle_layout::bar(ui, &app.settings, offered, out));
    }
    if let Some(recovery) = &app.files.recovery {
        news::recovery_bars(ui, recovery, out);
    }
}

/// Draws the questions and windows about files.
fn news_in_front(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if app.files.conflict.is_some() {
        news::ask_overwrite(ctx, &app.document, out);
    }
    news::file_windows(ctx, &app.document, &mut app.files, out);
    news::recovered(ctx, &mut app.files, app.settings.theme.picture(), out);
    #[cfg(not(target_arch = "wasm32"))]
    live::panel::dialog(ctx, &mut app.features.live, out);
    if app.files.offer.is_some() {
        offer::show(ctx, out);
    }
}

/// Draws modal windows: questions, the file browser, help.
pub fn in_front(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    if let Some(pending) = app.files.guard.clone()
        && let Some(answer) = guard::ask(ctx, &perform::documents::unsaved_titles(app, &pending), &pending)
    {
        app.files.guard = None;
        match answer {
            guard::GuardAnswer::Save => perform::documents::save_all(app, ctx, pending),
            guard::GuardAnswer::Discard => perform::go_on(app, ctx, pending),
            guard::GuardAnswer::Cancel => {}
        }
    }
    perform::background::follow(app, ctx);
    docking::own_windows(ctx, app, out);
    dialogs(ctx, app, out);
    browse(ctx, app, out);
    news_in_front(ctx, app, out);
    open_link::panel::show(ctx, &mut app.features.open_link, out);
    let is_in_front = !app.files.is_asking();
    let sources = &mut gallery::panel::GallerySources {
        settings: &app.settings,
        recents: &mut app.files.recents,
        thumbs: &mut app.files.thumbs,
        is_in_front,
    };
    gallery::panel::show(ctx, &mut app.files.start, sources, out);
    let corner = app.canvas.rect.map_or(ctx.content_rect().right_top(), |rect| rect.right_top());
    let pane = app.canvas.rect.unwrap_or(ctx.content_rect());
    let size = DVec2::new(f64::from(pane.width()), f64::from(pane.height()));
    let placed = (pane, app.canvas.camera.viewport(size));
    changes::panel::show(ctx, &app.view(), &app.features.changes, placed, out);
    compare_runs::panel::show(ctx, &app.view(), &app.features.compare_runs, corner, out);
    if app.files.portrait_is_open {
        let size = perform::portrait::measure(app);
        app.files.portrait_is_open = portrait::panel::show(ctx, &app.view(), &size, app.canvas.corner, out);
    }
    // Taken out and put back, so that the rest can be borrowed meanwhile.
    let mut guide = std::mem::take(&mut app.features.guide);
    guide::panel::show(ctx, &app.view(), &mut guide, out);
    app.features.guide = guide;
    help::panel::show(ctx, &mut app.features.help, out);
    let mut settings = std::mem::take(&mut app.features.settings);
    settings::panel::show(ctx, &app.view(), &mut settings, out);
    app.features.settings = settings;
    let mut palette = std::mem::take(&mut app.features.palette);
    let chosen = palette::panel::show(ctx, &app.view(), app.toolbox.entry.id, &mut palette);
    app.features.palette = palette;
    if let Some(entry) = chosen {
        perform::palette::choose(app, &entry, out);
    }
}

/// Dialogs that leave the canvas usable: of a new body, and of arrangements.
fn dialogs(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    let corner = app.canvas.rect.map_or(egui::pos2(60.0, 90.0), |rect| rect.min + Vec2::splat(floating::MARGIN));
    let is_blocked = app.files.is_blocking();
    if let Some(maker) = &mut app.features.maker {
        let canvas = app.canvas.rect.unwrap_or(ctx.content_rect());
        let viewport = app.canvas.camera.viewport(DVec2::new(canvas.width().into(), canvas.height().into()));
        let shape = meshing::ghost::bounds(maker);
        let pixel = viewport.screen_from_world(shape.center());
        let at = canvas.min + vec2(pixel.x as f32, pixel.y as f32);
        // Shapes and drawings are brought into view beside the dialog.
        let outline = Some(at).filter(|_| maker.is_drawn_here() && !shape.is_empty());
        meshing::panel::show(ctx, maker, (canvas, outline, is_blocked), app.settings.theme, out);
    }
    if let Some(dialog) = &mut app.features.arranging {
        arrange::panel::show(ctx, dialog, (corner, is_blocked), app.settings.theme, out);
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
