//! The levels of `levels/` and their images, built into the program, with titles that need no parsing.

use super::format::{self, FormatError, TextFormat};
use super::{Body, Level, Motion, Node, Texture, flatten, ids, texture};
use crate::search::contains_words;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Main topic of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Introduction.
    First,
    /// Choice of the edge that pushes a node out.
    Contacts,
    /// Gas, triangles, barycentres.
    Shape,
    /// Many interacting parts.
    Machines,
    /// Integration schemes and time steps.
    Schemes,
    /// Soft decor.
    Decor,
    /// Rigid distance constraints.
    Sticks,
    /// Obstacles and particles.
    Obstacles,
    /// Rigid discs.
    Discs,
    /// Links between bodies, collision categories, sensors.
    Links,
    /// Failures, one problem per level.
    Problems,
}

impl Section {
    /// All sections in display order.
    pub const ALL: [Self; 11] = [
        Self::First,
        Self::Machines,
        Self::Contacts,
        Self::Shape,
        Self::Discs,
        Self::Obstacles,
        Self::Sticks,
        Self::Links,
        Self::Decor,
        Self::Schemes,
        Self::Problems,
    ];

    /// Title shown in lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::First => "To begin with",
            Self::Contacts => "Contacts",
            Self::Shape => "Gas and shape",
            Self::Machines => "Machines and heaps",
            Self::Schemes => "Schemes and time steps",
            Self::Decor => "Soft decor",
            Self::Sticks => "Sticks",
            Self::Obstacles => "Obstacles and particles",
            Self::Discs => "Discs",
            Self::Links => "Links and sensors",
            Self::Problems => "Problems",
        }
    }
}

/// A level of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct GalleryLevel {
    /// File name without the extension: an ordering number and a name.
    pub id: &'static str,
    /// Name as in the file, repeated here so that lists need not parse all files.
    pub name: &'static str,
    /// Main topic.
    pub section: Section,
    /// Summary in one sentence.
    pub line: &'static str,
    /// Additional search words.
    pub tags: &'static str,
    /// The file's text, RON.
    pub text: &'static str,
}

impl GalleryLevel {
    /// True if number, name, line, tags and section contain all the words, in any case.
    pub fn matches(&self, words: &str) -> bool {
        let texts = [self.id, self.name, self.line, self.tags, self.section.title()];
        contains_words(&texts.join(" "), words)
    }
}

