//! The levels of `levels/`, built in, so that a front end has something to show without any file.
//!
//! Must never know: how they are made or drawn.

/// A level of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct GalleryLevel {
    /// File name without the extension: a number that orders, and what it is.
    pub id: &'static str,
    /// The file's text, RON.
    pub text: &'static str,
}

macro_rules! level {
    ($id:literal) => {
        GalleryLevel { id: $id, text: include_str!(concat!("../../levels/", $id, ".ron")) }
    };
}

/// Every level by number; the first is the one to start with.
pub const ALL: &[GalleryLevel] = &[
    level!("01-first-blob"),
    level!("02-squares-projection"),
    level!("03-squares-wedge45"),
    level!("04-squares-distance"),
    level!("05-squares-barycentre-rule"),
    level!("06-squares-entry-edge"),
    level!("07-squares-dead-level"),
    level!("08-concave-barycentre-rule"),
    level!("09-concave-calm"),
    level!("10-balloon-bare"),
    level!("11-balloon-barycentre"),
    level!("12-notch-projection"),
    level!("13-notch-distance"),
    level!("14-container"),
    level!("15-stack"),
    level!("16-pile-of-100"),
    level!("17-wheel-on-slope"),
    level!("18-bridge"),
    level!("19-gears"),
    level!("20-lift-and-shuttle"),
    level!("21-ball-in-ring"),
    level!("22-trampoline"),
    level!("23-stiff-too-few-substeps"),
    level!("24-stiff-enough-substeps"),
    level!("25-orbit-explicit-euler"),
    level!("26-orbit-semi-implicit-euler"),
    level!("27-orbit-verlet"),
    level!("28-decor-by-force"),
    level!("29-ropes-of-sticks"),
    level!("30-pieces-of-sticks"),
    level!("31-obstacles"),
    level!("32-newtons-cradle"),
    level!("33-billiard-break"),
    level!("34-bumper-table"),
    level!("35-bat-and-bricks"),
    level!("36-fast-shots-swept"),
    level!("37-fast-shots-discrete"),
    level!("38-zeno-heap"),
    level!("39-two-thousand-discs"),
    level!("40-particles"),
    level!("41-several-collisions"),
    level!("42-driven-obstacles"),
    level!("43-balls-on-blobs"),
    level!("44-friction-factor"),
    level!("45-hidden-supports"),
    level!("46-sticking-contact"),
    level!("47-mister-jelly"),
    level!("48-verlet-beside-euler"),
];

/// The level with this id.
pub fn level(id: &str) -> Option<&'static GalleryLevel> {
    ALL.iter().find(|level| level.id == id)
}
