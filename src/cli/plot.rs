//! `plot`: quantities along a run as a chart (.png, .svg), a table (.csv) or a notebook (.ipynb), without a display.

use super::Command;
use super::change::ChangeArgs;
use super::marks::{Marks, Which};
use super::outcome::{Answer, Failure, Outcome, arguments};
use super::output::refuse_clashes;
use super::progress::Progress;
use super::render::{Background, parse_size};
use super::until::When;
use crate::debugger::quantities::{self, PlotSubject, Quantity, Series};
use crate::debugger::{Run, Survey, table};
use crate::geometry::Extremes;
use crate::level::{Level, format};
#[cfg(feature = "parquet")]
use crate::picture::Theme;
use crate::picture::chart::{self, Chart, Line, Plot, Scale};
use crate::picture::{Palette, png, svg};
use clap::Args;
use glam::DVec2;
use std::path::PathBuf;
use std::sync::Arc;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "plot",
    about: "Simulate a level and plot quantities along the run, as .png, .svg, .csv or .ipynb, without a display",
    details: "\
The extension of FILE selects the format. SERIES is a list separated by commas: plots, single series of them \
(`energy.kinetic`), and watch expressions (`max(node.speed)`; see docs/watch.md). Each plot and expression has its own \
axis, one above the other.

Plots: energy, ledger, residual, momentum, angular-momentum, counts, penetration, overlap, area, \
area-ratio, pressure, flipped, spill, unpainted, hidden-edges, diagnosis, disagreement, sticks.

A picture marks events, moments at which the level's breakpoints became true, and bookmarks: a line through all \
plots, and a name above the first. --mark EXPR marks where another condition becomes true.

csv: a header with names and units, then one line per frame from 0 to N. Numbers are in the shortest form that parses \
to the same bits; non-finite numbers are NaN, inf or -inf. If there are many series, a picture omits those that stay 0. \
A curve keeps the minimum and maximum of every pixel column, so that no spike is lost.

ipynb: a Jupyter notebook that draws the plots with the Python package, and FILE-data.parquet beside it.

Examples:
  blobsmith plot level.ron --frames 600 --out energy.png
  blobsmith plot level.ron --frames 600 --series ledger,residual --out ledger.svg --size 1400x900 --theme light
  blobsmith plot level.ron --frames 600 --mark 'max(node.speed) > 2' --each substep --out fast.png
  blobsmith plot level.ron --frames 600 --series energy.total,'max(node.speed)' --out run.csv",
    arguments: PlotArgs::augment_args,
    run: |matches| plot(&arguments::<PlotArgs>(matches)?),
};

#[derive(Args)]
struct PlotArgs {
    /// Level file (.ron or .json)
    level: PathBuf,
    /// Frames to simulate
    #[arg(long, value_name = "N")]
    frames: u64,
    /// What to plot: plots, single series, watch expressions
    #[arg(long, value_name = "A,B,…", default_value = "energy")]
    series: String,
    /// File to write (.png, .svg, .csv or .ipynb); replaces an existing file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: DVec2,
    /// Show running totals of quantities counted per frame
    #[arg(long)]
    sum: bool,
    /// What to mark in a picture
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Which::ALL)]
    marks: Vec<Which>,
    /// Also mark where this condition becomes true; may be repeated
    #[arg(long, value_name = "EXPR")]
    mark: Vec<String>,
    /// How often to evaluate the conditions of --mark
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Frame)]
    each: When,
    /// Background
    #[arg(long, value_enum, default_value_t = Background::Dark)]
    theme: Background,
    #[command(flatten)]
    change: ChangeArgs,
}

/// Series on a common axis.
struct Group {
    quantity: Option<&'static Quantity>,
    title: String,
    unit: String,
    series: Vec<Series>,
}

fn plot(args: &PlotArgs) -> Outcome {
    let ending = args.out.extension().unwrap_or_default().to_ascii_lowercase();
    if !["png", "svg", "csv", "ipynb"].iter().any(|known| ending == *known) {
        let reason = "the file name must end in .ipynb, .png, .svg or .csv";
        return Err(Failure::Refused(format!("{}: {reason}", args.out.display())));
    }
    refuse_clashes(&[&args.level], &[("--out", &args.out)])?;
    let level = args.change.load(&args.level)?;
    let groups = groups(args, &level)?;
    let wanted: Vec<Series> = groups.iter().flat_map(|group| group.series.clone()).collect();
    let mut marks = Marks::new(&level, &args.marks, &args.mark, args.each)?;
    let (run, survey) = measure(&level, args.frames, &wanted, &mut marks)?;
    let contents = if ending == "csv" {
        csv(&groups, &survey, args.frames, level.world.frame_time).into_bytes()
    } else if ending == "ipynb" {
        notebook(args, &run, &groups, &survey, &marks)?
    } else {
        draw(args, &run, &groups, &survey, &marks, ending == "png")?
    };
    let cannot = |reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", args.out.display()));
    format::replace(&args.out, &contents).map_err(cannot)?;
    Ok(Answer::Yes)
}

