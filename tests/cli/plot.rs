//! `plot`: tables that read back to the bits of `run`, pictures of every form, and what is refused.

use super::support::{FALLING, TOUCHING, blobsmith, file};
use std::fs;

/// Columns of a table by their names.
fn columns(text: &str) -> Vec<(String, Vec<f64>)> {
    let mut lines = text.lines();
    let names = lines.next().expect("a header").split(',').map(str::to_owned);
    let mut columns: Vec<(String, Vec<f64>)> = names.map(|name| (name, Vec::new())).collect();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), columns.len(), "{line}");
        for (column, field) in columns.iter_mut().zip(fields) {
            column.1.push(field.parse().unwrap_or(f64::NAN));
        }
    }
    columns
}

#[test]
fn plot_csv_has_the_bits_of_run() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.csv");
    blobsmith(
        &format!("plot {{}} --frames 20 --series energy,max(node.speed),contacts --out {}", out.display()),
        &path,
    )
    .fine();
    let table = columns(&fs::read_to_string(out).expect("a table"));
    let names: Vec<&str> = table.iter().map(|column| column.0.as_str()).collect();
    assert_eq!(names[..3], ["frame", "time [t]", "Energy: total [m·l²/t²]"]);
    assert_eq!(names[names.len() - 2..], ["max(node.speed) [l/t]", "contacts"]);
    let run = blobsmith("run {} --frames 20 --format csv", &path).fine();
    let run = columns(run.text());
    for kind in ["total", "gas", "spring", "gravity", "kinetic", "contacts"] {
        let found = |name: &str| table.iter().find(|(title, _)| title.contains(name)).map(|(_, numbers)| numbers);
        let expected = run.iter().find(|(title, _)| title == kind).map(|(_, numbers)| numbers);
        assert_eq!(found(kind), expected, "{kind}");
        assert_eq!(found(kind).map(Vec::len), Some(21));
    }
    assert_eq!(table[0].1, (0..=20).map(f64::from).collect::<Vec<_>>());
}

#[test]
fn plot_sum_ends_at_the_total() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.csv");
    blobsmith(&format!("plot {{}} --frames 20 --series counts --sum --out {}", out.display()), &path).fine();
    let table = columns(&fs::read_to_string(out).expect("a table"));
    let run = blobsmith("run {} --frames 20 --format csv", &path).fine();
    let all: f64 = columns(run.text()).iter().find(|column| column.0 == "contacts").unwrap().1.iter().sum();
    assert!(all > 0.0);
    assert_eq!((table[2].0.as_str(), table[2].1[20]), ("Contacts and hits (sum): contacts of bodies", all));
}

#[test]
fn plot_writes_png_and_svg_in_every_theme() {
    let (folder, path) = file("a.ron", TOUCHING);
    let file = |name: &str| folder.path().join(name);
    for theme in ["dark", "light"] {
        let line = |out: &str| {
            let series = "energy,ledger,residual,max(energy.total,energy.kinetic)";
            format!(
                "plot {{}} --frames 30 --series {series} --theme {theme} --size 640x800 --out {}",
                file(out).display()
            )
        };
        blobsmith(&line("a.svg"), &path).fine();
        let svg = fs::read_to_string(file("a.svg")).expect("a drawing");
        for words in [
            "Energy [m·l²/t²]",
            "Ledger [m·l²/t²]",
            "integration",
            "1e-9 of it",
            "max(energy.total,energy.kinetic)",
            "frame",
        ] {
            assert!(svg.contains(words), "{words}");
        }
        blobsmith(&line("a.png"), &path).fine();
        let png = fs::read(file("a.png")).expect("a picture");
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        // Width and height follow the header, most significant byte first.
        assert_eq!((&png[16..20], &png[20..24]), (&640_u32.to_be_bytes()[..], &800_u32.to_be_bytes()[..]));
    }
}

#[test]
fn plot_marks_moments_with_their_names() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.svg");
    let draw = |more: &str| {
        blobsmith(&format!("plot {{}} --frames 12 --out {} {more}", out.display()), &path).fine();
        fs::read_to_string(&out).expect("a drawing")
    };
    let plain = draw("");
    assert!(!plain.contains("frame == 7"));
    assert!(draw("--mark frame==7 --mark frame==9").contains("frame==7"));
    // Each substep of the first frame is one more moment at which it becomes true or false.
    let svg = draw("--mark substep==3 --each substep");
    assert!(svg.contains("substep==3 ×12"), "once a frame");
    assert_eq!(draw("--marks none"), plain, "the run has no marks");
    let line = format!("plot {{}} --frames 3 --mark energy.total --out {}", out.display());
    let said = blobsmith(&line, &path);
    assert!(
        said.code == Some(2) && said.err.contains("--mark, column 1: expected a condition, but this is a number"),
        "{}",
        said.err
    );
}

#[test]
fn plot_writes_a_notebook_with_its_data() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.ipynb");
    blobsmith(&format!("plot {{}} --frames 20 --series energy --out {}", out.display()), &path).fine();
    let notebook: serde_json::Value = serde_json::from_slice(&fs::read(&out).expect("a notebook")).expect("JSON");
    assert_eq!(notebook["nbformat"], 4);
    let data = fs::read(folder.path().join("a-data.parquet")).expect("its data");
    assert_eq!(&data[..4], b"PAR1");
}

#[test]
fn plot_refuses_invalid_requests_in_one_line() {
    let (folder, path) = file("a.json", FALLING);
    let refuse = |rest: &str, words: &[&str]| {
        let line = format!("plot {{}} --frames 3 {}", rest.replace("DIR", folder.path().to_str().unwrap()));
        blobsmith(&line, &path).refused(words);
    };
    refuse("--out DIR/a.jpg", &[".png, .svg or .csv"]);
    refuse("--series max(node.sped) --out DIR/a.png", &["node.sped", "column", "plots: "]);
    refuse("--series area --out DIR/a.png", &["area", "nothing to plot"]);
    refuse("--series node-energy --out DIR/a.png", &["nothing to plot"]);
    refuse("--series , --out DIR/a.png", &["--series"]);
    refuse("--out DIR/none/a.png", &["cannot be written"]);
    assert!(!folder.path().join("a.png").exists());
}

#[test]
fn render_draws_trails_ghosts_and_heat() {
    let (folder, path) = file("a.ron", TOUCHING);
    let out = folder.path().join("a.svg");
    let overlays = "trails,ghosts,contact-heat";
    let line = format!("render {{}} --frame 12 --overlay {overlays} --past 9 --ghost-every 3 --out {}", out.display());
    blobsmith(&line, &path).fine();
    let svg = fs::read_to_string(&out).expect("a drawing");
    for words in ["trail of barycentres and discs, 9 frames", "past, every 3 frames (4)", "in 9 frames"] {
        assert!(svg.contains(words), "{words}");
    }
}
