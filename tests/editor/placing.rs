//! Where a new shape lands, and what happens to the view.

use crate::regions;
use crate::tools_draw::{click, has_notice, with_grid};
use crate::window::Window;
use blobsmith::editor::app::App;
use blobsmith::editor::canvas::ViewCommand;
use blobsmith::editor::features::meshing::MeshingCommand;
use blobsmith::editor::perform::meshing;
use blobsmith::level::{Disc, Level, Place, View};
use egui::{Id, Key, Modifiers};
use glam::DVec2;

fn view(app: &App) -> (DVec2, f64) {
    (app.canvas.camera.center, app.canvas.camera.scale)
}

/// Opens the dialog of a shape.
fn open(window: &mut Window, id: &'static str) {
    let ctx = window.harness.ctx.clone();
    meshing::perform(window.app_mut(), &ctx, MeshingCommand::Shape(id));
    window.harness.run_steps(30);
}

#[test]
fn shapes_are_inserted_at_the_centre_of_the_view_which_returns_and_is_never_enlarged() {
    let mut window = Window::with(Level::default());
    window.harness.run_steps(3);
    let before = view(window.app());
    assert_eq!(before.0, DVec2::ZERO);
    for (index, id) in ["floor", "disc", "sensor", "star"].into_iter().enumerate() {
        open(&mut window, id);
        let scale = view(window.app()).1;
        assert!(scale <= before.1 * (1.0 + 1e-9), "{id}: {scale} and before {}", before.1);
        let bounds = window.app().features.maker.as_ref().expect("a dialog").preview.bounds;
        let dialog = window.harness.ctx.memory(|memory| memory.area_rect(Id::unique("maker"))).expect("a dialog");
        let canvas = regions::region(&window, "canvas");
        assert!(canvas.contains_rect(dialog), "{id}: {dialog:?} in {canvas:?}");
        let middle = window.screen(bounds.center());
        assert!(canvas.contains(middle) && !dialog.contains(middle), "{id}: {middle:?} beside {dialog:?}");
        window.key(Modifiers::NONE, Key::Enter);
        window.harness.run_steps(30);
        assert_eq!(window.app().selection, [Place::Body(index)], "{id}");
        let (center, scale) = view(window.app());
        assert!(scale <= before.1 * (1.0 + 1e-9), "{id}: {scale}");
        if index == 0 {
            let nodes = &window.app().document.level().bodies[0].nodes;
            let ends = [0, 1].map(|axis| nodes.iter().map(|node| node.position[axis]).sum::<f64>());
            assert!(ends[0].abs() < 1e-9, "the floor is below the origin");
            assert!(center.length() < 1e-9 && (scale / before.1 - 1.0).abs() < 1e-9, "the view has returned");
        }
    }
}

#[test]
fn shape_outside_the_view_is_in_the_middle_after_it_is_inserted() {
    let mut level = Level::default();
    let disc = Disc { position: [0.0, -4.0], radius: 3.0, ..Disc::default() };
    level.discs.push(disc);
    let mut window = Window::with(level);
    window.app_mut().canvas.view_command = Some(ViewCommand::View(View { center: [0.0, 0.0], height: 10.0 }));
    window.harness.run_steps(5);
    open(&mut window, "floor");
    let at = window.app().features.maker.as_ref().expect("a dialog").preview.bounds.center();
    window.key(Modifiers::NONE, Key::Enter);
    window.harness.run_steps(30);
    let center = view(window.app()).0;
    assert!((center - at).length() < 1e-6, "{center} and {at}");
}

#[test]
fn drawn_outline_is_not_discarded_by_a_shape() {
    let mut window = with_grid(Level::default());
    window.key(Modifiers::NONE, Key::U);
    for at in [[-1.0, -0.5], [1.0, -0.5], [0.0, 0.75], [-1.0, -0.5]] {
        click(&mut window, at);
    }
    let title = |window: &Window| window.app().features.maker.as_ref().map(|maker| maker.title());
    assert_eq!(title(&window).as_deref(), Some("Body from an outline"));
    open(&mut window, "disc");
    assert_eq!(title(&window).as_deref(), Some("Body from an outline"));
    assert!(has_notice(&window, "Insert or cancel the body that you have drawn first"));
    window.key(Modifiers::NONE, Key::Escape);
    open(&mut window, "disc");
    assert_ne!(title(&window), None);
}
