//! What may be played: the referee of quantum gomoku.

use banmen_core::{Draw, Game, IllegalMove, Outcome, RulesError, Seat, Turn};

use crate::odds::rows;
use crate::{AfterMiss, BothRows, Colours, Grid, Move, Observations, OutOfObservations, Percent, Rules};

/// Reasons for the end of a game, as keys that the page translates.
pub mod reason {
    /// One colour came up in a row.
    pub const ROW: &str = "row";
    /// Both colours came up in a row.
    pub const BOTH_ROWS: &str = "both_rows";
    /// The board is full and neither side has won.
    pub const FULL: &str = "full";
    /// No observation is left to anybody.
    pub const NO_OBSERVATIONS: &str = "no_observations";
}

/// What the player to move, or chance, has to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Place a stone.
    Place,
    /// Observe or skip.
    Decide,
    /// Chance draws the colours.
    Collapse,
    /// Cancel or keep.
    AfterMiss,
}

/// An observation that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Who observed.
    pub seat: Seat,
    /// What came up, in the order in which the stones were placed.
    pub colours: Colours,
    /// Whether the colours were kept.
    pub kept: bool,
}

/// A position of quantum gomoku.
///
/// ```
/// use banmen_core::Game;
/// use banmen_quantum::{Position, Rules};
/// let mut position = Position::start(&Rules::video()).unwrap();
/// for event in ["j10", "observe", "b", "k10", "skip"] {
///     position.play(event.parse().unwrap()).unwrap();
/// }
/// assert_eq!(position.grid().stones(), 2);
/// assert!(position.play("observe".parse().unwrap()).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    grid: Grid,
    /// The places of the stones in the order in which they were placed.
    order: Vec<u16>,
    stage: Stage,
    /// Observations left to the first and to the second player; when shared, both are the same.
    left: [u16; 2],
    observations: Vec<Observation>,
    outcome: Option<Outcome>,
    last: Option<Move>,
}

impl Position {
    /// The stones.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The places of the stones, as [`Grid::index`] counts, in the order in which they were placed.
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// What comes next, also when the game is over.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player whose turn it is: who places, decides, or has observed.
    pub fn mover(&self) -> Seat {
        let placed = self.order.len() - usize::from(self.stage != Stage::Place);
        Seat::BOTH[placed % 2]
    }

    /// The percentage of the next stone to be placed, by the player to place next.
    pub fn next_stone(&self) -> Percent {
        self.rules.stone(self.order.len())
    }

    /// How many observations a player has left; `None` without a limit.
    pub fn observations_left(&self, seat: Seat) -> Option<u16> {
        (self.rules.observations != Observations::Unlimited).then(|| self.left[seat.index()])
    }

    /// The observations so far.
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The last event.
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// Whether a player could observe after one more stone, or now if the stone is already placed.
    pub fn may_observe(&self, seat: Seat) -> bool {
        let stones = self.order.len() + usize::from(self.stage == Stage::Place);
        stones >= usize::from(self.rules.first_observation) && self.observations_left(seat) != Some(0)
    }

    /// Whether an observation now could show a row of this player's colour.
    pub fn row_possible(&self, seat: Seat) -> bool {
        let possible = |cell: &u16| {
            let stone = self.grid.at(usize::from(*cell));
            stone.is_some_and(|stone| stone != Percent::certain(seat == Seat::Second))
        };
        rows::full_rows(&self.grid, self.rules.row).iter().any(|row| row.cells().iter().all(possible))
    }

    /// The rows of one colour in the last observation, each from end to end and as long as it is.
    pub fn rows_of_last_observation(&self, black: bool) -> Vec<(usize, usize)> {
        let Some(last) = self.observations.last() else { return Vec::new() };
        let mut of_colour = vec![false; self.grid.points()];
        for (&index, colour) in self.order.iter().zip(last.colours.iter()) {
            of_colour[usize::from(index)] = colour == black;
        }
        runs(&of_colour, self.grid.size(), self.rules.row)
    }

