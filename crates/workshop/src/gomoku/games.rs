//! Games of the engine against itself, as material for tuning.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use banmen_core::{Draw, Random};

use banmen_gomoku::engine::evaluator::ByShapes;
use banmen_gomoku::engine::player::{Engine, EngineOptions, SearchLimits};
use banmen_gomoku::engine::search::moves::{Urgency, generate as generate_moves, rate_by_shapes};
use banmen_gomoku::engine::search::score::{MATE, Score, is_mate};
use banmen_gomoku::engine::shape_board::{ShapeBoard, Side, index_of, point_of};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::weights::Weights;
use banmen_gomoku::{Point, Rule};

/// What a search said about one position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The best move.
    pub best: Point,
    /// Its score for the side to move.
    pub score: Score,
}

/// One game with a search's word on each position that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Points a side.
    pub size: usize,
    /// All moves.
    pub moves: Vec<Point>,
    /// Words on the positions after the first moves that were given; the last belongs to the final position.
    pub words: Vec<Word>,
    /// 1 if Black won, -1 if White won, 0 for a draw.
    pub result: i8,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct GameOptions {
    /// Points a side.
    pub size: usize,
    /// The rule.
    pub rule: Rule,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Where the random openings come from.
    pub seed: u64,
}

/// Stones after which a quiet game counts as drawn.
const LONG_GAME: usize = 110;
/// How many of the best-looking moves a random move is drawn from.
const RANDOM_FROM: usize = 10;

/// Plays games one after another; the callback sees each and says whether to go on.
pub fn generate(options: &GameOptions, weights: &Weights, mut each: impl FnMut(Game) -> bool) {
    let tables = Arc::new(Tables::with_weights(options.rule, weights));
    let engine_options = EngineOptions { size: options.size, rule: options.rule, hash_mb: 8, threads: 1 };
    let mut engine = Engine::with_evaluator(engine_options, tables, ByShapes);
    let mut random = Random::new(options.seed);
    loop {
        engine.forget();
        let game = play(&mut engine, options, &mut random);
        if !each(game) {
            return;
        }
    }
}

fn play(engine: &mut Engine, options: &GameOptions, random: &mut Random) -> Game {
    let mut moves = opening(options.size, random);
    let mut words = Vec::new();
    let limits = SearchLimits::of_nodes(options.nodes);
    let mut result = 0;
    loop {
        if engine.set_position(&moves).is_err() || engine.is_over() {
            break;
        }
        let found = engine.search(&limits, &mut |_| {});
        let Some(best) = found.best else { break };
        words.push(Word { best, score: found.score });
        let black = moves.len().is_multiple_of(2);
        if is_mate(found.score) {
            result = if (found.score > 0) == black { 1 } else { -1 };
            break;
        }
        if moves.len() >= LONG_GAME {
            break;
        }
        let chance = if moves.len() < 24 { 0.12 } else { 0.04 };
        let next = if random.unit() < chance { random_move(engine.board(), random) } else { Some(best) };
        moves.push(next.unwrap_or(best));
    }
    Game { size: options.size, moves, words, result }
}

/// A few stones near the middle, or near a point somewhat away from it.
fn opening(size: usize, random: &mut Random) -> Vec<Point> {
    let stones = 1 + random.below(7) as usize;
    let reach = if random.unit() < 0.7 { 2.0 } else { 4.0 };
    let middle = (size as f64 - 1.0) / 2.0;
    let away = if random.unit() < 0.2 { middle / 2.0 } else { 0.0 };
    let centre = [middle + (random.unit() * 2.0 - 1.0) * away, middle + (random.unit() * 2.0 - 1.0) * away];
    let mut moves: Vec<Point> = Vec::new();
    while moves.len() < stones {
        let [x, y] =
            centre.map(|at| (at + (random.unit() * 2.0 - 1.0) * reach).round().clamp(0.0, size as f64 - 1.0) as u8);
        if let Some(point) = Point::new(x, y).filter(|point| !moves.contains(point)) {
            moves.push(point);
        }
    }
    moves
}

/// One of the better-looking moves.
fn random_move(board: &ShapeBoard, random: &mut Random) -> Option<Point> {
    let mut points = Vec::new();
    generate_moves(board, Urgency::of(board), &mut points);
    points.sort_by_key(|&point| std::cmp::Reverse((rate_by_shapes(board, point, board.turn()), point)));
    points.truncate(RANDOM_FROM);
    random.pick(&points).copied().map(point_of)
}

impl fmt::Display for Game {
    /// One line: size, result, moves, and the words as `x,y=score`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.size, self.result)?;
        for (index, point) in self.moves.iter().enumerate() {
            write!(f, "{}{},{}", if index > 0 { ";" } else { "" }, point.column(), point.row())?;
        }
        for word in &self.words {
            write!(f, " {},{}={}", word.best.column(), word.best.row(), word.score)?;
        }
        Ok(())
    }
}

/// A line that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game for tuning: {0}")]
pub struct ParseGameError(&'static str);

impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(line: &str) -> Result<Self, ParseGameError> {
        let point = |text: &str, size: usize| -> Option<Point> {
            let (x, y) = text.split_once(',')?;
            let (x, y): (u8, u8) = (x.parse().ok()?, y.parse().ok()?);
            Point::new(x, y).filter(|_| usize::from(x.max(y)) < size)
        };
        let mut parts = line.split_ascii_whitespace();
        let mut next = || parts.next().ok_or(ParseGameError("a part is missing"));
        let size: usize = next()?.parse().map_err(|_| ParseGameError("the size is no number"))?;
        if !(5..=22).contains(&size) {
            return Err(ParseGameError("the size is not 5 to 22"));
        }
        let result: i8 = next()?.parse().map_err(|_| ParseGameError("the result is no number"))?;
        let moves: Option<Vec<Point>> = next()?.split(';').map(|text| point(text, size)).collect();
        let moves = moves.ok_or(ParseGameError("a move is no point of the board"))?;
        let words: Option<Vec<Word>> = parts
            .map(|text| {
                let (best, score) = text.split_once('=')?;
                let score: Score = score.parse().ok()?;
                Some(Word { best: point(best, size)?, score: score.clamp(-MATE, MATE) })
            })
            .collect();
        let words = words.ok_or(ParseGameError("a word is not x,y=score"))?;
        if words.len() > moves.len() + 1 {
            return Err(ParseGameError("more words than positions"));
        }
        Ok(Self { size, moves, words, result })
    }
}

impl Game {
    /// Calls back for each searched position with the board and the word on it; false if a move cannot be played.
    pub fn replay(&self, tables: &Arc<Tables>, mut each: impl FnMut(&mut ShapeBoard, &Word)) -> bool {
        let mut board = ShapeBoard::new(self.size, Arc::clone(tables));
        let first = self.moves.len() + 1 - self.words.len();
        for ply in 0..=self.moves.len() {
            if ply >= first {
                each(&mut board, &self.words[ply - first]);
            }
            if let Some(&point) = self.moves.get(ply) {
                let point = index_of(point);
                if !board.is_empty(point) {
                    return false;
                }
                board.place(point);
            }
        }
        true
    }

    /// The result for a side: 1, 0.5 or 0.
    pub fn result_for(&self, side: Side) -> f32 {
        let black = f32::from(self.result) / 2.0 + 0.5;
        if side == Side::Black { black } else { 1.0 - black }
    }
}
