//! Links to a level and to a moment of its run: `#z=LEVEL&t=FRAME.SUBSTEP.PHASE&select=PART,PART&show=OVERLAY,OVERLAY`.
//!
//! `z` is the level as JSON, compressed (DEFLATE) and written in base64 with the URL alphabet, so that a link works without
//! a server. A run with inputs has `run`, its recording, in the same form. A level that is too large has `file`, its path.
//! A page also takes `url=ADDRESS` of a level instead.

use crate::debugger::recording::{self, Recording};
use crate::debugger::{Moment, moment};
use crate::level::format::{self, TextFormat};
use crate::level::{Level, Place};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Beginning of a link without a page.
pub const SCHEME: &str = "blobsmith://";

/// Length of a link, in bytes, above which programs that pass it on may cut it off.
pub const LONG: usize = 32 << 10;

/// Greatest size of a level in a link, in bytes of its text.
const MOST: usize = 64 << 20;

/// Where the level of a link is.
#[derive(Clone, Debug)]
pub enum LinkedLevel {
    /// In the link.
    Level(Arc<Level>),
    /// In the link, with the inputs of its run.
    Recording(Arc<Recording>),
    /// In a file.
    File(PathBuf),
}

/// What a link refers to.
#[derive(Clone, Debug, Default)]
pub struct LinkTarget {
    /// The level; `None`: the one that is open.
    pub level: Option<LinkedLevel>,
    /// Moment, and number of completed phases of the next substep.
    pub moment: Option<(Moment, usize)>,
    /// Selected parts.
    pub selection: Vec<Place>,
    /// Ids of the overlays that are on; `None`: as they are.
    pub overlays: Option<Vec<String>>,
}

/// Links are equal if their texts are.
impl PartialEq for LinkTarget {
    fn eq(&self, other: &Self) -> bool {
        write(self) == write(other)
    }
}

/// The part of a link that begins with `#`.
pub fn write(target: &LinkTarget) -> String {
    let mut link = String::from("#");
    // Writing to a string cannot fail.
    let _ = match &target.level {
        Some(LinkedLevel::Level(level)) => write!(link, "z={}&", pack(&format::write(level, TextFormat::Json))),
        Some(LinkedLevel::Recording(run)) => write!(link, "run={}&", pack(&recording::write(run, TextFormat::Json))),
        Some(LinkedLevel::File(path)) => write!(link, "file={}&", escaped(&path.to_string_lossy())),
        None => Ok(()),
    };
    if let Some((moment, phase)) = target.moment {
        let _ = write!(link, "t={}&", moment::write_phase(moment, phase));
    }
    if !target.selection.is_empty() {
        let places: Vec<_> = target.selection.iter().map(ToString::to_string).collect();
        let _ = write!(link, "select={}&", places.join(","));
    }
    if let Some(overlays) = &target.overlays {
        let _ = write!(link, "show={}&", overlays.join(","));
    }
    link.pop();
    link
}

/// True if a text is a link that [`read`] may understand.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    let has_key = ["z=", "run=", "t=", "url="].iter().any(|key| {
        text.match_indices(key).any(|(at, _)| at > 0 && matches!(text.as_bytes()[at - 1], b'#' | b'?' | b'&'))
    });
    !text.contains(char::is_whitespace) && (text.starts_with(SCHEME) || (is_address && has_key))
}

/// Reads the part of an address that begins with `?` or `#`, or both parts. Unknown keys are ignored.
///
/// # Errors
/// The reason, as a sentence without full stop.
pub fn read(link: &str) -> Result<LinkTarget, String> {
    let mut target = LinkTarget::default();
    for (key, value) in link.trim().split(['?', '#', '&']).filter_map(|pair| pair.split_once('=')) {
        match key {
            "z" => target.level = Some(LinkedLevel::Level(Arc::new(unpack(value)?))),
            "run" => target.level = Some(LinkedLevel::Recording(Arc::new(unpack_run(value)?))),
            "file" => target.level = Some(LinkedLevel::File(PathBuf::from(unescaped(value)?))),
            "t" => target.moment = Some(moment::parse(value)?),
            "select" => {
                let plain = unescaped(value)?;
                target.selection = items(&plain).map(str::parse).collect::<Result<_, String>>()?;
            }
            "show" => target.overlays = Some(items(&unescaped(value)?).map(str::to_owned).collect()),
            _ => {}
        }
    }
    Ok(target)
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

/// Escapes everything but letters, digits and the signs of paths.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/:\\".contains(&byte) {
            all.push(byte as char);
        } else {
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}

/// Replaces `%XX`, which browsers write for brackets and commas too.
fn unescaped(text: &str) -> Result<String, String> {
    let wrong = || cut_off("an escape is not complete");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next().ok_or_else(wrong)?, rest.next().ok_or_else(wrong)?];
        let digit = |byte: u8| (byte as char).to_digit(16).ok_or_else(wrong);
        bytes.push((digit(digits[0])? * 16 + digit(digits[1])?) as u8);
    }
    String::from_utf8(bytes).map_err(cut_off)
}

