//! One form for all positions that differ only by a shift, one of the eight symmetries or an exchange of colours.

use crate::bits::Bits;
use crate::frame::{Field, Frame};

/// The normal form of a field: two planes, where a black stone is in the first, a white one in the second, an empty cell
/// in both and a wall in none. The planes of a field that is not all wall are never both empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<B> {
    /// Black stones and empty cells.
    pub black_or_open: B,
    /// White stones and empty cells.
    pub white_or_open: B,
}

/// How a field was moved into its normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    shift: u32,
    /// Size of the normal form.
    rows: u32,
    cols: u32,
    transposed: bool,
    rows_reversed: bool,
    turned: bool,
    /// Whether the colours were exchanged, so that the value is the negative.
    pub swapped: bool,
}

impl<B: Bits> Key<B> {
    /// The field whose normal form this is.
    #[inline(always)]
    pub fn field(&self) -> Field<B> {
        let open = self.black_or_open & self.white_or_open;
        Field { black: self.black_or_open ^ open, white: self.white_or_open ^ open, open }
    }

    /// A well mixed hash.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        let mixed = self.black_or_open.folded().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.white_or_open.folded().wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32);
        (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl<B: Bits> Field<B> {
    /// The planes of the field as it stands.
    #[inline(always)]
    pub fn key(&self) -> Key<B> {
        Key { black_or_open: self.black | self.open, white_or_open: self.white | self.open }
    }
}

/// The planes of a field, as they are or transposed.
#[derive(Clone, Copy)]
struct Orientation<B> {
    planes: [B; 2],
    transposed: bool,
}

#[inline(always)]
fn turned<B: Bits>(set: B, stride: u32, rows: u32, cols: u32) -> B {
    set.reversed() >> (B::WIDTH - ((rows - 1) * stride + cols))
}

impl<B: Bits> Frame<B> {
    /// The normal form of a field that is not all wall, and how it was reached.
    #[inline]
    pub fn normal(&self, field: &Field<B>) -> (Key<B>, Placement) {
        self.normal_form::<true>(field)
    }

    /// The normal form under shifts and symmetries only: the colours stay.
    #[inline]
    pub fn normal_in_colours(&self, field: &Field<B>) -> Key<B> {
        self.normal_form::<false>(field).0
    }

    #[inline]
    fn normal_form<const EXCHANGE: bool>(&self, field: &Field<B>) -> (Key<B>, Placement) {
        let s = self.stride;
        let cells = field.cells();
        let (top, bottom) = (cells.lowest() / s, cells.highest() / s);
        let columns = cells.columns(s);
        let (left, right) = (columns.lowest(), columns.highest());
        let shift = top * s + left;
        let (mut rows, mut cols) = (bottom - top + 1, right - left + 1);
        let mut black = (field.black | field.open) >> shift;
        let mut white = (field.white | field.open) >> shift;
        let transposable = rows.max(cols) <= s.min(self.rows);
        let transposed = rows > cols && transposable;
        if transposed {
            [black, white] = [black, white].map(|plane| plane.transposed(s, rows, self.diagonal));
            std::mem::swap(&mut rows, &mut cols);
        }
        // The last row weighs most, and those of all images are found without the images. So only images whose last row is
        // the least are made, mostly a single one.
        let (row, last) = (B::first(cols), (rows - 1) * s);
        let backwards = |row: B| row.reversed() >> (B::WIDTH - cols);
        let last_rows = |plane: B| {
            let (first, last) = (plane & row, (plane >> last) & row);
            [last, first, backwards(first), backwards(last)]
        };
        let across = rows == cols && transposable;
        let mut images = [Orientation { planes: [black, white], transposed }; 2];
        if across {
            let planes = [black, white].map(|plane| plane.transposed(s, rows, self.diagonal));
            images[1] = Orientation { planes, transposed: true };
        }
        let images = &images[..=usize::from(across)];
        let colours = 1 + usize::from(EXCHANGE);
        let mut ends = [[[B::EMPTY; 4]; 2]; 2];
        let mut least = row;
        for (image, ends) in images.iter().zip(&mut ends) {
            for colour in 0..colours {
                ends[colour] = last_rows(image.planes[colour]);
                least = ends[colour].iter().fold(least, |least, &end| least.min(end));
            }
        }
        let mut best = None;
        for (image, ends) in images.iter().zip(&ends) {
            for flips in 0..4 {
                for colour in 0..colours {
                    if ends[colour][flips] != least {
                        continue;
                    }
                    let (rows_reversed, turned_round) = (flips % 2 == 1, flips >= 2);
                    let flipped = |mut plane: B| {
                        if rows_reversed {
                            plane = plane.rows_reversed(s, rows);
                        }
                        if turned_round { turned(plane, s, rows, cols) } else { plane }
                    };
                    let key = Key {
                        black_or_open: flipped(image.planes[colour]),
                        white_or_open: flipped(image.planes[1 - colour]),
                    };
                    if best.is_none_or(|(least, _)| key < least) {
                        let placement = Placement {
                            shift,
                            rows,
                            cols,
                            transposed: image.transposed,
                            rows_reversed,
                            turned: turned_round,
                            swapped: colour == 1,
                        };
                        best = Some((key, placement));
                    }
                }
            }
        }
        best.expect("an image has the least last row")
    }

    /// A set of cells of the normal form, moved back to where the field was.
    #[cfg(test)]
    pub fn back(&self, placement: &Placement, mut set: B) -> B {
        let s = self.stride;
        if placement.turned {
            set = turned(set, s, placement.rows, placement.cols);
        }
        if placement.rows_reversed {
            set = set.rows_reversed(s, placement.rows);
        }
        if placement.transposed {
            set = set.transposed(s, placement.rows.max(placement.cols), self.diagonal);
        }
        set << placement.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::board::Board;
    use crate::testing::random_board;
    use banmen_core::{Draw, Random};

    /// Of all images, no taller than wide where that is possible, the one with the least last row, and then the least.
    fn plain<B: Bits>(frame: &Frame<B>, board: &Board, colours: bool) -> Key<B> {
        let mut images = vec![*board, board.mirrored(), board.flipped(), board.flipped().mirrored()];
        if board.rows().max(board.cols()) as u32 <= frame.stride.min(frame.rows) {
            images.extend(images.clone().iter().map(Board::transposed));
            images.retain(|image| image.rows() <= image.cols());
        }
        if colours {
            images.extend(images.clone().iter().map(Board::colours_swapped));
        }
        let ranked = images.iter().map(|image| {
            let key = frame.field(image).key();
            (key.black_or_open >> ((image.rows() as u32 - 1) * frame.stride), key)
        });
        ranked.min().expect("there are images").1
    }

    fn symmetric_boards_share_a_form<B: Bits>(rows: usize, cols: usize, seed: u64) {
        let mut random = Random::new(seed);
        let frame = Frame::<B>::for_size(rows, cols).unwrap();
        for _ in 0..500 {
            let rows = 1 + random.below(rows as u64) as usize;
            let cols = 1 + random.below(cols as u64) as usize;
            let board = random_board(rows, cols, &mut random);
            let (key, placement) = frame.normal(&frame.field(&board));
            assert_eq!(key, plain(&frame, &board, true), "{board}");
            assert_eq!(frame.normal_in_colours(&frame.field(&board)), plain(&frame, &board, false), "{board}");
            let field = key.field();
            let original = frame.field(&board);
            let (black, white) =
                if placement.swapped { (field.white, field.black) } else { (field.black, field.white) };
            assert_eq!(frame.back(&placement, black), original.black, "{board}");
            assert_eq!(frame.back(&placement, white), original.white, "{board}");
            assert_eq!(frame.back(&placement, field.open), original.open, "{board}");
            let mut variants = vec![board.mirrored(), board.flipped(), board.flipped().mirrored()];
            if rows.max(cols) as u32 <= frame.stride.min(frame.rows) {
                variants.extend([board.transposed(), board.rotated(), board.rotated().rotated().rotated()]);
            }
            let swapped: Vec<Board> = variants.iter().map(Board::colours_swapped).collect();
            for variant in variants.into_iter().chain(swapped) {
                assert_eq!(frame.normal(&frame.field(&variant)).0, key, "{board}\nand\n{variant}");
            }
        }
    }

    #[test]
    fn symmetries_and_colours_share_one_form() {
        symmetric_boards_share_a_form::<u64>(8, 8, 1);
        symmetric_boards_share_a_form::<u64>(3, 21, 2);
        symmetric_boards_share_a_form::<u64>(6, 9, 3);
        symmetric_boards_share_a_form::<u128>(9, 9, 4);
        symmetric_boards_share_a_form::<u128>(3, 24, 5);
        symmetric_boards_share_a_form::<Wide>(16, 16, 6);
    }
}
