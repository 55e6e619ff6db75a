//! What may be played: the referee of gomoku and renju.

use banmen_core::{Game, IllegalMove, Outcome, RulesError, Turn};

use crate::{Direction, Forbidden, Point, Rule, Rules, Size, Stone, StoneBoard, forbidden};

/// Reasons for the end of a game, as keys that the page translates.
pub mod reason {
    /// Five in a row.
    pub const FIVE: &str = "five";
    /// The board is full.
    pub const FULL: &str = "full";
    /// Every point that is left is forbidden to Black.
    pub const NO_MOVE: &str = "no_move";
}

/// A position of gomoku: the rules, and the stones in the order in which they were placed.
///
/// ```
/// use banmen_core::Game;
/// use banmen_gomoku::{Position, Rules};
/// let mut position = Position::start(&Rules::default()).unwrap();
/// position.play("j10".parse().unwrap()).unwrap();
/// assert!(position.play("j10".parse().unwrap()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: StoneBoard,
    moves: Vec<Point>,
    outcome: Option<Outcome>,
}

impl Position {
    /// The first position under these rules; all rules that can be written can be played.
    pub fn new(rules: Rules) -> Self {
        Self { rules, board: StoneBoard::new(rules.size), moves: Vec::new(), outcome: None }
    }

    /// The stones.
    pub const fn board(&self) -> &StoneBoard {
        &self.board
    }

    /// The number of points a side.
    pub const fn size(&self) -> Size {
        self.rules.size
    }

    /// The moves so far, Black's first.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The colour of the stone that would be placed next, also after the end of the game.
    pub const fn to_move(&self) -> Stone {
        Stone::BOTH[self.moves.len() % 2]
    }

    /// The result, once there is one.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Why a point that is on the board and empty may not be played by the side to move.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        let applies = self.rules.rule == Rule::Renju && self.to_move() == Stone::Black;
        if applies { forbidden(&self.board, point) } else { None }
    }

    /// Whether a stone of this colour on an empty point makes a winning row.
    pub fn wins(&self, point: Point, stone: Stone) -> bool {
        winning_direction(&self.board, self.rules.rule, point, stone).is_some()
    }

    /// The winning row from end to end, if the last move made one.
    pub fn winning_row(&self) -> Option<Vec<Point>> {
        let last = *self.moves.last()?;
        let stone = self.to_move().other();
        let direction = winning_direction(&self.board, self.rules.rule, last, stone)?;
        Some(self.board.row(last, stone, direction))
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Point> {
        let last = self.moves.pop()?;
        self.board.set(last, None);
        self.outcome = None;
        Some(last)
    }

    /// Whether the side to move may play on a point.
    pub fn is_legal(&self, point: Point) -> bool {
        self.outcome.is_none() && self.board.is_empty(point) && self.forbidden(point).is_none()
    }

    /// Whether the side to move may play on a point, and if not, why.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::new(point, "the game is over"));
        }
        if !self.rules.size.contains(point) {
            let size = self.rules.size;
            return Err(IllegalMove::new(point, format!("it is not on a board of size {size}")));
        }
        if let Some(stone) = self.board.get(point) {
            return Err(IllegalMove::new(point, format!("a stone of {stone} is already there")));
        }
        match self.forbidden(point) {
            Some(why) => Err(IllegalMove::new(point, format!("it is forbidden to Black ({why})"))),
            None => Ok(()),
        }
    }

    fn outcome_after(&self, last: Point, stone: Stone) -> Option<Outcome> {
        if self.wins(last, stone) {
            return Some(Outcome::win(stone.seat(), reason::FIVE));
        }
        if self.moves.len() == self.rules.size.points() {
            return Some(Outcome::draw(reason::FULL));
        }
        let stuck = self.rules.rule == Rule::Renju
            && stone == Stone::White
            && self.board.empty_points().all(|point| forbidden(&self.board, point).is_some());
        stuck.then(|| Outcome::draw(reason::NO_MOVE))
    }
}

