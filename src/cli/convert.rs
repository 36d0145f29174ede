//! `convert`: converts a level between RON and JSON, imports a drawing or a mesh, exports a body as a mesh.

use super::Command;
use super::outcome::{Answer, Failure, Outcome, arguments, eprint_line, load, print};
use super::shape::position;
use crate::level::Level;
use crate::level::checks::{self, Severity};
use crate::level::format::{self, TextFormat};
use crate::level::import::convention::{self, Convention};
use crate::level::import::report::BodyReport;
use crate::level::import::{self, ImportOptions, Imported, Layers, importer_for, layers, qmesh};
use crate::level::mesh::{Across, Along, Lattice, MeshOptions};
use crate::level::texture::{folder_of, rebase_paths};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "convert",
    about: "Convert a level between RON and JSON; import .svg, .png, .qmesh or .xsp; export a body as .qmesh",
    details: "\
The extensions select the formats. Conversion changes no value, in either direction and any number of times. \
OUT may be IN: this reformats the file and loses its comments.

Conventions: programs with y down or with reversed hulls write the same document with other meanings. \
Without --convention the numbers stay unchanged, and a note on stderr reports what looks foreign. `auto` detects the convention \
from gravity, hulls and triangles, and fails if they contradict each other. A flip maps y to -y. \
See docs/conventions.md.

Drawings: every filled shape becomes a soft body with its holes, in the order of the drawing, named by its label or id, \
else by the file, and in its colour; a shape of several separate parts becomes as many bodies. Shapes whose label or id (or that of a \
group around them) begins with `fixed` or `floor` do not move. Lines without fill become obstacles. Ignored are shapes that \
begin with `background`, a first rectangle as large as the page, text and images. Clip paths apply, masks do not; strokes \
have no width. Overlapping shapes are an error unless --layers joins or separates them.

Pictures: what is opaque becomes a soft body with its holes, which shows the picture (its skin); separate parts become as many \
bodies. In a picture without transparency, what differs in brightness from the border becomes the body.

Stiffness, damping, spacing, braces and substeps are chosen so that each body survives a fall of 5 units; self-contact is on. \
The choices with their reasons, the lost area, the ignored parts and the number of `check` findings go to stderr; with --json \
to stdout, as numbers.

Size: one of --scale, --width and --height keeps the aspect; --width with --height stretches. --at moves the lower left corner \
of the contents.

Meshes: `.qmesh` (QuarkPhysics) and `.xsp` (XSpringies) bring their own nodes and springs; 32 pixels become one unit. What a \
level cannot contain is reported line by line. OUT may be a `.qmesh` file: it gets one body of the level IN. See \
docs/imports.md.

Examples:
  blobsmith convert level.ron level.json
  blobsmith convert generated.json level.ron
  blobsmith convert old-game.json level.ron --convention 001
  blobsmith convert drawing.svg level.ron
  blobsmith convert sprite.png level.ron --threshold 0.3
  blobsmith convert drawing.svg level.ron --scale 0.05 --spacing 0.4 --stiffness 10
  blobsmith convert drawing.svg level.ron --height 4 --at 2,0
  blobsmith convert springs.xsp level.ron
  blobsmith convert level.ron blob.qmesh --body 0",
    arguments: ConvertArgs::augment_args,
    run: |matches| convert(&arguments::<ConvertArgs>(matches)?),
};

