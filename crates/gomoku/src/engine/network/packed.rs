//! Weights packed for programs and pages: low bytes and high bytes apart, which compress better so, as a zlib stream.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// More than any weights that are accepted.
const LIMIT: usize = 4 << 20;

/// Weights as they are in their file; `None` if these bytes were not packed.
pub fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let planes = decompress_to_vec_zlib_with_limit(packed, LIMIT).ok()?;
    let (low, high) = planes.split_at(planes.len().div_ceil(2));
    Some((0..planes.len()).map(|at| if at % 2 == 0 { low[at / 2] } else { high[at / 2] }).collect())
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::*;

    static FILE: &[u8] = include_bytes!("shipped/weights.bin");
    static PACKED: &[u8] = include_bytes!("shipped/weights.packed");

    fn pack(file: &[u8]) -> Vec<u8> {
        let plane = |first: usize| file.iter().copied().skip(first).step_by(2);
        compress_to_vec_zlib(&plane(0).chain(plane(1)).collect::<Vec<u8>>(), 10)
    }

    #[test]
    fn the_packed_weights_are_up_to_date() {
        if std::env::var_os("BANMEN_UPDATE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/network/shipped/weights.packed");
            std::fs::write(path, pack(FILE)).unwrap();
            return;
        }
        let same = unpack(PACKED).as_deref() == Some(FILE);
        assert!(same, "BANMEN_UPDATE=1 cargo test -p banmen-gomoku packed packs them anew");
    }

    #[test]
    fn what_is_packed_comes_back() {
        for length in [0, 1, 2, 3, 100, 101] {
            let file: Vec<u8> = (0..length).map(|at| (at * 37 % 251) as u8).collect();
            assert_eq!(unpack(&pack(&file)), Some(file));
        }
        assert_eq!(unpack(b"not packed"), None);
        assert_eq!(unpack(&PACKED[..PACKED.len() - 1]), None);
    }
}
