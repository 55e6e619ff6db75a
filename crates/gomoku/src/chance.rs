//! The chance to win that a score stands for, and where a strong player would look.

use banmen_core::{Candidate, Game};

use crate::engine::evaluator::{Evaluation, Evaluator, judge};
use crate::engine::network::SIDES;
use crate::engine::search::score::Score;
use crate::engine::shape_board::{ShapeBoard, index_of};
use crate::engine::tables::Tables;
use crate::engine::weights::SCALE;
use crate::view::square;
use crate::{Point, Position, Rules, Stage};

/// How steeply the chance rises with the score, fitted to results by `workshop gomoku reliability`; `docs/network.md` has the curve.
const SLOPE: f64 = 0.97;
/// A rating this much higher is an e-fold probability.
const RATING_UNIT: f64 = 256.0;
/// Points that are less likely than this are not worth a look.
const LEAST: f64 = 0.002;
/// Most points that are shown.
const MOST: usize = 24;

/// Whether positions under these rules are judged by the network, to whose scores the chance was fitted.
pub fn is_known(rules: &Rules) -> bool {
    Evaluation::STRONGEST == Evaluation::Network && SIDES.contains(&usize::from(rules.size.get()))
}

/// The expected result of the game (win 1, draw ½, loss 0) for the side that has this score, which is not that of a forced win.
pub fn chance_of(score: Score) -> f64 {
    logistic(SLOPE, score)
}

/// The logistic curve of a slope; that of slope 1 is the engine's own scale.
pub fn logistic(slope: f64, score: Score) -> f64 {
    1.0 / (1.0 + (-slope * f64::from(score) / f64::from(SCALE)).exp())
}

/// Where a strong player would look, the likeliest first, without any search; empty where the network does not know or no stone is to be
/// played.
pub fn candidates(position: &Position) -> Vec<Candidate> {
    let rules = position.rules();
    if !is_known(rules) || position.stage() != Stage::Play || position.outcome().is_some() {
        return Vec::new();
    }
    let mut board = ShapeBoard::new(usize::from(rules.size.get()), Tables::shared(rules.rule));
    for &point in position.moves() {
        board.place(index_of(point));
    }
    let mut judge = judge(true);
    judge.start(&board);
    let points: Vec<Point> = position.board().empty_points().filter(|&point| position.is_legal(point)).collect();
    let mut ratings = Vec::new();
    judge.rate(&board, &points.iter().map(|&point| index_of(point)).collect::<Vec<_>>(), &mut ratings);
    let most = ratings.iter().copied().max().unwrap_or_default();
    let parts: Vec<f64> = ratings.iter().map(|&rating| (f64::from(rating - most) / RATING_UNIT).exp()).collect();
    let whole: f64 = parts.iter().sum();
    let mut found: Vec<Candidate> = points
        .iter()
        .zip(parts)
        .map(|(&point, part)| Candidate { text: point.to_string(), at: square(rules.size, point), share: part / whole })
        .filter(|candidate| candidate.share >= LEAST)
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found.truncate(MOST);
    found
}

#[cfg(all(test, feature = "network"))]
mod tests {
    use super::*;
    use crate::notation::play_list;
    use crate::{Opening, Rule, Size};

    fn after(size: u8, rule: Rule, moves: &str) -> Position {
        play_list(Rules::new(Size::try_from(size).unwrap(), rule), moves).unwrap()
    }

    #[test]
    fn an_even_score_is_an_even_chance_and_both_sides_share_the_whole() {
        assert!((chance_of(0) - 0.5).abs() < 1e-12);
        for score in (-1000..1000).step_by(50) {
            assert!((chance_of(score) + chance_of(-score) - 1.0).abs() < 1e-12);
            assert!(chance_of(score) < chance_of(score + 50));
        }
    }

    #[test]
    fn a_strong_player_looks_at_the_ends_of_an_open_three() {
        for (size, rule) in [(15, Rule::Freestyle), (15, Rule::Standard), (19, Rule::Freestyle), (20, Rule::Freestyle)]
        {
            let found = candidates(&after(size, rule, "g8 a1 h8 a3 i8"));
            let two: Vec<&str> = found[..2].iter().map(|candidate| candidate.text.as_str()).collect();
            assert!(two.contains(&"f8") && two.contains(&"j8"), "{size} {rule}: {two:?}");
            assert!(found.is_sorted_by(|a, b| a.share >= b.share) && found.len() <= MOST);
            let sum: f64 = found.iter().map(|candidate| candidate.share).sum();
            assert!(sum > 0.8 && sum <= 1.0 + 1e-9, "{sum}");
        }
    }

    #[test]
    fn forbidden_points_and_stones_are_no_candidates() {
        // A double three at h8 is forbidden to Black.
        let position = after(15, Rule::Renju, "h7 a1 h6 a3 g8 a5 f8 a7");
        assert!(!position.is_legal("h8".parse().unwrap()));
        let found = candidates(&position);
        assert!(!found.is_empty());
        assert!(found.iter().all(|candidate| position.is_legal(candidate.text.parse().unwrap())));
    }

    #[test]
    fn nothing_is_said_where_the_network_does_not_know() {
        assert!(candidates(&after(13, Rule::Freestyle, "g7")).is_empty());
        assert!(candidates(&after(22, Rule::Freestyle, "g7")).is_empty());
        let opening = Rules { opening: Opening::Swap2, ..Rules::new(Size::FIFTEEN, Rule::Freestyle) };
        assert!(candidates(&Position::new(opening)).is_empty());
        let over = after(15, Rule::Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
        assert!(candidates(&over).is_empty());
    }
}
