//! How the computer plays an opening: it leaves positions that are even, and takes the colour that stands better.

use std::time::Duration;

use banmen_core::{Draw, Limits, Player, Progress, Random};

use crate::computer::new_engine;
use crate::engine::player::{Engine, SearchLimits};
use crate::pbrain::{EVEN, opening_stones};
use crate::symmetry::Symmetry;
use crate::{Move, Point, Position, Stage};

/// Room for the positions of these small searches.
const HASH_MB: usize = 2;
/// How many places are compared for a stone that should leave the position even.
const CANDIDATES: usize = 12;
/// How many lines are looked at for moves to offer: ten, and as many mirror images again.
const LINES: usize = 20;
/// How long a move of an opening takes at most, unless told.
const TIME: Duration = Duration::from_secs(1);

/// A player for the opening, and another one for the game after it.
pub struct Opener {
    player: Box<dyn Player<Position>>,
    nodes: u64,
    seed: u64,
}

impl Opener {
    /// A player who judges each position of an opening by this many nodes, and then lets another one play.
    pub fn new(player: Box<dyn Player<Position>>, nodes: u64, seed: u64) -> Self {
        Self { player, nodes, seed }
    }
}

impl Player<Position> for Opener {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let stage = position.stage();
        if stage == Stage::Play {
            return self.player.choose(position, limits, report);
        }
        let mut judge = Judge::new(position, limits, self.nodes, self.seed);
        Some(match stage {
            Stage::Choose { .. } => judge.decide(),
            Stage::Pick => judge.pick().into(),
            Stage::Offer => judge.strongest().into(),
            Stage::Lay { left: 2, .. } if position.moves().len() == 3 => judge.strongest().into(),
            _ => judge.even().into(),
        })
    }
}

/// Compares the moves of an opening by small searches.
struct Judge<'a> {
    position: &'a Position,
    limits: &'a Limits,
    engine: Engine,
    nodes: u64,
    /// The chances of this move: the same for the same seed and moves.
    random: Random,
    seed: u64,
}

impl<'a> Judge<'a> {
    fn new(position: &'a Position, limits: &'a Limits, nodes: u64, seed: u64) -> Self {
        let mut random = Random::new(seed);
        for &point in position.moves().iter().chain(position.offers()) {
            random = Random::new(random.next_u64() ^ position.size().index(point) as u64);
        }
        let engine = new_engine(position.rules, HASH_MB, 1);
        Self { position, limits, engine, nodes, random, seed }
    }

    /// What one of `questions` searches may spend.
    fn share(&self, questions: usize) -> SearchLimits {
        let questions = questions.max(1);
        let nodes = self.limits.nodes.map_or(self.nodes, |most| self.nodes.min(most / questions as u64)).max(1);
        let time = self.limits.time.unwrap_or(TIME).min(TIME) / questions as u32;
        SearchLimits { turn: Some(time), nodes: Some(nodes), ..SearchLimits::from(self.limits) }
    }

    /// What these stones are worth for the side to move.
    fn score(&mut self, stones: &[Point], questions: usize) -> i32 {
        let limits = self.share(questions);
        match self.engine.set_position(stones) {
            Ok(()) => self.engine.search(&limits, &mut |_| {}).score,
            Err(_) => 0,
        }
    }

    fn score_after(&mut self, point: Point, questions: usize) -> i32 {
        let stones = [self.position.moves(), &[point]].concat();
        self.score(&stones, questions)
    }

    /// Which colour to take, or what to choose instead.
    fn decide(&mut self) -> Move {
        let Stage::Choose { by, or } = self.position.stage() else { return Move::Stay };
        let stones = self.position.moves().to_vec();
        let score = self.score(&stones, 2);
        let own_moves = self.position.stone_of(by) == self.position.to_move();
        let worth = if own_moves { score } else { -score };
        match or {
            // Even: two stones more, and the other has to choose.
            Some(Move::Two) if score.abs() < EVEN => return Move::Two,
            // White will choose the worst of the ten.
            Some(Move::Ten) if self.tenth_best().is_some_and(|worst| worst > EVEN) => return Move::Ten,
            _ => {}
        }
        // While more stones come near the centre, whoever places the next one can still make things even.
        let even_later = self.position.rules.opening == crate::Opening::Taraguchi10 && stones.len() < 5;
        if worth < if even_later { -EVEN } else { 0 } { Move::Swap } else { Move::Stay }
    }