fn groups(args: &PlotArgs, level: &Level) -> Result<Vec<Group>, Failure> {
    let mut groups: Vec<Group> = Vec::new();
    for text in split(&args.series).into_iter().map(quantities::present_id) {
        let group = match find(&text, level) {
            Some(group) => group,
            None => {
                let series = watch(&text, level)?;
                Group { quantity: None, title: text.clone(), unit: series.unit().to_string(), series: vec![series] }
            }
        };
        if group.series.is_empty() {
            let why = group.quantity.map_or("", |quantity| quantity.waits_for);
            return Err(Failure::Refused(format!("{text}: nothing to plot: {why}")));
        }
        // Single series of one quantity share its plot.
        let same = groups.iter_mut().find(|known| group.quantity.is_some() && known.title == group.title);
        match same {
            Some(known) => known.series.extend(group.series),
            None => groups.push(group),
        }
    }
    if groups.is_empty() {
        return Err(Failure::Refused("--series is empty".to_owned()));
    }
    for group in &mut groups {
        let mut seen: Vec<String> = Vec::new();
        group.series.retain(|series| {
            let is_new = !seen.contains(&series.key);
            seen.push(series.key.clone());
            is_new
        });
        if args.sum && group.quantity.is_some_and(|quantity| quantity.adds_up) {
            group.title = format!("{} (sum)", group.title);
            group.series = std::mem::take(&mut group.series).into_iter().map(Series::summed).collect();
        }
    }
    Ok(groups)
}

/// A predefined plot, or one of its series.
fn find(text: &str, level: &Level) -> Option<Group> {
    let subject = PlotSubject { level, selection: &[] };
    quantities::ALL.iter().find_map(|quantity| {
        let mut series = (quantity.series)(&subject);
        if quantity.id != text {
            series.retain(|series| series.key == text);
            if series.is_empty() {
                return None;
            }
        }
        Some(Group {
            quantity: Some(quantity),
            title: quantity.title.to_owned(),
            unit: quantity.unit.to_owned(),
            series,
        })
    })
}

fn watch(text: &str, level: &Level) -> Result<Series, Failure> {
    Series::watch(text, level).map_err(|error| {
        let ready: Vec<&str> = quantities::ALL.iter().map(|quantity| quantity.id).collect();
        let column = error.column(text);
        Failure::Refused(format!(
            "--series: `{text}` is neither a plot nor an expression: {error} (column {column}); plots: {}",
            ready.join(", ")
        ))
    })
}

/// Splits at commas outside brackets and quotes.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut open, mut depth, mut is_quoted) = (Vec::new(), String::new(), 0_i32, false);
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            '(' | '[' if !is_quoted => depth += 1,
            ')' | ']' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth <= 0 => {
                parts.push(std::mem::take(&mut open));
                continue;
            }
            _ => {}
        }
        open.push(c);
    }
    parts.push(open);
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Number of frames simulated between two measurements.
const PORTION: u64 = 64;

fn measure(level: &Level, frames: u64, wanted: &[Series], marks: &mut Marks) -> Result<(Run, Survey), Failure> {
    let mut run = Run::new(Arc::new(level.clone()))?;
    // The run never goes back, so it keeps no history.
    run.set_memory_budget(0);
    let (mut survey, mut progress) = (Survey::default(), Progress::new(frames, false));
    survey.want(wanted);
    while run.frame() < frames {
        for _ in 0..PORTION.min(frames - run.frame()) {
            marks.step_frame(&mut run);
            progress.step();
        }
        survey.follow(&run, || true);
    }
    survey.follow(&run, || true);
    Ok((run, survey))
}

/// Name of a series in a table.
fn column_name(group: &Group, series: &str) -> String {
    if group.quantity.is_some() { format!("{}: {series}", group.title) } else { series.to_owned() }
}

fn csv(groups: &[Group], survey: &Survey, frames: u64, frame_time: f64) -> String {
    let column = |group: &Group, series: &Series| {
        let name = column_name(group, &series.name);
        survey.numbers(&series.key).map(|numbers| (chart::with_unit(&name, &group.unit), numbers))
    };
    let columns: Vec<table::Column> =
        groups.iter().flat_map(|group| group.series.iter().filter_map(|series| column(group, series))).collect();
    table::csv(&columns, 0..frames as usize + 1, frame_time)
}

