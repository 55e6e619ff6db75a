//! Where answers are kept and what they are made of, for several threads.
//!
//! Splitting positions takes most of the time and can be done by all threads at once. The algebra serves one thread at a time, so what it has to do
//! is put off: a thread that has looked at a position puts its moves on a pile and gets a ticket. Whoever finds the algebra free works
//! the pile off, while the others go on splitting. A position gets its ticket after all its parts have theirs, so that the ids which it is made
//! of are always there.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use banmen_cgt::Exhausted;

use super::ground::Ground;
use super::hand::{Hand, Lists, Move, Part, sum_of_parts};
use super::tickets::{Ticket, Tickets, View};
use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::form_table::Shards;
use crate::normal::Key;

/// Positions on the pile that are worth the way to the algebra.
const FEW: usize = 1 << 6;
/// Positions on the pile with which nobody goes on splitting, and so the most that a limit leaves to be worked off.
const MANY: usize = 1 << 12;

/// What is known about a part: its id from an earlier question, or its ticket.
#[derive(Clone, Copy, Debug)]
pub enum Found<I> {
    Known(I),
    Ticket(Ticket),
}

/// Positions that wait to be worked out, in the order of their tickets.
#[derive(Debug)]
struct Pile<I> {
    parts: Vec<(Found<I>, bool)>,
    moves: Vec<Move>,
    /// Where the parts and the moves of each position end.
    ends: Vec<(u32, u32)>,
    /// The ticket of the first position.
    first: Ticket,
}

impl<I: Copy> Pile<I> {
    fn new(first: Ticket) -> Pile<I> {
        Pile { parts: Vec::new(), moves: Vec::new(), ends: Vec::new(), first }
    }

    /// Puts a position on the pile.
    fn push<B: Bits>(&mut self, parts: &[Part<B, Found<I>>], first_part: usize, moves: &[Move]) -> Ticket {
        let ticket = self.first as usize + self.ends.len();
        let base = self.parts.len();
        self.parts.extend(parts.iter().map(Part::answer));
        self.moves.extend(moves.iter().map(|&(stone, end)| (stone, (end as usize - first_part + base) as u32)));
        self.ends.push((self.parts.len() as u32, self.moves.len() as u32));
        Ticket::try_from(ticket).expect("memory ends long before the tickets do")
    }

    fn clear(&mut self, first: Ticket) {
        self.parts.clear();
        self.moves.clear();
        self.ends.clear();
        self.first = first;
    }

    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<(Found<I>, bool)>()
            + self.moves.capacity() * size_of::<Move>()
            + self.ends.capacity() * size_of::<(u32, u32)>()
    }
}

/// The algebra and what is being worked out with it.
struct Desk<'a, A: Algebra> {
    algebra: &'a mut A,
    lists: Lists<A::Id>,
    /// The ids of all tickets so far.
    ids: Vec<A::Id>,
    /// The pile that is being worked off, and how far that has got.
    pile: Pile<A::Id>,
    next: usize,
}

impl<A: Algebra> Desk<'_, A> {
    fn resolve(ids: &[A::Id], (found, swapped): (Found<A::Id>, bool)) -> (A::Id, bool) {
        let id = match found {
            Found::Known(id) => id,
            Found::Ticket(ticket) => ids[ticket as usize],
        };
        (id, swapped)
    }

    /// Works off what was taken from the pile.
    fn work_off(&mut self) -> Result<(), Exhausted> {
        let Desk { algebra, lists, ids, pile, next } = self;
        while let Some(&(_, moves_end)) = pile.ends.get(*next) {
            let (first_part, first_move) = next.checked_sub(1).map_or((0, 0), |before| pile.ends[before]);
            let moves = &pile.moves[first_move as usize..moves_end as usize];
            let part = |index: usize| Desk::<A>::resolve(ids, pile.parts[index]);
            let id = lists.position(*algebra, moves, first_part as usize, part)?;
            ids.push(id);
            *next += 1;
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.algebra.bytes() + self.ids.capacity() * size_of::<A::Id>() + 2 * self.pile.bytes()
    }
}

/// What all threads share.
pub(super) struct Common<'a, B, A: Algebra> {
    /// What was known before the question.
    known: &'a Shards<B, A::Id>,
    is_new: bool,
    tickets: Tickets,
    pile: Mutex<Pile<A::Id>>,
    desk: Mutex<Desk<'a, A>>,
    /// Things of the algebra and bytes on the desk, when it was last left.
    different: AtomicUsize,
    desk_bytes: AtomicUsize,
}

