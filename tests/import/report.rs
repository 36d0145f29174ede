//! What the import reports: its choices, the area that is lost, warnings with a remedy.

use super::*;
use blobsmith::level::import::report::BodyArea;

/// One level unit per unit of the drawing, nodes 0.625 apart.
fn fine(content: &str) -> Imported {
    let options = ImportOptions { scale: Some(1.0), spacing: Some(0.625), ..ImportOptions::default() };
    import_with(content, &options).unwrap()
}

#[test]
fn import_reports_what_it_chose() {
    let drawing = import_with(SQUARE_WITH_HOLE, &ImportOptions::default()).unwrap();
    assert_eq!(drawing.choices.len(), 2, "{:?}", drawing.choices);
    assert!(drawing.choices[0].starts_with("“frame”: walls 2.5 thick in a size of 10"), "{:?}", drawing.choices);
    assert!(drawing.choices[1].contains("self-contact is on"), "{:?}", drawing.choices);
    assert!(drawing.remarks.is_empty(), "{:?}", drawing.remarks);
    // The frame is 40 by 40 in the drawing and 10 by 10 in the level, its hole half as wide.
    let [report] = &drawing.reports[..] else { panic!("{:?}", drawing.reports) };
    assert!((report.thickness - 2.5).abs() < 1e-6 && (report.size - 10.0).abs() < 1e-6 && report.tips == 0);
    assert_eq!(report.nodes, drawing.level.bodies[0].nodes.len());
    assert!((report.area.drawn - 75.0).abs() < 1e-9 && (report.area.made - 75.0).abs() < 1e-9, "{:?}", report.area);
    assert!(drawing.choices[0].ends_with("area 75, as drawn"), "{:?}", drawing.choices);
}

#[test]
fn area_lost_at_tips_is_reported() {
    // Legs of 10 with 30° between them: 25. The first edges of 0.625 along both legs end 2 · 0.625 · sin 15° = 0.32 apart, more
    // than 0.45 edges. So one edge of each is cut off: 0.625² · sin 30° / 2 = 0.0977 or 0.39 %. Straight sides lose nothing.
    let drawing = fine(r#"<path id="shard" d="M50 10 L52.588190 19.659258 H47.411810 Z"/>"#);
    let area = drawing.reports[0].area;
    let lost = 0.625 * 0.625 * 0.25;
    assert!((area.drawn - 25.0).abs() < 1e-4, "{area:?}");
    assert!((area.lost_at_tips - lost).abs() < 1e-4 && area.lost_by_mesh.abs() < 1e-4, "{area:?}");
    assert!((area.made - (25.0 - lost)).abs() < 1e-4, "{area:?}");
    let sentence = "area 24.9, 0.39 % less than drawn (0.39 % lost at blunted angles)";
    assert!(drawing.choices[0].ends_with(sentence), "{:?}", drawing.choices);
}

#[test]
fn area_lost_by_the_mesh_is_reported() {
    // A roof 0.005 high on a bar of 20 by 1 is lower than a hundredth of the spacing, so it is left away: 20 · 0.005 / 2 of 20.05.
    let drawing = fine(r#"<path id="bar" d="M10 10 L20 9.995 L30 10 V11 H10 Z"/>"#);
    let area = drawing.reports[0].area;
    assert!((area.drawn - 20.05).abs() < 1e-4 && (area.made - 20.0).abs() < 1e-4, "{area:?}");
    assert!((area.lost_by_mesh - 0.05).abs() < 1e-4 && area.lost_at_tips == 0.0, "{area:?}");
    let sentence = "area 20, 0.25 % less than drawn (0.25 % lost by the mesh)";
    assert!(drawing.choices[0].ends_with(sentence), "{:?}", drawing.choices);
}

#[test]
fn area_gained_by_the_mesh_is_named_so() {
    let area = BodyArea::of(10.0, 10.05, 0.02);
    assert!((area.lost_by_mesh + 0.07).abs() < 1e-12);
    assert_eq!(
        area.clause(),
        "area 10.1, 0.5 % more than drawn (0.2 % lost at blunted angles, 0.7 % gained by the mesh)"
    );
}

/// A square frame on the page with walls this thick.
fn frame(wall: f64) -> String {
    let (low, high) = (10.0 + wall, 90.0 - wall);
    format!(r#"<path id="hair" fill-rule="evenodd" d="M10 10 H90 V90 H10 Z M{low} {low} H{high} V{high} H{low} Z"/>"#)
}

#[test]
fn frail_bodies_are_reported_with_the_substeps_they_need_and_a_remedy() {
    // A wall 0.004 thick in a size of 10, the thinnest that can be meshed, and one 0.1 thick. The proposed thickness is
    // extrapolated: 50 times as thick it is a lower bound, and the next report corrects it.
    for (wall, words, rounds) in [
        (0.032, "it would need more than 100000 substeps a frame, at most 512 are set", 2),
        (0.8, "substeps a frame, at most 512 are set", 1),
    ] {
        let mut drawing = import_with(&frame(wall), &ImportOptions::default()).unwrap();
        let [warning] = &drawing.remarks[..] else { panic!("{:?}", drawing.remarks) };
        assert!(
            warning.starts_with("“hair” may fold in a fall: its walls are") && warning.contains(words),
            "{warning}"
        );
        assert_eq!(drawing.level.world.substeps, 512);
        // It is stable nevertheless, since it is softer.
        assert!(checks::check(&drawing.level).iter().all(|finding| finding.rule != "stability"));
        for _ in 0..rounds {
            // A drawing of 80 becomes 10 high.
            let warning = &drawing.remarks[0];
            let thick: f64 = warning.split("at least ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!(thick < 1.0, "{warning}");
            drawing = import_with(&frame(8.0 * thick), &ImportOptions::default()).unwrap();
        }
        assert_eq!(drawing.remarks, [""; 0], "a wall of {wall}");
    }
}

#[test]
fn many_warnings_are_counted() {
    let needle = |i: usize| format!(r#"<path d="M{x} 10 L{r} 90 H{l} Z"/>"#, x = 5 * i, r = 5 * i + 1, l = 5 * i - 1);
    let needles: String = (1..=9).map(needle).collect();
    let drawing = import_with(&needles, &ImportOptions::default()).unwrap();
    assert_eq!((drawing.remarks.len(), drawing.reports.len()), (7, 9));
    assert_eq!(drawing.remarks[6], "and 3 warnings more");
}
