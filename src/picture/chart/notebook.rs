//! The series of a chart as a Parquet file, and a Jupyter notebook that reads it with the Python package and draws the same
//! plots.
//!
//! The columns are `frame`, `time` and one for each line, in level units and with all bits; a value that was not measured is
//! null. What the plots look like is JSON in the file's metadata, under [`PLOTS`].

use super::{Chart, Scale};
use crate::geometry::Extremes;
use crate::picture::Rgba;
use parquet::basic::{Repetition, Type as Physical};
use parquet::data_type::{DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// Key of the description in the metadata.
pub const PLOTS: &str = "blobsmith-plots";
/// Columns before those of the lines.
const FIXED: [&str; 2] = ["frame", "time"];

/// The Parquet file of a chart. `columns` are the name and the numbers of each line, in the order of the plots; `frame_time` is
/// the level time of a frame.
///
/// # Errors
/// If the file cannot be written in memory.
pub fn data(chart: &Chart, columns: &[(String, &Extremes)], frame_time: f64) -> Result<Vec<u8>, String> {
    let names = unique(columns.iter().map(|(name, _)| name.as_str()));
    let description = description(chart, &names, frame_time).to_string();
    write(chart.frames.clone(), columns, frame_time, description).map_err(|error| error.to_string())
}

/// The notebook that reads the Parquet file with this name beside it.
pub fn text(chart: &Chart, data_name: &str) -> String {
    let title = if chart.title.is_empty() { "Plots" } else { &chart.title };
    let intro = format!(
        "# {title}\n\nSeries of frames {} to {}, recorded by Blobsmith. This notebook needs the package `blobsmith[plot,sweep]` \
         for Python.",
        chart.frames.start,
        chart.frames.end.max(1) - 1
    );
    let name = Value::from(data_name);
    let cells = [
        markdown(0, &intro),
        code(1, &format!("import blobsmith\n\nrun = blobsmith.read_plots({name})\nrun.plot();")),
        markdown(
            2,
            "Columns are in level units, with all bits of each number. `run.plots` says which belong to a plot.",
        ),
        code(3, "table = run.to_pandas()\ntable"),
        code(4, "table.describe()"),
    ];
    let notebook = json!({
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    format!("{notebook:#}\n")
}

/// File name of the data beside a notebook.
pub fn data_name(notebook: &str) -> String {
    let stem = notebook.strip_suffix(".ipynb").unwrap_or(notebook);
    format!("{stem}-data.parquet")
}

fn markdown(index: usize, text: &str) -> Value {
    json!({"cell_type": "markdown", "id": format!("cell-{index}"), "metadata": {}, "source": text})
}

fn code(index: usize, text: &str) -> Value {
    let id = format!("cell-{index}");
    json!({"cell_type": "code", "execution_count": null, "id": id, "metadata": {}, "outputs": [], "source": text})
}

/// Names that differ from each other and from the fixed columns.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known: Vec<String> = FIXED.map(str::to_owned).to_vec();
    for name in names {
        let is_free = |name: &String| !known.contains(name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(is_free);
        known.extend(free);
    }
    known.split_off(FIXED.len())
}

fn description(chart: &Chart, names: &[String], frame_time: f64) -> Value {
    let hex = |Rgba(r, g, b, _): Rgba| format!("#{r:02x}{g:02x}{b:02x}");
    let mut names = names.iter();
    let plots = chart.plots.iter().map(|plot| {
        let lines = plot.lines.iter().zip(&mut names).map(|(line, column)| {
            json!({"column": column, "name": line.name, "color": hex(line.color), "dashed": line.is_dashed})
        });
        let lines: Vec<Value> = lines.collect();
        let is_logarithmic = plot.scale == Scale::Logarithmic;
        json!({
            "title": plot.title, "factor": plot.factor, "logarithmic": is_logarithmic, "zero": plot.shows_zero,
            "lines": lines,
        })
    });
    let plots: Vec<Value> = plots.collect();
    let marks = chart.marks.iter().map(|mark| json!({"at": mark.at, "color": hex(mark.color), "name": mark.name}));
    json!({
        "version": 1,
        "title": chart.title,
        "frame_time": frame_time,
        "seconds_per_frame": chart.seconds,
        "plots": plots,
        "marks": marks.collect::<Vec<_>>(),
    })
}

fn schema(names: &[String]) -> Result<Arc<Type>, ParquetError> {
    let column = |name: &str, kind, repetition| {
        Type::primitive_type_builder(name, kind).with_repetition(repetition).build().map(Arc::new)
    };
    let mut fields = vec![
        column(FIXED[0], Physical::INT64, Repetition::REQUIRED)?,
        column(FIXED[1], Physical::DOUBLE, Repetition::REQUIRED)?,
    ];
    for name in names {
        fields.push(column(name, Physical::DOUBLE, Repetition::OPTIONAL)?);
    }
    Type::group_type_builder("plots").with_fields(fields).build().map(Arc::new)
}

fn write(
    frames: Range<usize>,
    columns: &[(String, &Extremes)],
    frame_time: f64,
    description: String,
) -> Result<Vec<u8>, ParquetError> {
    let names = unique(columns.iter().map(|(name, _)| name.as_str()));
    let metadata = vec![KeyValue::new(PLOTS.to_owned(), description)];
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata)).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(&names)?, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let numbers: Vec<i64> = frames.clone().map(|frame| frame as i64).collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
        column.close()?;
    }
    let times: Vec<f64> = frames.clone().map(|frame| frame as f64 * frame_time).collect();
    doubles(&mut group, &times, None)?;
    for (_, numbers) in columns {
        let known = numbers.values().get(frames.start..frames.end.min(numbers.len())).unwrap_or_default();
        let levels: Vec<i16> = (0..frames.len()).map(|index| i16::from(index < known.len())).collect();
        doubles(&mut group, known, Some(&levels))?;
    }
    group.close()?;
    writer.into_inner()
}