    /// The score of the tenth best move that is not another one's mirror image.
    fn tenth_best(&mut self) -> Option<i32> {
        let symmetries = Symmetry::keeping(self.position.board());
        let size = self.position.size();
        let mut kept: Vec<Point> = Vec::new();
        for (point, score) in self.lines() {
            if kept.iter().all(|&other| symmetries.iter().all(|symmetry| symmetry.of(size, point) != other)) {
                kept.push(point);
                if kept.len() == crate::opening::OFFERS {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Moves and their scores, best first.
    fn lines(&mut self) -> Vec<(Point, i32)> {
        let limits = SearchLimits { multi_pv: LINES, analyse: true, ..self.share(2) };
        if self.engine.set_position(self.position.moves()).is_err() {
            return Vec::new();
        }
        let found = self.engine.search(&limits, &mut |_| {});
        found.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.score))).collect()
    }

    /// The best move that may be made.
    fn strongest(&mut self) -> Point {
        let lines = self.lines();
        let best = lines.into_iter().map(|(point, _)| point).find(|&point| self.position.is_legal(point));
        best.unwrap_or_else(|| self.nearest())
    }

    /// The legal point nearest to the centre.
    fn nearest(&self) -> Point {
        let size = self.position.size();
        let centre = size.centre();
        let distance = |point: Point| point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row()));
        let legal = size.iter().filter(|&point| self.position.is_legal(point));
        legal.min_by_key(|&point| distance(point)).expect("an opening ends before the board is full")
    }

    /// The move offered that leaves Black the least.
    fn pick(&mut self) -> Point {
        let offers = self.position.offers();
        let best = offers.iter().copied().max_by_key(|&point| self.score_after(point, offers.len()));
        best.expect("ten moves are offered")
    }

    /// A stone that leaves both sides with chances.
    fn even(&mut self) -> Point {
        let position = self.position;
        if let Stage::Lay { .. } = position.stage() {
            let known = self.opening();
            let (laid, next) = (position.moves().len(), known.get(position.moves().len()));
            if let Some(&next) = next.filter(|&&next| known[..laid] == *position.moves() && position.is_legal(next)) {
                return next;
            }
        }
        let mut candidates = self.candidates();
        for index in (1..candidates.len()).rev() {
            candidates.swap(index, self.random.below(index as u64 + 1) as usize);
        }
        candidates.truncate(CANDIDATES);
        let questions = candidates.len();
        let even = candidates.into_iter().min_by_key(|&point| self.score_after(point, questions).abs());
        even.unwrap_or_else(|| self.nearest())
    }

    /// Three stones that leave both sides with chances, turned and mirrored by the seed.
    fn opening(&self) -> Vec<Point> {
        let size = self.position.size();
        let mut random = Random::new(self.seed);
        let stones = opening_stones(size.get(), random.below(64) as usize);
        let turned = Symmetry::all().nth(random.below(8) as usize).expect("there are eight");
        stones.into_iter().map(|point| turned.of(size, point)).collect()
    }

    /// Legal points near the stones, of mirror images only one.
    fn candidates(&self) -> Vec<Point> {
        const NEAR: u8 = 4;
        let position = self.position;
        let size = position.size();
        let symmetries = Symmetry::keeping(position.board());
        let near = |point: Point| {
            let mut stones = position.board().stones();
            stones.any(|(stone, _)| {
                stone.column().abs_diff(point.column()).max(stone.row().abs_diff(point.row())) <= NEAR
            })
        };
        let first = |point: Point| symmetries.iter().all(|symmetry| symmetry.of(size, point) >= point);
        size.iter().filter(|&point| position.is_legal(point) && first(point) && near(point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Game, Playable};

    use super::*;
    use crate::{Opening, Rule, Rules, Size, Stone};

    /// Plays an opening with two computers and returns every decision.
    fn opened(opening: Opening, level: &str, seed: u64, size: u8) -> (Position, Vec<Move>) {
        let rules = Rules { opening, ..Rules::new(Size::try_from(size).unwrap(), Rule::Renju) };
        let mut players = [0, 1].map(|n| Position::player(level, &rules, seed * 2 + n).unwrap());
        let mut position = Position::new(rules);
        let mut decisions = Vec::new();
        while position.stage() != Stage::Play {
            let seat = position.turn().seat().unwrap();
            let limits = Limits::of_nodes(400);
            let m = players[seat.index()].choose(&position, &limits, &mut |_| {}).unwrap();
            position.play(m).unwrap_or_else(|error| panic!("{opening} {level} {size}: {error}"));
            decisions.extend(m.point().is_none().then_some(m));
        }
        (position, decisions)
    }

    #[test]
    fn every_level_plays_every_opening_to_its_end() {
        for (seed, level) in Position::info().levels.iter().enumerate() {
            for opening in [Opening::Swap, Opening::Swap2, Opening::Taraguchi10] {
                for size in [5, 9, 15, 20] {
                    let (position, decisions) = opened(opening, level.id, seed as u64, size);
                    assert!(!decisions.is_empty() && position.moves().len() >= 3, "{opening} {}", level.id);
                }
            }
        }
    }

    #[test]
    fn the_better_colour_is_taken() {
        // White's stone is in the corner: Black's two win, so whoever may choose plays Black.
        let rules = Rules { opening: Opening::Swap, ..Rules::new(Size::FIFTEEN, Rule::Freestyle) };
        let mut position = Position::new(rules);
        for text in ["h8", "a1", "i9"] {
            position.play(text.parse().unwrap()).unwrap();
        }
        let chosen =
            Position::player("hard", &rules, 1).unwrap().choose(&position, &Limits::of_nodes(3_000), &mut |_| {});
        assert_eq!(chosen, Some(Move::Swap));
        // An open three of White's cannot come from three stones; two stones against one in the corner can.
        let mut position = Position::new(rules);
        for text in ["a1", "h8", "o15"] {
            position.play(text.parse().unwrap()).unwrap();
        }
        let chosen =
            Position::player("hard", &rules, 1).unwrap().choose(&position, &Limits::of_nodes(3_000), &mut |_| {});
        assert_eq!(chosen, Some(Move::Stay));
    }

    #[test]
    fn of_ten_moves_white_takes_the_worst_for_black() {
        let rules = Rules { opening: Opening::Taraguchi10, ..Rules::new(Size::FIFTEEN, Rule::Renju) };
        let mut position = Position::new(rules);
        // Nine good moves near Black's stones, and one in the corner.
        for text in "h8 stay h9 stay i8 stay k5 ten g7 g8 j8 i9 g9 j9 i7 h7 j7 a15".split(' ') {
            position.play(text.parse().unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        let mut player = Position::player("hard", &rules, 3).unwrap();
        let chosen = player.choose(&position, &Limits::of_nodes(20_000), &mut |_| {}).unwrap();
        assert_eq!(chosen.to_string(), "a15");
        position.play(chosen).unwrap();
        assert_eq!((position.stage(), position.to_move()), (Stage::Play, Stone::White));
    }
}