    /// The same position with the last observation's colours kept, as *keep* would leave the stones.
    pub(crate) fn kept_grid(&self, colours: &Colours) -> Grid {
        let mut grid = self.grid.clone();
        for (&index, black) in self.order.iter().zip(colours.iter()) {
            grid.set(usize::from(index), Some(Percent::certain(black)));
        }
        grid
    }

    fn refuse(m: Move, why: impl Into<String>) -> Result<(), IllegalMove> {
        Err(IllegalMove::new(m, why))
    }

    /// After the stone has been placed and everything about it decided.
    fn pass(&mut self) {
        self.stage = Stage::Place;
        if self.grid.is_full() {
            self.outcome = Some(Outcome::draw(reason::FULL));
        } else if self.nobody_may_ever_observe() && self.rules.out_of_observations == OutOfObservations::Draw {
            self.outcome = Some(Outcome::draw(reason::NO_OBSERVATIONS));
        }
    }

    fn nobody_may_ever_observe(&self) -> bool {
        self.rules.observations != Observations::Unlimited && self.left == [0, 0]
    }

    fn place(&mut self, m: Move) -> Result<(), IllegalMove> {
        let Move::Place(point) = m else {
            let why = match m {
                Move::Observe if self.observations_left(self.mover()) == Some(0) => "no observation is left",
                Move::Observe if !self.order.is_empty() && self.observations_left(self.mover().other()) == Some(0) => {
                    "no observation is left to the player who placed the last stone, so the turn has passed"
                }
                Move::Observe | Move::Skip => "a stone has to be placed first",
                Move::Cancel | Move::Keep if self.rules.after_miss != AfterMiss::Choose => {
                    "under these rules there is no choice after an observation"
                }
                Move::Cancel | Move::Keep => "there is no observation to cancel or to keep",
                _ => "a stone has to be placed; nothing is drawn now",
            };
            return Self::refuse(m, why);
        };
        let percent = self.next_stone();
        let seat = self.mover();
        let observes = self.may_observe(seat);
        if let Err(error) = self.grid.put(point, percent) {
            return Self::refuse(m, error.to_string());
        }
        self.order.push(self.grid.index(point) as u16);
        if observes {
            self.stage = Stage::Decide;
        } else {
            self.pass();
        }
        Ok(())
    }

    fn collapse(&mut self, m: Move) -> Result<(), IllegalMove> {
        let Move::Collapse(colours) = m else { return Self::refuse(m, "chance draws the colours now") };
        if colours.len() != self.order.len() {
            let why = format!("{} colours for {} stones", colours.len(), self.order.len());
            return Self::refuse(m, why);
        }
        for (&index, black) in self.order.iter().zip(colours.iter()) {
            let percent = self.grid.at(usize::from(index));
            if percent == Some(Percent::certain(!black)) {
                let point = self.grid.point(usize::from(index));
                let colour = if black { "black" } else { "white" };
                return Self::refuse(m, format!("the stone on {point} cannot come up {colour}"));
            }
        }
        let seat = self.mover();
        if self.rules.observations != Observations::Unlimited {
            let shared = self.rules.observations == Observations::Shared;
            for each in Seat::BOTH {
                if shared || each == seat {
                    self.left[each.index()] -= 1;
                }
            }
        }
        self.observations.push(Observation { seat, colours, kept: false });
        let black_row = !self.rows_of_last_observation(true).is_empty();
        let white_row = !self.rows_of_last_observation(false).is_empty();
        self.outcome = match (black_row, white_row) {
            (true, true) if self.rules.both_rows == BothRows::Observer => Some(Outcome::win(seat, reason::BOTH_ROWS)),
            (true, true) => Some(Outcome::draw(reason::BOTH_ROWS)),
            (true, false) => Some(Outcome::win(Seat::First, reason::ROW)),
            (false, true) => Some(Outcome::win(Seat::Second, reason::ROW)),
            (false, false) => None,
        };
        if self.outcome.is_some() {
            return Ok(());
        }
        let ends = self.grid.is_full()
            || (self.nobody_may_ever_observe() && self.rules.out_of_observations == OutOfObservations::Draw);
        match self.rules.after_miss {
            // Nothing is left to choose about when the game ends anyway.
            AfterMiss::Choose if !ends => self.stage = Stage::AfterMiss,
            AfterMiss::Keep => self.keep(),
            AfterMiss::Revert | AfterMiss::Choose => self.pass(),
        }
        Ok(())
    }

