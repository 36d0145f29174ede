//! A small reader of the SVG subset that the painter writes: checks that it is well-formed, and finds the colour of any
//! point by its own geometry (parity or winding of rings, distance to lines), without a rasteriser.

/// One `<path>`, in the order of painting.
pub struct Shape {
    rings: Vec<Vec<[f64; 2]>>,
    fill: Option<([f64; 3], f64)>,
    even_odd: bool,
    stroke: Option<([f64; 3], f64)>,
    width: f64,
}

pub struct Drawing {
    pub shapes: Vec<Shape>,
    pub texts: Vec<String>,
    pub background: [f64; 3],
}

/// Reads a document; panics with the reason where it is not well-formed XML.
pub fn read(svg: &str) -> Drawing {
    let mut drawing = Drawing { shapes: Vec::new(), texts: Vec::new(), background: [0.0; 3] };
    let mut open: Vec<String> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        if open.last().is_some_and(|tag| tag == "text") && !rest[..start].is_empty() {
            drawing.texts.push(rest[..start].to_owned());
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closing tag");
            continue;
        }
        let is_empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let name = tag.split_whitespace().next().expect("a tag has a name");
        let attributes = attributes(&tag[name.len()..]);
        match name {
            "path" => drawing.shapes.push(shape(&attributes)),
            "rect" => drawing.background = color(get(&attributes, "fill").expect("ground has a colour")),
            "svg" | "g" | "text" => {}
            _ => panic!("unexpected <{name}>"),
        }
        if !is_empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "everything is closed");
    drawing
}

fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let entity = &text[at..];
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|known| entity.starts_with(known)), "{entity}");
    }
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "control characters are not XML");
}

fn attributes(mut text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    while let Some(equals) = text.find('=') {
        let name = text[..equals].trim().to_owned();
        let value = text[equals + 1..].strip_prefix('"').expect("values are quoted");
        let end = value.find('"').expect("quotes are closed");
        assert!(found.iter().all(|(other, _)| *other != name), "{name} twice");
        found.push((name, value[..end].to_owned()));
        text = &value[end + 1..];
    }
    assert!(text.trim().is_empty(), "{text}");
    found
}

fn get<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

fn color(text: &str) -> [f64; 3] {
    let digits = text.strip_prefix('#').expect("#rrggbb");
    [0, 2, 4].map(|i| f64::from(u8::from_str_radix(&digits[i..i + 2], 16).expect("hex")))
}

fn ink(attributes: &[(String, String)], name: &str) -> Option<([f64; 3], f64)> {
    let value = get(attributes, name)?;
    let opacity = get(attributes, &format!("{name}-opacity")).map_or(1.0, |text| text.parse().expect("opacity"));
    Some((color(value), opacity))
}

fn shape(attributes: &[(String, String)]) -> Shape {
    Shape {
        rings: rings(get(attributes, "d").expect("path data")),
        fill: ink(attributes, "fill"),
        even_odd: get(attributes, "fill-rule") == Some("evenodd"),
        stroke: ink(attributes, "stroke"),
        width: get(attributes, "stroke-width").map_or(0.0, |text| text.parse().expect("width")),
    }
}

/// Path data with the commands M, L, Z, and a as half circles.
fn rings(data: &str) -> Vec<Vec<[f64; 2]>> {
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    let starts: Vec<usize> = data.match_indices(|c: char| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(data.len());
        let numbers: Vec<f64> = data[start + 1..end]
            .split_whitespace()
            .map(|n| n.parse().unwrap_or_else(|_| panic!("number {n}")))
            .collect();
        assert!(numbers.iter().all(|n| n.is_finite()), "finite numbers only");
        match (&data[start..=start], &numbers[..]) {
            ("M", &[x, y]) => rings.push(vec![[x, y]]),
            ("L", &[x, y]) => rings.last_mut().expect("M first").push([x, y]),
            ("Z", []) => {
                let ring = rings.last_mut().expect("M first");
                ring.push(ring[0]);
            }
            ("a", &[r, _, _, _, _, across, _]) => {
                let ring = rings.last_mut().expect("M first");
                let [x, y] = *ring.last().expect("M first");
                let center = x + across / 2.0;
                let sign = across.signum();
                ring.extend((1..=60).map(|k| {
                    let angle = std::f64::consts::PI * f64::from(k) / 60.0;
                    [center - sign * r * angle.cos(), y - sign * r * angle.sin()]
                }));
            }
            other => panic!("unexpected path command {other:?}"),
        }
    }
    rings
}

fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let squared = dx * dx + dy * dy;
    let t = if squared == 0.0 { 0.0 } else { (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared).clamp(0.0, 1.0) };
    (p[0] - a[0] - t * dx).hypot(p[1] - a[1] - t * dy)
}

impl Shape {
    fn to_rim(&self, p: [f64; 2]) -> f64 {
        let single = self.rings.iter().filter(|ring| ring.len() == 1).map(|ring| distance(p, ring[0], ring[0]));
        let pairs = self.rings.iter().flat_map(|ring| ring.windows(2)).map(|pair| distance(p, pair[0], pair[1]));
        single.chain(pairs).fold(f64::INFINITY, f64::min)
    }

    fn holds(&self, [x, y]: [f64; 2]) -> bool {
        let (mut crossings, mut winding) = (0, 0);
        for pair in self.rings.iter().flat_map(|ring| ring.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            if (a[1] <= y) != (b[1] <= y) && a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) < x {
                crossings += 1;
                winding += if a[1] <= y { 1 } else { -1 };
            }
        }
        if self.even_odd { crossings % 2 == 1 } else { winding != 0 }
    }
}

impl Drawing {
    /// The colour at a point; none within a pixel of a rim, where painters may smooth differently.
    pub fn color_at(&self, p: [f64; 2]) -> Option<[f64; 3]> {
        let mut seen = self.background;
        let mut cover = |(ink, opacity): ([f64; 3], f64)| {
            for (below, above) in seen.iter_mut().zip(ink) {
                *below += (above - *below) * opacity;
            }
        };
        for shape in &self.shapes {
            let rim = shape.to_rim(p);
            if let Some(fill) = shape.fill {
                if rim < 1.0 {
                    return None;
                }
                if shape.holds(p) {
                    cover(fill);
                }
            }
            if let Some(stroke) = shape.stroke {
                if (rim - shape.width / 2.0).abs() < 1.0 && (shape.width >= 2.0 || rim < shape.width / 2.0 + 1.0) {
                    return None;
                }
                if rim < shape.width / 2.0 {
                    cover(stroke);
                }
            }
        }
        Some(seen)
    }
}