/// Returns a level with a floor only: a fixed body whose top is at height 0.
pub fn with_floor() -> Level {
    let corners = [[-12.0, -1.0], [12.0, -1.0], [12.0, 0.0], [-12.0, 0.0]];
    let floor = Body {
        name: "floor".to_owned(),
        motion: Motion::Fixed,
        nodes: corners.into_iter().map(Node::at).collect(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    };
    Level { bodies: vec![floor], ..Level::default() }
}

macro_rules! level {
    ($id:literal, $name:literal, $section:ident, $line:literal, $tags:literal) => {
        GalleryLevel {
            id: $id,
            name: $name,
            section: Section::$section,
            line: $line,
            tags: $tags,
            text: include_str!(concat!("../../levels/", $id, ".ron")),
        }
    };
}

macro_rules! part {
    ($path:literal) => {
        ($path, include_str!(concat!("../../levels/", $path)))
    };
}

/// Every level by number; the first is the default.
#[rustfmt::skip]
pub static ALL: &[GalleryLevel] = &[
    level!("01-first-blob", "First blob", First,
        "A soft blob drops into a valley onto a brick, a balloon and a star.", "start gas springs"),
    level!("02-squares-projection", "Two squares: Projection", Contacts,
        "The corner trap: the rule picks the wrong edge and the squares slide into each other.", "edge choice"),
    level!("03-squares-wedge45", "Two squares: Wedge45", Contacts,
        "More edges are eligible, the wrong one is still nearer.", "edge choice"),
    level!("04-squares-distance", "Two squares: Distance", Contacts,
        "At a corner, the nearest edge is the wrong one.", "edge choice"),
    level!("05-squares-barycentre-rule", "Two squares: barycentre rule", Contacts,
        "The remedy: an edge is eligible only if the other body's barycentre is outside it.", "edge choice"),
    level!("06-squares-entry-edge", "Two squares: EntryEdge", Contacts,
        "A node is pushed out of the edge that it crossed on its way in.", "edge choice"),
    level!("07-squares-dead-level", "Two squares: dead level", Contacts,
        "Corner to corner on one floor: EntryEdge keeps them apart, the nearest edge cannot.", "edge choice"),
    level!("08-concave-barycentre-rule", "Concave blob with the barycentre rule", Contacts,
        "A staple is pulled down through the beam that it lands on.", "concave fails"),
    level!("09-concave-calm", "Concave blob, calm", Contacts,
        "The same staple without that rule hangs on the beam and swings.", "concave"),
    level!("10-balloon-bare", "Balloon without barycentre", Shape,
        "A stone dents a balloon, and triangles of its fan flip.", "gas triangles"),
    level!("11-balloon-barycentre", "Balloon with barycentre", Shape,
        "One node more in the middle, and no triangle flips.", "gas triangles"),
    level!("12-notch-projection", "V notch under Projection", Contacts,
        "A corner falls below the bottom of a V, and no edge is eligible.", "edge choice fails"),
    level!("13-notch-distance", "V notch under Distance", Contacts,
        "The same V, whose walls count beyond their ends.", "edge choice"),
    level!("14-container", "Container", Machines,
        "Blobs in a fixed body with an outer and an inner loop.", "hull holes"),
    level!("15-stack", "Stack", Machines,
        "Five bricks rest on each other; errors accumulate upwards.", "friction"),
    level!("16-pile-of-100", "Pile of 100", Machines,
        "A hundred small blobs fall into a container: the broad phase at work.", "many large"),
    level!("17-wheel-on-slope", "Soft wheel on a slope", Machines,
        "A soft tyre on spokes, turned by friction alone.", "friction rolling"),
    level!("18-bridge", "Bridge", Machines,
        "Two loads drop on a truss that is pinned at both ends.", "pinned truss"),
    level!("19-gears", "Gears", Machines,
        "Sixteen teeth drive ten; hubs are pinned.", "pinned"),
    level!("20-lift-and-shuttle", "Lift and shuttle", Machines,
        "Two driven platforms carry their balls, by pressure and by friction.", "driven"),
    level!("21-ball-in-ring", "Ball in a ring", Machines,
        "A ring with a ball inside rolls down a hill.", "hull holes"),
    level!("22-trampoline", "Trampoline", Machines,
        "A ball bounces on a cloth of structural, shear and brace springs.", "cloth pinned"),
    level!("23-stiff-too-few-substeps", "Stiff block, too few substeps", Schemes,
        "The time step is too long for the springs: the block tears itself apart.", "stability fails"),
    level!("24-stiff-enough-substeps", "Stiff block, enough substeps", Schemes,
        "The same block with 32 substeps falls and stands.", "stability"),
    level!("25-orbit-explicit-euler", "Orbit under explicit Euler", Schemes,
        "Energy grows fivefold, from the scheme alone.", "integrator fails"),
    level!("26-orbit-semi-implicit-euler", "Orbit under semi-implicit Euler", Schemes,
        "Energy oscillates by a hundredth and does not drift.", "integrator"),
    level!("27-orbit-verlet", "Orbit under Verlet", Schemes,
        "The previous position in place of a velocity; the same orbits.", "integrator"),
    level!("28-decor-by-force", "Decor by force", Decor,
        "A bowl that pushes by force: blobs sink in a little and land softly.", "penalty viscosity"),
    level!("29-ropes-of-sticks", "Ropes of sticks", Sticks,
        "Chains of fixed lengths swing from a pin and against a peg.", "chains verlet"),
    level!("30-pieces-of-sticks", "Pieces of sticks", Sticks,
        "Stiff pieces with hidden supports, and contact by diagonals.", "verlet bounds"),
    level!("31-obstacles", "Obstacles", Obstacles,
        "Balls bounce down pegs onto two slides.", "circles segments"),
    level!("32-newtons-cradle", "Newton's cradle", Discs,
        "A row of equal discs hands a speed on.", "elastic"),
    level!("33-billiard-break", "Billiard break", Discs,
        "Fifteen balls and a cue ball: dozens of impacts in one frame.", "elastic impacts"),
    level!("34-bumper-table", "Bumper table", Discs,
        "Bumpers give 1.3 times the closing speed back.", "pinball restitution"),
    level!("35-bat-and-bricks", "Bat and bricks", Discs,
        "Fixed discs as bricks, a driven disc as the bat.", "driven"),
    level!("36-fast-shots-swept", "Fast shots, swept", Discs,
        "Up to a thousand radii per substep, and no wall is missed.", "tunnelling"),
    level!("37-fast-shots-discrete", "Fast shots, discrete", Discs,
        "The same shots when only the positions before and after a step are tested.", "tunnelling fails"),
    level!("38-zeno-heap", "Heap without restitution", Discs,
        "Discs that lie on discs: endless impacts (inelastic collapse), limited.", "many"),
    level!("39-two-thousand-discs", "Two thousand discs", Discs,
        "Light and heavy discs share their energy out.", "many large"),
    level!("40-particles", "Particles", Obstacles,
        "Rain on circles of five restitutions.", "rain"),
    level!("41-several-collisions", "Several collisions in one step", Obstacles,
        "Particles fly into wedges and bounce 2, 4, 6 and 10 times.", "wedges"),
    level!("42-driven-obstacles", "Driven obstacles", Obstacles,
        "A mill wheel of driven discs, a lift and a sweeper.", "driven particles"),
    level!("43-balls-on-blobs", "Balls on blobs", Discs,
        "Discs and drops meet the hulls of soft bodies.", "bodies"),
    level!("44-friction-factor", "Friction factor", Schemes,
        "Four pucks lose a part of their speed each substep and stop at the marks.", "retention"),
    level!("45-hidden-supports", "Hidden supports", Sticks,
        "Two rings of sticks: one with sticks across that are not drawn.", "rings"),
    level!("46-sticking-contact", "Sticking contact", Contacts,
        "A contact reverses a node that is already leaving.", "fails"),
    level!("47-mister-jelly", "Mister Jelly", Decor,
        "Two jellies slide down a slope and sink into soft ground.", "penalty"),
    level!("48-verlet-beside-euler", "Verlet beside explicit Euler", Schemes,
        "Two schemes in step, side by side.", "twin integrator"),
    level!("49-thin-wall", "Thin wall", Problems,
        "Tunnelling: a block goes farther in a substep than the wall is thick.", "problem fails fast"),
    level!("50-folded-loop", "Folded loop", Problems,
        "Self-overlap: an outline without braces goes through itself.", "problem fails"),
    level!("51-flattened-tent", "Flattened tent", Problems,
        "Collapse: a tent is struck through its base, and its gas is switched off.", "problem fails gas area"),
    level!("52-too-much-gas", "Too much gas", Problems,
        "Blow-up: a balloon with a thousand times the gas it should have.", "problem fails"),
    level!("53-drawn-into-the-ground", "Drawn into the ground", Problems,
        "Energy from repositioning: a block that starts in the floor jumps.", "problem fails energy"),
    level!("54-self-rolling", "Self-rolling", Problems,
        "Two squares meet side to side and part spinning: no lever arm.", "problem fails angular momentum"),
    level!("55-ringing", "Ringing", Problems,
        "Jitter: springs reverse in nearly every substep, for ever.", "problem fails stability"),
    level!("56-jitter-at-rest", "Jitter at rest", Problems,
        "A friction above 1 makes the feet of a block shiver.", "problem fails friction"),
    level!("57-balloon-on-a-spike", "Balloon on a spike", Problems,
        "Paint outside the hull: triangles reach across the dent.", "problem fails triangles fan"),
    level!("58-coarse-triangles", "Coarse triangles", Problems,
        "Hull left unpainted: a triangle for every second node only.", "problem fails triangles area gas"),
    level!("59-balloon-on-a-post", "Balloon on a post", Problems,
        "A dent so deep that even the fan from the barycentre fails.", "problem fails triangles fan barycentre"),
    level!("60-car", "Car with sprung wheels", Links,
        "A car with a trailer drives down a hill: suspension, coupling and axle are links.", "vehicle joints suspension hinge"),
    level!("61-rope-bridge", "Rope bridge", Links,
        "Planks that sticks join hang between two towers and carry a blob.", "joints rope chain"),
    level!("62-balloon-on-a-string", "Balloon on a string", Links,
        "A balloon hangs on a chain of particles and swings.", "joints rope chain"),
    level!("63-ragdoll", "Ragdoll", Links,
        "Ten bodies joined by pin joints fall down a stair.", "joints hinge pin category filter"),
    level!("64-pendulum-on-a-disc", "Pendulum on a disc", Links,
        "A bob hangs from a disc that slides on a rail, beside one on a fixed point.", "joints stick"),
    level!("65-goal", "Goal", Links,
        "A sensor reports which ball enters and leaves a goal.", "sensor trigger category filter marker"),
    level!("66-marble-run-from-parts", "Marble run from parts", Links,
        "Ramps and balls are instances of other levels, with overrides.", "instance prefab template reuse override"),
    level!("67-sprites", "Sprites", First,
        "A slime and a doughnut, traced from one picture, which they show as their skin.", "skin texture image picture trace uv"),
];

/// Sources of the instances in these levels: path relative to the folder of the level, and text.
pub const PARTS: &[(&str, &str)] = &[part!("parts/ball.ron"), part!("parts/ramp.ron"), part!("parts/ramps.ron")];

/// Root of the paths of levels without a file, and of their sources. No file has this name.
const NO_FILE: &str = "\0";

/// Path from which the instances of a level are resolved: its file, or a path below which only the sources of the gallery exist.
pub fn file_or_none(file: Option<&Path>) -> PathBuf {
    file.map_or_else(|| Path::new(NO_FILE).join("level.ron"), Path::to_owned)
}

/// The name of a source in the gallery, `parts/ball.ron`, and its text; `path` is resolved from [`file_or_none`].
pub fn part_at(path: &Path) -> Option<(&'static str, &'static str)> {
    let name = path.strip_prefix(NO_FILE).ok()?;
    PARTS.iter().find(|(part, _)| Path::new(part) == name).copied()
}

/// Reads the source of an instance, with a path resolved from [`file_or_none`].
///
/// # Errors
/// As [`format::load_level`]; for a level without a file, if the gallery has no such source.
pub fn load_source(path: &Path) -> Result<Level, FormatError> {
    match (part_at(path), path.strip_prefix(NO_FILE)) {
        (Some((_, text)), _) => format::read(text, TextFormat::Ron),
        (None, Ok(name)) => {
            let reason =
                format!("the level has no file yet, beside which `{}` would be: save it first", name.display());
            Err(FormatError::at("source", reason))
        }
        (None, Err(_)) => format::load_level(path),
    }
}

/// Reads a level of the gallery, with its instances replaced by their parts.
///
/// # Errors
/// If its text is not a level.
pub fn read_flat(level: &GalleryLevel) -> Result<Level, FormatError> {
    let mut read = format::read(level.text, TextFormat::Ron)?;
    ids::assign(&mut read);
    flatten::flatten(read, &file_or_none(None), &mut load_source)
}

/// Images that levels of the gallery name, with the contents of their files.
const IMAGES: &[(&str, &[u8])] = &[("art/sprites.png", include_bytes!("../../levels/art/sprites.png"))];

/// The image of this name that is built into the program.
pub fn image(name: &str) -> Option<Arc<Texture>> {
    let (_, bytes) = IMAGES.iter().find(|(own, _)| *own == name)?;
    texture::decode(bytes).ok().map(Arc::new)
}

/// Names and contents of the built-in images that the skins of a level name.
pub fn images_of(level: &Level) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let names = |image: &str| level.bodies.iter().filter_map(|body| body.skin.as_ref()).any(|skin| skin.image == image);
    IMAGES.iter().copied().filter(move |(image, _)| names(image))
}

/// Returns the level with this id.
pub fn level(id: &str) -> Option<&'static GalleryLevel> {
    ALL.iter().find(|level| level.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::format::read;

    #[test]
    fn gallery_lists_levels_with_their_own_name_and_one_line() {
        for level in ALL {
            assert_eq!(read(level.text, TextFormat::Ron).map(|read| read.name), Ok(level.name.to_owned()));
            assert!(level.line.len() < 90 && level.line.ends_with('.'), "{}", level.line);
            assert!(Section::ALL.contains(&level.section) && level.matches(level.name) && level.matches(level.tags));
        }
    }

    #[test]
    fn gallery_search_ignores_order_and_case() {
        let ids =
            |words: &str| ALL.iter().filter(|level| level.matches(words)).map(|level| level.id).collect::<Vec<_>>();
        assert_eq!(ids("CRADLE newton"), ["32-newtons-cradle"]);
        assert_eq!(ids("no such thing"), [""; 0]);
        assert_eq!(ids(" ").len(), ALL.len());
    }

    #[test]
    fn with_floor_is_valid_and_has_no_findings() {
        assert_eq!(crate::level::format::validate(&with_floor()), Ok(()));
        assert_eq!(crate::level::checks::check(&with_floor()), []);
    }
}
