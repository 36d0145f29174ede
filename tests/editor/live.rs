//! The window attached to a game in another thread.

use crate::files::until;
use crate::window::{Window, square};
use blobsmith::editor::settings::Settings;
use blobsmith::editor::settings::tabs::Tab;
use blobsmith::level::{Level, gallery};
use blobsmith::play::PlayWorld;
use egui::Modifiers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A game that runs a frame each two milliseconds.
struct Game {
    address: String,
    ends: Arc<AtomicBool>,
    reports: Receiver<(u64, u64, Level)>,
    thread: Option<JoinHandle<()>>,
}

impl Game {
    fn start(level: Level) -> Self {
        let mut world = PlayWorld::from_level(level).unwrap();
        world
            .set_recorder(Some(blobsmith::play::RecorderSettings { frames: 40, keyframe_every: 10, on_fault: false }))
            .unwrap();
        let address = world.start_link(0).unwrap().to_string();
        let ends = Arc::new(AtomicBool::new(false));
        let own = ends.clone();
        let (sender, reports): (Sender<_>, _) = channel();
        let thread = thread::spawn(move || {
            while !own.load(Ordering::Relaxed) {
                world.step(1);
                let _ = sender.send((world.frame(), world.hash(), world.level()));
                thread::sleep(Duration::from_millis(2));
            }
        });
        Self { address, ends, reports, thread: Some(thread) }
    }

    /// Frame, hash and level after the last step.
    fn last(&self) -> (u64, u64, Level) {
        let mut last = self.reports.recv_timeout(Duration::from_secs(20)).expect("the game runs");
        while let Ok(newer) = self.reports.try_recv() {
            last = newer;
        }
        last
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn attach(window: &mut Window, address: &str) {
    window.press("File");
    window.press("Attach to a running game…");
    window.app_mut().features.live.address = address.to_owned();
    window.harness.run_steps(2);
    window.press("Attach");
}

fn is_attached(window: &Window) -> bool {
    window.app().features.live.link.is_some()
}

#[test]
fn game_is_shown_paused_stepped_and_edited() {
    let game = Game::start(gallery::read_flat(&gallery::ALL[0]).unwrap());
    let mut window = Window::new(square(), Settings::showing([Tab::World]));
    attach(&mut window, &game.address);
    until(&mut window, |window| is_attached(window));
    assert_eq!(window.app().document.level().name, "First blob");
    // The last frame of the game, several times.
    until(&mut window, |window| window.app().run.game_frame() > 5 && window.app().run.last_frame() == 1);
    assert_eq!(window.app().run.departure(), None);
    assert!(window.app_mut().run.trace().is_some(), "overlays of the last substep have their data");
    window.press("Pause the game");
    until(&mut window, |window| window.app().run.last_frame() >= 10);
    let (frame, hash, _) = game.last();
    let run = &window.app().run;
    assert_eq!((run.game_frame() + run.frame(), run.world().hash(), run.departure()), (frame, hash, None));
    window.press("Step the game");
    until(&mut window, |window| window.app().run.game_frame() + window.app().run.last_frame() == frame + 1);
    assert_eq!(window.app().run.world().hash(), game.last().1);
    // Back in time, while the game waits.
    window.press("Back one frame");
    until(&mut window, |window| window.app().playback.target().is_none());
    assert_eq!(window.app().run.game_frame() + window.app().run.frame(), frame);
    assert_eq!(window.app().run.world().hash(), hash);
    // An edit reaches the game; undo too.
    window.type_into("Gravity y", "-0.5");
    until(&mut window, |_| game.last().2.world.gravity[1] == -0.5);
    until(&mut window, |window| !window.app().features.live.link.as_ref().unwrap().is_sending);
    assert_eq!(window.app().document.level().world.gravity[1], -0.5);
    window.press("Undo");
    until(&mut window, |_| game.last().2.world.gravity[1] != -0.5);
    // The name of the level goes both ways.
    let rename = blobsmith::editor::document::Edit::new("Name", |level: &mut Level| {
        level.name = "Renamed".to_owned();
        Ok(())
    });
    assert_eq!(window.app_mut().document.apply(rename), Ok(true));
    window.app_mut().level_changed();
    until(&mut window, |_| game.last().2.name == "Renamed");
    window.press("Let the game go on");
    until(&mut window, |_| game.last().0 > frame + 10);
    // Until its frames arrive, the window shows the run of the undone edit.
    until(&mut window, |window| {
        let is_paused = window.app().features.live.link.as_ref().unwrap().status.paused;
        !is_paused && window.app().run.last_frame() == 1 && window.app().run.moment() == (1, 0)
    });
    // A click with a tool that draws pauses it, since the next frame of the game would replace what is at frame 0.
    window.app_mut().toolbox.take("disc", &mut Vec::new());
    window.harness.run_steps(2);
    let center = window.app().canvas.camera.center;
    window.click(center, Modifiers::NONE);
    until(&mut window, |window| window.app().features.live.link.as_ref().unwrap().status.paused);
    assert!(window.app().notices.texts().any(|text| text.starts_with("Paused the game")));
    window.press("Let the game go on");
    until(&mut window, |window| !window.app().features.live.link.as_ref().unwrap().status.paused);
    window.press("Detach");
    assert!(!is_attached(&window));
    let before = game.last().0;
    until(&mut window, |_| game.last().0 > before + 3);
}

#[test]
fn missing_games_and_wrong_tokens_are_reported() {
    let game = Game::start(square());
    let mut window = Window::with(square());
    let wrong = format!("{}0", &game.address[..game.address.len() - 1]);
    let wrong = if wrong == game.address { format!("{}1", &wrong[..wrong.len() - 1]) } else { wrong };
    attach(&mut window, &wrong);
    until(&mut window, |window| window.app().notices.texts().any(|text| text.contains("token")));
    assert!(!is_attached(&window));
    drop(game);
    attach(&mut window, "blobsmith-link://127.0.0.1:1/ab");
    until(&mut window, |window| window.app().notices.texts().any(|text| text.contains("no game waits on port 1")));
}

#[test]
fn window_outlives_the_game() {
    let game = Game::start(square());
    let mut window = Window::with(square());
    attach(&mut window, &game.address);
    until(&mut window, |window| is_attached(window));
    drop(game);
    until(&mut window, |window| !is_attached(window));
    assert!(window.app().notices.texts().any(|text| text.starts_with("Detached")));
}
