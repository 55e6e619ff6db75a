//! The level *Classic*: the first computer player, which every stronger one must beat; and *Novice*, who makes mistakes.

use banmen_core::{Draw, Game, Limits, Player, Progress, Random};

use crate::{Move, Point, Position, Size, Stone, Windows};

/// What a window with 1, 2, 3 or 4 of the opponent's stones is worth to a point in it.
pub const OPPONENT_WEIGHTS: [u32; 4] = [200, 400, 2000, 10000];
/// What a window with 1, 2, 3 or 4 of the player's own stones is worth to a point in it.
pub const OWN_WEIGHTS: [u32; 4] = [220, 420, 2200, 20000];

/// A player who looks at no move but the next: each empty point is worth the windows through it that either side can still
/// win, and the point with the highest single worth is taken.
pub struct Classic {
    windows: Windows,
    moves: Vec<Point>,
}

/// What a point is worth to Classic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// As a point of the opponent's.
    pub opponent: u32,
    /// As a point of one's own.
    pub own: u32,
}

impl Classic {
    /// A player on an empty board.
    pub fn new(size: Size) -> Self {
        Self { windows: Windows::new(size), moves: Vec::new() }
    }

    /// Brings the windows to a position, stone by stone from where they are.
    pub fn follow(&mut self, position: &Position) {
        if self.windows.size() != position.size() {
            *self = Self::new(position.size());
        }
        let common = self.moves.iter().zip(position.moves()).take_while(|(a, b)| a == b).count();
        while self.moves.len() > common {
            self.undo();
        }
        for &point in &position.moves()[common..] {
            self.place(point);
        }
    }

    /// Follows one move more.
    pub fn place(&mut self, point: Point) {
        self.windows.place(point, self.to_move());
        self.moves.push(point);
    }

    /// Follows one move back.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves.pop()?;
        self.windows.undo(point, self.to_move());
        Some(point)
    }

    fn to_move(&self) -> Stone {
        Stone::BOTH[self.moves.len() % 2]
    }

    /// What an empty point is worth to the side to move.
    pub fn worth(&self, point: Point) -> Worth {
        let side = self.to_move();
        let index = self.windows.size().index(point);
        Worth {
            opponent: self.windows.weigh(index, side.other(), &OPPONENT_WEIGHTS),
            own: self.windows.weigh(index, side, &OWN_WEIGHTS),
        }
    }

    /// The move for a position that this player has followed; `None` if there is none.
    pub fn decide(&self, position: &Position) -> Option<Point> {
        if position.outcome().is_some() {
            return None;
        }
        if position.moves().is_empty() {
            // The first program always moved second; with nothing to weigh, the middle is the point with the most windows.
            return Some(position.size().centre());
        }
        decide(scan(position.size()).filter(|&point| position.is_legal(point)), |point| self.worth(point))
    }
}

/// The order in which points are looked at: column by column from the left, each from the top.
pub fn scan(size: Size) -> impl Iterator<Item = Point> {
    let n = size.get();
    (0..n).flat_map(move |column| (0..n).rev().map(move |row| Point::at(column, row)))
}

/// Keeps the point with the highest single worth; on an equal one the point whose other worth is higher.
fn decide(points: impl Iterator<Item = Point>, worth: impl Fn(Point) -> Worth) -> Option<Point> {
    let mut best = 0;
    let mut kept: Option<(Point, Worth)> = None;
    for point in points {
        let here = worth(point);
        let (_, mut held) = *kept.get_or_insert((point, here));
        if here.opponent > best {
            best = here.opponent;
            (kept, held) = (Some((point, here)), here);
        } else if here.opponent == best && here.own > held.own {
            (kept, held) = (Some((point, here)), here);
        }
        if here.own > best {
            best = here.own;
            kept = Some((point, here));
        } else if here.own == best && here.opponent > held.opponent {
            kept = Some((point, here));
        }
    }
    kept.map(|(point, _)| point)
}

impl Player<Position> for Classic {
    fn choose(&mut self, position: &Position, _limits: &Limits, _report: &mut dyn FnMut(Progress)) -> Option<Move> {
        self.follow(position);
        self.decide(position).map(Move::At)
    }
}

