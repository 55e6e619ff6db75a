//! Searching deeper and deeper until a limit is reached, on one thread or several.

use super::memory::Memory;
use super::parameters::{ASPIRATION_DEPTH, WIDEST_WINDOW, WINDOW};
use super::score::{FORCED, INFINITE, MATE, Score, loss_at, win_at};
use super::worker::{MAX_PLY, RootMove, Shared, Worker};
use super::{Engine, Request};
use crate::moves::{Move, MoveList};
use crate::piece_board::PieceBoard;
use crate::rules::{LION, LionRule};
use crate::variant::Variant;
use banmen_core::{Budget, Limits};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// A line of moves with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The moves, the first one to be played now.
    pub moves: Vec<Move>,
    /// How deep its deepest part was looked at.
    pub seldepth: u32,
}

/// How far a search has got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration that was finished.
    pub depth: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move to play.
    pub best: Move,
    /// The last finished iteration.
    pub info: Info,
}

/// No draw is worth less than this, in hundredths of a chick.
const MOST_CONTEMPT: i32 = 1000;

pub(super) fn search<V: Variant>(
    engine: &mut Engine<V>,
    board: &PieceBoard<V>,
    keys: &[u64],
    limits: &Limits,
    request: &Request,
    report: &mut dyn FnMut(&Info),
) -> Found {
    let budget = limits.start();
    if let Some(line) = at_once(board, &request.only) {
        let info = Info { depth: 1, lines: vec![line], nodes: 1, time: budget.elapsed(), hash_full: 0 };
        report(&info);
        return Found { best: info.lines[0].moves[0], info };
    }
    engine.table.next_search();
    let threads = if cfg!(feature = "threads") { limits.threads.clamp(1, 256) } else { 1 };
    while engine.memories.len() < threads {
        engine.memories.push(Memory::new());
    }
    let shared = Shared {
        table: &engine.table,
        evaluator: &engine.evaluator,
        budget: &budget,
        stop: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        selective: engine.selective,
        use_table: engine.use_table,
        contempt: request.contempt.clamp(-MOST_CONTEMPT, MOST_CONTEMPT),
    };
    let (first, others) = engine.memories[..threads].split_at_mut(1);
    let mut main = Worker::new(&shared, &mut first[0], *board, keys);
    if !request.only.is_empty() {
        main.root_moves.retain(|root| request.only.contains(&root.m));
    }
    let root_moves = main.root_moves.clone();

    #[cfg(feature = "threads")]
    let info = std::thread::scope(|scope| {
        for (index, memory) in others.iter_mut().enumerate() {
            let (shared, root_moves) = (&shared, root_moves.clone());
            scope.spawn(move || {
                let mut helper = Worker::new(shared, memory, *board, keys);
                helper.root_moves = root_moves;
                helper.watches = false;
                help(&mut helper, index);
            });
        }
        let info = deepen(&mut main, &budget, request, report);
        shared.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        info
    });
    #[cfg(not(feature = "threads"))]
    let info = {
        let _ = (others, root_moves);
        deepen(&mut main, &budget, request, report)
    };
    Found { best: info.lines[0].moves[0], info }
}

/// Positions that need no search: the lion can be taken, or every move loses it.
fn at_once<V: Variant>(board: &PieceBoard<V>, only: &[Move]) -> Option<Line> {
    let mut legal = MoveList::new();
    board.moves(&mut legal);
    let allowed = |m: &&Move| only.is_empty() || only.contains(m);
    let line = |m: Move, score: i32| Line { score: Score(score), moves: vec![m], seldepth: 1 };
    if V::SPEC.lion != LionRule::Checked {
        let them = board.side().other();
        let takes = |m: &&Move| board.pieces(them, LION) & m.to().bit() != 0;
        let arrives = |m: &&Move| {
            let after = board.after(**m);
            after.ended().is_some_and(|ending| ending.winner == board.side())
        };
        if let Some(&m) = legal.iter().filter(allowed).find(takes) {
            return Some(line(m, win_at(1)));
        }
        if let Some(&m) = legal.iter().filter(allowed).find(arrives) {
            return Some(line(m, win_at(1)));
        }
    }
    let mut safe = MoveList::new();
    board.safe_moves(&mut safe);
    if safe.iter().any(|m| allowed(&m)) {
        return None;
    }
    let &m = legal.iter().find(allowed).or(legal.first())?;
    Some(line(m, loss_at(2)))
}

