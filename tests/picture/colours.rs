//! The palettes: contrast after WCAG 2.1, and colours distinguished with each kind of colour blindness.

use blobsmith::picture::{Palette, Rgba, Theme};

fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn luminance(c: Rgba) -> f64 {
    0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2)
}

fn contrast(a: Rgba, b: Rgba) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

/// Full dichromacy after Machado, Oliveira and Fernandes (2009), on linear RGB.
const SIGHT: [(&str, [[f64; 3]; 3]); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// CIE L*a*b* of a colour as it is seen.
fn lab(c: Rgba, sight: &[[f64; 3]; 3]) -> [f64; 3] {
    let rgb = [linear(c.0), linear(c.1), linear(c.2)];
    let seen = sight.map(|row| row.iter().zip(rgb).map(|(m, v)| m * v).sum::<f64>().clamp(0.0, 1.0));
    let xyz = [
        (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505,
        0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2],
        (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089,
    ];
    let f = xyz.map(|t| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]
}

fn difference(a: Rgba, b: Rgba, sight: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(a, sight), lab(b, sight));
    a.iter().zip(b).map(|(p, q)| (p - q) * (p - q)).sum::<f64>().sqrt()
}

fn palettes() -> [Palette; 2] {
    [Palette::of(Theme::Dark), Palette::of(Theme::Light)]
}

#[test]
fn text_and_marks_contrast_with_the_background() {
    for palette in palettes() {
        let ground = palette.background;
        assert!(contrast(palette.text, ground) >= 10.0);
        for color in [palette.error, palette.warning, palette.hint, palette.contact] {
            assert!(contrast(color, ground) >= 4.5, "{color:?}: {}", contrast(color, ground));
        }
        let marks = [palette.hull, palette.node, palette.pinned, palette.barycentre, palette.velocity, palette.normal];
        for color in marks.into_iter().chain(palette.forces) {
            assert!(contrast(color, ground) >= 3.0, "{color:?}: {}", contrast(color, ground));
        }
        // Areas, which are larger and have a darker or lighter rim.
        for color in palette.bodies {
            assert!(contrast(color, ground) >= 2.0, "{color:?}: {}", contrast(color, ground));
        }
        // The grid is visible with a low contrast.
        assert!((1.02..1.5).contains(&contrast(palette.grid, ground)));
    }
}

#[test]
fn force_and_body_colours_are_distinguishable() {
    for palette in palettes() {
        for (name, sight) in &SIGHT {
            for list in [&palette.forces, &palette.bodies] {
                for (i, &a) in list.iter().enumerate() {
                    for (j, &b) in list.iter().enumerate().skip(i + 1) {
                        // About 2.3 is just noticeable.
                        let distance = difference(a, b, sight);
                        assert!(distance > 10.0, "{name}: {i} {a:?} and {j} {b:?} differ by {distance}");
                    }
                }
            }
        }
    }
}

#[test]
fn triangle_colours_are_distinguishable() {
    for palette in palettes() {
        for (name, sight) in &SIGHT {
            let distance = difference(palette.triangle_sound.opaque(), palette.triangle_flipped.opaque(), sight);
            assert!(distance > 20.0, "{name}: {distance}");
        }
    }
}

#[test]
fn fill_colours_are_translucent() {
    for palette in palettes() {
        assert!(palette.bodies.iter().chain([&palette.decor]).all(|fill| (30..160).contains(&fill.3)));
    }
}

#[test]
fn colour_parse_accepts_six_hex_digits_only() {
    assert_eq!(Rgba::parse("#0aFf80"), Some(Rgba(10, 255, 128, 255)));
    for wrong in ["", "#", "0aff80", "#0aff8", "#0aff800", "#gggggg", "#+12345", "#é1234"] {
        assert_eq!(Rgba::parse(wrong), None, "{wrong}");
    }
    assert_eq!(Rgba(0, 100, 200, 0).mix(Rgba(100, 0, 200, 255), 0.5), Rgba(50, 50, 200, 128));
}
