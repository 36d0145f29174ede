//! Links to a level and to a moment of its run: `#z=LEVEL&t=FRAME.SUBSTEP.PHASE&select=PART,PART`.
//!
//! `z` is the level as JSON, compressed (DEFLATE) and written in base64 with the URL alphabet, so that a link works without
//! a server. A page also takes `url=ADDRESS` of a level instead.

use crate::debugger::{Moment, moment};
use crate::level::format::{self, TextFormat};
use crate::level::{Level, Place};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use std::fmt::Write as _;
use std::sync::Arc;

/// Length of a link, in bytes, above which programs that pass it on may cut it off.
pub const LONG: usize = 32 << 10;

/// Greatest size of a level in a link, in bytes of its text.
const MOST: usize = 64 << 20;

/// What a link refers to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkTarget {
    /// The level that the link contains.
    pub level: Option<Arc<Level>>,
    /// Moment, and number of completed phases of the next substep.
    pub moment: Option<(Moment, usize)>,
    /// Selected parts.
    pub selection: Vec<Place>,
}

/// The part of a link that begins with `#`.
pub fn write(target: &LinkTarget) -> String {
    let mut link = String::from("#");
    if let Some(level) = &target.level {
        let text = format::write(level, TextFormat::Json);
        let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
        let _ = write!(link, "z={}&", BASE64.encode(packed));
    }
    if let Some((moment, phase)) = target.moment {
        let _ = write!(link, "t={}&", moment::write_phase(moment, phase));
    }
    if !target.selection.is_empty() {
        let places: Vec<_> = target.selection.iter().map(ToString::to_string).collect();
        let _ = write!(link, "select={}&", places.join(","));
    }
    link.pop();
    link
}

/// Reads the part of an address that begins with `?` or `#`, or both parts. Unknown keys are ignored.
///
/// # Errors
/// The reason, as a sentence without full stop.
pub fn read(link: &str) -> Result<LinkTarget, String> {
    let mut target = LinkTarget::default();
    for (key, value) in link.split(['?', '#', '&']).filter_map(|pair| pair.split_once('=')) {
        match key {
            "z" => target.level = Some(Arc::new(unpack(value)?)),
            "t" => target.moment = Some(moment::parse(value)?),
            "select" => {
                let plain = value.replace("%5B", "[").replace("%5D", "]").replace("%2C", ",");
                let places = plain.split(',').filter(|place| !place.is_empty()).map(str::parse);
                target.selection = places.collect::<Result<_, String>>()?;
            }
            _ => {}
        }
    }
    Ok(target)
}

fn unpack(value: &str) -> Result<Level, String> {
    let cut = |reason: String| format!("the link is damaged or was cut off ({reason})");
    let packed = BASE64.decode(value.trim_end_matches('=')).map_err(|error| cut(error.to_string()))?;
    let text =
        miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MOST).map_err(|error| match error.status {
            miniz_oxide::inflate::TINFLStatus::HasMoreOutput => format!("its level has more than {} MiB", MOST >> 20),
            _ => cut(error.to_string()),
        })?;
    let text = String::from_utf8(text).map_err(|error| cut(error.to_string()))?;
    format::read(&text, TextFormat::Json).map_err(|error| error.to_string())
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
            let target = LinkTarget { level: Some(level), moment: Some(((12, 3), 4)), selection };
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
    fn first_level_fits_in_a_short_link() {
        let level = Arc::new(gallery::read_flat(&gallery::ALL[0]).unwrap());
        let link = write(&LinkTarget { level: Some(level), ..LinkTarget::default() });
        assert!(link.len() < LONG / 4, "{}", link.len());
    }

    #[test]
    fn damaged_links_are_refused_with_a_reason() {
        let level = Arc::new(gallery::read_flat(&gallery::ALL[0]).unwrap());
        let link = write(&LinkTarget { level: Some(level), ..LinkTarget::default() });
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
