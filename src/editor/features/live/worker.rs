//! The thread that talks to the game. Requests may take long, and recordings are simulated here.

use crate::debugger::Run;
use crate::debugger::recording;
use crate::level::Level;
use crate::level::format::TextFormat;
use crate::play::link::{LinkAnswer, LinkClient};
use crate::play::{LevelUpdate, LinkAddress, LinkRequest, LinkStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Time between two looks at a running game.
const INTERVAL: Duration = Duration::from_millis(50);

/// What the window wants.
#[derive(Clone, Debug)]
pub enum LiveOrder {
    /// Pause, or go on.
    Pause(bool),
    /// Run frames of the paused game.
    Step(u32),
    /// Send the level.
    Send(Arc<Level>),
}

/// What the game answered.
pub enum LiveNews {
    /// State of the game.
    Status(LinkStatus),
    /// The last frame of the running game, or the recording of the paused one.
    Frames(Box<Run>),
    /// The sent level was taken over.
    Updated(LevelUpdate),
    /// A request was refused.
    Refused(String),
    /// The link has ended.
    Ended(String),
}

pub(super) struct LinkWorker {
    orders: Sender<LiveOrder>,
    news: Receiver<LiveNews>,
}

impl LinkWorker {
    pub fn start(client: LinkClient, ctx: egui::Context) -> Self {
        let (orders, own_orders) = channel();
        let (sender, news) = channel();
        let mut talk = Talk { client, news: sender, ctx, is_paused: false, frame: None, stepping: 0 };
        // Without a thread the news end at once, which the window reports.
        let _ = std::thread::Builder::new().name("live link".into()).spawn(move || talk.run(&own_orders));
        Self { orders, news }
    }

    pub fn order(&self, order: LiveOrder) {
        // A thread that has ended has said so.
        let _ = self.orders.send(order);
    }

    pub fn news(&self) -> Vec<LiveNews> {
        let mut news = Vec::new();
        loop {
            match self.news.try_recv() {
                Ok(one) => news.push(one),
                Err(std::sync::mpsc::TryRecvError::Empty) => return news,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    if !matches!(news.last(), Some(LiveNews::Ended(_))) {
                        news.push(LiveNews::Ended("the link has ended".into()));
                    }
                    return news;
                }
            }
        }
    }
}

/// Attaches and loads the present frame of the game.
///
/// # Errors
/// One sentence.
pub fn load(address: &str) -> Result<(LinkClient, LinkStatus, Box<Run>), String> {
    let address: LinkAddress = address.parse().map_err(str::to_owned)?;
    let mut client = LinkClient::attach(&address)?;
    let LinkAnswer::Status(status) = client.request(&LinkRequest::Status)? else {
        return Err("the game did not report its state".into());
    };
    let run = frames(&mut client, &LinkRequest::Live)?;
    Ok((client, status, run))
}

/// A recording of the game as a run, at its last frame.
fn frames(client: &mut LinkClient, request: &LinkRequest) -> Result<Box<Run>, String> {
    let LinkAnswer::Recording(text) = client.request(request)? else {
        return Err("the game sent no recording".into());
    };
    let (_, mut run) = recording::read(&text, TextFormat::Json).map_err(|error| error.to_string())?;
    run.seek(run.last_frame());
    Ok(Box::new(run))
}

struct Talk {
    client: LinkClient,
    news: Sender<LiveNews>,
    ctx: egui::Context,
    is_paused: bool,
    /// The frame that the window has.
    frame: Option<u64>,
    /// Looks at the paused game that are left to see its steps.
    stepping: u32,
}

/// The window has closed the link, or the game has.
struct Over;

impl Talk {
    fn run(&mut self, orders: &Receiver<LiveOrder>) {
        loop {
            let done = match orders.recv_timeout(INTERVAL) {
                Ok(order) => self.perform(order),
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if done.is_err() {
                return;
            }
        }
    }

    fn tell(&mut self, news: LiveNews) -> Result<(), Over> {
        self.news.send(news).map_err(|_| Over)?;
        self.ctx.request_repaint();
        Ok(())
    }

    /// Reports an error; ends after one of the connection.
    fn refused(&mut self, reason: String) -> Result<(), Over> {
        if LinkClient::is_refusal(&reason) {
            return self.tell(LiveNews::Refused(reason));
        }
        self.tell(LiveNews::Ended(reason))?;
        Err(Over)
    }

    fn request(&mut self, request: &LinkRequest) -> Result<Option<LinkAnswer>, Over> {
        match self.client.request(request) {
            Ok(answer) => Ok(Some(answer)),
            Err(reason) => self.refused(reason).map(|()| None),
        }
    }

    fn perform(&mut self, order: LiveOrder) -> Result<(), Over> {
        let request = match order {
            LiveOrder::Pause(true) => LinkRequest::Pause,
            LiveOrder::Pause(false) => LinkRequest::Resume,
            LiveOrder::Step(frames) => LinkRequest::Step { frames },
            LiveOrder::Send(level) => LinkRequest::Level { level: Box::new(Level::clone(&level)) },
        };
        match self.request(&request)? {
            Some(LinkAnswer::Updated(updated)) => {
                self.frame = None;
                self.tell(LiveNews::Updated(updated))?;
                self.look()
            }
            Some(LinkAnswer::Status(status)) => self.state(status, matches!(request, LinkRequest::Step { .. })),
            _ => Ok(()),
        }
    }

    /// Reports a state; a pause loads the recording.
    fn state(&mut self, status: LinkStatus, steps: bool) -> Result<(), Over> {
        let has_stopped = status.paused && !self.is_paused;
        self.is_paused = status.paused;
        if steps {
            // The game runs the frames when its own loop comes to them.
            self.stepping = 100;
        }
        if has_stopped {
            self.frame = None;
        }
        let frame = status.frame;
        self.tell(LiveNews::Status(status))?;
        if self.frame == Some(frame) {
            return Ok(());
        }
        self.frame = Some(frame);
        self.take(if self.is_paused { &LinkRequest::Recording } else { &LinkRequest::Live })
    }

    /// Looks at the game: always while it runs, and while paused as long as frames may come.
    fn look(&mut self) -> Result<(), Over> {
        if self.is_paused && self.frame.is_some() {
            if self.stepping == 0 {
                return Ok(());
            }
            self.stepping -= 1;
        }
        let before = self.frame;
        match self.request(&LinkRequest::Status)? {
            Some(LinkAnswer::Status(status)) => {
                let has_moved = before.is_some_and(|before| before != status.frame);
                self.state(status, false)?;
                if has_moved {
                    self.stepping = 0;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn take(&mut self, request: &LinkRequest) -> Result<(), Over> {
        match frames(&mut self.client, request) {
            Ok(run) => self.tell(LiveNews::Frames(run)),
            Err(reason) => self.refused(reason),
        }
    }
}
