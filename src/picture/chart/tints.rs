//! Colours of chart lines, consistent with the canvas and the overlays.

use crate::engine::EventKind;
use crate::engine::forces;
use crate::level::Level;
use crate::picture::{Palette, Rgba};

/// Colour of a series by its key, else by its index within the plot.
pub fn tint(palette: &Palette, level: &Level, key: &str, index: usize) -> Rgba {
    let key = key.strip_prefix("sum of ").unwrap_or(key);
    let (plot, part) = key.split_once('.').unwrap_or((key, ""));
    let force = forces::part(part);
    let by_name = match (plot, part) {
        (_, "total") => Some(palette.text),
        (_, "kinetic") => Some(palette.velocity),
        _ if force.is_some() => force.map(|part| palette.force(part)),
        ("counts", "contacts") => Some(palette.contact),
        ("counts", "impacts") => Some(palette.velocity),
        ("counts", "hits") => Some(palette.hint),
        ("ledger", "retention") => Some(palette.warm),
        ("ledger", "integration") => Some(palette.velocity),
        ("ledger", "sticks") => Some(palette.warning),
        ("ledger", "obstacles") => Some(palette.hint),
        ("ledger", "impulse") => Some(palette.contact),
        ("ledger", "friction") => Some(palette.bodies[2].opaque()),
        ("ledger", "repositioning") => Some(palette.normal),
        ("ledger", "impacts") => Some(palette.bodies[5].opaque()),
        ("ledger", "blow-up") => Some(palette.aabb),
        ("ledger", "barycentres") => Some(palette.obstacle),
        ("ledger", "inputs") => Some(palette.velocity.mix(palette.background, 0.5)),
        ("residual", "exchanged") => Some(palette.cold),
        ("residual", "bound") => Some(palette.warning),
        ("residual", "residual") => Some(palette.contact),
        ("penetration", "contacts") => Some(palette.hint),
        ("penetration" | "overlap", _) => Some(palette.contact),
        ("flipped", _) => Some(palette.triangle_flipped.opaque()),
        ("sticks", _) => Some(palette.warning),
        ("area" | "area-ratio" | "pressure", body) => body.parse().ok().map(|body| of_body(palette, level, body)),
        _ => None,
    };
    by_name.unwrap_or_else(|| {
        let tint = palette.bodies[index % palette.bodies.len()].opaque();
        // Paler from the second round on.
        if index < palette.bodies.len() { tint } else { tint.mix(palette.text, 0.45) }
    })
}

/// Colour of a mark of an event.
pub fn event_tint(palette: &Palette, kind: EventKind) -> Rgba {
    match kind {
        EventKind::BlowUp => palette.error,
        EventKind::Collapsed => palette.warning,
        EventKind::NoEdge => palette.contact,
        EventKind::ManyImpacts => palette.hint,
    }
}

/// The body's canvas colour, opaque.
fn of_body(palette: &Palette, level: &Level, body: usize) -> Rgba {
    let own = level.editor.as_ref().and_then(|extra| extra.body_colors.get(body));
    let own = own.and_then(|text| Rgba::parse(text));
    own.unwrap_or_else(|| palette.body(level.bodies.get(body).map_or("", |parts| &parts.id), body).opaque())
}
