//! The live link, over real sockets.

use super::{square, weightless};
use blobsmith_engine::play::link::{LinkAnswer, LinkClient, recording_of};
use blobsmith_engine::play::{LinkAddress, LinkRequest, PlayWorld};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A game in a thread of its own; it runs a frame each millisecond.
struct Game {
    address: LinkAddress,
    ends: Arc<AtomicBool>,
    frame: Arc<AtomicU64>,
    thread: Option<JoinHandle<PlayWorld>>,
}

impl Game {
    fn start() -> Self {
        let mut world = weightless(json!({"name": "Orbit", "bodies": [square("a", [0.0, 0.0], 1.0)],
            "discs": [{"id": "ball", "position": [0, 5], "radius": 0.5, "velocity": [0.25, 0]}]}));
        let address = world.start_link(0).unwrap();
        let (ends, frame) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (own_ends, own_frame) = (ends.clone(), frame.clone());
        let thread = thread::spawn(move || {
            while !own_ends.load(Ordering::Relaxed) {
                world.step(1);
                own_frame.store(world.frame(), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(1));
            }
            world
        });
        Self { address, ends, frame, thread: Some(thread) }
    }

    fn end(&mut self) -> PlayWorld {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap()
    }

    fn frame(&self) -> u64 {
        self.frame.load(Ordering::Relaxed)
    }

    /// Lines of a raw connection, after sending these bytes.
    fn answers(&self, bytes: &[u8]) -> Vec<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.address.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(8))).unwrap();
        // The game may end the connection before it has read all.
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        BufReader::new(stream).lines().map_while(Result::ok).collect()
    }
}

fn status(client: &mut LinkClient, request: &LinkRequest) -> (u64, bool) {
    match client.request(request).unwrap() {
        LinkAnswer::Status(status) => (status.frame, status.paused),
        other => panic!("{other:?}"),
    }
}

fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..4000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(2));
    }
    panic!("it did not happen within 8 s");
}

#[test]
fn attached_editor_pauses_steps_and_reads_the_bits_of_the_game() {
    let mut game = Game::start();
    let mut client = LinkClient::attach(&game.address).unwrap();
    let (paused_at, is_paused) = status(&mut client, &LinkRequest::Pause);
    assert!(is_paused);
    status(&mut client, &LinkRequest::Step { frames: 5 });
    until(|| game.frame() == paused_at + 5);
    // The first request begins to keep frames, so the second one has a whole frame.
    client.request(&LinkRequest::Live).unwrap();
    status(&mut client, &LinkRequest::Step { frames: 1 });
    until(|| game.frame() == paused_at + 6);
    let LinkAnswer::Recording(text) = client.request(&LinkRequest::Live).unwrap() else { panic!("no recording") };
    let live = recording_of(&text).unwrap();
    assert_eq!((live.start.as_ref().unwrap().frame, live.branches[0].hashes.len()), (paused_at + 5, 2));
    assert_eq!(live.verify(), Ok(None));
    let LinkAnswer::Recording(text) = client.request(&LinkRequest::Recording).unwrap() else { panic!("no recording") };
    let all = recording_of(&text).unwrap();
    assert_eq!((all.verify(), all.level.name.as_str()), (Ok(None), "Orbit"));
    assert_eq!(all.start.unwrap().frame + all.branches[0].hashes.len() as u64 - 1, paused_at + 6);
    thread::sleep(Duration::from_millis(30));
    assert_eq!(status(&mut client, &LinkRequest::Status), (paused_at + 6, true));
    assert!(!status(&mut client, &LinkRequest::Resume).1);
    until(|| game.frame() > paused_at + 20);
    drop(client);
    let world = game.end();
    assert_eq!(live.branches[0].hashes[1].state, {
        // The same game without a link.
        let mut twin = weightless(json!({"name": "Orbit", "bodies": [square("a", [0.0, 0.0], 1.0)],
            "discs": [{"id": "ball", "position": [0, 5], "radius": 0.5, "velocity": [0.25, 0]}]}));
        twin.step(paused_at as u32 + 6);
        twin.hash()
    });
    assert!(world.frame() > paused_at);
}