fn doubles(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[f64],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<DoubleType>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::chart::{Line, Mark, Plot};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::io::Write as _;

    const RED: Rgba = Rgba(255, 0, 16, 255);

    #[test]
    fn data_have_all_bits_and_nulls_where_nothing_was_measured() {
        let (a, b): (Extremes, Extremes) =
            ([9.0, 0.1 + 0.2, -1e-300, f64::NAN].into_iter().collect(), [9.0, 1.0].into_iter().collect());
        let line = |numbers, is_dashed| Line { name: "total".to_owned(), numbers, color: RED, is_dashed };
        let plot = Plot {
            title: "Energy [J]".to_owned(),
            factor: 2.0,
            scale: Scale::Logarithmic,
            shows_zero: true,
            lines: vec![line(&a, false), line(&b, true)],
            empty: String::new(),
        };
        let mark = Mark { at: 1.5, color: RED, name: "hit".to_owned(), is_quiet: false };
        let chart =
            Chart { title: "A run".to_owned(), plots: vec![plot], frames: 1..4, marks: vec![mark], ..Chart::default() };
        let columns = [("energy, total".to_owned(), &a), ("energy, total".to_owned(), &b)];
        let bytes = data(&chart, &columns, 0.5).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        let entry = metadata.key_value_metadata().unwrap().iter().find(|entry| entry.key == PLOTS).unwrap();
        let description: Value = serde_json::from_str(entry.value.as_deref().unwrap()).unwrap();
        assert_eq!(description["plots"][0]["lines"][1]["column"], "energy, total (2)");
        assert_eq!(description["plots"][0]["lines"][0]["color"], "#ff0010");
        assert_eq!((&description["marks"][0]["at"], &description["plots"][0]["factor"]), (&json!(1.5), &json!(2.0)));
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0], [Field::Long(1), Field::Double(0.5), Field::Double(0.1 + 0.2), Field::Double(1.0)]);
        assert_eq!(rows[1], [Field::Long(2), Field::Double(1.0), Field::Double(-1e-300), Field::Null]);
        assert!(matches!(rows[2][2], Field::Double(value) if value.is_nan()), "{:?}", rows[2]);
    }

    #[test]
    fn notebook_is_json_with_code_that_names_its_data() {
        let chart = Chart { title: "A \"run\"".to_owned(), frames: 0..61, ..Chart::default() };
        assert_eq!(data_name("a.b.ipynb"), "a.b-data.parquet");
        let notebook: Value = serde_json::from_str(&text(&chart, "a \"b\"-data.parquet")).unwrap();
        assert_eq!((&notebook["nbformat"], &notebook["nbformat_minor"]), (&json!(4), &json!(5)));
        let source = notebook["cells"][1]["source"].as_str().unwrap();
        assert!(source.contains(r#"blobsmith.read_plots("a \"b\"-data.parquet")"#), "{source}");
        assert!(
            notebook["cells"][0]["source"].as_str().unwrap().starts_with("# A \"run\"\n\nSeries of frames 0 to 60")
        );
    }
}
