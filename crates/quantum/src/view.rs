//! What is drawn of a position.

use banmen_core::{
    Counter, Game, Ghost, Grid as Picture, GridStyle, Layer, LegalMove, Mark, MarkKind, Piece, Seat, Show, Square,
    Stroke, StrokeKind, Text, View,
};

use crate::{Colours, Move, Percent, Point, Position, Stage};

const GLYPH: &str = "stone";

/// Where a point is drawn: rows of a picture are counted from the top.
pub fn square(size: u8, point: Point) -> Square {
    Square::new(point.column(), size - 1 - point.row())
}

/// The key of a player's name.
pub fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "black",
        Seat::Second => "white",
    }
}

impl Position {
    fn square_at(&self, index: usize) -> Square {
        square(self.grid().size(), self.grid().point(index))
    }

    /// The stones with their probabilities; kept ones in their colours.
    fn probable_pieces(&self) -> Vec<Piece> {
        let stones = self.order().iter().enumerate();
        stones
            .filter_map(|(number, &index)| {
                let percent = self.grid().at(usize::from(index))?;
                let at = self.square_at(usize::from(index));
                Some(if percent.is_certain() {
                    coloured(at, percent == Percent::BLACK, true)
                } else {
                    Piece {
                        at,
                        glyph: GLYPH.to_owned(),
                        owner: Some(Seat::BOTH[number % 2]),
                        label: Some(percent.to_string()),
                        shade: Some(percent.black()),
                        ..Piece::default()
                    }
                })
            })
            .collect()
    }

    /// The stones in the colours of an observation.
    fn observed_pieces(&self, colours: &Colours) -> Vec<Piece> {
        let stones = self.order().iter().zip(colours.iter());
        stones
            .map(|(&index, black)| {
                let kept = self.grid().at(usize::from(index)).is_some_and(Percent::is_certain);
                coloured(self.square_at(usize::from(index)), black, kept)
            })
            .collect()
    }

    fn winning_strokes(&self) -> Vec<Stroke> {
        [true, false]
            .into_iter()
            .flat_map(|black| self.rows_of_last_observation(black))
            .map(|(from, to)| Stroke { from: self.square_at(from), to: self.square_at(to), kind: StrokeKind::Win })
            .collect()
    }

    /// Whether the colours just drawn are what lies on the board: the game ended by them, or somebody decides about them.
    fn shows_colours(&self) -> bool {
        matches!(self.last(), Some(Move::Collapse(_))) && (self.stage() == Stage::AfterMiss || self.outcome().is_some())
    }

    fn counters(&self) -> Vec<Counter> {
        let mut counters = Vec::new();
        for seat in Seat::BOTH {
            let left = self.observations_left(seat).map_or_else(|| "∞".to_owned(), |left| left.to_string());
            counters.push(Counter { seat: Some(seat), label: Text::new("counter.observations_left"), value: left });
        }
        let placed = self.order().len();
        for seat in Seat::BOTH {
            let next = placed + usize::from(placed % 2 != seat.index());
            let percent = self.rules().stone(next);
            counters.push(Counter {
                seat: Some(seat),
                label: Text::new("counter.next_stone"),
                value: format!("{percent} %"),
            });
        }
        counters
    }

    fn status(&self) -> Text {
        let with_side = |key: &str| Text::new(key).with("side", side(self.mover()));
        match self.outcome() {
            Some(outcome) => match outcome.winner {
                Some(winner) => Text::new("status.won").with("side", side(winner)).with("reason", outcome.reason),
                None => Text::new("status.drawn").with("reason", outcome.reason),
            },
            None => match self.stage() {
                Stage::Place => with_side("status.quantum.place").with("percent", self.next_stone()),
                Stage::Decide if !Seat::BOTH.iter().any(|&seat| self.row_possible(seat)) => {
                    with_side("status.quantum.decide_in_vain")
                }
                Stage::Decide => with_side("status.quantum.decide"),
                Stage::Collapse => with_side("status.quantum.collapse"),
                Stage::AfterMiss => with_side("status.quantum.after_miss"),
            },
        }
    }

    fn spoken(&self) -> Option<Text> {
        let last = self.last()?;
        // After a turn has passed the player who acted is the other one.
        let actor = if self.stage() == Stage::Place { self.mover().other() } else { self.mover() };
        let text = |key: &str| Text::new(key).with("side", side(actor));
        Some(match last {
            Move::Place(point) => {
                let percent = self.rules().stone(self.order().len() - 1);
                text("spoken.quantum.placed").with("point", point).with("percent", percent)
            }
            Move::Observe => text("spoken.quantum.observes"),
            Move::Skip => text("spoken.quantum.skipped"),
            Move::Cancel => text("spoken.quantum.cancelled"),
            Move::Keep => text("spoken.quantum.kept"),
            Move::Collapse(_) => {
                let rows = [true, false].map(|black| !self.rows_of_last_observation(black).is_empty());
                text(match rows {
                    [true, true] => "spoken.quantum.both_rows",
                    [true, false] => "spoken.quantum.black_row",
                    [false, true] => "spoken.quantum.white_row",
                    [false, false] => "spoken.quantum.no_row",
                })
            }
        })
    }

    fn comparison(&self) -> Option<Layer> {
        let last = self.observations().last()?;
        if self.shows_colours() {
            let title = Text::new("compare.quantum.probabilities");
            return Some(Layer { title, pieces: self.probable_pieces(), strokes: Vec::new() });
        }
        let title = Text::new("compare.quantum.observation")
            .with("number", self.observations().len())
            .with("side", side(last.seat));
        Some(Layer { title, pieces: self.observed_pieces(&last.colours), strokes: self.winning_strokes() })
    }
}

