//! `konane.strategy`: how the winner wins, to be played through.

use std::collections::VecDeque;

use banmen_core::{Limits, Stop};
use serde::{Deserialize, Serialize};

use super::Halt;
use super::oracle::Oracle;
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::jump::Jump;

/// The deepest tree: JSON's readers refuse what is nested more than twice as deep.
const DEEPEST: u32 = 60;
/// The most moves of one answer.
const MOST_MOVES: usize = 100_000;

/// Which position, who starts, and how much of the strategy to write down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// Who starts.
    pub first: Stone,
    /// Moves that have been played already, so that a strategy can be played through step by step.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How many moves of both players to look ahead.
    #[serde(default = "usual_depth")]
    pub depth: u32,
    /// The most moves to write down.
    #[serde(default = "usual_moves")]
    pub most: usize,
}

fn usual_depth() -> u32 {
    5
}

fn usual_moves() -> usize {
    2000
}

/// A winning strategy: one move for the winner wherever it is to move, every move for the loser.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strategy {
    /// The position after the moves already played.
    pub board: Board,
    /// Who is to move there.
    pub to_move: Stone,
    /// Who wins from there.
    pub winner: Option<Stone>,
    /// The tree of moves.
    pub tree: Vec<Branch>,
    /// Whether every line goes to the end of the game.
    pub complete: bool,
    /// How many positions were looked into.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A move and what follows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// Who moves.
    pub by: Stone,
    /// As it is written: `c3-c7`.
    #[serde(rename = "move")]
    pub jump: String,
    /// The answers: the winner's one, or every one of the loser's.
    pub then: Vec<Branch>,
    /// Whether the game is over after this move.
    pub over: bool,
    /// Whether there is more that is not written down.
    pub cut: bool,
}

/// A position of the tree while it grows, breadth first, so that a limit cuts off the far ends.
struct Node {
    parent: usize,
    jump: Jump,
    board: Board,
    to_move: Stone,
    depth: u32,
    over: bool,
    grown: bool,
}