/// A helper goes through the same iterations, some of them skipped, and leaves what it finds in the table.
#[cfg(feature = "threads")]
fn help<V: Variant>(worker: &mut Worker<'_, V>, index: usize) {
    let deepest = deepest(worker.shared.budget);
    for depth in 1..=deepest {
        if depth > 4 && (depth as usize + index).is_multiple_of(2 + index % 3) {
            continue;
        }
        worker.root_depth = depth;
        window(worker, depth);
        if worker.stopped || worker.shared.stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        sort(&mut worker.root_moves);
    }
    worker.report_nodes();
}

fn deepest(budget: &Budget) -> i32 {
    budget.limits().depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32)
}

fn deepen<V: Variant>(
    worker: &mut Worker<'_, V>,
    budget: &Budget,
    request: &Request,
    report: &mut dyn FnMut(&Info),
) -> Info {
    let wanted = request.lines.clamp(1, worker.root_moves.len());
    let mut finished = Info { depth: 0, lines: Vec::new(), nodes: 0, time: Duration::ZERO, hash_full: 0 };
    for depth in 1..=deepest(budget) {
        worker.root_depth = depth;
        for root in &mut worker.root_moves {
            root.before = root.score;
        }
        for first in 0..wanted {
            worker.root_first = first;
            worker.seldepth = 0;
            window(worker, depth);
            sort(&mut worker.root_moves[first..]);
            if worker.stopped {
                break;
            }
        }
        sort(&mut worker.root_moves[..wanted]);
        worker.root_first = 0;
        let nodes = worker.report_nodes();
        if worker.stopped {
            // A better move found in the unfinished iteration counts, if the iteration got as far as to find one.
            finished.nodes = nodes;
            finished.time = budget.elapsed();
            if wanted == 1
                && worker.root_moves[0].score > -INFINITE
                && worker.root_moves[0].m != finished.lines[0].moves[0]
            {
                finished.lines[0] = line_of(&worker.root_moves[0]);
                report(&finished);
            }
            break;
        }
        finished = Info {
            depth: depth as u32,
            lines: worker.root_moves[..wanted].iter().map(line_of).collect(),
            nodes,
            time: budget.elapsed(),
            hash_full: worker.shared.table.permille_full(),
        };
        report(&finished);
        if enough(&finished, budget, request) {
            break;
        }
    }
    finished
}

/// Whether another iteration could not change what is played, or would not be finished.
fn enough(info: &Info, budget: &Budget, request: &Request) -> bool {
    let best = info.lines[0].score;
    if let Some(plies) = best.mate() {
        if request.mate.is_some_and(|most| plies > 0 && plies.unsigned_abs() <= most) {
            return true;
        }
        // The distance is exact once the search has gone as deep as it: nothing quicker can hide.
        if request.lines == 1 && request.mate.is_none() && plies.unsigned_abs() <= info.depth {
            return true;
        }
    }
    if budget.stop(info.nodes).is_some() {
        return true;
    }
    request.soft_time.is_some_and(|soft| info.time >= soft)
}

fn line_of(root: &RootMove) -> Line {
    Line { score: Score(root.score), moves: root.line.clone(), seldepth: root.seldepth as u32 }
}

fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| std::cmp::Reverse((root.score, root.before)));
}

/// One iteration, at first in an aspiration window around the last score.
fn window<V: Variant>(worker: &mut Worker<'_, V>, depth: i32) {
    let before = worker.root_moves[worker.root_first].score;
    let mut margin = WINDOW;
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if depth >= ASPIRATION_DEPTH && before.abs() < FORCED {
        alpha = (before - margin).max(-INFINITE);
        beta = (before + margin).min(INFINITE);
    }
    loop {
        let score = worker.search_root(depth, alpha, beta);
        let first = worker.root_first;
        sort(&mut worker.root_moves[first..]);
        if worker.stopped {
            return;
        }
        if score <= alpha && alpha > -INFINITE {
            beta = i32::midpoint(alpha, beta);
            alpha = score - margin;
        } else if score >= beta && beta < INFINITE {
            beta = score + margin;
        } else {
            return;
        }
        margin += margin / 2;
        if margin > WIDEST_WINDOW || score.abs() >= FORCED {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        alpha = alpha.max(-INFINITE);
        beta = beta.min(INFINITE).min(MATE + 1);
    }
}