/// Classic with a beginner's mistakes: now and then it does not see what the opponent is about to do, and now and then it takes
/// a point that is only nearly the best. It never misses its own five.
pub struct Novice {
    classic: Classic,
    seed: u64,
}

impl Novice {
    /// In how many of 100 moves Novice has no eye for the opponent.
    pub const BLIND: u8 = 20;
    /// In how many of 100 moves Novice takes one of the next best points instead of the best.
    pub const CARELESS: u8 = 30;
    /// How many of the best points a careless Novice chooses from.
    const CHOICE: usize = 6;

    /// A novice whose mistakes follow from the seed and the moves played, so that a game can be repeated.
    pub fn new(size: Size, seed: u64) -> Self {
        Self { classic: Classic::new(size), seed }
    }

    fn decide(&self, position: &Position) -> Option<Point> {
        let best = self.classic.decide(position)?;
        let side = position.to_move();
        let legal = || scan(position.size()).filter(|&point| position.is_legal(point));
        if let Some(five) = legal().find(|&point| position.wins(point, side)) {
            return Some(five);
        }
        let mut random = self.mood(position);
        if position.moves().is_empty() {
            return Some(best);
        }
        if random.percent(Self::BLIND) {
            return decide(legal(), |point| Worth { opponent: 0, ..self.classic.worth(point) });
        }
        if random.percent(Self::CARELESS) {
            let mut by_worth: Vec<Point> = legal().collect();
            by_worth.sort_by_key(|&point| {
                let Worth { opponent, own } = self.classic.worth(point);
                std::cmp::Reverse((opponent.max(own), opponent.min(own)))
            });
            by_worth.truncate(Self::CHOICE);
            return random.pick(&by_worth).copied();
        }
        Some(best)
    }

    /// The chances of this move: the same for the same seed and moves.
    fn mood(&self, position: &Position) -> Random {
        let mut random = Random::new(self.seed);
        for &point in position.moves() {
            let mixed = random.next_u64() ^ position.size().index(point) as u64;
            random = Random::new(mixed);
        }
        random
    }
}

