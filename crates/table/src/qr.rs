use qrcodegen::{QrCode as Matrix, QrCodeEcc};
use serde::{Deserialize, Serialize};

use crate::TableError;

/// The light border that readers need to find a code, in squares.
const BORDER: i32 = 4;

/// A text to be drawn as a QR code.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The text, such as a link.
    pub text: String,
}

/// A text as a QR code, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QrCode {
    /// Squares on each side, the light border included.
    pub size: u32,
    /// The dark squares as the data of an SVG path, one square a unit.
    pub path: String,
}

impl QrCode {
    /// The smallest code that holds the text, with as much correction of errors as its size allows.
    pub fn of(text: &str) -> Result<QrCode, TableError> {
        let matrix = Matrix::encode_text(text, QrCodeEcc::Low)
            .map_err(|_| TableError::Invalid(format!("{} bytes are too many for a QR code", text.len())))?;
        let size = matrix.size();
        let mut path = String::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let run = (x..size).take_while(|&x| matrix.get_module(x, y)).count() as i32;
                if run > 0 {
                    path.push_str(&format!("M{} {}h{run}v1h-{run}z", x + BORDER, y + BORDER));
                }
                x += run.max(1);
            }
        }
        Ok(QrCode { size: (size + 2 * BORDER) as u32, path })
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::Random;
    use rqrr::PreparedImage;

    use super::*;

    /// Draws the path as a browser would, a few dots to the square, and reads the picture with another program's decoder.
    fn scanned(code: &QrCode) -> String {
        const DOTS: usize = 4;
        let size = code.size as usize;
        let mut dark = vec![false; size * size];
        for run in code.path.split_terminator('z') {
            let (place, lines) = run.strip_prefix('M').unwrap().split_once('h').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let (length, back) = lines.split_once("v1h-").unwrap();
            assert_eq!(length, back);
            let (x, y, length): (usize, usize, usize) =
                (x.parse().unwrap(), y.parse().unwrap(), length.parse().unwrap());
            dark[y * size + x..y * size + x + length].fill(true);
        }
        let mut image =
            PreparedImage::prepare_from_bitmap(size * DOTS, size * DOTS, |x, y| dark[y / DOTS * size + x / DOTS]);
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().unwrap().1
    }

    #[test]
    fn a_code_is_read_back_by_another_program() {
        let mut random = Random::new(12);
        let signs: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(['-', '_']).collect();
        for length in [0, 1, 20, 100, 300, 700, 1200, 2000] {
            let packed: String = (0..length).map(|_| *random.pick(&signs).unwrap()).collect();
            let link = format!("https://example.org/banmen/#/record#r={packed}&g=盤面");
            assert_eq!(scanned(&QrCode::of(&link).unwrap()), link, "{length}");
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_refused() {
        let refused = QrCode::of(&"x".repeat(2954)).unwrap_err();
        assert!(refused.to_string().contains("2954 bytes"), "{refused}");
        assert!(QrCode::of(&"x".repeat(2953)).is_ok());
    }
}