fn coloured(at: Square, black: bool, kept: bool) -> Piece {
    let owner = if black { Seat::First } else { Seat::Second };
    Piece { at, glyph: GLYPH.to_owned(), owner: Some(owner), kept, ..Piece::default() }
}

/// The points drawn as dots: nine on large boards, five on middling ones, the centre on small ones of odd size.
fn stars(size: u8) -> Vec<Square> {
    let edge = match size {
        0..=6 => None,
        7..=8 => Some(1),
        9..=12 => Some(2),
        _ => Some(3),
    };
    let mut lines: Vec<u8> = edge.map_or_else(Vec::new, |edge| vec![edge, size - 1 - edge]);
    let middle = size / 2;
    if size % 2 == 1 && size >= 17 {
        lines.push(middle);
    }
    let mut stars: Vec<Square> = lines.iter().flat_map(|&x| lines.iter().map(move |&y| Square::new(x, y))).collect();
    if size % 2 == 1 && size < 17 {
        stars.push(Square::new(middle, middle));
    }
    stars
}

impl Show for Position {
    fn view(&self) -> View {
        let size = self.grid().size();
        let mut grid = Picture::lettered(size, size, GridStyle::Points);
        grid.stars = stars(size);
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        let moves = legal
            .into_iter()
            .map(|m| match m {
                Move::Place(point) => LegalMove::place(m, square(size, point)),
                _ => LegalMove::action(m, &m.to_string()),
            })
            .collect();
        let last_stone = self.order().last().map(|&index| self.square_at(usize::from(index)));
        let places = self.outcome().is_none() && self.stage() == Stage::Place;
        let ghost = places.then(|| Ghost {
            glyph: GLYPH.to_owned(),
            owner: Some(self.mover()),
            label: Some(self.next_stone().to_string()),
            shade: Some(self.next_stone().black()),
        });
        let colours = self.shows_colours().then(|| self.observations().last()).flatten();
        View {
            pieces: colours.map_or_else(|| self.probable_pieces(), |last| self.observed_pieces(&last.colours)),
            moves,
            marks: last_stone.map(|at| Mark { at, kind: MarkKind::Last, label: None }).into_iter().collect(),
            strokes: if colours.is_some() { self.winning_strokes() } else { Vec::new() },
            compare: self.comparison(),
            ghost,
            counters: self.counters(),
            spoken: self.spoken(),
            ..View::new(grid, self.turn(), self.status())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    fn after(rules: &Rules, events: &str) -> Position {
        let mut position = Position::start(rules).unwrap();
        for event in events.split_whitespace() {
            position.play(event.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        }
        position
    }

    fn tiny(rules: Rules) -> Rules {
        Rules { size: 3, row: 3, ..rules }
    }

    #[test]
    fn stones_carry_their_number_and_shade_and_the_ghost_the_next() {
        let view = after(&Rules::video(), "j10 skip k10 skip").view();
        assert_eq!(view.pieces[0].label.as_deref(), Some("90"));
        assert_eq!(view.pieces[1].shade, Some(0.1));
        assert_eq!(view.ghost.unwrap().label.as_deref(), Some("70"));
        assert_eq!(view.counters[0].value, "∞");
        assert_eq!(view.counters[3].value, "30 %");
    }

    #[test]
    fn buttons_are_actions() {
        let names = |events: &str| -> Vec<String> {
            after(&tiny(Rules::rulebook()), events).view().moves.into_iter().filter_map(|m| m.action).collect()
        };
        assert_eq!(names("a1"), ["observe", "skip"]);
        assert_eq!(names("a1 observe b"), ["cancel", "keep"]);
        assert!(names("a1 observe").is_empty());
    }

    #[test]
    fn a_decision_that_cannot_show_a_row_says_so() {
        let key = |events: &str| after(&tiny(Rules::video()), events).view().status.key;
        assert_eq!(key("a1"), "status.quantum.decide_in_vain");
        assert_eq!(key("a1 skip b1 skip c1"), "status.quantum.decide");
    }

    #[test]
    fn kept_colours_are_locked_and_the_counter_falls() {
        let view = after(&tiny(Rules::rulebook()), "a1 observe w keep").view();
        assert!(view.pieces[0].kept);
        assert_eq!(view.pieces[0].owner, Some(Seat::Second));
        assert_eq!(view.counters[0].value, "4");
        assert_eq!(view.counters[1].value, "5");
    }

    #[test]
    fn a_won_board_shows_its_colours_and_row_and_compares_with_the_probabilities() {
        let view = after(&tiny(Rules::video()), "a1 skip a3 skip b1 skip b3 skip c1 observe bwbwb").view();
        assert_eq!(view.strokes.len(), 1);
        assert_eq!((view.strokes[0].from, view.strokes[0].to), (Square::new(0, 2), Square::new(2, 2)));
        assert!(view.pieces.iter().all(|piece| piece.shade.is_none()));
        assert!(view.compare.unwrap().pieces.iter().all(|piece| piece.shade.is_some()));
        assert!(view.moves.is_empty() && view.ghost.is_none());
        assert_eq!(view.status, Text::new("status.won").with("side", "black").with("reason", "row"));
    }

    #[test]
    fn after_a_miss_the_last_observation_can_be_compared() {
        let view = after(&tiny(Rules::video()), "a1 observe w").view();
        assert_eq!(view.pieces[0].label.as_deref(), Some("90"));
        assert_eq!(view.compare.unwrap().pieces[0].owner, Some(Seat::Second));
        assert_eq!(view.spoken.unwrap().key, "spoken.quantum.no_row");
    }
}
