//! Easy, Normal and Hard: chokudai search with more or less noise in its score.

use crate::chokudai::{self, End, Shape, Tree};
use crate::evaluation::{Evaluator, Weights};
use crate::moves::{Move, MoveList};
use crate::piece_board::PieceBoard;
use crate::position::{AnyBoard, BoardName, Position};
use crate::variant::Variant;
use banmen_core::{Game, Limits, Player, Progress, Random, Seat};
use std::time::Duration;

/// A level that plays by chokudai search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Much noise.
    Easy,
    /// Some noise.
    Normal,
    /// No noise.
    Hard,
}

impl Level {
    /// By how much of itself the score may be lowered, chosen so that each level beats the one below in clearly more than 65 games
    /// of 100 (the benchmark `levels` measures it).
    pub const fn noise(self) -> f64 {
        match self {
            Self::Easy => 0.75,
            Self::Normal => 0.35,
            Self::Hard => 0.0,
        }
    }
}

/// How long these levels think by default.
pub const THINKING_TIME: Duration = Duration::from_millis(500);
/// How much of the time is spent on searching.
const SHARE_FOR_SEARCH: f64 = 0.94;
/// Even without a clock there is an end.
const MOST_POSITIONS: u64 = 1_500_000;

/// The score of an even position.
const EVEN: f64 = 1000.0;
/// No position that is not over scores further from [`EVEN`] than this.
const WIDEST: f64 = 900.0;
/// The score of a position in which the searcher takes the lion next, or has taken it.
const WON: f64 = 2000.0;

/// A board as chokudai search sees it.
///
/// The score of a position is [`EVEN`] plus the evaluation for the computer (material on the board and in hand, the pieces' places,
/// also as seen from both lions, the safety of the lions, the squares attacked), at most [`WIDEST`] either way, times the noise. Whoever is to move and
/// can take the other lion has as good as won: such positions score [`WON`] or zero, without noise.
struct ShogiTree<'a> {
    evaluator: &'a Evaluator,
    computer: Seat,
    noise: f64,
    random: &'a mut Random,
}

struct State<V> {
    board: PieceBoard<V>,
    end: Option<End>,
}

impl ShogiTree<'_> {
    fn state<V: Variant>(&self, board: PieceBoard<V>) -> State<V> {
        let end = board.ended().map(|ending| if ending.winner == self.computer { End::Won } else { End::Lost });
        State { board, end }
    }
}

struct On<'a, V>(ShogiTree<'a>, std::marker::PhantomData<V>);

impl<V: Variant> Tree for On<'_, V> {
    type State = State<V>;
    type Choice = Move;

    fn choices(&mut self, state: &State<V>, out: &mut Vec<(Move, State<V>)>) {
        let mut list = MoveList::new();
        state.board.moves(&mut list);
        out.extend(list.iter().map(|&m| (m, self.0.state(state.board.after(m)))));
    }

    fn score(&mut self, state: &State<V>) -> f64 {
        match state.end {
            Some(End::Won) => return WON + 1.0,
            Some(End::Lost) => return -1.0,
            _ => {}
        }
        let computer_moves = state.board.side() == self.0.computer;
        if state.board.lion_takers() != 0 {
            return if computer_moves { WON } else { 0.0 };
        }
        let evaluated = f64::from(self.0.evaluator.evaluate(&state.board));
        let worth = if computer_moves { evaluated } else { -evaluated };
        let score = EVEN + worth.clamp(-WIDEST, WIDEST);
        if self.0.noise > 0.0 { score * (1.0 - self.0.noise * self.0.random.unit()) } else { score }
    }

    fn end(&self, state: &State<V>) -> Option<End> {
        state.end.or_else(|| {
            let stuck = state.board.count_moves() == 0;
            stuck.then(|| if state.board.side() == self.0.computer { End::Lost } else { End::Won })
        })
    }
}