fn draw(
    args: &PlotArgs,
    run: &Run,
    groups: &[Group],
    survey: &Survey,
    marks: &Marks,
    is_png: bool,
) -> Result<Vec<u8>, Failure> {
    let palette = Palette::of(args.theme.theme());
    let (picture, viewport) = chart::draw(&chart(args, run, groups, (survey, marks), &palette), args.size, &palette);
    if is_png {
        png::paint(&picture, &viewport, &palette).map_err(|error| Failure::Refused(error.to_string()))
    } else {
        Ok(svg::paint(&picture, &viewport, &palette).into_bytes())
    }
}

/// Writes the data of a notebook beside it, and returns its text.
#[cfg(feature = "parquet")]
fn notebook(args: &PlotArgs, run: &Run, groups: &[Group], survey: &Survey, marks: &Marks) -> Result<Vec<u8>, Failure> {
    use crate::picture::chart::notebook;
    // Notebooks have a white background.
    let chart = chart(args, run, groups, (survey, marks), &Palette::of(Theme::Light));
    let titles = groups.iter().zip(&chart.plots).flat_map(|(group, plot)| {
        plot.lines.iter().map(|line| (chart::with_unit(&column_name(group, &line.name), &group.unit), line.numbers))
    });
    let columns: Vec<(String, &Extremes)> = titles.collect();
    let name = args.out.file_name().unwrap_or_default().to_string_lossy();
    let data_path = args.out.with_file_name(notebook::data_name(&name));
    let data_name = data_path.file_name().unwrap_or_default().to_string_lossy();
    let refused = |reason: String| Failure::Refused(format!("{}: cannot be written: {reason}", data_path.display()));
    let data = notebook::data(&chart, &columns, run.level().world.frame_time).map_err(refused)?;
    format::replace(&data_path, &data).map_err(refused)?;
    Ok(notebook::text(&chart, &data_name).into_bytes())
}

#[cfg(not(feature = "parquet"))]
fn notebook(args: &PlotArgs, _: &Run, _: &[Group], _: &Survey, _: &Marks) -> Result<Vec<u8>, Failure> {
    let reason = "this program was built without Parquet, which a notebook needs; .csv has the same numbers";
    Err(Failure::Refused(format!("{}: {reason}", args.out.display())))
}

fn chart<'a>(
    args: &PlotArgs,
    run: &Run,
    groups: &[Group],
    (survey, marks): (&'a Survey, &Marks),
    palette: &Palette,
) -> Chart<'a> {
    let level = run.level();
    let frames = 0..args.frames as usize + 1;
    let line = |(index, series): (usize, &Series)| {
        let color = chart::tint(palette, level, &series.key, index);
        survey.numbers(&series.key).map(|numbers| Line { name: series.name.clone(), numbers, color, is_dashed: false })
    };
    let plots = groups.iter().map(|group| {
        let scale = if group.quantity.is_some_and(|q| q.is_logarithmic) { Scale::Logarithmic } else { Scale::Linear };
        let (factor, unit) = level.unit_of(&group.unit).unwrap_or_else(|| (1.0, group.unit.clone()));
        let lines = group.series.iter().enumerate().filter_map(line).filter(|line| !is_idle(group, line.numbers));
        let lines: Vec<Line<'_>> = lines.collect();
        Plot {
            title: chart::axis_title(&group.title, &unit, scale, chart::least(&lines, frames.clone())),
            factor,
            scale,
            shows_zero: group.quantity.is_some_and(|quantity| quantity.shows_zero),
            lines,
            empty: String::new(),
        }
    });
    Chart {
        title: if level.name.is_empty() { args.level.display().to_string() } else { level.name.clone() },
        plots: plots.collect(),
        marks: marks.found(run, palette),
        frames,
        now: None,
        seconds: level.units().map(|units| 1.0 / units.frames_per_second),
    }
}

/// If there are more series, pictures omit those that stay 0.
const MANY: usize = 8;

fn is_idle(group: &Group, numbers: &Extremes) -> bool {
    group.series.len() > MANY && numbers.is_always_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_ignores_commas_in_brackets_and_quotes() {
        assert_eq!(split("energy, max(a, b),node(\"a,b\", 1).x,"), ["energy", "max(a, b)", "node(\"a,b\", 1).x"]);
        assert_eq!(split(" , "), [] as [&str; 0]);
    }

    #[test]
    fn help_lists_every_plot_that_needs_no_selection() {
        let level = crate::level::gallery::level("01-first-blob").unwrap();
        let level = format::read(level.text, format::TextFormat::Ron).unwrap();
        for quantity in quantities::ALL {
            let series = (quantity.series)(&PlotSubject { level: &level, selection: &[] });
            assert_eq!(
                COMMAND.details.contains(&format!("{},", quantity.id)) || quantity.id == "sticks",
                !series.is_empty(),
                "{}",
                quantity.id
            );
        }
    }
}
