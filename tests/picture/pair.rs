//! Two pictures in one.

use blobsmith::geometry::DVec2;
use blobsmith::picture::{Item, LegendEntry, Palette, Picture, Rgba, Stroke, Theme, Viewport, pair, png};

fn cross(at: f64, color: Rgba) -> Picture {
    let stroke = Stroke::new(color, 3.0);
    let segments = vec![[DVec2::new(at, -9.0), DVec2::new(at, 9.0)], [DVec2::new(-9.0, at), DVec2::new(9.0, at)]];
    Picture { items: vec![Item::Lines { segments, stroke }], legend: vec![LegendEntry::new(color, "cross")] }
}

fn decode(bytes: &[u8]) -> (usize, usize, Vec<u8>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width as usize, info.height as usize, pixels)
}

#[test]
fn pair_halves_equal_the_single_pictures() {
    let palette = Palette::of(Theme::Dark);
    let (first, second) = (cross(-2.0, Rgba::hex(0xff0000)), cross(3.0, Rgba::hex(0x00ff00)));
    for size in [DVec2::new(202.0, 80.0), DVec2::new(90.0, 122.0)] {
        let half = pair::half(size);
        let viewport = Viewport { size_px: half, center: DVec2::ZERO, scale: 5.0 };
        let (width, height, both) = decode(&pair::png([&first, &second], size, &viewport, &palette).unwrap());
        assert_eq!((width as f64, height as f64), (size.x, size.y));
        let (half_width, half_height) = (half.x as usize, half.y as usize);
        for (picture, left, top) in [(&first, 0, 0), (&second, width - half_width, height - half_height)] {
            let alone = png::rasterise(picture, &viewport, &palette).unwrap();
            for row in 0..half_height {
                let start = ((top + row) * width + left) * 3;
                let there = &both[start..start + half_width * 3];
                assert_eq!(there, &alone[row * half_width * 3..(row + 1) * half_width * 3], "row {row}");
            }
        }
        let svg = pair::svg([&first, &second], size, &viewport, &palette);
        assert_eq!(svg.matches("<svg ").count(), 3);
        assert!(
            svg.starts_with(&format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\""
            ))
        );
    }
}

#[test]
fn ghost_is_pale_behind_and_without_a_legend() {
    let (first, second) = (cross(-2.0, Rgba::hex(0xff0000)), cross(3.0, Rgba::hex(0x00ff00)));
    let both = pair::over(first.clone(), second);
    assert_eq!(both.legend, first.legend);
    let [Item::Lines { stroke: ghost, .. }, front] = &both.items[..] else { panic!("{both:?}") };
    // 0.4 of 255.
    assert_eq!(ghost.color, Rgba(0, 255, 0, 102));
    assert_eq!(*front, first.items[0]);
}