/// Finds who wins and writes down how.
pub fn strategy(
    question: &StrategyQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<Strategy, Halt<Strategy>> {
    let (board, to_move) = played(question).map_err(Halt::Input)?;
    let mut answer =
        Strategy { board, to_move, winner: None, tree: Vec::new(), complete: false, positions: 0, seconds: 0.0 };
    let mut oracle = match Oracle::new(&board, question.jumps, limits, report) {
        Ok(oracle) => oracle,
        Err((stop, effort)) => {
            answer.positions = effort.positions;
            answer.seconds = effort.elapsed.as_secs_f64();
            return Err(Halt::Limit { stop, partial: answer });
        }
    };
    let mut nodes = Vec::new();
    let found = oracle.wins(&board, to_move, report).and_then(|wins| {
        let winner = if wins { to_move } else { to_move.other() };
        answer.winner = Some(winner);
        grow(question, board, to_move, winner, &mut oracle, &mut nodes, report)
    });
    answer.positions = oracle.spent().positions;
    answer.seconds = oracle.spent().elapsed.as_secs_f64();
    answer.complete = found.is_ok() && nodes.iter().all(|node: &Node| node.over || node.grown);
    answer.tree = tree(&nodes, found.is_ok() && !nodes.is_empty());
    match found {
        Ok(()) => Ok(answer),
        Err(stop) => Err(Halt::Limit { stop, partial: answer }),
    }
}

/// The position after the moves already played.
fn played(question: &StrategyQuestion) -> Result<(Board, Stone), String> {
    let (mut board, mut to_move) = (question.board, question.first);
    for (index, text) in question.moves.iter().enumerate() {
        let jump: Jump = text.parse().map_err(|error| format!("move {}: {error}", index + 1))?;
        board = board
            .after(jump, to_move, question.jumps)
            .map_err(|why| format!("move {}, {text} by {to_move}: {why}", index + 1))?;
        to_move = to_move.other();
    }
    Ok((board, to_move))
}

/// No node: what grows from the position itself.
const ROOT: usize = usize::MAX;

fn grow(
    question: &StrategyQuestion,
    board: Board,
    to_move: Stone,
    winner: Stone,
    oracle: &mut Oracle,
    nodes: &mut Vec<Node>,
    report: &mut dyn FnMut(&Effort),
) -> Result<(), Stop> {
    let depth = question.depth.clamp(1, DEEPEST);
    let most = question.most.min(MOST_MOVES);
    let mut queue = VecDeque::from([(ROOT, board, to_move, 0)]);
    while let Some((parent, board, to_move, level)) = queue.pop_front() {
        let options = board.options(to_move, question.jumps);
        let options = if to_move == winner {
            winning(oracle, &board, to_move, question.jumps, report)?.into_iter().collect()
        } else {
            options
        };
        if nodes.len() + options.len() > most && parent != ROOT {
            break;
        }
        if let Some(node) = nodes.get_mut(parent) {
            node.grown = true;
        }
        for (jump, after) in options {
            let other = to_move.other();
            let over = after.jumps(other, question.jumps).is_empty();
            let index = nodes.len();
            let node = Node { parent, jump, board: after, to_move: other, depth: level + 1, over, grown: false };
            if !over && node.depth < depth {
                queue.push_back((index, node.board, node.to_move, node.depth));
            }
            nodes.push(node);
        }
    }
    Ok(())
}

/// The winning move after which the loser has the fewest moves, so that there is little to remember.
fn winning(
    oracle: &mut Oracle,
    board: &Board,
    winner: Stone,
    jumps: Jumps,
    report: &mut dyn FnMut(&Effort),
) -> Result<Option<(Jump, Board)>, Stop> {
    let mut options = board.options(winner, jumps);
    options.sort_by_key(|(_, after)| after.jumps(winner.other(), jumps).len());
    for (jump, after) in options {
        if !oracle.wins(&after, winner.other(), report)? {
            return Ok(Some((jump, after)));
        }
    }
    Ok(None)
}

/// The tree of a list in which parents come before their children.
fn tree(nodes: &[Node], whole: bool) -> Vec<Branch> {
    let mut branches: Vec<Option<Branch>> = nodes
        .iter()
        .map(|node| {
            Some(Branch {
                by: node.to_move.other(),
                jump: node.jump.to_string(),
                then: Vec::new(),
                over: node.over,
                cut: !(node.over || whole && node.grown),
            })
        })
        .collect();
    let mut roots = Vec::new();
    for index in (0..nodes.len()).rev() {
        let branch = branches[index].take().expect("each is taken once");
        match branches.get_mut(nodes[index].parent) {
            Some(Some(parent)) => parent.then.insert(0, branch),
            _ => roots.insert(0, branch),
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(board: &str, first: Stone) -> StrategyQuestion {
        StrategyQuestion {
            board: board.parse().unwrap(),
            jumps: Jumps::Any,
            first,
            moves: Vec::new(),
            depth: DEEPEST,
            most: MOST_MOVES,
        }
    }

    /// Follows every line of a tree to its end and checks that the winner has the last word.
    fn follow(board: Board, to_move: Stone, winner: Stone, branches: &[Branch]) -> usize {
        let options = board.options(to_move, Jumps::Any);
        if to_move == winner {
            assert_eq!(branches.len(), 1, "the winner needs one move in\n{board}");
        } else {
            assert_eq!(branches.len(), options.len(), "every move of the loser is answered in\n{board}");
        }
        let mut lines = usize::from(branches.is_empty());
        for branch in branches {
            let after = board.after(branch.jump.parse().unwrap(), to_move, Jumps::Any).unwrap();
            lines += follow(after, to_move.other(), winner, &branch.then);
        }
        lines
    }

    #[test]
    fn every_line_ends_with_the_loser_unable_to_move() {
        let mut random = banmen_core::Random::new(3);
        let mut lines = 0;
        for _ in 0..60 {
            let board = crate::testing::random_board(3, 4, &mut random);
            for first in Stone::BOTH {
                let found = strategy(&question(&board.line(), first), &Limits::none(), &mut |_| {}).unwrap();
                assert!(found.complete, "{board}");
                lines += follow(board, first, found.winner.unwrap(), &found.tree);
            }
        }
        assert!(lines > 100, "{lines}");
    }

    #[test]
    fn moves_already_played_are_checked() {
        let mut asked = question("BW.", Stone::Black);
        asked.moves = vec!["a1-c1".to_owned()];
        let found = strategy(&asked, &Limits::none(), &mut |_| {}).unwrap();
        assert_eq!((found.to_move, found.winner), (Stone::White, Some(Stone::Black)));
        asked.moves = vec!["c1-a1".to_owned()];
        let Err(Halt::Input(why)) = strategy(&asked, &Limits::none(), &mut |_| {}) else { panic!("it is illegal") };
        assert!(why.starts_with("move 1, c1-a1 by black: "), "{why}");
    }

    #[test]
    fn a_short_depth_says_that_it_was_cut() {
        let asked = StrategyQuestion { depth: 1, ..question(".../BW./WB.", Stone::White) };
        let found = strategy(&asked, &Limits::none(), &mut |_| {}).unwrap();
        assert!(!found.complete && found.tree.len() == 1 && found.tree[0].cut);
    }
}
