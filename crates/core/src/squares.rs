//! Sets of places on a board, written shortly: one bit for each place in reading order, six of them to a letter.

use crate::Square;

/// The letters for six bits each, those of base64 in addresses; the first place is the highest bit.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes places of a board with this many columns. Letters without a place at the end are left out.
///
/// ```
/// # use banmen_core::Square;
/// # use banmen_core::squares;
/// let places = [Square::new(0, 0), Square::new(2, 1)];
/// assert_eq!(squares::write(places, 4), "gg");
/// assert_eq!(squares::read("gg", 4), Some(places.to_vec()));
/// assert_eq!(squares::read("g?", 4), None);
/// ```
pub fn write(squares: impl IntoIterator<Item = Square>, columns: u8) -> String {
    let mut sixes: Vec<u8> = Vec::new();
    for square in squares {
        let index = usize::from(square.y) * usize::from(columns) + usize::from(square.x);
        if sixes.len() <= index / 6 {
            sixes.resize(index / 6 + 1, 0);
        }
        sixes[index / 6] |= 0b10_0000 >> (index % 6);
    }
    sixes.into_iter().map(|six| char::from(LETTERS[usize::from(six)])).collect()
}

/// Reads what [`write()`] wrote, in reading order; `None` if it is something else.
pub fn read(text: &str, columns: u8) -> Option<Vec<Square>> {
    let columns = usize::from(columns);
    let mut squares = Vec::new();
    for (place, letter) in text.bytes().enumerate() {
        let six = LETTERS.iter().position(|&known| known == letter)?;
        for bit in (0..6).filter(|bit| six & (0b10_0000 >> bit) != 0) {
            let index = place * 6 + bit;
            let (x, y) = (u8::try_from(index.checked_rem(columns)?), u8::try_from(index / columns));
            squares.push(Square::new(x.ok()?, y.ok()?));
        }
    }
    Some(squares)
}
