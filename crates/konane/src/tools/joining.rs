//! The pieces of a search for long strings, put together again.

use super::longest::{LongString, Longest, Method};

impl Longest {
    /// The whole from its pieces, in any order. Refuses pieces that do not belong together, with the reason.
    pub fn joined(pieces: Vec<Longest>) -> Result<Longest, String> {
        let mut pieces = pieces.into_iter();
        let mut whole = pieces.next().ok_or("there are no pieces")?;
        let of = whole.piece.ok_or("the first answer is about the whole, not about a piece of it")?.1;
        let mut seen = vec![whole.piece];
        for other in pieces {
            let asked =
                |answer: &Longest| (answer.rows, answer.cols, answer.jumps, answer.method, answer.seed, answer.places);
            if asked(&whole) != asked(&other) || other.piece.is_none_or(|(_, others)| others != of) {
                return Err("the pieces are answers to different questions".to_owned());
            }
            if seen.contains(&other.piece) {
                return Err(format!("piece {}/{of} is there twice", other.piece.map_or(0, |(number, _)| number)));
            }
            seen.push(other.piece);
            whole.finished &= other.finished;
            whole.boards += other.boards;
            whole.passed_over += other.passed_over;
            whole.top.extend(other.top);
        }
        if let Some(missing) = (1..=of).find(|&number| !seen.contains(&Some((number, of)))) {
            return Err(format!("piece {missing}/{of} is missing"));
        }
        // As `longest` lists them: of equally long strings the one whose board comes first by its text, each board once.
        whole.top.sort_by_cached_key(|LongString { board, length }| (std::cmp::Reverse(length.clone()), board.line()));
        whole.top.dedup();
        whole.top.truncate(whole.places);
        whole.piece = None;
        whole.proved = whole.method == Method::Exhaustive && whole.finished && whole.passed_over == 0;
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Jumps;
    use crate::tools::{LongestQuestion, longest};
    use banmen_core::Limits;

    fn piece(rows: usize, number: u64, of: u64) -> Longest {
        let question = LongestQuestion {
            rows,
            cols: 3,
            top: 4,
            jumps: Jumps::Any,
            seed: 0,
            exhaustive: None,
            tries: None,
            piece: Some((number, of)),
        };
        longest(&question, &Limits::none(), &mut |_| {}).expect("nothing limits it")
    }

    #[test]
    fn pieces_that_do_not_belong_together_are_refused() {
        let why = |pieces: &[&Longest]| Longest::joined(pieces.iter().map(|&piece| piece.clone()).collect());
        let [first, second, other] = [piece(2, 0, 2), piece(2, 1, 2), piece(1, 1, 2)];
        assert!(why(&[&second, &first]).is_ok_and(|whole| whole.proved));
        assert_eq!(why(&[&first]), Err("piece 2/2 is missing".to_owned()));
        assert_eq!(why(&[&first, &first]), Err("piece 1/2 is there twice".to_owned()));
        assert!(why(&[&first, &other]).is_err_and(|why| why.contains("different questions")));
        let unfinished = Longest { finished: false, ..second };
        assert!(why(&[&first, &unfinished]).is_ok_and(|whole| !whole.proved && !whole.finished));
    }
}
