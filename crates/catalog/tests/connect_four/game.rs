//! Connect four as a crate of its own would hold it: rules, position, notation, view, players, and how the catalogue offers it.

use std::fmt;
use std::str::FromStr;

use banmen_core::{
    Game, GameInfo, Grid, GridStyle, IllegalMove, LegalMove, LevelInfo, Limits, Mark, MarkKind, Outcome,
    ParseMoveError, Piece, Playable, Player, Progress, Random, RuleField, RuleKind, RulesError, Seat, SeatInfo, Show,
    Square, Text, Turn, View,
};
use serde::{Deserialize, Serialize};

/// Cells of a column.
const ROWS: u8 = 6;
/// So many in a row win.
const ROW: usize = 4;

/// What may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// How many columns, 4 to 10.
    pub columns: u8,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { columns: 7 }
    }
}

/// A disc dropped into a column, counted from 0; written `a`, `b`, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop(u8);

impl fmt::Display for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl FromStr for Drop {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Drop, ParseMoveError> {
        match text.as_bytes() {
            [letter @ b'a'..=b'j'] => Ok(Drop(letter - b'a')),
            _ => Err(ParseMoveError::new(text, "expected the letter of a column, a to j")),
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectFour {
    rules: Rules,
    /// The discs of each column from the bottom.
    columns: Vec<Vec<Seat>>,
    last: Option<Square>,
    turn: Turn,
}

impl ConnectFour {
    /// Who has a disc here; `None` outside the board too.
    fn at(&self, x: i16, y: i16) -> Option<Seat> {
        let column = self.columns.get(usize::try_from(x).ok()?)?;
        column.get(usize::try_from(y).ok()?).copied()
    }

    /// Whether the disc on top of this column completes a row.
    fn completes(&self, column: u8) -> bool {
        let (x, y) = (i16::from(column), self.columns[usize::from(column)].len() as i16 - 1);
        let owner = self.at(x, y);
        let along = |dx: i16, dy: i16| (1..ROW as i16).take_while(|i| self.at(x + i * dx, y + i * dy) == owner).count();
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| 1 + along(dx, dy) + along(-dx, -dy) >= ROW)
    }

    /// Where the next disc of a column comes to lie.
    fn landing(&self, column: u8) -> Square {
        Square::new(column, ROWS - 1 - self.columns[usize::from(column)].len() as u8)
    }
}

impl Game for ConnectFour {
    type Rules = Rules;
    type Move = Drop;

    fn start(rules: &Rules) -> Result<ConnectFour, RulesError> {
        if !(4..=10).contains(&rules.columns) {
            return Err(RulesError::new("columns", format!("{} is not 4 to 10", rules.columns)));
        }
        Ok(ConnectFour {
            rules: rules.clone(),
            columns: vec![Vec::new(); usize::from(rules.columns)],
            last: None,
            turn: Turn::Seat { seat: Seat::First },
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self, out: &mut Vec<Drop>) {
        if self.turn.seat().is_some() {
            out.extend(
                (0..self.rules.columns).filter(|&x| self.columns[usize::from(x)].len() < usize::from(ROWS)).map(Drop),
            );
        }
    }

    fn play(&mut self, m: Drop) -> Result<(), IllegalMove> {
        let Turn::Seat { seat } = self.turn else { return Err(IllegalMove::new(m, "the game is over")) };
        match self.columns.get(usize::from(m.0)) {
            None => return Err(IllegalMove::new(m, "there is no such column")),
            Some(column) if column.len() == usize::from(ROWS) => return Err(IllegalMove::new(m, "the column is full")),
            Some(_) => {}
        }
        self.last = Some(self.landing(m.0));
        self.columns[usize::from(m.0)].push(seat);
        let is_full = self.columns.iter().all(|column| column.len() == usize::from(ROWS));
        self.turn = if self.completes(m.0) {
            Turn::Over { outcome: Outcome::win(seat, "four") }
        } else if is_full {
            Turn::Over { outcome: Outcome::draw("full") }
        } else {
            Turn::Seat { seat: seat.other() }
        };
        Ok(())
    }
}

impl Show for ConnectFour {
    fn view(&self) -> View {
        let mut view = View::new(
            Grid::lettered(self.rules.columns, ROWS, GridStyle::Hollows),
            self.turn,
            Text::new("connect_four.status"),
        );
        for (x, column) in (0..).zip(&self.columns) {
            for (y, &owner) in (0..).zip(column) {
                let at = Square::new(x, ROWS - 1 - y);
                view.pieces.push(Piece { at, glyph: "stone".to_owned(), owner: Some(owner), ..Piece::default() });
            }
        }
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        view.moves = legal.iter().map(|m| LegalMove::place(m, self.landing(m.0))).collect();
        view.marks.extend(self.last.map(|at| Mark { at, kind: MarkKind::Last, label: None }));
        view
    }
}

impl Playable for ConnectFour {
    const ID: &'static str = "connect-four";

    fn info() -> GameInfo {
        let kind = RuleKind::Number { min: 4, max: 10, usual: vec![7] };
        GameInfo {
            levels: vec![LevelInfo::new("easy", 0.1), LevelInfo::new("normal", 0.1)],
            default_level: "easy",
            hint_level: "normal",
            rules: vec![RuleField::new("columns", kind)],
            ..GameInfo::new::<ConnectFour>("Connect four", SeatInfo::black_and_white("stone"), &Rules::default())
        }
    }

    fn player(level: &str, _: &Rules, seed: u64) -> Option<Box<dyn Player<ConnectFour>>> {
        match level {
            "easy" => Some(Box::new(Dropper { random: Random::new(seed), looks: false })),
            "normal" => Some(Box::new(Dropper { random: Random::new(seed), looks: true })),
            _ => None,
        }
    }
}

/// Drops anywhere; one who looks wins where it can and stops the other from winning next.
struct Dropper {
    random: Random,
    looks: bool,
}

impl Player<ConnectFour> for Dropper {
    fn choose(&mut self, position: &ConnectFour, _: &Limits, _: &mut dyn FnMut(Progress)) -> Option<Drop> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let wins = |seat: Seat| {
            legal.iter().copied().find(|m| {
                let mut after = position.clone();
                after.columns[usize::from(m.0)].push(seat);
                after.completes(m.0)
            })
        };
        let seat = position.turn.seat()?;
        let seen = if self.looks { wins(seat).or_else(|| wins(seat.other())) } else { None };
        seen.or_else(|| self.random.pick(&legal).copied())
    }
}
