//! Games of the Master against itself, and the samples they give.

use banmen_core::{Draw, Limits, Random, Seat};
use banmen_dobutsu::MoveList;
use banmen_dobutsu::PieceBoard;
use banmen_dobutsu::Variant;
use banmen_dobutsu::evaluation::{Evaluator, Weights, trace};
use banmen_dobutsu::search::{Engine, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How games are played for tuning.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// How many games.
    pub games: usize,
    /// Nodes for each move.
    pub nodes: u64,
    /// Each game begins with up to this many random moves, and at least two.
    pub random_plies: u64,
    /// Games that last longer are drawn.
    pub longest: usize,
    /// Decides the openings.
    pub seed: u64,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self { games: 10_000, nodes: 3_000, random_plies: 12, longest: 160, seed: 1 }
    }
}

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The evaluation's terms, as the side to move sees them.
    pub terms: Vec<(u16, i16)>,
    /// What the search thought, for the side to move.
    pub score: i16,
    /// How the game ended for the side to move: 1, ½ or 0.
    pub result: f32,
}

/// The table of a tuning game's searcher; small searches need no more.
const TABLE: usize = 1 << 20;

/// Plays games and collects their quiet positions in the order of the games, whatever the number of threads.
pub fn play_games<V: Variant>(
    weights: &Weights,
    options: &PlayOptions,
    limits: &Limits,
    report: &mut dyn FnMut(usize, usize),
) -> Vec<Sample> {
    let evaluator = Arc::new(Evaluator::new::<V>(weights));
    let next = AtomicUsize::new(0);
    let work = |report: &mut dyn FnMut(usize, usize)| {
        let mut engine = Engine::<V>::with_evaluator(Arc::clone(&evaluator), TABLE);
        let mut games = Vec::new();
        let mut count = 0;
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= options.games || limits.cancel.is_set() {
                return games;
            }
            let mut random = Random::new(options.seed.wrapping_mul(0x9e37_79b9).wrapping_add(game as u64));
            let samples = play_game(&mut engine, options, &mut random);
            count += samples.len();
            games.push((game, samples));
            report(game + 1, count);
        }
    };
    let mut games = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..limits.threads.max(1)).map(|_| scope.spawn(|| work(&mut |_, _| ()))).collect();
        let mut games = work(report);
        for helper in helpers {
            games.extend(helper.join().expect("a helper does not panic"));
        }
        games
    });
    games.sort_by_key(|&(game, _)| game);
    games.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// A position after some random moves in which the game is not over and no lion hangs.
fn random_opening<V: Variant>(options: &PlayOptions, random: &mut Random) -> (PieceBoard<V>, Vec<u64>) {
    loop {
        let plies = 2 + random.below(options.random_plies.max(2) - 1);
        let mut board = PieceBoard::<V>::start();
        let mut keys = vec![board.key()];
        for _ in 0..plies {
            let mut list = MoveList::new();
            board.safe_moves(&mut list);
            let Some(&m) = random.pick(&list) else { break };
            board = board.after(m);
            keys.push(board.key());
            if board.ending().is_some() || board.lion_takers() != 0 {
                break;
            }
        }
        if board.ending().is_none() && board.lion_takers() == 0 {
            return (board, keys);
        }
    }
}

fn play_game<V: Variant>(engine: &mut Engine<V>, options: &PlayOptions, random: &mut Random) -> Vec<Sample> {
    engine.forget();
    let (mut board, mut keys) = random_opening::<V>(options, random);
    let limits = Limits::of_nodes(options.nodes);
    let mut quiet: Vec<(Seat, Sample)> = Vec::new();
    let mut winner = None;
    let mut terms = Vec::new();
    while keys.len() < options.longest {
        if let Some(ending) = board.ending() {
            winner = Some(ending.winner);
            break;
        }
        let repetitions = keys.iter().filter(|&&key| key == board.key()).count();
        if repetitions >= usize::from(V::SPEC.repetitions) {
            break;
        }
        let found = engine.search(&board, &keys, &limits, &Request::default(), &mut |_| ());
        let score = found.info.lines[0].score;
        if let Some(plies) = score.mate() {
            // A forced end is as good as played.
            winner = Some(if plies > 0 { board.side() } else { board.side().other() });
            break;
        }
        if board.checkers() == 0 && board.slot_on(found.best.to()).is_none() {
            trace(&board, &mut terms);
            let score = score.centichicks() as i16;
            quiet.push((board.side(), Sample { terms: terms.clone(), score, result: 0.5 }));
        }
        board = board.after(found.best);
        keys.push(board.key());
    }
    quiet
        .into_iter()
        .map(|(side, sample)| {
            let result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == side)));
            Sample { result, ..sample }
        })
        .collect()
}