#[derive(Args)]
struct ConvertArgs {
    /// File to read (.ron, .json, .svg, .png, .qmesh or .xsp)
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Level file to write (.ron or .json), or mesh of one body (.qmesh); replaces an existing file
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Convention of IN [default: that of the level format, 000]
    #[arg(long, value_name = "WHICH", value_parser = conventions())]
    convention: Option<String>,
    /// Format version of OUT; 1 fails if the level uses a newer feature [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    format_version: Option<u32>,
    /// For OUT.qmesh: index of the body to write [default: the only one]
    #[arg(long, value_name = "N")]
    body: Option<usize>,
    #[command(flatten)]
    drawing: DrawingArgs,
    /// For an import: write what was chosen for each body, and what became of its area, as JSON to stdout
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Options for imports")]
struct DrawingArgs {
    /// Level units per unit of IN [default: a drawing becomes 10 high; 1/32 for .qmesh and .xsp]
    #[arg(long, value_name = "FACTOR", conflicts_with_all = ["width", "height"])]
    scale: Option<f64>,
    /// Width of the contents, in level units
    #[arg(long, value_name = "W")]
    width: Option<f64>,
    /// Height of the contents, in level units
    #[arg(long, value_name = "H")]
    height: Option<f64>,
    /// Position of the lower left corner of the contents [default: the origin of IN is that of the level]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = position)]
    at: Option<[f64; 2]>,
    /// How to treat overlapping shapes [default: refuse the drawing]
    #[arg(long, value_name = "HOW")]
    layers: Option<LayersArg>,
    /// Distance between neighbouring nodes, in level units [default: a sixteenth of the height, less in small bodies
    /// and thin walls]
    #[arg(long, value_name = "LENGTH")]
    spacing: Option<f64>,
    /// Arrangement of the inner nodes [default: hexagonal]
    #[arg(long, value_name = "LATTICE")]
    lattice: Option<LatticeArg>,
    /// Stiffness of every spring, force per length [default: enough for a fall of 5 units]
    #[arg(long, value_name = "K")]
    stiffness: Option<f64>,
    /// Damping of the springs, as a fraction of critical damping [default: 0.25]
    #[arg(long, value_name = "PART")]
    damping: Option<f64>,
    /// Triangle sides that get a shear spring across them, against folding [default: thin; all for
    /// a picture]
    #[arg(long, value_name = "WHERE")]
    shear: Option<AcrossArg>,
    /// Nodes that get a brace spring to the second next node, against bending [default: hull in slender bodies]
    #[arg(long, value_name = "WHERE")]
    brace: Option<AlongArg>,
    /// For a picture: opacity from which a pixel belongs to a body, between 0 and 1 [default: 0.5]
    #[arg(long, value_name = "OPACITY")]
    threshold: Option<f64>,
    /// Keep acute angles below 40° as drawn [default: blunt them, because they fold over in a fall]
    #[arg(long)]
    keep_tips: bool,
    /// Mass per area [default: 1]
    #[arg(long, value_name = "DENSITY")]
    density: Option<f64>,
    /// Pressure of the gas in the drawn shape [default: 0.1]
    #[arg(long, value_name = "P")]
    pressure: Option<f64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LayersArg {
    /// One body with the common outline
    Silhouette,
    /// One body per shape, of its visible part
    Separate,
}

#[derive(Clone, Copy, ValueEnum)]
enum LatticeArg {
    /// Rows offset by half a spacing: equally stiff in all directions
    Hexagonal,
    /// Rows and columns
    Square,
    /// No nodes inside
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum AcrossArg {
    /// None
    None,
    /// Sides from hull to hull: in tips and thin parts
    Thin,
    /// All inner sides
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlongArg {
    /// None
    None,
    /// Hull nodes, except at corners
    Hull,
    /// Inner nodes too
    All,
}

impl DrawingArgs {
    fn are_given(&self) -> bool {
        let sizes = [self.scale, self.width, self.height, self.spacing];
        let numbers = [self.stiffness, self.damping, self.density, self.pressure, self.threshold];
        self.keep_tips
            || self.at.is_some()
            || self.lattice.is_some()
            || self.layers.is_some()
            || self.shear.is_some()
            || self.brace.is_some()
            || sizes.iter().chain(&numbers).any(Option::is_some)
    }

    fn options(&self) -> ImportOptions {
        let default = MeshOptions::default();
        let lattice = self.lattice.map(|lattice| match lattice {
            LatticeArg::Hexagonal => Lattice::Hexagonal,
            LatticeArg::Square => Lattice::Square,
            LatticeArg::None => Lattice::None,
        });
        let layers = self.layers.map_or(Layers::Refuse, |layers| match layers {
            LayersArg::Silhouette => Layers::Silhouette,
            LayersArg::Separate => Layers::Separate,
        });
        let shear = self.shear.map(|shear| match shear {
            AcrossArg::None => Across::None,
            AcrossArg::Thin => Across::Thin,
            AcrossArg::All => Across::All,
        });
        let brace = self.brace.map(|brace| match brace {
            AlongArg::None => Along::None,
            AlongArg::Hull => Along::Hull,
            AlongArg::All => Along::All,
        });
        let mesh = MeshOptions {
            lattice: lattice.unwrap_or(default.lattice),
            density: self.density.unwrap_or(default.density),
            pressure: self.pressure.unwrap_or(default.pressure),
            ..default
        };
        let Self { scale, width, height, at, spacing, .. } = *self;
        let Self { stiffness, damping, threshold, keep_tips: keeps_tips, .. } = *self;
        let size = ImportOptions { scale, width, height, at, spacing, ..ImportOptions::default() };
        ImportOptions { layers, stiffness, damping, shear, brace, keeps_tips, threshold, mesh, ..size }
    }
}

/// Selects the convention that the document implies.
const AUTO: &str = "auto";

fn conventions() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("Detect it from gravity, hulls and triangles");
    let named = convention::ALL.iter().map(|known| PossibleValue::new(known.id).help(known.title));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
}

/// Refuses to overwrite the input, unless OUT is spelled like IN, which reformats the file.
fn refuse_input(args: &ConvertArgs) -> Result<(), Failure> {
    let (input, output) = (&args.input, &args.output);
    if input != output && format::is_same_file(input, output) {
        let [input, output] = [input, output].map(|path| path.display());
        return Err(Failure::Refused(format!("{output}: this is the input {input}; choose another OUT")));
    }
    Ok(())
}

fn convert(args: &ConvertArgs) -> Outcome {
    refuse_input(args)?;
    let is_mesh = args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("qmesh"));
    if args.body.is_some() && !is_mesh {
        return Err(Failure::Refused(format!("{}: --body needs a .qmesh file as OUT", args.output.display())));
    }
    if importer_for(&args.input).is_some() {
        require_level_ending(&args.output, "IN is imported as a level; write a .ron or .json file")?;
        if args.convention.is_some() {
            let name = args.input.display();
            return Err(Failure::Refused(format!("{name}: --convention does not apply to imports; omit it")));
        }
        return import(args);
    }
    require_level_ending(&args.input, "the file name must end in .ron or .json")?;
    if !is_mesh {
        require_level_ending(&args.output, "the file name must end in .ron or .json, or in .qmesh for one body")?;
    }
    if args.drawing.are_given() || args.json {
        let name = args.input.display();
        return Err(Failure::Refused(format!(
            "{name}: not a drawing or mesh; for a level file, give only IN, OUT, --convention and --body"
        )));
    }
    let level = load(&args.input)?;
    let level = in_own_convention(level, args)?;
    if is_mesh {
        return export_mesh(&level, args);
    }
    save(level, args)?;
    Ok(Answer::Yes)
}

/// Writes one body as a mesh of QuarkPhysics, and what the file cannot contain to stderr.
fn export_mesh(level: &Level, args: &ConvertArgs) -> Outcome {
    let input = args.input.display();
    let count = level.bodies.len();
    let index = match args.body {
        Some(index) => index,
        None if count == 1 => 0,
        None => return Err(Failure::Refused(format!("{input}: has {count} bodies; choose one with --body"))),
    };
    let Some(body) = level.bodies.get(index) else {
        return Err(Failure::Refused(format!("{input}: there is no body {index}; the level has {count}")));
    };
    let written = qmesh::write(body, level.world.pixels_per_unit).map_err(|reason| {
        Failure::Refused(format!("{input}: bodies[{index}]: cannot be written as .qmesh: {reason}"))
    })?;
    format::replace(&args.output, written.text.as_bytes())
        .map_err(|reason| Failure::Refused(format!("{}: cannot be saved: {reason}", args.output.display())))?;
    for loss in &written.losses {
        eprint_line(&format!("{}: {loss}", args.output.display()));
    }
    Ok(Answer::Yes)
}

/// Saves the level in the requested version of the format.
fn save(level: Level, args: &ConvertArgs) -> Result<(), Failure> {
    if args.format_version != Some(1) {
        return Ok(format::save(&level, &args.output)?);
    }
    let old = format::downgrade(level).map_err(|error| format::located_in_file(error, &args.input))?;
    let text = format::write(&old, TextFormat::of(&args.output));
    format::replace(&args.output, text.as_bytes())
        .map_err(|reason| Failure::Refused(format!("{}: cannot be saved: {reason}", args.output.display())))
}

/// Converts the level to the format's convention if requested; otherwise keeps it and prints a note if it looks
/// foreign.
fn in_own_convention(level: Level, args: &ConvertArgs) -> Result<Level, Failure> {
    let name = args.input.display();
    if let Some(from) = args.convention.as_deref().and_then(convention::by_id) {
        return Ok(convention::convert(&level, from));
    }
    let is_asked = args.convention.is_some();
    let verdict = convention::recognise(&level);
    let seen = verdict.seen().join("; ");
    match verdict.convention() {
        Some(found) if found.is_own() => {}
        Some(found) if is_asked => {
            eprint_line(&format!("{name}: converted from convention {} ({}): {seen}", found.id, found.title));
            return Ok(convention::convert(&level, found));
        }
        Some(found) => {
            let Convention { id, title, .. } = found;
            let does = found.what_converting_does();
            eprint_line(&format!(
                "{name}: looks like convention {id} ({title}): {seen}; not converted, `--convention {id}` would {does}"
            ));
        }
        None if is_asked && verdict.is_mixed() => {
            return Err(Failure::Refused(format!(
                "{name}: ambiguous convention ({seen}); choose one with --convention"
            )));
        }
        None if is_asked => eprint_line(&format!("{name}: convention unknown, not converted: {seen}")),
        None => {}
    }
    Ok(level)
}

/// What an import did, as JSON.
#[derive(Serialize)]
struct ImportJson<'a> {
    /// The soft bodies, in the order of the level.
    bodies: &'a [BodyReport],
    /// Bodies that do not move.
    fixed_bodies: usize,
    obstacles: usize,
    substeps: u32,
    self_contact: bool,
    /// Omissions and warnings, one sentence each.
    remarks: &'a [String],
    /// Findings of `check` above a hint.
    problems: usize,
}

fn import(args: &ConvertArgs) -> Outcome {
    let mut imported = import::load(&args.input, &args.drawing.options()).map_err(|mut error| {
        if error.reason.ends_with(layers::CHOICE) {
            error.reason += " (--layers silhouette, or --layers separate)";
        }
        error
    })?;
    rebase_paths(&mut imported.level, None, folder_of(&args.output));
    format::save(&imported.level, &args.output)?;
    let findings = checks::check(&imported.level);
    let count = findings.iter().filter(|finding| finding.severity > Severity::Hint).count();
    if args.json {
        return write_json(&imported, count);
    }
    for choice in &imported.choices {
        eprint_line(&format!("{}: {choice}", args.input.display()));
    }
    for remark in &imported.remarks {
        eprint_line(&format!("{}: {remark}", args.input.display()));
    }
    if count > 0 {
        let (name, s) = (args.output.display(), if count == 1 { "" } else { "s" });
        eprint_line(&format!("{name}: {count} problem{s} found; run `blobsmith check {name}`"));
    }
    Ok(Answer::Yes)
}

fn write_json(imported: &Imported, problems: usize) -> Outcome {
    let Imported { level, remarks, reports, .. } = imported;
    let document = ImportJson {
        bodies: reports,
        fixed_bodies: level.bodies.len() - reports.len(),
        obstacles: level.obstacles.len(),
        substeps: level.world.substeps,
        self_contact: level.world.contact.self_contact,
        remarks,
        problems,
    };
    print(|out| {
        serde_json::to_writer_pretty(&mut *out, &document)?;
        writeln!(out)
    })?;
    Ok(Answer::Yes)
}

/// Refuses a file name without the extension of a level.
pub(super) fn require_level_ending(path: &Path, demand: &str) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending == "ron" || ending == "json" {
        return Ok(());
    }
    Err(Failure::Refused(format!("{}: {demand}", path.display())))
}
