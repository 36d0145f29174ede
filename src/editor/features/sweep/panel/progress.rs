//! Progress of a sweep.

use crate::editor::features::sweep::Sheet;
use crate::editor::features::sweep::Sweeps;
use egui::{ProgressBar, RichText, Role, Ui, WidgetInfo};

const WIDTH: f32 = 168.0;

/// Shows finished cells and remaining time.
pub(super) fn show(ui: &mut Ui, sweep: &Sweeps, sheet: &Sheet) {
    let (done, all) = (sheet.done, sheet.outcomes.len());
    let words = match () {
        () if sweep.is_running() => {
            let rest = sheet.seconds_left().map(|seconds| format!(", {} left", duration(seconds)));
            format!("{done} of {all} cells{}", rest.unwrap_or_default())
        }
        () if sheet.is_whole() => return,
        () => format!("{done} of {all} cells; Run continues"),
    };
    let part = done as f32 / all.max(1) as f32;
    let response =
        ui.add(ProgressBar::new(part).desired_width(WIDTH).desired_height(16.0).text(RichText::new(&words).small()));
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &words));
    if sweep.is_running() {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(250));
    }
}

/// A duration as text.
fn duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        0..=1 => "a second".to_owned(),
        seconds @ 2..=90 => format!("{seconds} s"),
        seconds @ 91..=5400 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn duration_uses_a_suitable_unit() {
        assert_eq!(duration(0.2), "a second");
        assert_eq!(duration(41.6), "42 s");
        assert_eq!(duration(121.0), "3 min");
        assert_eq!(duration(9000.0), "2.5 h");
    }
}