impl Player<Position> for Novice {
    fn choose(&mut self, position: &Position, _limits: &Limits, _report: &mut dyn FnMut(Progress)) -> Option<Move> {
        position.turn().seat()?;
        self.classic.follow(position);
        self.decide(position).map(Move::At)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_list;
    use crate::{Rule, Rules};

    /// The first program as its author wrote it: everything recomputed at each move, column by column from the left, rows from
    /// the top, `human` the opponent and `computer` the side to move.
    fn as_first_written(position: &Position) -> Option<Point> {
        let n = usize::from(position.size().get());
        let mut wins: Vec<[(usize, usize); 5]> = Vec::new();
        for i in 0..n {
            for j in 0..n - 4 {
                wins.push(std::array::from_fn(|k| (i, j + k)));
                wins.push(std::array::from_fn(|k| (j + k, i)));
            }
        }
        for i in 0..n - 4 {
            for j in 0..n - 4 {
                wins.push(std::array::from_fn(|k| (i + k, j + k)));
                wins.push(std::array::from_fn(|k| (i + k, j + 4 - k)));
            }
        }
        let side = position.to_move();
        let at = |i: usize, j: usize| Point::at(i as u8, (n - 1 - j) as u8);
        let stones = |win: &[(usize, usize); 5], stone| {
            win.iter().filter(|&&(i, j)| position.board().get(at(i, j)) == Some(stone)).count()
        };
        let winnable = |win: &[(usize, usize); 5], stone: Stone| {
            if stones(win, stone.other()) == 0 { stones(win, stone) } else { 6 }
        };
        let human: Vec<usize> = wins.iter().map(|win| winnable(win, side.other())).collect();
        let computer: Vec<usize> = wins.iter().map(|win| winnable(win, side)).collect();
        let mut human_score = vec![vec![0; n]; n];
        let mut computer_score = vec![vec![0; n]; n];
        let (mut best, mut u, mut v) = (0, usize::MAX, 0);
        for i in 0..n {
            for j in 0..n {
                if position.check(at(i, j)).is_err() {
                    continue;
                }
                for (k, win) in wins.iter().enumerate() {
                    if win.contains(&(i, j)) {
                        human_score[i][j] += match human[k] {
                            1 => 200,
                            2 => 400,
                            3 => 2000,
                            4 => 10000,
                            _ => 0,
                        };
                        computer_score[i][j] += match computer[k] {
                            1 => 220,
                            2 => 420,
                            3 => 2200,
                            4 => 20000,
                            _ => 0,
                        };
                    }
                }
                if u == usize::MAX {
                    (u, v) = (i, j);
                }
                if human_score[i][j] > best {
                    best = human_score[i][j];
                    (u, v) = (i, j);
                } else if human_score[i][j] == best && computer_score[i][j] > computer_score[u][v] {
                    (u, v) = (i, j);
                }
                if computer_score[i][j] > best {
                    best = computer_score[i][j];
                    (u, v) = (i, j);
                } else if computer_score[i][j] == best && human_score[i][j] > human_score[u][v] {
                    (u, v) = (i, j);
                }
            }
        }
        (u != usize::MAX).then(|| at(u, v))
    }

    fn best(size: u8, moves: &str) -> String {
        let rules = Rules::new(Size::try_from(size).unwrap(), Rule::Freestyle);
        let position = play_list(rules, moves).unwrap();
        Classic::new(rules.size).choose(&position, &Limits::none(), &mut |_| {}).unwrap().to_string()
    }

    #[test]
    fn classic_plays_as_it_was_first_written() {
        let mut random = Random::new(17);
        for game in 0..24 {
            let size = Size::try_from([9, 15, 19, 6][game % 4] as u64).unwrap();
            let rule = Rule::ALL[game % 3];
            let mut position = Position::new(Rules::new(size, rule));
            let mut classic = Classic::new(size);
            while position.outcome().is_none() && position.moves().len() < 70 {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let choice = classic.choose(&position, &Limits::none(), &mut |_| {}).unwrap();
                if !position.moves().is_empty() {
                    assert_eq!(choice.point(), as_first_written(&position), "{:?}", position.board());
                }
                // Partly Classic's own games, partly wild ones, now and then with a move taken back.
                let point = if random.percent(60) { choice } else { *random.pick(&legal).unwrap() };
                position.play(point).unwrap();
                if random.percent(10) {
                    position.undo();
                }
            }
        }
    }

    #[test]
    fn of_equal_points_the_leftmost_and_uppermost_is_kept() {
        // j11, k11, j9 and k9 are worth the same.
        assert_eq!(best(19, "j10 k10"), "j11");
    }

    #[test]
    fn it_completes_its_own_five_before_stopping_the_opponents() {
        assert_eq!(best(15, "d8 d4 e8 e4 f8 f4 g8 g4"), "h8");
    }

    #[test]
    fn it_stops_a_four() {
        assert_eq!(best(15, "d8 c8 e8 a1 f8 a15 g8"), "h8");
    }

    #[test]
    fn novice_repeats_itself_for_the_same_seed_and_never_misses_a_five() {
        let rules = Rules::new(Size::FIFTEEN, Rule::Freestyle);
        let position = play_list(rules, "h8 h9 g8 g9 f8 f9 a1").unwrap();
        let choose = |seed| Novice::new(rules.size, seed).choose(&position, &Limits::none(), &mut |_| {}).unwrap();
        let chosen: Vec<Move> = (0..40).map(choose).collect();
        assert_eq!(chosen, (0..40).map(choose).collect::<Vec<_>>());
        assert!(chosen.iter().any(|&point| point != chosen[0]), "a novice who always plays the same");
        let four = play_list(rules, "h8 h9 g8 g9 f8 f9 a1 e9 a3").unwrap();
        for seed in 0..40 {
            let point = Novice::new(rules.size, seed).choose(&four, &Limits::none(), &mut |_| {}).unwrap();
            let point = point.point().unwrap();
            assert!(four.wins(point, Stone::White), "{point}");
        }
    }

    #[test]
    fn nobody_moves_after_the_end() {
        let over = play_list(Rules::default(), "a1 a2 b1 b2 c1 c2 d1 d2 e1").unwrap();
        assert_eq!(Classic::new(over.size()).choose(&over, &Limits::none(), &mut |_| {}), None);
        assert_eq!(Novice::new(over.size(), 1).choose(&over, &Limits::none(), &mut |_| {}), None);
    }
}