impl<'a, B: Bits, A: Algebra> Common<'a, B, A> {
    pub(super) fn new(known: &'a Shards<B, A::Id>, algebra: &'a mut A) -> Common<'a, B, A> {
        let (different, bytes) = (algebra.count(), algebra.bytes());
        Common {
            known,
            is_new: known.is_empty(),
            tickets: Tickets::new::<B>(),
            pile: Mutex::new(Pile::new(0)),
            desk: Mutex::new(Desk { algebra, lists: Lists::default(), ids: Vec::new(), pile: Pile::new(0), next: 0 }),
            different: AtomicUsize::new(different),
            desk_bytes: AtomicUsize::new(bytes),
        }
    }

    fn pile(&self) -> MutexGuard<'_, Pile<A::Id>> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a, A>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works the pile off until there is next to nothing left.
    fn work_off(&self, desk: &mut Desk<'_, A>, fewest: usize) -> Result<(), Exhausted> {
        let worked = loop {
            if let Err(exhausted) = desk.work_off() {
                break Err(exhausted);
            }
            let mut pile = self.pile();
            if pile.ends.len() < fewest {
                break Ok(());
            }
            let after = pile.first + pile.ends.len() as Ticket;
            desk.pile.clear(after);
            desk.next = 0;
            std::mem::swap(&mut desk.pile, &mut *pile);
        };
        self.different.store(desk.algebra.count(), Ordering::Relaxed);
        self.desk_bytes.store(desk.bytes(), Ordering::Relaxed);
        worked
    }

    /// Ends a question: works off what is left, as far as this many steps go, and gives back the tickets and their ids.
    pub(super) fn finish(self, steps: u64) -> (Tickets, Vec<A::Id>) {
        {
            let mut desk = self.desk();
            desk.algebra.allow(steps);
            // What is not worked off will be looked at again by the next question.
            let _ = self.work_off(&mut desk, 1);
        }
        (self.tickets, self.desk.into_inner().unwrap_or_else(PoisonError::into_inner).ids)
    }
}

/// What one of several threads stands on.
pub(super) struct Together<'c, 'a, B, A: Algebra> {
    common: &'c Common<'a, B, A>,
    tickets: View<'c>,
    /// Positions on the pile when this thread last put one there.
    waiting: usize,
}

impl<'c, 'a, B: Bits, A: Algebra> Together<'c, 'a, B, A> {
    pub(super) fn new(common: &'c Common<'a, B, A>) -> Together<'c, 'a, B, A> {
        Together { common, tickets: common.tickets.view(), waiting: 0 }
    }
}

impl<B: Bits, A: Algebra> Ground<B, A> for Together<'_, '_, B, A> {
    type Found = Found<A::Id>;

    #[inline(always)]
    fn get(&mut self, key: &Key<B>) -> Option<Found<A::Id>> {
        if !self.common.is_new
            && let Some(id) = self.common.known.get(key)
        {
            return Some(Found::Known(id));
        }
        self.tickets.get(key).map(Found::Ticket)
    }

    fn find(&mut self, parts: &mut [Part<B, Found<A::Id>>]) {
        self.tickets.refresh();
        for part in parts {
            part.found = self.get(&part.key);
        }
    }

    fn conclude(
        &mut self,
        key: &Key<B>,
        hand: &Hand<B, Found<A::Id>>,
        first_part: usize,
        first_move: usize,
    ) -> Result<Found<A::Id>, Exhausted> {
        let ticket = {
            let mut pile = self.common.pile();
            let ticket = pile.push(&hand.parts[first_part..], first_part, &hand.moves[first_move..]);
            self.waiting = pile.ends.len();
            ticket
        };
        self.tickets.insert(key, ticket);
        Ok(Found::Ticket(ticket))
    }

    fn advance(&mut self) -> Result<(), Exhausted> {
        if self.waiting < FEW {
            return Ok(());
        }
        let mut desk = match self.common.desk.try_lock() {
            Ok(desk) => desk,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if self.waiting < MANY => return Ok(()),
            Err(TryLockError::WouldBlock) => self.common.desk(),
        };
        self.common.work_off(&mut desk, FEW)?;
        self.waiting = 0;
        Ok(())
    }

    fn sum(&mut self, parts: &[Part<B, Found<A::Id>>]) -> Result<A::Id, Exhausted> {
        let mut desk = self.common.desk();
        self.common.work_off(&mut desk, 1)?;
        let Desk { algebra, ids, .. } = &mut *desk;
        sum_of_parts(*algebra, parts.iter().map(|part| Desk::<A>::resolve(ids, part.answer())))
    }

    fn allow(&mut self, steps: u64) {
        self.common.desk().algebra.allow(steps);
    }

    fn different(&self) -> usize {
        self.common.different.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> usize {
        self.common.known.bytes() + self.common.tickets.bytes() + self.common.desk_bytes.load(Ordering::Relaxed)
    }
}