fn cut_off(reason: impl std::fmt::Display) -> String {
    format!("the link is damaged or was cut off ({reason})")
}

fn pack(text: &str) -> String {
    BASE64.encode(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9))
}

fn unpacked(value: &str) -> Result<String, String> {
    let packed = BASE64.decode(value.trim_end_matches('=')).map_err(cut_off)?;
    let text =
        miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MOST).map_err(|error| match error.status {
            miniz_oxide::inflate::TINFLStatus::HasMoreOutput => format!("its level has more than {} MiB", MOST >> 20),
            _ => cut_off(error),
        })?;
    String::from_utf8(text).map_err(cut_off)
}

fn unpack(value: &str) -> Result<Level, String> {
    format::read(&unpacked(value)?, TextFormat::Json).map_err(|error| error.to_string())
}

fn unpack_run(value: &str) -> Result<Recording, String> {
    recording::read(&unpacked(value)?, TextFormat::Json).map(|(run, _)| run).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::gallery;

    #[test]
    fn links_return_the_level_and_the_moment() {
        for row in gallery::ALL {
            let level = Arc::new(gallery::read_flat(row).unwrap());
            let selection = vec![Place::Body(0), Place::Node(0, 1)];
            let target = LinkTarget {
                level: Some(LinkedLevel::Level(level)),
                moment: Some(((12, 3), 4)),
                selection,
                overlays: Some(vec!["forces".to_owned()]),
            };
            let link = write(&target);
            assert_eq!(read(&link).unwrap(), target, "{}", row.id);
            // Browsers may escape brackets and commas.
            let escaped = link.replace('[', "%5B").replace(']', "%5D").replace(',', "%2C");
            assert_eq!(read(&escaped).unwrap(), target, "{}", row.id);
        }
        assert_eq!(read("").unwrap(), LinkTarget::default());
        assert_eq!(read("?url=a/b.json#t=7").unwrap().moment, Some(((7, 0), 0)));
    }

    #[test]
    fn links_keep_the_path_of_a_file_with_any_signs() {
        let path = PathBuf::from("/home/a b/100%,#&?=\u{e9}.ron");
        let target = LinkTarget { level: Some(LinkedLevel::File(path.clone())), ..LinkTarget::default() };
        let link = SCHEME.to_owned() + &write(&target);
        assert!(is_link(&link), "{link}");
        let Some(LinkedLevel::File(read)) = read(&link).unwrap().level else { panic!("{link}") };
        assert_eq!(read, path);
        assert!(super::read("#file=a%2").unwrap_err().contains("cut off"));
    }

    #[test]
    fn is_link_tells_links_from_other_text() {
        for text in ["blobsmith://#t=1", " https://a.org/e/#z=abc\n", "https://a.org/?url=b.json#t=3"] {
            assert!(is_link(text), "{text}");
        }
        for text in ["", "{\"format\": 2}", "https://a.org/", "https://a.org/#part", "see blobsmith://#t=1", "t=1"] {
            assert!(!is_link(text), "{text}");
        }
    }

    #[test]
    fn first_level_fits_in_a_short_link() {
        let level = Arc::new(gallery::read_flat(&gallery::ALL[0]).unwrap());
        let link = write(&LinkTarget { level: Some(LinkedLevel::Level(level)), ..LinkTarget::default() });
        assert!(link.len() < LONG / 4, "{}", link.len());
    }

    #[test]
    fn damaged_links_are_refused_with_a_reason() {
        let level = Arc::new(gallery::read_flat(&gallery::ALL[0]).unwrap());
        let link = write(&LinkTarget { level: Some(LinkedLevel::Level(level)), ..LinkTarget::default() });
        for end in [4, link.len() / 2, link.len() - 5] {
            let reason = read(&link[..end]).unwrap_err();
            assert!(reason.contains("damaged") || reason.contains("cut off"), "{reason}");
        }
        assert!(read("#z=@@@").unwrap_err().contains("damaged"));
        assert!(read("#t=x").unwrap_err().contains("120.5.3"));
        assert!(read("#t=1.2.3.4").unwrap_err().contains("120.5.3"));
        assert!(read("#select=nothing").unwrap_err().contains("names no part"));
        let bad = BASE64.encode(miniz_oxide::deflate::compress_to_vec(br#"{"format": 2, "bodies": 7}"#, 6));
        assert!(read(&format!("#z={bad}")).unwrap_err().contains("bodies"));
    }

    /// A link of a few kilobytes must not fill the memory.
    #[test]
    fn link_that_unpacks_to_much_is_refused() {
        let spaces = vec![b' '; MOST + 1];
        let bomb = BASE64.encode(miniz_oxide::deflate::compress_to_vec(&spaces, 9));
        assert!(bomb.len() < 100_000);
        assert!(read(&format!("#z={bomb}")).unwrap_err().contains("64 MiB"));
    }
}
