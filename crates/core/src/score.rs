use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Seat, Text};

/// What a position or a move is worth. A number without a seat is the **first** player's, whoever is to move: bar, graph and labels all
/// have this one point of view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Score {
    /// A player's opinion in the game's own unit: above 0 when the first player is ahead.
    Value {
        /// The number.
        value: f64,
    },
    /// The first player's expected score of the game: win 1, draw ½, loss 0.
    Share {
        /// 0 to 1.
        share: f64,
    },
    /// A forced win.
    Win {
        /// Whose.
        seat: Seat,
        /// With which of the winner's own moves from here: 1 for a win at the winner's next move, 0 if it is won already.
        moves: u32,
    },
    /// A draw with best play of both.
    Draw,
    /// An exact value in the notation of combinatorial games (`↑∗`, `−1/2`): above zero when the first player is ahead.
    Exact {
        /// The value.
        text: String,
    },
}

impl Score {
    /// An opinion of the player on `seat`.
    pub fn value(seat: Seat, value: f64) -> Score {
        Score::Value { value: if seat == Seat::First { value } else { -value } }
    }

    /// The expected score of the player on `seat`.
    pub fn share(seat: Seat, share: f64) -> Score {
        Score::Share { share: share_of_first(seat, share) }
    }

    /// A game that is decided in `plies` moves of both players together, counted from `to_move`'s next one.
    pub fn win_after(winner: Seat, to_move: Seat, plies: u32) -> Score {
        let moves = if winner == to_move { plies.div_ceil(2) } else { plies / 2 };
        Score::Win { seat: winner, moves }
    }

    /// The score in words, for people at a terminal; `sides` are the names of the first and the second player.
    pub fn words(&self, sides: [&str; 2]) -> String {
        match self {
            Score::Win { seat, moves: 0 } => format!("{} has won", sides[seat.index()]),
            Score::Win { seat, moves } => format!("{} wins in {moves}", sides[seat.index()]),
            Score::Share { share } => format!("{} {:.1} %", sides[0], 100.0 * share),
            Score::Value { value } => with_minus(&format!("{value:+.2}")),
            Score::Draw => "draw".to_owned(),
            Score::Exact { text } => text.clone(),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(["first", "second"]))
    }
}

/// The first player's part of a whole of which `seat` has this part.
pub fn share_of_first(seat: Seat, share: f64) -> f64 {
    if seat == Seat::First { share } else { 1.0 - share }
}

/// A number as people read it: with a minus sign instead of a hyphen.
pub fn with_minus(number: &str) -> String {
    number.replace('-', "−")
}

/// Who is ahead, in words that agree with the bar. `share` is the first player's part of it; `sides` are the keys of both names.
pub fn who_is_ahead(share: f64, sides: [&str; 2]) -> Text {
    /// A lead that is smaller than this is none.
    const EVEN: f64 = 0.05;
    /// A lead that is smaller than this is a slight one.
    const SLIGHT: f64 = 0.15;
    let lead = (share - 0.5).abs();
    let side = sides[usize::from(share < 0.5)];
    match lead {
        _ if lead < EVEN => Text::new("analysis.even"),
        _ if lead < SLIGHT => Text::new("analysis.slightly_ahead").with("side", side),
        _ => Text::new("analysis.ahead").with("side", side),
    }
}

/// The sentence for a forced win.
pub fn wins_in(score: &Score, sides: [&str; 2]) -> Option<Text> {
    match score {
        Score::Win { seat, moves: 0 } => Some(Text::new("analysis.has_won").with("side", sides[seat.index()])),
        Score::Win { seat, moves } => {
            Some(Text::new("analysis.wins_in").with("side", sides[seat.index()]).with("moves", moves))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_the_winners_own_moves() {
        let moves = |winner, plies| match Score::win_after(winner, Seat::First, plies) {
            Score::Win { seat, moves } if seat == winner => moves,
            other => panic!("{other:?}"),
        };
        // The mover plays the 1st, 3rd and 5th ply.
        assert_eq!([1, 3, 5].map(|plies| moves(Seat::First, plies)), [1, 2, 3]);
        // The other player plays the 2nd and the 4th.
        assert_eq!([0, 2, 4].map(|plies| moves(Seat::Second, plies)), [0, 1, 2]);
    }

    #[test]
    fn numbers_are_the_first_players_whoever_asks() {
        assert_eq!(Score::value(Seat::Second, 1.5), Score::Value { value: -1.5 });
        assert_eq!(Score::share(Seat::Second, 0.25), Score::Share { share: 0.75 });
        assert_eq!(Score::value(Seat::Second, 1.5).to_string(), "−1.50");
    }

    #[test]
    fn words_agree_with_the_bar() {
        let words = |share| {
            let text = who_is_ahead(share, ["black", "white"]);
            (text.key, text.args.get("side").cloned().unwrap_or_default())
        };
        assert_eq!(words(0.52).0, "analysis.even");
        assert_eq!(words(0.6), ("analysis.slightly_ahead".to_owned(), "black".to_owned()));
        assert_eq!(words(0.1), ("analysis.ahead".to_owned(), "white".to_owned()));
    }

    #[test]
    fn a_score_reads_back_from_json() {
        for score in [Score::Win { seat: Seat::Second, moves: 3 }, Score::Draw, Score::Exact { text: "↑∗".to_owned() }]
        {
            let json = serde_json::to_string(&score).unwrap();
            assert_eq!(serde_json::from_str::<Score>(&json).unwrap(), score, "{json}");
        }
    }
}
