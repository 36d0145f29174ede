//! Decoded images of skins.

use std::sync::{Arc, LazyLock};

/// A decoded image: RGBA, 8 bits per channel, straight alpha, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Texture {
    /// An image of these pixels; `None` if it is empty or their number is wrong.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let count = usize::try_from(u64::from(width) * u64::from(height) * 4).ok()?;
        (count > 0 && count == pixels.len()).then_some(Self { width, height, pixels })
    }

    /// A checkerboard of 8 x 8 squares: stands for an image that cannot be read.
    pub fn checkerboard() -> Arc<Self> {
        static BOARD: LazyLock<Arc<Texture>> = LazyLock::new(|| {
            let color =
                |i: u32| if (i % 64 / 8 + i / 512).is_multiple_of(2) { [230, 60, 200, 255] } else { [40, 40, 40, 255] };
            Arc::new(Texture { width: 64, height: 64, pixels: (0..64 * 64).flat_map(color).collect() })
        });
        BOARD.clone()
    }

    /// Width and height in pixels, at least 1.
    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// All pixels, four bytes each.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixel in this column and row, both clamped to the image.
    pub fn pixel(&self, x: i64, y: i64) -> [u8; 4] {
        let clamp = |at: i64, size: u32| at.clamp(0, i64::from(size) - 1) as usize;
        let first = 4 * (clamp(y, self.height) * self.width as usize + clamp(x, self.width));
        [0, 1, 2, 3].map(|channel| self.pixels[first + channel])
    }
}
