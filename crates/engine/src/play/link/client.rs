//! The side of the editor: attaches to a game and sends requests, one after the other.

use super::{LINK_VERSION, LinkAddress, LinkRequest, LinkStatus};
use crate::level::format::{self, TextFormat};
use crate::play::LevelUpdate;
use crate::play::recorder::Recording;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Longest time until a game accepts a connection or a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest time until a game answers; for a recording it simulates all its frames again.
const ANSWER_TIME: Duration = Duration::from_secs(120);
/// Greatest length of an answer, in bytes.
const MOST_ANSWER: u64 = 512 << 20;

/// A connection to a running game.
#[derive(Debug)]
pub struct LinkClient {
    stream: BufReader<TcpStream>,
    /// Version of the game's engine.
    pub engine: String,
}

/// What a game answered.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkAnswer {
    /// Its state.
    Status(LinkStatus),
    /// What an edit changed.
    Updated(LevelUpdate),
    /// A recording, as JSON text.
    Recording(String),
}

impl LinkClient {
    /// Attaches to a game.
    ///
    /// # Errors
    /// One sentence: nothing listens there, or the game refuses.
    pub fn attach(address: &LinkAddress) -> Result<Self, String> {
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, address.port));
        let stream = TcpStream::connect_timeout(&at, PATIENCE)
            .map_err(|error| format!("no game waits on port {}: {error}", address.port))?;
        let timeouts =
            stream.set_read_timeout(Some(ANSWER_TIME)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        timeouts.and_then(|()| stream.set_nodelay(true)).map_err(|error| error.to_string())?;
        let mut client = Self { stream: BufReader::new(stream), engine: String::new() };
        let welcome = client.exchange(&json!({"blobsmith_link": LINK_VERSION, "token": address.token}).to_string())?;
        client.engine = welcome.get("engine").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(client)
    }

    /// Sends a request and waits for the answer.
    ///
    /// # Errors
    /// The refusal of the game, or that the connection has ended; see [`LinkClient::is_refusal`].
    pub fn request(&mut self, request: &LinkRequest) -> Result<LinkAnswer, String> {
        let text = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let mut answer = self.exchange(&text)?;
        if let Some(status) = answer.get_mut("status") {
            let status = serde_json::from_value(status.take()).map_err(|error| format!("{BROKEN}: {error}"))?;
            return Ok(LinkAnswer::Status(status));
        }
        if let Some(updated) = answer.get("updated") {
            let count = |name: &str| updated.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
            let [kept, added, removed] = ["kept", "added", "removed"].map(count);
            return Ok(LinkAnswer::Updated(LevelUpdate { kept, added, removed }));
        }
        match answer.get("recording") {
            Some(recording) => Ok(LinkAnswer::Recording(recording.to_string())),
            None => Err(format!("{BROKEN}: an answer of an unknown kind")),
        }
    }

    /// True if an error of [`LinkClient::request`] came from the game, which still answers.
    pub fn is_refusal(error: &str) -> bool {
        !error.starts_with(BROKEN)
    }

    fn exchange(&mut self, line: &str) -> Result<Value, String> {
        let broken = |error: std::io::Error| format!("{BROKEN}: {error}");
        let sent = self.stream.get_mut();
        sent.write_all(line.as_bytes()).and_then(|()| sent.write_all(b"\n")).map_err(broken)?;
        let mut answer = Vec::new();
        (&mut self.stream).take(MOST_ANSWER).read_until(b'\n', &mut answer).map_err(broken)?;
        if answer.last() != Some(&b'\n') {
            return Err(format!("{BROKEN}: the game has ended the link"));
        }
        let answer: Value = serde_json::from_slice(&answer).map_err(|error| format!("{BROKEN}: {error}"))?;
        match answer.get("error").and_then(Value::as_str) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(answer),
        }
    }
}

/// Begins the errors after which a connection cannot be used.
const BROKEN: &str = "the link is broken";

/// A recording of an answer.
///
/// # Errors
/// As for [`format::read_document`].
pub fn recording_of(text: &str) -> Result<Recording, format::FormatError> {
    format::read_document(text, TextFormat::Json)
}
