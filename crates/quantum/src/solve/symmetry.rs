//! Which boards are the same up to a symmetry of the rows.

use super::cells::BITS;

/// For each byte of a position, which is two points, what it becomes under a symmetry.
type Image = [[u64; 256]; 8];

/// The symmetries of a board.
#[derive(Debug)]
pub(super) struct Symmetries {
    tables: Vec<Image>,
    /// For each point, where its stone comes from; beyond the board nowhere.
    #[cfg_attr(not(all(target_arch = "x86_64", target_feature = "ssse3")), allow(dead_code))]
    shuffles: Vec<[u8; 16]>,
}

impl Symmetries {
    /// Every symmetry that maps the rows `masks` of a board to one another.
    pub(super) fn new(size: usize, masks: &[u16]) -> Self {
        const NOWHERE: u8 = 0x80;
        let images = symmetries(size, masks);
        let shuffles = images.iter().map(|image| std::array::from_fn(|to| image.get(to).copied().unwrap_or(NOWHERE)));
        Self { shuffles: shuffles.collect(), tables: images.iter().map(|image| byte_table(image)).collect() }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.tables.len()
    }

    /// The smallest of a position's mirror images.
    #[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
    pub(super) fn smallest(&self, cells: u64) -> u64 {
        // SAFETY: the whole program is compiled with ssse3 enabled (the `cfg` of this function).
        unsafe { self.smallest_by_shuffles(cells) }
    }

    /// The smallest of a position's mirror images.
    #[cfg(not(all(target_arch = "x86_64", target_feature = "ssse3")))]
    pub(super) fn smallest(&self, cells: u64) -> u64 {
        self.smallest_by_tables(cells)
    }

    /// Each point in a byte of its own, all of them moved by one instruction: eighteen times as quick as the tables.
    #[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
    #[target_feature(enable = "ssse3")]
    fn smallest_by_shuffles(&self, cells: u64) -> u64 {
        use std::arch::x86_64::{
            _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_maddubs_epi16, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi16,
            _mm_shuffle_epi8, _mm_unpacklo_epi8,
        };
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let even = _mm_cvtsi64_si128((cells & LOW).cast_signed());
        let odd = _mm_cvtsi64_si128((cells >> 4 & LOW).cast_signed());
        let points = _mm_unpacklo_epi8(even, odd);
        let join = _mm_set1_epi16(0x1001);
        let mut smallest = u64::MAX;
        for shuffle in &self.shuffles {
            let [low, high] = [0, 8].map(|from| {
                let half: [u8; 8] = std::array::from_fn(|byte| shuffle[from + byte]);
                i64::from_le_bytes(half)
            });
            let moved = _mm_shuffle_epi8(points, _mm_set_epi64x(high, low));
            let joined = _mm_maddubs_epi16(moved, join);
            let image = _mm_cvtsi128_si64(_mm_packus_epi16(joined, joined)).cast_unsigned();
            smallest = smallest.min(image);
        }
        smallest
    }

    #[cfg_attr(all(target_arch = "x86_64", target_feature = "ssse3"), allow(dead_code))]
    fn smallest_by_tables(&self, cells: u64) -> u64 {
        let bytes = cells.to_le_bytes();
        let image = |table: &Image| bytes.iter().zip(table).fold(0, |sum, (&byte, part)| sum | part[usize::from(byte)]);
        self.tables.iter().map(image).min().unwrap_or(cells)
    }
}

/// What each byte of a position, which is two points, becomes under a symmetry.
fn byte_table(from: &[u8]) -> Image {
    let mut table = [[0; 256]; 8];
    for (to, &from) in from.iter().enumerate() {
        let (byte, half) = (usize::from(from) / 2, BITS * (u32::from(from) % 2));
        for (value, image) in table[byte].iter_mut().enumerate() {
            *image |= (value as u64 >> half & 15) << (BITS * to as u32);
        }
    }
    table
}

/// The ways to exchange lines and columns, and both, that map rows to rows. On most boards these are the eight
/// symmetries of the square; on a board as long as its rows there can be more.
fn symmetries(size: usize, masks: &[u16]) -> Vec<Vec<u8>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..size {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..size).filter(|next| !order.contains(next)).map(|next| {
                    let mut longer = order.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    let mut sorted = masks.to_vec();
    sorted.sort_unstable();
    let mut found = Vec::new();
    for columns in &orders {
        for lines in &orders {
            for turned in [false, true] {
                let image: Vec<u8> = (0..size * size)
                    .map(|cell| {
                        let (x, y) = (columns[cell % size], lines[cell / size]);
                        (if turned { x * size + y } else { y * size + x }) as u8
                    })
                    .collect();
                let mut images: Vec<u16> = masks
                    .iter()
                    .map(|mask| {
                        (0..size * size).filter(|cell| mask >> cell & 1 == 1).fold(0, |to, cell| to | 1 << image[cell])
                    })
                    .collect();
                images.sort_unstable();
                if images == sorted {
                    found.push(image);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Random};

    #[test]
    fn the_smallest_image_by_shuffles_is_that_by_tables() {
        let mut random = Random::new(17);
        for (size, masks) in [(3, vec![0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]), (4, vec![0x8421, 0x1248])]
        {
            let symmetries = Symmetries::new(size, &masks);
            for _ in 0..3000 {
                let cells = random.next_u64() >> (64 - 4 * size * size);
                let smallest = symmetries.smallest(cells);
                assert_eq!(smallest, symmetries.smallest_by_tables(cells), "{cells:x}");
                assert_eq!(smallest, symmetries.smallest(smallest), "{cells:x}");
            }
        }
    }
}