/// The direction in which a stone of this colour on a point makes a winning row.
fn winning_direction(board: &StoneBoard, rule: Rule, point: Point, stone: Stone) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| {
        let run = board.run(point, stone, direction);
        match (rule, stone) {
            (Rule::Freestyle, _) | (Rule::Renju, Stone::White) => run >= 5,
            (Rule::Standard, _) | (Rule::Renju, Stone::Black) => run == 5,
        }
    })
}

impl Game for Position {
    type Rules = Rules;
    type Move = Point;

    fn start(rules: &Rules) -> Result<Self, RulesError> {
        Ok(Self::new(*rules))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(outcome) => Turn::over(outcome),
            None => Turn::of(self.to_move().seat()),
        }
    }

    fn legal_moves(&self, out: &mut Vec<Point>) {
        if self.outcome.is_none() {
            out.extend(self.board.empty_points().filter(|&point| self.forbidden(point).is_none()));
        }
    }

    fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        let stone = self.to_move();
        self.board.set(point, Some(stone));
        self.moves.push(point);
        self.outcome = self.outcome_after(point, stone);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_list;

    fn at(point: &str) -> Point {
        point.parse().unwrap()
    }

    fn after(rule: Rule, moves: &str) -> Position {
        play_list(Rules { size: Size::FIFTEEN, rule }, moves).unwrap()
    }

    const BLACK_HAS_FOUR: &str = "d8 d1 e8 f1 f8 h1 g8 j1";

    #[test]
    fn five_wins_under_every_rule() {
        for rule in Rule::ALL {
            let mut position = after(rule, BLACK_HAS_FOUR);
            position.play(at("h8")).unwrap();
            assert_eq!(position.outcome(), Some(Outcome::win(banmen_core::Seat::First, reason::FIVE)));
            assert_eq!(position.winning_row().unwrap().len(), 5);
            assert!(position.play(at("a1")).is_err(), "nothing can be placed after the end");
        }
    }

    #[test]
    fn six_wins_only_in_freestyle_and_for_white_in_renju() {
        let six_by_black = "d8 d1 e8 f1 f8 h1 h8 j1 i8 l1";
        let mut position = after(Rule::Freestyle, six_by_black);
        position.play(at("g8")).unwrap();
        assert!(position.outcome().is_some());
        let mut position = after(Rule::Standard, six_by_black);
        position.play(at("g8")).unwrap();
        assert_eq!(position.outcome(), None);
        assert!(after(Rule::Renju, six_by_black).play(at("g8")).is_err());
        let six_by_white = "a1 d8 c1 e8 e1 f8 g1 h8 i1 i8 k1";
        let mut position = after(Rule::Renju, six_by_white);
        position.play(at("g8")).unwrap();
        assert_eq!(position.outcome().unwrap().winner, Some(banmen_core::Seat::Second));
    }

    #[test]
    fn a_full_board_is_a_draw() {
        // Rows of two colours in pairs, shifted, make no five on the smallest board.
        let mut position = Position::new(Rules { size: Size::try_from(5_u8).unwrap(), rule: Rule::Freestyle });
        let order = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 b4 a4 d4 c4 e4 a5 b5 c5 d5 e5";
        for point in order.split(' ') {
            position.play(at(point)).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::draw(reason::FULL)));
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut position = after(Rule::Renju, "h8 h9");
        let before = position.clone();
        assert!(position.play(at("h8")).unwrap_err().to_string().contains("already there"));
        assert!(position.play(at("p1")).unwrap_err().to_string().contains("not on a board of size 15"));
        assert_eq!(position, before);
    }

    #[test]
    fn undo_returns_to_the_position_before() {
        let mut position = after(Rule::Freestyle, BLACK_HAS_FOUR);
        let before = position.clone();
        position.play(at("h8")).unwrap();
        assert_eq!(position.undo(), Some(at("h8")));
        assert_eq!(position, before);
    }
}