    fn keep(&mut self) {
        if let Some(last) = self.observations.last_mut() {
            last.kept = true;
            let colours = last.colours;
            self.grid = self.kept_grid(&colours);
        }
        self.pass();
    }
}

/// The maximal runs of at least `row` marked points, each as its first and last place.
fn runs(marked: &[bool], size: u8, row: u8) -> Vec<(usize, usize)> {
    let side = isize::from(size);
    let at = |x: isize, y: isize| (0..side).contains(&x) && (0..side).contains(&y) && marked[(y * side + x) as usize];
    let mut found = Vec::new();
    for (dx, dy) in rows::STEPS {
        for y in 0..side {
            for x in 0..side {
                if !at(x, y) || at(x - dx, y - dy) {
                    continue;
                }
                let length = (1..side).find(|&step| !at(x + dx * step, y + dy * step)).unwrap_or(side);
                if length >= isize::from(row) {
                    let last = (y + dy * (length - 1)) * side + x + dx * (length - 1);
                    found.push(((y * side + x) as usize, last as usize));
                }
            }
        }
    }
    found
}

impl Game for Position {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Result<Self, RulesError> {
        rules.check()?;
        let grid = Grid::new(rules.size).map_err(|error| RulesError::new("size", error.to_string()))?;
        Ok(Self {
            left: [rules.observation_count; 2],
            rules: rules.clone(),
            grid,
            order: Vec::new(),
            stage: Stage::Place,
            observations: Vec::new(),
            outcome: None,
            last: None,
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        match (self.outcome, self.stage) {
            (Some(outcome), _) => Turn::over(outcome),
            (None, Stage::Collapse) => Turn::Chance,
            (None, _) => Turn::of(self.mover()),
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome.is_some() {
            return;
        }
        match self.stage {
            Stage::Place => out.extend(self.grid.empty().map(|index| Move::Place(self.grid.point(index)))),
            Stage::Decide => out.extend([Move::Observe, Move::Skip]),
            Stage::Collapse => {}
            Stage::AfterMiss => out.extend([Move::Cancel, Move::Keep]),
        }
    }

    fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Self::refuse(m, "the game is over and the board is locked");
        }
        let result = match (self.stage, m) {
            (Stage::Place, _) => self.place(m),
            (Stage::Decide, Move::Observe) => {
                self.stage = Stage::Collapse;
                Ok(())
            }
            (Stage::Decide, Move::Skip) | (Stage::AfterMiss, Move::Cancel) => {
                self.pass();
                Ok(())
            }
            (Stage::Decide, Move::Place(_)) => Self::refuse(m, "a stone has been placed in this turn; observe or skip"),
            (Stage::Decide, Move::Cancel | Move::Keep) => {
                Self::refuse(m, "nothing has been observed in this turn; observe or skip")
            }
            (Stage::Decide, Move::Collapse(_)) => Self::refuse(m, "nobody observes; observe or skip"),
            (Stage::Collapse, _) => self.collapse(m),
            (Stage::AfterMiss, Move::Keep) => {
                self.keep();
                Ok(())
            }
            (Stage::AfterMiss, _) => Self::refuse(m, "nobody has a row; cancel the observation or keep its colours"),
        };
        if result.is_ok() {
            self.last = Some(m);
        }
        result
    }

    /// Draws a colour for every stone in the order in which the stones were placed: black if a number below 100 is below the
    /// stone's percentage. Kept stones draw too and always come up as they are.
    fn draw(&self, source: &mut dyn Draw) -> Option<Move> {
        (self.turn() == Turn::Chance).then(|| {
            let percents = self.order.iter().filter_map(|&index| self.grid.at(usize::from(index)));
            Move::Collapse(percents.map(|percent| source.percent(percent.get())).collect())
        })
    }
}
