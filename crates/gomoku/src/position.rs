//! What may be played: the referee of gomoku and renju.

use banmen_core::{Game, IllegalMove, Outcome, RulesError, Seat, Turn};

use crate::{Direction, Forbidden, Move, Opening, Point, Rule, Rules, Size, Stage, Stone, StoneBoard, forbidden};

/// Reasons for the end of a game, as keys that the page translates.
pub mod reason {
    /// Five in a row.
    pub const FIVE: &str = "five";
    /// The board is full.
    pub const FULL: &str = "full";
    /// Every point that is left is forbidden to Black.
    pub const NO_MOVE: &str = "no_move";
}

/// A position of gomoku: the rules, the stones in the order in which they were placed, and how far the opening has come.
///
/// Black's stones are those of the seat that begins, until the players exchange colours.
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
    pub(crate) rules: Rules,
    board: StoneBoard,
    moves: Vec<Point>,
    outcome: Option<Outcome>,
    pub(crate) stage: Stage,
    /// Whether the players have exchanged colours.
    pub(crate) exchanged: bool,
    /// Fifth moves that Black offers.
    pub(crate) offers: Vec<Point>,
    last: Option<Move>,
}

impl Position {
    /// The first position under these rules; all rules that can be written can be played.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            board: StoneBoard::new(rules.size),
            moves: Vec::new(),
            outcome: None,
            stage: Stage::first(rules.opening),
            exchanged: false,
            offers: Vec::new(),
            last: None,
        }
    }

    /// The stones.
    pub const fn board(&self) -> &StoneBoard {
        &self.board
    }

    /// The number of points a side.
    pub const fn size(&self) -> Size {
        self.rules.size
    }

    /// The stones so far in the order in which they were placed, Black's first.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The colour of the stone that would be placed next, also after the end of the game.
    pub const fn to_move(&self) -> Stone {
        Stone::BOTH[self.moves.len() % 2]
    }

    /// What the player to move has to do.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The fifth moves that Black has offered and White has not yet answered.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// The last move, a stone or a decision.
    pub const fn last(&self) -> Option<Move> {
        self.last
    }

    /// The seat of the player of a colour.
    pub const fn seat_of(&self, stone: Stone) -> Seat {
        if self.exchanged { stone.seat().other() } else { stone.seat() }
    }

    /// The colour that the player in a seat plays.
    pub const fn stone_of(&self, seat: Seat) -> Stone {
        Stone::of(if self.exchanged { seat.other() } else { seat })
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

    /// Takes the last stone back and returns it; `None` at the start, and in a game with an opening, where stones are not all.
    pub fn undo(&mut self) -> Option<Point> {
        if self.rules.opening != Opening::None {
            return None;
        }
        let last = self.moves.pop()?;
        self.board.set(last, None);
        self.outcome = None;
        self.last = self.moves.last().copied().map(Move::At);
        Some(last)
    }

    /// Whether the side to move may play on a point.
    pub fn is_legal(&self, point: Point) -> bool {
        self.outcome.is_none()
            && self.board.is_empty(point)
            && self.forbidden(point).is_none()
            && self.opening_objection(point).is_none()
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
        if let Some(why) = self.forbidden(point) {
            return Err(IllegalMove::new(point, format!("it is forbidden to Black ({why})")));
        }
        self.opening_objection(point).map_or(Ok(()), |why| Err(IllegalMove::new(point, why)))
    }

    /// Plays on a point: [`Game::play`] for those who know that it is one.
    pub fn place(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        self.last = Some(Move::At(point));
        if self.stage == Stage::Offer {
            self.offer(point);
            return Ok(());
        }
        let stone = self.to_move();
        self.board.set(point, Some(stone));
        self.moves.push(point);
        self.offers.clear();
        self.outcome = self.outcome_after(point, stone);
        self.stage = self.stage_after_stone();
        Ok(())
    }

    fn outcome_after(&self, last: Point, stone: Stone) -> Option<Outcome> {
        if self.wins(last, stone) {
            return Some(Outcome::win(self.seat_of(stone), reason::FIVE));
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
    type Move = Move;

    fn start(rules: &Rules) -> Result<Self, RulesError> {
        Ok(Self::new(*rules))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(outcome) => Turn::over(outcome),
            None => Turn::of(self.actor()),
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome.is_some() {
            return;
        }
        out.extend(self.decisions());
        if !matches!(self.stage, Stage::Choose { .. }) {
            out.extend(self.size().iter().filter(|&point| self.is_legal(point)).map(Move::At));
        }
    }

    fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        match m {
            Move::At(point) => self.place(point),
            _ if self.outcome.is_some() => Err(IllegalMove::new(m, "the game is over")),
            decision => {
                self.decide(decision)?;
                self.last = Some(decision);
                Ok(())
            }
        }
    }

    fn side_to_move(&self) -> Option<Seat> {
        self.turn().seat()?;
        Some(match self.stage {
            Stage::Choose { by, .. } => self.stone_of(by).seat(),
            _ => self.to_move().seat(),
        })
    }

    fn sides_exchanged(&self) -> bool {
        self.exchanged
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
        play_list(Rules::new(Size::FIFTEEN, rule), moves).unwrap()
    }

    const BLACK_HAS_FOUR: &str = "d8 d1 e8 f1 f8 h1 g8 j1";

    #[test]
    fn five_wins_under_every_rule() {
        for rule in Rule::ALL {
            let mut position = after(rule, BLACK_HAS_FOUR);
            position.place(at("h8")).unwrap();
            assert_eq!(position.outcome(), Some(Outcome::win(Seat::First, reason::FIVE)));
            assert_eq!(position.winning_row().unwrap().len(), 5);
            assert!(position.place(at("a1")).is_err(), "nothing can be placed after the end");
        }
    }

    #[test]
    fn six_wins_only_in_freestyle_and_for_white_in_renju() {
        let six_by_black = "d8 d1 e8 f1 f8 h1 h8 j1 i8 l1";
        let mut position = after(Rule::Freestyle, six_by_black);
        position.place(at("g8")).unwrap();
        assert!(position.outcome().is_some());
        let mut position = after(Rule::Standard, six_by_black);
        position.place(at("g8")).unwrap();
        assert_eq!(position.outcome(), None);
        assert!(after(Rule::Renju, six_by_black).place(at("g8")).is_err());
        let six_by_white = "a1 d8 c1 e8 e1 f8 g1 h8 i1 i8 k1";
        let mut position = after(Rule::Renju, six_by_white);
        position.place(at("g8")).unwrap();
        assert_eq!(position.outcome().unwrap().winner, Some(Seat::Second));
    }

    #[test]
    fn a_full_board_is_a_draw() {
        // Rows of two colours in pairs, shifted, make no five on the smallest board.
        let mut position = Position::new(Rules::new(Size::try_from(5_u8).unwrap(), Rule::Freestyle));
        let order = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 b4 a4 d4 c4 e4 a5 b5 c5 d5 e5";
        for point in order.split(' ') {
            position.place(at(point)).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::draw(reason::FULL)));
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut position = after(Rule::Renju, "h8 h9");
        let before = position.clone();
        assert!(position.place(at("h8")).unwrap_err().to_string().contains("already there"));
        assert!(position.place(at("p1")).unwrap_err().to_string().contains("not on a board of size 15"));
        assert_eq!(position, before);
    }

    #[test]
    fn undo_returns_to_the_position_before() {
        let mut position = after(Rule::Freestyle, BLACK_HAS_FOUR);
        let before = position.clone();
        position.place(at("h8")).unwrap();
        assert_eq!(position.undo(), Some(at("h8")));
        assert_eq!(position, before);
    }
}
