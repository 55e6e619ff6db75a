//! Chokudai search: several priority queues, one for each of the searcher's turns, each advanced a little in every round.
//!
//! It knows no game. Queue 1 takes every position after the searcher's move. In each round, for every queue but the last, its best
//! position is taken out, the opponent answers with the reply that is worst for the searcher, and every position after the searcher's
//! next move goes to the next queue. When the time is up, the first move that led to the best position of the last queue is played.
//! A round is short, so the time is kept whatever the game.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How a game ended, as the searcher sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The searcher has won.
    Won,
    /// Neither side has won.
    Drawn,
    /// The searcher has lost.
    Lost,
}

/// What chokudai search needs to know about a game.
pub trait Tree {
    /// A position with whoever is to move.
    type State;
    /// A move.
    type Choice: Copy;

    /// Adds every move of whoever is to move, with the position after it.
    fn choices(&mut self, state: &Self::State, out: &mut Vec<(Self::Choice, Self::State)>);

    /// How good a position is for the searcher: the larger the better.
    fn score(&mut self, state: &Self::State) -> f64;

    /// Whether and how the game is over.
    fn end(&self, state: &Self::State) -> Option<End>;
}

/// How a search is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of queues: how many of its own moves the searcher looks ahead.
    pub queues: usize,
    /// No queue keeps more positions than twice this many; the worst are dropped, which would hardly ever be reached.
    pub capacity: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Self { queues: 5, capacity: 20_000 }
    }
}

struct Node<S> {
    score: f64,
    state: S,
    /// Which of the first moves led here.
    first: usize,
    /// Earlier ones are preferred among equals, so that the search does not depend on the heap's inner order.
    age: u64,
}

impl<S> PartialEq for Node<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S> Eq for Node<S> {}

impl<S> PartialOrd for Node<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Node<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.age.cmp(&self.age))
    }
}

/// A search that can be looked at while it goes on.
struct Search<'a, T: Tree> {
    tree: &'a mut T,
    shape: Shape,
    queues: Vec<BinaryHeap<Node<T::State>>>,
    made: u64,
    replies: Vec<(T::Choice, T::State)>,
    moves: Vec<(T::Choice, T::State)>,
}

/// The move that chokudai search plays from a position in which the searcher is to move; `None` if there is no move.
///
/// `stop` is asked before every expansion with the number of positions scored so far. A move that wins at once is always played.
pub fn search<T: Tree>(
    tree: &mut T,
    root: &T::State,
    shape: Shape,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Option<T::Choice> {
    let mut first = Vec::new();
    tree.choices(root, &mut first);
    if let Some((choice, _)) = first.iter().find(|(_, state)| tree.end(state) == Some(End::Won)) {
        return Some(*choice);
    }
    let choices: Vec<T::Choice> = first.iter().map(|(choice, _)| *choice).collect();
    let queues = (0..shape.queues.max(1)).map(|_| BinaryHeap::new()).collect();
    let mut search = Search { tree, shape, queues, made: 0, replies: Vec::new(), moves: Vec::new() };
    for (index, (_, state)) in first.into_iter().enumerate() {
        search.push(0, state, index);
    }
    // Should every line be refuted, this is what the first look preferred.
    let fallback = search.queues[0].peek().map(|node| node.first)?;
    while search.round(stop) {}
    let best = search.queues.iter().rev().find_map(|queue| queue.peek()).map_or(fallback, |node| node.first);
    Some(choices[best])
}

impl<T: Tree> Search<'_, T> {
    fn push(&mut self, queue: usize, state: T::State, first: usize) {
        let score = self.tree.score(&state);
        self.made += 1;
        let queue = &mut self.queues[queue];
        queue.push(Node { score, state, first, age: self.made });
        if queue.len() > 2 * self.shape.capacity.max(1) {
            let mut nodes = std::mem::take(queue).into_vec();
            nodes.sort_unstable_by(|a, b| b.cmp(a));
            nodes.truncate(self.shape.capacity.max(1));
            *queue = nodes.into();
        }
    }

    /// Advances every queue by one position; false when there is nothing left to do or the time is up.
    fn round(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> bool {
        let mut advanced = false;
        for queue in 0..self.queues.len() - 1 {
            if stop(self.made) {
                return false;
            }
            if let Some(node) = self.queues[queue].pop() {
                self.expand(queue, node);
                advanced = true;
            }
        }
        advanced
    }

    fn expand(&mut self, queue: usize, node: Node<T::State>) {
        if self.tree.end(&node.state).is_some() {
            // What is over stays as it is.
            self.push(queue + 1, node.state, node.first);
            return;
        }
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        self.tree.choices(&node.state, &mut replies);
        let mut worst: Option<(f64, T::State)> = None;
        for (_, state) in replies.drain(..) {
            let score = self.tree.score(&state);
            if worst.as_ref().is_none_or(|(least, _)| score < *least) {
                worst = Some((score, state));
            }
        }
        self.replies = replies;
        let Some((_, next)) = worst else { return };
        match self.tree.end(&next) {
            Some(End::Lost) => return,
            Some(End::Won | End::Drawn) => return self.push(queue + 1, next, node.first),
            None => {}
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.tree.choices(&next, &mut moves);
        for (_, state) in moves.drain(..) {
            self.push(queue + 1, state, node.first);
        }
        self.moves = moves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players take one to three from a heap of matches; whoever takes the last wins. The searcher is to move when `mine`.
    struct Matches;

    #[derive(Clone, Copy)]
    struct Heap {
        left: u32,
        mine: bool,
    }

    impl Tree for Matches {
        type State = Heap;
        type Choice = u32;

        fn choices(&mut self, state: &Heap, out: &mut Vec<(u32, Heap)>) {
            out.extend((1..=state.left.min(3)).map(|n| (n, Heap { left: state.left - n, mine: !state.mine })));
        }

        fn score(&mut self, state: &Heap) -> f64 {
            match (state.left.is_multiple_of(4), state.mine) {
                (true, true) | (false, false) => 0.0,
                _ => 1.0,
            }
        }

        fn end(&self, state: &Heap) -> Option<End> {
            (state.left == 0).then_some(if state.mine { End::Lost } else { End::Won })
        }
    }

    fn after_rounds(left: u32, rounds: u64) -> Option<u32> {
        let mut asked = 0;
        search(&mut Matches, &Heap { left, mine: true }, Shape::default(), &mut |_| {
            asked += 1;
            asked > rounds
        })
    }

    #[test]
    fn the_winning_number_of_matches_is_taken() {
        for left in 1..40 {
            if left % 4 != 0 {
                assert_eq!(after_rounds(left, 100), Some(left % 4));
            }
        }
    }

    #[test]
    fn there_is_an_answer_without_any_time_and_when_all_is_lost() {
        assert!(after_rounds(21, 0).is_some());
        assert!(after_rounds(4, 1000).is_some());
        assert_eq!(after_rounds(0, 10), None);
    }
}
