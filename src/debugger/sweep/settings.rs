//! A sweep as JSON: everything that its results depend on, for workers on other machines and beside stored results.

use super::{Axis, Measure, Sweep};
use crate::level::format::{from_value, to_json, to_value};
use crate::level::{Each, Level};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Version of the program that wrote it.
    blobsmith: String,
    frames: u64,
    axes: Vec<AxisSettings>,
    measures: Vec<MeasureSettings>,
    level: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AxisSettings {
    text: String,
    target: String,
    values: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureSettings {
    text: String,
    each: String,
}

/// The settings of a sweep as one JSON object. [`read_settings`] makes a sweep of them whose cells have the same keys and outcomes.
pub fn settings(sweep: &Sweep) -> String {
    to_json(&described(sweep, to_value(&**sweep.level())))
}

/// The same with null in place of the level, for [`read_settings_of`].
pub fn settings_without_level(sweep: &Sweep) -> String {
    to_json(&described(sweep, Value::Null))
}

fn described(sweep: &Sweep, level: Value) -> Settings {
    let axis = |axis: &Axis| AxisSettings {
        text: axis.text().to_owned(),
        target: axis.target(),
        values: axis.values().to_vec(),
    };
    let measure =
        |measure: &Measure| MeasureSettings { text: measure.text().to_owned(), each: measure.each().word().to_owned() };
    Settings {
        blobsmith: env!("CARGO_PKG_VERSION").to_owned(),
        frames: sweep.frames,
        axes: sweep.axes.iter().map(axis).collect(),
        measures: sweep.measures.iter().map(measure).collect(),
        level,
    }
}

/// The sweep with these settings, and the version of the program that wrote them. Another version may have other outcomes.
///
/// # Errors
/// If the text is not such an object, or the level, an axis or a measure is invalid.
pub fn read_settings(text: &str) -> Result<(Sweep, String), String> {
    let mut settings = parsed(text)?;
    let level = from_value(settings.level.take()).map_err(|error| error.to_string())?;
    let version = std::mem::take(&mut settings.blobsmith);
    Ok((sweep_of(settings, Arc::new(level))?, version))
}

/// The sweep of a level with these settings; their own level is ignored.
///
/// # Errors
/// If the text is not such an object, or an axis or a measure is invalid.
pub fn read_settings_of(text: &str, level: Arc<Level>) -> Result<Sweep, String> {
    sweep_of(parsed(text)?, level)
}

fn parsed(text: &str) -> Result<Settings, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn sweep_of(settings: Settings, level: Arc<Level>) -> Result<Sweep, String> {
    let axis = |axis: AxisSettings| Axis::stored(&axis.text, &axis.target, axis.values);
    let axes = settings.axes.into_iter().map(axis).collect::<Result<_, _>>()?;
    let measure = |measure: MeasureSettings| {
        let each = [Each::Frame, Each::Substep].into_iter().find(|each| each.word() == measure.each);
        Measure::parse(&measure.text, &level, each).map_err(|error| error.to_string())
    };
    let measures = settings.measures.into_iter().map(measure).collect::<Result<_, _>>()?;
    Sweep::new(level, axes, measures, settings.frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::format::{TextFormat, read};
    use crate::level::gallery;

    #[test]
    fn settings_describe_an_equal_sweep() {
        for row in gallery::ALL.iter().take(12) {
            let level = Arc::new(read(row.text, TextFormat::Ron).unwrap());
            let axes = vec![Axis::parse("world.substeps=2..4:3").unwrap(), Axis::parse("rule=all").unwrap()];
            let each = Some(Each::Substep);
            let measures = ["max: energy.total", "contacts"].map(|text| Measure::parse(text, &level, each).unwrap());
            let sweep = Sweep::new(level, axes, measures.to_vec(), 3).unwrap();
            let (again, version) = read_settings(&settings(&sweep)).unwrap();
            assert_eq!(version, env!("CARGO_PKG_VERSION"));
            assert_eq!(again.identity(), sweep.identity(), "{}", row.id);
            assert_eq!(again.keys().key(&again, 5), sweep.keys().key(&sweep, 5), "{}", row.id);
            assert_eq!(again.level(), sweep.level(), "{}", row.id);
        }
    }

    #[test]
    fn settings_report_what_is_wrong() {
        let reason = |text: &str| read_settings(text).unwrap_err();
        assert!(reason("{}").contains("blobsmith"));
        let level =
            r#"{"blobsmith": "0.0.0", "frames": 1, "axes": [], "measures": [], "level": {"format": 1, "discs": 3}}"#;
        assert!(reason(level).contains("discs"), "{}", reason(level));
    }
}