#[test]
fn edited_levels_reach_the_game() {
    let mut game = Game::start();
    let mut client = LinkClient::attach(&game.address).unwrap();
    status(&mut client, &LinkRequest::Pause);
    let set = LinkRequest::Set { path: "discs[0].radius".into(), value: json!(0.75) };
    assert!(matches!(client.request(&set), Ok(LinkAnswer::Updated(updated)) if updated.kept == 2));
    let refused = client.request(&LinkRequest::Set { path: "discs[7].radius".into(), value: json!(1) }).unwrap_err();
    assert!(LinkClient::is_refusal(&refused), "{refused}");
    let LinkAnswer::Recording(text) = client.request(&LinkRequest::Live).unwrap() else { panic!("no recording") };
    let mut level = recording_of(&text).unwrap().level;
    assert_eq!(level.discs[0].radius, 0.75);
    level.world.gravity = [0.0, -0.5];
    level.discs.push(blobsmith_engine::level::Disc {
        id: "second".into(),
        position: [9.0, 9.0],
        ..level.discs[0].clone()
    });
    let Ok(LinkAnswer::Updated(updated)) = client.request(&LinkRequest::Level { level: Box::new(level) }) else {
        panic!("refused")
    };
    assert_eq!((updated.kept, updated.added, updated.removed), (2, 1, 0));
    drop(client);
    // Without an editor the game goes on.
    let before = game.frame();
    until(|| game.frame() > before + 3);
    let world = game.end();
    assert!(!world.is_paused() && world.disc("second").is_some());
    assert_eq!(world.level().world.gravity, [0.0, -0.5]);
}

#[test]
fn strangers_get_an_error_and_no_more() {
    let mut game = Game::start();
    let wrong = LinkAddress { token: "0".repeat(32), ..game.address.clone() };
    assert!(LinkClient::attach(&wrong).unwrap_err().contains("token"));
    until(|| LinkClient::attach(&game.address).is_ok());
    until(|| game.answers(b"GET / HTTP/1.1\r\n\r\n").iter().any(|line| line.contains("greeting")));
    let old = format!("{{\"blobsmith_link\": 0, \"token\": \"{}\"}}\n", game.address.token);
    until(|| game.answers(old.as_bytes()).iter().any(|line| line.contains("version 1")));
    until(|| game.answers(&vec![b'x'; 20_000]).iter().any(|line| line.contains("too long")));
    let hello = format!("{{\"blobsmith_link\": 1, \"token\": \"{}\"}}\n", game.address.token);
    let bad = format!("{hello}{{\"do\": \"explode\"}}\n{{\"do\": \"pause\"}}\n");
    // An error after the welcome, and then the end: the pause is not performed.
    until(
        || matches!(&game.answers(bad.as_bytes())[..], [welcome, error] if welcome.contains("engine") && error.contains("not a request")),
    );
    let held = LinkClient::attach(&game.address);
    let held = held.or_else(|_| {
        thread::sleep(Duration::from_millis(300));
        LinkClient::attach(&game.address)
    });
    assert!(LinkClient::attach(&game.address).unwrap_err().contains("another editor"));
    drop(held);
    let before = game.frame();
    until(|| game.frame() > before + 3);
    assert!(!game.end().is_paused());
}

#[test]
fn addresses_read_back() {
    let address = LinkAddress { port: 4711, token: "ab12".into() };
    assert_eq!(address.to_string().parse(), Ok(address));
    for bad in [
        "",
        "127.0.0.1:4711/ab",
        "blobsmith-link://127.0.0.1:0/ab",
        "blobsmith-link://10.0.0.1:4711/ab",
        "blobsmith-link://127.0.0.1:4711/",
    ] {
        assert!(bad.parse::<LinkAddress>().is_err(), "{bad}");
    }
}

#[test]
fn mutated_requests_change_nothing_or_are_requests() {
    let mut world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0)]}));
    let level = serde_json::to_string(&world.level()).unwrap();
    let good = [
        r#"{"do": "status"}"#.to_owned(),
        r#"{"do": "step", "frames": 3}"#.to_owned(),
        r#"{"do": "set", "path": "world.gravity[1]", "value": -0.5}"#.to_owned(),
        r#"{"do": "live"}"#.to_owned(),
        format!(r#"{{"do": "level", "level": {level}}}"#),
    ];
    let mut seed = 1_u64;
    let mut below = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % count
    };
    let count = std::env::var("BLOBSMITH_LINK_MESSAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let mut refused = 0;
    for _ in 0..count {
        let mut text = good[below(good.len())].clone().into_bytes();
        for _ in 0..=below(3) {
            text.extend(text.is_empty().then_some(b'{'));
            let at = below(text.len());
            match below(4) {
                0 => text[at] = b"0123456789-.eE\"{}[],:truefalsenull"[below(34)],
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"\"{}[],:0-9e"[below(11)]),
                _ => text.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&text);
        let before = world.hash();
        let line = world.answer(&text).line();
        let is_error = line.starts_with("{\"error\"");
        assert!(!is_error || world.hash() == before, "{text}");
        refused += usize::from(is_error);
        if world.level().bodies.len() > 3 || world.frame() > 100 {
            world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0)]}));
        }
        world.step(1);
    }
    assert!(refused > count / 2 && refused < count, "{refused} of {count}");
}
