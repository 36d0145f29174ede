//! Peers on the loopback interface: one at a time, let in by a token, one request at a time.
//!
//! Bounds: a line of at most [`MOST_LINE`] bytes, and 4 kB and 5 s for the first one; one waiting request; one connection beside which
//! others get an error. A line that is no request ends the connection after an error.

use super::{LINK_VERSION, LinkAddress, LinkReply, LinkRequest};
use serde::Deserialize;
use serde_json::json;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Greatest length of a line.
const MOST_LINE: usize = 64 << 20;
/// Greatest length of the first line.
const MOST_GREETING: usize = 4096;
/// Greatest number of reads, of at most a tick each, until the first line is complete: 5 s.
const MOST_GREETING_READS: usize = 100;
/// Time between two looks at the end of the server.
const TICK: Duration = Duration::from_millis(50);
/// Longest time that a peer may take to read an answer.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Requests per call of [`Server::serve`].
const MOST_AT_ONCE: usize = 8;

type Waiting = (LinkRequest, SyncSender<LinkReply>);

/// Threads that wait for peers.
#[derive(Debug)]
pub(super) struct Server {
    pub address: LinkAddress,
    /// Only the world's thread receives; the lock makes worlds `Sync`.
    requests: Mutex<Receiver<Waiting>>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_over: AtomicBool,
    is_taken: AtomicBool,
    /// A peer has left since the last look.
    has_ended: AtomicBool,
}

/// The first line of a peer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Greeting {
    blobsmith_link: u32,
    token: String,
}

impl Server {
    /// Begins to wait.
    pub fn start(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = LinkAddress { port: listener.local_addr()?.port(), token: token() };
        let (sender, requests) = sync_channel(1);
        let shared = Arc::new(Shared::default());
        let (token, own) = (address.token.clone(), shared.clone());
        thread::Builder::new().name("blobsmith link".into()).spawn(move || listen(&listener, &token, &sender, &own))?;
        Ok(Self { address, requests: Mutex::new(requests), shared })
    }

    /// True once after a peer has left.
    pub fn has_ended(&self) -> bool {
        self.shared.has_ended.swap(false, Ordering::AcqRel)
    }

    /// Answers the waiting requests.
    pub fn serve(&self, mut answer: impl FnMut(LinkRequest) -> LinkReply) {
        let Ok(requests) = self.requests.lock() else { return };
        for _ in 0..MOST_AT_ONCE {
            let Ok((request, reply)) = requests.try_recv() else { return };
            // The peer may have left.
            let _ = reply.send(answer(request));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
    }
}

/// 128 random bits, from the keys with which the standard library protects its hash tables.
fn token() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}

/// Accepts peers until the end.
fn listen(listener: &TcpListener, token: &str, requests: &SyncSender<Waiting>, shared: &Arc<Shared>) {
    while !shared.is_over.load(Ordering::Acquire) {
        match listener.accept() {
            Ok((stream, _)) if shared.is_taken.swap(true, Ordering::AcqRel) => {
                let _ =
                    Peer::new(stream).and_then(|mut peer| peer.send(&LinkReply::error("another editor is attached")));
            }
            Ok((stream, _)) => {
                let (token, requests, own) = (token.to_owned(), requests.clone(), shared.clone());
                let spawned = thread::Builder::new().name("blobsmith peer".into()).spawn(move || {
                    if let Ok(mut peer) = Peer::new(stream) {
                        let _ = peer.talk(&token, &requests, &own);
                    }
                    own.has_ended.store(true, Ordering::Release);
                    own.is_taken.store(false, Ordering::Release);
                });
                if spawned.is_err() {
                    shared.is_taken.store(false, Ordering::Release);
                }
            }
            Err(_) => thread::sleep(TICK),
        }
    }
}

/// A connection.
struct Peer {
    stream: TcpStream,
    /// Bytes after the last complete line.
    buffer: Vec<u8>,
}

impl Peer {
    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TICK))?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    fn send(&mut self, reply: &LinkReply) -> io::Result<()> {
        let mut line = reply.line();
        line.push('\n');
        self.stream.write_all(line.as_bytes())
    }

    /// Refuses and ends.
    fn refuse<T>(&mut self, reason: &str) -> io::Result<T> {
        self.send(&LinkReply::error(reason))?;
        Err(ErrorKind::InvalidData.into())
    }

    fn talk(&mut self, token: &str, requests: &SyncSender<Waiting>, shared: &Shared) -> io::Result<()> {
        let first = self.line(MOST_GREETING, Some(MOST_GREETING_READS), shared)?;
        match serde_json::from_slice::<Greeting>(&first) {
            Ok(greeting) if greeting.blobsmith_link != LINK_VERSION => {
                return self.refuse(&format!("this game has version {LINK_VERSION} of the link"));
            }
            Ok(greeting) if is_equal(&greeting.token, token) => {}
            _ => return self.refuse("the first line must be a greeting with the token of this game"),
        }
        let welcome = json!({"blobsmith_link": LINK_VERSION, "engine": env!("CARGO_PKG_VERSION")});
        self.send(&LinkReply::Text(welcome.to_string()))?;
        loop {
            let line = self.line(MOST_LINE, None, shared)?;
            let request = match serde_json::from_slice(&line) {
                Ok(request) => request,
                Err(error) => return self.refuse(&format!("not a request: {error}")),
            };
            let reply = ask(request, requests, shared)?;
            self.send(&reply)?;
        }
    }

    /// The next line, without its end.
    fn line(&mut self, most: usize, reads: Option<usize>, shared: &Shared) -> io::Result<Vec<u8>> {
        let mut searched = 0;
        for read in 0.. {
            if let Some(end) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                let rest = self.buffer.split_off(searched + end + 1);
                let mut line = std::mem::replace(&mut self.buffer, rest);
                line.pop();
                return Ok(line);
            }
            searched = self.buffer.len();
            if searched > most {
                return self.refuse("the line is too long");
            }
            if shared.is_over.load(Ordering::Acquire) {
                return Err(ErrorKind::ConnectionAborted.into());
            }
            if reads.is_some_and(|reads| read >= reads) {
                return self.refuse("no greeting");
            }
            self.read()?;
        }
        Err(ErrorKind::InvalidData.into())
    }

    fn read(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 << 10];
        match self.stream.read(&mut chunk) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                self.buffer.extend_from_slice(&chunk[..count]);
                Ok(())
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
            {
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

/// Hands a request to the game and waits for its answer.
fn ask(request: LinkRequest, requests: &SyncSender<Waiting>, shared: &Shared) -> io::Result<LinkReply> {
    let (sender, reply) = sync_channel(1);
    requests.send((request, sender)).map_err(|_| ErrorKind::ConnectionAborted)?;
    loop {
        match reply.recv_timeout(TICK) {
            Ok(reply) => return Ok(reply),
            Err(RecvTimeoutError::Timeout) if !shared.is_over.load(Ordering::Acquire) => {}
            Err(_) => return Err(ErrorKind::ConnectionAborted.into()),
        }
    }
}

/// Compares without an early end, so the time does not depend on the place of the first difference.
fn is_equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}