/// A player of one of these levels.
pub struct ChokudaiPlayer {
    level: Level,
    board: BoardName,
    evaluator: Evaluator,
    random: Random,
}

impl ChokudaiPlayer {
    /// A player on this board; the seed decides the noise.
    pub fn new(level: Level, board: BoardName, seed: u64) -> Self {
        let evaluator = evaluator_of(board);
        Self { level, board, evaluator, random: Random::new(seed) }
    }

    fn decide<V: Variant>(
        &mut self,
        board: &PieceBoard<V>,
        limits: &Limits,
        report: &mut dyn FnMut(Progress),
    ) -> Option<Move> {
        // The last round and giving the queues back take a moment too.
        let time = limits.time.unwrap_or(THINKING_TIME).mul_f64(SHARE_FOR_SEARCH);
        let limits = Limits { time: Some(time), ..limits.clone() };
        let budget = limits.start();
        let noise = self.level.noise();
        let tree = ShogiTree { evaluator: &self.evaluator, computer: board.side(), noise, random: &mut self.random };
        let root = tree.state(*board);
        let mut scored = 0;
        let chosen = chokudai::search(&mut On(tree, std::marker::PhantomData), &root, Shape::default(), &mut |made| {
            scored = made;
            made >= MOST_POSITIONS || budget.stop(made).is_some()
        });
        let line = chosen.iter().map(ToString::to_string).collect();
        report(Progress { nodes: scored, line, ..Progress::default() });
        chosen
    }
}

fn evaluator_of(board: BoardName) -> Evaluator {
    use crate::variant::{Classic, Deer, Gorogoro};
    let weights = Weights::of(board);
    match board {
        BoardName::Deer => Evaluator::new::<Deer>(&weights),
        BoardName::Classic => Evaluator::new::<Classic>(&weights),
        BoardName::Gorogoro => Evaluator::new::<Gorogoro>(&weights),
    }
}

impl Player<Position> for ChokudaiPlayer {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        position.turn().seat()?;
        if position.name() != self.board {
            self.board = position.name();
            self.evaluator = evaluator_of(self.board);
        }
        match position.board() {
            AnyBoard::Deer(board) => self.decide(board, limits, report),
            AnyBoard::Classic(board) => self.decide(board, limits, report),
            AnyBoard::Gorogoro(board) => self.decide(board, limits, report),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Rules;

    fn answer(level: Level, board: BoardName, position: &str, nodes: u64) -> String {
        let position = Position::start(&Rules { board, position: position.to_owned() }).unwrap();
        let mut player = ChokudaiPlayer::new(level, board, 1);
        player.choose(&position, &Limits::of_nodes(nodes), &mut |_| ()).unwrap().to_string()
    }

    #[test]
    fn a_lion_that_can_be_taken_is_taken_at_every_level() {
        for level in [Level::Easy, Level::Normal, Level::Hard] {
            assert_eq!(answer(level, BoardName::Deer, "2l2/2C2/5/5/2L2[-] w", 0), "c4c5+");
        }
    }

    #[test]
    fn the_lion_flees_when_it_can() {
        let m = answer(Level::Hard, BoardName::Deer, "4l/5/5/2c2/2L2[-] w", 5000);
        assert_eq!(m, "c1c2");
    }

    #[test]
    fn the_time_is_kept_on_every_board() {
        for board in BoardName::ALL {
            let position = Position::start(&Rules::on(board)).unwrap();
            let started = std::time::Instant::now();
            let limits = Limits::within(Duration::from_millis(60));
            let m = ChokudaiPlayer::new(Level::Hard, board, 1).choose(&position, &limits, &mut |_| ());
            assert!(m.is_some());
            // Only that there is an end: the machine that runs the tests may be busy.
            assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_moves() {
        let start = "gel1d/1ccc1/5/1CCC1/D1LEG[-] w";
        let first = answer(Level::Easy, BoardName::Deer, start, 3000);
        assert_eq!(first, answer(Level::Easy, BoardName::Deer, start, 3000));
    }
}
